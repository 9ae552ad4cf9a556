package render

import (
	"strings"
	"unicode"

	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
)

// mathMLOf returns TeX for the elements of MathML in an element, or of the
// elements that MathJax names after them.
func (p *rawPage) mathMLOf(at int32) string {
	m := mathML{p: p}
	m.children(at)
	return space.Fold(m.b.String())
}

// A mathML writes MathML as TeX (MathML Core, section 3).
type mathML struct {
	p *rawPage
	b strings.Builder
}

func (m *mathML) children(at int32) {
	for c := range m.p.children(at) {
		m.node(c)
	}
}

// parts returns the elements in an element.
func (m *mathML) parts(at int32) (parts []int32) {
	for c := range m.p.children(at) {
		if m.p.nodes[c].tag != tags.None {
			parts = append(parts, c)
		}
	}
	return parts
}

// node writes a node.
func (m *mathML) node(at int32) {
	n := &m.p.nodes[at]
	if n.tag == tags.None {
		m.symbols(string(m.p.textOf(at)))
		return
	}
	name, made := strings.CutPrefix(m.p.nameOf(at), "mjx-")
	if made && m.made(at, name) {
		return
	}
	switch name {
	case "annotation", "annotation-xml", "assistive-mml", "mtext-hidden":
	case "mtext":
		m.plainText(strings.TrimSpace(m.p.shortText(at)))
	case "mfrac":
		m.with(at, `\frac{`, "}{", "}")
	case "msqrt":
		m.b.WriteString(`\sqrt{`)
		m.children(at)
		m.b.WriteString("} ")
	case "mroot":
		m.root(at)
	case "msub":
		m.with(at, "", "_{", "}")
	case "msup":
		m.with(at, "", "^{", "}")
	case "msubsup":
		m.with(at, "", "_{", "}^{", "}")
	case "munder":
		m.with(at, "", "_{", "}")
	case "mover":
		m.with(at, "", "^{", "}")
	case "munderover":
		m.with(at, "", "_{", "}^{", "}")
	case "mtable":
		m.table(at)
	case "mrow":
		m.row(at)
	default:
		m.children(at)
	}
}

