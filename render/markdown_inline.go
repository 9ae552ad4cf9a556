package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/eight"
)

// inlines writes the inlines of a block.
func (m *markdown) inlines(n *Node, state blockState) {
	m.block = state
	m.block.start, m.codeEnd = len(m.out), 0
	m.block.node = n
	m.inlineChildren(n)
	if len(m.out) == m.block.start && m.block.shown > 0 {
		m.out = m.out[:m.block.shown] // line breaks before an image that is left out
	}
	if state.heading {
		m.escapeLastHash()
	}
}

// escapesDollars reports whether the dollar signs of the block need a backslash, because
// there are several. Most blocks have none, and are not asked.
func (m *markdown) escapesDollars() bool {
	if m.block.dollars == unknown {
		m.block.dollars = no
		if dollars(m.block.node, 0) > 1 {
			m.block.dollars = yes
		}
	}
	return m.block.dollars == yes
}

// dollars returns how many dollar signs the inlines of a node have, or some
// number larger than 1. A formula has two.
func dollars(n *Node, found int) int {
	for c := range n.Children() {
		switch {
		case found > 1:
			return found
		case c.Kind == Math:
			return 2
		case c.Kind == Text || c.Kind == CodeSpan || c.Kind == Image:
			found += strings.Count(c.Text, "$")
		default:
			found = dollars(c, found)
		}
	}
	return found
}

