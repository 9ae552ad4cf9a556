package view

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
)

// A boilerpipePage is a page that boilerpipe has cut into blocks.
type boilerpipePage struct {
	seg      segmentation
	document *boilerpipe.TextDocument // before any filter
}

// A filter is a filter of an extractor with its name and what it does, in words.
type filter struct {
	name  string
	apply boilerpipe.Filter
	kept  string // why it keeps a block that was dropped before
	lost  string // why it drops a block that was kept before
	tree  func(prev, current, next *boilerpipe.TextBlock) ([]Step, bool)
}

var (
	terminating = filter{name: "EnglishTerminatingBlocks", apply: boilerpipe.EnglishTerminatingBlocks}
	titleMatch  = filter{name: "DocumentTitleMatch", apply: boilerpipe.DocumentTitleMatch}
	numWords    = filter{name: "NumWordsRulesClassifier", apply: boilerpipe.NumWordsRulesClassifier, kept: "the tree of numbers of words takes it for content", lost: "the tree of numbers of words takes it for boilerplate", tree: numWordsPath}
	density     = filter{name: "DensityRulesClassifier", apply: boilerpipe.DensityRulesClassifier, kept: "the tree of densities takes it for content", lost: "the tree of densities takes it for boilerplate", tree: densityPath}
	canola      = filter{name: "CanolaClassifier", apply: boilerpipe.CanolaClassifier, kept: "the rules learned from Canola take it for content", lost: "the rules learned from Canola take it for boilerplate", tree: canolaPath}
	afterEnd    = filter{name: "IgnoreBlocksAfterContent", apply: boilerpipe.IgnoreBlocksAfterContent(60), lost: "it is after the end of the article"}
	fusion      = filter{name: "BlockProximityFusion", apply: boilerpipe.BlockProximityFusion(1, boilerpipe.AnyBlocks), kept: "merged with the content block after it"}
	fuseContent = filter{name: "BlockProximityFusion, content only", apply: boilerpipe.BlockProximityFusion(1, boilerpipe.ContentOnly)}
	remove      = filter{name: "BoilerplateBlock", apply: boilerpipe.BoilerplateBlock}
	largest     = filter{name: "KeepLargestBlock", apply: boilerpipe.KeepLargestBlock, lost: "another run of content is larger"}
	expand      = filter{name: "ExpandTitleToContent", apply: boilerpipe.ExpandTitleToContent, kept: "it is between the title and the content"}
	split       = filter{name: "SplitParagraphBlocks", apply: boilerpipe.SplitParagraphBlocks}
	clauses     = filter{name: "MinClauseWords", apply: boilerpipe.MinClauseWords(5), lost: "it has no clause of five words"}
	sameDensity = filter{name: "SimpleBlockFusion", apply: boilerpipe.SimpleBlockFusion}
	everything  = filter{name: "MarkEverythingContent", apply: boilerpipe.MarkEverythingContent, kept: "everything is kept"}
)

// minWords is the filter that drops blocks with fewer than k words.
func minWords(k int) filter {
	return filter{name: "MinWords", apply: boilerpipe.MinWords(k), lost: fmt.Sprintf("it has fewer than %d words", k)}
}

// extractors are the extractors with the filters that package boilerpipe gives them;
// TestTexts compares the two.
var extractors = []struct {
	name, call string
	filters    []filter
}{
	{"article", "Article", []filter{terminating, titleMatch, numWords, afterEnd, fusion, remove, fuseContent, largest, expand}},
	{"article-sentences", "ArticleSentences", []filter{terminating, titleMatch, numWords, afterEnd, fusion, remove, fuseContent, largest, expand, split, clauses}},
	{"canola", "Canola", []filter{canola}},
	{"default", "Default", []filter{sameDensity, fusion, density}},
	{"largest-content", "LargestContent", []filter{numWords, fusion, largest}},
	{"num-words-rules", "NumWordsRules", []filter{numWords}},
	{"everything", "KeepEverything", []filter{everything}},
}

func extractorNames() []string {
	names := make([]string, len(extractors))
	for i := range extractors {
		names[i] = extractors[i].name
	}
	return names
}

// extractorNumber returns the number of an extractor, 0 if there is no such name.
func extractorNumber(name string) int { return max(0, slices.Index(extractorNames(), name)) }

