package render

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// preformatted writes an element as preformatted text with its language.
func (b *builder) preformatted(at int32) {
	b.endLine()
	limit := b.p.preEnd(at)
	pre := roleOf(b.p.nodes[at].tag) == asPre || b.isCodeBox(at)
	code := codeText{p: b.p, verbatim: b.verbatim, limit: limit, lines: !b.hasLineFeed(at)}
	code.write(at, !pre)
	if text := code.text(!pre); text != "" {
		b.left -= strings.Count(text, "\n") * 8 * b.depth / nodeSize
		n := b.newNode(Preformatted, at)
		n.Text, n.Info, n.End = text, b.p.language(at), min(n.End, limit)
		n.Parent = b.home(Preformatted, at)
		n.attach()
		b.gap = false
	}
	if limit < b.p.nodes[at].stop {
		b.beyond(at, limit)
	}
}

// preEnd returns where preformatted text ends: its end tag ends it even if other
// elements in it are open (HTML standard, 13.2.6.4.7).
func (p *rawPage) preEnd(at int32) int32 {
	n := &p.nodes[at]
	if n.tag != tags.Pre || ascii.HasPrefixFold(p.src[n.stop:], "</pre") {
		return n.stop
	}
	if i := bytes.Index(p.src[n.end:n.stop], []byte("</pre")); i >= 0 {
		return n.end + int32(i)
	}
	return n.stop
}

// beyond writes what of an element begins at or after an offset.
func (b *builder) beyond(at, offset int32) {
	for c := range b.p.children(at) {
		n := &b.p.nodes[c]
		switch {
		case n.tag != tags.None && n.start < offset:
			if n.stop > offset {
				b.beyond(c, offset)
			}
		case n.start < offset:
		case n.tag == tags.None:
			b.piece(c)
		case n.flags&(holds|kept) != 0:
			b.element(c)
		}
	}
	b.endLine()
}

// hasLineFeed reports whether the text of an element has a line feed between two
// other characters, or the element has a line break.
func (b *builder) hasLineFeed(at int32) bool {
	seen, fed := false, false
	for i := range b.p.inside(at) {
		n := &b.p.nodes[i]
		if n.tag == tags.Br {
			return true
		}
		if n.tag != tags.None {
			continue
		}
		for _, c := range b.p.src[n.start:n.end] {
			if c == '\n' && seen {
				fed = true
			} else if c > ' ' {
				if fed {
					return true
				}
				seen = true
			}
		}
	}
	return false
}

// A codeText collects the text of code.
type codeText struct {
	p        *rawPage
	verbatim bool
	lines    bool  // an element that is a line of code ends the line
	limit    int32 // where the code ends
	buf      []byte
}

// write adds what is in an element. If that is loose, white space in it is none
// of the code, except within preformatted text.
func (c *codeText) write(at int32, loose bool) {
	for i := c.p.nodes[at].first; i != none; i = c.p.nodes[i].next {
		n := &c.p.nodes[i]
		switch {
		case n.start >= c.limit:
			return
		case n.tag == tags.None && (n.flags&kept != 0 || n.flags&blank != 0 && !loose):
			c.buf = append(c.buf, c.p.textOf(i)...)
		case n.tag == tags.None:
		case n.tag == tags.Br:
			c.buf = append(c.buf, '\n')
		default:
			c.element(i, loose)
		}
	}
}

// element adds an element; a block, or a row of a table, is a line of its own.
func (c *codeText) element(at int32, loose bool) {
	n := &c.p.nodes[at]
	if !c.verbatim && c.p.isLineNumber(at) {
		c.p.set(at, false, "line numbers")
		return
	}
	role := roleOf(n.tag)
	line := isLineEnd[role] && role != asPre && role != asCell || c.lines && role == transparent && c.p.isCodeLine(at)
	if line {
		c.endLine()
	}
	c.write(at, loose && role != asPre && role != asCode && role != transparent)
	if line {
		c.endLine()
	}
}

func (c *codeText) endLine() {
	if len(c.buf) > 0 && c.buf[len(c.buf)-1] != '\n' {
		c.buf = append(c.buf, '\n')
	}
}

// text returns the text: lines end in a line feed alone, the blank lines at the
// beginning and at the end are left out, and so are characters that no text has.
func (c *codeText) text(loose bool) string {
	var out bytes.Buffer
	out.Grow(len(c.buf))
	for i := 0; i < len(c.buf); {
		r, size := utf8.DecodeRune(c.buf[i:])
		switch {
		case r == '\r':
			if i+1 >= len(c.buf) || c.buf[i+1] != '\n' {
				out.WriteByte('\n')
			}
		case r == nextLine:
			out.WriteByte('\n')
		case r == '\n' || r == '\t' || r >= ' ' && !isControl(r) && r != 0xfffe && r != 0xffff:
			out.Write(c.buf[i : i+size])
		}
		i += size
	}
	text := trimBlankLines(out.String())
	if loose { // the indentation before the first line is that of the page's source
		text = strings.TrimLeft(text, " \t")
	}
	return text
}

