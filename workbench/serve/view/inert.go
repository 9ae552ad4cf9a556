package view

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	nethtml "golang.org/x/net/html"
)

// This file writes a page so that it can be shown without danger: no scripts, no
// handlers of events, no forms, nothing that loads or leads anywhere. Only what is
// listed here is written, and all text and all values are escaped again.

// shown are the elements that are written. The others are left out, and their text is
// written only where a method has found a block in it.
var shown = setOf("html head body title style a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col colgroup data dd del details dfn dialog dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li listing main map mark menu nav nobr ol p picture pre q rb rp rt rtc ruby s samp search section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr")

// renamed are the elements that are written under another name, which has no meaning:
// the controls of forms.
var renamed = setOf("form fieldset label select optgroup option textarea button output datalist noscript")

// rename is what the names of renamed elements begin with.
const rename = "x-"

// closed are the elements whose text is left out unless a block is in it.
var closed = setOf("svg math template iframe noembed noframes object applet video audio canvas xmp script style title frameset portal")

// attributes are the attributes that are written, besides id, class, style and those
// that begin with aria- (which tell what an element is to a screen reader).
var attributes = setOf("abbr align alt axis bgcolor border cellpadding cellspacing char charoff clear color cols colspan compact coords datetime dir face frame headers height hidden hspace lang noshade nowrap open reversed role rows rowspan rules scope shape size span start summary title type valign value vspace width")

func setOf(names string) map[string]bool {
	set := make(map[string]bool)
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}

// BlockTag is the name of the elements that mark blocks. The attribute n is the number
// of the block and k its code.
const BlockTag = "x-b"

// frameStyle shows the blocks, and forms without their controls.
const frameStyle = `:root{color-scheme:light}
html body x-b[k]{background:#d9d9d9!important;color:#333!important;text-decoration-line:none;cursor:pointer;border-radius:2px;opacity:1!important}
html body x-b[k=k]{background:#a6e3a1!important;color:#0b2e0b!important}
html body x-b[k=c]{background:#d3f5c4!important;color:#0b2e0b!important;box-shadow:inset 0 -2px #4c9a3f}
html body x-b[k=h]{background:#b3d7ff!important;color:#06244a!important}
html body x-b[k=d]{background:#e2e2e6!important;color:#44444c!important}
html body x-b[k=x]{background:#ffd9c2!important;color:#5a2a06!important;box-shadow:inset 0 -2px #c96a20}
html body x-b[d]{outline:2px dashed #8a2be2!important;outline-offset:1px}
html body x-b[f]{outline:2px solid #d0006f!important;outline-offset:2px}
html body x-b[s]{outline:3px solid #0047ff!important;outline-offset:2px}
html body img[k]{outline:2px dotted #888}
x-form,x-fieldset,x-optgroup,x-option,x-noscript{display:block}
x-select,x-button,x-textarea{display:inline-block;border:1px solid #999;padding:0 .3em}
`

// maxFrame is how many bytes of a page are shown.
const maxFrame = 24 << 20

// An inert writes a page without anything active.
type inert struct {
	out    bytes.Buffer
	text   []byte
	page   *Page
	seg    *segmentation
	mark   func(i int) string // the attributes of the element of a block after its number
	next   int                // the first block that does not end before the present place
	styles bool
	base   *string  // the address in the first base element that has one
	hidden []string // the closed elements that are open
	images int      // bytes of images so far
}

// frame returns the page as HTML in which nothing runs or loads, with its blocks
// marked by the codes of a result, or by what mark returns for each. With styles, its own
// style sheets are kept as far as they were saved with it.
func (p *Page) frame(r *result, styles bool, mark func(i int) string) []byte {
	if mark == nil {
		mark = func(i int) string { return ` k="` + string(r.codes[i]) + `"` }
	}
	w := &inert{text: p.open().text, page: p, seg: r.seg, styles: styles, mark: mark}
	if p.hasDoctype() {
		w.out.WriteString("<!DOCTYPE html>")
	}
	w.out.WriteString(`<html><head><meta charset="utf-8"><style>` + frameStyle + "</style>")
	for t := range tokens(w.text) {
		if w.out.Len() > maxFrame {
			break
		}
		w.token(t)
	}
	return w.out.Bytes()
}

// hasDoctype reports whether the page begins with a doctype. Without one, browsers
// show it in quirks mode.
func (p *Page) hasDoctype() bool {
	text := bytes.TrimSpace(p.open().text)
	return len(text) > 9 && strings.EqualFold(string(text[:9]), "<!doctype")
}

