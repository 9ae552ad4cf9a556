package scan

import (
	"bytes"

	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/tags"
)

// This file keeps the open elements right: which start tags end which open
// elements, what an end tag may close, and what is implied. The rules are those of
// libxml2 2.9.14 (HTMLparser.c), or, where they say so, of both dialects; those of the
// dialect HTML alone are in standard.go.

// autoClose holds, for each open element, the start tags that close it in the dialect
// Libxml2.
var autoClose = func() (table [tags.NumKnown]tags.Set) {
	for _, row := range []struct{ open, start string }{
		{"a", "a fieldset table td th"},
		{"address", "dd dl dt form li ul"},
		{"b i", "center p td th"},
		{"big s small strike tt", "p"},
		{"caption col", "col colgroup tbody tfoot thead tr"},
		{"colgroup", "colgroup tbody tfoot thead tr"},
		{"dd", "dt"},
		{"dir menu", "dd dl dt form ul"},
		{"dl", "form li"},
		{"dt", "dd dl"},
		{"font", "center td th"},
		{"form hr", "form"},
		{"h1 h2 h3 h4 h5 h6", "fieldset form li p table"},
		{"head", "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em" +
			" fieldset font form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s" +
			" samp small span strike strong sub sup table tt u ul var xmp"},
		{"legend", "fieldset"},
		{"li", "li"},
		{"link style title", "body frameset"},
		{"listing pre xmp", "dd dl dt fieldset form li table ul"},
		{"ol", "form ul"},
		{"option", "optgroup option"},
		{"p", "address blockquote body caption center col colgroup dd dir div dl dt fieldset form frameset" +
			" h1 h2 h3 h4 h5 h6 head hr li listing menu ol p pre table tbody td tfoot th title tr ul xmp"},
		{"script", "noscript"},
		{"span", "td th"},
		{"tbody thead", "tbody tfoot"},
		{"td th", "tbody td tfoot th tr"},
		{"tfoot", "tbody"},
		{"tr", "tbody tfoot tr"},
		{"u", "p td th"},
		{"ul", "address form menu ol pre"},
	} {
		for _, open := range tags.List(row.open) {
			table[open] = tags.Of(tags.List(row.start)...)
		}
	}
	return table
}()

// priority says which elements an end tag may close on its way to the one that it
// names in the dialect Libxml2: it closes nothing if one of a higher priority is open
// within that.
func priority(t tags.Tag) int {
	switch t {
	case tags.Div:
		return 150
	case tags.Td, tags.Th:
		return 160
	case tags.Tr:
		return 170
	case tags.Thead, tags.Tbody, tags.Tfoot:
		return 180
	case tags.Table:
		return 190
	case tags.Head, tags.Body:
		return 200
	case tags.HTML:
		return 220
	}
	return 100
}

var (
	// headContent are the elements that may stand in a head, HTML standard,
	// 13.2.6.4.4; any other start tag ends it.
	headContent = tags.Of(tags.Base, tags.Basefont, tags.Bgsound, tags.Head, tags.HTML, tags.Link, tags.Meta, tags.Noframes, tags.Noscript, tags.Script, tags.Style, tags.Template, tags.Title)
	// impliesHead are the start tags before which libxml2 opens a head.
	impliesHead = tags.Of(tags.Script, tags.Style, tags.Meta, tags.Link, tags.Title, tags.Base)
	// impliesNoBody are the start tags before which no body is opened.
	impliesNoBody = tags.Of(tags.HTML, tags.Head, tags.Body, tags.Noframes, tags.Frame, tags.Frameset)
)

var (
	// HTMLDropped are the elements that the dialect HTML removes with their content, which
	// no browser shows (HTML standard, 15.3.1). That of noembed, noframes and rp is kept:
	// it is for programs that show neither frames nor plug-ins nor annotations.
	// Templates are removed too, unless they have an attribute shadowrootmode.
	HTMLDropped = tags.Of(tags.Datalist, tags.Head, tags.Meta, tags.Title, tags.Script, tags.Style)
	// xmlDropped are those that lxml's Cleaner removes as Python jusText sets it up.
	xmlDropped = tags.Of(tags.Applet, tags.Base, tags.Button, tags.Head, tags.Input, tags.Script, tags.Select, tags.Style, tags.Textarea)

	// xmlUnwrapped are the elements of which the Cleaner keeps the content only.
	xmlUnwrapped = tags.Of(tags.Embed, tags.Form, tags.Iframe, tags.Layer, tags.Object, tags.Param)

	// xmlBlocks are lxml's block_tags, which decide how it names the root of a
	// fragment.
	xmlBlocks = tags.Of(tags.Address, tags.Blockquote, tags.Caption, tags.Center, tags.Col, tags.Colgroup, tags.Dd, tags.Del, tags.Dir, tags.Div, tags.Dl, tags.Dt, tags.Fieldset, tags.Form,
		tags.H1, tags.H2, tags.H3, tags.H4, tags.H5, tags.H6, tags.Hr, tags.Ins, tags.Isindex, tags.Legend, tags.Li, tags.Menu, tags.Noscript, tags.Ol, tags.Optgroup, tags.Option, tags.P, tags.Pre, tags.Table,
		tags.Tbody, tags.Td, tags.Tfoot, tags.Th, tags.Thead, tags.Tr, tags.Ul)
)

