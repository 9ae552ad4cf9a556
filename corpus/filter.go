package corpus

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed42075109/justext/corpus/payload"
)

// languageTag and mimeType are the forms of BCP 47 tags and of types as payload gives them.
var (
	languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$`)
	mimeType    = regexp.MustCompile(`^[^/A-Z\s]+/[^/A-Z\s]+$`)
)

// A Filter says which pages are taken, and which texts. The zero Filter takes
// HTML and XHTML with status 200 and every text that is not empty.
type Filter struct {
	URL    *regexp.Regexp // if it is not nil, the address must match it
	NotURL *regexp.Regexp // if it is not nil, the address must not match it

	// Status are the values of HTTP status that are taken; the default is
	// 200. What did not come by HTTP has none and is taken.
	Status []int

	// MIME are the types that are taken, in lower case. Where the type of a page is
	// missing or wrong, its content decides. The default is text/html and
	// application/xhtml+xml. With text/plain, plain text and the conversion
	// records of WET are taken too; no method is applied to them.
	MIME []string

	Languages []string // BCP 47 tags; "en" takes "en-GB" too; default is any
	MinWords  int      // least number of words of a text
	MinKept   float64  // least share of a page's text that is kept, from 0 to 1
}

// mimePlain is the type of pages to which no method is applied.
const mimePlain = "text/plain"

// withDefaults returns the filter with the defaults filled in.
func (f Filter) withDefaults() Filter {
	if len(f.Status) == 0 {
		f.Status = []int{200}
	}
	if len(f.MIME) == 0 {
		f.MIME = []string{"text/html", "application/xhtml+xml"}
	}
	return f
}

// check returns an error for a filter that nothing, or everything by mistake, would pass.
func (f *Filter) check() error {
	for _, status := range f.Status {
		if status < 100 || status > 999 {
			return fmt.Errorf("corpus: Filter.Status has %d; a status has three digits", status)
		}
	}
	for _, t := range f.MIME {
		if !mimeType.MatchString(t) {
			return fmt.Errorf("corpus: Filter.MIME has %q; use types in lower case, such as text/html", t)
		}
	}
	for _, lang := range f.Languages {
		if !languageTag.MatchString(lang) {
			return fmt.Errorf("corpus: Filter.Languages has %q; use BCP 47 tags, such as en or pt-BR", lang)
		}
	}
	switch {
	case f.MinWords < 0:
		return fmt.Errorf("corpus: Filter.MinWords is %d; it must not be negative", f.MinWords)
	case !(f.MinKept >= 0 && f.MinKept <= 1): // refuses NaN too
		return fmt.Errorf("corpus: Filter.MinKept is %v; it must be from 0 to 1", f.MinKept)
	}
	return nil
}

// message returns why a message is not taken, 0 if it is.
func (f *Filter) message(m *payload.Message, url string) Outcome {
	mime := m.MIME
	switch {
	case m.Class == payload.Conversion && slices.Contains(f.MIME, mimePlain):
		mime = mimePlain
	case classOutcomes[m.Class] != 0:
		return classOutcomes[m.Class]
	case m.Notes&payload.NoHead != 0, m.Proto != "" && !slices.Contains(f.Status, m.Status):
		return OtherStatus
	}
	switch {
	case slices.Contains(f.MIME, mime):
		return f.address(url)
	case mime == mimePlain:
		return PlainText
	}
	return OtherType
}

// address returns OtherURL if the address is not taken, otherwise 0.
func (f *Filter) address(url string) Outcome {
	if f.URL != nil && !f.URL.MatchString(url) || f.NotURL != nil && f.NotURL.MatchString(url) {
		return OtherURL
	}
	return 0
}

// text returns why a text is not taken, Written if it is.
func (f *Filter) text(text, lang string, words int, kept float64) Outcome {
	switch {
	case strings.TrimSpace(text) == "":
		return Empty
	case len(f.Languages) > 0 && !slices.ContainsFunc(f.Languages, func(tag string) bool { return covers(tag, lang) }):
		return OtherLanguage
	case words < f.MinWords:
		return FewWords
	case kept < f.MinKept:
		return LowShare
	}
	return Written
}

// covers reports whether lang is the language of tag, or a variety of it.
func covers(tag, lang string) bool {
	return len(lang) >= len(tag) && strings.EqualFold(tag, lang[:len(tag)]) && (len(lang) == len(tag) || lang[len(tag)] == '-')
}
