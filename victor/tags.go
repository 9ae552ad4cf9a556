package victor

import "github.com/seed42075109/justext/internal/tags"

// deleted are the elements that pre-cleaning removes with all their content
// (reference, section 2). The scanner has dropped head, script and style.
var deleted = tags.Of(tags.Applet, tags.Del, tags.Embed, tags.Frame, tags.Frameset, tags.Iframe, tags.Object,
	tags.Option, tags.Param, tags.S, tags.Script, tags.Strike, tags.Style, tags.Textarea)

// The tag classes (reference, section 4).
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

// newerBlockTags are blocks of the HTML standard that Victor did not know.
var newerBlockTags = tags.Of(tags.Article, tags.Aside, tags.Details, tags.Dialog, tags.Figcaption, tags.Figure,
	tags.Footer, tags.Header, tags.Hgroup, tags.Main, tags.Nav, tags.Section, tags.Summary)

// breakTags begin and end a line where a browser shows them, HTML standard,
// 15.3, and so separate the paragraphs of the output.
var breakTags = tags.Union(blockTags, newerBlockTags, tags.Of(tags.Body, tags.Fieldset, tags.Form, tags.Listing, tags.Optgroup,
	tags.Option, tags.Select, tags.Table, tags.Tbody, tags.Tfoot, tags.Thead, tags.Tr, tags.Xmp, tags.Video, tags.Audio))

// inside says which elements are open around a block.
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
	} {
		for t := range tags.NumKnown {
			if row.tags.Has(t) {
				table[t] |= row.what
			}
		}
	}
	return table
}()

// A split is what stands between a block and the one before: how often, up to
// enough for the bins.
type split struct{ p, br, hr, inline, block uint8 }

// enough is where counts of a split stop. Two br elements are 4 entries.
const enough = 4

// splitClass are the counts of a split that a tag adds to.
type splitClass uint8

const (
	splitsP splitClass = 1 << iota
	splitsBr
	splitsHr
	splitsInline
	splitsBlock
)

// splitOf holds them, for Victor's classes and for those with newer blocks.
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
	count(&s.p, c&splitsP)
	count(&s.br, c&splitsBr)
	count(&s.hr, c&splitsHr)
	count(&s.inline, c&splitsInline)
	count(&s.block, c&splitsBlock)
}

func count(n *uint8, c splitClass) {
	if c != 0 && *n < enough {
		*n++
	}
}
