package union

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
)

// A maker makes documents of one page of which methods see different blocks.
type maker struct {
	*rand.Rand
	glued bool // blocks may divide words
}

// document divides a page, words of four characters each, into blocks. It leaves out some
// words, and some blocks have no range.
func (m *maker) document(words []string, kinds int) *page.Document {
	d := new(page.Document)
	for i := 0; i < len(words); {
		n := min(1+m.IntN(kinds), len(words)-i)
		b := page.Block{Start: int32(4 * i), End: int32(4 * (i + n)), Keep: m.IntN(2) == 0, NewLine: m.IntN(3) > 0}
		b.Text = strings.Join(words[i:i+n], " ") + " "
		switch m.IntN(16) {
		case 0:
			b.Text = strings.Join(words[i:i+n-1], " ")
		case 1:
			b.Start, b.End = 0, 0
		case 2:
			b.NewLine, b.Text = false, b.Text[:len(b.Text)-1]
		}
		if !m.glued && !b.NewLine && !strings.HasPrefix(b.Text, " ") {
			b.Text = " " + b.Text
		}
		d.Blocks = append(d.Blocks, b)
		i += n
	}
	return d
}

// keptText returns the text of the blocks that a document keeps.
func keptText(d *page.Document) string {
	var text strings.Builder
	for line := range page.Lines(d.Blocks) {
		text.WriteString(line + "\n")
	}
	return text.String()
}

