package payload

import (
	"bytes"
	"strings"
)

// sniffSize is the size of the resource header, the bytes that sniffing looks
// at (MIME Sniffing, 5.2).
const sniffSize = 1445

// A signature is a row of the tables of the MIME Sniffing standard, sections 6
// and 7.1.
type signature struct {
	pattern string
	mask    string // empty: every bit counts
	mime    string
}

// htmlTags begin a page, in any case, after white space and followed by a space
// or ">" (7.1, the first table).
var htmlTags = []string{
	"<!DOCTYPE HTML", "<HTML", "<HEAD", "<SCRIPT", "<IFRAME", "<H1", "<DIV", "<FONT", "<TABLE",
	"<A", "<STYLE", "<TITLE", "<B", "<BODY", "<BR", "<P",
}

// signatures of other content (6.1, 6.2, 6.3, 7.1).
var signatures = []signature{
	{"%PDF-", "", "application/pdf"},
	{"%!PS-Adobe-", "", "application/postscript"},
	{"\x00\x00\x01\x00", "", "image/x-icon"},
	{"\x00\x00\x02\x00", "", "image/x-icon"},
	{"BM", "", "image/bmp"},
	{"GIF87a", "", "image/gif"},
	{"GIF89a", "", "image/gif"},
	{"RIFF\x00\x00\x00\x00WEBPVP", "\xff\xff\xff\xff\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff", "image/webp"},
	{"\x89PNG\r\n\x1a\n", "", "image/png"},
	{"\xff\xd8\xff", "", "image/jpeg"},
	{"FORM\x00\x00\x00\x00AIFF", "\xff\xff\xff\xff\x00\x00\x00\x00\xff\xff\xff\xff", "audio/aiff"},
	{"ID3", "", "audio/mpeg"},
	{"OggS\x00", "", "application/ogg"},
	{"MThd\x00\x00\x00\x06", "", "audio/midi"},
	{"RIFF\x00\x00\x00\x00AVI ", "\xff\xff\xff\xff\x00\x00\x00\x00\xff\xff\xff\xff", "video/avi"},
	{"RIFF\x00\x00\x00\x00WAVE", "\xff\xff\xff\xff\x00\x00\x00\x00\xff\xff\xff\xff", "audio/wave"},
	{"\x00\x00\x00\x00ftyp", "\x00\x00\x00\x00\xff\xff\xff\xff", "video/mp4"},
	{"\x1aE\xdf\xa3", "", "video/webm"},
	{"\x1f\x8b\x08", "", "application/x-gzip"},
	{"PK\x03\x04", "", "application/zip"},
	{"Rar \x1a\x07\x00", "", "application/x-rar-compressed"},
}

// matches reports whether b begins with the pattern under the mask.
func (s *signature) matches(b []byte) bool {
	if len(b) < len(s.pattern) {
		return false
	}
	for i := range len(s.pattern) {
		m := byte(0xff)
		if s.mask != "" {
			m = s.mask[i]
		}
		if b[i]&m != s.pattern[i] {
			return false
		}
	}
	return true
}

// byteOrderMarks begin text (7.1, steps 3 and 4).
var byteOrderMarks = []string{"\xfe\xff", "\xff\xfe", "\xef\xbb\xbf"}

// sniff returns the type of content of which nothing is known but its first
// bytes (7.1, "rules for identifying an unknown MIME type").
func sniff(b []byte) string {
	switch text := bytes.TrimLeft(b, "\t\n\f\r "); {
	case isHTML(text):
		return mimeHTML
	case bytes.HasPrefix(text, []byte("<?xml")):
		return "text/xml"
	}
	if mime := sniffBinary(b); mime != "" {
		return mime
	}
	if !isBinary(b) || hasByteOrderMark(b) {
		return mimePlain
	}
	return mimeUnknown
}

// sniffBinary returns the type of which b has the signature, the empty string
// if it has none.
func sniffBinary(b []byte) string {
	for i := range signatures {
		if signatures[i].matches(b) {
			return signatures[i].mime
		}
	}
	return ""
}

// isHTML reports whether b, without white space at its start, begins a page. A
// page may also begin with a byte order mark, which the standard does not say.
func isHTML(b []byte) bool {
	if hasByteOrderMark(b) {
		b = bytes.TrimLeft(b[len(byteOrderMarks[2])-1:], "\xbf\t\n\f\r ")
	}
	if bytes.HasPrefix(b, []byte("<!--")) {
		return true
	}
	for _, tag := range htmlTags {
		if len(b) > len(tag) && strings.EqualFold(string(b[:len(tag)]), tag) {
			if end := b[len(tag)]; end == ' ' || end == '>' {
				return true
			}
		}
	}
	return false
}

func hasByteOrderMark(b []byte) bool {
	for _, mark := range byteOrderMarks {
		if bytes.HasPrefix(b, []byte(mark)) {
			return true
		}
	}
	return false
}

// isBinary reports whether there is a binary data byte in b (section 3).
func isBinary(b []byte) bool {
	for _, c := range b {
		if c < 0x20 && (c <= 0x08 || c == 0x0b || 0x0e <= c && c <= 0x1a || 0x1c <= c) {
			return true
		}
	}
	return false
}

// isFeed reports whether b, stated to be HTML, is a feed (7.3, "rules for
// distinguishing if a resource is a feed or HTML").
func isFeed(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	for {
		b = bytes.TrimLeft(b, "\t\n\f\r ")
		var end string
		switch {
		case bytes.HasPrefix(b, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(b, []byte("<!")):
			end = ">"
		case bytes.HasPrefix(b, []byte("<?")):
			end = "?>"
		default:
			return bytes.HasPrefix(b, []byte("<rss")) || bytes.HasPrefix(b, []byte("<feed")) || isRDF(b)
		}
		i := bytes.Index(b, []byte(end))
		if i < 0 {
			return false
		}
		b = b[i+len(end):]
	}
}

// isRDF reports whether b begins a feed of RSS 1.0.
func isRDF(b []byte) bool {
	return bytes.HasPrefix(b, []byte("<rdf:RDF")) &&
		bytes.Contains(b, []byte("http://purl.org/rss/1.0/")) &&
		bytes.Contains(b, []byte("http://www.w3.org/1999/02/22-rdf-syntax-ns#"))
}
