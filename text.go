package justext

import (
	"math/bits"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/eight"
	"github.com/seed42075109/justext/internal/room"
	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/internal/tags"
)

// This file folds the white space of paragraphs and counts their words and characters
// while their text comes in (docs/justext.md, "White space" and "Characters and words").

// A gap is the white space between two words. Where two meet, the larger one stays.
type gap uint8

const (
	noSpace gap = iota
	blankSpace
	newline
)

// A textRun is what is known of the text node that is being read.
type textRun struct {
	between gap  // white space since its last word, or at its beginning
	begun   bool // it has text other than white space
	start   int  // where its first word begins in segmenter.text
}

// A textNode is the text of one text node, without the white space around it, as a part
// of segmenter.text.
type textNode struct{ paragraph, start, end int32 }

// separateWords keeps words apart where one of the separators begins or ends.
func (s *segmenter) separateWords(tag tags.Tag) {
	if s.config.Markup != MarkupHTML || tag == tags.Input && s.isHidden() {
		return
	}
	s.between = max(s.between, blankSpace)
}

// isHidden reports whether the current start tag is of an input that no browser shows. Of
// its end tag, which is implied, it is true.
func (s *segmenter) isHidden() bool {
	if s.scanner.Kind != scan.StartTag {
		return true
	}
	kind, _ := s.scanner.Attr("type")
	return ascii.EqualFold(kind, "hidden")
}

// addSpace separates the words before it from those after it, as a single <br> does.
func (s *segmenter) addSpace() {
	s.between = max(s.between, blankSpace)
	s.addTextNode(len(s.text))
}

// addTextNode adds the text node that begins at start, if they are asked for.
func (s *segmenter) addTextNode(start int) {
	if s.config.TextNodes {
		s.textNodes = append(s.textNodes, textNode{int32(len(s.paragraphs)), int32(start), int32(len(s.text))})
	}
}

// endRun ends a text node. One of nothing but white space separates words like
// any other, but it is no text: it is not counted in links. MarkupLibxml2 drops
// it, as Python jusText does.
func (s *segmenter) endRun() {
	if s.run.begun || s.config.Markup == MarkupHTML {
		s.between = max(s.between, s.run.between)
	}
	if s.run.begun {
		if s.run.between != noSpace && s.inLink {
			s.current.linkChars++
		}
		s.addTextNode(s.run.start)
	}
	s.run = textRun{}
}

// addText adds a piece of a text node. It folds each run of white space to one line feed
// if it has a line feed or carriage return, and else to one space. start and end are the
// range of the piece in the page. If whole is set, each word stands for the whole range,
// because it is not as it is written there.
func (s *segmenter) addText(piece []byte, start, end int, whole bool) {
	for i := s.addBlanks(piece, 0); i < len(piece); i = s.addBlanks(piece, i) {
		if stop, spaces, chars := s.words(piece, i); stop > i {
			wordStart, wordEnd := start+i, start+stop
			if whole {
				wordStart, wordEnd = start, end
			}
			s.addWord(piece[i:stop], chars, wordStart, wordEnd)
			s.current.words += int32(spaces)
			i = stop
			continue
		}
		kind, n := s.charKind(piece[i:])
		s.addBlank(kind)
		i += n
	}
}

// addBlanks adds the ASCII white space at i and returns where it ends.
func (s *segmenter) addBlanks(piece []byte, i int) (end int) {
	widest := droppedChar
	for end = i; end < len(piece); end++ {
		kind := s.chars[piece[end]]
		if kind < droppedChar {
			break
		}
		widest = max(widest, kind)
	}
	s.addBlank(widest)
	return end
}

// words returns the end of the words that begin at i and are separated by single spaces, the
// number of these spaces, and that of all characters. Such text stays as it is.
func (s *segmenter) words(piece []byte, i int) (end, spaces, chars int) {
	table := s.chars
	for end = i; ; {
		n, m := plainWords(piece[end:], end > i)
		end += n
		chars += n
		spaces += m
		for end < len(piece) && table[piece[end]] == wordChar {
			if utf8.RuneStart(piece[end]) {
				chars++
			}
			end++
		}
		if end == len(piece) {
			return end, spaces, chars
		}
		if piece[end] == ' ' && end > i && end+1 < len(piece) && table[piece[end+1]] == wordChar {
			end += 2
			chars += 2
			spaces++
			continue
		}
		if table[piece[end]] != multiByte {
			return end, spaces, chars
		}
		kind, n := s.charKind(piece[end:])
		if kind != wordChar {
			return end, spaces, chars
		}
		end += n
		chars++
	}
}

