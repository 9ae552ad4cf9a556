package justext

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file keeps the elements around the place that has been reached, their
// numbers, and the paths to the paragraphs.

// The place of a paragraph: what elements are around its beginning.
const (
	inHeading  = 1 << iota // h1 to h6
	inHeadline             // h1
	inSelect               // select
	isImage                // it is an img
)

// An openElement is an element around the place that has been reached.
type openElement struct {
	tag     tags.Tag
	serial  int32 // its number in the page, from 1
	ordinal int32 // among the elements of its name in its parent, from 1
	node    int32 // its place in segmenter.nodes, or noNode
	undo    int32 // how long segmenter.undo was when it began
	place   uint8
}

// A sibling counts the children of one name in one parent.
type sibling struct {
	parent int32 // serial number of the element, from 1
	count  int32
}

// undone remembers what a count was before an element's first child of a name.
type undone struct {
	tag tags.Tag
	was sibling
}

// push opens an element.
func (s *segmenter) push(tag tags.Tag) {
	parent := openElement{}
	if n := len(s.elements); n > 0 {
		parent = s.elements[n-1]
	}
	ordinal := s.ordinal(tag, parent.serial)
	s.serial++
	s.elements = append(s.elements, openElement{
		tag: tag, serial: s.serial, ordinal: ordinal, node: noNode, undo: int32(len(s.undo)),
		place: parent.place&^isImage | s.placeOf(tag),
	})
}

// pop closes the innermost element and takes back the counts of its children.
func (s *segmenter) pop() {
	last := len(s.elements) - 1
	mark := int(s.elements[last].undo)
	for i := len(s.undo) - 1; i >= mark; i-- {
		s.siblings[s.undo[i].tag] = s.undo[i].was
	}
	s.undo = s.undo[:mark]
	s.elements = s.elements[:last]
}

// ordinal counts an element among those of its name in its parent, the
// innermost element. siblings has the counts of just that one: those of the
// elements around it are put by in undo, so that any number of names costs the
// same.
func (s *segmenter) ordinal(tag tags.Tag, parent int32) int32 {
	for int(tag) >= len(s.siblings) {
		s.siblings = append(s.siblings, sibling{})
	}
	c := &s.siblings[tag]
	if c.count == 0 || c.parent != parent {
		s.undo = append(s.undo, undone{tag, *c})
		*c = sibling{parent: parent}
	}
	c.count++
	return c.count
}

// nodeOf returns the path node of the open element at index i; noNode stands
// for the page. Elements get a node when the first path leads through them.
func (s *segmenter) nodeOf(i int) int32 {
	known := i
	for known >= 0 && s.elements[known].node == noNode {
		known--
	}
	parent := noNode
	if known >= 0 {
		parent = s.elements[known].node
	}
	for known++; known <= i; known++ {
		e := &s.elements[known]
		e.node = int32(len(s.nodes))
		s.nodes = append(s.nodes, pathNode{parent: parent, tag: e.tag, ordinal: e.ordinal})
		parent = e.node
	}
	return parent
}

// placeOf returns the flags of a tag.
func (s *segmenter) placeOf(tag tags.Tag) uint8 {
	for t := tags.Tag(len(s.place)); t <= tag; t++ {
		s.place = append(s.place, s.flags(t))
	}
	return s.place[tag]
}

// flags says what a tag makes of the paragraphs in it. Python jusText looks
// for `\bh\d\b` and for "select" in the path, so that x-h1 is a heading and
// x-select a select; in the dialect HTML only the elements themselves count.
func (s *segmenter) flags(tag tags.Tag) (place uint8) {
	switch {
	case tag == tags.H1:
		return inHeading | inHeadline
	case tags.H2 <= tag && tag <= tags.H6:
		return inHeading
	case tag == tags.Select:
		return inSelect
	case tag == tags.Img && s.config.Markup == MarkupHTML:
		return isImage
	case s.config.Markup == MarkupLibxml2 && tag >= tags.NumKnown:
		return pythonFlags(s.scanner.Name(tag))
	}
	return 0
}

