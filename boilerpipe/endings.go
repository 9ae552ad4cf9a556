package boilerpipe

import (
	"bytes"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Endings are phrases that stand where the text of an article has ended, such as
// the heading of the readers' comments. They are compared without regard to case.
type Endings struct {
	Prefixes    []string // the block begins with one of these
	AfterNumber []string // the block begins with digits, directly followed by one of these
	Phrases     []string // the block contains one of these
	Whole       []string // the block is one of these

	MaxWords  int // a block of more words is no ending; 0 means no limit
	MinLength int // nor is a block with a shorter text; in UTF-16 units, as in boilerpipe
}

// EnglishEndings returns the phrases of boilerpipe 1.2.0: those of English news
// pages, and one of Swedish ones.
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

// EnglishTerminatingBlocks is [TerminatingBlocks] with [EnglishEndings].
func EnglishTerminatingBlocks(d *TextDocument) (changed bool) { return english.label(d) }

// TerminatingBlocks returns a filter that labels the blocks that are endings with
// [LabelIndicatesEndOfText], for [IgnoreBlocksAfterContent].
func TerminatingBlocks(endings Endings) Filter { return newPhrases(endings).label }

// phrases are Endings in lower case, as bytes that can be searched for in a buffer.
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
	return d.each(func(b *TextBlock) bool {
		text := trim(b.Text)
		if p.maxWords > 0 && b.Words > p.maxWords || len(text) < p.minLength || units(text) < p.minLength {
			return false
		}
		lower = appendLower(lower[:0], text)
		return p.match(lower) && b.label(LabelIndicatesEndOfText)
	})
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
	afterNumber := bytes.TrimLeft(text, "0123456789")
	return anyOf(p.prefixes, text, bytes.HasPrefix) ||
		len(afterNumber) < len(text) && anyOf(p.afterNumber, afterNumber, bytes.HasPrefix) ||
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
