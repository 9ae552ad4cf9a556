package main

import (
	"io"
	"testing"
)

// BenchmarkCommand runs the command on the golden pages with each method. Profiles of it
// tell what profile-guided optimization brings (docs/speed.md).
func BenchmarkCommand(b *testing.B) {
	for _, args := range [][]string{
		{"-s", "English", "-format", "text"},
		{"-format", "jsonl"},
		{"-algo", "boilerpipe", "-format", "text"},
		{"-algo", "victor", "-format", "jsonl"},
		{"-algo", "victor", "-format", "markdown"},
	} {
		args = append(args, "../../testdata/golden")
		for range b.N {
			if status := run(args, nil, io.Discard, io.Discard, false); status != statusOK {
				b.Fatalf("%q: status %d", args, status)
			}
		}
	}
}
