package metadata

import (
	"bytes"
	"cmp"
	"slices"
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
var titleMarks = []string{" | ", " - ", " – ", " — ", " · ", " » ", " « ", " :: ", " • ", " ‹ ", " › ", " > ", " ~ ", " ⋆ ", " ★ ", "ㅣ", " // ", " / ", "|", ": "}

// readTitle chooses the title and finds the headline.
func (r *reading) readTitle(m *Metadata) {
	metas := r.metaValues(fieldTitle)
	var element Value
	if r.titleSet {
		element = Value{Text: r.decoded(r.title), Source: TitleElement, Name: "title", Start: int(r.title.start), End: int(r.title.end)}
	}
	r.sites = append(r.sites, hostNames(r.pageHost())...)
	r.areas = r.metaValues(fieldCategory)
	var says []string
	for _, v := range metas {
		says = append(says, r.withoutSite(v.Text))
	}
	if element.Text != "" {
		says = append(says, r.withoutSite(element.Text), element.Text)
	}
	var c chooser
	r.rankArticles(says)
	linked := r.linkedTitles()
	headings := r.headingValues(says)
	all := r.titleCandidates(says, headings, metas, linked, []Value{element})
	all = append(all, withoutKickers(all)...)
	rankTitles(all)
	for _, t := range all {
		c.add(t.Value)
	}
	m.Title = c.field()
	r.findHeadline(m.Title.Text, headings)
	if r.strict {
		m.Title = agreed(m.Title, func(v Value) bool { return agreeOnTitle(all, key(v.Text)) })
	}
}

// agreeOnTitle reports whether sources of two kinds have a title.
func agreeOnTitle(all []titleCandidate, want string) bool {
	var kinds [titleKinds]bool
	n := 0
	for i := range all {
		if all[i].key == want && !kinds[all[i].kind] {
			kinds[all[i].kind] = true
			n++
		}
	}
	return n > 1
}

// A titleKind is a kind of source of a title. Sources of one kind do not support
// each other: they are filled in together.
type titleKind uint8

const (
	titleShown  titleKind = iota // the heading that a reader sees
	titleShared                  // what search engines and social networks are given
	titleLinked                  // the headline of an article in JSON-LD
	titleKinds
)

// titleWeights says how much a source counts where sources disagree on the
// title. A title that sources of several kinds have counts for all of them.
var titleWeights = map[string]struct {
	kind   titleKind
	weight float64
}{
	"h1": {titleShown, 3.5}, "h2": {titleShown, 1.5},
	"og:title": {titleShared, 3}, "title": {titleShared, 2}, "twitter:title": {titleShared, 2}, "meta": {titleShared, 2}, "name": {titleShared, 1},
	"headline": {titleLinked, 3.2}, "news": {titleLinked, 2.5}, "work": {titleLinked, 1.5},
	"h1 alone": {titleShown, 1.9},
}

// titleSource returns the key of titleWeights for a value.
func titleSource(v Value) string {
	switch v.Source {
	case JSONLD:
		name, member, _ := strings.Cut(v.Name, ".")
		switch kind := kindOf(name); {
		case kind == kindArticle && member == "headline" && strings.Contains(name, "News"):
			return "news"
		case kind == kindArticle && member == "headline":
			return "headline"
		case kind <= kindWork:
			return "work"
		}
		return "name"
	case Meta:
		if _, ok := titleWeights[v.Name]; !ok || v.Name == "title" || v.Name == "headline" {
			return "meta"
		}
	}
	return v.Name
}

// A titleCandidate is a title with what is needed to choose among several.
type titleCandidate struct {
	Value
	key    string
	kind   titleKind
	weight float64
	parts  bool // a heading with markup in it, which may begin with a kicker
	total  float64
}

// titleCandidates returns the titles without the site's name. Of each source
// only the first has a weight.
func (r *reading) titleCandidates(says []string, lists ...[]Value) (all []titleCandidate) {
	used := make(map[string]bool)
	for _, list := range lists {
		for _, v := range list {
			source := titleSource(v)
			w := titleWeights[source]
			if used[source] {
				w.weight = 0
			}
			used[source] = true
			if v.Source == Heading && r.fitOf(v.Text, says) < minFit && len(says) > 0 {
				w.weight = min(w.weight, titleWeights["h1 alone"].weight)
			}
			v.Text = strings.TrimRight(r.withoutSite(v.Text), "¶# ")
			if k := key(v.Text); k != "" {
				parts := v.Source == Heading && hasParts(r.src[v.Start:v.End])
				all = append(all, titleCandidate{Value: v, key: k, kind: w.kind, weight: w.weight, parts: parts})
			}
		}
	}
	return all
}

// withoutKickers returns what the heading has in common with titles for programs after
// a kicker, where theirs is another one.
func withoutKickers(all []titleCandidate) (common []titleCandidate) {
	first := slices.IndexFunc(all, func(t titleCandidate) bool { return t.Source == Heading && t.parts && t.weight > 0 })
	if first < 0 {
		return nil
	}
	heading := all[first].key
	for _, t := range all {
		_, text, ok := strings.Cut(t.Text, ": ")
		if !ok || t.weight == 0 || strings.HasSuffix(heading, t.key) {
			continue
		}
		if k := key(text); strings.Contains(k, " ") && strings.HasSuffix(heading, " "+k) {
			t.Text, t.key, t.weight = text, k, 0.9*t.weight
			common = append(common, t)
		}
	}
	return common
}

// hasParts reports whether a heading has elements of its own for its parts, as
// those with a kicker do.
func hasParts(heading []byte) bool {
	for _, tag := range []string{"<span", "</span", "<div", "</div", "<p", "</p", "<small", "</small", "<br"} {
		if bytes.Contains(heading, []byte(tag)) {
			return true
		}
	}
	return false
}

// minFit is how much of its words a heading has in common with what else is said
// of the title, if it is the title.
const minFit = 0.2

// fitOf returns the greatest overlap of a text with any of several others.
func (r *reading) fitOf(text string, others []string) (fit float64) {
	for _, o := range others {
		fit = max(fit, r.overlap(text, o))
	}
	return fit
}

// rankTitles puts the titles in order by the weights of the sources that have
// them.
func rankTitles(all []titleCandidate) {
	for i := range all {
		var by [titleKinds]float64
		for j := range all {
			by[all[j].kind] = max(by[all[j].kind], all[j].weight*support(&all[i], &all[j]))
		}
		for _, weight := range by {
			all[i].total += weight
		}
		if all[i].weight == 0 {
			all[i].total -= 0.5
		}
		if all[i].parts || isCutOff(all[i].Text) {
			all[i].total -= 0.2
		}
	}
	slices.SortStableFunc(all, func(a, b titleCandidate) int { return cmp.Compare(b.total, a.total) })
}

// isCutOff reports whether a title ends as one that was too long for its source.
func isCutOff(title string) bool {
	return strings.HasSuffix(title, "...") || strings.HasSuffix(title, "…")
}

// support returns which share of its weight a source gives to a title: all of it
// where the two are equal or the source has it cut off, and most of it where the
// source has a kicker before it.
func support(title, source *titleCandidate) float64 {
	switch {
	case title.key == source.key:
		return 1
	case len(source.key) > 20 && isCutOff(source.Text) && strings.HasPrefix(title.key, source.key):
		return 1
	case source.Source == Heading && (source.parts || strings.HasSuffix(source.Text, ": "+title.Text)) && strings.Contains(title.key, " ") && strings.HasSuffix(source.key, " "+title.key):
		return 0.9
	case strings.Contains(title.key, " ") && len(source.key) > len(title.key) && isEdge(title, source.Text):
		return 0.9
	}
	return 0
}

// isEdge reports whether a title is what stands before or after a mark in a text
// for programs.
func isEdge(title *titleCandidate, text string) bool {
	for _, mark := range titleMarks[:5] {
		if i := strings.Index(text, mark); i > 0 && (key(text[:i]) == title.key || key(text[i+len(mark):]) == title.key) {
			return true
		}
	}
	return false
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
			fit := r.fitOf(text, says)
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
		fit := r.overlap(text, title)
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
// site is called. What comes after the name at the end goes too, and so does the
// section that stands at the end then. A mark in the title itself stays.
func (r *reading) withoutSite(title string) string {
	for _, mark := range titleMarks {
		if !strings.Contains(title, mark) {
			continue
		}
		parts := strings.Split(title, mark)
		if len(parts) > 8 {
			break
		}
		for i := 1; i < len(parts) && mark != ": "; i++ {
			if r.isSite(parts[i]) {
				return r.withoutSite(trimMarks(strings.Join(parts[:i], mark)))
			}
		}
		if rest := trimMarks(strings.Join(parts[1:], mark)); rest != "" && r.isSiteName(parts[0]) {
			return rest
		}
	}
	return r.withoutSection(title)
}

// withoutSection cuts the section in which the page says it stands off the end of a
// title, if there is a mark before it.
func (r *reading) withoutSection(title string) string {
	for _, section := range r.areas {
		rest, ok := strings.CutSuffix(title, section.Text)
		rest = strings.TrimRight(rest, " ")
		if cut := trimMarks(rest); ok && cut != "" && !strings.HasSuffix(rest, cut) {
			return cut
		}
	}
	return title
}

func trimMarks(title string) string { return strings.Trim(title, " |-–—·•⋆") }

// isSiteName reports whether a text is just what the page says the site is
// called.
func (r *reading) isSiteName(text string) bool {
	return slices.Contains(r.sites, strings.ReplaceAll(key(text), " ", ""))
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
