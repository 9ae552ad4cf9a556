package boilerpipe

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// allFilters are all filters of the package, and whether a second application
// changes nothing.
var allFilters = []struct {
	name       string
	filter     Filter
	idempotent bool
}{
	{"IgnoreBlocksAfterContent", IgnoreBlocksAfterContent(20), true},
	{"TrailingHeadline", TrailingHeadline, true},
	{"BoilerplateBlock", BoilerplateBlock, true},
	{"BoilerplateBlockExcept", BoilerplateBlockExcept(LabelTitle), true},
	{"KeepLargestBlock", KeepLargestBlock, true},
	{"KeepLargestBlockAndLevel(0)", KeepLargestBlockAndLevel(0), false}, // the blocks that it keeps besides may be larger
	{"KeepLargestBlockAndLevel(9)", KeepLargestBlockAndLevel(9), false},
	{"ExpandTitleToContent", ExpandTitleToContent, true},
	{"LargeBlockSameTagLevel", LargeBlockSameTagLevel(9), true},
	{"ListAtEnd", ListAtEnd, false}, // an item that it adds may be larger, and other items may follow that
	{"MarkEverythingContent", MarkEverythingContent, true},
	{"MinWords", MinWords(9), true},
	{"SplitParagraphBlocks", SplitParagraphBlocks, true},
	{"MinClauseWords", MinClauseWords(2), true},
	{"SimpleBlockFusion", SimpleBlockFusion, false}, // a merged block has a density of its own
	{"BlockProximityFusion", BlockProximityFusion(1, AnyBlocks), false},
	{"BlockProximityFusion content", BlockProximityFusion(1, ContentOnly), true},
	{"BlockProximityFusion level", BlockProximityFusion(1, SameTagLevel), false},
	{"DocumentTitleMatch", DocumentTitleMatch, true},
	{"EnglishTerminatingBlocks", EnglishTerminatingBlocks, true},
	{"TerminatingBlocks", TerminatingBlocks(Endings{Whole: []string{"the end"}}), true},
	{"NumWordsRulesClassifier", NumWordsRulesClassifier, true},
	{"DensityRulesClassifier", DensityRulesClassifier, true},
	{"CanolaClassifier", CanolaClassifier, true},
}

// randomDocument has up to six blocks of all kinds.
func randomDocument(random *rand.Rand) *TextDocument {
	texts := []string{"The End", "comments (3)", "A Title", "one two, three four.", "x\ny", "word"}
	var notation []string
	for range random.IntN(7) {
		item := fmt.Sprint(1 + random.IntN(25))
		for _, mark := range "+aTEMhl" {
			if random.IntN(3) == 0 || mark == '+' && random.IntN(2) == 0 {
				item += string(mark)
			}
		}
		notation = append(notation, fmt.Sprintf("%s<%d", item, 3+random.IntN(2)))
	}
	d := documentOf(strings.Join(notation, " "))
	d.Title = "A Title | Site"
	for i := range d.Blocks {
		d.Blocks[i].Text = texts[random.IntN(len(texts))]
	}
	return d
}

// A filter that says that it changed something did, and one that says that it did
// not has changed nothing.
func TestFiltersTellTheTruth(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range allFilters {
		said := map[bool]int{}
		for range 1500 {
			d := randomDocument(random)
			before := fmt.Sprintf("%+v", d)
			changed := f.filter(d)
			for i := range d.Blocks {
				d.Blocks[i].reason = undecided // the reason is not compared
			}
			after := fmt.Sprintf("%+v", d)
			if said[changed]++; changed != (after != before) {
				t.Fatalf("%s: says %v:\n%s\n%s", f.name, changed, before, after)
			}
			if f.idempotent && f.filter(d) {
				t.Fatalf("%s: changes something twice:\n%s\n%s\n%+v", f.name, before, after, d)
			}
		}
		if said[true] == 0 || said[false] == 0 {
			t.Errorf("%s: true %d times, false %d times", f.name, said[true], said[false])
		}
	}
}
