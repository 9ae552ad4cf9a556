package victor

import (
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/eight"
	"github.com/seed42075109/justext/internal/scripts"
)

// Tokens says how the words of a block are counted (docs/victor.md, "Tokens").
type Tokens uint8

const (
	// EnglishTokens are those of Victor's module for English: runs of letters,
	// numbers and underscores, and runs of anything else but white space.
	EnglishTokens Tokens = iota
	// AnyTokens are the same for English and suit other scripts too: marks
	// belong to the letters before them, each Chinese character and Japanese
	// kana is a word, a letter without case may begin a sentence, and the
	// punctuation of other scripts counts like that of English.
	AnyTokens
)

// counts are the results of one pass over the text of a block.
type counts struct {
	chars, alphaChars, numChars, punctChars, whiteChars int32
	alpha, num, mixed, other                            int32 // tokens
	letters                                             int32 // of alpha tokens
	runs                                                int32 // of adjacent alpha tokens
	sentences                                           int32
	lower                                               int32 // alpha tokens that could not begin a sentence
	started, finished                                   bool
	key                                                 uint64 // of the words, for twins
}

// tokens returns N of docs/victor.md, "Tokens": all tokens but punctuation.
func (c *counts) tokens() int32 { return c.alpha + c.num + c.mixed + c.other }

// A charClass is a set of the classes that a character is in.
type charClass uint16

const (
	letterChar charClass = 1 << iota
	digitChar            // 0-9
	wordChar             // letters, digits, underscore, other numbers
	punctChar            // , : ; . ? !
	endChar              // . ? !
	spaceChar
	upperChar // may begin a sentence
	aloneChar // a word by itself
	oddChar   // a word character that is neither a letter nor a digit 0-9
)

var asciiClass = func() (table [utf8.RuneSelf]charClass) {
	for c := range rune(utf8.RuneSelf) {
		switch {
		case 'A' <= c && c <= 'Z':
			table[c] = letterChar | wordChar | upperChar
		case 'a' <= c && c <= 'z':
			table[c] = letterChar | wordChar
		case '0' <= c && c <= '9':
			table[c] = digitChar | wordChar
		case c == '_':
			table[c] = wordChar | oddChar
		case unicode.IsSpace(c) || 0x1c <= c && c <= 0x1f:
			table[c] = spaceChar
		case c == '.' || c == '?' || c == '!':
			table[c] = punctChar | endChar
		case c == ',' || c == ':' || c == ';':
			table[c] = punctChar
		}
	}
	return table
}()

// classOf returns the classes of a character that is not ASCII.
func (t Tokens) classOf(r rune) charClass {
	switch {
	case unicode.IsLetter(r):
		return letterChar | wordChar | t.letterClass(r)
	case unicode.IsSpace(r):
		return spaceChar
	case unicode.IsNumber(r):
		return wordChar | oddChar
	case t == AnyTokens:
		return foreignClass(r)
	}
	return 0
}

func (t Tokens) letterClass(r rune) (c charClass) {
	if unicode.IsUpper(r) || t == AnyTokens && !unicode.IsLower(r) {
		c = upperChar
	}
	if t == AnyTokens && scripts.IsAlone(r) {
		c |= aloneChar
	}
	return c
}

// foreignClass is for marks and for the punctuation of other scripts.
func foreignClass(r rune) charClass {
	switch r {
	case '。', '！', '？', '．', '؟', '۔', '।', '॥', '።', '։', '။', '។', '…', '｡':
		return punctChar | endChar
	case '，', '、', '；', '：', '،', '؛', '·', '፣', '၊':
		return punctChar
	}
	if unicode.IsMark(r) {
		return letterChar | wordChar
	}
	return 0
}

// A counter counts the tokens of a block.
type counter struct {
	counts
	run     charClass // all classes of characters in the token that is being read
	common  charClass // the classes that all its characters have
	first   charClass // of its first character
	last    charClass
	length  int32
	wasWord bool // the token before was an alpha token
	seen    bool // there was an alpha token
	gap     bool // something other than words came since the last
}

