package victor

import (
	"strconv"

	"github.com/seed42075109/justext/victor/langid"
)

// This file has the features of a block, each under its definition (reference,
// section 5; where the papers have another name it is in brackets).

// A feature is a column of the table: what of a block has which values.
type feature struct {
	name        string
	limit       int32  // the largest value
	bins        string // in words
	of          func(p *layout, b *block) int32
	ofParagraph func(p *layout, g *paragraph) int32 // instead
}

// groupSteps and ratioSteps are the largest values of shares.
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

// features is the table of Victor's features, in the order of the reference.
var features = []feature{
	near("token.alpha-abs", wordBins, func(_ *layout, b *block) int32 { return b.alpha }),
	near("token.num-abs", tokenBins, func(_ *layout, b *block) int32 { return b.num }),
	near("token.mixed-abs", tokenBins, func(_ *layout, b *block) int32 { return b.mixed }),
	near("token.other-abs", tokenBins, func(_ *layout, b *block) int32 { return b.other }),
	share("token.alpha-rel", func(_ *layout, b *block) (int32, int32) { return b.alpha, b.tokens() }),
	share("token.num-rel", func(_ *layout, b *block) (int32, int32) { return b.num, b.tokens() }),
	share("token.mixed-rel", func(_ *layout, b *block) (int32, int32) { return b.mixed, b.tokens() }),
	share("token.other-rel", func(_ *layout, b *block) (int32, int32) { return b.other, b.tokens() }),
	near("sentence.count", tokenBins, func(_ *layout, b *block) int32 { return b.sentences }),
	near("avg-word-length", lengthBins, avgWordLength),
	near("avg-word-run", runBins, avgWordRun),
	flag("sentence-not-started", func(_ *layout, b *block) bool { return !b.started }),
	flag("sentence-not-finished", func(_ *layout, b *block) bool { return !b.finished }),
	share("char.alpha-rel", func(_ *layout, b *block) (int32, int32) { return b.alphaChars, b.chars }),
	share("char.num-rel", func(_ *layout, b *block) (int32, int32) { return b.numChars, b.chars }),
	share("char.punct-rel", func(_ *layout, b *block) (int32, int32) { return b.punctChars, b.chars }),
	share("char.white-rel", func(_ *layout, b *block) (int32, int32) { return b.whiteChars, b.chars }),
	share("char.other-rel", func(_ *layout, b *block) (int32, int32) { return b.otherChars(), b.chars }),
	number("looks-like-bullet", 304, func(p *layout, b *block) int32 { return int32(bullet(p.textOf(b))) }),
	near("twins", twinBins, func(_ *layout, b *block) int32 { return b.twins }),
	flag("first-twin", func(_ *layout, b *block) bool { return b.firstTwin }),
	number("regexp.url", 3, func(p *layout, b *block) int32 { return int32(url(p.textOf(b))) }),
	number("regexp.date", dateDay, regexpDate),
	number("regexp.time", 2, regexpTime),
	within("container.p", inP),
	within("container.a", inA),
	within("container.u", inU),
	within("container.img", inImg),
	within("container.class-bold", inBold),
	within("container.class-italic", inItalic),
	within("container.class-headers", inHeaders),
	within("container.class-lists", inLists),
	within("container.class-forms", inForms),
	near("split.p", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.p) }),
	near("split.br", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.br) }),
	near("split.hr", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.hr) }),
	near("split.class-inline", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.inline) }),
	near("split.class-block", splitBins, func(_ *layout, b *block) int32 { return int32(b.split.block) }),
	scaled("td-group.word-rel", groupSteps, func(p *layout, b *block) (int32, int32) { return p.tdWords[b.td], p.words }),
	scaled("div-group.word-rel", groupSteps, func(p *layout, b *block) (int32, int32) { return p.divWords[b.div], p.words }),
	number("document.max-td-group", groupSteps, func(p *layout, _ *block) int32 { return p.maxTd }),
	number("document.max-div-group", groupSteps, func(p *layout, _ *block) int32 { return p.maxDiv }),
	share("position", func(p *layout, b *block) (int32, int32) { return b.index, int32(len(p.blocks)) }),
	near("document.word-count", pageWordBins, func(p *layout, _ *block) int32 { return p.words }),
	near("document.sentence-count", pageBins, func(p *layout, _ *block) int32 { return p.sentences }),
	near("document.block-count", pageBins, func(p *layout, _ *block) int32 { return int32(len(p.blocks)) }),
}

