package hostile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// CheckTime compares the processor time of one page of each shape with that of eight pages
// an eighth as large. A small page has the part-th part of the shape's N.
//
// Linear cost gives a ratio of 1, n log n one of at most 1.3, and quadratic cost one of 8.
// Large pages also miss caches and grow memory, which linear steps here have been seen to
// pay for with a ratio of up to 3. The ratio must be below 5: more would let quadratic steps
// pass beside the linear rest of the work, and less would fail on a busy machine. A
// quadratic step is found once it takes about nine tenths of the time of the large page.
//
// Each side counts by its cheapest run, since noise only adds to the time. The runs are
// repeated while the ratio is too large, up to five times.
func CheckTime(t *testing.T, shapes []Shape, part int, read func(page []byte)) {
	t.Helper()
	if testing.Short() || UnderRace() {
		t.Skip("it measures time")
	}
	worst, where := 0.0, ""
	for _, shape := range shapes {
		small, large := shape.Page(shape.N/part), shape.Page(8*shape.N/part)
		ratio, fault := timeRatio(small, large, read, processTime)
		if fault != "" {
			t.Errorf("%s: %s", shape.Name, fault)
		}
		if ratio > worst {
			worst, where = ratio, shape.Name
		}
	}
	t.Logf("the largest ratio is %.2f, of %s", worst, where)
}

const (
	mostRatio = 5
	leastTime = 8 * time.Millisecond // some systems count processor time in steps of 4 ms
)

// timeRatio returns the time by the clock that reading large takes, in times of reading small
// eight times, and what is wrong with that or "".
func timeRatio(small, large []byte, read func(page []byte), clock func() time.Duration) (ratio float64, fault string) {
	smalls, one := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range 5 {
		smalls, one = min(smalls, cost(small, 8, read, clock)), min(one, cost(large, 1, read, clock))
		if ratio = float64(one) / float64(max(smalls, leastTime)); ratio < mostRatio {
			return ratio, ""
		}
	}
	return ratio, fmt.Sprintf("one page costs %.1f times as much as eight pages an eighth as large (%v and %v)", ratio, one, smalls)
}

// cost returns the time by the clock that reading a page so many times takes, without that
// of collecting the garbage of earlier pages.
func cost(page []byte, times int, read func(page []byte), clock func() time.Duration) time.Duration {
	runtime.GC()
	began := clock()
	for range times {
		read(page)
	}
	return clock() - began
}

var started = time.Now()

// timeOfDay stands in for processTime where that is not known.
func timeOfDay() time.Duration { return time.Since(started) }

// CheckLargeTokens has single comments, attributes, scripts, words and character references of
// 20 MiB: text must return the text of the page and no more.
func CheckLargeTokens(t *testing.T, text func(page string) string) {
	t.Helper()
	if testing.Short() || UnderRace() {
		t.Skip("it needs much memory")
	}
	long := strings.Repeat("x", 20<<20)
	for _, test := range []struct{ name, before, after, want string }{
		{"comment", "a<!--", "-->b", "ab"},
		{"attribute", "a<b title='", "'>b</b>", "ab"},
		{"script", "a<script>", "</script>b", "ab"},
		{"word", "", "", long},
		{"reference", "&", "", "&" + long},
	} {
		if got := text(test.before + long + test.after); got != test.want {
			t.Errorf("%s: got %d bytes, %.50q", test.name, len(got), got)
		}
	}
}

// CheckReaders has a page read in pieces. What read makes of it must be the same as for
// the whole page. read returns a description of its result.
func CheckReaders(t *testing.T, page []byte, read func(io.Reader) (string, error)) {
	t.Helper()
	want, err := read(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range Readers(page) {
		if got, err := read(r); err != nil || got != want {
			t.Errorf("%s: error %v\n got %s\nwant %s", name, err, got, want)
		}
	}
}

// CheckFailing has a reader fail after 0 bytes of a page, after step bytes, after twice as
// many, and so on. What read makes of the bytes before must be the same as for a page that
// ends there. read returns a description of its result and the error, which must wrap the
// reader's and say after how many bytes it failed.
func CheckFailing(t *testing.T, page []byte, step int, read func(io.Reader) (string, error)) {
	t.Helper()
	broken := errors.New("broken")
	for k := 0; k <= len(page); k += step {
		want, err := read(bytes.NewReader(page[:k]))
		if err != nil {
			t.Fatal(err)
		}
		whole, err := read(bytes.NewReader(wholeUTF8(page, k)))
		if err != nil {
			t.Fatal(err)
		}
		for _, together := range []bool{false, true} {
			got, err := read(Fail(page[:k], broken, together))
			if !errors.Is(err, broken) || !strings.Contains(err.Error(), fmt.Sprintf("after %d bytes", k)) {
				t.Fatalf("after %d bytes: error %v, want %v", k, err, broken)
			}
			if got != want && got != whole { // a part of a character is left out where UTF-8 is known
				t.Errorf("after %d bytes, together with the last %v:\n got %s\nwant %s", k, together, got, want)
			}
		}
	}
}

// wholeUTF8 returns the first k bytes of a page; of one in UTF-8, without the
// beginning of a character at their end.
func wholeUTF8(page []byte, k int) []byte {
	for utf8.Valid(page) && !utf8.Valid(page[:k]) {
		k--
	}
	return page[:k]
}