func (w *inert) token(t *token) {
	switch t.kind {
	case nethtml.TextToken:
		w.textToken(t)
	case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
		w.startTag(t)
	case nethtml.EndTagToken:
		w.endTag(t)
	}
}

// startTag writes a start tag if its element is shown.
func (w *inert) startTag(t *token) {
	switch {
	case t.name == "link":
		w.styleSheet(t)
		return
	case t.name == "base":
		w.setBase(t)
		return
	case closed[t.name] && t.kind == nethtml.StartTagToken:
		if len(w.hidden) < mostOpen && !rawTags[t.name] {
			w.hidden = append(w.hidden, t.name)
		}
		return
	case t.name == "image":
		t.name = "img"
	}
	name, ok := writtenName(t.name)
	if !ok || t.name == "style" || t.name == "title" {
		return
	}
	w.out.WriteString("<" + name)
	for _, a := range t.attributes {
		w.attribute(a)
	}
	if t.name == "img" {
		w.image(t)
	}
	w.out.WriteByte('>')
}

// writtenName returns the name under which an element is written.
func writtenName(name string) (string, bool) {
	if renamed[name] {
		return rename + name, true
	}
	return name, shown[name]
}

// attribute writes an attribute if it is one of those that do nothing.
func (w *inert) attribute(a attribute) {
	value := a.value
	switch {
	case a.name == "style":
		if !w.styles {
			return
		}
		value = cleanStyle(value)
	case a.name == "id" || a.name == "class":
	case attributes[a.name] || strings.HasPrefix(a.name, "aria-") && isPlainName(a.name):
		if !w.styles && a.name == "hidden" {
			return
		}
	default:
		return
	}
	w.out.WriteString(" " + a.name + `="` + escape(value) + `"`)
}

func isPlainName(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' })
}

// escape escapes a text, or a value in quotes. NUL and bytes that are not UTF-8 are
// replaced.
func escape(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "")
	return html.EscapeString(text)
}

func (w *inert) endTag(t *token) {
	if closed[t.name] {
		if n := slices.Index(w.hidden, t.name); n >= 0 {
			w.hidden = w.hidden[:n]
		}
		return
	}
	if name, ok := writtenName(t.name); ok && !voidTags[t.name] {
		w.out.WriteString("</" + name + ">")
	}
}

// styleSheet writes a style sheet that was saved with the page.
func (w *inert) styleSheet(t *token) {
	if !w.styles || !strings.Contains(strings.ToLower(t.get("rel")), "stylesheet") {
		return
	}
	if css, found := w.local(t.get("href")); found && len(css) < maxLocal {
		w.out.WriteString("<style>" + cleanStyle(string(css)) + "</style>")
	}
}

// setBase notes the base of the addresses: the first counts (HTML standard, 4.2.3).
func (w *inert) setBase(t *token) {
	i := slices.IndexFunc(t.attributes, func(a attribute) bool { return a.name == "href" })
	if i >= 0 && w.base == nil {
		base := strings.TrimSpace(t.attributes[i].value)
		w.base = &base
	}
}

// local returns a file that was saved with the page.
func (w *inert) local(reference string) ([]byte, bool) {
	reference = strings.TrimSpace(reference)
	if w.page.Local == nil || reference == "" {
		return nil, false
	}
	if w.base != nil {
		reference = join(*w.base, reference)
	}
	return w.page.Local(reference)
}

// join returns an address with a base, which may be relative itself.
func join(base, reference string) string {
	from, err := url.Parse(base)
	switch to, refErr := url.Parse(reference); {
	case err != nil || refErr != nil || to.IsAbs():
	case from.IsAbs() || from.Host != "":
		return from.ResolveReference(to).String()
	case to.Host == "" && !strings.HasPrefix(reference, "/"):
		return base[:strings.LastIndexByte(base, '/')+1] + reference
	}
	return reference
}

const (
	maxLocal  = 1 << 20 // bytes of a file that was saved with a page
	maxImages = 8 << 20 // bytes of all images of a page
)

// image writes the number of the image's block, and the image if it was saved with the
// page.
func (w *inert) image(t *token) {
	if i := w.imageAt(t.start); i >= 0 {
		w.out.WriteString(` n="` + strconv.Itoa(i) + `"` + w.mark(i))
	}
	data, found := w.local(t.get("src"))
	kind := imageType(data)
	if !found || kind == "" || len(data) > maxLocal || w.images+len(data) > maxImages {
		return
	}
	w.images += len(data)
	w.out.WriteString(` src="data:` + kind + ";base64," + base64.StdEncoding.EncodeToString(data) + `"`)
}

