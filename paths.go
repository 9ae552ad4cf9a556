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

// This file keeps track of the open elements, of their places among their siblings, and
// of the paths to the paragraphs (docs/justext.md, "Paths" and "Root element").

// The place of a paragraph: which elements are around its beginning.
const (
	inHeading  = 1 << iota // h1 to h6
	inHeadline             // h1
	inSelect               // select
	isImage                // it is an img
)

// An openElement is an element that has begun and not ended.
type openElement struct {
	tag     tags.Tag
	serial  int32 // its number in the page, from 1
	ordinal int32 // its number among its siblings of the same name, from 1
	node    int32 // its index in segmenter.nodes, or noNode
	undo    int32 // length of segmenter.undo when the element began
	place   uint8
}

// A sibling counts the children of one name in one parent.
type sibling struct {
	parent int32 // serial number of the parent, from 1
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

// ordinal counts a child of the innermost element among its siblings of the same name.
// siblings has the counts of just that parent. The counts of the elements around it are
// put aside in undo, so that the cost does not depend on the number of names.
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

// nodeOf returns the path node of the open element at index i, or noNode for the page
// itself. Elements get a node when the first path leads through them.
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
		s.nodes = append(s.nodes, pathNode{parent: parent, tag: e.tag, ordinal: e.ordinal, kind: s.kindOf(parent).in(e.tag)})
		parent = e.node
	}
	return parent
}

// kindOf returns the kind of the blocks that begin in the path node parent, or noNode.
func (s *segmenter) kindOf(parent int32) kind {
	if parent == noNode {
		return kind{}
	}
	return s.nodes[parent].kind
}

// placeOf returns the flags of a tag.
func (s *segmenter) placeOf(tag tags.Tag) uint8 {
	if int(tag) >= len(s.place) {
		s.placeUpTo(tag)
	}
	return s.place[tag]
}

// placeUpTo computes the flags of all tags up to tag.
func (s *segmenter) placeUpTo(tag tags.Tag) {
	for t := tags.Tag(len(s.place)); t <= tag; t++ {
		s.place = append(s.place, s.flags(t))
	}
}

// flags returns the flags of the paragraphs that begin in an element. Python jusText
// searches the path for `\bh\d\b` and "select", so that x-h1 is a heading and x-select a
// select. With MarkupHTML only the elements themselves count.
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

// keepPaths writes down the nodes that are on the path of a paragraph, and notes in kept
// where each of them is. A node comes after its parent. It is four numbers, which take
// one byte each in most cases: the distance to its parent, 0 for the page; its ordinal;
// its tag; its kind.
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
			s.kept[i] = noNode // can happen only without the limits of Config
			continue
		}
		at := int32(len(s.paths))
		s.kept[i] = at
		toParent := int32(0)
		if n.parent != noNode {
			toParent = at - s.kept[n.parent]
		}
		if uint32(toParent)|uint32(n.ordinal)|uint32(n.tag) < 0x80 { // as most are
			s.paths = append(s.paths, byte(toParent), byte(n.ordinal), byte(n.tag), n.kind.encode())
			continue
		}
		s.paths = binary.AppendUvarint(s.paths, uint64(toParent))
		s.paths = binary.AppendUvarint(s.paths, uint64(n.ordinal))
		s.paths = binary.AppendUvarint(s.paths, uint64(n.tag))
		s.paths = append(s.paths, n.kind.encode())
	}
	return string(s.paths)
}

// maxNode is the largest size of a node in bytes.
const maxNode = 3*binary.MaxVarintLen32 + 1

// A pathNode is an element in which paragraphs begin, or that is around one.
type pathNode struct {
	parent  int32 // its index in segmenter.nodes, or noNode
	ordinal int32 // its number among its siblings of the same name, from 1
	tag     tags.Tag
	kind    kind
}

const noNode int32 = -1

// A kind is the kind of the blocks that begin in an element.
type kind struct {
	kind  page.Kind
	level uint8 // of a heading
}

// kinds are the elements that give the blocks in them a kind. That of the innermost
// element counts, but everything in a heading is a heading, except images.
var kinds = [tags.NumKnown]page.Kind{
	tags.Img: page.Image,
	tags.Li:  page.List, tags.Dd: page.List, tags.Dt: page.List,
	tags.Td: page.Table, tags.Th: page.Table,
	tags.Caption: page.Caption, tags.Figcaption: page.Caption,
	tags.Pre: page.Code, tags.Blockquote: page.Quote,
	tags.Select: page.Form, tags.Option: page.Form, tags.Button: page.Form, tags.Textarea: page.Form,
}

