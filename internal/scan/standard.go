package scan

import "github.com/seed42075109/justext/internal/tags"

// This file keeps the open elements of the dialect HTML as the HTML standard, section
// 13.2.6, does, so that the text between two tags is read in the same elements as in a
// browser. There are three exceptions, because a page is read in one pass and nothing of
// it is left out: text and elements that may not stand in a table stay where they are,
// formatting elements are not opened again, and a part of a table outside of any table
// is empty but separates what is before it from what follows.

var (
	// contents are the elements whose content a browser reads as one text (HTML standard,
	// 13.2.6.4.7) or, of a template, as a page of its own. Tags in them reach no element
	// around them.
	contents = tags.Of(tags.Iframe, tags.Noembed, tags.Noframes, tags.Noscript, tags.Template, tags.Textarea, tags.Title, tags.Xmp)

	// The elements that end the search for an open element, HTML standard, 13.2.4.2.
	tableScope  = tags.Union(contents, tags.Of(tags.HTML, tags.Table))
	scope       = tags.Union(tableScope, tags.Of(tags.Applet, tags.Caption, tags.Marquee, tags.Object, tags.Select, tags.Td, tags.Th))
	listScope   = tags.Union(scope, tags.Of(tags.Ol, tags.Ul))
	buttonScope = tags.Union(scope, tags.Of(tags.Button))

	// special are the elements that the end tag of an ordinary element does not close,
	// HTML standard, 13.2.4.2.
	special = tags.Of(tags.Address, tags.Applet, tags.Area, tags.Article, tags.Aside, tags.Base, tags.Basefont, tags.Bgsound,
		tags.Blockquote, tags.Body, tags.Br, tags.Button, tags.Caption, tags.Center, tags.Col, tags.Colgroup, tags.Dd,
		tags.Details, tags.Dir, tags.Div, tags.Dl, tags.Dt, tags.Embed, tags.Fieldset, tags.Figcaption, tags.Figure,
		tags.Footer, tags.Form, tags.Frame, tags.Frameset, tags.H1, tags.H2, tags.H3, tags.H4, tags.H5, tags.H6, tags.Head,
		tags.Header, tags.Hgroup, tags.Hr, tags.HTML, tags.Iframe, tags.Img, tags.Input, tags.Keygen, tags.Li, tags.Link,
		tags.Listing, tags.Main, tags.Marquee, tags.Menu, tags.Meta, tags.Nav, tags.Noembed, tags.Noframes, tags.Noscript,
		tags.Object, tags.Ol, tags.P, tags.Param, tags.Plaintext, tags.Pre, tags.Script, tags.Search, tags.Section,
		tags.Select, tags.Source, tags.Style, tags.Summary, tags.Table, tags.Tbody, tags.Td, tags.Template, tags.Textarea,
		tags.Tfoot, tags.Th, tags.Thead, tags.Title, tags.Tr, tags.Track, tags.Ul, tags.Wbr, tags.Xmp)

	// endsLater are the elements whose end tag does more, or less, than to close the
	// innermost element if that is one of them.
	endsLater = tags.Of(tags.HTML, tags.Body, tags.Form)

	// headings close each other, HTML standard, 13.2.6.4.7.
	headings = tags.Of(tags.H1, tags.H2, tags.H3, tags.H4, tags.H5, tags.H6)

	// formatting are the formatting elements, HTML standard, 13.2.4.2.
	formatting = tags.Of(tags.A, tags.B, tags.Big, tags.Code, tags.Em, tags.Font, tags.I, tags.Nobr, tags.S, tags.Small,
		tags.Strike, tags.Strong, tags.Tt, tags.U)

	// impliedEnds are the elements whose end tags may be implied, HTML standard, 13.2.6.3.
	impliedEnds = tags.Of(tags.Dd, tags.Dt, tags.Li, tags.Optgroup, tags.Option, tags.P, tags.Rb, tags.Rp, tags.Rt, tags.Rtc)

	// blockEnds are the elements that their end tag closes with everything in them, HTML
	// standard, 13.2.6.4.7.
	blockEnds = tags.Of(tags.Address, tags.Applet, tags.Article, tags.Aside, tags.Blockquote, tags.Button, tags.Center, tags.Dd,
		tags.Details, tags.Dialog, tags.Dir, tags.Div, tags.Dl, tags.Dt, tags.Fieldset, tags.Figcaption, tags.Figure,
		tags.Footer, tags.Header, tags.Hgroup, tags.Listing, tags.Main, tags.Marquee, tags.Menu, tags.Nav, tags.Object,
		tags.Ol, tags.Pre, tags.Search, tags.Section, tags.Select, tags.Summary, tags.Ul)

	// closesP are the start tags that close a p element, HTML standard, 13.2.6.4.7.
	closesP = tags.Union(headings, tags.Of(tags.Address, tags.Article, tags.Aside, tags.Blockquote, tags.Center, tags.Dd,
		tags.Details, tags.Dialog, tags.Dir, tags.Div, tags.Dl, tags.Dt, tags.Fieldset, tags.Figcaption, tags.Figure,
		tags.Footer, tags.Form, tags.Header, tags.Hgroup, tags.Hr, tags.Li, tags.Listing, tags.Main, tags.Menu, tags.Nav,
		tags.Ol, tags.P, tags.Plaintext, tags.Pre, tags.Search, tags.Section, tags.Summary, tags.Table, tags.Ul, tags.Xmp))

	// tableParts are the elements that stand only in tables.
	tableParts = tags.Of(tags.Caption, tags.Col, tags.Colgroup, tags.Tbody, tags.Td, tags.Tfoot, tags.Th, tags.Thead, tags.Tr)

	// tableBounds are those that say whether a place is in a table or in one of its cells.
	tableBounds = tags.Union(contents, tags.Of(tags.Caption, tags.HTML, tags.Table, tags.Td, tags.Th))

	// sectionsIn are those that say where in a table a row is.
	sectionsIn = tags.Of(tags.Caption, tags.Colgroup, tags.Table, tags.Tbody, tags.Tfoot, tags.Thead)

	// inLists are special elements through which the search for an open li, dd or dt goes
	// on.
	inLists = tags.Of(tags.Address, tags.Div, tags.P)
)