// pythonFlags returns the flags of an element that has no constant, by its
// name as Python jusText sees it.
func pythonFlags(name string) (place uint8) {
	if strings.Contains(name, "select") {
		place |= inSelect
	}
	for i := 0; i+1 < len(name); i++ {
		bounded := (i == 0 || !isWordByte(name[i-1])) && (i+2 == len(name) || !isWordByte(name[i+2]))
		if name[i] == 'h' && '0' <= name[i+1] && name[i+1] <= '9' && bounded {
			place |= inHeading
		}
	}
	return place
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || c >= utf8.RuneSelf
}

// keepPaths writes down the nodes that lie on the path of a paragraph, and
// notes in kept where each of them stands. A node stands behind its parent; it
// is three numbers, so that most nodes take as many bytes: how far before it its
// parent stands, 0 for the page; its ordinal; its tag.
func (s *segmenter) keepPaths() string {
	const unused, used = -1, 0
	s.kept = s.kept[:0]
	for range s.nodes {
		s.kept = append(s.kept, unused)
	}
	for i := range s.paragraphs {
		for n := s.paragraphs[i].node; n != noNode && s.kept[n] == unused; n = s.nodes[n].parent {
			s.kept[n] = used
		}
	}
	s.paths = s.paths[:0]
	for i, n := range s.nodes {
		if s.kept[i] == unused {
			continue
		}
		if len(s.paths) > page.MaxPage-maxNode {
			s.kept[i] = noNode // only without the limits of Config
			continue
		}
		at := int32(len(s.paths))
		s.kept[i] = at
		toParent := int32(0)
		if n.parent != noNode {
			toParent = at - s.kept[n.parent]
		}
		s.paths = binary.AppendUvarint(s.paths, uint64(toParent))
		s.paths = binary.AppendUvarint(s.paths, uint64(n.ordinal))
		s.paths = binary.AppendUvarint(s.paths, uint64(n.tag))
	}
	return string(s.paths)
}

// maxNode is how many bytes a node takes at most.
const maxNode = 3 * binary.MaxVarintLen32

// A pathNode is an element that paragraphs begin in.
type pathNode struct {
	parent  int32 // its place in segmenter.nodes, or noNode
	ordinal int32 // among the elements of its name in its parent, from 1
	tag     tags.Tag
}

const noNode int32 = -1

// pageData is what the paragraphs of one page share.
type pageData struct {
	paths string // as keepPaths writes them
	names tags.NameList

	lang    string   // of the page
	foreign []string // other languages, of single paragraphs
}

// addForeign returns the number of a language in foreign, from 1. There is room for
// 255; any more pass for the page's own, 0.
func (g *pageData) addForeign(lang string) uint8 {
	if i := slices.Index(g.foreign, lang); i >= 0 {
		return uint8(i + 1)
	}
	if len(g.foreign) == math.MaxUint8 {
		return 0
	}
	g.foreign = append(g.foreign, lang)
	return uint8(len(g.foreign))
}

// node reads the node that stands at a place in paths, with its parent's place.
func (g *pageData) node(at int32) pathNode {
	var numbers [3]uint64
	rest := g.paths[at:]
	for i := range numbers {
		n := 0
		numbers[i], n = uvarint(rest)
		rest = rest[n:]
	}
	parent := at - int32(numbers[0])
	if numbers[0] == 0 {
		parent = noNode
	}
	return pathNode{parent: parent, ordinal: int32(numbers[1]), tag: tags.Tag(numbers[2])}
}

// uvarint is binary.Uvarint of a string.
func uvarint(s string) (number uint64, n int) {
	for {
		b := s[n]
		number |= uint64(b&0x7f) << (7 * n)
		n++
		if b < 0x80 {
			return number, n
		}
	}
}

// path returns the nodes from the root to the paragraph's element.
func (p *Paragraph) path() (nodes []pathNode) {
	if p.data == nil {
		return nil
	}
	for at := p.node; at != noNode; at = nodes[len(nodes)-1].parent {
		nodes = append(nodes, p.data.node(at))
	}
	slices.Reverse(nodes)
	return nodes
}
