package metadata

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed42075109/justext/internal/tags"
)

// A dated is a date that was found in the page.
type dated struct {
	Value
	day, other day
	modified   bool  // it is said to be that of a change
	utc        bool  // its time is in UTC, where the day may be another than the site's
	at         int32 // offset in the text, or -1
}

// readDates chooses the days of publication and of the last change.
func (r *reading) readDates(m *Metadata) {
	f := r.findDates()
	m.Modified = f.modifiedField()
	if r.isHome() {
		return
	}
	var c chooser
	if d, ok := f.redated(); ok {
		c.add(d.Value)
	} else if d, ok := f.local(); ok {
		c.add(d.Value)
	}
	for _, list := range f.inOrder(r.isUndated()) {
		for _, d := range list {
			c.add(d.Value)
		}
	}
	m.Published = c.field()
	if r.strict {
		m.Published = agreed(m.Published, f.agrees)
	}
}

// agrees reports whether sources that do not depend on each other have a day:
// what programs are told, what readers see, and the page's address.
func (f *dateFinds) agrees(v Value) bool {
	told := [][]dated{f.metas, f.linked, f.created, f.items, f.times, f.pages}
	shown := [][]dated{f.near, f.prose, f.labels}
	n := 0
	for _, kind := range [][][]dated{told, shown, {f.address}} {
		if slices.ContainsFunc(kind, func(list []dated) bool {
			return slices.ContainsFunc(list, func(d dated) bool { return d.Day == v.Day })
		}) {
			n++
		}
	}
	return n > 1
}

// shown returns the days that the page shows next to its headline.
func (f *dateFinds) shown() (days []day) {
	for _, list := range [][]dated{f.near, f.times} {
		for _, d := range list {
			if !slices.Contains(days, d.day) {
				days = append(days, d.day)
			}
		}
	}
	return days
}

// isShown reports whether the page shows a day next to its headline, or the day
// before or after it, as it may be in another time zone.
func (f *dateFinds) isShown(d day) bool {
	return slices.ContainsFunc(f.shown(), func(s day) bool { n := s.since(d); return -1 <= n && n <= 1 })
}

// redated returns the only date that is shown next to the headline if it is
// later than what the page says to programs: the text was published anew.
func (f *dateFinds) redated() (dated, bool) {
	days := f.shown()
	if len(days) != 1 {
		return dated{}, false
	}
	for _, list := range [][]dated{f.metas, f.linked, f.created, f.items} {
		for _, d := range list {
			if d.modified {
				continue
			}
			if days[0] <= d.day || days[0].since(d.day) < 2 {
				return dated{}, false
			}
			for _, list := range [][]dated{f.near, f.times} {
				for _, s := range list {
					return s, !s.modified
				}
			}
		}
	}
	return dated{}, false
}

// local returns, if the best date is a time in UTC, the one that other sources
// have of the day before or after it in the site's own time zone.
func (f *dateFinds) local() (dated, bool) {
	for _, list := range [][]dated{f.metas, f.linked, f.items, f.times} {
		for _, d := range list {
			if d.modified {
				continue
			}
			if !d.utc {
				return dated{}, false
			}
			return f.zoned(d.day)
		}
	}
	return dated{}, false
}

// zoned returns the date next to a day in UTC that a reader sees, or that a
// program is given with another time zone. If the day itself comes first, there is none.
func (f *dateFinds) zoned(utc day) (dated, bool) {
	for _, list := range [][]dated{f.address, f.near, f.times, f.linked, f.items, f.labels} {
		for _, d := range list {
			switch n := d.day.since(utc); {
			case d.modified || d.utc:
			case n == 0:
				return dated{}, false
			case n == 1 || n == -1:
				return d, true
			}
		}
	}
	return dated{}, false
}

// undatedPaths are parts of the addresses of pages that need no date:
// documentation, shops and lists.
var undatedPaths = []string{"/docs/", "/documentation/", "/manual/", "/reference/", "/wiki/", "/product/", "/products/", "/shop/", "/category/", "/tag/", "/tags/", "/collections/", "/services/", "/forum", "/dp/"}

