package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestConfusion(t *testing.T) {
	c := NewConfusion([]string{"header", "text", "other"}, "other")
	for _, pair := range []string{"header text", "text text", "text text", "text other", "other text", "other other", "other other", "other other"} {
		gold, got, _ := strings.Cut(pair, " ")
		c.Add(gold, got)
	}
	s := c.Content()
	if c.Blocks() != 8 || !near(c.Accuracy(), 5./8) || !near(c.ContentAccuracy(), 6./8) || !near(s.Precision, 3./4) || !near(s.Recall, 3./4) {
		t.Errorf("%v", c)
	}
	sum := NewConfusion(nil, "other")
	sum.AddAll(c)
	sum.AddAll(c)
	if sum.Blocks() != 16 || !near(sum.Accuracy(), c.Accuracy()) || sum.Content() != s {
		t.Errorf("twice: %v, once: %v", sum, c)
	}
	if empty := NewConfusion(nil, "other"); empty.Accuracy() != 0 || empty.Content() != (Score{1, 1, 1}) {
		t.Errorf("empty: %v", empty)
	}
}

func TestFolds(t *testing.T) {
	if got := Folds(5, 2, 0); !reflect.DeepEqual(got, [][]int{{0, 2, 4}, {1, 3}}) {
		t.Errorf("in order: %v", got)
	}
	a, b, c := Folds(50, 6, 1), Folds(50, 6, 1), Folds(50, 6, 2)
	if !reflect.DeepEqual(a, b) || reflect.DeepEqual(a, c) {
		t.Error("the seed does not decide")
	}
	all := slices.Concat(a...)
	slices.Sort(all)
	for i, document := range all {
		if i != document || len(all) != 50 {
			t.Fatalf("documents %v", all)
		}
	}
}

// TestFoldsOfAnyNumber: no number of parts is an error; a document is in one part.
func TestFoldsOfAnyNumber(t *testing.T) {
	for k, want := range map[int]int{-3: 1, 0: 1, 1: 1, 5: 5} {
		if got := Folds(3, k, 1); len(got) != want || len(slices.Concat(got...)) != 3 {
			t.Errorf("%d parts: %v", k, got)
		}
	}
}

func TestMarkdown(t *testing.T) {
	for want, rows := range map[string][][]string{
		"":                     nil,
		"|\n|---|\n":           {{}},
		"| a\\|b c |\n|---|\n": {{"a|b\nc"}},
	} {
		if got := Markdown(rows); got != want {
			t.Errorf("%q: %q, want %q", rows, got, want)
		}
	}
}

// TestInterval: half of the documents have the value 1; the mean of a sample is
// that of coins.
func TestInterval(t *testing.T) {
	for n, half := range map[int]float64{100: 0.098, 400: 0.049} { // 1.96 standard errors
		mean := func(sample []int) (sum float64) {
			if len(sample) != n {
				t.Errorf("%d documents of %d", len(sample), n)
			}
			for _, i := range sample {
				sum += float64(i%2) / float64(n)
			}
			return sum
		}
		low, high := Interval(n, mean)
		if math.Abs(low-(0.5-half)) > 0.015 || math.Abs(high-(0.5+half)) > 0.015 {
			t.Errorf("%d documents: %.3f to %.3f, want %.3f around 0.5", n, low, high, half)
		}
		if again, _ := Interval(n, mean); again != low {
			t.Errorf("%d documents: %v, then %v", n, low, again)
		}
	}
	if low, high := Interval(0, func([]int) float64 { return 1 }); low != 0 || high != 0 {
		t.Errorf("of nothing: %v to %v", low, high)
	}
}

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

// slowCommon is the textbook's table.
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

// TestAlignment compares the fast alignment with the textbook's.
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
				t.Fatalf("%d is aligned with %d behind %d", i, j, last)
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
		"same":             {page, 100, 100},
		"case, no address": {strings.ToLower(page[len("URL: http://x\n"):]), 100, 100},
		"nothing":          {"", 0, 0},
		"half the text":    {"<h>A Title\n<p>Some", 100 * 3. / 7, 0},
	} {
		s := CleanEval(page, test.got)
		if !near(s.Text, test.text) || test.total > 0 && !near(s.Total, test.total) || !near(s.Total, (s.Text+s.Markup)/2) {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if same, other := CleanEval("<p>a b c", "<p>a b c"), CleanEval("<p>a b c", "<h>a b c"); other.Text != 100 || other.Markup >= same.Markup {
		t.Errorf("the wrong tag gives %+v, the right one %+v", other, same)
	}
	if s := CleanEval("", ""); s.Total != 100 {
		t.Errorf("two empty texts: %+v", s)
	}
}

// TestCleanEvalURL: the line with the address is left out, also where nothing
// follows it.
func TestCleanEvalURL(t *testing.T) {
	for _, line := range []string{"URL: http://a", "URL: http://a\n", "URL: "} {
		if s := CleanEval(line, ""); s.Total != 100 {
			t.Errorf("%q: %+v", line, s)
		}
	}
}

// TestCleanEvalEnds: the end of a text is aligned with nothing but an end,
// whichever text is the right one.
func TestCleanEvalEnds(t *testing.T) {
	for _, pair := range [][2]string{{"<p>", "<p> x y z"}, {"<p> a b", "x <p> a b"}, {"<h> a", "<h> a b <l>"}} {
		s, turned := CleanEval(pair[0], pair[1]), CleanEval(pair[1], pair[0])
		if !near(s.Markup, turned.Markup) || !near(s.Text, turned.Text) {
			t.Errorf("%q: %+v, turned round %+v", pair, s, turned)
		}
	}
	if s := CleanEval("<p>", "<p> x y z"); !near(s.Markup, (25+100*5./6)/2) {
		t.Errorf("%+v", s)
	}
}

// TestMemory: long texts of words that all differ, and long sentences.
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
		"CleanEval": {func() bool { return CleanEval(text, "x "+text).Text > 99 }, 300 << 20},
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

func ExampleConfusion() {
	c := NewConfusion([]string{"text", "other"}, "other")
	c.Add("text", "text")
	c.Add("text", "other")
	c.Add("other", "other")
	fmt.Println(c)
	// Output: 3 blocks, accuracy 66.67, content/noise 66.67, P 100.00, R 50.00, F1 66.67
}

func ExampleMarkdown() {
	fmt.Print(Markdown([][]string{{"collection", "F1"}, {"canola", "0.86"}}))
	// Output:
	// | collection | F1 |
	// |---|--:|
	// | canola | 0.86 |
}

func ExampleRougeLSum() {
	score := RougeLSum("The ferry is back.\nNobody was late.", "Menu\nThe ferry is back.", nil)
	fmt.Printf("%.2f %.2f %.2f\n", score.Precision, score.Recall, score.F1)
	// Output: 0.80 0.57 0.67
}

func ExampleCleanEval() {
	score := CleanEval("<h>The ferry\n<p>It is back.", "<p>The ferry\n<p>It is back.")
	fmt.Printf("text %.0f, markup %.0f\n", score.Text, score.Markup)
	// Output: text 100, markup 65
}

func ExampleCountSnippets() {
	counts := CountSnippets("The ferry is back.", []string{"ferry is"}, []string{"Menu"})
	fmt.Println(counts.Accuracy())
	// Output: 1
}
