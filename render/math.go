package render

import (
	"bytes"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
)

// This file finds formulas (docs/structure.md, "Formulas"): MathML, what KaTeX and
// MathJax make of TeX, TeX that they have still to work on, and images whose
// alternative text is TeX.

// keepMath keeps the formulas of which the method kept something, and those right
// before or after kept text. In the tree their TeX takes the place of what they
// show.
func (p *rawPage) keepMath() {
	p.formulas = nil
	if !p.texed {
		return
	}
	before := false
	for i := p.nodes[0].first; i != none; {
		n := &p.nodes[i]
		if n.tag == tags.None && n.flags&blank == 0 {
			before = n.flags&kept != 0
		}
		tex := p.formula(i)
		if tex == "" || p.sums[i].kept == 0 && !before && !p.keptBeside(i) {
			i = p.nextIn(i)
			continue
		}
		p.set(i, false, "formula")
		p.keepNode(i)
		if p.formulas == nil {
			p.formulas = map[int32]formula{}
		}
		p.formulas[i] = formula{tex, p.isDisplay(i)}
		i = p.after(i)
	}
}

// A formula is the TeX of a formula, and whether it stands on a line of its own.
type formula struct {
	tex     string
	display bool
}

// maxTeX is how many bytes the TeX of a formula may have.
const maxTeX = 8192

// formula returns the TeX of an element that is a formula, or "".
func (p *rawPage) formula(at int32) (tex string) {
	n := &p.nodes[at]
	switch {
	case n.tag == tags.Script && n.flags&gone == 0:
		tex = p.scriptTeX(at)
	case n.flags&texed == 0:
		return ""
	case n.tag == tags.Math:
		tex = p.mathML(at)
	case n.tag == tags.Img:
		tex = p.imageTeX(at)
	default:
		tex = p.madeTeX(at)
	}
	if len(tex) > maxTeX {
		return ""
	}
	return tex
}

// tagSays reports whether the start tag of an element has one of the words in it.
// It is much faster than to read the attributes.
func (p *rawPage) tagSays(at int32, words ...string) bool {
	n := &p.nodes[at]
	tag := p.src[n.start:n.end]
	for _, word := range words {
		if bytes.Contains(tag, []byte(word)) {
			return true
		}
	}
	return false
}

// madeTeX returns the TeX of an element that a script has made of it.
func (p *rawPage) madeTeX(at int32) string {
	for _, name := range texAttributes {
		if tex := cleanTeX(p.attr(at, name)); tex != "" {
			return tex
		}
	}
	switch script := p.scriptAfter(at); {
	case !p.isMade(at):
		return ""
	case script != none:
		p.nodes[script].flags |= gone
		return p.scriptTeX(script)
	}
	return p.innerTeX(at)
}

// scriptAfter returns the script from which MathJax has made an element: it comes
// right after it and others of its kind. It returns none if there is no such script.
func (p *rawPage) scriptAfter(at int32) int32 {
	for next := p.nodes[at].next; next != none; next = p.nodes[next].next {
		switch n := &p.nodes[next]; {
		case n.tag == tags.Script:
			return next
		case n.tag == tags.None && n.flags&blank != 0:
		case n.flags&texed != 0 && p.sums[at].all == 0:
			return none // it is empty, and the next one shows the formula
		default:
			return none
		}
	}
	return none
}

// scriptTeX returns the TeX in a script.
func (p *rawPage) scriptTeX(at int32) string {
	tex := strings.TrimSpace(string(p.src[p.nodes[at].end:p.nodes[at].stop]))
	tex = strings.TrimPrefix(strings.TrimPrefix(tex, "%"), " ")
	if inner, found := strings.CutPrefix(tex, "<![CDATA["); found {
		tex = strings.TrimRight(strings.TrimSuffix(strings.TrimSpace(inner), "]]>"), "% \n")
	}
	return cleanTeX(tex)
}

// texAttributes are those in which elements keep the TeX that they show.
var texAttributes = [...]string{"data-math", "data-tex", "data-latex", "data-expr"}

// mayBeTeX reports whether an element may be a formula by its name and start tag.
func mayBeTeX(name tags.Tag, tag []byte) bool {
	switch {
	case name == tags.Math:
		return true
	case name == tags.Img:
		return bytes.IndexByte(tag, '\\') >= 0 || bytes.IndexByte(tag, '$') >= 0 || saysTeX(tag) || bytes.Contains(tag, []byte("math"))
	case name == tags.Span || name == tags.Div || name >= tags.NumKnown:
		return saysTeX(tag)
	}
	return false
}

