package boilerpipe

import (
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/scripts"
)

// This file counts words, and lines of 80 columns (docs/boilerpipe.md, "Words and
// lines"). A token ends at spaces, and between a word character and a character that
// is neither one nor punctuation that holds tokens together, such as the apostrophe
// in "don't". A token with a letter or number is a word.

// A charClass says what a character is in a token.
type charClass uint8

const (
	spaceChar charClass = 0
	wordChar  charClass = 1 << iota // letter, digit, underscore, or a mark after one
	gluePunct                       // punctuation that holds a token together
	otherChar
	countable // makes a word of its token
	baseChar  // a non-spacing mark after it is a word character
)

// parting are the two classes between which a token ends.
const parting = wordChar | otherChar

var asciiClasses = func() (table [utf8.RuneSelf]charClass) {
	for c := range table {
		table[c] = otherChar
	}
	for c := 'a'; c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = wordChar|countable|baseChar, wordChar|countable|baseChar
	}
	for c := '0'; c <= '9'; c++ {
		table[c] = wordChar | countable | baseChar
	}
	for _, c := range `"'.,!@-:;$?()/` {
		table[c] = gluePunct
	}
	table['_'] = wordChar
	table[' '] = spaceChar
	return table
}()

// separatorMark is the character by which boilerpipe marks the ends of tokens, and
// which therefore ends a token if a page has it.
const separatorMark = '\u2063'

// letterRanges are the most frequent letters beyond ASCII, for which package unicode
// takes longer.
var letterRanges = [...]struct{ first, last rune }{
	{0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2c1}, {0x388, 0x38a}, {0x38e, 0x3a1}, {0x3a3, 0x3f5}, {0x400, 0x481},
	{0x4e00, 0x9fff}, {0xac00, 0xd7a3}, {0x3041, 0x3096}, {0x30a1, 0x30fa},
}

// classOf returns the class of a character beyond ASCII. afterBase says whether the
// character before it is a letter, a digit or a mark on one.
func classOf(r rune, afterBase bool) charClass {
	for _, letters := range letterRanges {
		if letters.first <= r && r <= letters.last {
			return wordChar | countable | baseChar
		}
	}
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return wordChar | countable | baseChar
	case afterBase && unicode.Is(unicode.Mn, r):
		return wordChar | baseChar
	case unicode.Is(unicode.Nl, r), unicode.Is(unicode.No, r):
		return otherChar | countable
	}
	return otherChar
}

// A wordCount counts the words of a block.
type wordCount struct {
	byScript bool // letters of scripts without spaces are counted
	inAnchor bool

	words, anchorWords int
	width              int // of the line so far, with a space after each word
	lineWords          int
	lines              int // full lines

	token token
}

// A token is what is known of the current token.
type token struct {
	last      charClass // of its last character, spaceChar at the beginning
	isWord    bool
	separated bool // a separatorMark of the page follows
	units     int  // length in UTF-16 units
	unspaced  int  // letters of scripts without spaces, if they are counted
	spaced    bool // it has other letters or numbers
}

// lineWidth is the width of a line in UTF-16 units.
const lineWidth = 80

func newWordCount(byScript, inAnchor bool) wordCount {
	return wordCount{byScript: byScript, inAnchor: inAnchor, width: -1}
}

// add counts the words of a text. No word reaches across its ends. Its only white
// space is U+0020.
func (c *wordCount) add(text []byte) {
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			class := asciiClasses[b]
			if class&baseChar != 0 && c.token.last&baseChar != 0 && !c.token.separated {
				c.token.units++ // inside a word
				c.token.spaced = true
				i++
				continue
			}
			c.char(class, 1)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		c.wide(r)
		i += size
	}
	c.endToken()
}

// wide takes a character beyond ASCII.
func (c *wordCount) wide(r rune) {
	if r == separatorMark {
		c.token.separated = true
		return
	}
	units := 1
	if r > 0xffff {
		units = 2
	}
	class := classOf(r, c.token.last&baseChar != 0 && !c.token.separated)
	if c.byScript && class&countable != 0 && scripts.IsUnmarked(r) {
		c.char(class&^countable, units)
		c.token.isWord = true
		c.token.unspaced++
		return
	}
	c.char(class, units)
}

// char adds a character to the token, or ends the token before it.
func (c *wordCount) char(class charClass, units int) {
	t := &c.token
	switch {
	case class == spaceChar:
		c.endToken()
		return
	case t.separated && (t.last|class)&gluePunct == 0, (t.last|class)&parting == parting:
		c.endToken()
	}
	t.separated = false
	t.last = class
	t.units += units
	if class&countable != 0 {
		t.isWord, t.spaced = true, true
	}
}

// endToken counts the token if it is a word.
func (c *wordCount) endToken() {
	t := c.token
	c.token = token{}
	if !t.isWord {
		return
	}
	if t.unspaced == 0 {
		c.word(t.units)
		return
	}
	words := wordsOf(t.unspaced)
	if t.spaced {
		words++
	}
	for range words {
		c.word(t.units / words)
	}
}

// word counts a word of a length in UTF-16 units.
func (c *wordCount) word(units int) {
	c.words++
	if c.inAnchor {
		c.anchorWords++
	}
	c.lineWords++
	c.width += units + 1
	if c.width > lineWidth {
		c.lines++
		c.width = units
		c.lineWords = 1
	}
}

// wrapped returns the number of words in full lines and the number of these lines. If
// no line is full, it returns the number of all words and 1.
func (c *wordCount) wrapped() (words, lines int) {
	if c.lines == 0 {
		return c.words, 1
	}
	return c.words - c.lineWords, c.lines
}

// lettersPerWord is how many letters of a script without spaces count as a word
// (docs/boilerpipe.md, "Words by script").
const lettersPerWord = 2

// wordsOf returns how many words a number of such letters are, rounded up.
func wordsOf(letters int) int { return (letters + lettersPerWord - 1) / lettersPerWord }
