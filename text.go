package justext

import (
	"encoding/binary"
	"math/bits"

	"github.com/seed42075109/justext/internal/tags"
)

// This file folds white space and counts words and characters while the text
// of a paragraph comes in (reference, section 4).

// A gap is the white space between two words. Of two that meet the larger stays.
type gap uint8

const (
	noSpace gap = iota
	blankSpace
	newline
)

// textRun is what is known of the text node that is being read.
type textRun struct {
	between gap  // white space since its last word, or at its beginning
	begun   bool // it has text other than white space
	start   int  // where its first word begins
}

// A textNode is the text of one text node without the white space around it.
type textNode struct{ paragraph, start, end int }

// separateWords keeps words apart where a block of the HTML standard begins or
// ends that the seed does not have among its tags.
func (s *segmenter) separateWords(tag tags.Tag) {
	if s.config.Markup == MarkupHTML && newerBlocks.Has(tag) {
		s.between = max(s.between, blankSpace)
	}
}

// addSpace separates the words before from those behind, as a single <br>
// does.
func (s *segmenter) addSpace() {
	s.between = max(s.between, blankSpace)
	if s.config.TextNodes {
		s.textNodes = append(s.textNodes, textNode{len(s.paragraphs), len(s.text), len(s.text)})
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
			s.current.LinkChars++
		}
		if s.config.TextNodes {
			s.textNodes = append(s.textNodes, textNode{len(s.paragraphs), s.run.start, len(s.text)})
		}
	}
	s.run = textRun{}
}

// addText adds a piece of a text node, folding each run of white space to one
// space, or to one line feed if there is one (or a carriage return) in it.
// start and end are the piece's place in the page; a piece whose length is
// another stands there as a whole.
func (s *segmenter) addText(piece []byte, start, end int) {
	if len(piece) != end-start {
		s.addFixed(piece, start, end)
		return
	}
	for i := 0; i < len(piece); {
		if stop, spaces := s.words(piece, i); stop > i {
			s.addWord(piece[i:stop], start+i, start+stop)
			s.current.Words += int32(spaces)
			i = stop
			continue
		}
		kind, n := s.charKind(piece[i:])
		s.addBlank(kind)
		i += n
	}
}

// words returns the end of the words that begin at i and have single spaces
// between them, and how many of these there are: such text stays as it is.
func (s *segmenter) words(piece []byte, i int) (end, spaces int) {
	table := s.chars
	for end = i; ; {
		for end < len(piece) && table[piece[end]] == wordChar {
			end++
		}
		if end == len(piece) {
			return end, spaces
		}
		if piece[end] == ' ' && end > i && end+1 < len(piece) && table[piece[end+1]] == wordChar {
			end += 2
			spaces++
			continue
		}
		if table[piece[end]] != multiByte {
			return end, spaces
		}
		kind, n := s.charKind(piece[end:])
		if kind != wordChar {
			return end, spaces
		}
		end += n
	}
}

// addFixed adds text that stands for the whole markup from start to end.
func (s *segmenter) addFixed(text []byte, start, end int) {
	for i := 0; i < len(text); {
		kind, n := s.charKind(text[i:])
		if kind == wordChar {
			s.addWord(text[i:i+n], start, end)
		} else {
			s.addBlank(kind)
		}
		i += n
	}
}

func (s *segmenter) addBlank(kind charKind) {
	switch kind {
	case blankChar:
		s.run.between = max(s.run.between, blankSpace)
	case newlineChar:
		s.run.between = newline
	}
}

// addWord adds words, or a piece of one, as they are. start and end are their
// place in the page.
func (s *segmenter) addWord(word []byte, start, end int) {
	chars := codePoints(word)
	if s.inLink {
		s.current.LinkChars += int32(chars)
		if s.run.between != noSpace {
			s.current.LinkChars++
		}
	}
	s.between = max(s.between, s.run.between)
	s.run.between = noSpace
	s.separate(start)
	if !s.run.begun {
		s.run.begun, s.run.start = true, len(s.text)
		s.afterBr = false
	}
	s.text = append(s.text, word...)
	s.current.Chars += int32(chars)
	s.current.End = int32(end)
}

// codePoints counts the code points of valid UTF-8: the bytes that do not
// continue one, eight at a time. utf8.RuneCount allocates for long text in
// Go 1.26.
func codePoints(text []byte) int {
	const low = 0x0101010101010101 // the lowest bit of each byte
	count := len(text)
	for len(text) >= 8 {
		eight := binary.LittleEndian.Uint64(text)
		count -= bits.OnesCount64(eight >> 7 & ^(eight >> 6) & low)
		text = text[8:]
	}
	for _, c := range text {
		if c&0xc0 == 0x80 {
			count--
		}
	}
	return count
}

// separate writes what stands between the last word and the next, which is at
// start in the page.
func (s *segmenter) separate(start int) {
	if len(s.text) == s.begin {
		s.current.Start = int32(start)
		s.current.Words = 1
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
	s.current.Chars++
	s.current.Words++
	s.between = noSpace
}
