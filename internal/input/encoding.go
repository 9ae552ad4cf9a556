// Package input reads a page and decodes it: from a reader with bytes in any
// encoding to a page in UTF-8.
package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/eight"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/page"
)

// prescan is how many bytes the HTML standard, 13.2.3.2, looks through for a
// meta element.
const prescan = 1024

// Canonical returns the name of the encoding that a label stands for.
func Canonical(label string) (name string, err error) {
	e, err := htmlindex.Get(label)
	if err == nil {
		name, err = htmlindex.Name(e)
	}
	if err != nil {
		return "", fmt.Errorf("%w %q: use a label of the WHATWG Encoding Standard, such as utf-8 or windows-1250", page.ErrUnknownEncoding, label)
	}
	return name, nil
}

// Detect decides on the encoding of a page: by its byte order mark, the
// caller's Content-Type, a meta element, an XML declaration, the zero bytes of
// UTF-16, whether the whole is valid UTF-8, and else by the default, the name of
// an encoding.
// Labels that the Encoding Standard does not have are passed over.
func Detect(src []byte, contentType, byDefault string) page.Encoding {
	if name := fromBOM(src); name != "" {
		return page.Encoding{Name: name, By: page.EncodingBOM}
	}
	if label := charsetParam(contentType); label != "" {
		if name, err := Canonical(label); err == nil {
			return page.Encoding{Name: name, By: page.EncodingContentType}
		}
	}
	if name, end := fromMeta(src); name != "" {
		if end <= prescan {
			return page.Encoding{Name: name, By: page.EncodingMeta}
		}
		return page.Encoding{Name: name, By: page.EncodingLateMeta}
	}
	if name := fromXML(src); name != "" {
		return page.Encoding{Name: name, By: page.EncodingXML}
	}
	if name := fromPattern(src); name != "" {
		return page.Encoding{Name: name, By: page.EncodingPattern}
	}
	if isUTF8(src) {
		return page.Encoding{Name: "utf-8", By: page.EncodingValidity}
	}
	return page.Encoding{Name: byDefault, By: page.EncodingDefault}
}

// isUTF8 reports whether a page is valid UTF-8. One that was cut off within its
// last character still is, if it has another that is not ASCII.
func isUTF8(src []byte) bool {
	if utf8.Valid(src) {
		return true
	}
	last := len(src) - 1
	for last > 0 && len(src)-last < utf8.UTFMax && !utf8.RuneStart(src[last]) {
		last--
	}
	whole := src[:last]
	return !utf8.FullRune(src[last:]) && utf8.Valid(whole) && utf8.RuneCount(whole) < len(whole)
}

func fromBOM(src []byte) string {
	switch {
	case bytes.HasPrefix(src, []byte("\xef\xbb\xbf")):
		return "utf-8"
	case bytes.HasPrefix(src, []byte("\xff\xfe")):
		return "utf-16le"
	case bytes.HasPrefix(src, []byte("\xfe\xff")):
		return "utf-16be"
	}
	return ""
}

// pattern is how many bytes fromPattern looks at.
const pattern = 64

