package victor

import (
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// deleted are the elements that pre-cleaning removes with all their content
// (docs/victor.md, "Reading a page"). The scanner has already dropped head, script
// and style.
var deleted = tags.Of(tags.Applet, tags.Del, tags.Embed, tags.Frame, tags.Frameset, tags.Iframe, tags.Object,
	tags.Option, tags.Param, tags.S, tags.Script, tags.Strike, tags.Style, tags.Textarea)

// The tag classes (docs/victor.md, "Tag classes").
var (
	boldTags   = tags.Of(tags.B, tags.Strong)
	italicTags = tags.Of(tags.I, tags.Em)
	inlineTags = tags.Of(tags.B, tags.Strong, tags.I, tags.Em, tags.A, tags.Abbr, tags.Acronym, tags.Bdo, tags.Big,
		tags.Br, tags.Cite, tags.Code, tags.Font, tags.Img, tags.Ins, tags.Kbd, tags.Noscript, tags.Samp, tags.Small,
		tags.Span, tags.Sub, tags.Sup, tags.Tt, tags.U, tags.Var)
	headerTags = tags.Of(tags.H1, tags.H2, tags.H3, tags.H4, tags.H5, tags.H6)
	listTags   = tags.Of(tags.Dd, tags.Dir, tags.Dl, tags.Dt, tags.Menu, tags.Li, tags.Ol, tags.Ul)
	formTags   = tags.Of(tags.Button, tags.Input, tags.Isindex, tags.Label)
	blockTags  = tags.Union(headerTags, listTags, formTags, tags.Of(tags.Address, tags.Blockquote, tags.Caption, tags.Center,
		tags.Dfn, tags.Div, tags.Layer, tags.Hr, tags.Legend, tags.Noframes, tags.P, tags.Pre, tags.Q, tags.Td, tags.Th,
		tags.Title, tags.Marquee))
)

// newerBlockTags are block elements of the HTML standard that Victor did not know.
var newerBlockTags = tags.Of(tags.Article, tags.Aside, tags.Details, tags.Dialog, tags.Figcaption, tags.Figure,
	tags.Footer, tags.Header, tags.Hgroup, tags.Main, tags.Nav, tags.Section, tags.Summary)

// breakTags begin and end a paragraph (docs/victor.md, "Paragraphs").
var breakTags = tags.Union(blockTags, newerBlockTags, tags.Of(tags.Body, tags.Fieldset, tags.Form, tags.Listing, tags.Optgroup,
	tags.Option, tags.Select, tags.Table, tags.Tbody, tags.Tfoot, tags.Thead, tags.Tr, tags.Xmp, tags.Video, tags.Audio))

// A joint says how a browser shows a block after the one before it.
type joint uint8

const (
	joined  joint = iota // right after it, as part of the same word
	spaced               // in the same line, after white space or after something that is not text
	newLine              // in a line of its own
)

// jointOf holds what an element between two blocks does to their joint
// (docs/victor.md, "Joints").
var jointOf = func() (table [tags.NumKnown]joint) {
	// What a browser shows as a thing of its own within a line: replaced elements
	// and controls (HTML standard, 15.4 and 15.5).
	things := tags.Of(tags.Applet, tags.Br, tags.Canvas, tags.Embed, tags.Frame, tags.Iframe, tags.Img, tags.Keygen, tags.Meter,
		tags.Object, tags.Option, tags.Progress, tags.Svg, tags.Textarea)
	// Of the elements that begin a paragraph, those that a browser shows within a
	// line, or not at all.
	inLine := tags.Of(tags.Dfn, tags.Label, tags.Layer, tags.Noframes, tags.Q, tags.Title)
	// What begins a line in a browser and no paragraph here.
	lines := tags.Of(tags.Plaintext, tags.Search)
	for t := range tags.NumKnown {
		switch {
		case things.Has(t):
			table[t] = spaced
		case breakTags.Has(t) && !inLine.Has(t), lines.Has(t):
			table[t] = newLine
		}
	}
	return table
}()

// A place is what kind of block the elements around a block make of it.
type place struct {
	kind  page.Kind
	level uint8 // of a heading
}

// kindOf holds the kind that an element gives to the blocks in it.
var kindOf = func() (table [tags.NumKnown]page.Kind) {
	for kind, set := range map[page.Kind]tags.Set{
		page.Heading: headerTags,
		page.List:    tags.Of(tags.Li, tags.Dd, tags.Dt),
		page.Table:   tags.Of(tags.Td, tags.Th),
		page.Code:    tags.Of(tags.Pre),
		page.Quote:   tags.Of(tags.Blockquote),
		page.Caption: tags.Of(tags.Caption, tags.Figcaption),
		page.Image:   tags.Of(tags.Img),
		page.Form:    tags.Of(tags.Button, tags.Option, tags.Select, tags.Textarea),
	} {
		for t := range tags.NumKnown {
			if set.Has(t) {
				table[t] = kind
			}
		}
	}
	return table
}()

// within returns the place of what is in an element at a place. The innermost
// element decides, except that everything but an image in a heading is a heading.
func (p place) within(tag tags.Tag) place {
	kind := page.Text
	if tag < tags.NumKnown {
		kind = kindOf[tag]
	}
	switch {
	case kind == page.Heading:
		return place{kind, uint8(tag-tags.H1) + 1}
	case kind == page.Image || kind != page.Text && p.kind != page.Heading:
		return place{kind: kind}
	}
	return p
}

// inside says which elements are open around a block, as a set of flags.
type inside uint32

const (
	inP inside = 1 << iota
	inA
	inU
	inImg
	inBold
	inItalic
	inHeaders
	inLists
	inForms
	inTable
	inQuote
	inArticle
	inMain
	inNav
	inAside
	inHeader
	inFooter
	inFigure
	inControl
	inPre
	inByline // time, or an inline element that is named so: see nameInline
)

// insideOf holds what an element of each tag adds.
var insideOf = func() (table [tags.NumKnown]inside) {
	for _, row := range []struct {
		what inside
		tags tags.Set
	}{
		{inP, tags.Of(tags.P)}, {inA, tags.Of(tags.A)}, {inU, tags.Of(tags.U)}, {inImg, tags.Of(tags.Img)},
		{inBold, boldTags}, {inItalic, italicTags}, {inHeaders, headerTags}, {inLists, listTags}, {inForms, formTags},
		{inTable, tags.Of(tags.Td, tags.Th)}, {inQuote, tags.Of(tags.Blockquote)}, {inArticle, tags.Of(tags.Article)},
		{inMain, tags.Of(tags.Main)}, {inNav, tags.Of(tags.Nav)}, {inAside, tags.Of(tags.Aside)},
		{inHeader, tags.Of(tags.Header)}, {inFooter, tags.Of(tags.Footer)}, {inFigure, tags.Of(tags.Figure)},
		{inControl, tags.Of(tags.Button, tags.Label, tags.Select, tags.Legend, tags.Form)}, {inPre, tags.Of(tags.Pre)},
		{inByline, tags.Of(tags.Time)},
	} {
		for t := range tags.NumKnown {
			if row.tags.Has(t) {
				table[t] |= row.what
			}
		}
	}
	return table
}()

// A split counts the tags between a block and the one before it. Each count stops
// at enough.
type split struct{ p, br, hr, inline, block uint8 }

// enough is where the counts of a split stop. Two br elements have four tags.
const enough = 4

// splitClass is the set of the counts of a split that a tag adds to.
type splitClass uint8

const (
	splitsP splitClass = 1 << iota
	splitsBr
	splitsHr
	splitsInline
	splitsBlock
)

// splitOf holds the counts that each tag adds to: first with Victor's block
// elements, then with the newer ones too.
var splitOf = func() (table [2][tags.NumKnown]splitClass) {
	for t := range tags.NumKnown {
		var c splitClass
		switch t {
		case tags.P:
			c = splitsP
		case tags.Br:
			c = splitsBr
		case tags.Hr:
			c = splitsHr
		}
		if inlineTags.Has(t) {
			c |= splitsInline
		}
		if blockTags.Has(t) {
			c |= splitsBlock
		}
		table[0][t] = c
		if newerBlockTags.Has(t) {
			c |= splitsBlock
		}
		table[1][t] = c
	}
	return table
}()

func (s *split) add(c splitClass) {
	if c == 0 {
		return
	}
	for class, count := range [...]*uint8{&s.p, &s.br, &s.hr, &s.inline, &s.block} {
		if c&(1<<class) != 0 && *count < enough {
			*count++
		}
	}
}