// trimBlankLines cuts the blank lines at the beginning, and the white space at
// the end.
func trimBlankLines(text string) string {
	text = strings.TrimRight(text, " \t\n")
	for {
		line, rest, found := strings.Cut(text, "\n")
		if !found || strings.Trim(line, " \t") != "" {
			return text
		}
		text = rest
	}
}

// isCodeLine reports whether an element is a line of code by its class or
// attributes.
func (p *rawPage) isCodeLine(at int32) bool {
	if _, ok := p.attribute(at, "data-line"); ok {
		return true
	}
	for _, class := range strings.Fields(p.attr(at, "class")) {
		switch strings.ToLower(class) {
		case "line", "code-line", "view-line", "cl", "token-line", "react-code-line":
			return true
		}
	}
	return false
}

// lineNumberClasses are the classes of line numbers beside code.
var lineNumberClasses = wordSet("lineno linenos linenumber linenumbers line-number line-numbers lnt ln gutter lines-numbers" +
	" hljs-ln-numbers hljs-ln-n rouge-gutter blob-num line-numbers-rows cm-gutter cm-gutters codejar-linenumbers line_numbers")

// codeControls are the classes of what stands beside code to work with it.
var codeControls = wordSet("copy copy-button copy-btn btn-copy copybtn copy-code-button copy-to-clipboard toolbar code-toolbar-item" +
	" clipboard-button code-header code__header codeblock-header hljs-header code-block-header highlight-header toolbar-item zeroclipboard-container")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// isLineNumber reports whether an element in code holds numbers of lines, or is a
// control (docs/structure.md, "Line numbers and buttons").
func (p *rawPage) isLineNumber(at int32) bool {
	n := &p.nodes[at]
	switch n.tag {
	case tags.Button, tags.Select, tags.Svg, tags.Style, tags.Textarea:
		return true
	case tags.None:
		return false
	}
	if isLineEnd[roleOf(n.tag)] && p.isToolbar(at) {
		return true
	}
	for _, class := range strings.Fields(strings.ToLower(p.attr(at, "class"))) {
		if codeControls[class] || lineNumberClasses[class] && p.isNumbers(at) {
			return true
		}
	}
	return strings.Contains(strings.ReplaceAll(p.attr(at, "style"), " ", ""), "user-select:none") && p.isNumbers(at)
}

// isToolbar reports whether a block in code has a button and no more than a short
// line of text, such as the name of the language.
func (p *rawPage) isToolbar(at int32) bool {
	button, text := false, int32(0)
	for i := range p.inside(at) {
		n := &p.nodes[i]
		button = button || n.tag == tags.Button
		if n.tag == tags.None && n.flags&blank == 0 {
			text += n.end - n.start
		}
		if text > 2*maxMark {
			return false
		}
	}
	return button
}

// isNumbers reports whether the text of an element is numbers and white space.
func (p *rawPage) isNumbers(at int32) bool {
	for i := range p.inside(at) {
		if n := &p.nodes[i]; n.tag == tags.None && bytes.IndexFunc(p.src[n.start:n.end], func(r rune) bool { return r > ' ' && (r < '0' || r > '9') }) >= 0 {
			return false
		}
	}
	return true
}

// isCodeTable reports whether a table has line numbers in one column and code in
// the other.
func (b *builder) isCodeTable(at int32) bool {
	if b.verbatim {
		return false
	}
	rows, code, numbers := 0, 0, 0
	for i := range b.p.inside(at) {
		switch roleOf(b.p.nodes[i].tag) {
		case asRow:
			rows++
		case asCell:
			switch {
			case b.p.hasText(i) && b.p.isNumbers(i) || b.p.isLineNumber(i):
				numbers++
			case b.p.isCodeCell(i):
				code++
			default:
				if b.p.hasText(i) {
					return false
				}
			}
		case asTable:
			return false
		}
	}
	return rows > 0 && numbers > 0 && code > 0 && code <= rows && numbers <= rows
}

// isCodeCell reports whether a cell has code and nothing else.
func (p *rawPage) isCodeCell(at int32) bool {
	for _, class := range strings.Fields(strings.ToLower(p.attr(at, "class"))) {
		switch class {
		case "code", "blob-code", "hljs-ln-code", "rouge-code", "lntd", "crayon-code":
			return true
		}
	}
	for c := range p.children(at) {
		if roleOf(p.nodes[c].tag) == asPre {
			return true
		}
	}
	return false
}