// saysTeX reports whether a start tag has a part of the attributes, classes and
// names that say that an element is a formula. It is much faster than to read the
// attributes: apart from "-math", all of them have an x.
func saysTeX(tag []byte) bool {
	for rest := tag; ; {
		i := bytes.IndexByte(rest, 'x')
		if i < 0 {
			break
		}
		if i >= 2 && i+1 < len(rest) && rest[i+1] != 't' {
			switch string(rest[i-2 : i]) {
			case "te", "mj", "Ja", "-e":
				return true
			}
		}
		rest = rest[i+1:]
	}
	return bytes.Contains(tag, []byte("-math"))
}

// isMade reports whether an element is one that KaTeX or MathJax makes of TeX.
func (p *rawPage) isMade(at int32) bool {
	if p.nameOf(at) == "mjx-container" {
		return true
	}
	for _, class := range strings.Fields(p.attr(at, "class")) {
		switch class {
		case "katex", "katex-display", "MathJax", "MathJax_Display", "mwe-math-element", "MathJax_SVG", "MathJax_CHTML":
			return true
		}
	}
	return false
}

// innerTeX returns the TeX of the first MathML in an element.
func (p *rawPage) innerTeX(at int32) string {
	for i := range p.inside(at) {
		if p.nodes[i].tag == tags.Math {
			return p.mathML(i)
		}
	}
	return p.mathMLOf(at)
}

// mathML returns the TeX of MathML: what its annotation or attribute says, else
// what its elements mean.
func (p *rawPage) mathML(at int32) string {
	for i := range p.inside(at) {
		if p.nameOf(i) == "annotation" && strings.Contains(p.attr(i, "encoding"), "tex") {
			return cleanTeX(p.shortText(i))
		}
	}
	if tex := cleanTeX(p.attr(at, "alttext")); tex != "" {
		return tex
	}
	return p.mathMLOf(at)
}

// cleanTeX folds the white space of TeX, and takes off what only says that it is
// a formula.
func cleanTeX(tex string) string {
	tex = space.Fold(tex)
	for _, around := range [...][2]string{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}, {`{\displaystyle `, "}"}} {
		if len(tex) > len(around[0])+len(around[1]) && strings.HasPrefix(tex, around[0]) && strings.HasSuffix(tex, around[1]) {
			tex = strings.TrimSpace(tex[len(around[0]) : len(tex)-len(around[1])])
		}
	}
	return tex
}

// imageTeX returns the TeX that the alternative text of an image is, or "".
func (p *rawPage) imageTeX(at int32) string {
	alt := p.attr(at, "alt")
	if len(alt) < 2 {
		return ""
	}
	math := false
	for _, class := range strings.Fields(p.attr(at, "class")) {
		switch class {
		case "latex", "tex", "math", "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display":
			math = true
		}
	}
	if math || isCommand(alt) {
		return cleanTeX(alt)
	}
	return ""
}

// isCommand reports whether a text begins as TeX does: with a command and its
// argument, or a formula between dollar signs.
func isCommand(text string) bool {
	if text[0] == '$' {
		return len(text) > 2 && text[len(text)-1] == '$'
	}
	i := 1
	for i < len(text) && ascii.IsLetter(text[i]) {
		i++
	}
	return text[0] == '\\' && i > 2 && i < len(text) && strings.IndexByte("{ (_^", text[i]) >= 0
}

// isDisplay reports whether a formula stands on a line of its own.
func (p *rawPage) isDisplay(at int32) bool {
	if p.saysDisplay(at) {
		return true
	}
	for i := range p.inside(at) {
		if p.nodes[i].tag == tags.Math && p.saysDisplay(i) {
			return true
		}
	}
	if p.nodes[at].tag != tags.Img {
		return false
	}
	block := p.block(at)
	return p.sums[block].all == 0
}

func (p *rawPage) saysDisplay(at int32) bool {
	if p.nodes[at].tag == tags.Script {
		return strings.Contains(p.attr(at, "type"), "mode=display")
	}
	class := p.attr(at, "class")
	return p.attr(at, "display") == "block" || p.attr(at, "display") == "true" || strings.Contains(class, "isplay") || strings.Contains(class, "math-block")
}

