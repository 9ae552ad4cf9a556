package victor

import (
	"strconv"

	"github.com/seed42075109/justext/victor/langid"
)

// This file has the features of blocks (docs/victor.md, "Features of 2007" and
// "Features of 2008").

// A feature has a value for each block, or for each paragraph.
type feature struct {
	name        string
	limit       int32  // the largest value
	bins        string // the values, in words
	of          func(p *layout, b *block) int32
	ofParagraph func(p *layout, g *paragraph) int32 // of a paragraph; then of is nil

	ofElement bool // of paragraphs, it depends on nothing but the element that is level levels around theirs
	level     int  // less than levels
}

// groupSteps and ratioSteps are the largest values of ratios.
const (
	groupSteps = 4
	ratioSteps = 10
)

var (
	wordBins     = []int32{1, 2, 4, 8, 16, 32, 64, 128}
	tokenBins    = []int32{1, 2, 4, 8, 16}
	lengthBins   = []int32{1, 2, 4, 6, 8, 10}
	runBins      = []int32{1, 2, 3, 4, 6, 8, 12, 16, 32, 64}
	twinBins     = []int32{1, 2, 3, 4}
	splitBins    = []int32{1, 2}
	pageBins     = []int32{1, 8, 16, 32, 64, 128, 256, 512}
	pageWordBins = []int32{1, 32, 64, 128, 256, 512, 1024, 2048}
)

// blockFeatures are the features of 2007, in the order of docs/victor.md.
var blockFeatures = []feature{
	binned("token.alpha-abs", wordBins, func(_ *layout, b *block) int32 { return b.alpha }),
	binned("token.num-abs", tokenBins, func(_ *layout, b *block) int32 { return b.num }),
	binned("token.mixed-abs", tokenBins, func(_ *layout, b *block) int32 { return b.mixed }),
	binned("token.other-abs", tokenBins, func(_ *layout, b *block) int32 { return b.other }),
	ratio("token.alpha-rel", func(_ *layout, b *block) (int32, int32) { return b.alpha, b.tokens() }),
	ratio("token.num-rel", func(_ *layout, b *block) (int32, int32) { return b.num, b.tokens() }),
	ratio("token.mixed-rel", func(_ *layout, b *block) (int32, int32) { return b.mixed, b.tokens() }),
	ratio("token.other-rel", func(_ *layout, b *block) (int32, int32) { return b.other, b.tokens() }),
	binned("sentence.count", tokenBins, func(_ *layout, b *block) int32 { return b.sentences }),
	binned("avg-word-length", lengthBins, avgWordLength),
	binned("avg-word-run", runBins, avgWordRun),
	yesNo("sentence-not-started", func(_ *layout, b *block) bool { return !b.started }),
	yesNo("sentence-not-finished", func(_ *layout, b *block) bool { return !b.finished }),
	ratio("char.alpha-rel", func(_ *layout, b *block) (int32, int32) { return b.alphaChars, b.chars }),
	ratio("char.num-rel", func(_ *layout, b *block) (int32, int32) { return b.numChars, b.chars }),
	ratio("char.punct-rel", func(_ *layout, b *block) (int32, int32) { return b.punctChars, b.chars }),
	ratio("char.white-rel", func(_ *layout, b *block) (int32, int32) { return b.whiteChars, b.chars }),
	ratio("char.other-rel", func(_ *layout, b *block) (int32, int32) { return b.otherChars(), b.chars }),
	numbered("looks-like-bullet", 304, func(p *layout, b *block) int32 { return int32(bulletPattern(p.textOf(b))) }),
	binned("twins", twinBins, func(_ *layout, b *block) int32 { return b.twins }),
	yesNo("first-twin", func(_ *layout, b *block) bool { return b.firstTwin == b.index }),
	numbered("regexp.url", 3, func(p *layout, b *block) int32 { return int32(addressPattern(p.textOf(b))) }),
	numbered("regexp.date", dateDay, regexpDate),
	numbered("regexp.time", 2, regexpTime),
	inElement("container.p", inP),
	inElement("container.a", inA),
	inElement("container.u", inU),
	inElement("container.img", inImg),
	inElement("container.class-bold", inBold),
	inElement("container.class-italic", inItalic),
	inElement("container.class-headers", inHeaders),
	inElement("container.class-lists", inLists),
	inElement("container.class-forms", inForms),
	binned("split.p", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.p) }),
	binned("split.br", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.br) }),
	binned("split.hr", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.hr) }),
	binned("split.class-inline", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.inline) }),
	binned("split.class-block", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.block) }),
	scaled("td-group.word-rel", groupSteps, func(p *layout, b *block) (int32, int32) { return p.tdWords[b.td], p.words }),
	scaled("div-group.word-rel", groupSteps, func(p *layout, b *block) (int32, int32) { return p.divWords[b.div], p.words }),
	numbered("document.max-td-group", groupSteps, func(p *layout, _ *block) int32 { return p.maxTd }),
	numbered("document.max-div-group", groupSteps, func(p *layout, _ *block) int32 { return p.maxDiv }),
	ratio("position", func(p *layout, b *block) (int32, int32) { return b.index, int32(len(p.blocks)) }),
	binned("document.word-count", pageWordBins, func(p *layout, _ *block) int32 { return p.words }),
	binned("document.sentence-count", pageBins, func(p *layout, _ *block) int32 { return p.sentences }),
	binned("document.block-count", pageBins, func(p *layout, _ *block) int32 { return int32(len(p.blocks)) }),
}

