// Package input reads a page and decodes it: from a reader with bytes in any
// encoding to a page in UTF-8.
package input

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
)

// A Rule says what decided a page's encoding.
type Rule uint8

const (
	ByForce       Rule = iota + 1 // the caller, whatever the page says
	ByBOM                         // a byte order mark
	ByContentType                 // the Content-Type that the caller knows
	ByMeta                        // a meta element that ends within the first 1,024 bytes
	ByLateMeta                    // a later meta element in the head
	ByPattern                     // zero bytes beside the first "<": UTF-16
	ByValidity                    // the whole page is valid UTF-8
	ByDefault                     // nothing else; the caller's default or windows-1252
)

var rules = [...]string{"none", "forced", "byte order mark", "content type", "meta", "late meta", "UTF-16 pattern", "valid UTF-8", "default"}

// String returns the rule in a word or two.
func (r Rule) String() string {
	if int(r) >= len(rules) {
		return fmt.Sprintf("EncodingRule(%d)", uint8(r))
	}
	return rules[r]
}

// prescan is how many bytes the HTML standard, 13.2.3.2, looks through for a
// meta element.
const prescan = 1024

// An Encoding is the name of an encoding, as in golang.org/x/text's htmlindex, and
// the rule that decided on it.
type Encoding struct {
	Name string
	By   Rule
}

// ErrUnknownEncoding is wrapped by the error of a label that the WHATWG
// Encoding Standard does not have.
var ErrUnknownEncoding = errors.New("unknown encoding")

// Canonical returns the name of the encoding that a label stands for.
func Canonical(label string) (name string, err error) {
	e, err := htmlindex.Get(label)
	if err == nil {
		name, err = htmlindex.Name(e)
	}
	if err != nil {
		return "", fmt.Errorf("%w %q: use a label of the WHATWG Encoding Standard, such as utf-8 or windows-1250", ErrUnknownEncoding, label)
	}
	return name, nil
}

// Detect decides on the encoding of a page: by its byte order mark, the caller's
// Content-Type, a meta element, the zero bytes of UTF-16, whether the whole page is
// valid UTF-8, and otherwise byDefault, which is the name of an encoding. Unknown
// labels are ignored.
func Detect(page []byte, contentType, byDefault string) Encoding {
	if name := fromBOM(page); name != "" {
		return Encoding{name, ByBOM}
	}
	if label := charsetParam(contentType); label != "" {
		if name, err := Canonical(label); err == nil {
			return Encoding{name, ByContentType}
		}
	}
	if name, end := fromMeta(page); name != "" {
		if end <= prescan {
			return Encoding{name, ByMeta}
		}
		return Encoding{name, ByLateMeta}
	}
	if name := fromPattern(page); name != "" {
		return Encoding{name, ByPattern}
	}
	if isUTF8(page) {
		return Encoding{"utf-8", ByValidity}
	}
	return Encoding{byDefault, ByDefault}
}

// isUTF8 reports whether a page is valid UTF-8. A page that was cut off within its
// last character counts if it has another character that is not ASCII.
func isUTF8(page []byte) bool {
	if utf8.Valid(page) {
		return true
	}
	last := len(page) - 1
	for last > 0 && len(page)-last < utf8.UTFMax && !utf8.RuneStart(page[last]) {
		last--
	}
	whole := page[:last]
	return !utf8.FullRune(page[last:]) && utf8.Valid(whole) && utf8.RuneCount(whole) < len(whole)
}

func fromBOM(page []byte) string {
	switch {
	case bytes.HasPrefix(page, []byte("\xef\xbb\xbf")):
		return "utf-8"
	case bytes.HasPrefix(page, []byte("\xff\xfe")):
		return "utf-16le"
	case bytes.HasPrefix(page, []byte("\xfe\xff")):
		return "utf-16be"
	}
	return ""
}

// fromPattern recognizes UTF-16 without a byte order mark by its first "<".
func fromPattern(page []byte) string {
	i := bytes.IndexByte(page[:min(len(page), 64)], '<')
	switch {
	case i < 0:
	case i%2 == 0 && i+1 < len(page) && page[i+1] == 0:
		return "utf-16le"
	case i%2 == 1 && page[i-1] == 0:
		return "utf-16be"
	}
	return ""
}

// charsetParam returns the charset of a Content-Type header's value, or "".
func charsetParam(contentType string) string {
	if contentType == "" {
		return ""
	}
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		return params["charset"]
	}
	return charsetIn(contentType)
}

