// Package tags numbers the names of elements, so that the readers of a page
// compare numbers instead of text.
package tags

import "strings"

// A Tag identifies the name of an element. The names below have the same number
// on every page. Any other name gets its number from the [Names] of its page.
type Tag int32

// The elements of HTML 4 and of the HTML standard, and a few others that the
// rules of one of the readers mention. None is no element.
const (
	None Tag = iota
	A
	Abbr
	Acronym
	Address
	Applet
	Area
	Article
	Aside
	Audio
	B
	Base
	Basefont
	Bdo
	Bgsound
	Big
	Blink
	Blockquote
	Body
	Br
	Button
	Canvas
	Caption
	Center
	Cite
	Code
	Col
	Colgroup
	Command
	Comment // the obsolete element, not <!-- -->
	Datalist
	Dd
	Del
	Details
	Dfn
	Dialog
	Dir
	Div
	Dl
	Dt
	Em
	Embed
	Fieldset
	Figcaption
	Figure
	Font
	Footer
	Form
	Frame
	Frameset
	H1
	H2
	H3
	H4
	H5
	H6
	Head
	Header
	Hgroup
	Hr
	HTML
	I
	Iframe
	Ilayer
	Image
	Img
	Input
	Ins
	Isindex
	Kbd
	Keygen
	Label
	Layer
	Legend
	Li
	Link
	Listing
	Main
	Map
	Mark
	Marquee
	Math
	Menu
	Meta
	Meter
	Multicol
	Nav
	Nextid
	Nobr
	Noembed
	Noframes
	Nolayer
	Noscript
	Object
	Ol
	Optgroup
	Option
	Output
	P
	Param
	Path
	Picture
	Plaintext
	Pre
	Progress
	Q
	Rb
	Rbc
	Rp
	Rt
	Rtc
	Ruby
	S
	Samp
	Script
	Search
	Section
	Select
	Small
	Source
	Sound
	Spacer
	Span
	Strike
	Strong
	Style
	Sub
	Summary
	Sup
	Svg
	Table
	Tbody
	Td
	Template
	Textarea
	Tfoot
	Th
	Thead
	Time
	Title
	Tr
	Track
	Tt
	U
	Ul
	Var
	Video
	Wbr
	XML
	Xmp

	// NumKnown is one more than the largest of these constants.
	NumKnown
)

var names = [NumKnown]string{
	A: "a", Abbr: "abbr", Acronym: "acronym", Address: "address", Applet: "applet", Area: "area",
	Article: "article", Aside: "aside", Audio: "audio", B: "b", Base: "base", Basefont: "basefont",
	Bdo: "bdo", Bgsound: "bgsound", Big: "big", Blink: "blink", Blockquote: "blockquote", Body: "body",
	Br: "br", Button: "button", Canvas: "canvas", Caption: "caption", Center: "center", Cite: "cite",
	Code: "code", Col: "col", Colgroup: "colgroup", Command: "command", Comment: "comment", Datalist: "datalist", Dd: "dd",
	Del: "del", Details: "details", Dfn: "dfn", Dialog: "dialog", Dir: "dir", Div: "div", Dl: "dl",
	Dt: "dt", Em: "em", Embed: "embed", Fieldset: "fieldset", Figcaption: "figcaption",
	Figure: "figure", Font: "font", Footer: "footer", Form: "form", Frame: "frame",
	Frameset: "frameset", H1: "h1", H2: "h2", H3: "h3", H4: "h4", H5: "h5", H6: "h6", Head: "head",
	Header: "header", Hgroup: "hgroup", Hr: "hr", HTML: "html", I: "i", Iframe: "iframe", Ilayer: "ilayer",
	Image: "image", Img: "img", Input: "input", Ins: "ins", Isindex: "isindex", Kbd: "kbd",
	Keygen: "keygen", Label: "label", Layer: "layer", Legend: "legend", Li: "li", Link: "link",
	Listing: "listing", Main: "main", Map: "map", Mark: "mark", Marquee: "marquee", Math: "math",
	Menu: "menu", Meta: "meta", Meter: "meter", Multicol: "multicol", Nav: "nav", Nextid: "nextid", Nobr: "nobr", Noembed: "noembed",
	Noframes: "noframes", Nolayer: "nolayer", Noscript: "noscript", Object: "object", Ol: "ol", Optgroup: "optgroup",
	Option: "option", Output: "output", P: "p", Param: "param", Path: "path", Picture: "picture",
	Plaintext: "plaintext", Pre: "pre", Progress: "progress", Q: "q", Rb: "rb", Rbc: "rbc", Rp: "rp", Rt: "rt", Rtc: "rtc",
	Ruby: "ruby", S: "s", Samp: "samp", Script: "script", Search: "search", Section: "section", Select: "select",
	Small: "small", Source: "source", Sound: "sound", Spacer: "spacer", Span: "span", Strike: "strike", Strong: "strong",
	Style: "style", Sub: "sub", Summary: "summary", Sup: "sup", Svg: "svg", Table: "table",
	Tbody: "tbody", Td: "td", Template: "template", Textarea: "textarea", Tfoot: "tfoot", Th: "th",
	Thead: "thead", Time: "time", Title: "title", Tr: "tr", Track: "track", Tt: "tt", U: "u",
	Ul: "ul", Var: "var", Video: "video", Wbr: "wbr", XML: "xml", Xmp: "xmp",
}

