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

// CheckTime compares the processor time of one page of each shape with that of eight pages
// an eighth as large. A linear step costs the same for both, and a quadratic one eight times
// as much for the large page. That may cost five times as much at most, since large pages
// also miss caches and grow memory. A small page has the part-th part of the shape's N.
//
// Each side counts by its cheapest run, since noise only adds to the time. The runs are
// repeated while the ratio is too large, up to five times.
func CheckTime(t *testing.T, shapes []Shape, part int, read func(page []byte)) {
	t.Helper()
	if testing.Short() || UnderRace() {
		t.Skip("it measures time")
	}
	const most, least = 5, 8 * time.Millisecond // some systems count processor time in steps of 4 ms
	for _, shape := range shapes {
		small, large := shape.Page(shape.N/part), shape.Page(8*shape.N/part)
		smalls, one := time.Hour, time.Hour
		ratio := 0.0
		for range 5 {
			smalls, one = min(smalls, cost(small, 8, read)), min(one, cost(large, 1, read))
			if ratio = float64(one) / float64(max(smalls, least)); ratio < most {
				break
			}
		}
		if ratio >= most {
			t.Errorf("%s: one page costs %.1f times as much as eight pages an eighth as large (%v and %v)", shape.Name, ratio, one, smalls)
		}
	}
}

// cost returns the processor time that reading a page so many times takes, without that of
// collecting the garbage of earlier pages.
func cost(page []byte, times int, read func(page []byte)) time.Duration {
	runtime.GC()
	began := processTime()
	for range times {
		read(page)
	}
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
