package view

import (
	"bytes"
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// A token is a piece of the markup of a page.
type token struct {
	kind       html.TokenType
	name       string // of a tag
	attributes []attribute
	start, end int32 // its range in the page
	raw        bool  // text that is no text of the page, of a script or a style sheet
	style      bool  // text of a style sheet
}

type attribute struct{ name, value string }

// get returns the value of an attribute, "" if there is none.
func (t *token) get(name string) string {
	for _, a := range t.attributes {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// tokens returns an iterator over the tokens of a page. Texts that follow one another
// are one token. A token is valid until the next.
func tokens(text []byte) iter.Seq[*token] {
	return func(yield func(t *token) bool) { eachToken(text, yield) }
}

func eachToken(text []byte, yield func(t *token) bool) {
	z := html.NewTokenizer(bytes.NewReader(text))
	var t, pending token
	at, rawOf := 0, ""
	for {
		kind := z.Next()
		size := len(z.Raw())
		if pending.kind == html.TextToken && kind != html.TextToken {
			if !yield(&pending) {
				return
			}
			pending.kind = html.ErrorToken
		}
		if kind == html.ErrorToken {
			return
		}
		start := int32(at)
		at += size
		if kind == html.TextToken {
			if pending.kind != html.TextToken {
				pending = token{kind: kind, start: start, raw: rawOf != "", style: rawOf == "style"}
			}
			pending.end = int32(at)
			continue
		}
		t = token{kind: kind, start: start, end: int32(at), attributes: t.attributes[:0]}
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken || kind == html.EndTagToken {
			readTag(z, &t)
			rawOf = ""
			switch {
			case kind == html.EndTagToken || t.name == "title":
			case rawTags[t.name]:
				rawOf = t.name
			default:
				z.NextIsNotRawText()
			}
		}
		if !yield(&t) {
			return
		}
	}
}

// rawTags are the elements whose text is not markup in any of the methods.
var rawTags = map[string]bool{"script": true, "style": true}

// mostAttributes is how many attributes of a tag are looked at.
const mostAttributes = 64

func readTag(z *html.Tokenizer, t *token) {
	name, more := z.TagName()
	t.name = string(name)
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if len(t.attributes) < mostAttributes {
			t.attributes = append(t.attributes, attribute{string(key), string(value)})
		}
	}
}

// voidTags are the elements without an end tag (HTML standard, 13.1.2).
var voidTags = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true, "input": true, "link": true,
	"meta": true, "param": true, "source": true, "track": true, "wbr": true, "image": true, "frame": true, "basefont": true, "bgsound": true, "keygen": true,
}

// textRuns returns the stretches of text of the page, those without anything but white
// space left out.
func (p *Page) textRuns() []stretch {
	d := p.open()
	if d.runs == nil {
		for t := range tokens(d.text) {
			if t.kind == html.TextToken && !t.raw && len(bytes.TrimSpace(d.text[t.start:t.end])) > 0 {
				d.runs = append(d.runs, stretch{t.start, t.end})
			}
		}
	}
	return d.runs
}

// closedBy has for elements whose end tag may be left out the tags that end them
// (HTML standard, 13.1.2.4).
var closedBy = map[string]map[string]bool{
	"li":     {"li": true},
	"dt":     {"dt": true, "dd": true},
	"dd":     {"dt": true, "dd": true},
	"option": {"option": true, "optgroup": true},
	"td":     {"td": true, "th": true, "tr": true, "tbody": true},
	"th":     {"td": true, "th": true, "tr": true, "tbody": true},
	"tr":     {"tr": true, "tbody": true, "tfoot": true},
	"p": {"p": true, "div": true, "ul": true, "ol": true, "dl": true, "table": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true,
		"pre": true, "blockquote": true, "section": true, "article": true, "aside": true, "header": true, "footer": true, "nav": true, "form": true, "hr": true},
}

// mostOpen is how many open elements are kept, as with page.Options.
const mostOpen = 512

// A tracker knows which elements are open while a page is walked over.
type tracker struct {
	open  []string // labels, such as "div#main.text"
	names []string
	count map[string]int // of names
}

// visit takes a tag.
func (k *tracker) visit(t *token) {
	switch t.kind {
	case html.StartTagToken:
		if n := len(k.names); n > 0 && closedBy[k.names[n-1]][t.name] {
			k.pop()
		}
		if voidTags[t.name] || len(k.open) == mostOpen {
			return
		}
		k.open = append(k.open, elementLabel(t))
		k.names = append(k.names, t.name)
		k.count[t.name]++
	case html.EndTagToken:
		if k.count[t.name] == 0 {
			return
		}
		for k.names[len(k.names)-1] != t.name {
			k.pop()
		}
		k.pop()
	}
}

func (k *tracker) pop() {
	last := len(k.names) - 1
	k.count[k.names[last]]--
	k.open, k.names = k.open[:last], k.names[:last]
}

// elementLabel returns the name of an element with its id and classes, as a selector.
func elementLabel(t *token) string {
	label := t.name
	if id := t.get("id"); id != "" && !strings.ContainsAny(id, " \t\n\r\f") {
		label += "#" + clip(id, 40)
	}
	for class := range strings.FieldsSeq(clip(t.get("class"), 80)) {
		label += "." + class
	}
	return label
}

// clip cuts a text to a length in bytes, at a character.
func clip(text string, length int) string {
	if len(text) <= length {
		return text
	}
	for length > 0 && text[length]&0xc0 == 0x80 {
		length--
	}
	return text[:length]
}

// pathAt returns the elements around a place of the page, the outermost first. If a tag
// is there, its element is the last.
func (p *Page) pathAt(place int32) string {
	k := tracker{count: make(map[string]int)}
	for t := range tokens(p.open().text) {
		if t.start > place || t.kind == html.TextToken && t.end > place {
			break
		}
		k.visit(t)
	}
	return strings.Join(k.open, " > ")
}

// looks returns for each block of a segmentation the number of a group of blocks that
// look alike: the three innermost elements around them have the same names and
// classes.
func (p *Page) looks(seg *segmentation) []int32 {
	k := tracker{count: make(map[string]int)}
	groups := make([]int32, len(seg.blocks))
	numbers := make(map[string]int32)
	next := 0
	for t := range tokens(p.open().text) {
		for next < len(seg.blocks) && seg.blocks[next].start < t.end {
			key := strings.Join(k.open[max(0, len(k.open)-3):], " ")
			if seg.blocks[next].image {
				key += " img"
			}
			if _, known := numbers[key]; !known {
				numbers[key] = int32(len(numbers))
			}
			groups[next] = numbers[key]
			next++
		}
		k.visit(t)
	}
	return groups
}
