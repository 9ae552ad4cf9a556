package conformance_test

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/stoplists"
)

// This file asks how small a corpus may be before the list cut from it is bad.
// Texts of a known distribution are drawn: that of a large language's table.

// A population is the words of a language and the share of each in running text.
// The words beyond the table become rarer by the power law that goes on from its
// last word and makes the shares add up to 1.
type population struct {
	words      []string
	cumulative []float64
	exponent   float64
}

const corpusCoverage = 0.70

func readPopulation(t *testing.T, lang string) *population {
	t.Helper()
	p := new(population)
	sum, last := 0.0, 0.0
	lines := bufio.NewScanner(refdata.Gunzip(t, filepath.Join(shared, "wordfreq", lang+".tsv.gz")))
	for lines.Scan() {
		word, perBillion, _ := strings.Cut(lines.Text(), "\t")
		var err error
		if last, err = strconv.ParseFloat(perBillion, 64); err != nil {
			t.Fatal(err)
		}
		sum += last / 1e9
		p.words, p.cumulative = append(p.words, word), append(p.cumulative, sum)
	}
	p.exponent = 1 + float64(len(p.words))*last/1e9/(1-sum)
	return p
}

// draw draws a running word, by its rank from 0.
func (p *population) draw(r *rand.Rand) int {
	n := len(p.words)
	if u := r.Float64(); u < p.cumulative[n-1] {
		return sort.SearchFloat64s(p.cumulative, u)
	}
	return int(min(float64(n)*math.Pow(r.Float64(), -1/(p.exponent-1)), 1e15))
}

// word spells the word of a rank; beyond the table it is one that no page has.
func (p *population) word(rank int) string {
	if rank < len(p.words) {
		return p.words[rank]
	}
	return "\u00d7" + strconv.Itoa(rank) + "a"
}

// share is that of a rank in running text.
func (p *population) share(rank int) float64 {
	n := len(p.words)
	if rank == 0 {
		return p.cumulative[0]
	}
	if rank < n {
		return p.cumulative[rank] - p.cumulative[rank-1]
	}
	return (p.cumulative[n-1] - p.cumulative[n-2]) * math.Pow(float64(rank+1)/float64(n), -p.exponent)
}

// A sample is a list cut from a text that was drawn.
type sample struct {
	ranks  map[int]bool
	list   *stoplists.List
	rarest int // how often its rarest word occurs in the text
}

// A text is drawn from a population, word by word.
type text struct {
	*population
	random *rand.Rand
	words  int
	counts map[int]int // of words, by rank
}

func (p *population) newText() *text {
	return &text{population: p, random: rand.New(rand.NewPCG(1, 2)), counts: make(map[int]int)}
}

// grow draws on until there are so many running words.
func (x *text) grow(words int) {
	for ; x.words < words; x.words++ {
		x.counts[x.draw(x.random)]++
	}
}

// cut cuts the list of a text by the words that occur at least so often. left
// is how many running words are left out by that behind each different word
// that stays; the cut reckons with so many.
func (x *text) cut(atLeast int, left float64) sample {
	var ranks []int
	total := 0.0
	for rank, n := range x.counts {
		if n >= atLeast {
			ranks = append(ranks, rank)
			total += float64(n) + left
		}
	}
	slices.SortFunc(ranks, func(a, b int) int {
		if d := x.counts[b] - x.counts[a]; d != 0 {
			return d
		}
		return strings.Compare(x.word(a), x.word(b))
	})
	frequencies := make([]stoplists.Frequency, len(ranks))
	for i, rank := range ranks {
		frequencies[i] = stoplists.Frequency{Word: x.word(rank), Count: float64(x.counts[rank])}
	}
	s := sample{ranks: make(map[int]bool)}
	s.list, _ = stoplists.Cut(frequencies, total, corpusCoverage)
	for _, rank := range ranks[:s.list.Len()] {
		s.ranks[rank] = true
		s.rarest = x.counts[rank]
	}
	return s
}

// covers is the share of all running words of the language that the list covers.
func (p *population) covers(ranks map[int]bool) (share float64) {
	for rank := range ranks {
		share += p.share(rank)
	}
	return share
}

// full gives the list of the table itself.
func (p *population) full() sample {
	n := sort.SearchFloat64s(p.cumulative, corpusCoverage) + 1
	s := sample{ranks: make(map[int]bool), list: stoplists.New(p.words[:n]...)}
	for rank := range n {
		s.ranks[rank] = true
	}
	return s
}

