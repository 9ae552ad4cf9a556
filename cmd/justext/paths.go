package main

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/seed42075109/justext"
)

// The paths of a page may together have as many bytes as this, or as this many
// times the page if that is more. Paths repeat what is around a paragraph: those of
// 30,000 paragraphs in 500 elements are 700 times the page. Of 2,512 real pages none
// has a fifth of the bound.
const (
	minPathBytes = 1 << 20
	pathShare    = 16
)

// maxPathBytes is the bound of a page that has been read.
func (p *page) maxPathBytes() int64 { return max(minPathBytes, pathShare*p.size) }

// spendPaths reports whether paths of a paragraph may be written. From the first
// that may not, none may.
func (p *page) spendPaths(bytes int) bool {
	p.pathBytes += int64(bytes)
	p.pathsCut = p.pathsCut || p.pathBytes > p.maxPathBytes()
	return !p.pathsCut
}

// paths returns both paths of a paragraph, or none.
func (p *page) paths(of *justext.Paragraph) (xpath, domPath string) {
	if p.pathsCut {
		return "", ""
	}
	xpath, domPath = of.XPath(), of.DOMPath()
	if !p.spendPaths(len(xpath) + len(domPath)) {
		return "", ""
	}
	return xpath, domPath
}

// attributePath returns the XPath of a paragraph as the value of an attribute, or
// none.
func (p *page) attributePath(of *justext.Paragraph) string {
	if p.pathsCut {
		return ""
	}
	xpath := escapeAttribute(of.XPath())
	if !p.spendPaths(len(xpath)) {
		return ""
	}
	return xpath
}

// escapeAttribute writes what ends an attribute or a line as character
// references. Python jusText's paths have none of it: libxml2 ends a name there.
func escapeAttribute(text string) string {
	special := func(r rune) bool { return strings.ContainsRune(`&<>"`, r) || unicode.IsControl(r) }
	if !strings.ContainsFunc(text, special) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '"':
			b.WriteString("&quot;")
		case unicode.IsControl(r):
			b.WriteString("&#" + strconv.Itoa(int(r)) + ";")
		default:
			b.WriteString(escape.Replace(string(r)))
		}
	}
	return b.String()
}