// boilerpipeFilters returns the filters that a method names.
func boilerpipeFilters(m *Method) []filter {
	x := extractors[extractorNumber(m.get("extractor"))]
	if k := toInt(m.get("min-words")); x.name == "everything" && k > 0 {
		return []filter{sameDensity, everything, minWords(k)}
	}
	return x.filters
}

// newBoilerpipe returns an extractor with filters.
func newBoilerpipe(filters []filter, byScript bool) (*boilerpipe.Extractor, error) {
	config := boilerpipe.DefaultConfig()
	config.Options, config.WordsByScript = options(), byScript
	var list boilerpipe.Filters
	for _, f := range filters {
		list = append(list, f.apply)
	}
	return boilerpipe.New(list, config)
}

// boilerpipePage returns the page as blocks.
func (p *Page) boilerpipePage(byScript bool) (*boilerpipePage, error) {
	d := p.open()
	if known := d.boilerpipe[byScript]; known != nil {
		return known, nil
	}
	x, err := newBoilerpipe(nil, byScript)
	if err != nil {
		return nil, err
	}
	document, err := x.Segment(context.Background(), bytes.NewReader(d.text), utf8Page)
	if err != nil && len(document.Blocks) == 0 {
		return nil, err
	}
	b := &boilerpipePage{document: document, seg: segmentation{id: fmt.Sprint("boilerpipe/", byScript), blocks: make([]block, len(document.Blocks))}}
	for i := range document.Blocks {
		t := &document.Blocks[i]
		b.seg.blocks[i] = block{stretch{t.Start, t.End}, t.Text, false}
	}
	d.boilerpipe[byScript] = b
	return b, nil
}

// A filtered is the document after a filter: for each block of the page the block
// that it has become a part of.
type filtered struct {
	blocks []boilerpipe.TextBlock
	of     []int32 // by block of the page: index in blocks, or -1 if it was removed
}

// content reports whether block i of the page is content.
func (f *filtered) content(i int) bool { return f.of[i] >= 0 && f.blocks[f.of[i]].Content }

// follow returns the document after a filter, by the document before it. A filter
// either merges neighbours, removes blocks or divides what was merged, so that a block
// of the page is in the block whose range encloses its own.
func follow(before *filtered, page []block, after []boilerpipe.TextBlock) *filtered {
	f := &filtered{blocks: slices.Clone(after), of: make([]int32, len(page))}
	next := 0
	for i := range page {
		f.of[i] = -1
		if before.of[i] < 0 {
			continue
		}
		for next < len(after) && after[next].End < page[i].end {
			next++
		}
		if next < len(after) && after[next].Start <= page[i].start && page[i].end <= after[next].End {
			f.of[i] = int32(next)
		}
	}
	return f
}

func runBoilerpipe(p *Page, _ *Store, m Method) (*result, error) {
	b, err := p.boilerpipePage(m.is("words-by-script"))
	if err != nil {
		return nil, err
	}
	filters := boilerpipeFilters(&m)
	document := b.document.Clone()
	first := &filtered{blocks: slices.Clone(document.Blocks), of: make([]int32, len(document.Blocks))}
	for i := range first.of {
		first.of[i] = int32(i)
	}
	steps := []*filtered{first}
	for _, f := range filters {
		f.apply(document)
		steps = append(steps, follow(steps[len(steps)-1], b.seg.blocks, document.Blocks))
	}
	r := &result{seg: &b.seg, text: document.Text(), codes: make([]byte, len(b.seg.blocks))}
	numbers := make(map[string]int32)
	for i := range b.seg.blocks {
		r.codes[i] = boilerpipeCode(steps, filters, b.document.Blocks[i].Heading, i)
		r.addReason(numbers, boilerpipeReason(steps, filters, i))
	}
	r.document = func() (*page.Document, error) {
		x, err := newBoilerpipe(filters, m.is("words-by-script"))
		if err != nil {
			return nil, err
		}
		return whole(x.Clean(context.Background(), bytes.NewReader(p.open().text), utf8Page))
	}
	r.details = func(i int) *Details { return boilerpipeDetails(p, b, steps, filters, r, i) }
	return r, nil
}

