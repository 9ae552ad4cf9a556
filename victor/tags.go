package victor

import "github.com/seed42075109/justext/internal/scan"

// deleted are the elements that pre-cleaning removes with all their content
// (reference, section 2). The scanner has dropped head, script and style.
var deleted = scan.Tags(scan.Applet, scan.Del, scan.Embed, scan.Frame, scan.Frameset, scan.Iframe, scan.Object,
	scan.Option, scan.Param, scan.S, scan.Script, scan.Strike, scan.Style, scan.Textarea)

// The tag classes (reference, section 4).
var (
	boldTags   = scan.Tags(scan.B, scan.Strong)
	italicTags = scan.Tags(scan.I, scan.Em)
	inlineTags = scan.Tags(scan.B, scan.Strong, scan.I, scan.Em, scan.A, scan.Abbr, scan.Acronym, scan.Bdo, scan.Big,
		scan.Br, scan.Cite, scan.Code, scan.Font, scan.Img, scan.Ins, scan.Kbd, scan.Noscript, scan.Samp, scan.Small,
		scan.Span, scan.Sub, scan.Sup, scan.Tt, scan.U, scan.Var)
	headerTags = scan.Tags(scan.H1, scan.H2, scan.H3, scan.H4, scan.H5, scan.H6)
	listTags   = scan.Tags(scan.Dd, scan.Dir, scan.Dl, scan.Dt, scan.Menu, scan.Li, scan.Ol, scan.Ul)
	formTags   = scan.Tags(scan.Button, scan.Input, scan.Isindex, scan.Label)
	blockTags  = union(headerTags, listTags, formTags, scan.Tags(scan.Address, scan.Blockquote, scan.Caption, scan.Center,
		scan.Dfn, scan.Div, scan.Layer, scan.Hr, scan.Legend, scan.Noframes, scan.P, scan.Pre, scan.Q, scan.Td, scan.Th,
		scan.Title, scan.Marquee))
)

// newerBlockTags are blocks of the HTML standard that Victor did not know.
var newerBlockTags = scan.Tags(scan.Article, scan.Aside, scan.Details, scan.Dialog, scan.Figcaption, scan.Figure,
	scan.Footer, scan.Header, scan.Hgroup, scan.Main, scan.Nav, scan.Section, scan.Summary)

// breakTags begin and end a line where a browser shows them, HTML standard,
// 15.3, and so separate the paragraphs of the output.
var breakTags = union(blockTags, newerBlockTags, scan.Tags(scan.Body, scan.Fieldset, scan.Form, scan.Listing, scan.Optgroup,
	scan.Option, scan.Select, scan.Table, scan.Tbody, scan.Tfoot, scan.Thead, scan.Tr, scan.Xmp, scan.Video, scan.Audio))

func union(sets ...scan.TagSet) (all scan.TagSet) {
	for _, set := range sets {
		for i, bits := range set {
			all[i] |= bits
		}
	}
	return all
}

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
var insideOf = func() (table [scan.NumKnown]inside) {
	for _, row := range []struct {
		what inside
		tags scan.TagSet
	}{
		{inP, scan.Tags(scan.P)}, {inA, scan.Tags(scan.A)}, {inU, scan.Tags(scan.U)}, {inImg, scan.Tags(scan.Img)},
		{inBold, boldTags}, {inItalic, italicTags}, {inHeaders, headerTags}, {inLists, listTags}, {inForms, formTags},
		{inTable, scan.Tags(scan.Td, scan.Th)}, {inQuote, scan.Tags(scan.Blockquote)}, {inArticle, scan.Tags(scan.Article)},
		{inMain, scan.Tags(scan.Main)}, {inNav, scan.Tags(scan.Nav)}, {inAside, scan.Tags(scan.Aside)},
		{inHeader, scan.Tags(scan.Header)}, {inFooter, scan.Tags(scan.Footer)}, {inFigure, scan.Tags(scan.Figure)},
		{inControl, scan.Tags(scan.Button, scan.Label, scan.Select, scan.Legend, scan.Form)}, {inPre, scan.Tags(scan.Pre)},
	} {
		for t := range scan.NumKnown {
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
var splitOf = func() (table [2][scan.NumKnown]splitClass) {
	for t := range scan.NumKnown {
		var c splitClass
		switch t {
		case scan.P:
			c = splitsP
		case scan.Br:
			c = splitsBr
		case scan.Hr:
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
