package scan

// A Tag identifies an element name within one page: the known names have the
// constants below on every page; any other name gets the next free number of
// its page (see [Scanner.Name]).
type Tag int32

// The elements of HTML 4 and of the HTML standard, and a few others that the
// rules of some reader mention.
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
	CommentElement // comment; the obsolete element
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
	HTMLElement // html; the name HTML is taken by the dialect
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

	// NumKnown is one more than the largest constant.
	NumKnown
)

var names = [NumKnown]string{
	A: "a", Abbr: "abbr", Acronym: "acronym", Address: "address", Applet: "applet", Area: "area",
	Article: "article", Aside: "aside", Audio: "audio", B: "b", Base: "base", Basefont: "basefont",
	Bdo: "bdo", Bgsound: "bgsound", Big: "big", Blink: "blink", Blockquote: "blockquote", Body: "body",
	Br: "br", Button: "button", Canvas: "canvas", Caption: "caption", Center: "center", Cite: "cite",
	Code: "code", Col: "col", Colgroup: "colgroup", Command: "command", CommentElement: "comment", Datalist: "datalist", Dd: "dd",
	Del: "del", Details: "details", Dfn: "dfn", Dialog: "dialog", Dir: "dir", Div: "div", Dl: "dl",
	Dt: "dt", Em: "em", Embed: "embed", Fieldset: "fieldset", Figcaption: "figcaption",
	Figure: "figure", Font: "font", Footer: "footer", Form: "form", Frame: "frame",
	Frameset: "frameset", H1: "h1", H2: "h2", H3: "h3", H4: "h4", H5: "h5", H6: "h6", Head: "head",
	Header: "header", Hgroup: "hgroup", Hr: "hr", HTMLElement: "html", I: "i", Iframe: "iframe", Ilayer: "ilayer",
	Image: "image", Img: "img", Input: "input", Ins: "ins", Isindex: "isindex", Kbd: "kbd",
	Keygen: "keygen", Label: "label", Layer: "layer", Legend: "legend", Li: "li", Link: "link",
	Listing: "listing", Main: "main", Map: "map", Mark: "mark", Marquee: "marquee", Math: "math",
	Menu: "menu", Meta: "meta", Meter: "meter", Multicol: "multicol", Nav: "nav", Nextid: "nextid", Nobr: "nobr", Noembed: "noembed",
	Noframes: "noframes", Nolayer: "nolayer", Noscript: "noscript", Object: "object", Ol: "ol", Optgroup: "optgroup",
	Option: "option", Output: "output", P: "p", Param: "param", Path: "path", Picture: "picture",
	Plaintext: "plaintext", Pre: "pre", Progress: "progress", Q: "q", Rb: "rb", Rbc: "rbc", Rp: "rp", Rt: "rt", Rtc: "rtc",
	Ruby: "ruby", S: "s", Samp: "samp", Script: "script", Section: "section", Select: "select",
	Small: "small", Source: "source", Sound: "sound", Spacer: "spacer", Span: "span", Strike: "strike", Strong: "strong",
	Style: "style", Sub: "sub", Summary: "summary", Sup: "sup", Svg: "svg", Table: "table",
	Tbody: "tbody", Td: "td", Template: "template", Textarea: "textarea", Tfoot: "tfoot", Th: "th",
	Thead: "thead", Time: "time", Title: "title", Tr: "tr", Track: "track", Tt: "tt", U: "u",
	Ul: "ul", Var: "var", Video: "video", Wbr: "wbr", XML: "xml", Xmp: "xmp",
}

// String returns the name of a known tag and "" for any other.
func (t Tag) String() string {
	if t < 0 || t >= NumKnown {
		return ""
	}
	return names[t]
}

// A TagSet is a set of known tags.
type TagSet [(NumKnown + 63) / 64]uint64

// Tags returns the set of the given known tags.
func Tags(tags ...Tag) TagSet {
	var set TagSet
	for _, t := range tags {
		set[t/64] |= 1 << (t % 64)
	}
	return set
}

// Has reports whether t is in the set; a tag without a constant never is.
func (set *TagSet) Has(t Tag) bool {
	return t < NumKnown && set[t/64]&(1<<(t%64)) != 0
}

const (
	knownSlots = 512        // a power of two, more than three times the known names
	hashPrime  = 16777619   // of FNV-1a, 32 bits
	hashStart  = 2166136261 // of FNV-1a, 32 bits
)

// hashByte adds one byte of a name to its hash.
func hashByte(h uint32, c byte) uint32 { return (h ^ uint32(lower(c))) * hashPrime }

// slot folds a hash into the table of known names.
func slot(h uint32) uint32 { return (h ^ h>>15) % knownSlots }

// known maps hashes to known tags; a slot taken goes to the next.
var known = func() (table [knownSlots]uint8) {
	for t := None + 1; t < NumKnown; t++ {
		h := uint32(hashStart)
		for i := range len(names[t]) {
			h = hashByte(h, names[t][i])
		}
		s := slot(h)
		for table[s] != 0 {
			s = (s + 1) % knownSlots
		}
		table[s] = uint8(t)
	}
	return table
}()

// lookup returns the known tag of a name in any case, or None. h is its hash.
func lookup(name []byte, h uint32) Tag {
	for s := slot(h); known[s] != 0; s = (s + 1) % knownSlots {
		if t := Tag(known[s]); equalFold(name, names[t]) {
			return t
		}
	}
	return None
}

// lower returns an ASCII letter in lower case and any other byte as it is.
func lower(c byte) byte {
	if c-'A' < 26 {
		return c | 0x20
	}
	return c
}

// equalFold reports whether b is s but for the case of ASCII letters; s is in
// lower case.
func equalFold(b []byte, s string) bool {
	return len(b) == len(s) && hasPrefixFold(b, s)
}

// hasPrefixFold reports whether b begins with s but for the case of ASCII
// letters; s is in lower case.
func hasPrefixFold(b []byte, s string) bool {
	if len(b) < len(s) {
		return false
	}
	for i := range len(s) {
		if lower(b[i]) != s[i] {
			return false
		}
	}
	return true
}
