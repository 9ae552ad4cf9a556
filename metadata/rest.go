package metadata

import (
	"net/url"
	"slices"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/langtag"
)

// metaValues returns the values of the meta elements for a field, by rank and
// then in the order of the page.
func (r *reading) metaValues(f field) (values []Value) {
	type ranked struct {
		tag  metaTag
		rank int
	}
	var found []ranked
	for _, tag := range r.metas {
		if n := metaNames[tag.name]; n.field == f {
			found = append(found, ranked{tag, n.rank})
		}
	}
	slices.SortStableFunc(found, func(a, b ranked) int { return a.rank - b.rank })
	for _, f := range found {
		text := r.decoded(f.tag.content)
		if text == "" {
			continue
		}
		values = append(values, Value{Text: text, Source: Meta, Name: metaNames[f.tag.name].name, Start: int(f.tag.content.start), End: int(f.tag.content.end)})
	}
	return values
}

// linkedValues returns the values of members of JSON-LD objects up to a kind, in
// the order of the objects.
func (r *reading) linkedValues(most articleKind, names ...string) (values []Value) {
	for _, a := range r.articles {
		if a.kind > most {
			continue
		}
		for _, name := range names {
			r.json.children(r.json.member(a.node, name), func(n int32) {
				if text, at := r.jsonValue(n); text != "" {
					values = append(values, Value{Text: text, Source: JSONLD, Name: a.name + "." + name, Start: int(at.start), End: int(at.end)})
				}
			})
		}
	}
	return values
}

// itemValues returns the values of elements with a property: the content,
// datetime or address that an attribute has, or the text.
func (r *reading) itemValues(names ...string) (values []Value, elements []int32) {
	for _, index := range r.marked {
		if r.elements[index].hints&hintProperty == 0 {
			continue
		}
		name := r.property(index)
		if !slices.Contains(names, name) {
			continue
		}
		if v := r.elementValue(index, name); v.Text != "" {
			values, elements = append(values, v), append(elements, index)
		}
		if len(values) >= maxOthers {
			break
		}
	}
	return values, elements
}

// property returns the name of an element's itemprop or property without the
// prefix of a vocabulary, in lower case.
func (r *reading) property(index int32) string {
	for _, attribute := range []string{"itemprop", "property"} {
		value, ok := r.attr(index, attribute)
		if !ok || value.end-value.start > 100 {
			continue
		}
		name := strings.ToLower(strings.TrimSpace(string(r.src[value.start:value.end])))
		name, _, _ = strings.Cut(name, " ")
		return name[strings.LastIndexAny(name, ":/")+1:]
	}
	return ""
}

// elementValue returns what an element says.
func (r *reading) elementValue(index int32, name string) Value {
	for _, attribute := range []string{"content", "datetime"} {
		if text, at := r.attrText(index, attribute); text != "" {
			return Value{Text: text, Source: Itemprop, Name: name, Start: int(at.start), End: int(at.end)}
		}
	}
	el := r.elements[index]
	if el.end <= el.text {
		for _, attribute := range []string{"href", "src"} {
			if text, at := r.attrText(index, attribute); text != "" {
				return Value{Text: text, Source: Itemprop, Name: name, Start: int(at.start), End: int(at.end)}
			}
		}
	}
	if el.end-el.text > 2000 {
		return Value{}
	}
	text, at := r.textOf(index)
	start, end := r.sourceSpan(at)
	return Value{Text: text, Source: Itemprop, Name: name, Start: start, End: end}
}

// readLanguage takes the language from the caller or from what the page
// declares.
func (r *reading) readLanguage(m *Metadata) {
	var c chooser
	add := func(v Value) {
		if tag := languageTag(v.Text); tag != "" {
			v.Text = tag
			c.add(v)
		}
	}
	if r.known.Lang != "" {
		add(Value{Text: r.known.Lang, Source: Given, Name: "Lang"})
	}
	add(Value{Text: r.decoded(r.lang), Source: Attribute, Name: "lang", Start: int(r.lang.start), End: int(r.lang.end)})
	for _, v := range r.linkedValues(kindWork, "inLanguage") {
		add(v)
	}
	for _, v := range r.metaValues(fieldLanguage) {
		add(v)
	}
	m.Language = c.field()
	r.dates = newDateReader(m.Language.Text, r.pageHost())
}

