package justext

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// This file reads a page that is a tree of golang.org/x/net/html. It walks the tree and
// gives the segmenter the same start tags, end tags and texts that the scanner makes of a
// page in the dialect HTML.

// A tree is the state of a walk. The zero value is ready for a walk.
type tree struct {
	active  bool // a walk has begun; forget ends it
	hasText bool // a text has been read
	read    int  // bytes of text and alternative text that have been read
	started int  // elements that have begun
	events  int

	levels    []level
	names     tags.Names
	title     []byte
	titleSeen bool
	sources   []source

	markup   scan.Scanner // reads text that is markup
	inMarkup bool
	buffer   []byte // a text or a name
}

// A level is a node whose children are being walked through.
type level struct {
	node, next *html.Node // the node, and its child that comes next
	tag        tags.Tag   // of an element
	open       bool       // its start tag was given to the segmenter, and its end tag was not
	closed     bool       // its end tag was given early, because of MaxDepth
	dropped    bool       // it, or an element around it, is dropped with its content
	inSvg      bool
	inTitle    bool
}

// A source is a node from which a paragraph has text.
type source struct {
	paragraph int
	node      *html.Node
}

// segmentNode cuts a tree into paragraphs that have no class yet. If it ends early, the
// paragraphs before that are kept, and the error says why.
func (s *segmenter) segmentNode(ctx context.Context, root *html.Node) error {
	s.reset(nil)
	if s.config.Markup != MarkupHTML {
		return fmt.Errorf("%w: a tree can be read only with MarkupHTML", page.ErrConfig)
	}
	s.tree.active = true
	s.tree.names.NextPage()
	err := s.walk(ctx, root)
	err = cmp.Or(err, s.finish())
	for i := range s.paragraphs {
		s.paragraphs[i].Start, s.paragraphs[i].End = 0, 0
	}
	return err
}

// walk goes through a tree without recursion, so that a deep tree needs no deep stack.
func (s *segmenter) walk(ctx context.Context, root *html.Node) error {
	if root == nil {
		return nil
	}
	t := &s.tree
	err := s.beginNode(ctx, root)
	for err == nil && len(t.levels) > 0 {
		top := &t.levels[len(t.levels)-1]
		next := top.next
		if next == nil {
			s.endNode(top)
			t.levels = t.levels[:len(t.levels)-1]
			continue
		}
		top.next = next.NextSibling
		err = s.beginNode(ctx, next)
	}
	return err
}

// beginNode reads a node and prepares the walk through its children. Comments, document
// types and the like are passed over.
func (s *segmenter) beginNode(ctx context.Context, n *html.Node) error {
	var err error
	switch n.Type {
	case html.TextNode:
		err = s.textNode(ctx, n)
	case html.RawNode:
		err = s.markupNode(ctx, n, n.Data)
	case html.ElementNode:
		err = s.elementNode(n)
	case html.DocumentNode:
		s.tree.levels = append(s.tree.levels, level{node: n, next: n.FirstChild})
	}
	return cmp.Or(err, s.treeLimits(ctx))
}

// treeLimits returns an error if the walk must end.
func (s *segmenter) treeLimits(ctx context.Context) error {
	t := &s.tree
	t.events++
	switch {
	case s.config.MaxElements > 0 && t.started > s.config.MaxElements:
		return &page.LimitError{Limit: "MaxElements", Value: s.config.MaxElements, Offset: t.read}
	case t.read > s.config.MaxBytes && !t.inMarkup:
		return &page.LimitError{Limit: "MaxBytes", Value: s.config.MaxBytes, Offset: s.config.MaxBytes}
	}
	return s.limits(ctx, t.events)
}