// plainWords finds what words finds, eight bytes at a time, as far as it is visible ASCII
// characters and single spaces, and leaves the rest to words. inWord says whether a
// character of a word comes before piece; otherwise piece may not begin with a space.
func plainWords(piece []byte, inWord bool) (end, spaces int) {
	if len(piece) < 8 {
		return 0, 0
	}
	var before uint64 // the highest bit of the lowest byte is set if the byte before is a space
	if !inWord {
		before = eight.High >> 56
	}
	for ; end < len(piece); end += 8 {
		var number uint64
		if left := len(piece) - end; left >= 8 {
			number = eight.Bytes(piece[end:])
		} else { // as if the last word went on
			number = eight.Tail(piece, left) | 'a'*eight.Each<<(8*left)
		}
		other := (number | (number + eight.Each) | ^((number | eight.High) - ' '*eight.Each)) & eight.High
		space := ^((number | eight.High) - (' '+1)*eight.Each) & eight.High
		if other != 0 || space&(space<<8|before) != 0 {
			break
		}
		spaces += bits.OnesCount64(space)
		before = space >> 56
	}
	end = min(end, len(piece))
	if end > 0 && piece[end-1] == ' ' {
		return end - 1, spaces - 1 // words looks at what follows it
	}
	return end, spaces
}

// addBlank adds a character that is not kept.
func (s *segmenter) addBlank(kind charKind) {
	s.run.between = max(s.run.between, gap(kind-droppedChar))
}

// addWord adds words, or a piece of a word, as they are. chars is how many characters they
// have, and start and end are their range in the page.
func (s *segmenter) addWord(word []byte, chars, start, end int) {
	if s.inLink {
		s.current.linkChars += int32(chars)
		if s.run.between != noSpace {
			s.current.linkChars++
		}
	}
	s.between = max(s.between, s.run.between)
	s.run.between = noSpace
	s.separate(start)
	if !s.run.begun {
		s.run.begun, s.run.start = true, len(s.text)
		s.afterBr = false
	}
	if len(s.text)+len(word) > cap(s.text) {
		s.text = room.For(s.text, len(word), s.sourceLen-end)
	}
	s.text = append(s.text, word...)
	s.current.chars += int32(chars)
	s.current.end = int32(end)
}

// separate writes what separates the last word from the next, which begins at start in
// the page.
func (s *segmenter) separate(start int) {
	if !s.hasText() {
		s.current.start = int32(start)
		s.current.words = 1
		s.between = noSpace
		return
	}
	switch s.between {
	case noSpace:
		return
	case blankSpace:
		s.text = append(s.text, ' ')
	case newline:
		s.text = append(s.text, '\n')
	}
	s.current.chars++
	s.current.words++
	s.between = noSpace
}

// A charKind says what becomes of a character of text.
type charKind uint8

const (
	wordChar  charKind = iota // it is kept
	multiByte                 // of a byte: it may begin a character that is not kept

	// The others are in the order of the gaps that they make.
	droppedChar // it is left out
	blankChar   // it is white space
	newlineChar // it is white space, and its run becomes a line feed
)

// Both tables drop the control characters below U+0020 that are not white space.
// In the dialect HTML, form feed and vertical tab are white space, as in the HTML
// standard and in Go, and no other control character reaches the text: DEL and
// those from U+0080 to U+009F are dropped too. libxml2 drops form feed and vertical
// tab, because XML does not have them, and keeps DEL and the others.
var (
	htmlChars = charKinds(blankChar, droppedChar)
	xmlChars  = charKinds(droppedChar, wordChar)
)

func charKinds(formFeed, del charKind) (table [256]charKind) {
	for c := range 0x20 {
		table[c] = droppedChar
	}
	table[' '], table['\t'] = blankChar, blankChar
	table['\n'], table['\r'] = newlineChar, newlineChar
	table['\f'], table['\v'] = formFeed, formFeed
	table[0x7f] = del
	for _, lead := range []byte{0xc2, 0xe1, 0xe2, 0xe3, 0xef} {
		table[lead] = multiByte
	}
	return table
}

// charKind says what becomes of the first character of text and how many bytes it
// has.
func (s *segmenter) charKind(text []byte) (kind charKind, n int) {
	kind = s.chars[text[0]]
	if kind != multiByte {
		return kind, 1 // a lead byte of another character is kept with its bytes
	}
	r, n := utf8.DecodeRune(text)
	switch {
	case unicode.IsSpace(r):
		return blankChar, n
	case r == 0xfffe || r == 0xffff:
		return droppedChar, n
	case r < 0xa0:
		return s.chars[0x7f], n // a C1 control character
	}
	return wordChar, n
}
