package hostile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// CheckTime has every shape read at two sizes, one eight times the other. The larger one
// must not cost more than 16 times as much processor time: a linear step costs 8 times as
// much, a quadratic one 64 times. The small one has the part-th part of the shape's N.
//
// Each size counts by its cheapest run, since noise only adds to the time. The runs are
// repeated while the ratio is too large, up to five times.
func CheckTime(t *testing.T, shapes []Shape, part int, read func(page []byte)) {
	t.Helper()
	if testing.Short() || UnderRace() {
		t.Skip("it measures time")
	}
	for _, shape := range shapes {
		small, large := shape.Page(shape.N/part), shape.Page(8*shape.N/part)
		const least = time.Millisecond // below, the clock is too coarse
		cheapSmall, cheapLarge := time.Hour, time.Hour
		ratio := 0.0
		for range 5 {
			cheapSmall, cheapLarge = min(cheapSmall, cost(small, read)), min(cheapLarge, cost(large, read))
			if ratio = float64(cheapLarge) / float64(max(cheapSmall, least)); ratio < 16 {
				break
			}
		}
		if ratio >= 16 {
			t.Errorf("%s: 8 times the page costs %.0f times as much (%v and %v)", shape.Name, ratio, cheapSmall, cheapLarge)
		}
	}
}

// cost returns the processor time that a page takes, without that of collecting the
// garbage of the pages before.
func cost(page []byte, read func(page []byte)) time.Duration {
	runtime.GC()
	began := processTime()
	read(page)
	return processTime() - began
}

var started = time.Now()

// timeOfDay stands in for processTime where that is not known.
func timeOfDay() time.Duration { return time.Since(started) }

// CheckLargeTokens has single comments, attributes, scripts, words and references of
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
