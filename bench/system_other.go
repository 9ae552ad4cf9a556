//go:build !linux && !darwin

package main

// foreignMemory returns n bytes. On this system they are in the heap.
func foreignMemory(n int) []byte { return make([]byte, n) }
