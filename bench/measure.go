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

// An entrant is a row with its pages and what was measured.
type entrant struct {
	row
	pages    []page
	index    []int // the indices of the pages that the row runs on
	failures failures

	one []oneCore       // by round
	all []time.Duration // by round: the time for all its pages on all cores
	memory
}

// oneCore has the time of each page on one core, or 0 if the row did not run on it.
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

// enter gives a row every k-th page. The row runs once on each of them, to warm up
// and to find the pages on which it fails. Pages that had to be cut are left out.
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

// bytes returns the size of the pages that the row runs on.
func (e *entrant) bytes() (sum int) {
	for _, i := range e.index {
		sum += len(e.pages[i].html)
	}
	return sum
}

// onOneCore runs through the pages on one core. The garbage of other rows is
// collected before, that of the row within its time.
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

// sum returns the time for the pages with the given indices.
func (times oneCore) sum(index []int) (sum time.Duration) {
	for _, i := range index {
		sum += times[i]
	}
	return sum
}

// shortest is the least time that a row is measured on all cores.
const shortest = 500 * time.Millisecond

// onAllCores runs through the pages with one goroutine for each core. If that is
// quick, it only warms up, since pools are emptied when GOMAXPROCS changes. Then
// the mean of further rounds counts.
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

// through returns the time to run through the pages rounds times on all cores.
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

// memory is what a row takes from the allocator.
type memory struct {
	allocations []float64 // by page
	allocated   []float64 // bytes, by page
	peak        uint64    // the most bytes of heap in use while it ran, less those before
}

// countAllocations runs through the pages and counts allocations page by page.
// Nothing is timed, since counting takes longer than some pages.
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

// eager is the value of GOGC that makes the collector run when the heap has grown by
// a tenth.
const eager = 10

// watchPeak runs through the pages one after the other and watches the heap.
// Garbage is collected early, so that the peak shows what the row needs and not how
// long garbage remained.
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

// watchHeap looks at the heap every millisecond until the function that it returns
// is called. That function returns the most bytes that were in use.
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

// heap returns what runtime.MemStats calls HeapInuse.
func (g gauge) heap() uint64 {
	metrics.Read(g)
	return g[0].Value.Uint64() + g[1].Value.Uint64()
}