// escapeLastHash escapes a "#" at the end of a heading, where it would be part of
// a closing sequence (CommonMark 0.31, 4.2).
func (m *markdown) escapeLastHash() {
	last := len(m.out) - 1
	for last > m.block.start && m.out[last] == ' ' { // before an image that is left out
		last--
	}
	if last >= m.block.start && m.out[last] == '#' {
		m.insert(last, `\`)
	}
}

func (m *markdown) inlineChildren(n *Node) {
	for c := range n.Children() {
		m.inline(c)
	}
}

// inline writes an inline.
func (m *markdown) inline(n *Node) {
	if m.isEmpty(n) {
		return
	}
	switch n.Kind {
	case Text:
		m.text(n.Text)
	case Emphasis:
		m.emphasis(n, "*", "em")
	case Strong:
		m.emphasis(n, "**", "strong")
	case Strike:
		m.emphasis(n, "~~", "del")
	case Sub:
		m.tagged(n, "sub")
	case Sup:
		m.tagged(n, "sup")
	case CodeSpan:
		m.codeSpan(n.Text)
	case Link:
		m.link(n)
	case Image:
		m.image(n)
	case Math:
		m.math(n)
	case Break:
		m.lineBreak()
	case NoteRef:
		m.bracket()
		m.out = append(m.out, "[^"...)
		m.out = strconv.AppendInt(m.out, int64(n.Number), 10)
		m.out = append(m.out, ']')
	}
}

// lineBreak writes a line break. In a heading or a cell, which is one line of
// Markdown, it is a br element. After a backslash of the text it is written as two
// spaces, since some programs take a third backslash for text.
func (m *markdown) lineBreak() {
	if m.options.OmitImages && len(m.out) == m.block.start && m.block.shown == 0 && !m.block.cell {
		return // it stood after an image that is left out
	}
	if m.block.cell || m.block.heading {
		m.out = append(m.out, "<br>"...)
		return
	}
	mark := "\\\n"
	if m.lastRune() == '\\' {
		mark = "  \n"
	}
	if len(m.out) > m.block.start {
		m.block.shown = len(m.out)
	}
	m.out = append(m.out, mark...)
	m.out = append(m.out, m.prefix...)
	m.block.start = len(m.out)
}

func (m *markdown) tagged(n *Node, name string) {
	m.out = append(append(append(m.out, '<'), name...), '>')
	m.inlineChildren(n)
	m.out = append(append(append(m.out, "</"...), name...), '>')
}

// emphasis writes emphasis of any kind: with its delimiters if these are read as
// such in their place (CommonMark 0.31, 6.2), with underscores next to other
// asterisks, else as an element of HTML.
func (m *markdown) emphasis(n *Node, mark, name string) {
	before := m.lastRune()
	if mark == "*" && before == '*' {
		mark = "_"
	}
	at := len(m.out)
	m.out = append(m.out, mark...)
	m.inlineChildren(n)
	content := m.out[at+len(mark):]
	if len(content) == 0 {
		m.out = m.out[:at]
		return
	}
	if canDelimit(mark[0], before, content, m.nextRune(n)) {
		m.out = append(m.out, mark...)
		return
	}
	m.out = slices.Replace(m.out, at, at+len(mark), []byte("<"+name+">")...)
	m.out = append(append(append(m.out, "</"...), name...), '>')
}

// canDelimit reports whether a run of delimiters opens before a content and
// closes after it.
func canDelimit(mark byte, before rune, content []byte, after rune) bool {
	first, _ := utf8.DecodeRune(content)
	last, _ := utf8.DecodeLastRune(content)
	own := rune(mark)
	if before == own || first == own || last == own || after == own || unicode.IsSpace(first) || unicode.IsSpace(last) {
		return false
	}
	opens := !isPunct(first) || isApart(before)
	closes := !isPunct(last) || isApart(after)
	if mark == '_' || mark == '~' {
		opens = opens && isApart(before)
		closes = closes && isApart(after)
	}
	return opens && closes
}

// isApart reports whether a character is white space or punctuation.
func isApart(r rune) bool { return unicode.IsSpace(r) || isPunct(r) }

func isPunct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// lastRune returns the last character of the line, or a space if there is none.
func (m *markdown) lastRune() rune {
	if len(m.out) == m.block.start {
		return ' '
	}
	r, _ := utf8.DecodeLastRune(m.out)
	return r
}

// nextRune returns a character as that which will be written after an inline: one
// of its kind is enough.
func (m *markdown) nextRune(n *Node) rune {
	for next := n.NextSibling; next != nil; next = next.NextSibling {
		if r := m.firstRune(next); r != 0 {
			return r
		}
	}
	up := n.Parent
	if up == nil {
		return ' '
	}
	switch up.Kind {
	case Emphasis, Strong, Strike:
		return ')'
	case Link:
		if m.options.Links == LinksOmitted {
			return m.nextRune(up)
		}
		return ']'
	case Sub, Sup:
		return '<'
	}
	return ' '
}

// firstRune returns a character as that with which an inline will begin, or 0 if nothing is
// written of it.
func (m *markdown) firstRune(n *Node) rune {
	if m.isEmpty(n) {
		return 0
	}
	switch n.Kind {
	case Text:
		r, _ := utf8.DecodeRuneInString(n.Text)
		return r
	case Emphasis, Strong:
		return '*'
	case Strike:
		return '~'
	case Link:
		if m.options.Links == LinksOmitted {
			return m.firstOf(n)
		}
		return '['
	case Image, Math, NoteRef:
		return '['
	}
	return '<'
}

// firstOf returns a character as that with which the inlines in a node will begin, or 0.
func (m *markdown) firstOf(n *Node) rune {
	for c := range n.Children() {
		if r := m.firstRune(c); r != 0 {
			return r
		}
	}
	return 0
}

// codeSpan writes code between backticks, more than any run of them in it. Markdown has no
// empty code.
func (m *markdown) codeSpan(text string) {
	if text == "" {
		return
	}
	afterCode := len(m.out) > m.block.start && len(m.out) == m.codeEnd // two formulas that become code
	defines := m.block.link && strings.Contains(text, "]:")            // "[" and "]:" in a link would be the definition of a link
	if afterCode || defines || m.joinsAddress(text) || m.block.cell && strings.Contains(text, "|") && strings.Contains(text, `\`) {
		m.out = append(m.out, "<code>"...)
		m.out = appendHTMLCode(m.out, text)
		m.out = append(m.out, "</code>"...)
		return
	}
	if last := len(m.out) - 1; last >= m.block.start && m.out[last] == '`' { // an escaped one
		m.out = append(m.out[:last-1], "&#96;"...)
	}
	fence := 1
	for hasRun(text, '`', fence) {
		fence++
	}
	pad := text[0] == '`' || text[len(text)-1] == '`'
	for range fence {
		m.out = append(m.out, '`')
	}
	if pad {
		m.out = append(m.out, ' ')
	}
	if m.block.cell {
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	m.out = append(m.out, text...)
	if pad {
		m.out = append(m.out, ' ')
	}
	for range fence {
		m.out = append(m.out, '`')
	}
	m.codeEnd = len(m.out)
}

// joinsAddress reports whether what is written so far, a backtick and a text may be read as an
// e-mail address, in which goldmark 1.7 allows backticks.
func (m *markdown) joinsAddress(text string) bool {
	last := len(m.out) - 1
	return last >= m.block.start && m.out[last] > ' ' && m.out[last] != '(' && strings.Contains(text, "@")
}

// hasRun reports whether a text has a run of n of a character and no more.
func hasRun(text string, c byte, n int) bool {
	for i := 0; i < len(text); i++ {
		run := i
		for i < len(text) && text[i] == c {
			i++
		}
		if i-run == n {
			return true
		}
	}
	return false
}

// appendHTMLCode appends code as HTML of which no character means anything in
// Markdown.
func appendHTMLCode(out []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < utf8.RuneSelf && !ascii.IsAlphanumeric(c) && c != ' ' {
			out = append(out, "&#"...)
			out = strconv.AppendInt(out, int64(c), 10)
			out = append(out, ';')
			continue
		}
		out = append(out, text[i])
	}
	return out
}

// link writes a link.
func (m *markdown) link(n *Node) {
	if m.options.Links == LinksOmitted {
		m.inlineChildren(n)
		return
	}
	m.bracket()
	at := len(m.out)
	m.out = append(m.out, '[')
	m.block.link = true
	m.inlineChildren(n)
	m.block.link = false
	m.noTask(at)
	if m.options.Links == LinksReference {
		m.out = append(m.out, "]["...)
		m.out = strconv.AppendInt(m.out, int64(m.reference(n.Target)), 10)
		m.out = append(m.out, ']')
		return
	}
	m.out = append(m.out, "]("...)
	m.destination(n.Target)
	m.out = append(m.out, ')')
}

// noTask makes sure that a link whose text is "x", at the beginning of an item, is not read
// as the box of a task: some readers do not ask for white space after it, as GFM does.
func (m *markdown) noTask(at int) {
	if text := m.out[at+1:]; at == m.block.start && len(text) == 1 && strings.IndexByte("xX \t", text[0]) >= 0 {
		m.out = fmt.Appendf(m.out[:at+1], "&#%d;", text[0])
	}
}

// bracket makes sure that a "!" before a "[" does not make an image of a link.
func (m *markdown) bracket() {
	if last := len(m.out) - 1; last >= m.block.start && m.out[last] == '!' {
		m.insert(last, `\`)
	}
}

func (m *markdown) image(n *Node) {
	m.out = append(m.out, "!["...)
	link := m.block.link
	m.block.link = true
	m.text(n.Text)
	m.block.link = link
	m.out = append(m.out, "]("...)
	m.destination(n.Target)
	m.out = append(m.out, ')')
}

// destination writes the address of a link. What has a meaning in Markdown, and
// what no address has, is escaped.
func (m *markdown) destination(target string) {
	const hex = "0123456789ABCDEF"
	done := 0
	for i := range len(target) {
		c := target[i]
		how := inAddress[c]
		if how == asItIs || how == asReference && (i+1 == len(target) || !ascii.IsAlphanumeric(target[i+1]) && target[i+1] != '#') {
			continue
		}
		m.out = append(m.out, target[done:i]...)
		done = i + 1
		switch how {
		case inPercent:
			m.out = append(m.out, '%', hex[c>>4], hex[c&15])
		case withBackslash:
			m.out = append(m.out, '\\', c)
		case asReference:
			m.out = append(m.out, "&amp;"...)
		}
	}
	m.out = append(m.out, target[done:]...)
}

// How a byte is written in the address of a link.
const (
	asItIs        = iota
	inPercent     // as % and two digits
	withBackslash // after a backslash
	asReference   // as a character reference, where it would begin one
)

// inAddress says how each byte is written.
var inAddress = func() (table [256]uint8) {
	for c := range byte(' ' + 1) {
		table[c] = inPercent
	}
	for _, c := range "\x7f<>\"\\^`{|}$" {
		table[c] = inPercent
	}
	for _, c := range "()*~[]" {
		table[c] = withBackslash
	}
	table['&'] = asReference
	return table
}()

// math writes a formula between dollar signs. TeX that has one itself becomes
// code.
func (m *markdown) math(n *Node) {
	tex := safeTeX(n.Text, m.block.cell)
	if strings.Contains(tex, "$") {
		m.codeSpan(n.Text)
		return
	}
	mark := "$"
	if n.Display {
		mark = "$$"
	}
	m.out = append(append(append(m.out, mark...), tex...), mark...)
}

// safeTeX returns TeX that a reader of Markdown who knows no formulas does not
// take for HTML, a link, an e-mail address or the border of a cell. It means the same to TeX.
func safeTeX(tex string, cell bool) string {
	if !strings.ContainsAny(tex, "<]|@") {
		return tex
	}
	var b strings.Builder
	for i := range len(tex) {
		c := tex[i]
		if c == '|' && cell {
			if i > 0 && tex[i-1] == '\\' {
				b.WriteString("Vert ")
			} else {
				b.WriteString(`\vert `)
			}
			continue
		}
		b.WriteByte(c)
		if i+1 < len(tex) && ((c == '<' || c == '@') && tex[i+1] != ' ' || c == ']' && (tex[i+1] == '(' || tex[i+1] == '[' || tex[i+1] == ':')) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// text writes text, with a backslash before each character that could be read as
// markup.
func (m *markdown) text(s string) {
	if len(m.out) == m.block.start && !m.block.cell && !m.block.heading {
		s = m.lineStart(strings.TrimLeft(s, " ")) // a space is left where an image before it was
	}
	done := 0
	for i := nextSpecial(s, 0); i < len(s); i = nextSpecial(s, i+1) {
		if !m.escapes(s, i) {
			continue
		}
		m.out = append(append(m.out, s[done:i]...), '\\')
		done = i
	}
	m.out = append(m.out, s[done:]...)
}

// special has the characters that may need a backslash.
var special = func() (table [256]bool) {
	for _, c := range "\\`*_[]<~&$|:@.!^)" {
		table[c] = true
	}
	return table
}()

// nextSpecial returns the offset of the first special character at or after an offset of a
// text, or its length. Letters, spaces and what is not ASCII are passed over eight bytes at a
// time.
func nextSpecial(s string, at int) int {
	for at+8 <= len(s) {
		number := eight.Bytes(s[at:])
		blanks := ^((number &^ eight.High) + eight.Each*(0x80-0x21))
		if others := ^(eight.Letters(number) | blanks | number) & eight.High; others != 0 {
			if at += eight.First(others); special[s[at]] {
				return at
			}
			at++
			continue
		}
		at += 8
	}
	for at < len(s) && !special[s[at]] {
		at++
	}
	return at
}

// escapes reports whether the character at i of a text needs a backslash.
func (m *markdown) escapes(s string, i int) bool {
	next := byte(0)
	if i+1 < len(s) {
		next = s[i+1]
	}
	switch s[i] {
	case '\\', '`', '*', '[', '~':
		return true
	case '_':
		return i == 0 || !ascii.IsAlphanumeric(s[i-1]) || !ascii.IsAlphanumeric(next)
	case ']':
		return m.block.link
	case '<':
		return next == 0 || ascii.IsLetter(next) || next == '/' || next == '!' || next == '?'
	case '&':
		return next == 0 || next == '#' || ascii.IsAlphanumeric(next)
	case '$':
		return m.escapesDollars()
	case '|':
		return m.block.cell
	case ':':
		return next == '/' || i == 0 && m.afterNote()
	case '@':
		return next != ' ' && next != 0 && (i > 0 && s[i-1] != ' ' || i == 0 && m.withinWord())
	case '.', ')':
		return s[i] == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www") || i == 0 && m.afterDigits()
	}
	return false
}

// withinWord reports whether there is no space at the end of the line so far.
func (m *markdown) withinWord() bool {
	return len(m.out) > m.block.start && m.out[len(m.out)-1] > ' '
}

// afterNote reports whether the line so far may be the mark of a footnote.
func (m *markdown) afterNote() bool {
	return len(m.out) > m.block.start && m.out[len(m.out)-1] == ']'
}

// afterDigits reports whether the line so far may be the number of an item: it is nothing but
// digits, from before a link that is left out.
func (m *markdown) afterDigits() bool {
	line := m.out[m.block.start:]
	if len(line) == 0 || len(line) > 9 || m.block.cell || m.block.heading {
		return false
	}
	for _, c := range line {
		if !ascii.IsDigit(c) {
			return false
		}
	}
	return true
}

// lineStart writes what must be escaped only at the beginning of a line, where it
// would begin a block, and returns the rest of the text.
func (m *markdown) lineStart(s string) string {
	if s == "" {
		return s
	}
	digits := 0
	for digits < len(s) && ascii.IsDigit(s[digits]) {
		digits++
	}
	switch {
	case strings.IndexByte("#+-=>:|", s[0]) >= 0:
		m.out = append(m.out, '\\', s[0])
		return s[1:]
	case 0 < digits && digits < len(s) && (s[digits] == '.' || s[digits] == ')') && (digits+1 == len(s) || s[digits+1] == ' '):
		m.out = append(append(m.out, s[:digits]...), '\\', s[digits])
		return s[digits+1:]
	}
	return s
}
