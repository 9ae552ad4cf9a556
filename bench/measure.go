package main

import (
	"errors"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// An entrant is a row with the pages that it runs on and what was measured.
type entrant struct {
	row
	pages    []page
	index    []int // of the pages that it runs on, in pages
	failures failures

	one []oneCore       // by round
	all []time.Duration // by round: for all its pages, on all cores
	memory
}

// oneCore has the time of each page, 0 where the row did not run on it.
type oneCore []time.Duration

// failures are the pages on which a row failed.
type failures struct {
	errors, panics, cuts int
	first                error
	firstPage            string
}

func (f *failures) count() int { return f.errors + f.panics + f.cuts }

func (f *failures) add(name string, err error) {
	if f.first == nil {
		f.first, f.firstPage = err, name
	}
	switch {
	case errors.Is(err, errCut):
		f.cuts++
	case errors.As(err, new(panicked)):
		f.panics++
	default:
		f.errors++
	}
}

// enter gives a row its pages: every k-th. It runs once on each, to warm up and
// to find those on which it fails; pages that had to be cut are left out.
func enter(r row, pages []page, k int) *entrant {
	e := &entrant{row: r, pages: pages}
	for i := 0; i < len(pages); i += k {
		err := limited(pageLimit, r.run, pages[i].html)
		if err != nil {
			e.failures.add(pages[i].name, err)
		}
		if !errors.Is(err, errCut) {
			e.index = append(e.index, i)
		}
	}
	return e
}

// bytes is how much HTML the row runs on.
func (e *entrant) bytes() (sum int) {
	for _, i := range e.index {
		sum += len(e.pages[i].html)
	}
	return sum
}

// onOneCore runs through the pages on one core. Garbage that others have left
// is collected before; the row's own collections are in its times.
func (e *entrant) onOneCore() {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	runtime.GC()
	times := make(oneCore, len(e.pages))
	for _, i := range e.index {
		start := time.Now()
		_ = protected(e.run, e.pages[i].html) // failures were counted by enter
		times[i] = time.Since(start)
	}
	e.one = append(e.one, times)
}

// sum is the time for the pages of an index.
func (times oneCore) sum(index []int) (sum time.Duration) {
	for _, i := range index {
		sum += times[i]
	}
	return sum
}

// shortest is how long a row is timed on all cores at least.
const shortest = 500 * time.Millisecond

// onAllCores runs through the pages with a goroutine a core. Where that is quick,
// it was only to warm up, since pools are emptied when GOMAXPROCS changes: then
// more rounds follow, and their mean counts.
func (e *entrant) onAllCores() {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.NumCPU()))
	runtime.GC()
	spent := e.through(1)
	if spent < shortest {
		rounds := 1 + int(shortest/max(spent, time.Millisecond))
		spent = e.through(rounds) / time.Duration(rounds)
	}
	e.all = append(e.all, spent)
}

// through runs through the pages so many times on all cores.
func (e *entrant) through(rounds int) time.Duration {
	var next atomic.Int64
	var workers sync.WaitGroup
	start := time.Now()
	for range runtime.NumCPU() {
		workers.Go(func() {
			for n := int(next.Add(1)) - 1; n < rounds*len(e.index); n = int(next.Add(1)) - 1 {
				_ = protected(e.run, e.pages[e.index[n%len(e.index)]].html)
			}
		})
	}
	workers.Wait()
	return time.Since(start)
}

// memory is what a row asks of the allocator.
type memory struct {
	allocations []float64 // by page
	allocated   []float64 // bytes, by page
	peak        uint64    // most bytes of heap in use while it ran, beyond those before
}

// countAllocations runs through the pages and counts, page by page. Nothing is
// timed, for the counting takes longer than some pages.
func (e *entrant) countAllocations() {
	e.allocations = make([]float64, 0, len(e.index))
	e.allocated = make([]float64, 0, len(e.index))
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, i := range e.index {
		_ = protected(e.run, e.pages[i].html)
		runtime.ReadMemStats(&after)
		e.allocations = append(e.allocations, float64(after.Mallocs-before.Mallocs))
		e.allocated = append(e.allocated, float64(after.TotalAlloc-before.TotalAlloc))
		before = after
	}
}

// eager makes the collector run when the heap has grown by 10 of 100.
const eager = 10

// watchPeak runs through the pages one after the other and watches the heap.
// Garbage is collected early, so that the peak tells what the row needs and not
// how long garbage lay about.
func (e *entrant) watchPeak() {
	defer debug.SetGCPercent(debug.SetGCPercent(eager))
	// A second core, so that the heap is watched while the row works.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, runtime.NumCPU())))
	runtime.GC()
	runtime.GC() // the first leaves what pools hold
	idle := newGauge().heap()
	peak := watchHeap()
	for _, i := range e.index {
		_ = protected(e.run, e.pages[i].html)
	}
	e.peak = max(peak(), idle) - idle
}

// watchHeap looks at the heap every millisecond until the function that it
// returns is called, which tells the most that was in use.
func watchHeap() (peak func() uint64) {
	stop, result := make(chan struct{}), make(chan uint64)
	gauge := newGauge()
	go func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for most := uint64(0); ; {
			most = max(most, gauge.heap())
			select {
			case <-tick.C:
			case <-stop:
				result <- most
				return
			}
		}
	}()
	return func() uint64 {
		close(stop)
		return <-result
	}
}

// A gauge reads how much heap is in use without stopping the world.
type gauge []metrics.Sample

func newGauge() gauge {
	return gauge{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
}

// heap is what runtime.MemStats calls HeapInuse.
func (g gauge) heap() uint64 {
	metrics.Read(g)
	return g[0].Value.Uint64() + g[1].Value.Uint64()
}
