package render

import (
	"strings"

	"github.com/seed42075109/justext/internal/tags"
)

// This file finds what asks readers for consent to cookies (docs/structure.md, "Repairs").

// The groups of words in the id or a class of an element that asks for consent. It has words
// of two of them: what it is about, and what it looks like.
const (
	saysCookie uint8 = 1 << iota
	saysConsent
	saysDialog
)

// consentWords has the group of each word.
var consentWords = func() map[string]uint8 {
	words := make(map[string]uint8)
	for _, group := range []struct {
		group uint8
		words string
	}{
		{saysCookie, "cookie cookies gdpr ccpa"},
		{saysConsent, "consent"},
		{saysDialog, "banner dialog law manager modal notice overlay popup preferences prompt sdk settings wall"},
	} {
		for _, word := range strings.Fields(group.words) {
			words[word] = group.group
		}
	}
	return words
}()

// consentServices are what the ids and classes of services for consent begin with.
var consentServices = [...]string{"cmplz-", "cookiebanner", "cookieconsent", "cookienotice", "cybotcookiebot", "didomi-", "onetrust-", "osano-", "qc-cmp2-", "usercentrics-"}

// isConsent reports whether an element says that it asks for consent to cookies.
func (p *rawPage) isConsent(at int32) bool {
	switch p.nodes[at].tag {
	case tags.Div, tags.Section, tags.Aside, tags.Dialog, tags.Form, tags.Footer:
	default:
		return false
	}
	if !p.tagSays(at, "ookie", "onsent", "gdpr", "ccpa", "netrust", "didomi", "usercentrics", "qc-cmp", "cmplz", "osano") {
		return false
	}
	if namesConsent(strings.ToLower(p.attr(at, "id"))) {
		return true
	}
	for class := range strings.FieldsSeq(strings.ToLower(p.attr(at, "class"))) {
		if namesConsent(class) {
			return true
		}
	}
	return false
}

// namesConsent reports whether an id or a class, in lower case, is one of what asks for
// consent.
func namesConsent(name string) bool {
	for _, service := range consentServices {
		if strings.HasPrefix(name, service) {
			return true
		}
	}
	groups := uint8(0)
	for word := range strings.FieldsFuncSeq(name, isNoLetter) {
		groups |= consentWords[word]
	}
	return groups&(groups-1) != 0 && groups&(saysCookie|saysConsent) != 0
}

func isNoLetter(r rune) bool { return r < 'a' || r > 'z' }