// boilerpipeCode returns the code of block i after all filters. A classifier judges
// the block by itself, all other filters by its context.
func boilerpipeCode(steps []*filtered, filters []filter, heading bool, i int) byte {
	kept := steps[len(steps)-1].content(i)
	byItself := kept
	for n, f := range filters {
		if f.tree != nil {
			byItself = steps[n+1].content(i)
		}
	}
	switch {
	case kept && heading:
		return keptHeading
	case kept && byItself:
		return keptByItself
	case kept:
		return keptByContext
	case byItself:
		return droppedByContext
	}
	return droppedByItself
}

// boilerpipeReason returns what the last filter that changed block i says, or what the
// classifier said if none changed it.
func boilerpipeReason(steps []*filtered, filters []filter, i int) string {
	reason := "no filter has marked it as content"
	for n, f := range filters {
		before, after := steps[n].content(i), steps[n+1].content(i)
		switch {
		case after && !before && f.kept != "":
			reason = f.kept
		case before && !after && f.lost != "":
			reason = f.lost
		case f.tree != nil && !after:
			reason = f.lost
		}
	}
	return reason
}

// boilerpipeDetails tells all that is known of block i.
func boilerpipeDetails(p *Page, b *boilerpipePage, steps []*filtered, filters []filter, r *result, i int) *Details {
	t := &b.document.Blocks[i]
	d := &Details{Text: []Piece{{Text: t.Text}}, Start: t.Start, End: t.End, Kept: isKept(r.codes[i]), Reason: r.reasons[r.reason[i]],
		Path: p.pathAt(t.Start)}
	for n, f := range filters {
		before, after := steps[n], steps[n+1]
		d.Stages = append(d.Stages, boilerpipeStage(&f, before, after, i))
		if f.tree != nil && before.of[i] >= 0 {
			k := int(before.of[i])
			d.Tree, _ = f.tree(blockAt(before.blocks, k-1), &before.blocks[k], blockAt(before.blocks, k+1))
		}
		if after.of[i] >= 0 {
			d.Tags = labelNames(after.blocks[after.of[i]].Labels)
		}
	}
	d.Numbers = []Number{
		{Name: "Words", Value: float64(t.Words), Max: max(40, float64(t.Words)), Verdict: fmt.Sprintf("%d in links", t.AnchorWords)},
		{Name: "Link density", Value: float64(t.LinkDensity()), Max: 1, Marks: []Threshold{{"highest", 0.333333}}},
		{Name: "Text density", Value: float64(t.TextDensity()), Max: max(20, float64(t.TextDensity())), Unit: "words a line", Marks: []Threshold{{"running text", 9}}},
	}
	return d
}

// labelNames returns the names of labels.
func labelNames(l boilerpipe.Label) []string {
	return strings.FieldsFunc(l.String(), func(r rune) bool { return r == '|' })
}

// noBlock stands for the blocks before the first and after the last one.
var noBlock boilerpipe.TextBlock

func blockAt(blocks []boilerpipe.TextBlock, i int) *boilerpipe.TextBlock {
	if i < 0 || i >= len(blocks) {
		return &noBlock
	}
	return &blocks[i]
}

// boilerpipeStage tells what a filter did with block i.
func boilerpipeStage(f *filter, before, after *filtered, i int) Stage {
	s := Stage{Name: f.name, Class: "boilerplate"}
	was, is := before.of[i], after.of[i]
	switch {
	case is < 0:
		s.Class = "removed"
		s.Changed = was >= 0
		return s
	case after.content(i):
		s.Class = "content"
	}
	a, b := &before.blocks[was], &after.blocks[is]
	merged := b.OffsetEnd-b.OffsetStart > a.OffsetEnd-a.OffsetStart
	added := b.Labels &^ a.Labels
	switch {
	case before.content(i) != after.content(i):
		s.Changed = true
		s.Why = f.lost
		if after.content(i) {
			s.Why = f.kept
		}
	case f.tree != nil && !after.content(i):
		s.Why = f.lost
	case merged:
		s.Changed = true
		s.Why = fmt.Sprintf("merged into blocks %d to %d", b.OffsetStart, b.OffsetEnd)
	}
	if added != 0 {
		s.Changed = true
		if s.Why != "" {
			s.Why += "; "
		}
		s.Why += "labelled " + added.String()
	}
	return s
}
