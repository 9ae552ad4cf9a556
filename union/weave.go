package union

import (
	"unicode"
	"unicode/utf8"
)

// A side is some consecutive blocks of the union, or of the method that is added to it,
// as their words.
type side struct {
	items  []item
	text   []byte  // of the blocks; a line feed begins each new line
	begins []int32 // where each block begins in text
	words  []word
}

// A word is a run of characters without white space. It may go on from one block to the
// next in a line.
type word struct {
	begin, end  int32   // in the text of the side
	block       int32   // the block in which it begins
	partner     int32   // the same word of the other side, or -1
	probability float32 // the largest of what is kept of it
	newLine     bool    // it is the first of a line
	kept        bool    // some of it is
}

// read makes the words of some blocks.
func (s *side) read(items []item) {
	s.items, s.text, s.begins, s.words = items, s.text[:0], s.begins[:0], s.words[:0]
	newLine, inWord := true, false
	for i := range items {
		if items[i].NewLine && i > 0 {
			s.text = append(s.text, '\n')
			newLine, inWord = true, false
		}
		start := len(s.text)
		s.begins = append(s.begins, int32(start))
		s.text = append(s.text, items[i].Text...)
		for at := start; at < len(s.text); {
			r, size := utf8.DecodeRune(s.text[at:])
			if unicode.IsSpace(r) {
				inWord = false
				at += size
				continue
			}
			if !inWord {
				s.words = append(s.words, word{begin: int32(at), block: int32(i), newLine: newLine, partner: -1})
				newLine, inWord = false, true
			}
			at += size
			w := &s.words[len(s.words)-1]
			w.end = int32(at)
			if b := &items[i]; b.kept != 0 {
				w.kept, w.probability = true, max(w.probability, b.Probability)
			}
		}
	}
}

// end returns where a block ends in the text.
func (s *side) end(block int) int32 { return s.begins[block] + int32(len(s.items[block].Text)) }

// weave marks the words of the union that the method keeps too, and puts those that the
// union does not have in their places.
func (m *merger) weave(bit uint64) {
	if m.stopped = m.ctx.Err() != nil; m.stopped {
		return
	}
	partners := align(&m.a, &m.b)
	for j, i := range partners {
		if i >= 0 {
			m.a.words[i].partner = int32(j)
		}
	}
	w := weaver{merger: m, bit: bit, partners: partners, places: m.places(partners), divided: -1}
	for k := range m.a.items {
		w.block(k)
	}
	w.insert(len(m.a.words))
}

// places returns, for each word of the method, the word of the union before which it is
// put if it has no partner: after the partner of the word before it, and after the words of
// blocks that begin before its own block ends.
func (m *merger) places(partners []int32) []int32 {
	all := make([]int32, len(partners))
	next := int32(len(m.a.words))
	for j := len(partners) - 1; j >= 0; j-- {
		if partners[j] >= 0 {
			next = partners[j]
		}
		all[j] = next
	}
	at := int32(0)
	for j, last := range all {
		if partners[j] >= 0 {
			at = last + 1
			continue
		}
		end := m.b.items[m.b.words[j].block].to
		for at < last && m.a.items[m.a.words[at].block].from < end {
			at++
		}
		all[j] = at
	}
	return all
}

// A weaver writes out a stretch of the union.
type weaver struct {
	*merger
	bit              uint64
	partners, places []int32 // for each word of b, the word of a that is the same, or -1
	next             int     // word of a
	nextB            int     // word of b
	begun            bool    // a line has begun in words of b that were passed over
	divided, part    int32   // a word of b, and the block of b up to which isKept has looked for its parts
}