// xmlMaxDepth is how many elements libxml2 keeps open. The start tag of one more
// ends the page.
const xmlMaxDepth = 256

// An element is an open element.
type element struct {
	name    tags.Tag // by which the rules know it; None if it has ended, but not for the reader of events
	elem    tags.Tag // by which the reader of events knows it
	dropped bool     // it, or an element around it, is dropped with its content
	silent  bool     // it has no events, though its content may have
	early   bool     // it has ended for the reader of events, but for no rule
}

// top returns the innermost open element; its name is None when none is open.
func (s *Scanner) top() element {
	if len(s.open) == 0 {
		return element{}
	}
	return s.open[len(s.open)-1]
}

// push opens an element.
func (s *Scanner) push(name, elem tags.Tag, at span) {
	if !s.libxml2 && s.MaxDepth > 0 && len(s.open) >= s.MaxDepth {
		s.pop(at) // flattened: the element stands beside the deepest, not in it
	}
	parent := s.top()
	e := element{name: name, elem: elem, dropped: parent.dropped || s.dropped.Has(elem) && !s.dropsNothing}
	e.silent = e.dropped
	if s.libxml2 {
		s.noteChild(parent, name, elem)
		e.silent = e.silent || s.unwraps(elem, at)
	} else if elem == tags.Template && !s.dropsNothing && !s.isShadow(at) {
		e.dropped, e.silent = true, true
	}
	s.open = append(s.open, e)
	s.openCount(name, +1)
	if !e.silent {
		s.emit(StartTag, elem, at)
	}
}

// isShadow reports whether the start tag of a template has the attribute shadowrootmode: it is
// the shadow tree of its parent. Any other template is not shown (HTML standard, 4.12.3).
func (s *Scanner) isShadow(at span) bool {
	_, shadow := s.attrIn(at, "shadowrootmode")
	return shadow
}

// unwraps reports whether the Cleaner takes away the tags of an element but not
// its content; a link to a style sheet has none.
func (s *Scanner) unwraps(elem tags.Tag, at span) bool {
	if elem == tags.Link {
		rel, _ := s.attrIn(at, "rel")
		return bytes.Contains(bytes.ToLower(rel), []byte("stylesheet"))
	}
	return xmlUnwrapped.Has(elem)
}

// pop closes the innermost open element, and those around it that had ended before. For the
// reader of events the root stays open until the page ends, because more may follow "</html>".
func (s *Scanner) pop(at span) {
	for {
		e := s.top()
		s.open = s.open[:len(s.open)-1]
		if e.name != tags.None {
			s.openCount(e.name, -1)
		}
		if s.titleState == inTitle && !s.isOpen(tags.Title) {
			s.titleState = titleDone
		}
		switch {
		case e.silent:
		case e.early && headings.Has(e.elem): // what follows is apart from what was in it
			s.emit(StartTag, e.elem, at)
			s.emit(EndTag, e.elem, at)
		case e.early:
		case len(s.open) == 0:
			s.roots = append(s.roots, e)
		default:
			s.emit(EndTag, e.elem, at)
		}
		if len(s.open) == 0 || s.top().name != tags.None {
			return
		}
	}
}

// openCount keeps how many elements of a name are open, so that an end tag
// without an element costs nothing however deep the page is.
func (s *Scanner) openCount(name tags.Tag, change int) {
	for int(name) >= len(s.opened) {
		s.opened = append(s.opened, 0)
	}
	s.opened[name] += change
	s.openNames.Change(name, s.opened[name] > 0)
}

func (s *Scanner) isOpen(name tags.Tag) bool { return int(name) < len(s.opened) && s.opened[name] > 0 }

// startTag applies the rules to a start tag that has been read.
func (s *Scanner) startTag(name, elem tags.Tag, at span, how markup.Found) {
	if s.libxml2 && len(s.open) > xmlMaxDepth {
		s.pos = len(s.src)
		return
	}
	single := singles.Has(name)
	if single && !s.libxml2 {
		if s.opensNothing(name, at) {
			return
		}
		if name == tags.Body && s.isOpen(tags.Head) {
			s.popTo(tags.Head, at) // HTML standard, 13.2.6.4.5: whatever is open in the head
		}
	}
	s.closeFor(name, at)
	if len(s.open) <= 1 || !s.bodySeen {
		s.imply(name, at)
	}
	ends := how != markup.Closed && (how == markup.CutOff || s.selfCloses(name))
	if s.lost {
		return
	}
	if single && !s.admits(name) {
		s.discarded++
		if ends && s.libxml2 {
			s.pop(at)
		}
		return
	}
	if !s.libxml2 && tableParts.Has(name) {
		s.openPart(name, elem, at)
		return
	}
	s.push(name, elem, at)
	if ends || s.void.Has(name) {
		s.pop(at)
	}
}