// languageFeatures are the features of 2008: the two values of package langid. They
// need a Template with a Language. Short blocks have extreme values.
var languageFeatures = []feature{
	numbered("langid1", langSteps, byLanguage((*langid.Profile).Distance)),
	numbered("langid2", langSteps, byLanguage((*langid.Profile).Foreign)),
}

// langSteps is the largest value of a language feature.
const langSteps = 20

// byLanguage divides the values from 0 to 1 evenly, as scale does. On a page that was
// read without a language the value is 0.
func byLanguage(of func(*langid.Profile, string) float64) func(*layout, *block) int32 {
	return func(p *layout, b *block) int32 {
		if p.format.language == nil {
			return 0
		}
		return int32(min(langSteps, of(p.format.language, string(p.textOf(b)))*(langSteps+1)))
	}
}

func (c *counts) otherChars() int32 {
	return c.chars - c.alphaChars - c.numChars - c.punctChars - c.whiteChars
}

// avgWordLength is the mean number of letters of alpha tokens, rounded half up.
func avgWordLength(_ *layout, b *block) int32 { return rounded(b.letters, b.alpha) }

// avgWordRun is the number of tokens divided by the number of runs of adjacent alpha
// tokens, rounded half up.
func avgWordRun(_ *layout, b *block) int32 { return rounded(b.tokens(), b.runs) }

func regexpDate(p *layout, b *block) int32 {
	if b.numChars < 2 {
		return 0
	}
	return int32(datePattern(p.textOf(b)))
}

func regexpTime(p *layout, b *block) int32 {
	if b.numChars < 3 {
		return 0
	}
	return int32(timePattern(p.textOf(b)))
}

// binned makes a feature of a count: the largest bin that does not exceed it, or 0.
func binned(name string, bins []int32, of func(*layout, *block) int32) feature {
	limit := bins[len(bins)-1]
	return feature{name: name, limit: limit, bins: "near " + listed(bins),
		of: func(p *layout, b *block) int32 { return bin(of(p, b), bins) }}
}

// bin returns the largest of the bins that does not exceed value, or 0.
func bin(value int32, bins []int32) (found int32) {
	for _, b := range bins {
		if b > value {
			break
		}
		found = b
	}
	return found
}

// listed returns bins separated by spaces.
func listed(bins []int32) (text string) {
	for i, b := range bins {
		if i > 0 {
			text += " "
		}
		text += strconv.Itoa(int(b))
	}
	return text
}

// ratio makes a feature of a part of a whole, from 0 to 10.
func ratio(name string, of func(*layout, *block) (part, whole int32)) feature {
	return scaled(name, ratioSteps, of)
}

// scaled makes a feature of a part of a whole, from 0 to steps.
func scaled(name string, steps int32, of func(*layout, *block) (part, whole int32)) feature {
	return feature{name: name, limit: steps, bins: "scale " + strconv.Itoa(int(steps)),
		of: func(p *layout, b *block) int32 {
			part, whole := of(p, b)
			return scale(part, whole, steps)
		}}
}

// scale divides the ratios from 0 to 1 evenly into steps+1 values.
func scale(part, whole, steps int32) int32 {
	if whole == 0 {
		return 0
	}
	return int32(min(int64(steps), int64(part)*int64(steps+1)/int64(whole)))
}

// rounded returns part/whole rounded half up, or 0 if whole is 0.
func rounded(part, whole int32) int32 {
	if whole == 0 {
		return 0
	}
	return (2*part + whole) / (2 * whole)
}

// numbered makes a feature of a number from 0 to limit.
func numbered(name string, limit int32, of func(*layout, *block) int32) feature {
	return feature{name: name, limit: limit, bins: "0 to " + strconv.Itoa(int(limit)), of: of}
}

// yesNo makes a feature of a question: 1 is yes.
func yesNo(name string, of func(*layout, *block) bool) feature {
	return feature{name: name, limit: 1, bins: "0 1", of: func(p *layout, b *block) int32 { return truth(of(p, b)) }}
}

func truth(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// inElement makes a feature that says whether a block is in an element.
func inElement(name string, what inside) feature {
	return yesNo(name, func(_ *layout, b *block) bool { return b.inside&what != 0 })
}

// findFeature returns the feature with a name, or nil.
func findFeature(name string) *feature {
	for _, table := range [...][]feature{blockFeatures, languageFeatures, paragraphFeatures, surroundingFeatures, typeFeatures} {
		for i := range table {
			if table[i].name == name {
				return &table[i]
			}
		}
	}
	return nil
}