// block writes a block of the union, divided where the method keeps only a part of it or
// has words of its own between two of its words.
func (w *weaver) block(k int) {
	a := &w.a
	begin, end := a.begins[k], a.end(k)
	p := part{block: k, from: begin, first: true}
	for ; w.next < len(a.words) && a.words[w.next].begin < end; w.next++ {
		this := &a.words[w.next]
		at := max(this.begin, begin)
		if this.begin >= begin && w.isDue(w.next) {
			w.write(&p, at)
			w.insert(w.next)
		}
		marked := w.isKept(this.partner, at-this.begin, min(this.end, end)-this.begin)
		if p.words > 0 && p.marked != marked {
			w.write(&p, at)
		}
		p.words++
		if p.marked = marked; marked {
			p.probability = max(p.probability, w.b.words[this.partner].probability)
		}
		if this.end > end {
			break // it goes on in the next block
		}
	}
	if p.first && p.words == 0 {
		w.add(a.items[k])
	} else {
		w.write(&p, end)
	}
}

// isKept reports whether the method keeps anything of a part of one of its words. Parts
// are asked for in their order.
func (w *weaver) isKept(word, from, to int32) bool {
	b := &w.b
	if word < 0 || !b.words[word].kept {
		return false
	}
	if w.divided != word {
		w.divided, w.part = word, b.words[word].block
	}
	from, to = from+b.words[word].begin, to+b.words[word].begin
	for b.end(int(w.part)) <= from {
		w.part++
	}
	for k := int(w.part); k < len(b.items) && b.begins[k] < to; k++ {
		if b.items[k].kept != 0 && b.end(k) > b.begins[k] {
			return true
		}
	}
	return false
}

// A part is a part of a block of the union: words that the method keeps, or words that it
// does not keep.
type part struct {
	block         int
	from          int32
	words         int
	marked, first bool
	probability   float32
}

// write writes a part up to an offset, unless it has no words, and begins the next one.
func (w *weaver) write(p *part, to int32) {
	if p.words == 0 {
		return
	}
	b := w.a.items[p.block]
	if p.from > w.a.begins[p.block] || to < w.a.end(p.block) {
		b.Text = string(w.a.text[p.from:to])
	}
	b.NewLine = b.NewLine && p.first
	if p.marked {
		b.mark(w.bit, p.probability)
	}
	w.add(b)
	*p = part{block: p.block, from: to}
}

// isDue reports whether words of the method are to be put before a word of the union. It
// passes over those that are not to be put anywhere.
func (w *weaver) isDue(word int) bool {
	for ; w.nextB < len(w.places) && int(w.places[w.nextB]) <= word; w.nextB++ {
		matched := w.partners[w.nextB] >= 0
		switch this := &w.b.words[w.nextB]; {
		case matched:
			w.begun = false
		case this.kept:
			return true
		default:
			w.begun = w.begun || this.newLine
		}
	}
	return false
}

// insert puts the words of the method that are to stand before a word of the union.
func (w *weaver) insert(word int) {
	for w.isDue(word) {
		first := w.nextB
		for w.nextB < len(w.places) && int(w.places[w.nextB]) <= word && w.partners[w.nextB] < 0 && w.b.words[w.nextB].kept {
			w.nextB++
		}
		w.insertWords(w.b.words[first:w.nextB])
	}
}

// insertWords puts some words of the method, which follow one another, into blocks like
// those that they are in.
func (w *weaver) insertWords(words []word) {
	b := &w.b
	from, to := words[0].begin, words[len(words)-1].end
	newLine := w.begun || words[0].newLine
	w.begun, w.apart = false, true
	breaks := false
	for k := int(words[0].block); k < len(b.items) && b.begins[k] < to; k++ {
		newLine = newLine || b.items[k].NewLine && b.begins[k] > from
		begin, end := max(from, b.begins[k]), min(to, b.end(k))
		if b.items[k].kept == 0 || begin >= end {
			continue
		}
		it := b.items[k]
		it.Text, it.NewLine = string(b.text[begin:end]), newLine
		breaks, newLine = breaks || newLine, false
		w.add(it)
	}
	w.breaks, w.apart = breaks, true
}