// isHome reports whether the page is the first of its site, and does not call
// itself an article.
func (r *reading) isHome() bool {
	if r.address == nil || !strings.Contains(r.address.Host, ".") || strings.Trim(r.address.Path, "/") != "" || r.address.RawQuery != "" {
		return false
	}
	return !r.isArticle()
}

// isArticle reports whether the page calls itself an article.
func (r *reading) isArticle() bool {
	for _, a := range r.articles {
		if a.kind == kindArticle {
			return true
		}
	}
	for _, v := range r.metaValues(fieldType) {
		if v.Name == "og:type" && strings.EqualFold(v.Text, "article") {
			return true
		}
	}
	return false
}

// isUndated reports whether a page is of a kind that seldom has a date of its
// own: a home page, a list, something for sale, documentation.
func (r *reading) isUndated() bool {
	if r.address != nil {
		path := strings.ToLower(r.address.Path)
		for _, part := range undatedPaths {
			if strings.Contains(path+"/", part) {
				return true
			}
		}
		if host, _, _ := strings.Cut(r.address.Host, "."); hasWord("docs doc developer developers store shop wiki support", host) {
			return true
		}
	}
	kind := kindOther
	for _, a := range r.articles {
		kind = min(kind, a.kind)
		if a.name == "CollectionPage" {
			kind = min(kind, kindProduct)
		}
	}
	if kind == kindProduct {
		return true
	}
	for _, v := range r.metaValues(fieldType) {
		if v.Name == "og:type" && strings.HasPrefix(strings.ToLower(v.Text), "product") {
			return true
		}
	}
	return false
}

// maxPublishedRank is the last rank in metaNames of a name that can only mean
// publication.
const maxPublishedRank = 2

// A dateFinds has the dates of a page by source.
type dateFinds struct {
	metas     []dated // of publication
	created   []dated // metas that need not be of publication
	linked    []dated // of articles and other works in JSON-LD
	items     []dated
	times     []dated // next to the headline
	address   []dated
	near      []dated // in lines next to the headline that are there for a date
	labels    []dated // anywhere, with a word or a class that says what they are
	prose     []dated // in running text next to the headline
	pages     []dated // of the page in JSON-LD
	all       []dated // in the text
	elsewhere []dated // the only one in the text
	modified  []dated
}

// inOrder returns the dates of publication, the best sources first. On a page of
// a kind that seldom has one, a date counts only if it is shown next to the
// headline and a program is told it too.
func (f *dateFinds) inOrder(undated bool) (lists [][]dated) {
	published := func(list []dated) []dated {
		return slices.DeleteFunc(slices.Clone(list), func(d dated) bool { return d.modified })
	}
	shown := func(list []dated) []dated {
		return slices.DeleteFunc(published(list), func(d dated) bool { return !f.isShown(d.day) })
	}
	if undated {
		return [][]dated{shown(f.metas), shown(f.linked), shown(f.created), shown(f.items), published(f.address)}
	}
	return [][]dated{
		published(f.metas), published(f.linked), published(f.created), published(f.items), published(f.times), published(f.address),
		published(f.near), published(f.labels), published(f.prose), shown(f.pages),
		f.near, f.times, f.items, f.labels, f.elsewhere,
	}
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
	return dated{Value: v, day: found.day, other: found.other, utc: isUTC(v.Text), at: -1}, true
}