// partsIn holds, for each part of a table, the elements in which it may stand. Those of
// its table that are within them are closed (HTML standard, 13.2.6.4.9 to 15).
var partsIn = func() (table [tags.NumKnown]tags.Set) {
	sections := tags.Of(tags.Table, tags.Tbody, tags.Tfoot, tags.Thead)
	for _, row := range []struct{ parts, in tags.Set }{
		{tags.Of(tags.Caption, tags.Colgroup, tags.Tbody, tags.Tfoot, tags.Thead), tags.Of(tags.Table)},
		{tags.Of(tags.Col), tags.Of(tags.Colgroup, tags.Table)},
		{tags.Of(tags.Tr), sections},
		{tags.Of(tags.Td, tags.Th), tags.Union(sections, tags.Of(tags.Tr))},
	} {
		for t := range tags.NumKnown {
			if row.parts.Has(t) {
				table[t] = row.in
			}
		}
	}
	return table
}()

// endsEarly holds, for headings and inline elements that pages often leave open, the start
// tags before which they end for the reader of events. A browser would show the rest of
// the page as a heading, say. The rows are those of libxml2 2.9.14 (HTMLparser.c).
var endsEarly = func() (table [tags.NumKnown]tags.Set) {
	for _, row := range []struct{ open, start string }{
		{"a", "fieldset table td th"},
		{"b i", "center p td th"},
		{"big s small strike tt", "p"},
		{"font", "center td th"},
		{"h1 h2 h3 h4 h5 h6", "fieldset form li p table"},
		{"u", "p td th"},
	} {
		for _, open := range tags.List(row.open) {
			table[open] = tags.Of(tags.List(row.start)...)
		}
	}
	return table
}()

