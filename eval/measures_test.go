package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestRougeLSum(t *testing.T) {
	for _, test := range []struct {
		gold, got string
		want      Score
	}{
		{"", "", Score{1, 1, 1}},
		{" \n", "a", Score{0, 1, 0}},
		{"a b", "", Score{}},
		{"a b c\nd", "a b c\nd", Score{1, 1, 1}},
		{"a b c d", "a x c d", Score{0.75, 0.75, 0.75}},
		{"a b\nc d", "c d a b", Score{1, 1, 1}},
		{"a a", "a", Score{1, 0.5, 2. / 3}},
	} {
		got := RougeLSum(test.gold, test.got, nil)
		if !near(got.Precision, test.want.Precision) || !near(got.Recall, test.want.Recall) || !near(got.F1, test.want.F1) {
			t.Errorf("RougeLSum(%q, %q) = %v, want %v", test.gold, test.got, got, test.want)
		}
	}
	if got := RougeLSum("a b. c", "c. a b", strings.Fields); !near(got.F1, 1./3) {
		t.Errorf("by words: %v", got)
	}
}

// slowCommon returns the length of the longest common subsequence, computed with the full
// table.
func slowCommon(a, b []int32) int32 {
	table := make([][]int32, len(a)+1)
	table[0] = make([]int32, len(b)+1)
	for i := range a {
		table[i+1] = make([]int32, len(b)+1)
		for j := range b {
			table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			if a[i] == b[j] {
				table[i+1][j+1] = table[i][j] + 1
			}
		}
	}
	return table[len(a)][len(b)]
}

func randomWords(rng *rand.Rand, n, kinds int) []int32 {
	words := make([]int32, n)
	for i := range words {
		words[i] = int32(rng.IntN(kinds))
	}
	return words
}

// TestAlignment compares the fast alignment with slowCommon.
func TestAlignment(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		kinds := 1 + rng.IntN(20)
		a, b := randomWords(rng, rng.IntN(200), kinds), randomWords(rng, rng.IntN(200), kinds)
		want := slowCommon(a, b)
		if got := commonLengths(a, b)[len(b)]; got != want {
			t.Fatalf("%d words in common, want %d", got, want)
		}
		match := make([]int32, len(a))
		for i := range match {
			match[i] = -1
		}
		alignWords(match, a, b, 0)
		last, pairs := int32(-1), int32(0)
		for i, j := range match {
			if j < 0 {
				continue
			}
			if j <= last || a[i] != b[j] {
				t.Fatalf("%d is aligned with %d after %d", i, j, last)
			}
			last = j
			pairs++
		}
		if pairs != want {
			t.Fatalf("%d pairs, want %d", pairs, want)
		}
	}
}

