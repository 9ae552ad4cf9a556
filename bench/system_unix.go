//go:build linux || darwin

package main

import (
	"os"
	"runtime"
	"syscall"
)

// foreignMemory is memory outside the heap; it is never given back.
func foreignMemory(n int) []byte {
	memory, err := syscall.Mmap(-1, 0, max(n, 1), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return make([]byte, n)
	}
	return memory
}

// peakMemory is the most memory that a process had, in bytes.
func peakMemory(state *os.ProcessState) int {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int(usage.Maxrss)
	}
	return int(usage.Maxrss) << 10 // Linux counts kibibytes
}
