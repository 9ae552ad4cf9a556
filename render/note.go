package render

import (
	"context"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// This file finds footnotes (docs/structure.md, "Footnotes"): marks in the text,
// and elsewhere in the page what they refer to. In the tree the marks become
// NoteRefs, and the notes stand at the end.

// notes are the footnotes of a page.
type notes struct {
	numbers map[int32]int32 // of the elements that are NoteRefs
	bodies  []int32         // the elements that are notes, in the order of their numbers
	byDef   map[int32]int32 // numbers of the elements that are notes
}

// maxNote is how many bytes of source the text of a note may have, maxMark the
// text of a mark.
const (
	maxNote = 10_000
	maxMark = 24
)

// A mark is an element that may refer to a note.
type mark struct {
	element int32
	label   string // what is shown: a number, a letter or a sign
	target  string // the id that it refers to, or ""
	begins  bool   // its block begins with it
}

// findNotes finds the footnotes that kept text refers to.
func (p *rawPage) findNotes(ctx context.Context) error {
	p.notes = notes{}
	marks := p.marks()
	if len(marks) == 0 {
		return nil
	}
	if !p.ended { // the notes may stand after all text that is kept
		if err := p.read(ctx, len(p.src)); err != nil {
			return err
		}
		p.sum()
		marks = p.marks()
	}
	p.notes.numbers, p.notes.byDef = map[int32]int32{}, map[int32]int32{}
	ids := p.ids(marks)
	labelled := p.labelled(marks, ids)
	data := map[int32]bool{} // of the tables around marks, whether they have data
	for _, m := range marks {
		if p.inData(m.element, data) {
			continue
		}
		note := none
		switch {
		case m.target != "" && !m.begins:
			note = p.noteElement(ids, m)
		case !m.begins:
			note = labelled[m.label]
		}
		if note > 0 && p.beside(m.element) && !p.encloses(note, m.element) {
			p.refer(m, note)
		}
	}
	return nil
}

// marks returns what may refer to a note: links within the page, and raised
// numbers.
func (p *rawPage) marks() (found []mark) {
	for _, at := range p.sought {
		n, all := &p.nodes[at], p.sums[at].all
		if all == 0 || all > maxMark {
			continue
		}
		switch n.tag {
		case tags.A:
			if !p.tagSays(at, "#") {
				continue
			}
			href := p.attr(at, "href")
			if _, id, ok := strings.Cut(href, "#"); ok && len(id) > 0 && (href[0] == '#' || strings.Contains(href, "note")) {
				if label, ok := markLabel(p.shortText(at)); ok {
					found = append(found, mark{at, label, id, p.beginsBlock(at)})
				}
			}
		case tags.Sup:
			if label, ok := markLabel(p.shortText(at)); ok && !p.hasLink(at) {
				found = append(found, mark{at, label, "", p.beginsBlock(at)})
			}
		case tags.Span:
			if !p.tagSays(at, "data-definition") {
				continue
			}
			if id := p.attr(at, "data-definition"); id != "" {
				found = append(found, mark{at, "*", id, false})
			}
		}
	}
	return found
}

// inData reports whether a node is in a table of data. Marks there stay as they
// are: a table with merged cells is HTML in Markdown, where notes cannot be
// referred to.
func (p *rawPage) inData(at int32, known map[int32]bool) bool {
	for at = p.nodes[at].parent; at > 0; at = p.nodes[at].parent {
		if p.nodes[at].tag != tags.Table {
			continue
		}
		data, ok := known[at]
		if !ok {
			data = p.isData(at)
			known[at] = data
		}
		if data {
			return true
		}
	}
	return false
}

// shortText returns the text of an element that has little.
func (p *rawPage) shortText(at int32) string {
	var b strings.Builder
	for i := range p.inside(at) {
		if p.nodes[i].tag == tags.None {
			b.Write(p.textOf(i))
		}
	}
	return b.String()
}

// markLabel returns the label of a mark without brackets, and whether a text is a
// mark: a number of up to four digits, a letter, or a sign for notes.
func markLabel(text string) (label string, ok bool) {
	label = strings.Trim(text, " \t\n\r\u00a0[](){}^.:")
	digits := strings.Trim(label, "0123456789")
	switch {
	case label == "" || len(label) > 4:
		return "", false
	case digits == "":
		return label, true
	}
	return label, len(label) == 1 && 'a' <= label[0]|0x20 && label[0]|0x20 <= 'z' || strings.Trim(label, "*†‡§¶") == ""
}

func (p *rawPage) hasLink(at int32) bool {
	for i := range p.inside(at) {
		if p.nodes[i].tag == tags.A {
			return true
		}
	}
	return p.ancestor(at, tags.A) != none
}

// block returns the nearest block around a node.
func (p *rawPage) block(at int32) int32 {
	for at = p.nodes[at].parent; at > 0 && !isLineEnd[roleOf(p.nodes[at].tag)]; {
		at = p.nodes[at].parent
	}
	return at
}

// beginsBlock reports whether the text of its block begins with an element.
func (p *rawPage) beginsBlock(at int32) bool {
	for i := range p.inside(p.block(at)) {
		if i == at {
			return true
		}
		if n := &p.nodes[i]; n.tag == tags.None && n.flags&blank == 0 {
			return false
		}
	}
	return false
}

// beside reports whether a mark stands in a block with other text that is kept.
func (p *rawPage) beside(at int32) bool {
	block := p.block(at)
	return p.sums[block].kept-p.sums[at].kept > 0
}

// ids returns the elements with the ids, or as links had it the names, that marks
// refer to or may refer to.
func (p *rawPage) ids(marks []mark) map[string]int32 {
	ids := map[string]int32{}
	for _, m := range marks {
		switch {
		case m.begins:
		case m.target != "":
			ids[m.target] = none
		default:
			for _, prefix := range notePrefixes {
				ids[prefix+m.label] = none
			}
		}
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.tag == tags.None || n.end-n.start < int32(len("<p id=a>")) {
			continue
		}
		for key, value := range p.scanner.Attrs(int(n.start), int(n.end)) {
			if !ascii.EqualFold(key, "id") && (n.tag != tags.A || !ascii.EqualFold(key, "name")) {
				continue
			}
			if at, ok := ids[string(value)]; ok && at == none {
				ids[string(value)] = int32(i)
			}
		}
	}
	return ids
}

// notePrefixes are what stands before a label in the id of a note, those to be
// tried first at the beginning.
var notePrefixes = [...]string{"footnote-", "fn-", "fn", "fn:", "footnote", "note-", "note", "ftnt", "endnote-"}

// noteElement returns the element that has the note to which a mark refers by an
// id, or none.
func (p *rawPage) noteElement(ids map[string]int32, m mark) int32 {
	at, ok := ids[m.target]
	if !ok || at == none || at < m.element { // a link from a note back to the text
		return none
	}
	own := p.sums[at].all
	label := false
	if own <= maxMark {
		_, label = markLabel(p.shortText(at))
	}
	if p.nodes[at].tag == tags.Dt {
		for at = p.nodes[at].next; at != none && p.nodes[at].tag != tags.Dd; {
			at = p.nodes[at].next
		}
		return at
	}
	for n := 0; at > 0 && n < 5; n++ {
		role := roleOf(p.nodes[at].tag)
		if isHeading(p.nodes[at].tag) || p.sums[at].all > maxNote {
			return none
		}
		if isLineEnd[role] && p.sums[at].all > 0 && (p.sums[at].all > own || !label) {
			return at
		}
		at = p.nodes[at].parent
	}
	return none
}

// labelled finds the notes of marks without links: elements with an id that ends
// in the label, and blocks that begin with it.
func (p *rawPage) labelled(marks []mark, ids map[string]int32) map[string]int32 {
	refs := map[string]bool{}
	for _, m := range marks {
		if m.target == "" && !m.begins {
			refs[m.label] = true
		}
	}
	if len(refs) == 0 {
		return nil
	}
	bodies := map[string]int32{}
	for label := range refs {
		for _, prefix := range notePrefixes {
			if at := ids[prefix+label]; at > 0 && isLineEnd[roleOf(p.nodes[at].tag)] && p.sums[at].all > maxMark/8 {
				bodies[label] = at
				break
			}
		}
	}
	p.numbered(marks, refs, bodies)
	return bodies
}

// numbered finds notes that begin with their label, raised or in bold.
func (p *rawPage) numbered(marks []mark, refs map[string]bool, bodies map[string]int32) {
	add := func(at int32, label string) {
		block := p.block(at)
		if _, taken := bodies[label]; !taken && refs[label] && block > 0 && p.sums[at].all < p.sums[block].all && p.sums[block].all <= maxNote {
			bodies[label] = block
		}
	}
	seen := false // a mark that refers
	for i, next := range p.nodes {
		at := int32(i)
		for len(marks) > 0 && marks[0].element < at {
			marks = marks[1:]
		}
		switch isMark := len(marks) > 0 && marks[0].element == at && marks[0].target == ""; {
		case isMark && marks[0].begins:
			add(at, marks[0].label)
		case isMark:
			seen = true
		case seen && (next.tag == tags.Strong || next.tag == tags.B) && 0 < p.sums[i].all && p.sums[i].all <= 4:
			if label, ok := markLabel(p.shortText(at)); ok && p.beginsBlock(at) {
				add(at, label)
			}
		}
	}
}

// encloses reports whether an element has a node in it.
func (p *rawPage) encloses(element, at int32) bool {
	for ; at > 0; at = p.nodes[at].parent {
		if at == element {
			return true
		}
	}
	return false
}

// refer makes a NoteRef of a mark.
func (p *rawPage) refer(m mark, note int32) {
	number := p.notes.byDef[note]
	if number == 0 {
		p.notes.bodies = append(p.notes.bodies, note)
		number = int32(len(p.notes.bodies))
		p.notes.byDef[note] = number
		p.set(note, true, "footnote")
		p.nodes[note].flags |= noted
		p.unmark(note, m.label)
	}
	at := m.element
	for up := p.nodes[at].parent; up > 0 && p.sums[up].all == p.sums[at].all && !isLineEnd[roleOf(p.nodes[up].tag)]; up = p.nodes[up].parent {
		at = up
	}
	p.set(at, false, "footnote mark")
	p.keepNode(at)
	p.notes.numbers[at] = number
}

// inlineNotes finds the notes that stand within the line, right after their mark. If
// the mark refers to a note elsewhere, the one in the line is its copy.
func (p *rawPage) inlineNotes() {
	if !p.hasInlineNotes() {
		return
	}
	mark := none // a NoteRef or a label, since which there was no text
	data := map[int32]bool{}
	for i := p.nodes[0].first; i != none; {
		n, s := &p.nodes[i], &p.sums[i]
		switch {
		case n.flags&blank != 0:
		case n.tag == tags.None:
			mark = none
			if n.end-n.start <= maxMark/4 && p.tagSays(n.parent, "ootnote") {
				mark = i
			}
		case p.notes.numbers[i] > 0, (n.tag == tags.Sup || n.tag == tags.Label) && 0 < s.all && s.all <= maxMark:
			mark = i
			i = p.after(i)
			continue
		case p.isInlineNote(i) && !p.inData(i, data):
			p.inlineNote(i, mark)
			mark = none
			i = p.after(i)
			continue
		}
		i = p.nextIn(i)
	}
}

// inlineNote makes a note of an element in a line after a mark, or leaves it out
// if the mark has a note already.
func (p *rawPage) inlineNote(at, mark int32) {
	if mark != none && p.notes.numbers[mark] > 0 {
		p.leave(at, "footnote")
		return
	}
	label := ""
	if mark != none {
		text := p.shortText(mark)
		if p.nodes[mark].tag == tags.None {
			text = string(p.textOf(mark))
		}
		if own, ok := markLabel(text); ok {
			label = own
			p.setOne(mark, false, "footnote mark")
		}
	}
	if p.notes.numbers == nil {
		p.notes.numbers = map[int32]int32{}
	}
	p.notes.bodies = append(p.notes.bodies, at)
	p.notes.numbers[at] = int32(len(p.notes.bodies))
	p.set(at, true, "footnote")
	p.keepNode(at)
	p.unmark(at, label)
}

// inlineNoteClasses are the classes of notes within a line.
var inlineNoteClasses = wordSet("sidenote side-note marginnote margin-note footnotecontent footnote-content footnote__content inline-note")

// hasInlineNotes reports whether an element may be a note within a line.
func (p *rawPage) hasInlineNotes() bool {
	for _, i := range p.sought {
		if t := p.nodes[i].tag; (t == tags.Span || t == tags.Small) && p.sums[i].all > 1 && p.tagSays(i, "note") {
			return true
		}
	}
	return false
}

// isInlineNote reports whether an element is a note within a line that has other
// kept text.
func (p *rawPage) isInlineNote(at int32) bool {
	n, s := &p.nodes[at], &p.sums[at]
	if n.tag != tags.Span && n.tag != tags.Small || s.all < 2 || s.all > maxNote || !p.tagSays(at, "note") {
		return false
	}
	for _, class := range strings.Fields(strings.ToLower(p.attr(at, "class"))) {
		if inlineNoteClasses[class] {
			block := p.block(at)
			return p.sums[block].kept > s.kept
		}
	}
	return false
}

// backClasses are the classes of links from a note back to the text.
var backClasses = wordSet("mw-cite-backlink footnote-backref data-footnote-backref reversefootnote footnote-back easy-footnote-to-top sidenote-number footnote-return")

// unmark leaves out of a note its own label and the links back to the text.
func (p *rawPage) unmark(note int32, label string) {
	begins := true
	for i := range p.inside(note) {
		n := &p.nodes[i]
		if n.tag == tags.None {
			begins = begins && (n.flags&blank != 0 || n.flags&kept == 0)
			continue
		}
		back := n.tag == tags.A && p.sums[i].all <= maxMark && isBack(p.attr(i, "href"), p.shortText(i))
		for _, class := range strings.Fields(p.attr(i, "class")) {
			back = back || backClasses[class]
		}
		if begins && !back && 0 < p.sums[i].all && p.sums[i].all <= maxMark && !isLineEnd[roleOf(n.tag)] {
			own, ok := markLabel(p.shortText(i))
			back = ok && own == label
		}
		if back {
			p.set(i, false, "footnote mark")
		}
	}
}

// isBack reports whether a link leads from a note back to the text: to a place in
// the page, and what it shows is no word.
func isBack(href, text string) bool {
	if !strings.HasPrefix(href, "#") {
		return false
	}
	if _, ok := markLabel(text); ok {
		return true
	}
	return strings.Trim(text, "\u21a9\ufe0e\ufe0f\u2191\u23ce\u2934\u25b2\u2912^ \u00a0[]()") == ""
}

// noteNumber returns the number of the note to which an element refers, or 0.
func (p *rawPage) noteNumber(at int32) int32 { return p.notes.numbers[at] }

// noteRef writes the mark of a note. Notes are numbered in the order in which
// the tree refers to them.
func (b *builder) noteRef(at int32) {
	n := b.newNode(NoteRef, at)
	found := b.p.noteNumber(at)
	if b.numbers == nil {
		b.numbers = map[int32]int32{}
	}
	if b.numbers[found] == 0 {
		b.noteOrder = append(b.noteOrder, found)
		b.left -= 3 // the note, a paragraph and its text
		b.numbers[found] = int32(len(b.noteOrder))
	}
	n.Number = b.numbers[found]
	b.atom(n, at)
}

// footnotes writes the notes at the end of the document. One to which nothing in
// the tree refers is written as text.
func (b *builder) footnotes(root *Node) {
	bodies := b.p.notes.bodies
	all := b.newNode(Footnotes, 0)
	all.Parent = root
	for i := 0; i < len(b.noteOrder); i++ { // a note may refer to another
		body := bodies[b.noteOrder[i]-1]
		note := b.newNode(Note, body)
		note.Number, note.Parent = int32(i)+1, all
		if i == 0 {
			all.Start, all.End = note.Start, note.End
		}
		note.attach()
		b.container = note
		b.children(body)
		b.endLine()
		all.Start, all.End = min(all.Start, note.Start), max(all.End, note.End)
	}
	b.container = root
	for i, body := range bodies {
		if b.numbers[int32(i)+1] == 0 && b.p.notes.numbers[body] == 0 { // one in its line was written there
			b.block(body)
		}
	}
}