// endsSome are the start tags in endsEarly.
var endsSome = tags.Union(endsEarly[:]...)

// endEarly ends the innermost elements for the reader of events, if they are in a set and
// end early before a start tag.
func (s *Scanner) endEarly(of *tags.Set, name tags.Tag, at span) {
	if !endsSome.Has(name) {
		return
	}
	for i := len(s.open) - 1; i >= 0; i-- {
		e := &s.open[i]
		if e.early {
			continue
		}
		if !of.Has(e.name) || !endsEarly[e.name].Has(name) {
			return
		}
		e.early = true
		if !e.silent {
			s.emit(EndTag, e.elem, at)
		}
	}
}

// within returns the place of the innermost open element of a name, if none of the
// elements that bound the search is open in it.
func (s *Scanner) within(name tags.Tag, bounds *tags.Set) (place int, ok bool) {
	if !s.isOpen(name) {
		return 0, false
	}
	for i := len(s.open) - 1; i >= 0; i-- {
		if s.open[i].name == name {
			return i, true
		}
		if bounds.Has(s.open[i].name) {
			return 0, false
		}
	}
	return 0, false
}

// innermost returns the name of the innermost open element of a set.
func (s *Scanner) innermost(set *tags.Set) tags.Tag {
	for i := len(s.open) - 1; i >= 0; i-- {
		if set.Has(s.open[i].name) {
			return s.open[i].name
		}
	}
	return tags.None
}

// popFrom closes the element at a place and all in it.
func (s *Scanner) popFrom(place int, at span) {
	for len(s.open) > place {
		s.pop(at)
	}
}

// popWithin closes an element that [Scanner.within] finds.
func (s *Scanner) popWithin(name tags.Tag, bounds *tags.Set, at span) {
	if place, ok := s.within(name, bounds); ok {
		s.popFrom(place, at)
	}
}

// popWhile closes the innermost elements as long as they are of a set.
func (s *Scanner) popWhile(set *tags.Set, but tags.Tag, at span) {
	for top := s.top().name; top != but && set.Has(top); top = s.top().name {
		s.pop(at)
	}
}

// end ends the element at a place. If special elements in it stay open, so does the
// element for the reader of events, until they are closed, but for no rule.
func (s *Scanner) end(place int, at span) {
	if place == len(s.open)-1 {
		s.pop(at)
		return
	}
	s.openCount(s.open[place].name, -1)
	s.open[place].name = tags.None
}

// opensNothing reports whether a start tag opens no element: a form in a form, frames in a
// body, and a select in a select, which it closes.
func (s *Scanner) opensNothing(name tags.Tag, at span) bool {
	switch name {
	case tags.Form:
		return s.formOpen && !s.isOpen(tags.Template)
	case tags.Frame, tags.Frameset:
		return s.bodySeen
	case tags.Select:
		place, ok := s.within(tags.Select, &scope)
		if ok {
			s.popFrom(place, at)
		}
		return ok
	}
	return false
}

// mayEnd has, for each start tag, the elements that makeWay and endEarly may end. If none of
// them is open, which is so before most start tags, neither need be called: that takes 3% off
// the time that a page takes.
var mayEnd = func() (table [tags.NumKnown]tags.Set) {
	for _, row := range []struct{ start, open tags.Set }{
		{closesP, tags.Of(tags.P)},
		{headings, headings},
		{tags.Of(tags.A), tags.Of(tags.A)},
		{tags.Of(tags.Nobr), tags.Of(tags.Nobr)},
		{tags.Of(tags.Button), tags.Of(tags.Button)},
		{tags.Of(tags.Li, tags.Dd, tags.Dt), tags.Of(tags.Li, tags.Dd, tags.Dt)},
		{tags.Of(tags.Table), tags.Of(tags.Table)},
		{tags.Of(tags.Input, tags.Keygen, tags.Textarea), tags.Of(tags.Select)},
		{tags.Of(tags.Option, tags.Optgroup, tags.Hr), tags.Of(tags.Select, tags.Option)},
		{tags.Of(tags.Rb, tags.Rtc, tags.Rp, tags.Rt), tags.Of(tags.Ruby)},
	} {
		for start := range tags.NumKnown {
			if row.start.Has(start) {
				table[start] = tags.Union(table[start], row.open)
			}
		}
	}
	for start := range tags.NumKnown {
		table[start].Change(tags.Head, !headContent.Has(start))
		for open, starts := range endsEarly {
			if starts.Has(start) {
				table[start].Change(tags.Tag(open), true)
			}
		}
	}
	return table
}()