// languageTag returns a BCP 47 tag as it is written by convention, or "" for what
// is none. Of several it is the first. Parts at its end that make it no tag are left out.
func languageTag(text string) string {
	text, _, _ = strings.Cut(text, ",")
	parts := strings.Split(strings.ReplaceAll(strings.TrimSpace(text), "_", "-"), "-")
	for i, part := range parts {
		for j := range len(part) {
			if !ascii.IsAlphanumeric(part[j]) {
				return ""
			}
		}
		switch {
		case i == 0 && (len(part) < 2 || len(part) > 3):
			return ""
		case i == 0:
			parts[0] = strings.ToLower(part)
		case len(part) == 2:
			parts[i] = strings.ToUpper(part)
		case len(part) == 4:
			parts[i] = strings.ToUpper(part[:1]) + strings.ToLower(part[1:])
		}
	}
	if len(parts) > 4 || parts[0] == "und" || parts[0] == "xx" {
		return ""
	}
	for ; len(parts) > 0; parts = parts[:len(parts)-1] {
		if tag := strings.Join(parts, "-"); langtag.IsWellFormed(tag) {
			return tag
		}
	}
	return ""
}

// readAddress finds the canonical address.
func (r *reading) readAddress(m *Metadata) {
	var c chooser
	add := func(v Value) {
		if v.Text = r.absolute(v.Text); v.Text != "" {
			c.add(v)
		}
	}
	for _, v := range r.linkValues("canonical") {
		add(v)
	}
	for _, v := range r.metaValues(fieldURL) {
		add(v)
	}
	for _, v := range r.linkedValues(kindPage, "url", "mainEntityOfPage") {
		add(v)
	}
	if r.known.URL != "" {
		add(Value{Text: r.known.URL, Source: Given, Name: "URL"})
	}
	m.URL = c.field()
}

// absolute returns an address completed by the page's base, or "" if it is none
// of the web.
func (r *reading) absolute(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || address == "" || len(address) > 4096 {
		return ""
	}
	if !u.IsAbs() {
		base := r.baseAddress()
		if base == nil {
			return ""
		}
		u = base.ResolveReference(u)
	}
	if !isOfWeb(u) {
		return ""
	}
	return u.String()
}

// baseAddress returns what relative addresses are resolved against: the address of the base
// element if that is one of the web, or else that of the page, or nil.
func (r *reading) baseAddress() *url.URL {
	base, err := url.Parse(strings.TrimSpace(r.decoded(r.base)))
	if err == nil && r.address != nil {
		base = r.address.ResolveReference(base)
	}
	if err == nil && isOfWeb(base) {
		return base
	}
	return r.address
}

