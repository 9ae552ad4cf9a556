package boilerpipe

import "github.com/seed42075109/justext/internal/tags"

// This file has what the balancer knows of the elements (docs/boilerpipe.md,
// "Elements").

// A kind is what the balancer's rules ask of an element, as a set of flags. Elements
// without a flag are of no kind.
type kind uint8

const (
	inline    kind = 1 << iota // closed before an element of no kind, and opened again in it
	block                      // hides the elements around it from the end tags in it
	empty                      // has no content
	container                  // its end tag finds it around blocks too
	special                    // has raw content; no rule asks for it
)

// An element is what the table says about a name.
type element struct {
	kind     kind
	parents  []tags.Tag // the first is the preferred one
	bounded  bool       // its parent must be inside the innermost table
	closes   []tags.Tag
	nestable bool // it does not close itself
}

// elements are the elements by their names. All other names are the element
// tags.None to the rules.
var elements = func() (table [tags.NumKnown]element) {
	for _, row := range []struct {
		names   string
		kind    kind
		parents string
		closes  string
	}{
		{"abbr acronym b bdo big blink cite code dfn em i kbd map nobr q samp small strike strong sub sup tt u var", inline, "body", ""},
		{"a", inline, "body", "a"},
		{"caption", inline, "table", ""},
		{"legend", inline, "fieldset", ""},
		{"rb", inline, "ruby", "rb"},
		{"rp", inline, "ruby", "rb"},
		{"rt", inline, "ruby", "rb rp"},

		{"address dl iframe ilayer layer ol ul", block, "body", ""},
		{"blockquote div", block, "body", "p"},
		{"h1 h2 h3 h4 h5 h6", block, "body a", "h1 h2 h3 h4 h5 h6 p"},
		{"table", block | container, "body", ""},
		{"tr", block, "tbody thead tfoot", "td th tr colgroup"},

		{"body", container, "html", "head"},
		{"font span", container, "body", ""},
		{"form", container, "body td div", "button p"},
		{"p", container, "body", "p"},
		{"select", container, "body", "select"},
		{"td th", container, "tr", "td th"},

		{"area", empty, "map", ""},
		{"base bgsound link sound", empty, "head", ""},
		{"meta", empty, "head", "style title"},
		{"br img input nextid spacer wbr", empty, "body", ""},
		{"hr", empty, "body", "p"},
		{"col", empty, "table", ""},
		{"frame", empty, "frameset", ""},
		{"param", empty, "object applet", ""},

		{"comment", special, "html", ""},
		{"plaintext textarea xmp", special, "body", ""},
		{"script title", special, "head body", ""},
		{"style", special, "head body", "style title meta"},

		{"applet button center del dir embed fieldset ins keygen label listing marquee menu multicol noembed nolayer noscript object pre s xml", 0, "body", ""},
		{"ruby", 0, "body", "ruby"},
		{"basefont isindex", 0, "head", ""},
		{"colgroup", 0, "table", "col colgroup"},
		{"dd dt", 0, "dl", "dt dd"},
		{"frameset head", 0, "html", ""},
		{"html", 0, "", ""},
		{"li", 0, "body ul ol", "li"},
		{"noframes", 0, "frameset", ""},
		{"optgroup option", 0, "select", "option"},
		{"rbc", 0, "ruby", ""},
		{"rtc", 0, "ruby", "rbc"},
		{"tbody", 0, "table", "thead td th tr colgroup"},
		{"tfoot", 0, "table", "thead tbody td th tr"},
		{"thead", 0, "table", "colgroup"},
	} {
		for _, tag := range tags.List(row.names) {
			e := element{kind: row.kind, parents: tags.List(row.parents), closes: tags.List(row.closes), nestable: true}
			for _, closed := range e.closes {
				e.nestable = e.nestable && closed != tag
			}
			table[tag] = e
		}
	}
	for _, tag := range tags.List("tr td th") {
		table[tag].bounded = true
	}
	table[tags.None] = element{kind: container, parents: tags.List("body head"), nestable: true}
	return table
}()

// ruleOf returns the element whose rules hold for a tag.
func ruleOf(tag tags.Tag) tags.Tag {
	if tag < tags.NumKnown && (elements[tag].parents != nil || tag == tags.HTML) {
		return tag
	}
	return tags.None
}
