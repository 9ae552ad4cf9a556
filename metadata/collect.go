package metadata

import (
	"bytes"
	"context"
	"slices"
	"sort"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/refs"
	"github.com/seed42075109/justext/internal/room"
	"github.com/seed42075109/justext/internal/space"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
)

// An element is an element of the page. Its attributes are read again from the
// page where they are wanted.
type element struct {
	tag       tags.Tag
	parent    int32 // index of the element that it stands in, or -1
	src       int32 // offset of its start tag in the page
	text, end int32 // its text, as a range of evidence.text
	hints     hint
}

// A span is a range of bytes.
type span struct{ start, end int32 }

// A textRun says where text comes from: from text on, until the next run, it is
// decoded from the page at src.
type textRun struct{ text, src int32 }

// A metaTag is a meta element with a name that metaNames has.
type metaTag struct {
	name    metaName
	content span // as written
}

// A linkTag is a link element.
type linkTag struct{ rel, href span }

const (
	maxScripts    = 256     // JSON-LD scripts that are read
	maxMetas      = 1024    // meta elements that are kept
	maxLinks      = 4096    // link elements that are kept
	maxMarked     = 200_000 // elements with hints that are kept
	checkInterval = 1 << 12 // elements between two looks at the context
)

// evidence is what one pass over the page has collected.
type evidence struct {
	src  []byte
	text []byte // of the page, white space folded; a line feed where a block begins or ends

	elements []element
	open     []int32 // indices of the open elements
	opened   []int32 // how many elements of each tag are open
	runs     []textRun
	textEnd  int     // where the last stretch of text ends in the page
	marked   []int32 // indices of the elements with hints
	headings []int32 // indices of h1 and h2
	metas    []metaTag
	links    []linkTag
	scripts  []span // JSON-LD

	title    span // content of the first title element, as written
	titleSet bool
	lang     span // lang attribute of html, as written
	base     span // href of the first base element

	hidden      int // open elements whose text is not shown
	neverClosed []tags.Tag
	names       tags.Names
	refs        refs.Decoder
	limits      page.Options
	err         error // the limit that ended the page
}

// reset begins another page.
func (e *evidence) reset(src []byte, limits page.Options) {
	e.names.NextPage()
	*e = evidence{
		src: src, limits: limits,
		text: e.text[:0], elements: e.elements[:0], open: e.open[:0], opened: e.opened[:0], runs: e.runs[:0],
		marked: e.marked[:0], headings: e.headings[:0], metas: e.metas[:0], links: e.links[:0], scripts: e.scripts[:0],
		neverClosed: e.neverClosed[:0], names: e.names, refs: e.refs,
	}
}

// size returns about how many bytes of memory the evidence holds.
func (e *evidence) size() int {
	return cap(e.text) + 28*cap(e.elements) + 8*cap(e.runs) + 4*(cap(e.marked)+cap(e.opened)) + 12*cap(e.metas) + 16*cap(e.links) + e.names.Size()
}