// makeWay closes the elements that a start tag ends.
func (s *Scanner) makeWay(name tags.Tag, at span) {
	for s.top().name == tags.Head && !headContent.Has(name) {
		s.pop(at)
	}
	if closesP.Has(name) {
		s.endP(at)
	}
	switch name {
	case tags.A, tags.Nobr:
		s.endFormatting(name, at)
	case tags.Button:
		s.popWithin(name, &scope, at)
	case tags.Li, tags.Dd, tags.Dt:
		s.endItem(name, at)
	case tags.Table:
		if s.isOpen(tags.Table) && s.innermost(&tableBounds) == tags.Table {
			s.popWithin(tags.Table, &tableScope, at)
		}
	case tags.Input, tags.Keygen, tags.Textarea:
		s.popWithin(tags.Select, &scope, at)
	case tags.Option, tags.Optgroup, tags.Hr:
		s.endOption(name, at)
	case tags.Rb, tags.Rtc, tags.Rp, tags.Rt:
		s.endRuby(name, at)
	default:
		if headings.Has(name) && headings.Has(s.top().name) {
			s.pop(at)
		}
	}
}

// endP closes a p before a block. If a link is open in it, a browser opens that again in
// the block; here the p stays open with it, so that the text in the block is in the link.
func (s *Scanner) endP(at span) {
	place, ok := s.within(tags.P, &buttonScope)
	if !ok {
		return
	}
	for _, e := range s.open[place:] {
		if e.name == tags.A && !e.early {
			return
		}
	}
	s.popFrom(place, at)
}

// endItem closes the item of a list before the next one.
func (s *Scanner) endItem(name tags.Tag, at span) {
	if !s.isOpen(tags.Li) && !s.isOpen(tags.Dd) && !s.isOpen(tags.Dt) {
		return
	}
	for i := len(s.open) - 1; i >= 0; i-- {
		switch open := s.open[i].name; {
		case open == name, name != tags.Li && (open == tags.Dd || open == tags.Dt):
			s.popFrom(i, at)
			return
		case special.Has(open) && !inLists.Has(open):
			return
		}
	}
}

// endOption closes the choice before the next choice, group or line.
func (s *Scanner) endOption(name tags.Tag, at span) {
	if _, ok := s.within(tags.Select, &scope); ok {
		but := tags.None
		if name == tags.Option {
			but = tags.Optgroup
		}
		s.popWhile(&impliedEnds, but, at)
	} else if name != tags.Hr && s.top().name == tags.Option {
		s.pop(at)
	}
}

// endRuby closes the part of a ruby element before the next one.
func (s *Scanner) endRuby(name tags.Tag, at span) {
	if _, ok := s.within(tags.Ruby, &scope); !ok {
		return
	}
	but := tags.None
	if name == tags.Rp || name == tags.Rt {
		but = tags.Rtc
	}
	s.popWhile(&impliedEnds, but, at)
}

// openPart opens a part of a table in the innermost table. Outside of any table it is
// empty.
func (s *Scanner) openPart(name, elem tags.Tag, at span) {
	if _, inTable := s.within(tags.Table, &tableScope); !inTable {
		s.push(name, elem, at)
		s.pop(at)
		return
	}
	s.clearTo(&partsIn[name], at)
	s.push(name, elem, at)
	if s.void.Has(name) {
		s.pop(at)
	}
}