// isUTC reports whether a value is a time in UTC.
func isUTC(value string) bool {
	clock := strings.LastIndexByte(value, ':')
	if clock < 0 {
		return false
	}
	for _, end := range []string{"Z", "+00:00", "+0000", "+00", "UTC", "GMT", "-00:00"} {
		if strings.HasSuffix(value, end) {
			return true
		}
	}
	return false
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
	for _, v := range r.metaValues(fieldPublished) {
		if d, ok := r.dated(v); ok && metaNames[metaIndex[v.Name]].rank <= maxPublishedRank {
			f.metas = append(f.metas, d)
		} else if ok {
			f.created = append(f.created, d)
		}
	}
	f.linked = r.allDated(r.linkedValues(kindWork, "datePublished", "dateCreated"))
	f.pages = r.allDated(r.linkedValues(kindPage, "datePublished", "uploadDate", "dateCreated"))
	f.modified = append(r.allDated(r.linkedValues(kindPage, "dateModified")), r.allDated(r.metaValues(fieldModified))...)
	f.items = r.itemDates()
	f.times = r.timeDates()
	if r.address != nil {
		address := r.address.String()
		if found, ok := inAddress(address); ok && found.day <= r.today {
			v := Value{Text: address[found.start:found.end], Day: found.day.String(), Source: Address, Name: "URL"}
			f.address = append(f.address, dated{Value: v, day: found.day, at: -1})
		}
	}
	f.near, f.prose = r.nearDates()
	if len(f.near) == 0 && r.now != 0 {
		f.near = r.relativeDates()
	}
	if r.listing = r.isListed(f.near); r.listing {
		f.near = nil
	}
	if r.isListed(f.times) {
		f.times = nil
	}
	f.all = r.textDates(span{0, int32(len(r.text))}, PageText)
	if f.labels = r.labelledDates(f.all); distinct(f.labels) > maxLabelled {
		f.labels = nil
	}
	if len(f.near) == 0 && len(f.labels) == 0 && distinct(f.all) == 1 && r.lineLength(f.all[0].at) < shortLine {
		f.elsewhere = f.all
	}
	f.reconcile()
	return f
}

// reconcile reads dates of numbers in which day and month may be exchanged as
// programs are told them.
func (f *dateFinds) reconcile() {
	var told []day
	for _, list := range [][]dated{f.metas, f.linked, f.created, f.items, f.times, f.pages, f.address, f.modified} {
		for _, d := range list {
			if d.other == 0 {
				told = append(told, d.day)
			}
		}
	}
	for _, list := range [][]dated{f.metas, f.linked, f.created, f.items, f.times, f.near, f.prose, f.labels, f.elsewhere} {
		for i, d := range list {
			if d.other != 0 && slices.Contains(told, d.other) && !slices.Contains(told, d.day) {
				list[i].day, list[i].other = d.other, d.day
				list[i].Day = d.other.String()
			}
		}
	}
}

// A page with more dates than this that are said to be of publication, and none
// of them next to its headline, is a list of other pages.
const maxLabelled = 2

// maxListed is how many days may stand in elements that look the same next to the
// headline of a page that is no list of others.
const maxListed = 2

// isListed reports whether the dates next to the headline are those of a list:
// several days in elements that look the same.
func (r *reading) isListed(near []dated) bool {
	if distinct(near) <= maxListed {
		return false
	}
	looks := make(map[string][]dated)
	for _, d := range near {
		look := r.look(r.elementAt(d.at))
		if looks[look] = append(looks[look], d); distinct(looks[look]) > maxListed {
			return true
		}
	}
	return false
}

// look returns the tag of an element with its class.
func (r *reading) look(index int32) string {
	if index < 0 {
		return ""
	}
	class, _ := r.attr(index, "class")
	return r.elements[index].tag.String() + " " + string(r.src[class.start:min(class.end, class.start+100)])
}

// distinct returns how many different days there are.
func distinct(list []dated) int {
	var days []day
	for _, d := range list {
		if !slices.Contains(days, d.day) {
			days = append(days, d.day)
		}
	}
	return len(days)
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
		if d.modified = el.hints&hintUpdated != 0 || r.labelled(el.text, updatedWords); d.modified {
			d.Name = "updated"
		}
		found = append(found, d)
	}
	return found
}

// Dates and names belong to the article if they are at most this many bytes of text before
// or after the headline.
const (
	nearBefore = 300
	nearAfter  = 1200
)

