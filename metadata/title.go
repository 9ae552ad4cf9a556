package metadata

import (
	"strings"
	"unicode/utf8"
)

// A headline is where the page's text begins: the heading that says what its
// title says. element is -1 where there is none.
type headline struct {
	element int32
	text    string
	at, end int32 // range of its text
}

// maxTitle is how long a title may be, in code points.
const maxTitle = 500

// titleMarks are what stands between the parts of a title.
var titleMarks = []string{" | ", " - ", " – ", " — ", " · ", " » ", " « ", " :: ", " • ", " ‹ ", " › ", " > ", " ~ ", " // ", " / ", "|", ": "}

// readTitle chooses the title and finds the headline.
func (r *reading) readTitle(m *Metadata) {
	metas := r.metaValues(fieldTitle)
	var element Value
	if r.titleSet {
		element = Value{Text: r.decoded(r.title), Source: TitleElement, Name: "title", Start: int(r.title.start), End: int(r.title.end)}
	}
	r.sites = append(r.sites, hostNames(r.pageHost())...)
	var says []string
	for _, v := range metas {
		says = append(says, r.withoutSite(v.Text))
	}
	if element.Text != "" {
		says = append(says, r.withoutSite(element.Text), element.Text)
	}
	r.rankArticles(says)
	linked := r.linkedTitles()
	headings := r.headingValues(says)

	var c chooser
	best := Value{}
	if len(headings) > 0 {
		best = headings[0]
	}
	og := first(metas)
	og.Text = r.withoutSite(og.Text)
	plain := element
	plain.Text = r.withoutSite(element.Text)
	fit := 0.0
	for _, s := range says {
		fit = max(fit, overlap(best.Text, s))
	}
	article := first(linked)
	switch {
	case best.Text != "" && fit >= 0.5:
		c.add(best)
	case og.Text != "" && article.Text != "" && key(og.Text) == key(article.Text):
		c.add(og)
	}
	c.add(og)
	c.add(plain)
	c.add(article)
	c.add(best)
	for _, v := range [][]Value{metas, linked, headings} {
		for _, v := range v {
			v.Text = r.withoutSite(v.Text)
			c.add(v)
		}
	}
	m.Title = c.field()
	r.findHeadline(m.Title.Text, headings)
	if r.strict && !r.agreeOnTitle(m.Title, metas, linked, headings, element) {
		m.Title = m.Title.withheld()
	}
}

// agreeOnTitle reports whether two sources have the title.
func (r *reading) agreeOnTitle(title Field, metas, linked, headings []Value, element Value) bool {
	sources := make(map[Source]bool)
	want := key(title.Text)
	for _, list := range [][]Value{metas, linked, headings, {element}} {
		for _, v := range list {
			if key(r.withoutSite(v.Text)) == want {
				sources[v.Source] = true
			}
		}
	}
	return len(sources) >= 2
}

// linkedTitles returns the headlines and names of the objects of JSON-LD, best
// first.
func (r *reading) linkedTitles() (values []Value) {
	for _, a := range r.articles {
		if a.kind > kindPage {
			continue
		}
		for _, name := range []string{"headline", "name"} {
			if text, at := r.jsonValue(r.json.member(a.node, name)); text != "" && runes(text) <= maxTitle {
				values = append(values, Value{Text: text, Source: JSONLD, Name: a.name + "." + name, Start: int(at.start), End: int(at.end)})
			}
		}
	}
	return values
}

// maxHeadings is how many headings are considered.
const maxHeadings = 64

// headingValues returns the texts of the headings h1 that may be the title: that
// which has most words in common with what else is said of the title first. A
// page without h1 may have an h2.
func (r *reading) headingValues(says []string) (values []Value) {
	var fits []float64
	for pass := range 2 {
		for i, h := range r.headings {
			if i >= maxHeadings || len(values) > 0 && pass > 0 {
				break
			}
			if name := r.elements[h].tag.String(); (name == "h1") != (pass == 0) {
				continue
			}
			text, at := r.textOf(h)
			if text == "" || utf8.RuneCountInString(text) > maxTitle || r.isSite(text) {
				continue
			}
			fit := 0.0
			for _, s := range says {
				fit = max(fit, overlap(text, s))
			}
			if pass > 0 && fit < 0.7 {
				continue
			}
			start, end := r.sourceSpan(at)
			j := len(values)
			for j > 0 && fits[j-1] < fit-0.001 {
				j--
			}
			values = append(values[:j], append([]Value{{Text: text, Source: Heading, Name: r.elements[h].tag.String(), Start: start, End: end}}, values[j:]...)...)
			fits = append(fits[:j], append([]float64{fit}, fits[j:]...)...)
		}
	}
	return values
}

// findHeadline finds where the title stands in the text.
func (r *reading) findHeadline(title string, headings []Value) {
	best := 0.0
	for i, h := range r.headings {
		if i >= maxHeadings {
			break
		}
		text, at := r.textOf(h)
		fit := overlap(text, title)
		if r.elements[h].tag.String() == "h1" {
			fit += 0.1
		}
		if text != "" && fit > best+0.001 && (fit >= 0.5 || r.headline.element < 0 && len(headings) == 1) {
			best = fit
			r.headline = headline{element: h, text: text, at: at.start, end: at.end}
		}
	}
	if r.headline.element >= 0 {
		return
	}
	want := key(title)
	if want == "" {
		return
	}
	for _, index := range r.marked {
		el := r.elements[index]
		if el.hints&(hintTitle|hintProperty) == 0 || el.end-el.text > maxTitle || el.end <= el.text {
			continue
		}
		if text, at := r.textOf(index); key(text) == want {
			r.headline = headline{element: index, text: text, at: at.start, end: at.end}
			return
		}
	}
}

// withoutSite cuts the name of the site off a title, by what the page says the
// site is called. A mark in the title itself stays.
func (r *reading) withoutSite(title string) string {
	for range 3 {
		cut := title
		for _, mark := range titleMarks {
			if i := strings.LastIndex(title, mark); i > 0 && mark != ": " && r.isSite(title[i+len(mark):]) {
				cut = title[:i]
				break
			}
			if i := strings.Index(title, mark); i > 0 && r.isSite(title[:i]) && (mark != "|" || len(title) > i+1) {
				cut = title[i+len(mark):]
				break
			}
		}
		cut = strings.Trim(cut, " |-–—·•»«")
		if cut == title || cut == "" {
			return title
		}
		title = cut
	}
	return title
}

// isSite reports whether a text is what the page says the site is called, or the
// name of its host.
func (r *reading) isSite(text string) bool {
	name := strings.ReplaceAll(key(text), " ", "")
	if name == "" {
		return false
	}
	for _, site := range r.sites {
		if site == name {
			return true
		}
		short, long := name, site
		if len(short) > len(long) {
			short, long = long, short
		}
		if len(short) >= 4 && strings.HasPrefix(long, short) && 2*len(short) >= len(long) {
			return true
		}
		if len(short) >= 5 && strings.HasSuffix(long, short) && 2*len(short) >= len(long) {
			return true
		}
	}
	return false
}

// hostNames returns what a host may be called: itself, and its parts.
func hostNames(host string) (names []string) {
	host = strings.TrimPrefix(strings.ToLower(host), "www.")
	labels := strings.Split(host, ".")
	if len(labels) < 2 {
		return nil
	}
	names = append(names, strings.Join(labels, ""))
	for i, label := range labels[:len(labels)-1] {
		if len(label) < 3 {
			continue
		}
		names = append(names, strings.ReplaceAll(label, "-", ""), strings.Join(labels[i:], ""))
	}
	return names
}
