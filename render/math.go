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

// findMath notes whether the page may have formulas at all.
func (p *rawPage) findMath() {
	p.mathPage, p.texPage = false, false
	for _, sign := range [...]string{"<math", "katex", "mathjax", "MathJax", "mjx-", "data-math", "data-tex", "math/tex", "mathoid", `alt="\`, `alt="$`, "latex"} {
		if bytes.Contains(p.src, []byte(sign)) {
			p.mathPage = true
			break
		}
	}
	for _, sign := range [...]string{"MathJax", "mathjax", "katex", "KaTeX"} {
		p.texPage = p.texPage || p.mathPage && bytes.Contains(p.src, []byte(sign))
	}
}

// keepMath keeps the formulas by kept text: those of which the method kept
// something, and those between kept text of a block.
func (p *rawPage) keepMath() {
	for i := p.nodes[0].first; i != none; {
		tex, _ := p.formula(i)
		if tex == "" {
			i = p.nextIn(i)
			continue
		}
		if p.sums[i].kept > 0 || p.keptBeside(i) {
			p.set(i, false, "formula")
			p.nodes[i].flags |= kept
			if p.formulas == nil {
				p.formulas = map[int32]formula{}
			}
			p.formulas[i] = formula{tex, p.isDisplay(i)}
		}
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
func (p *rawPage) formula(at int32) (tex string, ok bool) {
	n := &p.nodes[at]
	switch {
	case n.tag == tags.None:
		return "", false
	case n.tag == tags.Math:
		tex = p.mathML(at)
	case n.tag == tags.Img:
		tex = p.imageTeX(at)
	case n.tag == tags.Span || n.tag == tags.Div || n.tag >= tags.NumKnown:
		tex = p.madeTeX(at)
	}
	if len(tex) > maxTeX {
		tex = ""
	}
	return tex, tex != ""
}

// madeTeX returns the TeX of an element that a script has made of it.
func (p *rawPage) madeTeX(at int32) string {
	for _, name := range [...]string{"data-math", "data-tex", "data-latex", "data-expr"} {
		if tex := cleanTeX(p.attr(at, name)); tex != "" {
			return tex
		}
	}
	if name := p.scanner.Name(p.nodes[at].tag); name == "mjx-container" {
		return p.innerTeX(at)
	}
	for _, class := range strings.Fields(p.attr(at, "class")) {
		switch class {
		case "katex", "katex-display", "MathJax", "MathJax_Display", "mwe-math-element", "MathJax_SVG", "MathJax_CHTML":
			return p.innerTeX(at)
		}
	}
	return ""
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
		if p.scanner.Name(p.nodes[i].tag) == "annotation" && strings.Contains(p.attr(i, "encoding"), "tex") {
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
var delimiters = []struct {
	open, close string
	display     bool
}{
	{"$$", "$$", true}, {`\[`, `\]`, true}, {`\(`, `\)`, false}, {"$", "$", false},
}

// tex writes text in which there are formulas, and reports whether there are any.
func (b *builder) tex(at int32) bool {
	text := b.p.textOf(at)
	if bytes.IndexByte(text, '$') < 0 && bytes.IndexByte(text, '\\') < 0 || b.hasFormat(CodeSpan) {
		return false
	}
	found := false
	rest := bytes.Clone(text)
	for len(rest) > 0 {
		begin, content, end, display := nextFormula(rest)
		if end == 0 {
			break
		}
		found = true
		b.text(rest[:begin], at)
		n := b.newNode(Math, at)
		n.Text, n.Display = cleanTeX(content), display && !b.fixed
		b.atom(n, at)
		rest = rest[end:]
	}
	if found {
		b.text(rest, at)
	}
	return found
}

// nextFormula finds the next formula in a text. end is 0 if there is none.
func nextFormula(text []byte) (begin int, content string, end int, display bool) {
	for i := 0; i < len(text); i++ {
		if text[i] != '$' && text[i] != '\\' {
			continue
		}
		for _, d := range delimiters {
			if !bytes.HasPrefix(text[i:], []byte(d.open)) {
				continue
			}
			inner := text[i+len(d.open):]
			n := bytes.Index(inner, []byte(d.close))
			if n < 0 {
				if d.open != "$" {
					continue
				}
				return 0, "", 0, false
			}
			if n > 0 && n < maxTeX && (d.open != "$" || isDollarTeX(inner, n)) {
				return i, string(inner[:n]), i + len(d.open) + n + len(d.close), d.display
			}
			break
		}
		if text[i] == '\\' {
			i++ // what it escapes
		}
	}
	return 0, "", 0, false
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