// keptBeside reports whether the text before or after an element is kept.
func (p *rawPage) keptBeside(at int32) bool {
	for i := p.after(at); i != none; i = p.nextIn(i) {
		if n := &p.nodes[i]; n.tag == tags.None && n.flags&blank == 0 {
			return n.flags&kept != 0
		}
	}
	return false
}

// math writes an element that is a formula.
func (b *builder) math(at int32) bool {
	f, ok := b.p.formulas[at]
	if !ok {
		return false
	}
	n := b.newNode(Math, at)
	n.Text, n.Display = f.tex, f.display && !b.fixed
	b.atom(n, at)
	return true
}

// delimiters are what stands around TeX in text, and whether the formula stands
// on a line of its own. A single dollar sign is one only next to TeX.
var delimiters = [...]struct {
	open, close string
	display     bool
}{
	{"$$", "$$", true}, {`\[`, `\]`, true}, {`\(`, `\)`, false}, {"$", "$", false},
}

// tex writes the text of a node if there are formulas in it, and reports whether there are.
func (b *builder) tex(text []byte, at int32) bool {
	if bytes.IndexByte(text, '$') < 0 && bytes.IndexByte(text, '\\') < 0 {
		return false
	}
	scan := texScanner{text: text}
	done := 0
	for b.left > 0 && scan.next() && b.p.showsTeX() {
		b.text(scan.text[done:scan.begin], at)
		n := b.newNode(Math, at)
		n.Text, n.Display = cleanTeX(string(scan.content)), scan.display && !b.fixed
		b.atom(n, at)
		done = scan.end
	}
	if done > 0 {
		b.text(scan.text[done:], at)
		b.p.repairs = append(b.p.repairs, Repair{Rule: "formula", Start: b.p.nodes[at].start, End: b.p.nodes[at].end})
	}
	return done > 0
}

// showsTeX reports whether the page mentions a script that shows TeX as formulas.
func (p *rawPage) showsTeX() bool {
	if p.texPage == unknown {
		p.texPage = no
		for _, name := range [...]string{"MathJax", "mathjax", "katex", "KaTeX"} {
			if bytes.Contains(p.src, []byte(name)) {
				p.texPage = yes
				break
			}
		}
	}
	return p.texPage == yes
}

// A verdict is the answer to a question, once it has been asked.
type verdict uint8

const (
	unknown verdict = iota
	yes
	no
)

// A texScanner finds the formulas in a text.
type texScanner struct {
	text       []byte
	begin, end int // of the formula that was found
	content    []byte
	display    bool
	absent     [len(delimiters)]bool // the rest of the text has not the one that closes
}

// next finds the next formula.
func (s *texScanner) next() bool {
	for i := s.end; i < len(s.text); i++ {
		if s.text[i] != '$' && s.text[i] != '\\' {
			continue
		}
		for k := range delimiters {
			if s.formula(i, k) {
				return true
			}
		}
		if s.text[i] == '\\' || bytes.HasPrefix(s.text[i:], []byte("$$")) {
			i++ // what it escapes, or the rest of the delimiter
		}
	}
	return false
}

// formula reports whether there is a formula at i with the k-th delimiters.
func (s *texScanner) formula(i, k int) bool {
	d := &delimiters[k]
	if s.absent[k] || !bytes.HasPrefix(s.text[i:], []byte(d.open)) {
		return false
	}
	inner := s.text[i+len(d.open):]
	n := bytes.Index(inner[:min(len(inner), maxTeX)], []byte(d.close))
	if n < 0 {
		s.absent[k] = len(inner) <= maxTeX
		return false
	}
	if cleanTeX(string(inner[:n])) == "" || d.open == "$" && !isDollarTeX(inner, n) {
		return false
	}
	s.begin, s.end = i, i+len(d.open)+n+len(d.close)
	s.content, s.display = inner[:n], d.display
	return true
}

// isDollarTeX reports whether the first n bytes after a dollar sign are a formula
// and not the text between two prices.
func isDollarTeX(inner []byte, n int) bool {
	content := inner[:n]
	if content[0] <= ' ' || content[n-1] <= ' ' || n+1 < len(inner) && ascii.IsDigit(inner[n+1]) {
		return false
	}
	return n < 4 || bytes.ContainsAny(content, `\^_=+-<>{}`)
}
