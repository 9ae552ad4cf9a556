package metadata

import (
	"sort"

	"github.com/seed42075109/justext/internal/tags"
)

// Elements of fewer bytes of text than these are judged otherwise: a short aside
// may hold the article's own date, and a short article is a link to another one.
const (
	shortAside   = 200
	shortArticle = 800
)

// elementAt returns the index of the innermost element that has the text at an
// offset, or -1.
func (e *evidence) elementAt(at int32) int32 {
	i := int32(sort.Search(len(e.elements), func(i int) bool { return e.elements[i].text > at })) - 1
	for i >= 0 && e.elements[i].end <= at {
		i = e.elements[i].parent
	}
	return i
}

// firstElement returns the index of the first element whose text begins at an
// offset or later.
func (e *evidence) firstElement(at int32) int {
	return sort.Search(len(e.elements), func(i int) bool { return e.elements[i].text >= at })
}

// isBeside reports whether an element stands beside the article or among
// comments, by its names and those of the elements around it. Only elements that
// do not have the headline too are judged, since what holds all of an article
// may be called anything.
func (r *reading) isBeside(index int32, bad hint) bool {
	for ; index >= 0; index = r.elements[index].parent {
		el := &r.elements[index]
		if r.headline.element >= 0 && el.text <= r.headline.at && r.headline.at < el.end {
			return false
		}
		if el.tag == tags.Body || el.tag == tags.Main {
			return false
		}
		if el.hints&bad != 0 && el.hints&(hintAuthor|hintDate) == 0 {
			return true
		}
		switch n := el.end - el.text; {
		case el.tag == tags.Nav, el.tag == tags.Aside && n > shortAside, el.tag == tags.Article && n < shortArticle:
			return true
		}
	}
	return false
}

// A window is a range of the page's text around the headline.
func (r *reading) window(before, after int32) span {
	n := int32(len(r.text))
	if r.headline.element < 0 {
		return span{0, min(n, before+after)}
	}
	return span{max(0, r.headline.at-before), min(n, r.headline.end+after)}
}

// distance returns how many bytes of text lie between a place and the headline.
func (r *reading) distance(at int32) int32 {
	switch {
	case r.headline.element < 0:
		return at
	case at < r.headline.at:
		return 2 * (r.headline.at - at) // what stands above is less often meant
	case at >= r.headline.end:
		return at - r.headline.end
	}
	return 0
}
