package metadata

import (
	"strings"
	"unicode"

	"github.com/seed42075109/justext/internal/tags"
)

// A signer is a name that may be that of an author.
type signer struct {
	Value
	organization bool
}

// readAuthors chooses the authors.
func (r *reading) readAuthors(m *Metadata) {
	groups := [][]signer{r.linkedAuthors(), r.metaAuthors(), r.markedAuthors(), r.bylineAuthors()}
	var chosen []signer
	var others chooser
	for _, g := range groups {
		if len(chosen) == 0 && len(g) > 0 {
			chosen = g
			continue
		}
		for _, s := range g {
			others.add(s.Value)
		}
	}
	for _, s := range chosen {
		m.Authors.Values = append(m.Authors.Values, s.Value)
	}
	m.Authors.Others = others.values
}

// signers returns the names in a value.
func (r *reading) signers(v Value) (found []signer) {
	for _, name := range splitNames(v.Text) {
		w := v
		w.Text = name
		if r.isName(name) {
			found = append(found, signer{Value: w})
		}
	}
	return found
}

// linkedAuthors returns the authors of the article in JSON-LD that fits the page
// best.
func (r *reading) linkedAuthors() (found []signer) {
	for _, a := range r.articles {
		if a.kind > kindPage || len(found) > 0 {
			break
		}
		for _, name := range []string{"author", "creator"} {
			r.json.children(r.json.member(a.node, name), func(n int32) {
				n = r.resolve(n)
				text, at := r.jsonValue(n)
				v := Value{Text: text, Source: JSONLD, Name: a.name + "." + name, Start: int(at.start), End: int(at.end)}
				organization := strings.HasSuffix(r.jsonText(r.json.member(n, "@type")), "Organization")
				for _, s := range r.signers(v) {
					s.organization = organization
					found = appendSigner(found, s)
				}
			})
			if len(found) > 0 {
				break
			}
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

func (r *reading) metaAuthors() (found []signer) {
	name := ""
	for _, v := range r.metaValues(fieldAuthor) {
		if len(found) > 0 && v.Name != name {
			break
		}
		for _, s := range r.signers(v) {
			name = v.Name
			found = appendSigner(found, s)
		}
	}
	return found
}

// markedAuthors returns the names in elements that say by property, rel or class
// that they name the author.
func (r *reading) markedAuthors() (found []signer) {
	for _, index := range r.marked {
		el := &r.elements[index]
		if el.hints&(hintAuthor|hintProperty|hintRel) == 0 || el.end-el.text > 200 || el.end <= el.text {
			continue
		}
		if r.distance(el.text) > 3000 {
			continue
		}
		v, ok := r.authorElement(index)
		if !ok || r.isBeside(index, hintAside|hintComment) {
			continue
		}
		for _, s := range r.signers(v) {
			found = appendSigner(found, s)
		}
		if len(found) > 0 {
			return found
		}
	}
	return found
}

// authorElement returns the text of an element that says that it names the
// author.
func (r *reading) authorElement(index int32) (Value, bool) {
	el := &r.elements[index]
	v := Value{}
	switch {
	case el.hints&hintProperty != 0 && (r.property(index) == "author" || r.property(index) == "creator"):
		v.Source, v.Name = Itemprop, "author"
	case el.hints&hintRel != 0 && r.hasRel(index, "author"):
		v.Source, v.Name = Link, "author"
	case el.hints&hintAuthor != 0:
		v.Source, v.Name = Class, "author"
	default:
		return v, false
	}
	text, at := r.textOf(index)
	v.Text = text
	v.Start, v.End = r.sourceSpan(at)
	return v, true
}

// hasRel reports whether an element has a rel.
func (r *reading) hasRel(index int32, want string) bool {
	value, ok := r.attr(index, "rel")
	return ok && value.end-value.start < 200 && hasWord(strings.ToLower(string(r.src[value.start:value.end])), want)
}

// byWords are what stands before the name of an author.
var byWords = []string{
	"written by ", "posted by ", "published by ", "story by ", "words by ", "text by ", "reported by ", "article by ", "by ", "von ", "par ", "por ",
	"di ", "door ", "av ", "af ", "autor: ", "author: ", "autor ", "author ", "text: ", "tekst: ", "tekst ", "texte : ", "автор: ", "автор ", "autore: ", "redactor: ",
}

// bylineAuthors returns the names in a line next to the headline that begins as
// a byline does.
func (r *reading) bylineAuthors() (found []signer) {
	in := r.window(200, 800)
	for at := in.start; at < in.end; {
		end := at
		for end < in.end && r.text[end] != '\n' {
			end++
		}
		line, place := r.textIn(span{at, end})
		at = end + 1
		if runes(line) > 120 || runes(line) < 5 {
			continue
		}
		name, ok := cutBy(line)
		if !ok || r.isBeside(r.elementAt(place.start), hintAside|hintComment) {
			continue
		}
		start, stop := r.sourceSpan(place)
		for _, s := range r.signers(Value{Text: name, Source: Byline, Name: "by", Start: start, End: stop}) {
			found = appendSigner(found, s)
		}
		if len(found) > 0 {
			return found
		}
	}
	return found
}

// cutBy cuts the word off that stands before a name.
func cutBy(line string) (string, bool) {
	lower := strings.ToLower(line)
	for _, by := range byWords {
		if strings.HasPrefix(lower, by) {
			return line[len(by):], true
		}
	}
	return line, false
}

// splitNames splits a text into names.
func splitNames(text string) (names []string) {
	text, _ = cutBy(text)
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '|' || r == '\n' || r == '•' || r == '·' }) {
		pieces := splitAnd(part)
		for _, p := range pieces {
			if p = cleanName(p); p != "" {
				names = append(names, p)
			}
		}
	}
	return names
}

// andWords join two names.
var andWords = []string{" and ", " und ", " et ", " y ", " e ", " & ", " og ", " och ", " en ", " i ", " a ", " ja ", " и ", " і ", " ve "}

// splitAnd splits a text at commas and at the words for "and" where every piece
// has two words.
func splitAnd(text string) []string {
	pieces := strings.Split(text, ",")
	var out []string
	for _, p := range pieces {
		p = strings.TrimSpace(p)
		done := false
		for _, and := range andWords {
			if a, b, ok := strings.Cut(p, and); ok && (strings.Contains(strings.TrimSpace(a), " ") && strings.Contains(strings.TrimSpace(b), " ") || a == "") {
				out = append(out, a, b)
				done = true
				break
			}
		}
		if !done {
			for _, and := range andWords {
				p = strings.TrimPrefix(p, and[1:])
			}
			out = append(out, p)
		}
	}
	for _, p := range out {
		if p != "" && !strings.Contains(strings.TrimSpace(p), " ") && len(out) > 1 {
			return out[:1]
		}
	}
	return out
}

// cleanName cuts off what does not belong to a name.
func cleanName(name string) string {
	name, _ = cutBy(strings.TrimSpace(name))
	if i := strings.IndexAny(name, "(<[@"); i > 0 {
		name = name[:i]
	}
	return strings.Trim(name, " ,.:;-–—|*\"“”")
}

// notNames are what stands where a name should.
var notNames = map[string]bool{
	"admin": true, "administrator": true, "editor": true, "staff": true, "guest": true, "anonymous": true, "unknown": true, "webmaster": true, "user": true, "root": true,
	"author": true, "authors": true, "autor": true, "staff writer": true, "guest author": true, "editorial staff": true, "editorial team": true, "follow": true, "contributor": true,
	"super user": true, "null": true, "none": true, "false": true, "true": true, "share": true, "comments": true,
}

// isName reports whether a text may be a name: no address, no sentence, no role.
func (r *reading) isName(name string) bool {
	n := runes(name)
	if n < 2 || n > 60 || notNames[key(name)] || len(strings.Fields(name)) > 6 {
		return false
	}
	if strings.Contains(name, "://") || strings.HasPrefix(name, "www.") || strings.ContainsAny(name, "@{}<>=/") {
		return false
	}
	digits, letters := 0, 0
	for _, c := range name {
		if unicode.IsDigit(c) {
			digits++
		} else if unicode.IsLetter(c) {
			letters++
		}
	}
	return letters >= 2 && digits == 0
}

var _ = tags.A