// elementNode begins an element, unless it is dropped.
func (s *segmenter) elementNode(n *html.Node) error {
	t := &s.tree
	if t.started++; s.config.MaxElements > 0 && t.started > s.config.MaxElements {
		return nil // treeLimits reports it
	}
	around := t.top()
	l := level{node: n, next: n.FirstChild, tag: t.tagOf(n.Data)}
	l.dropped = around.dropped || drops(n, l.tag)
	l.inSvg = around.inSvg || l.tag == tags.Svg
	l.inTitle = around.inTitle || l.tag == tags.Title && !l.inSvg && !t.titleSeen
	t.titleSeen = t.titleSeen || l.inTitle
	if !l.dropped {
		s.flatten()
		l.open = true
	}
	t.levels = append(t.levels, l)
	if l.open {
		s.startElement(l.tag)
		s.noteImage(n)
	}
	return nil
}

// drops reports whether an element is removed with its content.
func drops(n *html.Node, tag tags.Tag) bool {
	if tag == tags.Template {
		_, shown := attrOf(n, "shadowrootmode")
		return !shown
	}
	return scan.HTMLDropped.Has(tag)
}

// flatten closes the innermost element if as many are open as may be: the next element
// then stands beside it and not in it.
func (s *segmenter) flatten() {
	levels := s.tree.levels
	if s.config.MaxDepth == 0 || len(s.elements) < s.config.MaxDepth || len(levels) == 0 {
		return
	}
	if top := &levels[len(levels)-1]; top.open {
		s.endElement(top.tag)
		top.open, top.closed = false, true
	}
}

// endNode ends an element. What follows one that MaxDepth has closed early is separated
// from its content all the same.
func (s *segmenter) endNode(l *level) {
	switch {
	case l.open:
		s.endElement(l.tag)
	case l.closed:
		s.endRun()
		if boundaries.Has(l.tag) {
			s.newParagraph()
		}
		s.separateWords(l.tag)
	}
}

// textNode reads the text of a node.
func (s *segmenter) textNode(ctx context.Context, n *html.Node) error {
	around := s.tree.top()
	if around.dropped && !around.inTitle {
		return nil
	}
	if isMarkup(n, around) {
		return s.markupNode(ctx, n, n.Data)
	}
	text := s.tree.take(n.Data, s.config.MaxBytes)
	if around.inTitle {
		s.tree.title = append(s.tree.title, text...)
	}
	if !around.dropped {
		s.addNodeText(n, text)
	}
	return nil
}

// rawTexts are the elements whose content the parser keeps as one text, which is markup:
// noscript if scripting is on, as it is by default, and the others always (HTML standard,
// 13.2.6.4.7).
var rawTexts = tags.Of(tags.Iframe, tags.Noembed, tags.Noframes, tags.Noscript, tags.Plaintext, tags.Xmp)

// isMarkup reports whether a text in the element around it is markup.
func isMarkup(n *html.Node, around level) bool {
	return rawTexts.Has(around.tag) && n.PrevSibling == nil && n.NextSibling == nil
}

// markupNode reads a text that is markup. The html and body that are implied around it
// are left out.
func (s *segmenter) markupNode(ctx context.Context, n *html.Node, data string) error {
	t := &s.tree
	if t.top().dropped {
		return nil
	}
	const implied = 2 // elements
	t.markup.MaxToken, t.markup.MaxDepth = s.config.MaxToken, s.config.MaxDepth
	if t.markup.MaxDepth > 0 {
		t.markup.MaxDepth = implied + max(1, s.config.MaxDepth-len(s.elements))
	}
	t.markup.Reset(t.take(data, s.config.MaxBytes), scan.HTML)
	t.inMarkup = true
	defer func() { t.inMarkup = false }()
	for t.markup.Next() {
		tag := t.markup.Tag
		switch {
		case t.markup.Kind == scan.Text:
			s.addNodeText(n, t.markup.Event.Text)
		case tag == tags.HTML || tag == tags.Body:
		case t.markup.Kind == scan.StartTag:
			if t.started++; s.config.MaxElements > 0 && t.started > s.config.MaxElements {
				return s.treeLimits(ctx)
			}
			s.startElement(t.markupTag(tag))
			s.noteImage(n)
		default:
			s.endElement(t.markupTag(tag))
		}
		if err := s.treeLimits(ctx); err != nil {
			return err
		}
	}
	return t.markup.Err()
}

