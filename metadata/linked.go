package metadata

import (
	"bytes"
	"slices"
	"strings"
)

// An article is an object of JSON-LD that may describe the page.
type article struct {
	node int32
	kind articleKind
	name string // its type
}

// An articleKind says how well an object of a type speaks for the page's text.
// Kinds are in the order of preference.
type articleKind uint8

const (
	kindArticle articleKind = iota // an article, a posting, a report
	kindWork                       // another work: a recipe, a film, an event, a question
	kindProduct                    // something for sale, or a place
	kindPage                       // the page as such
	kindSite                       // the site or who runs it
	kindOther
)

// typeKinds says of which kind the types of schema.org are. A type that is not
// here is an article if it ends in one of articleEndings.
var typeKinds = map[string]articleKind{
	"Report": kindArticle, "LiveBlogPosting": kindArticle, "Question": kindWork, "QAPage": kindPage,
	"Recipe": kindWork, "VideoObject": kindWork, "AudioObject": kindWork, "PodcastEpisode": kindWork, "Event": kindWork,
	"HowTo": kindWork, "Book": kindWork, "Course": kindWork, "CreativeWork": kindWork, "Review": kindWork, "Movie": kindWork,
	"Dataset": kindWork, "SoftwareSourceCode": kindWork, "Thesis": kindWork, "Quiz": kindWork, "ImageObject": kindOther,
	"Chapter": kindWork, "PresentationDigitalDocument": kindWork, "Photograph": kindWork, "MusicRecording": kindWork,
	"JobPosting": kindProduct, "Product": kindProduct, "ProductGroup": kindProduct, "SoftwareApplication": kindProduct, "MobileApplication": kindProduct,
	"WebApplication": kindProduct, "LocalBusiness": kindProduct, "Restaurant": kindProduct, "Hotel": kindProduct, "Service": kindProduct, "Offer": kindProduct, "Vehicle": kindProduct, "Place": kindProduct,
	"WebPage": kindPage, "ItemPage": kindPage, "AboutPage": kindPage, "ContactPage": kindPage, "CollectionPage": kindPage,
	"FAQPage": kindPage, "SearchResultsPage": kindPage, "MedicalWebPage": kindPage, "ProfilePage": kindPage, "CheckoutPage": kindPage, "ItemList": kindOther, "Blog": kindPage,
	"WebSite": kindSite, "Organization": kindSite, "NewsMediaOrganization": kindSite, "Corporation": kindSite,
}

var articleEndings = []string{"Article", "Posting", "BlogPost"}

// descend has the keys below which an object describes the page itself. Below
// all others, such as comment, review, itemListElement and isPartOf, it
// describes something else.
var descend = map[string]bool{
	"@graph": true, "mainEntity": true, "mainEntityOfPage": true, "@reverse": true, "subjectOf": true,
}

func kindOf(name string) articleKind {
	if kind, ok := typeKinds[name]; ok {
		return kind
	}
	for _, ending := range articleEndings {
		if strings.HasSuffix(name, ending) {
			return kindArticle
		}
	}
	return kindOther
}

// maxArticles is how many objects of JSON-LD are considered for a page.
const maxArticles = 256

// findArticles lists the objects of JSON-LD that may describe the page.
func (r *reading) findArticles() {
	for _, root := range r.json.roots {
		r.json.children(root, func(n int32) { r.addArticle(n, 0) })
	}
}

func (r *reading) addArticle(n int32, depth int) {
	nodes := r.json.nodes
	if nodes[n].kind != jsonObject || len(r.articles) >= maxArticles || depth > 4 {
		return
	}
	kind, name := kindOther, ""
	r.json.children(r.json.member(n, "@type"), func(t int32) {
		text := r.jsonText(t)
		text = text[strings.LastIndexByte(text, '/')+1:]
		if k := kindOf(text); name == "" || k < kind {
			kind, name = k, text
		}
	})
	r.articles = append(r.articles, article{node: n, kind: kind, name: name})
	for c := nodes[n].first; c != 0; c = nodes[c].next {
		if k := nodes[c].key; descend[string(r.json.src[k.start:k.end])] {
			r.json.children(c, func(n int32) { r.addArticle(n, depth+1) })
		}
	}
}

// rankArticles puts the objects that fit the page's title and address best first.
func (r *reading) rankArticles(titles []string) {
	score := func(a article) float64 {
		best := 0.0
		for _, name := range []string{"headline", "name"} {
			if text := r.jsonText(r.json.member(a.node, name)); text != "" {
				for _, title := range titles {
					best = max(best, r.overlap(text, title))
				}
			}
		}
		for _, name := range []string{"url", "@id", "mainEntityOfPage"} {
			if text := r.jsonText(r.json.member(a.node, name)); text != "" && r.isPage(text) {
				best += 0.5
				break
			}
		}
		return best
	}
	scores := make(map[int32]float64, len(r.articles))
	for _, a := range r.articles {
		scores[a.node] = score(a)
	}
	slices.SortStableFunc(r.articles, func(a, b article) int {
		if a.kind != b.kind {
			return int(a.kind) - int(b.kind)
		}
		switch x, y := scores[a.node], scores[b.node]; {
		case x > y+0.2:
			return -1
		case y > x+0.2:
			return 1
		}
		return 0
	})
}

