//go:build !linux && !darwin

package main

import "os"

// foreignMemory would be memory outside the heap.
func foreignMemory(n int) []byte { return make([]byte, n) }

// peakMemory is not known here.
func peakMemory(*os.ProcessState) int { return 0 }