// languageFeatures are the two values of package langid (seed, "Content-based
// features"; reference, section 9). They want a Template with a Language. Short
// blocks have extreme values.
var languageFeatures = []feature{
	number("langid1", langSteps, byLanguage((*langid.Profile).Distance)),
	number("langid2", langSteps, byLanguage((*langid.Profile).Foreign)),
}

// langSteps is the largest value of a language feature.
const langSteps = 20

// byLanguage divides the values from 0 to 1 evenly, as scale does. A page that
// was read without a language has 0.
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

// avgWordLength is the mean of the letters of alpha tokens, rounded half up.
func avgWordLength(_ *layout, b *block) int32 { return rounded(b.letters, b.alpha) }

// avgWordRun (sentence.avg-length) is the number of tokens by that of runs of
// adjoining alpha tokens, rounded half up.
func avgWordRun(_ *layout, b *block) int32 { return rounded(b.tokens(), b.runs) }

func regexpDate(p *layout, b *block) int32 {
	if b.numChars < 2 {
		return 0
	}
	return int32(date(p.textOf(b)))
}

func regexpTime(p *layout, b *block) int32 {
	if b.numChars < 3 {
		return 0
	}
	return int32(clock(p.textOf(b)))
}

// near makes a feature of a count: the largest bin that is not above it, or 0.
func near(name string, bins []int32, of func(*layout, *block) int32) feature {
	limit := bins[len(bins)-1]
	return feature{name: name, limit: limit, bins: "near " + listed(bins),
		of: func(p *layout, b *block) int32 { return bin(of(p, b), bins) }}
}

// bin returns the largest of the bins that is not above a value, or 0.
func bin(value int32, bins []int32) (found int32) {
	for _, b := range bins {
		if b > value {
			break
		}
		found = b
	}
	return found
}

func listed(bins []int32) (text string) {
	for i, b := range bins {
		if i > 0 {
			text += " "
		}
		text += strconv.Itoa(int(b))
	}
	return text
}

// share makes a feature of the share of a part in a whole, from 0 to 10.
func share(name string, of func(*layout, *block) (part, whole int32)) feature {
	return scaled(name, ratioSteps, of)
}

// scaled makes a feature of a share, from 0 to steps.
func scaled(name string, steps int32, of func(*layout, *block) (part, whole int32)) feature {
	return feature{name: name, limit: steps, bins: "scale " + strconv.Itoa(int(steps)),
		of: func(p *layout, b *block) int32 {
			part, whole := of(p, b)
			return scale(part, whole, steps)
		}}
}

// scale divides the shares from 0 to 1 evenly into steps+1 values.
func scale(part, whole, steps int32) int32 {
	if whole == 0 {
		return 0
	}
	return int32(min(int64(steps), int64(part)*int64(steps+1)/int64(whole)))
}

// rounded divides and rounds half up; it is 0 where there is nothing.
func rounded(part, whole int32) int32 {
	if whole == 0 {
		return 0
	}
	return (2*part + whole) / (2 * whole)
}

// number makes a feature of a number from 0 to limit.
func number(name string, limit int32, of func(*layout, *block) int32) feature {
	return feature{name: name, limit: limit, bins: "0 to " + strconv.Itoa(int(limit)), of: of}
}

func flag(name string, of func(*layout, *block) bool) feature {
	return feature{name: name, limit: 1, bins: "0 1", of: func(p *layout, b *block) int32 { return truth(of(p, b)) }}
}

func truth(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// within makes a feature of whether an element is open around the block.
func within(name string, what inside) feature {
	return flag(name, func(_ *layout, b *block) bool { return b.inside&what != 0 })
}

// findFeature returns the feature of a name, or nil.
func findFeature(name string) *feature {
	for _, table := range [...][]feature{features, languageFeatures, paragraphFeatures} {
		for i := range table {
			if table[i].name == name {
				return &table[i]
			}
		}
	}
	return nil
}