// resolve returns the object that a node with nothing but an @id refers to, or
// the node itself.
func (r *reading) resolve(n int32) int32 {
	nodes := r.json.nodes
	if n == 0 || nodes[n].kind != jsonObject {
		return n
	}
	id := r.json.member(n, "@id")
	if id == 0 || r.json.member(n, "name") != 0 {
		return n
	}
	if r.ids == nil {
		r.ids = make(map[string]int32)
		for i := range nodes {
			if k := nodes[i].key; nodes[i].kind == jsonString && string(r.json.src[k.start:k.end]) == "@id" && r.json.member(nodes[i].parent, "name") != 0 {
				v := nodes[i].value
				if _, ok := r.ids[string(r.json.src[v.start:v.end])]; !ok {
					r.ids[string(r.json.src[v.start:v.end])] = nodes[i].parent
				}
			}
		}
	}
	v := nodes[id].value
	if target, ok := r.ids[string(r.json.src[v.start:v.end])]; ok {
		return target
	}
	return n
}

// jsonText returns the text of a value: of a string or number itself, of an
// object its @value, name, @id or url, of an array the first of its items.
func (r *reading) jsonText(n int32) string {
	text, _ := r.jsonValue(n)
	return text
}

// jsonValue is jsonText that says where in the page the text stands.
func (r *reading) jsonValue(n int32) (string, span) {
	text, at := r.jsonRaw(n)
	for _, e := range r.escaped {
		if at.start >= e.from {
			at = e.script
			break
		}
	}
	return text, at
}

// An escapedScript is a script in which the quotes are written as character references. Its
// text stands after that of the page, decoded.
type escapedScript struct {
	from   int32 // offset in jsonReader.src
	script span
}

// maxEscaped is how many bytes of such scripts are read.
const maxEscaped = 1 << 20

// readScripts reads the JSON-LD of the page.
func (r *reading) readScripts() {
	for _, script := range r.scripts {
		text := r.src[script.start:script.end]
		if bytes.IndexByte(text, '"') >= 0 || !bytes.Contains(text, []byte("&quot;")) || len(text) > maxEscaped || len(r.escaped) > 0 {
			r.json.read(script)
			continue
		}
		from := int32(len(r.src))
		r.json.src = append(bytes.Clone(r.src), r.refs.Value(text)...)
		r.escaped = append(r.escaped, escapedScript{from: from, script: script})
		r.json.read(span{from, int32(len(r.json.src))})
	}
}

func (r *reading) jsonRaw(n int32) (string, span) {
	nodes := r.json.nodes
	if n == 0 {
		return "", span{}
	}
	switch node := nodes[n]; node.kind {
	case jsonString:
		return r.jsonString(node.value), node.value
	case jsonBare:
		text := string(r.json.src[node.value.start:node.value.end])
		if text == "null" || text == "undefined" || text == "true" || text == "false" {
			return "", span{}
		}
		return text, node.value
	case jsonArray:
		if node.first != 0 && nodes[node.first].kind != jsonArray {
			return r.jsonRaw(node.first)
		}
	case jsonObject:
		n = r.resolve(n)
		for _, name := range []string{"@value", "name", "@id", "url"} {
			if m := r.json.member(n, name); m != 0 && nodes[m].kind == jsonString {
				return r.jsonString(nodes[m].value), nodes[m].value
			}
		}
	}
	return "", span{}
}

// jsonString decodes a string: the escapes of JSON, and the character references of HTML
// that stand in it nevertheless.
func (r *reading) jsonString(value span) string {
	text := unescapeJSON(r.json.src[value.start:value.end])
	for range 2 {
		if bytes.IndexByte(text, '&') >= 0 {
			text = r.refs.Value(bytes.Clone(text))
		}
	}
	return foldText(withoutTags(string(text)))
}

// withoutTags returns a text without the tags in it.
func withoutTags(text string) string {
	open := strings.IndexByte(text, '<')
	if open < 0 {
		return text
	}
	var b strings.Builder
	for open >= 0 && open+1 < len(text) {
		end := strings.IndexByte(text[open:], '>')
		if c := text[open+1] | 0x20; end < 0 || c != '/' && c != '!' && (c < 'a' || c > 'z') {
			b.WriteString(text[:open+1])
			text = text[open+1:]
		} else {
			b.WriteString(text[:open])
			text = text[open+end+1:]
		}
		if end < 0 {
			break
		}
		open = strings.IndexByte(text, '<')
	}
	b.WriteString(text)
	return b.String()
}
