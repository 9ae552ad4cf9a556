package hostile

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// TestTimeRatio lets a clock of its own go on by what a page of n bytes costs, in
// microseconds.
func TestTimeRatio(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tests := []struct {
		name  string
		cost  func(n float64) float64
		fault bool
	}{
		{"nothing", func(n float64) float64 { return 0 }, false},
		{"linear", func(n float64) float64 { return n }, false},
		{"linear, and three times as much when caches are missed", func(n float64) float64 {
			if n > 4000 {
				return 3 * n
			}
			return n
		}, false},
		{"linear, with noise in three runs of four", func(n float64) float64 {
			if random.IntN(4) > 0 {
				return n * (1 + 10*random.Float64())
			}
			return n
		}, false},
		{"n log n", func(n float64) float64 { return n * math.Log2(n) }, false},
		{"quadratic", func(n float64) float64 { return n * n / 1000 }, true},
		{"quadratic with noise", func(n float64) float64 { return n * n / 1000 * (1 + random.Float64()/3) }, true},
		{"quadratic for eleven twelfths of the large page", func(n float64) float64 { return n + n*n/(8000./11) }, true},
		{"cubic", func(n float64) float64 { return n * n * n / 1e6 }, true},
	}
	for _, test := range tests {
		now := time.Duration(0)
		clock := func() time.Duration { return now }
		read := func(page []byte) { now += time.Duration(test.cost(float64(len(page))) * float64(time.Microsecond)) }
		_, fault := timeRatio(make([]byte, 1000), make([]byte, 8000), read, clock)
		if (fault != "") != test.fault {
			t.Errorf("%s: fault %q", test.name, fault)
		}
	}
}

// TestCheckTime finds by the real clock that comparing neighbours is linear. TestTimeRatio
// has a clock of its own for steps that are not.
func TestCheckTime(t *testing.T) {
	if testing.Short() || UnderRace() {
		t.Skip("it measures time")
	}
	equal := 0
	neighbours := func(page []byte) {
		for range 500 {
			for i := range page[1:] {
				if page[i] == page[i+1] {
					equal++
				}
			}
		}
	}
	page := Repeat("", "a", "")
	if _, fault := timeRatio(page(1500), page(12_000), neighbours, processTime); fault != "" {
		t.Errorf("neighbours: %s", fault)
	}
}