// clearTo closes all elements within the innermost one of a set, which is open.
func (s *Scanner) clearTo(set *tags.Set, at span) {
	for !set.Has(s.top().name) {
		s.pop(at)
	}
}

// close applies the rules to an end tag.
func (s *Scanner) close(name tags.Tag, at span) {
	switch {
	case name == tags.HTML || name == tags.Body:
		// what follows still belongs to the body, HTML standard, 13.2.6.4.19
	case name == tags.P:
		if place, ok := s.within(name, &buttonScope); ok {
			s.popFrom(place, at)
		} else {
			s.strayEndTag(name, at)
		}
	case name == tags.Br:
		s.strayEndTag(name, at)
	case name == tags.Form:
		s.endForm(at)
	case name == tags.Li:
		s.popWithin(name, &listScope, at)
	case headings.Has(name):
		s.endHeading(at)
	case formatting.Has(name):
		s.endFormatting(name, at)
	case blockEnds.Has(name):
		s.popWithin(name, &scope, at)
	case tableParts.Has(name):
		s.endPart(name, at)
	case name == tags.Head || name == tags.Table || name == tags.Svg || name == tags.Math || contents.Has(name):
		s.popWithin(name, &tableScope, at)
	default:
		s.endOther(name, at)
	}
}

// endForm ends the form that is open. What is open in it stays open.
func (s *Scanner) endForm(at span) {
	s.formOpen = false
	place, ok := s.within(tags.Form, &scope)
	if !ok {
		return
	}
	s.popWhile(&impliedEnds, tags.None, at)
	s.end(place, at)
}

// endHeading closes the heading that is open, whatever its level.
func (s *Scanner) endHeading(at span) {
	for i := len(s.open) - 1; i >= 0 && s.anyHeading(); i-- {
		if headings.Has(s.open[i].name) {
			s.popFrom(i, at)
			return
		}
		if scope.Has(s.open[i].name) {
			return
		}
	}
}

func (s *Scanner) anyHeading() bool {
	for name := tags.H1; name <= tags.H6; name++ {
		if s.isOpen(name) {
			return true
		}
	}
	return false
}

// endFormatting ends a formatting element by what is left of the adoption agency
// algorithm if formatting elements are not opened again: the special elements that are
// open in it stay open, and what is open in the innermost of these is closed.
func (s *Scanner) endFormatting(name tags.Tag, at span) {
	place, ok := s.within(name, &scope)
	if !ok {
		return
	}
	for i := len(s.open) - 1; i > place; i-- {
		if special.Has(s.open[i].name) {
			s.popFrom(i+1, at)
			s.end(place, at)
			return
		}
	}
	s.popFrom(place, at)
}

// endPart closes a part of a table, or what it would contain if it were written out: a
// cell needs no row, and a row no tbody.
func (s *Scanner) endPart(name tags.Tag, at span) {
	if place, ok := s.within(name, &tableScope); ok {
		s.popFrom(place, at)
		return
	}
	if _, inTable := s.within(tags.Table, &tableScope); !inTable {
		return
	}
	in := s.innermost(&sectionsIn)
	switch {
	case name == tags.Tr && partsIn[tags.Tr].Has(in):
		s.clearTo(&partsIn[tags.Tr], at)
	case name == tags.Tbody && in == tags.Table:
		s.clearTo(&partsIn[tags.Tbody], at)
	}
}

// endOther closes an element unless a special one is open in it.
func (s *Scanner) endOther(name tags.Tag, at span) {
	if !s.isOpen(name) {
		return
	}
	for i := len(s.open) - 1; i >= 0; i-- {
		switch open := s.open[i].name; {
		case open == name:
			s.popFrom(i, at)
			return
		case special.Has(open):
			return
		}
	}
}
