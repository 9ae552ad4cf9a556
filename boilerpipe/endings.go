package boilerpipe

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Endings are phrases that stand where the text of an article has ended, such as
// the heading of the readers' comments. They are in lower case.
type Endings struct {
	Prefixes    []string // a block begins with it
	AfterNumber []string // a block begins with digits and directly behind them this
	Phrases     []string // it stands somewhere in a block
	Whole       []string // it is the whole block

	MaxWords  int // blocks with more words are no endings
	MinLength int // nor are those with a shorter text, in UTF-16 units as boilerpipe counts
}

// EnglishEndings returns the phrases of boilerpipe 1.2.0, which are those of
// English news and one of Swedish.
func EnglishEndings() Endings {
	return Endings{
		Prefixes:    []string{"comments", "© reuters", "please rate this", "post a comment"},
		AfterNumber: []string{" comments", " users responded in"},
		Phrases: []string{"what you think...", "add your comment", "add comment", "reader views", "have your say",
			"reader comments", "rätta artikeln"},
		Whole:     []string{"thanks for your comments - this feedback is now closed"},
		MaxWords:  14,
		MinLength: 8,
	}
}

// EnglishTerminatingBlocks labels the blocks that stand where the text of an
// English article has ended with [LabelIndicatesEndOfText]. It is
// [TerminatingBlocks] with [EnglishEndings].
func EnglishTerminatingBlocks(d *TextDocument) (changed bool) { return english.label(d) }

var english = EnglishEndings()

// TerminatingBlocks labels the blocks that have one of the phrases with
// [LabelIndicatesEndOfText], for [IgnoreBlocksAfterContent] further on.
func TerminatingBlocks(endings Endings) Filter {
	return func(d *TextDocument) (changed bool) { return endings.label(d) }
}

func (e *Endings) label(d *TextDocument) (changed bool) {
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Words <= e.MaxWords && e.match(trim(b.Text)) {
			b.Labels |= LabelIndicatesEndOfText
			changed = true
		}
	}
	return changed
}

// match reports whether a text is an ending.
func (e *Endings) match(text string) bool {
	if len(text) < e.MinLength || units(text) < e.MinLength {
		return false
	}
	text = strings.Map(unicode.ToLower, text)
	behindNumber := strings.TrimLeft(text, "0123456789")
	return anyOf(e.Prefixes, text, strings.HasPrefix) ||
		len(behindNumber) < len(text) && anyOf(e.AfterNumber, behindNumber, strings.HasPrefix) ||
		anyOf(e.Phrases, text, strings.Contains) ||
		anyOf(e.Whole, text, func(text, whole string) bool { return text == whole })
}

func anyOf(phrases []string, text string, has func(text, phrase string) bool) bool {
	for _, phrase := range phrases {
		if has(text, phrase) {
			return true
		}
	}
	return false
}

// units returns the length of a text in UTF-16 units.
func units(text string) (n int) {
	if isASCII(text) {
		return len(text)
	}
	for _, r := range text {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
