package markup

import (
	"bytes"

	"github.com/seed42075109/justext/internal/ascii"
)

// EndTag returns the offset of the first "</name" at or after p of which ends is
// true for the offset after the name. The name is in lower case, the page may have
// it in any case.
func EndTag(src []byte, p int, name string, ends func(src []byte, p int) bool) int {
	for {
		p = After(src, p, "</")
		if p >= len(src) {
			return len(src)
		}
		if ascii.HasPrefixFold(src[p:], name) && ends(src, p+len(name)) {
			return p - len("</")
		}
	}
}

// RawTextEnd returns the offset of the end tag that ends the text at p of an
// element in which "<" begins no tag, by the HTML standard, 13.2.5.9 to 31.
func RawTextEnd(src []byte, p int, name string) int {
	if name == "script" {
		return scriptEnd(src, p)
	}
	return EndTag(src, p, name, nameEndsAt)
}

// nameEndsAt reports whether white space, "/" or ">" stands at p, by the HTML
// standard, 13.2.5.14.
func nameEndsAt(src []byte, p int) bool { return p < len(src) && EndsName(src[p]) }

// scriptEnd returns the offset of the end tag that ends the script at p, by the
// HTML standard, 13.2.5.15 to 31: after "<!--" the text is escaped until "-->",
// and a "<script" in escaped text hides one "</script".
func scriptEnd(src []byte, p int) int {
	end := EndTag(src, p, "script", nameEndsAt)
	for {
		n := bytes.Index(src[p:end], []byte("<!--"))
		if n < 0 {
			return end
		}
		var done bool
		if p, done = escapedScript(src, p+n+len("<!--")); done {
			return p
		}
		if p > end { // that end tag was escaped; otherwise it is still the next one
			end = EndTag(src, p, "script", nameEndsAt)
		}
	}
}

// escapedScript reads escaped script text from p, which is after "<!--". It
// returns the offset of the end tag with done set, or the offset after the "-->"
// that ends the escaped text.
func escapedScript(src []byte, p int) (next int, done bool) {
	dashes, double := 2, false // the dashes of "<!--" may be those of "-->"
	for p < len(src) {
		switch c := src[p]; {
		case c == '-':
			dashes++
			p++
			continue
		case c == '>' && dashes >= 2:
			return p + 1, false
		case c == '<' && !double && tagAt(src, p, "</script"):
			return p, true
		case c == '<' && double && tagAt(src, p, "</script"):
			double = false
			p += len("</script")
		case c == '<' && !double && tagAt(src, p, "<script"):
			double = true
			p += len("<script")
		}
		dashes = 0
		p++
	}
	return len(src), true
}

// tagAt reports whether a tag begins with begin at p, and its name ends there.
func tagAt(src []byte, p int, begin string) bool {
	return ascii.HasPrefixFold(src[p:], begin) && nameEndsAt(src, p+len(begin))
}
