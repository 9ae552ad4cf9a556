package hostile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// CheckTime has every shape read at two sizes, one eight times the other: the
// larger one must not cost much more than eight times as much. The small one has
// the part-th part of the shape's N.
func CheckTime(t *testing.T, shapes []Shape, part int, read func(page []byte)) {
	t.Helper()
	if testing.Short() || UnderRace() {
		t.Skip("it measures time")
	}
	for _, shape := range shapes {
		small, large := shape.Page(shape.N/part), shape.Page(8*shape.N/part)
		ratio := 0.0
		for range 4 { // the machine may have been busy with something else
			if ratio = float64(cost(large, read)) / float64(cost(small, read)+time.Millisecond); ratio < 16 {
				break
			}
		}
		if ratio >= 16 {
			t.Errorf("%s: 8 times the page costs %.0f times as much", shape.Name, ratio)
		}
	}
}

// cost returns how long a page takes.
func cost(page []byte, read func(page []byte)) time.Duration {
	began := time.Now()
	read(page)
	return time.Since(began)
}

// CheckLargeTokens has single comments, attributes, scripts, words and
// references of 20 MB: text must return the text of the page and no more.
func CheckLargeTokens(t *testing.T, text func(page string) string) {
	t.Helper()
	if testing.Short() || UnderRace() {
		t.Skip("it needs much memory")
	}
	long := strings.Repeat("x", 20<<20)
	for _, test := range []struct{ name, before, behind, want string }{
		{"comment", "a<!--", "-->b", "ab"},
		{"attribute", "a<b title='", "'>b</b>", "ab"},
		{"script", "a<script>", "</script>b", "ab"},
		{"word", "", "", long},
		{"reference", "&", "", "&" + long},
	} {
		if got := text(test.before + long + test.behind); got != test.want {
			t.Errorf("%s: got %d bytes, %.50q", test.name, len(got), got)
		}
	}
}

// CheckReaders has a page read in pieces: what read makes of it and describes is
// the same.
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

// CheckFailing has a reader fail after each step-th number of bytes of a page:
// read describes what it makes of the bytes before, as of a page that ends there,
// and returns the error, which says behind how many bytes.
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