func TestCleanEval(t *testing.T) {
	page := "URL: http://x\n<h>A Title\n<p>Some text, here.\n<l>one\n<l>two"
	for name, test := range map[string]struct {
		got         string
		text, total float64
	}{
		"same":             {page, 1, 1},
		"case, no address": {strings.ToLower(page[len("URL: http://x\n"):]), 1, 1},
		"nothing":          {"", 0, 0},
		"half the text":    {"<h>A Title\n<p>Some", 3. / 7, 0},
	} {
		s := CleanEval(page, test.got)
		if !near(s.Text, test.text) || test.total > 0 && !near(s.Total, test.total) || !near(s.Total, (s.Text+s.Markup)/2) {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if same, other := CleanEval("<p>a b c", "<p>a b c"), CleanEval("<p>a b c", "<h>a b c"); other.Text != 1 || other.Markup >= same.Markup {
		t.Errorf("the wrong tag gives %+v, the right one %+v", other, same)
	}
	if s := CleanEval("", ""); s.Total != 1 {
		t.Errorf("two empty texts: %+v", s)
	}
}

// TestCleanEvalURL: the line with the address is ignored, even if nothing follows
// it.
func TestCleanEvalURL(t *testing.T) {
	for _, line := range []string{"URL: http://a", "URL: http://a\n", "URL: "} {
		if s := CleanEval(line, ""); s.Total != 1 {
			t.Errorf("%q: %+v", line, s)
		}
	}
}

// TestCleanEvalEnds: the end of a text is aligned only with the end of the other,
// whichever of the two is the gold text.
func TestCleanEvalEnds(t *testing.T) {
	for _, pair := range [][2]string{{"<p>", "<p> x y z"}, {"<p> a b", "x <p> a b"}, {"<h> a", "<h> a b <l>"}} {
		s, turned := CleanEval(pair[0], pair[1]), CleanEval(pair[1], pair[0])
		if !near(s.Markup, turned.Markup) || !near(s.Text, turned.Text) {
			t.Errorf("%q: %+v, turned round %+v", pair, s, turned)
		}
	}
	if s := CleanEval("<p>", "<p> x y z"); !near(s.Markup, (0.25+5./6)/2) {
		t.Errorf("%+v", s)
	}
}

// TestMemory measures the memory for long texts of distinct words and for long sentences.
func TestMemory(t *testing.T) {
	var words strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&words, "w%d ", i)
	}
	text := words.String()
	sentence := strings.Join(strings.Fields(text)[:8000], " ")
	for name, test := range map[string]struct {
		compare func() bool
		most    uint64
	}{
		"CleanEval": {func() bool { return CleanEval(text, "x "+text).Text > 0.99 }, 300 << 20},
		"RougeLSum": {func() bool { return RougeLSum(sentence, "x "+sentence, nil).F1 > 0.99 }, 20 << 20},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if !test.compare() {
			t.Errorf("%s: a low score", name)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > test.most {
			t.Errorf("%s: %d MB allocated in all, want at most %d", name, used>>20, test.most>>20)
		} else {
			t.Logf("%s: %d MB allocated in all", name, used>>20)
		}
	}
}

func TestSnippets(t *testing.T) {
	s := CountSnippets("The ferry\nis back. Menu", []string{"ferry is", "not there"}, []string{"Menu", "Login"})
	if s != (Snippets{1, 1, 1, 1}) || s.Score().F1 != 0.5 || s.Accuracy() != 0.5 {
		t.Errorf("%+v", s)
	}
	if sum := s.Add(s); sum != (Snippets{2, 2, 2, 2}) {
		t.Errorf("sum %+v", sum)
	}
}

func TestMean(t *testing.T) {
	if m := Mean([]Score{{1, 0, 0.5}, {0, 1, 0.5}}); m != (Score{0.5, 0.5, 0.5}) {
		t.Errorf("mean %v", m)
	}
	if m := Mean(nil); m != (Score{}) {
		t.Errorf("mean of nothing %v", m)
	}
}

func ExampleRougeLSum() {
	score := RougeLSum("The ferry is back.\nNobody was late.", "Menu\nThe ferry is back.", nil)
	fmt.Printf("%.2f %.2f %.2f\n", score.Precision, score.Recall, score.F1)
	// Output: 0.80 0.57 0.67
}

func ExampleCleanEval() {
	score := CleanEval("<h>The ferry\n<p>It is back.", "<p>The ferry\n<p>It is back.")
	fmt.Printf("text %.2f, markup %.2f\n", score.Text, score.Markup)
	// Output: text 1.00, markup 0.65
}

func ExampleCountSnippets() {
	counts := CountSnippets("The ferry is back.", []string{"ferry is"}, []string{"Menu"})
	fmt.Println(counts.Accuracy())
	// Output: 1
}

func ExampleNewScore() {
	// Of 5 blocks that were kept, 4 are among the 8 that should have been.
	score := NewScore(4, 5, 8)
	fmt.Printf("precision %.2f, recall %.2f\n", score.Precision, score.Recall)
	// Output: precision 0.80, recall 0.50
}
