package view

import "strings"

// cleanStyle copies a style sheet without what would load something: url() and the
// like, and at-rules that name other files. What is left is safe within a style
// element: it has no "<".
func cleanStyle(css string) string {
	c := cssCleaner{in: css}
	c.run()
	return c.out.String()
}

// A cssCleaner reads a style sheet token by token (CSS Syntax Level 3, section 4).
type cssCleaner struct {
	in  string
	at  int
	out strings.Builder
}

// loading are the functions that load what they name, and those that old browsers
// ran.
var loading = map[string]bool{
	"url": true, "src": true, "image": true, "image-set": true, "-webkit-image-set": true, "cross-fade": true,
	"-webkit-cross-fade": true, "element": true, "-moz-element": true, "paint": true, "expression": true, "url-prefix": true, "domain": true,
}

// droppedRules are the at-rules that are left out up to their end.
var droppedRules = map[string]bool{"import": true, "charset": true, "namespace": true, "font-face": true, "document": true, "-moz-document": true}

// droppedProperties are old properties that name a script.
var droppedProperties = map[string]bool{"behavior": true, "-moz-binding": true}

func (c *cssCleaner) run() {
	for c.at < len(c.in) {
		switch b := c.in[c.at]; {
		case strings.HasPrefix(c.in[c.at:], "/*"):
			c.skipComment()
			c.out.WriteByte(' ')
		case b == '"' || b == '\'':
			c.out.WriteString(safeString(c.quoted(b)))
		case b == '@':
			c.at++
			c.atRule()
		case isNameByte(b) || c.isEscape():
			c.name()
		case b == '<':
			c.out.WriteString(`\3c `)
			c.at++
		case b == 0:
			c.at++
		default:
			c.out.WriteByte(b)
			c.at++
		}
	}
}

// isNameByte reports whether a byte can be in a name.
func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b >= 0x80
}

// isEscape reports whether an escaped character is at the present place.
func (c *cssCleaner) isEscape() bool {
	return c.in[c.at] == '\\' && c.at+1 < len(c.in) && c.in[c.at+1] != '\n' && c.in[c.at+1] != '\r' && c.in[c.at+1] != '\f'
}

func (c *cssCleaner) skipComment() {
	end := strings.Index(c.in[c.at+2:], "*/")
	if end < 0 {
		c.at = len(c.in)
		return
	}
	c.at += end + 4
}

// quoted returns a string with its quotes. One that is not ended gets an end.
func (c *cssCleaner) quoted(quote byte) string {
	start := c.at
	for c.at++; c.at < len(c.in); c.at++ {
		switch c.in[c.at] {
		case quote:
			c.at++
			return c.in[start:c.at]
		case '\\':
			c.at++
		case '\n', '\r', '\f':
			return c.in[start:c.at] + string(quote)
		}
	}
	c.at = min(c.at, len(c.in))
	return strings.TrimRight(c.in[start:c.at], `\`) + string(quote)
}

// safeCSS replaces what could end a style element.
func safeCSS(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "<", `\3c `), "\x00", "")
}

// safeString is safeCSS for a string. In it, the characters that begin a function or
// an at-rule are escaped, in case a browser finds another end of the string.
func safeString(text string) string {
	return strings.NewReplacer("(", `\28 `, "@", `\40 `, ":", `\3a `).Replace(safeCSS(text))
}

// readName reads a name. It returns the name without escapes and as it is written.
func (c *cssCleaner) readName() (plain, written string) {
	var name strings.Builder
	start := c.at
	for c.at < len(c.in) {
		if b := c.in[c.at]; isNameByte(b) {
			name.WriteByte(b)
			c.at++
			continue
		}
		if !c.isEscape() {
			break
		}
		name.WriteRune(c.escaped())
	}
	return strings.ToLower(name.String()), safeCSS(c.in[start:c.at])
}

// escaped reads an escaped character.
func (c *cssCleaner) escaped() rune {
	c.at++
	value, digits := rune(0), 0
	for ; digits < 6 && c.at < len(c.in); digits++ {
		d := strings.IndexByte("0123456789abcdef", c.in[c.at]|0x20)
		if d < 0 || c.in[c.at] < '0' {
			break
		}
		value = value<<4 | rune(d)
		c.at++
	}
	if digits == 0 {
		for _, r := range c.in[c.at:] {
			c.at += len(string(r))
			return r
		}
		return 0
	}
	if c.at < len(c.in) && strings.IndexByte(" \t\n\r\f", c.in[c.at]) >= 0 {
		c.at++
	}
	return value
}

// name copies a name, or leaves out a function that loads something.
func (c *cssCleaner) name() {
	plain, written := c.readName()
	switch {
	case c.at < len(c.in) && c.in[c.at] == '(' && loading[plain]:
		c.skipFunction()
		c.out.WriteString("none")
	case droppedProperties[plain]:
		c.out.WriteString("-dropped")
	default:
		c.out.WriteString(written)
	}
}

// skipFunction skips from "(" to the ")" that ends it. Within url() without quotes,
// quotes mean nothing, so that the first ")" ends it if there is no string.
func (c *cssCleaner) skipFunction() {
	depth := 0
	for c.at < len(c.in) {
		switch b := c.in[c.at]; b {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				c.at++
				return
			}
		case '\\':
			c.at++
		case '"', '\'':
			c.quoted(b)
			continue
		}
		c.at++
	}
	c.at = len(c.in)
}

// atRule copies the name of an at-rule, or leaves out the whole rule: up to ";", or a
// block in braces.
func (c *cssCleaner) atRule() {
	plain, written := c.readName()
	if !droppedRules[plain] {
		c.out.WriteString("@" + written)
		return
	}
	depth := 0
	for c.at < len(c.in) {
		switch b := c.in[c.at]; {
		case b == '"' || b == '\'':
			c.quoted(b)
			continue
		case b == '{':
			depth++
		case b == '}' && depth <= 1, b == ';' && depth == 0:
			c.at++
			return
		case b == '}':
			depth--
		case b == '\\':
			c.at++
		}
		c.at++
	}
	c.at = len(c.in)
}