// fromMeta looks for an encoding in the meta elements of the head, HTML
// standard, 13.2.3.2, and returns its name and the offset after the tag.
// Comments, scripts and style sheets are skipped.
func fromMeta(page []byte) (name string, end int) {
	for p := 0; p < len(page); {
		n := bytes.IndexByte(page[p:], '<')
		if n < 0 {
			break
		}
		p += n
		if next, ok := skipNonTag(page, p); ok {
			p = next
			continue
		}
		nameAt := p + 1
		nameStop := markup.NameEnd(page, nameAt+1) // the slash of an end tag is part of it
		tag := page[nameAt:nameStop]
		if ascii.EqualFold(tag, "body") || ascii.EqualFold(tag, "/head") {
			break
		}
		next, _ := markup.TagEnd(page, nameStop, markup.NextAttr)
		if ascii.EqualFold(tag, "meta") {
			if name := metaEncoding(page[:next], nameStop); name != "" {
				return name, next
			}
		}
		p = next
		for _, raw := range [...]string{"script", "style"} {
			if ascii.EqualFold(tag, raw) {
				p = markup.RawTextEnd(page, p, raw)
			}
		}
	}
	return "", 0
}

// skipNonTag returns the offset after what begins with "<" at p, if that is no tag.
func skipNonTag(page []byte, p int) (next int, ok bool) {
	rest := page[p+1:]
	switch {
	case len(rest) == 0:
		return p + 1, true
	case bytes.HasPrefix(rest, []byte("!--")):
		return markup.CommentEnd(page, p), true
	case rest[0] == '!' || rest[0] == '?':
		return markup.After(page, p, ">"), true
	case ascii.IsLetter(rest[0]) || rest[0] == '/' && len(rest) > 1 && ascii.IsLetter(rest[1]):
		return 0, false
	}
	return p + 1, true
}

// metaEncoding returns the encoding that the meta tag with attributes at p
// declares, or "".
func metaEncoding(tag []byte, p int) string {
	var label string
	pragma, needsPragma, charset := false, false, false
	for {
		a, next, what := markup.NextAttr(tag, p)
		if what != markup.AnAttr {
			break
		}
		name, value := a.NameIn(tag), a.ValueIn(tag)
		switch {
		case ascii.EqualFold(name, "http-equiv"):
			pragma = pragma || ascii.EqualFold(value, "content-type")
		case ascii.EqualFold(name, "content") && label == "":
			label = charsetIn(string(value))
			needsPragma = label != ""
		case ascii.EqualFold(name, "charset") && !charset:
			label, needsPragma, charset = string(value), false, true
		}
		p = next
	}
	if label == "" || needsPragma && !pragma {
		return ""
	}
	name, err := Canonical(label)
	switch {
	case err != nil:
		return ""
	case name == "utf-16le" || name == "utf-16be":
		return "utf-8" // it has been read as ASCII
	case name == "x-user-defined":
		return "windows-1252"
	}
	return name
}

// charsetIn extracts a label from text such as "text/html; charset=utf-8",
// HTML standard, "extracting a character encoding from a meta element".
func charsetIn(text string) string {
	rest := strings.ToLower(text)
	for {
		_, after, ok := strings.Cut(rest, "charset")
		if !ok {
			return ""
		}
		rest = strings.TrimLeft(after, " \t\n\f\r")
		if !strings.HasPrefix(rest, "=") {
			continue
		}
		value := strings.TrimLeft(rest[1:], " \t\n\f\r")
		if value == "" {
			return ""
		}
		if quote := value[0]; quote == '"' || quote == '\'' {
			label, _, closed := strings.Cut(value[1:], value[:1])
			if !closed {
				return ""
			}
			return label
		}
		if i := strings.IndexAny(value, " \t\n\f\r;"); i >= 0 {
			value = value[:i]
		}
		return value
	}
}

// Decode returns the page in UTF-8: the page itself if it is valid UTF-8 already,
// otherwise dst with the text appended. What cannot be decoded becomes U+FFFD, by
// the rules of the WHATWG Encoding Standard.
func Decode(dst, page []byte, name string) ([]byte, error) {
	if name == "utf-8" {
		if utf8.Valid(page) {
			return page, nil
		}
		text, _, err := transform.Append(unicode.UTF8.NewDecoder(), dst, page)
		return text, err
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("%w %q", ErrUnknownEncoding, name)
	}
	if mark := fromBOM(page); mark == name {
		page = page[len("\xff\xfe"):]
	}
	text, _, err := transform.Append(e.NewDecoder(), dst, page)
	return text, err
}
