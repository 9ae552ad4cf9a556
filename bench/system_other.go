//go:build !linux && !darwin

package main

// foreignMemory would be memory outside the heap.
func foreignMemory(n int) []byte { return make([]byte, n) }
