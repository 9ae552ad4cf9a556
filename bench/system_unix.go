//go:build linux || darwin

package main

import "syscall"

// foreignMemory is memory outside the heap; it is never given back.
func foreignMemory(n int) []byte {
	memory, err := syscall.Mmap(-1, 0, max(n, 1), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return make([]byte, n)
	}
	return memory
}