// overlap is what two lists have in common of what they have together: of the
// words, and of the running words.
func (p *population) overlap(a, b map[int]bool) (words, running float64) {
	both := make(map[int]bool)
	for rank := range a {
		if b[rank] {
			both[rank] = true
		}
	}
	common := p.covers(both)
	return float64(len(both)) / float64(len(a)+len(b)-len(both)), common / (p.covers(a) + p.covers(b) - common)
}

var (
	studyLanguages = []string{"en", "de", "fr", "el", "hi", "id", "pl", "ru", "fi", "tr"}
	studySizes     = []int{5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000}
)

// TestQualityOfSmallCorpora prints what lists of small corpora cover, and what
// they do to pages.
func TestQualityOfSmallCorpora(t *testing.T) {
	refdata.NeedAll(t)
	table := []string{"| language | running words | words | rarest | covers | same words | same running words | F1 | same class |",
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|"}
	for _, lang := range studyLanguages {
		p := readPopulation(t, lang)
		full := p.full()
		var pages []studyPage
		for _, c := range studyPages[:5] {
			if c.lang == lang {
				pages = readStudyPages(t, c.collection, lang)
			}
		}
		byFull := judge(pages, full.list)
		drawn := p.newText()
		for _, size := range studySizes {
			drawn.grow(size)
			s := drawn.cut(1, 0)
			words, running := p.overlap(s.ranks, full.ranks)
			covers := p.covers(s.ranks)
			table = append(table, fmt.Sprintf("| %s | %d | %d | %d | %.3f | %.2f | %.2f | %s |",
				lang, size, s.list.Len(), s.rarest, covers, words, running, judge(pages, s.list).against(byFull)))
			if s.rarest >= stoplists.MinCount && covers < corpusCoverage-0.04 {
				t.Errorf("%s: the rarest of %d words occurs %d times, and they cover %.3f", lang, size, s.rarest, covers)
			}
		}
	}
	refdata.CheckTable(t, "../../stoplists/MEASUREMENTS.md", "lists from corpora cut down", table)
}

// A verdict is what a list makes of pages.
type verdict struct {
	classes [][]justext.Paragraph
	f1      float64
}

func judge(pages []studyPage, list *stoplists.List) (v verdict) {
	for _, page := range pages {
		paragraphs := page.classified(studyConfig(list))
		v.classes = append(v.classes, paragraphs)
		v.f1 += eval.BagOfWords(page.gold, justext.Text(paragraphs)).F1 / float64(len(pages))
	}
	return v
}

// against says how a verdict differs from another: in F1, and in the share of
// words in paragraphs of the same class.
func (v verdict) against(other verdict) string {
	if len(v.classes) == 0 {
		return " | "
	}
	same, all := 0, 0
	for i, paragraphs := range v.classes {
		for j, p := range paragraphs {
			all += int(p.Words)
			if p.Class == other.classes[i][j].Class {
				same += int(p.Words)
			}
		}
	}
	return fmt.Sprintf("%+.4f | %.3f", v.f1-other.f1, float64(same)/float64(all))
}

// TestQualityOfTablesWithoutRareWords prints what lists cover that are cut from
// tables without the words that were counted once, as those of Unilex are, and
// how many running words these are for each different word that stays.
func TestQualityOfTablesWithoutRareWords(t *testing.T) {
	refdata.NeedAll(t)
	const (
		size = 200_000
		left = 2 // as mklists reckons
	)
	table := []string{"| language | whole | without | reckoned with |", "|---|--:|--:|--:|"}
	for _, lang := range studyLanguages {
		p := readPopulation(t, lang)
		drawn := p.newText()
		drawn.grow(size)
		whole, without, reckoned := drawn.cut(1, 0), drawn.cut(2, 0), drawn.cut(2, left)
		table = append(table, fmt.Sprintf("| %s | %.3f | %.3f | %.3f |",
			lang, p.covers(whole.ranks), p.covers(without.ranks), p.covers(reckoned.ranks)))
		if got := p.covers(reckoned.ranks); math.Abs(got-corpusCoverage) > 0.04 {
			t.Errorf("%s: %.3f, reckoned with", lang, got)
		}
	}
	refdata.CheckTable(t, "../../stoplists/MEASUREMENTS.md", "lists from corpora cut down", table)
}
