package metadata

import (
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// maxTags is how many tags or categories a page has at most.
const maxTags = 60

// readTags reads the keywords: those that readers see first, in links with
// rel=tag or in an element whose class speaks of tags; then those for programs.
func (r *reading) readTags(m *Metadata) {
	m.Tags = firstList([][]Value{
		r.relTags(), r.metaList(fieldTag), r.splitValues(r.linkedValues(kindWork, "keywords")), r.classLinks(hintTag, isTagAddress),
	})
}

// readCategories reads the sections that the page stands in.
func (r *reading) readCategories(m *Metadata) {
	m.Categories = firstList([][]Value{
		r.relCategories(), r.classLinks(hintCategory, isCategoryAddress), r.metaList(fieldCategory),
		r.sections(), r.crumbs(),
	})
}

// isCategoryAddress reports whether an address is that of a section of a site.
func isCategoryAddress(address string) bool {
	return containsAny(address, []string{"/category/", "/categories/", "/kategorie", "/rubrik", "/cat/", "/categoria/", "/categorie/", "/section/", "/ressort", "/thema/", "/topic/"})
}

// isTagAddress reports whether an address is that of a tag.
func isTagAddress(address string) bool {
	return containsAny(address, []string{"/tag/", "/tags/", "tag=", "/thema/", "/themen/", "/topic", "/schlagwort", "/keyword", "/label/", "/etiqueta", "/stichwort", "-tag/"})
}

// relTags returns the texts of the links with rel=tag that do not belong to a
// category or to a cloud of all tags of the site.
func (r *reading) relTags() []Value {
	return r.relLinks(func(rel, _ string) bool {
		return hasWord(rel, "tag") && !hasWord(rel, "category")
	}, "tag")
}

// relCategories returns the texts of the links whose rel says that they lead to
// a category.
func (r *reading) relCategories() []Value {
	return r.relLinks(func(rel, href string) bool {
		return hasWord(rel, "category") || hasWord(rel, "tag") && strings.Contains(href, "/category/")
	}, "category")
}

func (r *reading) relLinks(fits func(rel, href string) bool, name string) (values []Value) {
	seen := make(map[string]bool)
	for _, index := range r.marked {
		el := &r.elements[index]
		if el.hints&hintRel == 0 || el.tag != tags.A || el.end-el.text > 120 || len(values) >= maxTags {
			continue
		}
		rel, ok := r.attr(index, "rel")
		if !ok || rel.end-rel.start > 100 {
			continue
		}
		href, _ := r.attr(index, "href")
		if !fits(strings.ToLower(string(r.src[rel.start:rel.end])), strings.ToLower(string(r.src[href.start:min(href.end, href.start+300)]))) || r.isBeside(index, hintAside) || r.inCloud(index) {
			continue
		}
		values = r.appendLink(values, seen, index, Link, name)
	}
	return values
}

// appendLink appends the text of a link.
func (r *reading) appendLink(values []Value, seen map[string]bool, index int32, source Source, name string) []Value {
	text, at := r.textOf(index)
	text = strings.Trim(text, " #,;•|„“”\"")
	if text == "" || seen[strings.ToLower(text)] || runes(text) > 80 {
		return values
	}
	seen[strings.ToLower(text)] = true
	v := Value{Text: text, Source: source, Name: name}
	v.Start, v.End = r.sourceSpan(at)
	return append(values, v)
}

// inCloud reports whether an element stands in a cloud of tags.
func (r *reading) inCloud(index int32) bool {
	for range 4 {
		if index < 0 {
			return false
		}
		class, ok := r.attr(index, "class")
		if ok && strings.Contains(strings.ToLower(string(r.src[class.start:min(class.end, class.start+300)])), "cloud") {
			return true
		}
		index = r.elements[index].parent
	}
	return false
}

// maxList is how many bytes of text a list of tags or categories has at most.
const maxList = 600

// classLinks returns the texts of the links in an element whose class speaks of
// tags or categories, and whose links lead to them: the first with several, or
// else the first with one.
func (r *reading) classLinks(want hint, fits func(address string) bool) (values []Value) {
	if r.headline.element < 0 {
		return nil
	}
	for _, index := range r.marked {
		el := &r.elements[index]
		if el.hints&want == 0 || el.end <= el.text || el.end-el.text > maxList || r.isBeside(index, hintAside|hintComment) || r.inCloud(index) {
			continue
		}
		links := r.linksIn(index, func(address string) bool { return fits(address) || want == hintTag && r.isTagList(index) })
		if len(links) > 1 {
			return links
		}
		if len(values) == 0 {
			values = links
		}
	}
	return values
}

// isTagList reports whether an element's class says that it has nothing but tags.
func (r *reading) isTagList(index int32) bool {
	class, ok := r.attr(index, "class")
	if !ok || class.end-class.start > 200 {
		return false
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(string(r.src[class.start:class.end])), func(c rune) bool { return c < 'a' || c > 'z' }) {
		if word == "tags" || word == "taglist" || word == "keywords" {
			return true
		}
	}
	return false
}

// linksIn returns the texts of the links in an element whose addresses fit.
func (r *reading) linksIn(index int32, fits func(address string) bool) (values []Value) {
	seen := make(map[string]bool)
	end := r.elements[index].end
	for i := index; int(i) < len(r.elements) && r.elements[i].text < end; i++ {
		if r.elements[i].tag != tags.A || r.elements[i].end <= r.elements[i].text {
			continue
		}
		href, ok := r.attr(i, "href")
		if ok && fits(strings.ToLower(string(r.src[href.start:min(href.end, href.start+300)]))) && len(values) < maxTags {
			values = r.appendLink(values, seen, i, Class, "list")
		}
	}
	return values
}

// sections returns the articleSection of JSON-LD.
func (r *reading) sections() []Value {
	return r.splitValues(r.linkedValues(kindWork, "articleSection", "articlesection"))
}

// crumbs returns the last but one of the page's breadcrumbs in JSON-LD, which is
// the section that it stands in.
func (r *reading) crumbs() (values []Value) {
	for _, a := range r.articles {
		if a.name != "BreadcrumbList" || len(values) > 0 {
			continue
		}
		var list []Value
		r.json.children(r.json.member(a.node, "itemListElement"), func(n int32) {
			item := r.json.member(n, "item")
			text, at := r.jsonValue(r.json.member(n, "name"))
			if text == "" {
				text, at = r.jsonValue(r.json.member(item, "name"))
			}
			if text != "" && !r.isSite(text) && !homeWords[key(text)] && key(text) != key(r.headline.text) && len(list) < maxTags {
				list = append(list, Value{Text: text, Source: JSONLD, Name: "BreadcrumbList", Start: int(at.start), End: int(at.end)})
			}
		})
		if len(list) > 0 {
			values = list[len(list)-1:]
		}
	}
	return values
}

// homeWords are what the first of the breadcrumbs is called.
var homeWords = wordSet("home startseite start accueil inicio hjem hem etusivu главная головна domov strona ana")

// metaList returns the values of the first meta name for a field.
func (r *reading) metaList(f field) (values []Value) {
	for _, v := range r.metaValues(f) {
		if len(values) > 0 && v.Name != values[0].Name {
			break
		}
		values = append(values, v)
	}
	return r.splitValues(values)
}

// splitValues splits values at commas and semicolons.
func (r *reading) splitValues(values []Value) (split []Value) {
	seen := make(map[string]bool)
	for _, v := range values {
		for _, part := range strings.FieldsFunc(v.Text, func(r rune) bool { return strings.ContainsRune(",;，、،", r) }) {
			part = strings.Trim(part, " #\"'")
			if part == "" || seen[strings.ToLower(part)] || len(split) >= maxTags || !isTag(part) {
				continue
			}
			seen[strings.ToLower(part)] = true
			w := v
			w.Text = part
			split = append(split, w)
		}
	}
	return split
}

// isTag reports whether a text may be a tag for readers: no address, and no
// identifier or pair of a name and a value for programs.
func isTag(text string) bool {
	if runes(text) > 80 || strings.Contains(text, "://") || strings.Contains(text, ": ") || isDomain(text) || strings.ContainsAny(text, "_=|{}") {
		return false
	}
	digits, dashes := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case ascii.IsDigit(c):
			digits++
		case c == '-':
			dashes++
		}
	}
	return digits < 5 || digits < len(text) && dashes < 4
}

// firstList makes a list of the first group that has values; the others come
// after.
func firstList(groups [][]Value) (l List) {
	var others chooser
	for _, g := range groups {
		if len(l.Values) == 0 {
			l.Values = g
			continue
		}
		for _, v := range g {
			others.add(v)
		}
	}
	l.Others = others.values
	return l
}
