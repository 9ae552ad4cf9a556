package metadata

import (
	"bytes"
	"strings"

	"github.com/seed42075109/justext/internal/tags"
)

// A dated is a date that was found in the page.
type dated struct {
	Value
	day, other day
	modified   bool  // it is said to be that of a change
	at         int32 // offset in the text, or -1
}

// readDates chooses the days of publication and of the last change.
func (r *reading) readDates(m *Metadata) {
	f := r.findDates()
	var c chooser
	for _, list := range f.inOrder() {
		for _, d := range list {
			if !d.modified {
				c.add(d.Value)
			}
		}
	}
	m.Published = c.field()
	m.Modified = f.modifiedField()
}

// A dateFinds has the dates of a page by source.
type dateFinds struct {
	metas, linked, items, times, address, near, pages, elsewhere []dated
	modified                                                     []dated
}

func (f *dateFinds) inOrder() [][]dated {
	return [][]dated{f.metas, f.linked, f.items, f.times, f.address, f.near, f.pages, f.elsewhere}
}

// modifiedField returns the field for the last change.
func (f *dateFinds) modifiedField() Field {
	var c chooser
	for _, d := range f.modified {
		c.add(d.Value)
	}
	for _, list := range [][]dated{f.items, f.times, f.near} {
		for _, d := range list {
			if d.modified {
				c.add(d.Value)
			}
		}
	}
	return c.field()
}

// dated reads a value that was written for programs.
func (r *reading) dated(v Value) (dated, bool) {
	found, ok := r.dates.machine(v.Text)
	if !ok || found.day == 0 || found.day > r.today {
		return dated{}, false
	}
	v.Day = found.day.String()
	return dated{Value: v, day: found.day, other: found.other, at: -1}, true
}

func (r *reading) allDated(values []Value) (found []dated) {
	for _, v := range values {
		if d, ok := r.dated(v); ok {
			found = append(found, d)
		}
	}
	return found
}

// findDates collects the dates of the page.
func (r *reading) findDates() *dateFinds {
	f := new(dateFinds)
	f.metas = r.allDated(r.metaValues(fieldPublished))
	f.linked = r.allDated(r.linkedValues(kindWork, "datePublished", "uploadDate", "dateCreated"))
	f.pages = r.allDated(r.linkedValues(kindPage, "datePublished", "dateCreated"))
	f.modified = append(r.allDated(r.linkedValues(kindPage, "dateModified")), r.allDated(r.metaValues(fieldModified))...)
	f.items = r.itemDates()
	f.times = r.timeDates()
	if r.address != nil {
		if found, ok := inAddress(r.known.URL); ok && found.day <= r.today {
			v := Value{Text: r.known.URL[found.start:found.end], Day: found.day.String(), Source: Address, Name: "URL"}
			f.address = append(f.address, dated{Value: v, day: found.day, at: -1})
		}
	}
	f.near = r.nearDates()
	if len(f.near) == 0 {
		f.elsewhere = r.textDates(span{0, int32(len(r.text))}, PageText)
	}
	return f
}

func (r *reading) itemDates() (found []dated) {
	values, elements := r.itemValues("datepublished", "datecreated", "uploaddate", "pubdate", "datemodified", "dateupdated", "issued", "published", "created", "modified", "date")
	for i, v := range values {
		if r.isBeside(elements[i], hintAside|hintComment) {
			continue
		}
		if d, ok := r.dated(v); ok {
			d.modified = strings.Contains(v.Name, "modif") || strings.Contains(v.Name, "updat")
			d.at = r.elements[elements[i]].text
			found = append(found, d)
		}
	}
	return found
}

// timeDates returns the dates of time elements that belong to the article, the
// nearest to the headline first.
func (r *reading) timeDates() (found []dated) {
	for _, index := range r.marked {
		el := &r.elements[index]
		if el.tag != tags.Time && el.hints&hintDatetime == 0 || len(found) >= maxOthers {
			continue
		}
		if r.distance(el.text) > nearAfter || r.isBeside(index, hintAside|hintComment) {
			continue
		}
		text, at := r.attrText(index, "datetime")
		start, end := int(at.start), int(at.end)
		if text == "" {
			if el.end-el.text > 100 {
				continue
			}
			text, at = r.textOf(index)
			start, end = r.sourceSpan(at)
		}
		d, ok := r.dated(Value{Text: text, Source: TimeElement, Name: "time", Start: start, End: end})
		if !ok {
			continue
		}
		d.at = el.text
		d.modified = el.hints&hintUpdated != 0 || r.labelled(el.text, updatedWords)
		found = append(found, d)
	}
	return found
}

// Around the headline, dates and names belong to the article: so many bytes of
// text before and after it.
const (
	nearBefore = 300
	nearAfter  = 1200
)

func (r *reading) nearDates() []dated {
	return r.textDates(r.window(nearBefore, nearAfter), Byline)
}

// textDates returns the dates in a range of the text.
func (r *reading) textDates(in span, source Source) (found []dated) {
	text := r.text[in.start:in.end]
	r.dates.each(text, func(f dateFound) bool {
		if f.day > r.today {
			if f.other == 0 || f.other > r.today {
				return true
			}
			f.day, f.other = f.other, 0
		}
		at := in.start + int32(f.start)
		if f.day < 19900101 || r.labelled(at, otherWords) || r.isBeside(r.elementAt(at), hintAside|hintComment) {
			return true
		}
		start, end := r.sourceSpan(span{at, in.start + int32(f.end)})
		v := Value{Text: string(text[f.start:f.end]), Day: f.day.String(), Source: source, Name: "text", Start: start, End: end}
		found = append(found, dated{Value: v, day: f.day, other: f.other, at: at, modified: r.labelled(at, updatedWords)})
		return len(found) < maxOthers
	})
	return found
}

// updatedWords are what stands before the date of a change.
var updatedWords = []string{
	"updat", "modif", "last edit", "revised", "aktualis", "aktualiz", "geändert", "mis à jour", "mise à jour", "actualiz", "atualiz", "aggiorna",
	"bijgewerkt", "gewijzigd", "oppdater", "opdater", "uppdater", "päivitet", "frissít", "güncelle", "обновл", "оновл", "изменен", "ενημ",
	"更新", "수정", "cập nhật", "diperbarui", "last changed", "last reviewed", "reviewed", "stand:", "zuletzt", "editado", "zmodyf", "muudetud", "edited",
}

// otherWords are what stands before a date that is not that of the text.
var otherWords = []string{
	"©", "copyright", "(c)", "born", "founded", "since", "until", "geboren", "né le", "expires", "valid", "accessed", "retrieved", "abgerufen",
	"received", "accepted", "eingegangen", "deadline", "joined", "member since", "seit", "registered", "registriert", "beigetreten",
}

// labelled reports whether one of some words stands before an offset in the same
// line.
func (r *reading) labelled(at int32, words []string) bool {
	line := r.lineBefore(at, 50)
	for _, word := range words {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// lineBefore returns what stands before an offset in the same line, at most n
// bytes, in lower case.
func (r *reading) lineBefore(at int32, n int32) string {
	start := max(0, at-n)
	line := r.text[start:at]
	if i := bytes.LastIndexByte(line, '\n'); i >= 0 {
		line = line[i+1:]
	}
	return strings.ToLower(string(line))
}
