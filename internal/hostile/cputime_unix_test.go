//go:build unix

package hostile

import (
	"testing"
	"time"
)

// TestProcessTime: the clock goes on with work, and hardly while the process sleeps.
func TestProcessTime(t *testing.T) {
	began := processTime()
	time.Sleep(100 * time.Millisecond)
	if slept := processTime() - began; slept > 50*time.Millisecond {
		t.Errorf("%v while the process slept", slept)
	}
	sum := 0
	for range 100 {
		began = processTime()
		for i := range 10_000_000 {
			sum += i
		}
		if processTime() > began {
			return
		}
	}
	t.Errorf("the clock stands still (%d)", sum)
}
