package metadata

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
)

// readLicense finds the licence: a link that says by its rel that it is one, then
// what programs are told, then an address of Creative Commons anywhere, then the
// name of one of its licences in the text.
func (r *reading) readLicense(m *Metadata) {
	var c chooser
	add := func(v Value) {
		if v.Text = cmp.Or(creativeCommons(v.Text), r.absolute(v.Text)); v.Text != "" {
			c.add(v)
		}
	}
	for _, v := range r.linkValues("license") {
		add(v)
	}
	for _, index := range r.marked {
		if r.elements[index].hints&hintRel == 0 || !r.hasRel(index, "license") && !r.hasRel(index, "licence") {
			continue
		}
		if text, at := r.attrText(index, "href"); text != "" {
			add(Value{Text: text, Source: Link, Name: "license", Start: int(at.start), End: int(at.end)})
		}
	}
	for _, v := range append(r.linkedValues(kindPage, "license"), r.metaValues(fieldLicense)...) {
		if strings.Contains(v.Text, "://") && v.Name != "copyright" || creativeCommons(v.Text) != "" { // else a sentence
			add(v)
		}
	}
	for _, v := range r.commonsAddresses() {
		add(v)
	}
	for _, v := range r.commonsNames() {
		add(v)
	}
	m.License = c.field()
}

// commonsAddresses returns the addresses of licences of Creative Commons in the
// page, that which stands last first, since the licence of a page stands in its
// footer and those of pictures next to them.
func (r *reading) commonsAddresses() (values []Value) {
	const host = "creativecommons.org/"
	for p := 0; len(values) < maxOthers; {
		n := bytes.Index(r.src[p:], []byte(host))
		if n < 0 {
			break
		}
		start := p + n
		p = start + len(host)
		end := p
		for end < len(r.src) && end < p+60 && strings.IndexByte("\"'<> \n)\\", r.src[end]) < 0 {
			end++
		}
		if text := string(r.src[start:end]); creativeCommons(text) != "" {
			values = append([]Value{{Text: text, Source: Link, Name: "creativecommons.org", Start: start, End: end}}, values...)
		}
	}
	return values
}

// commonsNames returns the names of licences in the text, such as "CC BY-SA 4.0".
func (r *reading) commonsNames() (values []Value) {
	for p := 0; len(values) < 4; {
		n := bytes.Index(r.text[p:], []byte("CC"))
		if n < 0 {
			break
		}
		start := p + n
		p = start + len("CC")
		if start > 0 && ascii.IsAlphanumeric(r.text[start-1]) {
			continue
		}
		end := p
		for end < len(r.text) && end < p+25 && (ascii.IsUpper(r.text[end]) || ascii.IsDigit(r.text[end]) || strings.IndexByte(" -.", r.text[end]) >= 0) {
			end++
		}
		if text := string(r.text[start:end]); creativeCommons(text) != "" {
			from, to := r.sourceSpan(span{int32(start), int32(end)})
			values = append(values, Value{Text: text, Source: PageText, Name: "name", Start: from, End: to})
		}
	}
	return values
}

// creativeCommons returns the short name of a licence of Creative Commons, such
// as "CC BY-SA 3.0 DE", by its address or name, or "".
func creativeCommons(text string) string {
	text = strings.ToLower(text)
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '/' })
	for i, part := range parts {
		if part == "creativecommons.org" || part == "www.creativecommons.org" || strings.HasSuffix(part, ".creativecommons.org") {
			return commonsOf(parts[i+1:])
		}
	}
	rest, ok := strings.CutPrefix(strings.ReplaceAll(text, "creative commons", "cc"), "cc")
	if !ok {
		return ""
	}
	rest = strings.Trim(rest, " -.")
	if strings.HasPrefix(rest, "0") {
		return "CC0"
	}
	name, version, _ := strings.Cut(rest, " ")
	if name = strings.TrimRight(name, "."); !commonsTerms(name) {
		return ""
	}
	return commonsName(name, strings.Fields(version))
}

// commonsOf reads the path of an address: licenses/by-sa/3.0/de.
func commonsOf(parts []string) string {
	if len(parts) >= 2 && parts[0] == "publicdomain" && parts[1] == "zero" {
		return "CC0"
	}
	if len(parts) < 2 || parts[0] != "licenses" && parts[0] != "l" || !commonsTerms(parts[1]) {
		return ""
	}
	return commonsName(parts[1], parts[2:])
}

func commonsTerms(terms string) bool {
	return terms == "by" || strings.HasPrefix(terms, "by-") && strings.Trim(terms, "abcdnsy-") == ""
}

// commonsName makes a name of terms, version and country.
func commonsName(terms string, rest []string) string {
	name := "CC " + strings.ToUpper(terms)
	if len(rest) > 0 && len(rest[0]) == 3 && ascii.IsDigit(rest[0][0]) {
		name += " " + rest[0]
		if len(rest) > 1 && len(rest[1]) == 2 && ascii.IsLower(rest[1][0]) {
			name += " " + strings.ToUpper(rest[1])
		}
	}
	return name
}