var (
	// rawText has the elements in whose content "<" begins no tag.
	rawText = tags.Of(tags.Script, tags.Style, tags.Title, tags.Textarea, tags.Xmp, tags.Iframe, tags.Noembed, tags.Noframes)
	// unseen has the elements whose text is not part of what the page says.
	unseen = tags.Of(tags.Svg, tags.Template, tags.Select, tags.Datalist, tags.Math, tags.Object, tags.Audio, tags.Video, tags.Canvas)
	// inline has the elements that do not begin a block. Elements without a
	// constant, such as time-ago, are inline too.
	inline = tags.Of(tags.A, tags.Abbr, tags.Acronym, tags.B, tags.Bdo, tags.Big, tags.Blink, tags.Button, tags.Cite, tags.Code,
		tags.Del, tags.Dfn, tags.Em, tags.Font, tags.I, tags.Image, tags.Img, tags.Input, tags.Ins, tags.Kbd, tags.Label,
		tags.Mark, tags.Meter, tags.Nobr, tags.Noscript, tags.Output, tags.Path, tags.Picture, tags.Progress, tags.Q, tags.Rb,
		tags.Rp, tags.Rt, tags.Ruby, tags.S, tags.Samp, tags.Small, tags.Source, tags.Span, tags.Strike, tags.Strong,
		tags.Sub, tags.Sup, tags.Svg, tags.Time, tags.Tt, tags.U, tags.Var, tags.Wbr, tags.Link, tags.Meta, tags.Script, tags.Style)
	// closesP has the elements that end an open paragraph.
	closesP = tags.Of(tags.Address, tags.Article, tags.Aside, tags.Blockquote, tags.Center, tags.Details, tags.Dir, tags.Div,
		tags.Dl, tags.Fieldset, tags.Figure, tags.Footer, tags.Form, tags.H1, tags.H2, tags.H3, tags.H4, tags.H5, tags.H6,
		tags.Header, tags.Hgroup, tags.Hr, tags.Main, tags.Menu, tags.Nav, tags.Ol, tags.P, tags.Pre, tags.Section, tags.Table, tags.Ul)
	siblings = map[tags.Tag]tags.Set{
		tags.Li: tags.Of(tags.Li), tags.Dt: tags.Of(tags.Dt, tags.Dd), tags.Dd: tags.Of(tags.Dt, tags.Dd),
		tags.Td: tags.Of(tags.Td, tags.Th), tags.Th: tags.Of(tags.Td, tags.Th), tags.Tr: tags.Of(tags.Tr, tags.Td, tags.Th),
		tags.Option: tags.Of(tags.Option),
	}
	lists = tags.Of(tags.Ul, tags.Ol, tags.Dl, tags.Table, tags.Menu, tags.Select)
)

func isInline(t tags.Tag) bool { return t >= tags.NumKnown || inline.Has(t) }

// collect reads the page from its beginning to its end.
func (e *evidence) collect(ctx context.Context) error {
	src := e.src
	p := markup.AfterByteOrderMarks(src)
	tagCount := 0
	for p < len(src) {
		n := bytes.IndexByte(src[p:], '<')
		if n < 0 {
			e.addText(p, len(src))
			break
		}
		if n > 0 {
			e.addText(p, p+n)
			p += n
		}
		if p+1 >= len(src) {
			break
		}
		switch c := src[p+1]; {
		case ascii.IsLetter(c):
			if tagCount++; tagCount%checkInterval == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if e.limits.MaxElements > 0 && tagCount > e.limits.MaxElements {
				e.closeAll()
				return &page.LimitError{Limit: "MaxElements", Value: e.limits.MaxElements, Offset: p}
			}
			p = e.startTag(p)
		case c == '/' && p+2 < len(src) && ascii.IsLetter(src[p+2]):
			p = e.endTag(p)
		case c == '!' && bytes.HasPrefix(src[p+2:], []byte("--")):
			end := markup.CommentEnd(src, p)
			if e.isTooLong(p, end) {
				end = len(src)
			}
			p = end
		case c == '!' || c == '?' || c == '/':
			p = markup.After(src, p, ">")
		default:
			e.addText(p, p+1)
			p++
		}
	}
	e.closeAll()
	return e.err
}

// isTooLong reports whether a tag or comment is longer than MaxToken, and
// remembers the error.
func (e *evidence) isTooLong(p, end int) bool {
	most := e.limits.MaxToken
	if most == 0 || end-p <= most {
		return false
	}
	e.err = &page.LimitError{Limit: "MaxToken", Value: most, Offset: p}
	return true
}

func (e *evidence) closeAll() {
	for len(e.open) > 0 {
		e.pop()
	}
}

// startTag reads the start tag at p and returns the offset after it, and after
// its content if that is raw text.
func (e *evidence) startTag(p int) int {
	t, nameEnd := e.names.Read(e.src, p+1)
	switch t {
	case tags.Meta, tags.Link, tags.Base:
		return e.headTag(t, p, nameEnd)
	case tags.Script:
		return e.script(p, nameEnd)
	case tags.HTML:
		return e.htmlTag(nameEnd)
	}
	hints, end, what := e.attributes(nameEnd)
	if e.isTooLong(p, end) {
		return len(e.src)
	}
	if rawText.Has(t) {
		return e.rawText(t, end)
	}
	if !isInline(t) || t == tags.Br {
		e.breakLine()
	}
	if tags.Void.Has(t) || what == markup.SelfClosed && t >= tags.NumKnown {
		e.void(t, p, hints)
		return end
	}
	e.imply(t)
	e.push(t, p, hints)
	return end
}