// nearDates returns the dates next to the headline: those in short lines, those
// with a word for publication first, and those in running text.
func (r *reading) nearDates() (lines, prose []dated) {
	var plain []dated
	for _, d := range r.textDates(r.window(nearBefore, nearAfter), Byline) {
		switch {
		case r.lineLength(d.at) >= shortLine && !r.labelled(d.at, publishedWords):
			prose = append(prose, d)
		case r.labelled(d.at, publishedWords):
			lines = append(lines, d)
		default:
			plain = append(plain, d)
		}
	}
	return append(lines, plain...), prose
}

// longRelative is how long a line with a relative date is at most, in bytes.
const longRelative = 60

// relativeDates returns the first relative date in a short line next to the
// headline, such as "Posted 3 days ago".
func (r *reading) relativeDates() []dated {
	in := r.window(nearBefore/2, nearAfter/2)
	for at := in.start; at < in.end; {
		end := at
		for end < in.end && r.text[end] != '\n' {
			end++
		}
		line, place := r.textIn(span{at, end})
		at = end + 1
		if line == "" || len(line) > longRelative || r.isBeside(r.elementAt(place.start), hintAside|hintComment) {
			continue
		}
		if d := r.dates.relative(line, r.now); d != 0 {
			v := Value{Text: line, Day: d.String(), Source: Byline, Name: "relative"}
			v.Start, v.End = r.sourceSpan(place)
			return []dated{{Value: v, day: d, at: place.start, modified: containsAny(strings.ToLower(line), updatedWords)}}
		}
	}
	return nil
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
		if r.labelled(at, updatedWords) {
			v.Name = "updated"
		}
		found = append(found, dated{Value: v, day: f.day, other: f.other, at: at, modified: r.labelled(at, updatedWords)})
		return len(found) < maxOthers
	})
	return found
}

// shortLine is how many bytes a line of text has at most that is there for a date
// in it.
const shortLine = 100

// lineLength returns the length in bytes of the line that has an offset.
func (r *reading) lineLength(at int32) int {
	from := bytes.LastIndexByte(r.text[:at], '\n') + 1
	if n := bytes.IndexByte(r.text[at:], '\n'); n >= 0 {
		return int(at) + n - from
	}
	return len(r.text) - from
}

// labelledDates returns the dates far from the headline that are said to be
// those of publication, by a word before them or else by the class of their
// element.
func (r *reading) labelledDates(all []dated) (found []dated) {
	near := r.window(nearBefore, nearAfter)
	var classed []dated
	for _, d := range all {
		if near.start <= d.at && d.at < near.end {
			continue
		}
		if r.labelled(d.at, publishedWords) {
			d.Name = "label"
			found = append(found, d)
		} else if el := r.elementAt(d.at); r.lineLength(d.at) < shortLine && r.ofDate(el) {
			d.Source, d.Name = Class, "date"
			classed = append(classed, d)
		}
	}
	if len(found) == 0 {
		return classed
	}
	return found
}

// ofDate reports whether an element or one of the two around it has a class that
// speaks of a date.
func (r *reading) ofDate(index int32) bool {
	for range 3 {
		if index < 0 {
			return false
		}
		if r.elements[index].hints&hintDate != 0 {
			return true
		}
		index = r.elements[index].parent
	}
	return false
}

// publishedWords are what stands before the date of publication.
var publishedWords = []string{
	"publish", "posted", "veröffentlicht", "erschienen", "erstellt", "gespeichert", "publié", "publicad", "pubblicat", "gepubliceerd", "geplaatst",
	"opublikowan", "publikovan", "zveřejněn", "publicerad", "publisert", "udgivet", "julkaistu", "közzétév", "yayınlan", "опубликован", "опубліков",
	"δημοσι", "発表", "公開", "投稿", "发布", "發佈", "게시", "입력", "đăng", "diterbitkan", "wurde am", "date:", "datum:", "dated", "submitted", "eingetragen von", "created",
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
	return containsAny(r.lineBefore(at, 50), words)
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