// fromPattern knows UTF-16 without a byte order mark by its first "<".
func fromPattern(src []byte) string {
	i := bytes.IndexByte(src[:min(len(src), pattern)], '<')
	switch {
	case i < 0:
	case i%2 == 0 && i+1 < len(src) && src[i+1] == 0:
		return "utf-16le"
	case i%2 == 1 && src[i-1] == 0:
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
// Comments, scripts and style sheets are passed over.
func fromMeta(src []byte) (name string, end int) {
	for p := 0; p < len(src); {
		n := bytes.IndexByte(src[p:], '<')
		if n < 0 {
			break
		}
		p += n
		if next, ok := skipNonTag(src, p); ok {
			p = next
			continue
		}
		nameAt := p + 1
		nameStop := markup.NameEnd(src, nameAt+1) // the slash of an end tag is part of it
		tag := src[nameAt:nameStop]
		if ascii.EqualFold(tag, "body") || ascii.EqualFold(tag, "/head") {
			break
		}
		next, _ := markup.TagEnd(src, nameStop, markup.NextAttr)
		if ascii.EqualFold(tag, "meta") {
			if name := metaEncoding(src[:next], nameStop); name != "" {
				return name, next
			}
		}
		p = next
		for _, raw := range [...]string{"script", "style"} {
			if ascii.EqualFold(tag, raw) {
				p = markup.RawTextEnd(src, p, raw)
			}
		}
	}
	return "", 0
}

// skipNonTag returns the offset after what begins with "<" at p, and whether that is
// something else than a tag.
func skipNonTag(src []byte, p int) (next int, ok bool) {
	rest := src[p+1:]
	switch {
	case len(rest) == 0:
		return p + 1, true
	case bytes.HasPrefix(rest, []byte("!--")):
		return markup.CommentEnd(src, p), true
	case rest[0] == '!' || rest[0] == '?':
		return markup.After(src, p, ">"), true
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
	return declared(label)
}

// fromXML returns the encoding that the XML declaration at the beginning of a page
// names, or "" (HTML standard, 13.2.3.2, "get an XML encoding").
func fromXML(src []byte) string {
	if !bytes.HasPrefix(src, []byte("<?xml")) {
		return ""
	}
	declaration := src[:bytes.IndexByte(src, '>')+1]
	_, rest, _ := bytes.Cut(declaration, []byte("encoding"))
	rest = trimBlanks(rest)
	if len(rest) == 0 || rest[0] != '=' {
		return ""
	}
	rest = trimBlanks(rest[1:])
	if !markup.IsQuote(rest, 0) {
		return ""
	}
	label, _, closed := bytes.Cut(rest[1:], rest[:1])
	if !closed || bytes.ContainsFunc(label, func(r rune) bool { return r <= ' ' }) {
		return ""
	}
	return declared(string(label))
}

// trimBlanks returns src without the spaces and control characters that it begins with.
func trimBlanks(src []byte) []byte {
	return bytes.TrimLeftFunc(src, func(r rune) bool { return r <= ' ' })
}

// declared returns the encoding that a page means by a label within it, or "".
func declared(label string) string {
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
// the rules of the WHATWG Encoding Standard. When ctx is done before, Decode returns soon,
// with its error.
func Decode(ctx context.Context, dst, src []byte, name string) ([]byte, error) {
	if name == "utf-8" {
		if utf8.Valid(src) {
			return src, nil
		}
		dst = slices.Grow(dst, repairedSize(src))
		return appendDecoded(ctx, dst, src, unicode.UTF8.NewDecoder())
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("%w %q", page.ErrUnknownEncoding, name)
	}
	if name == "gbk" {
		e = simplifiedchinese.GB18030 // Encoding Standard, 10.1.1
	}
	if mark := fromBOM(src); mark == name {
		src = src[len("\xff\xfe"):]
	}
	if !notASCII[name] && eight.ASCIIPrefix(src) == len(src) {
		return src, nil
	}
	if single, ok := e.(*charmap.Charmap); ok {
		return appendSingleByte(ctx, dst, src, single)
	}
	return appendDecoded(ctx, dst, src, e.NewDecoder())
}

// repairedSize returns at least the size of a page in UTF-8 when each sequence of invalid
// bytes in it has become U+FFFD.
func repairedSize(src []byte) int {
	size := len(src)
	for i := 0; i < len(src); {
		i += eight.ASCIIPrefix(src[i:])
		if i == len(src) {
			break
		}
		r, n := utf8.DecodeRune(src[i:])
		if i += n; r == utf8.RuneError && n == 1 {
			size += len("\ufffd") - 1
		}
	}
	return size
}

// decodeStep is how many bytes of a page are decoded between two looks at the context.
const decodeStep = 1 << 20

// appendDecoded appends the text of a page to dst.
func appendDecoded(ctx context.Context, dst, src []byte, decoder transform.Transformer) ([]byte, error) {
	decoder.Reset()
	for step := decodeStep; ; {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n := min(step, len(src))
		written, read, err := decoder.Transform(dst[len(dst):cap(dst)], src[:n], n == len(src))
		dst, src = dst[:len(dst)+written], src[read:]
		switch {
		case err == nil && len(src) == 0:
			return dst, nil
		case errors.Is(err, transform.ErrShortDst):
			dst = slices.Grow(dst, len(src)+len(src)/8+utf8.UTFMax)
		case errors.Is(err, transform.ErrShortSrc):
			step = n - read + decodeStep
			continue
		case err != nil:
			return dst, err
		}
		step = decodeStep
	}
}

// notASCII are the encodings in which bytes below 0x80 may mean something else than
// in ASCII (Encoding Standard, sections 12.2, 14.1, 14.3 and 14.4).
var notASCII = map[string]bool{"iso-2022-jp": true, "replacement": true, "utf-16be": true, "utf-16le": true}

// appendSingleByte decodes a page in an encoding of one byte a character. Runs of
// ASCII are copied whole, which makes it several times as fast as the decoder of the
// encoding; TestSingleByte compares the two.
func appendSingleByte(ctx context.Context, dst, src []byte, of *charmap.Charmap) ([]byte, error) {
	dst = slices.Grow(dst, len(src)+2*eight.NonASCII(src)) // no character has more than three bytes
	for next := len(src); len(src) > 0; {
		if len(src) <= next {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			next = len(src) - decodeStep
		}
		n := eight.ASCIIPrefix(src)
		dst = append(dst, src[:n]...)
		for src = src[n:]; len(src) > max(0, next) && src[0] >= utf8.RuneSelf; src = src[1:] {
			dst = utf8.AppendRune(dst, of.DecodeByte(src[0]))
		}
	}
	return dst, nil
}