// void keeps an element without content if there is a reason to look at it.
func (e *evidence) void(t tags.Tag, p int, hints hint) {
	if hints&(hintProperty|hintDatetime|hintAuthor) == 0 || len(e.marked) >= maxMarked {
		return
	}
	at := int32(len(e.text))
	e.marked = append(e.marked, int32(len(e.elements)))
	e.elements = append(e.elements, element{tag: t, parent: e.top(), src: int32(p), text: at, end: at, hints: hints})
}

// attributes reads attributes from p to the end of the tag.
func (e *evidence) attributes(p int) (hints hint, end int, what markup.Found) {
	src := e.src
	for {
		a, next, found := markup.NextAttr(src, p)
		if found != markup.AnAttr {
			return hints, next, found
		}
		p = next
		name := src[a.Name:a.NameEnd]
		switch len(name) {
		case 2:
			if ascii.EqualFold(name, "id") {
				hints |= hintMatcher.hints(src[a.Value:a.ValueEnd])
			}
		case 3:
			if ascii.EqualFold(name, "rel") {
				hints |= hintRel
			}
		case 5:
			if ascii.EqualFold(name, "class") {
				hints |= hintMatcher.hints(src[a.Value:a.ValueEnd])
			}
		case 8:
			switch {
			case ascii.EqualFold(name, "itemprop"), ascii.EqualFold(name, "property"):
				hints |= hintProperty
			case ascii.EqualFold(name, "datetime"):
				hints |= hintDatetime
			}
		case 9:
			if ascii.EqualFold(name, "itemscope") {
				hints |= hintScope
			}
		case 11:
			if ascii.EqualFold(name, "data-testid") {
				hints |= hintMatcher.hints(src[a.Value:a.ValueEnd])
			}
		}
	}
}

// push opens an element.
func (e *evidence) push(t tags.Tag, p int, hints hint) {
	if most := e.limits.MaxDepth; most > 0 && len(e.open) >= most {
		return
	}
	if unseen.Has(t) {
		hints |= hintHidden
		e.hidden++
	}
	index := int32(len(e.elements))
	e.elements = append(e.elements, element{tag: t, parent: e.top(), src: int32(p), text: int32(len(e.text)), hints: hints})
	if hints != 0 && len(e.marked) < maxMarked || t == tags.Time || t == tags.Abbr {
		e.marked = append(e.marked, index)
	}
	if t == tags.H1 || t == tags.H2 {
		e.headings = append(e.headings, index)
	}
	for int(t) >= len(e.opened) {
		e.opened = append(e.opened, 0)
	}
	e.opened[t]++
	e.open = append(e.open, index)
}

// top returns the index of the innermost open element, or -1.
func (e *evidence) top() int32 {
	if len(e.open) == 0 {
		return -1
	}
	return e.open[len(e.open)-1]
}

// pop closes the innermost open element.
func (e *evidence) pop() {
	last := len(e.open) - 1
	el := &e.elements[e.open[last]]
	el.end = int32(len(e.text))
	e.opened[el.tag]--
	if el.hints&hintHidden != 0 {
		e.hidden--
	}
	if !isInline(el.tag) {
		e.breakLine()
	}
	e.open = e.open[:last]
}

// imply closes what the start tag of t ends, by the rules of optional tags in
// the HTML standard, 13.1.2.4. Only inline elements may stand in between.
func (e *evidence) imply(t tags.Tag) {
	if closesP.Has(t) && e.opened0(tags.P) > 0 {
		e.closeWithin(tags.P, func(t tags.Tag) bool { return !isInline(t) })
	}
	closed, ok := siblings[t]
	if !ok {
		return
	}
	for i := len(e.open) - 1; i >= 0; i-- {
		open := e.elements[e.open[i]].tag
		if lists.Has(open) {
			return
		}
		if closed.Has(open) {
			e.popTo(i)
		}
	}
}

func (e *evidence) opened0(t tags.Tag) int32 {
	if int(t) >= len(e.opened) {
		return 0
	}
	return e.opened[t]
}

// closeWithin closes the innermost open t unless there is a barrier in it.
func (e *evidence) closeWithin(t tags.Tag, barrier func(tags.Tag) bool) {
	for i := len(e.open) - 1; i >= 0; i-- {
		open := e.elements[e.open[i]].tag
		if open == t {
			e.popTo(i)
			return
		}
		if barrier(open) {
			return
		}
	}
}