// imageType returns the media type of an image by its first bytes, "" if it is none of
// those that are shown.
func imageType(data []byte) string {
	for _, known := range [...]struct{ magic, kind string }{
		{"\x89PNG\r\n\x1a\n", "image/png"}, {"\xff\xd8\xff", "image/jpeg"}, {"GIF87a", "image/gif"}, {"GIF89a", "image/gif"},
	} {
		if bytes.HasPrefix(data, []byte(known.magic)) {
			return known.kind
		}
	}
	if len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP" {
		return "image/webp"
	}
	return ""
}

// imageAt returns the block of an image that begins at a place, or -1.
func (w *inert) imageAt(start int32) int {
	w.skip(start)
	for i := w.next; i < len(w.seg.blocks) && w.seg.blocks[i].start <= start; i++ {
		if b := &w.seg.blocks[i]; b.image && b.start == start {
			return i
		}
	}
	return -1
}

// skip goes to the first block that does not end before a place.
func (w *inert) skip(place int32) {
	for w.next < len(w.seg.blocks) && w.seg.blocks[w.next].end <= place {
		w.next++
	}
}

// textToken writes a text with the blocks in it marked.
func (w *inert) textToken(t *token) {
	if t.raw {
		if t.style && w.styles && len(w.hidden) == 0 {
			w.out.WriteString("<style>" + cleanStyle(string(w.text[t.start:t.end])) + "</style>")
		}
		return
	}
	at := t.start
	w.skip(at)
	inside := w.within(t)
	if len(inside) > 1 {
		w.lines(t, inside)
		return
	}
	for _, i := range inside {
		b := &w.seg.blocks[i]
		from, to := max(at, b.start), min(t.end, b.end)
		w.plain(at, from)
		w.marked(i, html.UnescapeString(string(w.text[from:to])))
		at = to
	}
	w.plain(at, t.end)
}

// within returns the blocks that a text is a part of, or that are parts of it.
func (w *inert) within(t *token) (inside []int) {
	for i := w.next; i < len(w.seg.blocks) && w.seg.blocks[i].start < t.end; i++ {
		if b := &w.seg.blocks[i]; !b.image && b.end > t.start {
			inside = append(inside, i)
		}
	}
	return inside
}

// lookAhead is how far from the line before the text of a line may begin, in bytes.
const lookAhead = 4096

// lines writes a text that has several blocks: the lines of a pre element in victor,
// whose ranges tell no more than where the element is. Each is found by its text.
func (w *inert) lines(t *token, inside []int) {
	rest := html.UnescapeString(string(w.text[t.start:t.end]))
	for _, i := range inside {
		line := w.seg.blocks[i].text
		at := strings.Index(rest[:min(len(rest), len(line)+lookAhead)], line)
		if at < 0 {
			continue
		}
		w.out.WriteString(escape(rest[:at]))
		w.marked(i, line)
		rest = rest[at+len(line):]
	}
	w.out.WriteString(escape(rest))
}

// marked writes a piece of a block in an element of its own. White space alone needs
// none, and must not have one between the rows of a table.
func (w *inert) marked(i int, text string) {
	if strings.TrimSpace(text) == "" {
		w.out.WriteString(escape(text))
		return
	}
	w.out.WriteString("<" + BlockTag + ` n="` + strconv.Itoa(i) + `"` + w.mark(i) + ">" + escape(text) + "</" + BlockTag + ">")
}

// plain writes text that is in no block.
func (w *inert) plain(from, to int32) {
	if from < to && len(w.hidden) == 0 {
		w.out.WriteString(escape(html.UnescapeString(string(w.text[from:to]))))
	}
}

// Legend says what the codes mean, and how they are shown.
func Legend() []LegendEntry {
	return []LegendEntry{
		{string(keptByItself), "kept", "content by itself"},
		{string(keptByContext), "kept by context", "content because of the blocks around it"},
		{string(keptHeading), "kept heading", "a heading that is kept"},
		{string(droppedByContext), "dropped by context", "boilerplate because of the blocks around it"},
		{string(droppedByItself), "dropped", "boilerplate by itself"},
	}
}

// A LegendEntry explains a code.
type LegendEntry struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Help string `json:"help"`
}

// excerpt returns the beginning of a text, with white space folded.
func excerpt(text string, length int) string {
	text = clip(text, 4*length)
	folded := strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(folded) <= length {
		return folded
	}
	return fmt.Sprint(string([]rune(folded)[:length]), "…")
}