// hasText reports whether an element has text other than white space.
func (p *rawPage) hasText(at int32) bool { return p.nodes[at].has&textIn != 0 }

// isCodeBlock reports whether a code element that is in no pre is a block: its
// class says so, or it has several lines and is all that its parent has.
func (b *builder) isCodeBlock(at int32) bool {
	for i := range b.p.inside(at) {
		if roleOf(b.p.nodes[i].tag) == asPre {
			return true
		}
	}
	class := strings.Fields(strings.ToLower(b.p.attr(at, "class")))
	for _, word := range class {
		if word == "block" || word == "code-block" || word == "codeblock" {
			return true
		}
	}
	if b.line != nil && b.line.FirstChild != nil || !b.hasLineFeed(at) {
		return false
	}
	for next := b.p.nodes[at].next; next != none; next = b.p.nodes[next].next {
		if n := &b.p.nodes[next]; isLineEnd[roleOf(n.tag)] {
			break
		} else if n.tag != tags.None || n.flags&blank == 0 {
			return false
		}
	}
	return len(class) > 0 || strings.Contains(b.p.attr(at, "style"), "pre")
}

// language returns the language of code: what the element says, or a code element
// in it, or one of the three elements around it.
func (p *rawPage) language(at int32) string {
	if lang := p.languageOf(at, true); lang != "" {
		return lang
	}
	for i := range p.inside(at) {
		if t := p.nodes[i].tag; t == tags.Code || t == tags.Pre {
			if lang := p.languageOf(i, true); lang != "" {
				return lang
			}
		}
	}
	for up, n := p.nodes[at].parent, 0; up > 0 && n < 4; up, n = p.nodes[up].parent, n+1 {
		if p.nodes[up].tag == tags.Body {
			break
		}
		if lang := p.languageOf(up, n < 3); lang != "" {
			return lang
		}
	}
	return ""
}

// isCodeBox reports whether a div is a block of code: its class says so, and it
// has text with line feeds and no blocks.
func (b *builder) isCodeBox(at int32) bool {
	if b.p.nodes[at].tag != tags.Div || !b.p.tagSays(at, "code") {
		return false
	}
	named := false
	for _, class := range strings.Fields(b.p.attr(at, "class")) {
		named = named || class == "code-block" || class == "codeblock"
	}
	if !named || !b.hasLineFeed(at) {
		return false
	}
	for i := range b.p.inside(at) {
		if isLineEnd[roleOf(b.p.nodes[i].tag)] {
			return false
		}
	}
	return true
}

// languagePrefixes are what stands before a language in a class.
var languagePrefixes = []string{"language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "sourcecode-", "code-", "highlight-", "src-", "prism-"}

// languageOf returns the language that an element says its code has. bare allows
// classes that are the name of a well-known language.
func (p *rawPage) languageOf(at int32, bare bool) string {
	for _, name := range []string{"data-lang", "data-language", "data-code-language"} {
		if lang := languageName(p.attr(at, name)); lang != "" {
			return lang
		}
	}
	classes := strings.Fields(strings.ToLower(p.attr(at, "class")))
	for i, class := range classes {
		if class == "brush:" && i+1 < len(classes) {
			return languageName(strings.TrimSuffix(classes[i+1], ";"))
		}
		for n, prefix := range languagePrefixes {
			name, found := strings.CutPrefix(class, prefix)
			if name = strings.TrimSuffix(name, ";"); found && (n < 5 || languages[name]) {
				return languageName(name)
			}
		}
	}
	if bare {
		for _, class := range classes {
			if languages[class] {
				return class
			}
		}
	}
	return ""
}

// languageName returns a name as the info string of a code block, or "" if it is
// none or says that there is no language.
func languageName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if name == "" || len(name) > 32 || noLanguage[name] {
		return ""
	}
	for _, r := range name {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("+#.-_", r) {
			return ""
		}
	}
	return name
}

var noLanguage = wordSet("none plain text plaintext txt nohighlight auto undefined null default unknown")

// languages are the names of languages, and of some formats, that stand in a class
// by themselves.
var languages = wordSet("abap ada apache asm awk bash bat c clojure cmake coffeescript console cpp c++ cs csharp c# css csv cuda cypher d dart" +
	" diff dockerfile elixir elm erl erlang fortran fsharp go golang gradle graphql groovy haskell hcl html http ini java javascript js json" +
	" jsx julia kotlin latex lean less lisp lua makefile markdown matlab md nasm nginx nix objc objectivec ocaml pascal perl php" +
	" powershell proto protobuf ps1 py python python3 r rb regex rs ruby rust sass scala scheme scss sh shell solidity sql svelte swift tcl tex toml ts" +
	" tsx typescript vb verilog vhdl vim vue wasm xml yaml yml zig zsh")
