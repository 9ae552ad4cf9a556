package metadata

import "strings"

// readTags reads the keywords.
func (r *reading) readTags(m *Metadata) {
	groups := [][]Value{r.metaList(fieldTag), r.splitValues(r.linkedValues(kindWork, "keywords"))}
	m.Tags = firstList(groups)
}

// readCategories reads the sections that the page stands in.
func (r *reading) readCategories(m *Metadata) {
	groups := [][]Value{r.metaList(fieldCategory), r.linkedValues(kindWork, "articleSection")}
	m.Categories = firstList(groups)
}

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
		for _, part := range strings.FieldsFunc(v.Text, func(r rune) bool { return r == ',' || r == ';' || r == '，' || r == '、' }) {
			part = strings.Trim(part, " #\"'")
			if part == "" || seen[strings.ToLower(part)] || runes(part) > 80 || len(split) >= 100 {
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

// readLicense finds the licence.
func (r *reading) readLicense(m *Metadata) {
	var c chooser
	for _, v := range r.linkValues("license") {
		c.add(v)
	}
	m.License = c.field()
}