// Parameters of FNV-1a, 64 bits. The key of words takes up to eight letters at a time.
const (
	keyStart = 14695981039346656037
	keyPrime = 1099511628211
)

// count counts the characters and tokens of a text.
func (t Tokens) count(text []byte) counts {
	c := counter{}
	c.key = keyStart
	for i := 0; i < len(text); {
		if letters, n := firstLetters(text[i:]); n > 0 {
			c.addLetters(letters, n)
			i += n
			continue
		}
		r, size, class := rune(text[i]), 1, charClass(0)
		if r < utf8.RuneSelf {
			class = asciiClass[r]
		} else {
			r, size = utf8.DecodeRune(text[i:])
			class = t.classOf(r)
		}
		c.char(r, class)
		i += size
	}
	c.endToken()
	return c.counts
}

// firstLetters returns the ASCII letters that text begins with, at most eight, as a number
// whose lowest byte is the first of them, and how many there are.
func firstLetters(text []byte) (letters uint64, n int) {
	if len(text) >= 8 {
		number := eight.Bytes(text)
		others := ^eight.Letters(number) & eight.High
		if others == 0 {
			return number, 8
		}
		n = eight.First(others)
		return number & (1<<(8*n) - 1), n
	}
	for n < len(text) && text[n] < utf8.RuneSelf && asciiClass[text[n]]&letterChar != 0 {
		letters |= uint64(text[n]) << (8 * n)
		n++
	}
	return letters, n
}

// addLetters takes the next n characters, which are ASCII letters, as char would take one
// after the other. Most text is of them.
func (c *counter) addLetters(letters uint64, n int) {
	first := asciiClass[byte(letters)]
	c.goOn(first)
	c.chars += int32(n)
	c.alphaChars += int32(n)
	c.length += int32(n)
	c.common &= letterChar | wordChar
	c.last = letterChar | wordChar
	c.addKey(letters)
}

// char takes the next character.
func (c *counter) char(r rune, class charClass) {
	c.chars++
	switch {
	case class&spaceChar != 0:
		c.whiteChars++
		c.endToken()
		c.gap = true
		return
	case class&letterChar != 0:
		c.alphaChars++
	case class&digitChar != 0:
		c.numChars++
	case class&punctChar != 0:
		c.punctChars++
	}
	c.goOn(class)
	c.length++
	c.common &= class
	c.last = class
	if class&wordChar == 0 {
		c.gap = true
		return
	}
	c.addKey(uint64(r))
}

// goOn ends the token if a character of a class does not belong to it. A token goes on
// while its characters are all word characters or all are not.
func (c *counter) goOn(class charClass) {
	if c.length > 0 && ((c.run^class)&wordChar != 0 || class&aloneChar != 0 || c.run&aloneChar != 0) {
		c.endToken()
	}
	if c.length == 0 {
		c.common, c.first = class, class
	}
	c.run |= class
}

// addKey adds word characters to the key of the words, in which one dash stands for what is
// between two words.
func (c *counter) addKey(chars uint64) {
	if c.gap && c.key != keyStart {
		c.key = (c.key ^ '-') * keyPrime
	}
	c.gap = false
	c.key = (c.key ^ chars) * keyPrime
	c.key ^= c.key >> 32 // or the last of eight letters would change its highest byte only
}

// endToken counts the token that has been read.
func (c *counter) endToken() {
	if c.length == 0 {
		return
	}
	alpha := c.common&letterChar != 0
	switch {
	case alpha:
		c.alphaToken()
	case c.common&digitChar != 0:
		c.num++
	case c.common&punctChar != 0: // not counted at all
	case c.common&wordChar != 0 && c.run&oddChar == 0:
		c.mixed++
	default:
		c.other++
	}
	if c.last&endChar != 0 {
		c.sentences++
		c.finished = c.seen
	}
	c.wasWord = alpha
	c.length, c.run = 0, 0
}

func (c *counter) alphaToken() {
	if !c.seen {
		c.started = c.first&upperChar != 0
	}
	c.seen, c.finished = true, false
	if !c.wasWord {
		c.runs++
	}
	c.alpha++
	if c.first&upperChar == 0 {
		c.lower++
	}
	c.letters += c.length
}
