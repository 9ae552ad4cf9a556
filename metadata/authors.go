package metadata

import (
	"sort"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// A signer is a name that may be that of an author.
type signer struct {
	Value
	person bool
	site   bool // it is the name of the site
}

// readAuthors chooses the authors: the names of the first source that names a
// person. Where none does, an organization may have signed; the site itself only
// if the page is an article and of a kind that has a date.
func (r *reading) readAuthors(m *Metadata) {
	groups := [][]signer{
		r.linkedAuthors(kindArticle, kindWork), r.metaAuthors(), r.markedAuthors(), r.bylineAuthors(),
		r.linkedAuthors(kindProduct, kindPage), r.profileAuthors(profilePaths),
	}
	if r.isForum() {
		groups = [][]signer{groups[0], r.profileAuthors(memberPaths), groups[2], groups[3]}
	}
	chosen := r.chooseSigners(groups)
	var others chooser
	for i, g := range groups {
		if i == chosen {
			continue
		}
		for _, s := range g {
			others.add(s.Value)
		}
	}
	if chosen >= 0 {
		m.Authors.Values = withoutStrangers(groups[chosen])
	}
	if r.strict {
		var kept, withheld []Value
		for _, v := range m.Authors.Values {
			if agreeOnName(groups, v) {
				kept = append(kept, v)
			} else {
				withheld = append(withheld, v)
			}
		}
		m.Authors.Values, others.values = kept, append(withheld, others.values...)
	}
	m.Authors.Others = others.values
}

// agreeOnName reports whether a name stands in what programs are told and in what
// readers see.
func agreeOnName(groups [][]signer, v Value) bool {
	told, shown := false, false
	for _, g := range groups {
		for _, s := range g {
			if key(s.Text) != key(v.Text) {
				continue
			}
			if s.Source == JSONLD || s.Source == Meta {
				told = true
			} else {
				shown = true
			}
		}
	}
	return told && shown
}

// chooseSigners returns the index of the group that names the authors, or -1.
func (r *reading) chooseSigners(groups [][]signer) int {
	if r.isForSale() || r.isHome() || r.listing && !r.isArticle() {
		return -1
	}
	ranks := []func(s signer) bool{
		func(s signer) bool { return s.person && !s.site },
		func(s signer) bool { return s.person },
		func(s signer) bool { return !s.site },
		func(s signer) bool { return r.isArticle() && !r.isUndated() },
	}
	for _, fits := range ranks {
		for i, g := range groups {
			for _, s := range g {
				if fits(s) {
					return i
				}
			}
		}
	}
	return -1
}

// withoutStrangers returns the names of a group without the site and
// organizations if it names a person too.
func withoutStrangers(group []signer) (values []Value) {
	persons := false
	for _, s := range group {
		persons = persons || s.person && !s.site
	}
	for _, s := range group {
		if !persons || s.person && !s.site || !s.site && !isOrganization(s.Text) && s.Text != strings.ToUpper(s.Text) {
			values = append(values, s.Value)
		}
	}
	return values
}

// isOrganization reports whether a name has a word that no person's has.
func isOrganization(name string) bool {
	for _, word := range strings.Fields(key(name)) {
		if organizationWords[word] {
			return true
		}
	}
	return false
}

// isForSale reports whether the page describes something that is sold.
func (r *reading) isForSale() bool {
	if r.isArticle() {
		return false
	}
	for _, a := range r.articles {
		if a.kind == kindProduct {
			return true
		}
	}
	for _, v := range r.metaValues(fieldType) {
		if v.Name == "og:type" && strings.HasPrefix(strings.ToLower(v.Text), "product") {
			return true
		}
	}
	return false
}

// signers appends the names in a value that are not there yet.
func (r *reading) signers(found []signer, v Value, mustLook bool) []signer {
	for _, name := range splitNames(v.Text, v.Source == JSONLD || v.Source == Meta || v.Source == Itemprop) {
		w := v
		w.Text = name
		if isName(name) && (!mustLook || looksLikeName(name)) && len(found) < maxOthers {
			found = appendSigner(found, signer{Value: w, person: isPerson(name), site: r.isSite(name) || isDomain(name)})
		}
	}
	return found
}

// appendSigner appends a name that is not there yet.
func appendSigner(list []signer, s signer) []signer {
	for _, t := range list {
		if key(t.Text) == key(s.Text) {
			return list
		}
	}
	return append(list, s)
}

// linkedAuthors returns the authors of the object of JSON-LD that fits the page
// best, is of a kind from least to most, and has some.
func (r *reading) linkedAuthors(least, most articleKind) (found []signer) {
	for _, a := range r.articles {
		if a.kind < least || a.kind > most || len(found) > 0 {
			continue
		}
		for _, name := range []string{"author", "creator"} {
			r.json.children(r.json.member(a.node, name), func(n int32) {
				n = r.resolve(n)
				text, at := r.jsonValue(n)
				if r.json.nodes[n].kind == jsonObject && r.json.member(n, "name") == 0 {
					return
				}
				v := Value{Text: text, Source: JSONLD, Name: a.name + "." + name, Start: int(at.start), End: int(at.end)}
				before := len(found)
				found = r.signers(found, v, false)
				kind := r.jsonText(r.json.member(n, "@type"))
				for i := before; i < len(found); i++ {
					switch {
					case strings.HasSuffix(kind, "Organization"):
						found[i].person = false
					case kind == "Person":
						found[i].person = !isOrganization(found[i].Text)
					}
				}
			})
			if len(found) > 0 {
				break
			}
		}
	}
	return found
}

// writtenBy are the labels of twitter:label1 for an author.
var writtenBy = []string{"written by", "geschrieben von", "verfasst von", "écrit par", "escrito por", "scritto da", "geschreven door", "skrevet av", "skrevet af", "author", "autor", "napisane przez", "автор", "skriven av", "yazan"}

// metaAuthors returns the names in the meta element of the best name.
func (r *reading) metaAuthors() (found []signer) {
	name := ""
	for _, v := range r.metaValues(fieldAuthor) {
		if len(found) > 0 && v.Name != name {
			if found[0].site || !found[0].person {
				found = nil
			} else {
				break
			}
		}
		if v.Name == "twitter:data1" && !r.hasLabel(writtenBy) {
			continue
		}
		before := len(found)
		if found = r.signers(found, v, false); len(found) > before {
			name = v.Name
		}
	}
	return found
}

// hasLabel reports whether twitter:label1 begins with one of some labels.
func (r *reading) hasLabel(labels []string) bool {
	for _, v := range r.metaValues(fieldLabel) {
		for _, label := range labels {
			if strings.HasPrefix(strings.ToLower(v.Text), label) {
				return true
			}
		}
	}
	return false
}

const (
	// authorReach is how many bytes of text may lie between the headline and an
	// element whose class speaks of the author.
	authorReach = 4000
	// maxSignature is how long the text of such an element is, in bytes.
	maxSignature = 200
)

// markedAuthors returns the names in elements that say by property, rel or class
// that they name the author.
func (r *reading) markedAuthors() (found []signer) {
	last := int32(-1)
	for _, index := range r.marked {
		el := &r.elements[index]
		if el.hints&(hintAuthor|hintProperty|hintRel) == 0 || el.end-el.text > maxSignature {
			continue
		}
		v, ok := r.authorElement(index)
		if !ok || v.Source == Class && r.distance(el.text) > authorReach || r.isBeside(index, hintAside|hintComment) {
			continue
		}
		if len(found) > 0 && (found[0].Source != v.Source || el.text-last > maxSignature) {
			break
		}
		before := len(found)
		found = r.signers(found, v, v.Source == Class)
		if len(found) > before {
			last = el.end
		}
	}
	return found
}

// authorElement returns the text of an element that says that it names the
// author.
func (r *reading) authorElement(index int32) (Value, bool) {
	el := &r.elements[index]
	v := Value{Name: "author"}
	switch {
	case el.hints&hintProperty != 0 && hasWord("author creator", r.property(index)):
		v.Source = Itemprop
	case el.hints&hintRel != 0 && r.hasRel(index, "author"):
		v.Source = Link
	case el.hints&hintAuthor != 0:
		v.Source = Class
	default:
		return v, false
	}
	if el.end <= el.text {
		return r.nameWithin(index, v)
	}
	text, at := r.signature(index)
	v.Text = text
	v.Start, v.End = r.sourceSpan(at)
	return v, text != ""
}

// nameWithin returns the name in an element without text: its content, or a meta
// element for the name in it.
func (r *reading) nameWithin(index int32, v Value) (Value, bool) {
	if text, at := r.attrText(index, "content"); text != "" {
		v.Text, v.Start, v.End = text, int(at.start), int(at.end)
		return v, v.Source == Itemprop
	}
	for next := index + 1; int(next) < len(r.elements) && next < index+10; next++ {
		if r.elements[next].hints&hintProperty == 0 || !r.within(next, index) || r.property(next) != "name" {
			continue
		}
		if text, at := r.attrText(next, "content"); text != "" {
			v.Text, v.Start, v.End = text, int(at.start), int(at.end)
			return v, true
		}
	}
	return v, false
}

// signature returns the name in an element: the text of the first link in it or
// of an element in it that has the name, or else its first line that is not just
// a word such as "by".
func (r *reading) signature(index int32) (string, span) {
	el := &r.elements[index]
	whole, at := r.textOf(index)
	if isOtherRole(whole) {
		return "", at
	}
	for next := index + 1; int(next) < len(r.elements) && r.elements[next].text < el.end; next++ {
		in := &r.elements[next]
		isNamed := in.hints&hintProperty != 0 && r.property(next) == "name"
		if in.tag != tags.A && !isNamed || in.end <= in.text {
			continue
		}
		if text, place := r.textOf(next); looksLikeName(text) && isName(text) && (isNamed || isPerson(text)) {
			if before, _ := r.textIn(span{el.text, in.text}); before == "" || !strings.Contains(before, " ") || isByWord(before) {
				if after, _ := r.textIn(span{in.end, el.end}); !startsWithAnd(after) {
					return text, place
				}
			}
			break
		}
	}
	for from := el.text; from < el.end; {
		to := from
		for to < el.end && r.text[to] != '\n' {
			to++
		}
		line, place := r.textIn(span{from, r.glued(from, to)})
		from = to + 1
		if line != "" && !isByWord(line) && !isOtherRole(line) {
			return line, place
		}
	}
	return "", at
}

// glued returns where a line ends before text of another element that follows
// without a space and begins with a capital letter, as roles do, or its end.
func (r *reading) glued(from, to int32) int32 {
	i := sort.Search(len(r.runs), func(i int) bool { return r.runs[i].text > from })
	for ; i < len(r.runs) && r.runs[i].text < to; i++ {
		at := r.runs[i].text
		if line := string(r.text[from:at]); ascii.IsLower(r.text[at-1]) && ascii.IsUpper(r.text[at]) && !isByWord(line) {
			return at
		}
	}
	return to
}

// startsWithAnd reports whether a text goes on with another name.
func startsWithAnd(text string) bool {
	if strings.HasPrefix(text, ",") {
		return true
	}
	for _, and := range andWords {
		if strings.HasPrefix(" "+text, and) {
			return true
		}
	}
	return false
}

// isByWord reports whether a text is nothing but the word before a name.
func isByWord(text string) bool {
	rest, ok := cutBy(text)
	return ok && rest == ""
}

// hasRel reports whether an element has a rel.
func (r *reading) hasRel(index int32, want string) bool {
	value, ok := r.attr(index, "rel")
	return ok && hasToken(r.src[value.start:value.end], want)
}

// Bylines are looked for in this many bytes of text before and after the headline.
const (
	bylineBefore = 200
	bylineAfter  = 1500
	// longByline is how long a line with a byline is at most, in code points.
	longByline = 120
)

// bylineAuthors returns the names in a line next to the headline that begins as
// a byline does, or has a date and then a byline. The name may stand in the next
// line.
func (r *reading) bylineAuthors() (found []signer) {
	in := r.window(bylineBefore, bylineAfter)
	pending := false
	for at := in.start; at < in.end && len(found) == 0; {
		end := at
		for end < in.end && r.text[end] != '\n' {
			end++
		}
		line, place := r.textIn(span{at, r.glued(at, end)})
		at = end + 1
		if line == "" || runes(line) > longByline {
			pending = false
			continue
		}
		name, ok := r.byline(line)
		// "by" may begin any sentence, "posted by" names someone, whatever the name.
		phrase := strings.TrimSpace(strings.TrimSuffix(line, name))
		mustLook := !strings.Contains(phrase, " ") || strings.Contains(strings.TrimSpace(cleanName(name, false)), " ")
		if pending && !ok {
			name, ok = line, true
		}
		pending = isByWord(line)
		if !ok || r.isBeside(r.elementAt(place.start), hintAside|hintComment) {
			continue
		}
		v := Value{Text: name, Source: Byline, Name: "by"}
		v.Start, v.End = r.sourceSpan(place)
		found = r.signers(found, v, mustLook)
	}
	return found
}

// byline returns what follows the word for "by" in a line. Not every word that
// may stand before a name begins a byline.
func (r *reading) byline(line string) (string, bool) {
	if rest, ok := cutBy(line); ok && rest != "" {
		return rest, true
	}
	for _, by := range []string{" by ", " By ", " BY ", " von ", " Von ", " par ", " Par ", " por ", " Por "} {
		if _, rest, ok := strings.Cut(line, by); ok {
			_, dated := r.dates.first(line)
			return rest, dated
		}
	}
	return "", false
}

// profilePaths are parts of the addresses of pages about one person.
var profilePaths = []string{"/author", "/autor", "/auteur", "/contributor", "/people/", "/staff/", "/writers/", "/reporter", "/profile/", "/profil/", "/journalist", "/redaktion/"}

// memberPaths are those of pages about the members of a forum.
var memberPaths = []string{"/user/", "/users/", "/members/", "/member.php", "memberlist.php", "profile.php", "/u/", "/profile/", "action=profile"}

// forumPaths are parts of the addresses of threads in forums.
var forumPaths = []string{"forum", "foren", "/thread", "showthread", "viewtopic", "/topic/", "/questions/", "/boards/", "community.", "discuss.", "discourse.", "/t/"}

// isForum reports whether the page is a thread in a forum.
func (r *reading) isForum() bool {
	return r.address != nil && containsAny(strings.ToLower(r.address.Host+r.address.Path), forumPaths)
}

// profileAuthors returns the name in the first link next to the headline to the
// page of a person.
func (r *reading) profileAuthors(paths []string) (found []signer) {
	in := r.window(bylineBefore, authorReach)
	for i := r.firstElement(in.start); i < len(r.elements) && r.elements[i].text < in.end && len(found) == 0; i++ {
		el := &r.elements[i]
		if el.tag != tags.A || el.end <= el.text || el.end-el.text > 60 {
			continue
		}
		href, ok := r.attr(int32(i), "href")
		if !ok || href.end-href.start > 300 || !containsAny(strings.ToLower(string(r.src[href.start:href.end])), paths) {
			continue
		}
		if r.isBeside(int32(i), hintAside|hintComment) {
			continue
		}
		text, at := r.textOf(int32(i))
		if len(paths) == len(profilePaths) && !isPerson(text) {
			continue
		}
		v := Value{Text: text, Source: Link, Name: "profile"}
		v.Start, v.End = r.sourceSpan(at)
		found = r.signers(found, v, false)
		for i := range found {
			found[i].person = true
		}
	}
	return found
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
