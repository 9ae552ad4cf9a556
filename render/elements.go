package render

import "github.com/seed42075109/justext/internal/tags"

// A role is what an element is for the tree.
type role uint8

const (
	transparent role = iota // its content stands where it is
	asBlock                 // its content begins and ends lines
	asHeading
	asList
	asItem
	asDefinitions
	asTerm
	asDetails
	asTable
	asRows
	asRow
	asCell
	asCaption
	asPre
	asQuote
	asFigure
	asRule
	asInline // inlineKinds says which
	asCode
	asLink
	asImage
	asBreak
	asMath
	numRoles
)

// roles has the role of each element; what is not mentioned is transparent.
var roles = func() (table [tags.NumKnown]role) {
	for _, row := range []struct {
		role     role
		elements string
	}{
		{asBlock, "address article aside body center details dialog dir div fieldset footer form header hgroup html legend" +
			" main nav noframes optgroup option p search section select summary textarea video audio iframe"},
		{asHeading, "h1 h2 h3 h4 h5 h6"},
		{asList, "ul ol menu dir"},
		{asItem, "li"},
		{asDefinitions, "dl"},
		{asTerm, "dt"},
		{asDetails, "dd"},
		{asTable, "table"},
		{asRows, "tbody thead tfoot"},
		{asRow, "tr"},
		{asCell, "td th"},
		{asCaption, "caption figcaption"},
		{asPre, "pre listing xmp plaintext"},
		{asQuote, "blockquote"},
		{asFigure, "figure"},
		{asRule, "hr"},
		{asInline, "em i cite dfn var strong b del s strike sub sup"},
		{asCode, "code tt kbd samp"},
		{asLink, "a"},
		{asImage, "img image"},
		{asBreak, "br"},
		{asMath, "math"},
	} {
		for _, t := range tags.List(row.elements) {
			table[t] = row.role
		}
	}
	return table
}()

// inlineKinds are the kinds of the elements with the role asInline.
var inlineKinds = func() (table [tags.NumKnown]Kind) {
	for _, row := range []struct {
		kind     Kind
		elements string
	}{
		{Emphasis, "em i cite dfn var"}, {Strong, "strong b"}, {Strike, "del s strike"}, {Sub, "sub"}, {Sup, "sup"},
	} {
		for _, t := range tags.List(row.elements) {
			table[t] = row.kind
		}
	}
	return table
}()

func roleOf(t tags.Tag) role {
	if t < 0 || t >= tags.NumKnown {
		return transparent
	}
	return roles[t]
}