// popTo closes the i-th open element and those within.
func (e *evidence) popTo(i int) {
	for len(e.open) > i {
		e.pop()
	}
}

// endTag reads the end tag at p.
func (e *evidence) endTag(p int) int {
	t, nameEnd := e.names.Read(e.src, p+2)
	next, _ := markup.TagEnd(e.src, nameEnd, markup.NextAttr)
	if !isInline(t) {
		e.breakLine()
	}
	if e.opened0(t) == 0 {
		return next
	}
	if isInline(t) {
		e.closeWithin(t, func(t tags.Tag) bool { return !isInline(t) })
	} else {
		e.closeWithin(t, func(open tags.Tag) bool { return open == tags.Table && t != tags.Body })
	}
	return next
}

// rawText passes over the content of an element in which no tags are.
func (e *evidence) rawText(t tags.Tag, p int) int {
	if slices.Contains(e.neverClosed, t) {
		return p
	}
	end := markup.RawTextEnd(e.src, p, t.String())
	if end == len(e.src) && t != tags.Style {
		e.neverClosed = append(e.neverClosed, t)
		return p
	}
	if t == tags.Title && !e.titleSet && e.hidden == 0 {
		e.title, e.titleSet = span{int32(p), int32(end)}, true
	}
	return markup.After(e.src, end, ">")
}

// script passes over a script and remembers it if it is JSON-LD.
func (e *evidence) script(p, nameEnd int) int {
	linked := false
	src := e.src
	q := nameEnd
	for {
		a, next, what := markup.NextAttr(src, q)
		q = next
		if what != markup.AnAttr {
			break
		}
		if ascii.EqualFold(src[a.Name:a.NameEnd], "type") {
			linked = ascii.HasPrefixFold(bytes.TrimSpace(src[a.Value:a.ValueEnd]), "application/ld+json")
		}
	}
	end := markup.RawTextEnd(src, q, "script")
	if linked && len(e.scripts) < maxScripts {
		e.scripts = append(e.scripts, span{int32(q), int32(end)})
	}
	return markup.After(src, end, ">")
}

// htmlTag reads the attributes of html.
func (e *evidence) htmlTag(p int) int {
	for {
		a, next, what := markup.NextAttr(e.src, p)
		if what != markup.AnAttr {
			return next
		}
		p = next
		name := a.NameIn(e.src)
		if e.lang == (span{}) && (ascii.EqualFold(name, "lang") || ascii.EqualFold(name, "xml:lang")) {
			e.lang = span{int32(a.Value), int32(a.ValueEnd)}
		}
	}
}

// A headAttrs has the attributes of a meta, link or base element.
type headAttrs struct {
	label, content, rel, href span
	named                     bool // it has an itemprop
}

// headTag reads a meta, link or base element.
func (e *evidence) headTag(t tags.Tag, p, nameEnd int) int {
	a, next := e.headAttrs(nameEnd)
	switch {
	case t == tags.Base && e.base == (span{}):
		e.base = a.href
	case t == tags.Link && a.rel.end > a.rel.start && len(e.links) < maxLinks:
		e.links = append(e.links, linkTag{rel: a.rel, href: a.href})
	case t == tags.Meta && a.content.end > a.content.start && len(e.metas) < maxMetas:
		if name, ok := metaNameOf(e.src[a.label.start:a.label.end]); ok {
			e.metas = append(e.metas, metaTag{name: name, content: a.content})
		}
	}
	if a.named && len(e.open) > 0 {
		e.void(t, p, hintProperty)
	}
	return next
}

// headAttrs reads the attributes at p. Of several that name a meta element, the
// last that metaNames has counts.
func (e *evidence) headAttrs(p int) (h headAttrs, next int) {
	for {
		a, next, what := markup.NextAttr(e.src, p)
		if what != markup.AnAttr {
			return h, next
		}
		p = next
		name, value := a.NameIn(e.src), span{int32(a.Value), int32(a.ValueEnd)}
		switch {
		case ascii.EqualFold(name, "itemprop"):
			h.named = true
			if h.label == (span{}) {
				h.label = value
			}
		case ascii.EqualFold(name, "property"), ascii.EqualFold(name, "name"), ascii.EqualFold(name, "http-equiv"):
			if _, ok := metaNameOf(a.ValueIn(e.src)); ok || h.label == (span{}) {
				h.label = value
			}
		case ascii.EqualFold(name, "content"):
			h.content = value
		case ascii.EqualFold(name, "rel"):
			h.rel = value
		case ascii.EqualFold(name, "href"):
			h.href = value
		}
	}
}