// singles are the elements whose start tags may open nothing, because a page has only one of
// them, or one at a time.
var singles = tags.Of(tags.HTML, tags.Head, tags.Body, tags.Form, tags.Frame, tags.Frameset, tags.Select)

// admits reports whether a start tag opens an element: a page may have html, head and body
// only once. It notes that the page has one.
func (s *Scanner) admits(name tags.Tag) bool {
	if s.discards(name) {
		return false
	}
	switch name {
	case tags.Head:
		s.headSeen = true
	case tags.Body:
		s.headSeen, s.bodySeen = true, true
	case tags.Form:
		s.formOpen = s.formOpen || !s.isOpen(tags.Template)
	}
	return true
}

// closeFor closes the open elements that a start tag ends.
func (s *Scanner) closeFor(name tags.Tag, at span) {
	if !s.libxml2 {
		if name >= tags.NumKnown || s.openNames.Meets(&mayEnd[name]) {
			s.endEarly(&formatting, name, at)
			s.makeWay(name, at)
			s.endEarly(&headings, name, at)
		}
		return
	}
	for open := s.top().name; open < tags.NumKnown && autoClose[open].Has(name); open = s.top().name {
		s.pop(at)
	}
}

// imply opens what must stand around a start tag: html, head, body.
func (s *Scanner) imply(name tags.Tag, at span) {
	here := span{at.start, at.start}
	if len(s.open) == 0 {
		s.newRoot()
		if s.lost || name == tags.HTML {
			return
		}
		s.push(tags.HTML, tags.HTML, here)
	}
	switch {
	case name == tags.HTML || name == tags.Head || name == tags.Body:
	case len(s.open) == 1 && impliesHead.Has(name):
		if !s.headSeen {
			s.headSeen = true
			s.push(tags.Head, tags.Head, here)
		}
	case !impliesNoBody.Has(name) && !s.bodySeen && !s.isOpen(tags.Head):
		s.headSeen, s.bodySeen = true, true
		s.push(tags.Body, tags.Body, here)
	}
}

// newRoot begins another root element after "</html>". libxml2 makes it a child of
// the first, unless a comment or declaration stood before that: then the rest of the
// page is lost.
func (s *Scanner) newRoot() {
	if len(s.roots) > 0 && s.prolog {
		s.lost = true
		s.pos = len(s.src)
	}
}

// discards reports whether a start tag opens nothing because a page may have its
// element only once.
func (s *Scanner) discards(name tags.Tag) bool {
	switch name {
	case tags.HTML:
		return len(s.open) > 0
	case tags.Head:
		return len(s.open) != 1 || s.headSeen && !s.libxml2
	case tags.Body:
		return s.isOpen(tags.Body) || s.bodySeen && !s.libxml2
	}
	return false
}

// selfCloses reports whether "/>" ends an element at once: for libxml2 always,
// by the HTML standard, 13.2.6.5, only in SVG and MathML.
func (s *Scanner) selfCloses(name tags.Tag) bool {
	return s.libxml2 || s.SelfClose || name == tags.Svg || name == tags.Math || s.isOpen(tags.Svg) || s.isOpen(tags.Math)
}

// endTag applies the rules to an end tag that has been read.
func (s *Scanner) endTag(name tags.Tag, at span) {
	document := name == tags.HTML || name == tags.Body || name == tags.Head
	switch {
	case !s.libxml2 && s.top().name == name && !endsLater.Has(name):
		s.pop(at) // as most end tags; close would do the same
	case !s.libxml2:
		s.close(name, at)
	case document && s.discarded > 0:
		s.discarded-- // it belongs to a start tag that opened nothing
	case s.isOpen(name) && s.reaches(name):
		s.popTo(name, at)
	}
}

// strayEndTag handles "</p>" without an element, which is an empty p in the dialect HTML,
// and "</br>", which is a br (HTML standard, 13.2.6.4.7).
func (s *Scanner) strayEndTag(name tags.Tag, at span) {
	if !s.top().dropped && s.bodySeen {
		s.push(name, name, at)
		s.pop(at)
	}
}

// reaches reports whether the end tag finds its element before one of higher
// priority. The element is open.
func (s *Scanner) reaches(name tags.Tag) bool {
	limit := priority(name)
	for i := len(s.open) - 1; s.open[i].name != name; i-- {
		if priority(s.open[i].name) > limit {
			return false
		}
	}
	return true
}

func (s *Scanner) popTo(name tags.Tag, at span) {
	for found := false; !found; {
		found = s.top().name == name
		s.pop(at)
	}
}

// textBegins applies the rules to text that is not white space, which may not stand
// right in html or head.
func (s *Scanner) textBegins(at int) {
	here := span{at, at}
	switch s.top().name {
	case tags.None, tags.HTML, tags.Head:
		s.closeFor(tags.P, here)
		s.imply(tags.P, here)
		if s.libxml2 && !s.lost {
			s.push(tags.P, tags.P, here)
		}
	}
}