// plainText writes text in a formula; of brackets and signs that is what they are.
func (m *mathML) plainText(text string) {
	if strings.ContainsFunc(text, unicode.IsLetter) {
		text = `\text{` + strings.NewReplacer("{", "", "}", "", `\`, "").Replace(text) + "}"
	}
	m.write(text, " ")
}

func (m *mathML) write(parts ...string) {
	for _, part := range parts {
		m.b.WriteString(part)
	}
}

// with writes the elements in an element with strings before, between and after.
func (m *mathML) with(at int32, marks ...string) {
	parts := m.parts(at)
	if len(parts) != len(marks)-1 {
		m.children(at)
		return
	}
	for i, part := range parts {
		m.b.WriteString(marks[i])
		m.node(part)
	}
	m.b.WriteString(marks[len(marks)-1] + " ")
}

// row writes a row. Brackets around all of it grow with what they enclose, as
// those after \left and \right do.
func (m *mathML) row(at int32) {
	parts := m.parts(at)
	last := len(parts) - 1
	if last < 2 || !m.isFence(parts[0], "([{|") || !m.isFence(parts[last], ")]}|") {
		m.children(at)
		return
	}
	m.b.WriteString(`\left`)
	for i, part := range parts {
		if i == last {
			m.b.WriteString(`\right`)
		}
		if fence := m.p.shortText(part); (i == 0 || i == last) && strings.ContainsAny(fence, "{}") {
			m.b.WriteString(`\`)
		}
		m.node(part)
	}
}

// isFence reports whether an element is an operator that is one of some brackets.
func (m *mathML) isFence(at int32, brackets string) bool {
	name := strings.TrimPrefix(m.p.nameOf(at), "mjx-")
	if name != "mo" || m.p.attr(at, "stretchy") == "false" {
		return false
	}
	text := strings.TrimSpace(m.p.shortText(at))
	return len(text) == 1 && strings.Contains(brackets, text)
}

// made writes an element that MathJax has made of one of MathML, in which the
// parts stand in elements that arrange them on the page, and reports whether it is
// one that has parts.
func (m *mathML) made(at int32, name string) bool {
	var s slots
	switch name {
	case "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover":
		m.fill(at, name == "msqrt" || name == "mroot", &s)
	default:
		return false
	}
	switch {
	case name == "mfrac" && len(s["num"]) == 1 && len(s["den"]) == 1:
		m.slot(`\frac{`, s["num"])
		m.slot("}{", s["den"])
		m.b.WriteString("} ")
		return true
	case name == "msqrt" || name == "mroot":
		m.b.WriteString(`\sqrt`)
		if len(s["root"]) > 0 {
			m.slot("[", s["root"])
			m.b.WriteString("]")
		}
		m.slot("{", s["box"])
		m.b.WriteString("} ")
		return true
	case len(s["base"]) == 0:
		return false
	}
	m.slot("", s["base"])
	m.scripts(name, &s)
	return true
}

// scripts writes what stands under and over a base, or beside it below and above.
func (m *mathML) scripts(name string, s *slots) {
	under, over := (*s)["under"], (*s)["over"]
	for _, script := range (*s)["script"] {
		parts := m.parts(script)
		switch {
		case name == "msup" || name == "mover":
			over = append(over, script)
		case name == "msub" || name == "munder":
			under = append(under, script)
		case len(parts) > 0: // the upper one stands first
			over = append(over, parts[0])
			if last := parts[len(parts)-1]; last != parts[0] {
				under = append(under, last)
			}
		}
	}
	if len(under) > 0 {
		m.slot("_{", under)
		m.b.WriteString("}")
	}
	if len(over) > 0 {
		m.slot("^{", over)
		m.b.WriteString("}")
	}
	m.b.WriteString(" ")
}

// slots are the parts of an element that MathJax has made, by the names of the
// elements that they stand in.
type slots map[string][]int32

// slot writes parts after a mark.
func (m *mathML) slot(mark string, parts []int32) {
	m.b.WriteString(mark)
	for _, part := range parts {
		m.node(part)
	}
}

// fill finds the parts of an element. A part without an element of its own is the
// base.
func (m *mathML) fill(at int32, root bool, s *slots) {
	if *s == nil {
		*s = slots{}
	}
	for _, part := range m.parts(at) {
		name := strings.TrimPrefix(m.p.nameOf(part), "mjx-")
		switch {
		case name == "num" || name == "den" || name == "over" || name == "under" || name == "base" || name == "script" || name == "root" || name == "box" && root:
			(*s)[name] = append((*s)[name], part)
		case madeWrapper[name] || (name == "munder" || name == "mover") && len((*s)["base"]) == 0 && len((*s)["over"])+len((*s)["under"]) > 0:
			m.fill(part, root, s)
		case name == "surd" || name == "nstrut" || name == "dstrut" || name == "line" || name == "spacer":
		default:
			(*s)["base"] = append((*s)["base"], part)
		}
	}
}

// madeWrapper are the elements that only arrange others.
var madeWrapper = wordSet("frac dbox dtable row sqrt box")

func (m *mathML) root(at int32) {
	parts := m.parts(at)
	if len(parts) != 2 {
		m.children(at)
		return
	}
	m.b.WriteString(`\sqrt[`)
	m.node(parts[1])
	m.b.WriteString("]{")
	m.node(parts[0])
	m.b.WriteString("} ")
}

// table writes a table: one row with a label is the formula and its label, others
// are aligned.
func (m *mathML) table(at int32) {
	rows := m.parts(at)
	if len(rows) == 1 {
		cells := m.parts(rows[0])
		if strings.HasSuffix(m.p.nameOf(rows[0]), "mlabeledtr") && len(cells) > 1 {
			cells = append(cells[1:], cells[0])
		}
		for _, cell := range cells {
			m.node(cell)
			m.b.WriteByte(' ')
		}
		return
	}
	m.b.WriteString(`\begin{aligned}`)
	for i, row := range rows {
		if i > 0 {
			m.b.WriteString(` \\ `)
		}
		for j, cell := range m.parts(row) {
			if j > 0 {
				m.b.WriteString(" & ")
			}
			m.node(cell)
		}
	}
	m.b.WriteString(`\end{aligned} `)
}

// symbols writes the text of an identifier, number or operator.
func (m *mathML) symbols(text string) {
	for _, r := range text {
		switch {
		case r >= 0x2061 && r <= 0x2064: // invisible operators
		case texSymbols[r] != "":
			m.write(texSymbols[r], " ")
		case r >= 0x1d434 && r <= 0x1d44d: // mathematical italic letters
			m.b.WriteRune('A' + r - 0x1d434)
		case r >= 0x1d44e && r <= 0x1d467:
			m.b.WriteRune('a' + r - 0x1d44e)
		case r >= 0x1d6fc && r <= 0x1d714:
			m.write(texSymbols[0x3b1+r-0x1d6fc], " ")
		default:
			m.b.WriteRune(r)
		}
	}
}

// texSymbols are the commands for characters that TeX has not on its keyboard.
var texSymbols = map[rune]string{
	'\u2212': "-", '\u00d7': `\times`, '\u22c5': `\cdot`, '\u00b1': `\pm`, '\u2213': `\mp`, '\u00f7': `\div`, '\u2217': "*",
	'\u2264': `\leq`, '\u2265': `\geq`, '\u2260': `\neq`, '\u2248': `\approx`, '\u2261': `\equiv`, '\u223c': `\sim`, '\u221d': `\propto`,
	'\u2208': `\in`, '\u2209': `\notin`, '\u2282': `\subset`, '\u2286': `\subseteq`, '\u222a': `\cup`, '\u2229': `\cap`, '\u2205': `\emptyset`,
	'\u2200': `\forall`, '\u2203': `\exists`, '\u00ac': `\neg`, '\u2227': `\wedge`, '\u2228': `\vee`, '\u21d2': `\Rightarrow`, '\u21d4': `\Leftrightarrow`,
	'\u2192': `\rightarrow`, '\u2190': `\leftarrow`, '\u2194': `\leftrightarrow`, '\u21a6': `\mapsto`,
	'\u2211': `\sum`, '\u220f': `\prod`, '\u222b': `\int`, '\u2202': `\partial`, '\u2207': `\nabla`, '\u221e': `\infty`, '\u221a': `\sqrt{}`,
	'\u2026': `\ldots`, '\u22ef': `\cdots`, '\u22c6': `\star`, '\u2218': `\circ`, '\u2295': `\oplus`, '\u2297': `\otimes`, '\u2032': "'", '\u2223': "|",
	'\u211d': `\mathbb{R}`, '\u2115': `\mathbb{N}`, '\u2124': `\mathbb{Z}`, '\u211a': `\mathbb{Q}`, '\u2102': `\mathbb{C}`, '\u27e8': `\langle`, '\u27e9': `\rangle`,
	'\u03b1': `\alpha`, '\u03b2': `\beta`, '\u03b3': `\gamma`, '\u03b4': `\delta`, '\u03b5': `\varepsilon`, '\u03b6': `\zeta`, '\u03b7': `\eta`, '\u03b8': `\theta`,
	'\u03b9': `\iota`, '\u03ba': `\kappa`, '\u03bb': `\lambda`, '\u03bc': `\mu`, '\u03bd': `\nu`, '\u03be': `\xi`, '\u03bf': "o", '\u03c0': `\pi`, '\u03c1': `\rho`,
	'\u03c2': `\varsigma`, '\u03c3': `\sigma`, '\u03c4': `\tau`, '\u03c5': `\upsilon`, '\u03c6': `\varphi`, '\u03c7': `\chi`, '\u03c8': `\psi`, '\u03c9': `\omega`,
	'\u03d5': `\phi`, '\u03f5': `\epsilon`, '\u0393': `\Gamma`, '\u0394': `\Delta`, '\u0398': `\Theta`, '\u039b': `\Lambda`, '\u039e': `\Xi`, '\u03a0': `\Pi`,
	'\u03a3': `\Sigma`, '\u03a6': `\Phi`, '\u03a8': `\Psi`, '\u03a9': `\Omega`,
}
