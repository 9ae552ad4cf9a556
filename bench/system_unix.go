//go:build linux || darwin

package main

import "syscall"

// foreignMemory returns n bytes outside of the heap, which are never freed.
func foreignMemory(n int) []byte {
	memory, err := syscall.Mmap(-1, 0, max(n, 1), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return make([]byte, n)
	}
	return memory
}