// breakLine ends a line of text.
func (e *evidence) breakLine() {
	n := len(e.text)
	if n == 0 || e.text[n-1] == '\n' {
		return
	}
	if e.text[n-1] == ' ' {
		e.text[n-1] = '\n'
		return
	}
	e.text = append(e.text, '\n')
}

// The classes of bytes in text.
const (
	textPlain = iota
	textSpace
	textReference
	textLead // begins a character that may be white space or invisible
)

var textClass = func() (table [256]uint8) {
	for c := range byte(' ' + 1) {
		table[c] = textSpace
	}
	table['&'] = textReference
	table[0x7f] = textLead
	table[0xc2], table[0xe2], table[0xe3], table[0xef] = textLead, textLead, textLead, textLead
	return table
}()

// addText appends text from the page, with character references decoded and white space
// folded.
func (e *evidence) addText(p, end int) {
	if e.hidden > 0 {
		return
	}
	e.text = room.For(e.text, end-p, len(e.src)-end)
	src := e.src[:end]
	run, goesOn := len(e.runs), p == e.textEnd && len(e.runs) > 0 // after "<" that begins no tag
	e.textEnd = end
	reference := p // no text up to here has one
	for p < end {
		from, before := p, len(e.text)
		switch textClass[src[p]] {
		case textPlain:
			if reference <= p {
				reference = nextReference(src, p)
			}
			p = space.WordsEnd(src[:reference], p+1)
			for p < end && textClass[src[p]] == textPlain {
				p++
			}
			e.text = append(e.text, src[from:p]...)
		case textSpace:
			p++
			e.addSpace()
			continue
		default:
			size, decoded := e.characterAt(p)
			p = min(p+size, end)
			e.addDecoded(decoded)
		}
		if len(e.runs) == run && len(e.text) > before && e.text[before] != ' ' && !goesOn {
			e.runs = append(e.runs, textRun{int32(before), int32(from)})
		}
	}
}

// nextReference returns where the next "&" of a text is at or after an offset, or the end of
// the text.
func nextReference(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '&'); n >= 0 {
		return at + n
	}
	return len(text)
}

// addDecoded appends what a character reference stands for.
func (e *evidence) addDecoded(decoded []byte) {
	if len(decoded) == 1 && textClass[decoded[0]] == textSpace {
		e.addSpace()
		return
	}
	if special, size := unseenAt(decoded); size > 0 {
		if special == ' ' {
			e.addSpace()
		}
		return
	}
	e.text = append(e.text, decoded...)
}

func (e *evidence) addSpace() {
	if n := len(e.text); n > 0 && e.text[n-1] != ' ' && e.text[n-1] != '\n' {
		e.text = append(e.text, ' ')
	}
}

// unseenAt returns the size of the character at the beginning of b if it is white
// space beyond ASCII, for which ' ' stands, or has no shape, for which 0 does. Control
// characters, U+FFFE and U+FFFF have none.
func unseenAt(b []byte) (c byte, size int) {
	if len(b) > 0 && b[0] == 0x7f {
		return 0, 1
	}
	if len(b) < 2 {
		return 0, 0
	}
	if b[0] == 0xc2 {
		switch {
		case b[1] == 0x85, b[1] == 0xa0: // next line, no-break space
			return ' ', 2
		case b[1] < 0xa0, b[1] == 0xad: // a control character, soft hyphen
			return 0, 2
		}
		return 0, 0
	}
	if len(b) < 3 {
		return 0, 0
	}
	switch [3]byte(b) {
	case [3]byte{0xe2, 0x80, 0x8b}, [3]byte{0xe2, 0x80, 0x8c}, [3]byte{0xe2, 0x80, 0x8d}, [3]byte{0xe2, 0x80, 0x8e},
		[3]byte{0xe2, 0x80, 0x8f}, [3]byte{0xe2, 0x81, 0xa0}, [3]byte{0xef, 0xbb, 0xbf}, [3]byte{0xef, 0xbf, 0xbe}, [3]byte{0xef, 0xbf, 0xbf}:
		return 0, 3
	case [3]byte{0xe3, 0x80, 0x80}, [3]byte{0xe2, 0x80, 0xa8}, [3]byte{0xe2, 0x80, 0xa9}, [3]byte{0xe2, 0x80, 0xaf}:
		return ' ', 3
	}
	if b[0] == 0xe2 && b[1] == 0x80 && b[2] >= 0x80 && b[2] <= 0x8a { // from en quad to hair space
		return ' ', 3
	}
	return 0, 0
}

