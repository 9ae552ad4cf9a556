package hostile

import (
	"strings"
	"testing"
	"time"
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