func isOfWeb(u *url.URL) bool { return (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" }

// pageHost returns the host of the page, as the caller or the page says, or "".
func (r *reading) pageHost() string {
	if r.address != nil {
		return r.address.Hostname()
	}
	for _, v := range append(r.linkValues("canonical"), r.metaValues(fieldURL)...) {
		if u, err := url.Parse(v.Text); err == nil && u.Host != "" {
			return u.Hostname()
		}
	}
	return ""
}

// isPage reports whether an address is that of the page.
func (r *reading) isPage(address string) bool {
	u, err := url.Parse(address)
	if err != nil || r.address == nil {
		return false
	}
	same := func(s string) string { return strings.Trim(s, "/") }
	if u.Host != "" && strings.TrimPrefix(u.Hostname(), "www.") != strings.TrimPrefix(r.address.Hostname(), "www.") {
		return false
	}
	return same(u.Path) != "" && same(u.Path) == same(r.address.Path)
}

// linkValues returns the addresses of link elements with a rel.
func (r *reading) linkValues(rel string) (values []Value) {
	for _, l := range r.links {
		if l.href.end > l.href.start && hasToken(r.src[l.rel.start:l.rel.end], rel) {
			values = append(values, Value{Text: r.decoded(l.href), Source: Link, Name: rel, Start: int(l.href.start), End: int(l.href.end)})
		}
	}
	return values
}

// hasToken reports whether a list of words, separated by white space, has a word
// in any case. The word is in lower case.
func hasToken(list []byte, word string) bool {
	for {
		i := 0
		for i < len(list) && list[i] > ' ' {
			i++
		}
		if ascii.EqualFold(list[:i], word) {
			return true
		}
		if i == len(list) {
			return false
		}
		list = list[i+1:]
	}
}

// readSite finds what the site is called.
func (r *reading) readSite(m *Metadata) {
	var c chooser
	var metas []Value
	for _, v := range r.metaValues(fieldSite) {
		if v.Name == "twitter:site" {
			v.Text = strings.TrimPrefix(v.Text, "@")
		}
		metas = append(metas, v)
	}
	for _, v := range metas {
		if v.Name == "og:site_name" {
			c.add(v)
		}
	}
	for _, a := range r.articles {
		switch {
		case a.name == "WebSite":
			c.add(r.linkedValue(a, "name"))
		case a.kind <= kindPage:
			c.add(r.linkedValue(a, "publisher"))
		}
	}
	for _, a := range r.articles {
		if a.kind <= kindPage {
			c.add(r.linkedValue(a, "isPartOf"))
			c.add(r.linkedValue(a, "sourceOrganization"))
		} else if a.kind == kindSite {
			c.add(r.linkedValue(a, "name"))
		}
	}
	for _, v := range metas {
		c.add(v)
	}
	m.Site = c.field()
	for i, v := range c.values {
		if i < 12 {
			r.sites = append(r.sites, strings.ReplaceAll(key(v.Text), " ", ""))
		}
	}
}

// linkedValue returns the value of one member of an object.
func (r *reading) linkedValue(a article, name string) Value {
	text, at := r.jsonValue(r.json.member(a.node, name))
	if strings.HasPrefix(text, "http") || strings.HasPrefix(text, "#") {
		text = ""
	}
	return Value{Text: text, Source: JSONLD, Name: a.name + "." + name, Start: int(at.start), End: int(at.end)}
}

// readDescription takes the first description, or a longer one of which it is
// the beginning.
func (r *reading) readDescription(m *Metadata) {
	values := append(r.metaValues(fieldDescription), r.linkedValues(kindPage, "description")...)
	items, _ := r.itemValues("description")
	values = append(values, items...)
	if len(values) == 0 {
		return
	}
	var c chooser
	best := values[0]
	for _, v := range values[1:] {
		if begin := strings.TrimRight(best.Text, " .…[]"); len(v.Text) > len(best.Text) && len(begin) > 20 && strings.HasPrefix(v.Text, begin) {
			best = v
		}
	}
	c.add(best)
	for _, v := range values {
		c.add(v)
	}
	m.Description = c.field()
}

func (r *reading) readImage(m *Metadata) {
	var c chooser
	add := func(v Value) {
		if v.Text = r.absolute(v.Text); v.Text != "" {
			c.add(v)
		}
	}
	for _, v := range r.metaValues(fieldImage) {
		add(v)
	}
	for _, a := range r.articles {
		if a.kind > kindPage {
			continue
		}
		for _, name := range []string{"image", "thumbnailUrl"} {
			r.json.children(r.json.member(a.node, name), func(n int32) {
				n = r.resolve(n)
				if url := r.json.member(n, "url"); url != 0 {
					n = url
				}
				text, at := r.jsonValue(n)
				add(Value{Text: text, Source: JSONLD, Name: a.name + "." + name, Start: int(at.start), End: int(at.end)})
			})
		}
	}
	for _, v := range r.linkValues("image_src") {
		add(v)
	}
	m.Image = c.field()
}

func (r *reading) readType(m *Metadata) {
	var c chooser
	for _, a := range r.articles {
		if a.kind < kindPage {
			at := r.json.nodes[r.json.member(a.node, "@type")].value
			c.add(Value{Text: strings.ToLower(a.kind.typeName(a.name)), Source: JSONLD, Name: a.name, Start: int(at.start), End: int(at.end)})
		}
	}
	for _, v := range r.metaValues(fieldType) {
		v.Text = strings.ToLower(v.Text)
		c.add(v)
	}
	for _, a := range r.articles {
		if a.kind == kindPage {
			at := r.json.nodes[r.json.member(a.node, "@type")].value
			c.add(Value{Text: strings.ToLower(a.name), Source: JSONLD, Name: a.name, Start: int(at.start), End: int(at.end)})
		}
	}
	m.Type = c.field()
}

// typeName returns the type of a page for an object of a kind.
func (k articleKind) typeName(name string) string {
	if k == kindArticle {
		return "article"
	}
	return name
}