// addNodeText adds text of a node, and notes the node if any of it is kept.
func (s *segmenter) addNodeText(n *html.Node, text []byte) {
	before := len(s.text)
	s.addText(text, 0, len(text))
	if len(s.text) > before {
		s.noteSource(n)
	}
}

// noteImage notes the node of an image whose start tag has just made a paragraph.
func (s *segmenter) noteImage(n *html.Node) {
	if s.current.Image && len(s.text) > s.begin {
		s.noteSource(n)
	}
}

func (s *segmenter) noteSource(n *html.Node) {
	all := s.tree.sources
	now := source{len(s.paragraphs), n}
	if len(all) == 0 || all[len(all)-1] != now {
		s.tree.sources = append(all, now)
	}
}

// nodesOf returns, for each paragraph of result, the nodes that it comes from, or nil if
// the page is no tree.
func (s *segmenter) nodesOf(paragraphs int) [][]*html.Node {
	if !s.tree.active {
		return nil
	}
	nodes, all := make([][]*html.Node, paragraphs), make([]*html.Node, 0, len(s.tree.sources))
	rest := s.tree.sources
	for i := range nodes {
		first := len(all)
		for ; len(rest) > 0 && rest[0].paragraph == i; rest = rest[1:] {
			all = append(all, rest[0].node)
		}
		nodes[i] = all[first:len(all):len(all)]
	}
	return nodes
}

// top returns the innermost level.
func (t *tree) top() level {
	if len(t.levels) == 0 {
		return level{}
	}
	return t.levels[len(t.levels)-1]
}

// take returns a text as valid UTF-8, up to most bytes of text in the whole tree. It is
// valid until the next call.
func (t *tree) take(data string, most int) []byte {
	if !t.hasText {
		data = strings.TrimPrefix(data, "\ufeff") // a byte order mark
		t.hasText = true
	}
	room := max(0, most-t.read)
	t.read += len(data)
	if len(data) > room {
		for room > 0 && !utf8.RuneStart(data[room]) {
			room--
		}
		data = data[:room]
	}
	t.buffer = append(t.buffer[:0], data...)
	if !utf8.Valid(t.buffer) {
		t.buffer = bytes.ToValidUTF8(t.buffer, []byte("\ufffd"))
	}
	return t.buffer
}

// tagOf returns the tag of a name.
func (t *tree) tagOf(name string) tags.Tag {
	t.buffer = append(t.buffer[:0], name...)
	if !utf8.Valid(t.buffer) {
		t.buffer = bytes.ToValidUTF8(t.buffer, []byte("\ufffd"))
	}
	tag := t.names.Tag(t.buffer)
	if tag == tags.Image {
		return tags.Img // as the parser renames it outside of svg
	}
	return tag
}

// markupTag returns the tag that stands in the tree for one of the scanner's.
func (t *tree) markupTag(tag tags.Tag) tags.Tag {
	if tag < tags.NumKnown {
		return tag
	}
	name := t.markup.Name(tag)
	return t.names.Tag([]byte(name))
}

// attr returns the value of an attribute of the element that has begun last.
func (t *tree) attr(name string) (value []byte, ok bool) {
	if t.inMarkup {
		return t.markup.Attr(name)
	}
	text, ok := attrOf(t.top().node, name)
	t.read += len(text)
	return bytes.ToValidUTF8([]byte(text), []byte("\ufffd")), ok
}

func attrOf(n *html.Node, name string) (value string, ok bool) {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// size returns about how many bytes of memory are kept.
func (t *tree) size() int {
	const level, source = 40, 16
	return cap(t.levels)*level + cap(t.sources)*source + cap(t.buffer) + cap(t.title) + t.names.Size() + t.markup.Size()
}

// forget lets go of the tree, so that scratch memory does not keep it alive.
func (t *tree) forget() {
	if !t.active {
		return
	}
	clear(t.levels[:cap(t.levels)])
	clear(t.sources[:cap(t.sources)])
	*t = tree{levels: t.levels[:0], names: t.names, title: t.title[:0], sources: t.sources[:0], markup: t.markup, buffer: t.buffer[:0]}
}
