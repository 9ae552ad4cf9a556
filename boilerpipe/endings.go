package boilerpipe

import (
	"bytes"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Endings are phrases that stand where the text of an article has ended, such as
// the heading of the readers' comments. They are found in upper and lower case,
// however they are written here.
type Endings struct {
	Prefixes    []string // a block begins with it
	AfterNumber []string // a block begins with digits and directly behind them this
	Phrases     []string // it stands somewhere in a block
	Whole       []string // it is the whole block

	MaxWords  int // blocks with more words are no endings; 0: no limit
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

// TerminatingBlocks labels the blocks that have one of the phrases with
// [LabelIndicatesEndOfText], for [IgnoreBlocksAfterContent] further on.
func TerminatingBlocks(endings Endings) Filter { return newPhrases(endings).label }

// phrases are Endings in lower case and in bytes, so that they can be looked for in
// a buffer.
type phrases struct {
	prefixes, afterNumber, anywhere, whole [][]byte
	maxWords, minLength                    int
}

var english = newPhrases(EnglishEndings())

func newPhrases(e Endings) *phrases {
	lower := func(texts []string) (all [][]byte) {
		for _, text := range texts {
			all = append(all, appendLower(nil, text))
		}
		return all
	}
	return &phrases{lower(e.Prefixes), lower(e.AfterNumber), lower(e.Phrases), lower(e.Whole), e.MaxWords, e.MinLength}
}

func (p *phrases) label(d *TextDocument) (changed bool) {
	var lower []byte
	for i := range d.Blocks {
		b := &d.Blocks[i]
		text := trim(b.Text)
		if p.maxWords > 0 && b.Words > p.maxWords || len(text) < p.minLength || units(text) < p.minLength {
			continue
		}
		lower = appendLower(lower[:0], text)
		if p.match(lower) {
			changed = b.label(LabelIndicatesEndOfText) || changed
		}
	}
	return changed
}

// appendLower appends a text in lower case.
func appendLower(dst []byte, text string) []byte {
	for _, r := range text {
		switch {
		case 'A' <= r && r <= 'Z':
			dst = append(dst, byte(r)|0x20)
		case r < utf8.RuneSelf:
			dst = append(dst, byte(r))
		default:
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
	}
	return dst
}

// match reports whether a text in lower case is an ending.
func (p *phrases) match(text []byte) bool {
	behindNumber := bytes.TrimLeft(text, "0123456789")
	return anyOf(p.prefixes, text, bytes.HasPrefix) ||
		len(behindNumber) < len(text) && anyOf(p.afterNumber, behindNumber, bytes.HasPrefix) ||
		anyOf(p.whole, text, bytes.Equal) ||
		anyOf(p.anywhere, text, bytes.Contains)
}

func anyOf(phrases [][]byte, text []byte, has func(text, phrase []byte) bool) bool {
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