// sourceOf returns the offset in the page that the text at an offset comes from.
func (e *evidence) sourceOf(at int32) int {
	i := sort.Search(len(e.runs), func(i int) bool { return e.runs[i].text > at }) - 1
	if i < 0 {
		return 0
	}
	p, j := int(e.runs[i].src), e.runs[i].text
	for j < at && p < len(e.src) {
		size, decoded := e.characterAt(p)
		p += size
		switch special, unseen := unseenAt(decoded); {
		case unseen > 0 && special != ' ':
		case unseen > 0 || len(decoded) == 1 && textClass[decoded[0]] == textSpace:
			if e.text[j] == ' ' {
				j++
			}
		default:
			j += int32(len(decoded))
		}
	}
	for p < len(e.src) {
		size, decoded := e.characterAt(p)
		if _, unseen := unseenAt(decoded); unseen == 0 && (len(decoded) == 0 || textClass[decoded[0]] != textSpace) {
			break
		}
		p += size
	}
	return p
}

// characterAt returns how many bytes the byte, special character or character reference at
// p of the page has, and what it stands for.
func (e *evidence) characterAt(p int) (size int, decoded []byte) {
	if e.src[p] == '&' {
		if decoded, next := e.refs.Decode(e.src, p); next > p {
			return next - p, decoded
		}
	}
	if _, size := unseenAt(e.src[p:]); size > 0 {
		return size, e.src[p : p+size]
	}
	return 1, e.src[p : p+1]
}

// sourceSpan returns the range of the page that a range of text comes from.
func (e *evidence) sourceSpan(text span) (start, end int) {
	if text.end <= text.start {
		return 0, 0
	}
	start = e.sourceOf(text.start)
	last := e.sourceOf(text.end - 1)
	size, _ := e.characterAt(min(last, len(e.src)-1))
	return start, min(last+size, len(e.src))
}

// attr returns the value of an attribute of an element, as written.
func (e *evidence) attr(index int32, name string) (span, bool) {
	src := e.src
	p := markup.NameEnd(src, int(e.elements[index].src)+1)
	for {
		a, next, what := markup.NextAttr(src, p)
		if what != markup.AnAttr {
			return span{}, false
		}
		if ascii.EqualFold(src[a.Name:a.NameEnd], name) {
			return span{int32(a.Value), int32(a.ValueEnd)}, true
		}
		p = next
	}
}

// attrText returns the value of an attribute of an element, decoded and folded.
func (e *evidence) attrText(index int32, name string) (string, span) {
	value, ok := e.attr(index, name)
	if !ok {
		return "", value
	}
	return e.decoded(value), value
}

// decoded returns a value as written with character references decoded, twice if it was
// escaped twice, and white space folded.
func (e *evidence) decoded(value span) string {
	text := e.refs.Value(e.src[value.start:value.end])
	if bytes.IndexByte(text, '&') >= 0 {
		text = e.refs.Value(bytes.Clone(text))
	}
	return foldText(string(text))
}

// textOf returns the text of an element, lines joined.
func (e *evidence) textOf(index int32) (string, span) {
	el := e.elements[index]
	return e.textIn(span{el.text, el.end})
}

// textIn returns the text in a range, lines joined, and the range without white
// space at its ends.
func (e *evidence) textIn(in span) (string, span) {
	for in.start < in.end && isFolded(e.text[in.start]) {
		in.start++
	}
	for in.end > in.start && isFolded(e.text[in.end-1]) {
		in.end--
	}
	return string(bytes.ReplaceAll(e.text[in.start:in.end], []byte("\n"), []byte(" "))), in
}

func isFolded(c byte) bool { return c == ' ' || c == '\n' }

// within reports whether an element is another or stands in it.
func (e *evidence) within(index, outer int32) bool {
	for ; index >= outer && index >= 0; index = e.elements[index].parent {
		if index == outer {
			return true
		}
	}
	return false
}