// String returns the name of a tag that has a constant, and "" for any other.
func (t Tag) String() string {
	if t < 0 || t >= NumKnown {
		return ""
	}
	return names[t]
}

// List returns the tags of a list of names that have constants. The names are
// in lower case and separated by white space; other names are left out.
func List(list string) (tags []Tag) {
	for _, name := range strings.Fields(list) {
		for t, known := range names {
			if known == name {
				tags = append(tags, Tag(t))
			}
		}
	}
	return tags
}

// A Set is a set of tags that have constants.
type Set [(NumKnown + 63) / 64]uint64

// Of returns the set of the given tags, which must have constants.
func Of(tags ...Tag) Set {
	var set Set
	for _, t := range tags {
		set[t/64] |= 1 << (t % 64)
	}
	return set
}

// Union returns the set of all tags that are in one of the sets.
func Union(sets ...Set) (all Set) {
	for _, set := range sets {
		for i, bits := range set {
			all[i] |= bits
		}
	}
	return all
}

// Has reports whether t is in the set. A tag without a constant never is.
func (set *Set) Has(t Tag) bool {
	return t < NumKnown && set[t/64]&(1<<(t%64)) != 0
}

// Meets reports whether the two sets have a tag in common.
func (set *Set) Meets(other *Set) bool {
	return set[0]&other[0]|set[1]&other[1]|set[2]&other[2] != 0
}

// Change puts t into the set or takes it out. A tag without a constant is left out.
func (set *Set) Change(t Tag, in bool) {
	if t >= NumKnown {
		return
	}
	bit := uint64(0)
	if in {
		bit = 1
	}
	set[t/64] = set[t/64]&^(1<<(t%64)) | bit<<(t%64)
}

// The void elements, which have no content and no end tag.
var (
	// Void are those of the HTML standard, 13.1.2, and the obsolete ones that its
	// tree construction, 13.2.6.4, closes at once.
	Void = Of(Area, Base, Basefont, Bgsound, Br, Col, Embed, Frame, Hr, Img, Input, Keygen, Link, Meta, Param, Source,
		Track, Wbr)
	// Libxml2Void are those of libxml2 2.9.14 (HTMLparser.c, html40ElementTable).
	Libxml2Void = Of(Area, Base, Basefont, Br, Col, Frame, Hr, Img, Input, Isindex, Link, Meta, Param)
)