// in returns the kind in an element of which k is the kind around it.
func (k kind) in(tag tags.Tag) kind {
	if tag >= tags.NumKnown {
		return k
	}
	own := kinds[tag]
	switch {
	case tags.H1 <= tag && tag <= tags.H6:
		return kind{page.Heading, uint8(tag-tags.H1) + 1}
	case own != page.Text && (k.kind != page.Heading || own == page.Image):
		return kind{kind: own}
	}
	return k
}

// encode and decodeKind write a kind in a byte and read it: a level has 3 bits.
func (k kind) encode() byte { return byte(k.kind)<<3 | k.level }

func decodeKind(b byte) kind { return kind{page.Kind(b >> 3), b & 7} }

// pageData is what the paragraphs of one page share.
type pageData struct {
	paths string // as keepPaths writes them
	names tags.NameList

	lang    string   // of the page
	foreign []string // the other languages of single paragraphs
}

// addForeign returns the number of a language in foreign, from 1. There is room for 255;
// further ones are taken for that of the page, 0.
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

// maxPathName is the number of bytes after which names are cut in paths, so that the
// paths of a page with a very long name stay small. libxml2 cuts all names so.
const maxPathName = 100

func (g *pageData) name(tag tags.Tag) string {
	if tag < tags.NumKnown {
		return tag.String()
	}
	name := g.names.Name(tag)
	if len(name) <= maxPathName {
		return name
	}
	end := maxPathName
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end]
}

// node reads the node at an offset of paths, with the offset of its parent.
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
	return pathNode{parent: parent, ordinal: int32(numbers[1]), tag: tags.Tag(numbers[2]), kind: decodeKind(rest[0])}
}

// uvarint is binary.Uvarint for a string.
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

// path returns the nodes from the root to the element of the paragraph.
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

// kind returns the kind of the paragraph.
func (p *Paragraph) kind() kind {
	if p.data == nil || p.node == noNode {
		return kind{}
	}
	return p.data.node(p.node).kind
}

// chooseRoot makes the paths begin where those of Python jusText do: at the element that
// lxml takes for the root of the page (docs/justext.md, "Root element"). This concerns
// only pages that do not begin with "<html" or "<!doctype". What is outside the root is
// lost.
func (s *segmenter) chooseRoot() {
	shape := s.scanner.Shape()
	body := s.bodyNode()
	switch {
	case !shape.Body || shape.Document || shape.Head:
		return // the root is html
	case shape.Children == 1 && !shape.Text && !shape.Silent:
		s.keepInBody(body, 0)
		for i := range s.nodes { // the root is the body's only child
			if s.nodes[i].parent == body {
				s.nodes[i].parent = noNode
			}
		}
	case shape.Blocks || shape.Silent && shape.Children == 1 && !shape.Text:
		s.keepInBody(noNode, 0)
		s.renameBody(body, tags.Div)
	default:
		s.keepInBody(body, 1) // a span separates nothing: it is one more tag
		s.renameBody(body, tags.Span)
	}
}

// bodyNode returns the node of the first body in html, or noNode.
func (s *segmenter) bodyNode() int32 {
	for i := range s.nodes {
		if s.isBody(int32(i)) {
			return int32(i)
		}
	}
	return noNode
}

// isBody reports whether a node is a body in html.
func (s *segmenter) isBody(node int32) bool {
	n := s.nodes[node]
	return n.tag == tags.Body && n.parent != noNode && s.nodes[n.parent].parent == noNode
}

func (s *segmenter) renameBody(body int32, tag tags.Tag) {
	if body != noNode {
		s.nodes[body] = pathNode{parent: noNode, ordinal: 1, tag: tag} // neither has a kind
	}
}

// keepInBody drops the paragraphs that begin outside of a body. Those that begin right in
// the node outer then begin outside of every element, and their number of tags grows by
// tags.
func (s *segmenter) keepInBody(outer, tags int32) {
	kept, cuts := 0, s.textNodes
	s.textNodes = s.textNodes[:0]
	for i, p := range s.paragraphs {
		in := s.inBody(p.node)
		for ; len(cuts) > 0 && int(cuts[0].paragraph) == i; cuts = cuts[1:] {
			if in {
				s.textNodes = append(s.textNodes, textNode{int32(kept), cuts[0].start, cuts[0].end})
			}
		}
		if !in {
			continue
		}
		if p.node == outer {
			p.node = noNode
			p.tags += tags
		}
		s.paragraphs[kept] = p
		kept++
	}
	s.paragraphs = s.paragraphs[:kept]
}

func (s *segmenter) inBody(node int32) bool {
	for node != noNode && !s.isBody(node) {
		node = s.nodes[node].parent
	}
	return node != noNode
}