// isSubsequence reports whether all elements of part are in whole, in this order.
func isSubsequence[T comparable](part, whole []T) bool {
	for _, v := range whole {
		if len(part) > 0 && part[0] == v {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// letters returns the characters of a text but its white space.
func letters(text string) []rune {
	return slices.DeleteFunc([]rune(text), unicode.IsSpace)
}

// check checks what holds for all unions, and what holds if no block divides a word.
func check(t *testing.T, documents []*page.Document, divided bool) {
	t.Helper()
	names := []string{"a", "b", "c"}[:len(documents)]
	united := Merge(names, documents)
	whole, words := letters(united.Text), strings.Fields(united.Text)
	sum, most := map[string]int{}, map[string]int{}
	for i, d := range documents {
		if !isSubsequence(letters(keptText(d)), whole) {
			t.Fatalf("text of %s is lost:\n%q\n%q", names[i], keptText(d), united.Text)
		}
		own := map[string]int{}
		for _, word := range strings.Fields(keptText(d)) {
			own[word]++
			sum[word]++
			most[word] = max(most[word], own[word])
		}
		if !divided && !isSubsequence(strings.Fields(keptText(d)), words) {
			t.Fatalf("words of %s are lost:\n%q\n%q", names[i], keptText(d), united.Text)
		}
	}
	for word, n := range counts(words) {
		if !divided && (n > sum[word] || n < most[word]) {
			t.Fatalf("%q is there %d times, wanted %d to %d", word, n, most[word], sum[word])
		}
	}
	for i := range united.Blocks {
		if united.Blocks[i].Keep != (len(united.KeptBy(i)) > 0) {
			t.Fatalf("block %d: %+v, kept by %v", i, united.Blocks[i], united.KeptBy(i))
		}
	}
}

func counts(words []string) map[string]int {
	n := make(map[string]int)
	for _, word := range words {
		n[word]++
	}
	return n
}

// checkItself: the union of a method with itself is the method.
func checkItself(t *testing.T, d *page.Document) {
	t.Helper()
	united := Merge([]string{"a", "b"}, []*page.Document{d, d})
	if len(united.Blocks) != len(d.Blocks) {
		t.Fatalf("%d blocks of %d", len(united.Blocks), len(d.Blocks))
	}
	for i := range d.Blocks {
		got, want := united.Blocks[i], d.Blocks[i]
		got.Reason, want.Reason = "", ""
		if !reflect.DeepEqual(got, want) || len(united.KeptBy(i)) == 1 && strings.TrimSpace(want.Text) != "" {
			t.Fatalf("block %d: %+v by %v, wanted %+v", i, got, united.KeptBy(i), want)
		}
	}
}

// TestProperties: no word is lost and none is doubled, in any page.
func TestProperties(t *testing.T) {
	for seed := range uint64(3000) {
		m := &maker{Rand: rand.New(rand.NewPCG(seed, 0)), glued: seed%3 == 0}
		words := make([]string, m.IntN(40))
		for i := range words {
			words[i] = string(rune('a' + m.IntN(8)))
			if m.glued {
				words[i] += string(rune('a' + m.IntN(8)))
			}
		}
		documents := []*page.Document{m.document(words, 1), m.document(words, 9), m.document(words, 5)}[:2+m.IntN(2)]
		m.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
		before := keptText(documents[0])
		check(t, documents, m.glued)
		for _, d := range documents {
			checkItself(t, d)
		}
		if keptText(documents[0]) != before {
			t.Fatal("a document has changed")
		}
	}
}

// TestUnique: if no word occurs twice in a page, the union has just the words that any
// method keeps.
func TestUnique(t *testing.T) {
	for seed := range uint64(1000) {
		m := &maker{Rand: rand.New(rand.NewPCG(seed, 2))}
		words := make([]string, m.IntN(60))
		for i := range words {
			words[i] = fmt.Sprint("w", i)
		}
		documents := []*page.Document{m.document(words, 1+m.IntN(9)), m.document(words, 1+m.IntN(9)), m.document(words, 1+m.IntN(9))}
		var want []string
		for _, d := range documents {
			want = append(want, strings.Fields(keptText(d))...)
		}
		slices.Sort(want)
		want = slices.Compact(want)
		got := slices.Sorted(slices.Values(strings.Fields(Merge([]string{"a", "b", "c"}, documents).Text)))
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

// TestAlign: shortest leaves as few words without a partner as possible, and resync finds
// pairs of equal words in order.
func TestAlign(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		random := func() (words []byte) {
			for range r.IntN(12) {
				words = append(words, byte('a'+r.IntN(4)))
			}
			return words
		}
		a, b := random(), random()
		same := func(i, j int) bool { return a[i] == b[j] }
		for _, find := range []func(*difference) bool{(*difference).shortest, func(d *difference) bool { d.resync(); return false }} {
			d := difference{n: len(a), m: len(b), same: same, partners: slices.Repeat([]int32{-1}, len(b))}
			exact := find(&d)
			pairs, last := 0, int32(-1)
			for j, i := range d.partners {
				if i >= 0 {
					if i <= last || a[i] != b[j] {
						t.Fatalf("%s and %s: %v", a, b, d.partners)
					}
					pairs, last = pairs+1, i
				}
			}
			if want := commonLength(a, b); exact && pairs != want {
				t.Fatalf("%s and %s: %d pairs, wanted %d", a, b, pairs, want)
			}
		}
	}
}

// commonLength is the length of a longest common subsequence.
func commonLength(a, b []byte) int {
	best := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			above := best[j+1]
			if a[i] == b[j] {
				best[j+1] = diagonal + 1
			} else {
				best[j+1] = max(above, best[j])
			}
			diagonal = above
		}
	}
	return best[len(b)]
}

// TestSteps: the comparisons are bounded by the number of words.
func TestSteps(t *testing.T) {
	const n = 100_000
	for name, same := range map[string]func(i, j int) bool{
		"nothing in common": func(i, j int) bool { return false },
		"every third":       func(i, j int) bool { return i%3 == 0 && j%2 == 0 },
		"much the same":     func(i, j int) bool { return i%7 == j%5 },
		"far apart":         func(i, j int) bool { return i == j+n/2 },
	} {
		steps := 0
		d := difference{n: n, m: n, partners: make([]int32, n), same: func(i, j int) bool {
			steps++
			return same(i, j)
		}}
		if !d.shortest() {
			d.resync()
		}
		if most := (2*stepsPerWord + near*near) * 2 * n; steps > most {
			t.Errorf("%s: %d comparisons for %d words", name, steps, 2*n)
		}
	}
}

// FuzzMerge checks the properties for documents that are made of the bytes.
func FuzzMerge(f *testing.F) {
	f.Add([]byte("one two three"), uint64(1))
	f.Fuzz(func(t *testing.T, source []byte, seed uint64) {
		words := make([]string, min(len(source), 200))
		for i := range words {
			words[i] = string(rune(source[i]))
		}
		m := &maker{Rand: rand.New(rand.NewPCG(seed, 0)), glued: true}
		documents := []*page.Document{m.document(words, 1), m.document(words, 30), m.document(words, 5)}
		for _, d := range documents {
			for i := range d.Blocks {
				if len(source) > 0 && source[i%len(source)] > 250 { // any range may come
					d.Blocks[i].Start, d.Blocks[i].End = int32(m.Uint32()), int32(m.Uint32())
				}
			}
		}
		check(t, documents, true)
		for _, d := range documents {
			checkItself(t, d)
		}
	})
}

// TestMergeStops: a merger stops soon when its context is done.
func TestMergeStops(t *testing.T) {
	small, large := new(page.Document), new(page.Document)
	for i := range int32(20_000) {
		small.Blocks = append(small.Blocks, page.Block{Text: "one", Start: 4 * i, End: 4*i + 3})
		large.Blocks = append(large.Blocks, page.Block{Text: "one two", Start: 4 * i, End: 4*i + 3, Keep: true})
	}
	all, documents := hostile.DoneAfter(t.Context(), math.MaxInt), []*page.Document{small, large}
	if _, err := merge(all, []string{"a", "b"}, documents); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 2, 1000, all.Looks() - 1} {
		ctx := hostile.DoneAfter(t.Context(), n)
		united, err := merge(ctx, []string{"a", "b"}, documents)
		if !errors.Is(err, ctx.Err()) || err == nil || len(united.Blocks) > 0 || ctx.Looks() > n+100 {
			t.Errorf("after %d looks: %v, %d blocks, %d looks", n, err, len(united.Blocks), ctx.Looks())
		}
	}
}
