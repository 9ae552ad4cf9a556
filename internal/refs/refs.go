// Package refs decodes character references as the readers of a page do: by the
// HTML standard, as libxml2, or as NekoHTML. The differences are listed in
// docs/justext.md, "Markup", and docs/boilerpipe.md, "Character references".
package refs

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/ascii"
)

// Rules says what counts as a character reference, and what it stands for.
type Rules uint8

const (
	HTML     Rules = iota // the HTML standard, 13.2.5.72 to 80
	Libxml2               // libxml2 2.9.14
	NekoHTML              // NekoHTML's scanner under boilerpipe 1.2.0
)

// maxReference is the length in bytes, "&" and ";" included, of the longest
// named character reference of the HTML standard.
const maxReference = len("&CounterClockwiseContourIntegral;")

// A Decoder decodes character references. It remembers the named ones, so that a
// page with a thousand "&nbsp;" looks it up once. The zero value goes by the HTML
// standard.
type Decoder struct {
	rules Rules
	seen  map[string][]byte
}

// maxSeen is how many names are remembered, so that a page of odd names does not
// fill the memory.
const maxSeen = 4096

// Use makes the Decoder go by other rules. What it remembers of these rules stays.
func (d *Decoder) Use(rules Rules) {
	if d.rules != rules {
		*d = Decoder{rules: rules}
	}
}

// Decode reads the character reference at p, where src has an "&". It returns the
// text that it stands for, which is empty if it stands for nothing, and
// the offset after it. If there is no character reference, next is p. By the rules of NekoHTML
// there always is one; it may stand for itself.
func (d *Decoder) Decode(src []byte, p int) (text []byte, next int) {
	if d.rules == NekoHTML {
		return d.decodeNeko(src, p)
	}
	if p+1 < len(src) && src[p+1] == '#' {
		return d.numeric(src, p)
	}
	end := p + 1
	for end < len(src) && end-p < maxReference && ascii.IsAlphanumeric(src[end]) {
		end++
	}
	if end < len(src) && src[end] == ';' {
		end++
	}
	return d.named(src[p:end], p)
}

// Value decodes the character references in the value of an attribute. A value without any
// is returned as it is.
func (d *Decoder) Value(value []byte) []byte {
	var text []byte
	for {
		i := bytes.IndexByte(value, '&')
		if i < 0 && text == nil {
			return value
		}
		if i < 0 {
			return append(text, value...)
		}
		decoded, next := d.Decode(value, i)
		if next == i || d.rules != NekoHTML && !countsInValue(value, decoded, i, next) {
			decoded, next = value[i:i+1], i+1
		}
		text = append(append(text, value[:i]...), decoded...)
		value = value[next:]
	}
}

// countsInValue reports whether the character reference from i to next counts as one in the
// value of an attribute. By the HTML standard, 13.2.5.73, a name without ";" does
// not if "=" or more of a name follows.
func countsInValue(value, decoded []byte, i, next int) bool {
	last := value[next-1]
	switch {
	case value[i+1] == '#':
		return true
	case len(decoded) > 1 && decoded[len(decoded)-1] == last: // "&copycat" is "©cat"
		return false
	}
	return last == ';' || next == len(value) || value[next] != '='
}

// named decodes a character reference by name. By the HTML standard, 13.2.5.73, the
// longest known name at the beginning counts, and some names need no ";".
// libxml2 knows the names of HTML 4 only, and requires the ";".
func (d *Decoder) named(name []byte, p int) (text []byte, next int) {
	text, ok := d.seen[string(name)]
	if !ok {
		if d.seen == nil || len(d.seen) >= maxSeen {
			d.seen = make(map[string][]byte)
		}
		text = d.lookup(string(name))
		d.seen[string(name)] = text
	}
	if text == nil {
		return nil, p
	}
	return text, p + len(name)
}

// lookup returns the text of a character reference by name, or nil.
func (d *Decoder) lookup(name string) []byte {
	switch d.rules {
	case NekoHTML:
		return nekoLookup(name)
	case Libxml2:
		return html4Reference(name)
	}
	if text := html.UnescapeString(name); text != name {
		return []byte(text)
	}
	return nil
}

// numeric decodes a character reference by number at p. The ";" may be missing. By the
// HTML standard, 13.2.5.80, the numbers 128 to 159 are those of windows-1252,
// and what is no character becomes U+FFFD. In libxml2 what is no XML character
// vanishes, and so does "&#" without a number.
func (d *Decoder) numeric(src []byte, p int) (text []byte, next int) {
	next = p + len("&#")
	base := rune(10)
	if next < len(src) && ascii.Lower(src[next]) == 'x' {
		base = 16
		next++
	}
	digits := next
	var value rune
	for ; next < len(src); next++ {
		digit, ok := digitOf(src[next], base)
		if !ok {
			break
		}
		value = min(value*base+digit, utf8.MaxRune+1)
	}
	if digits == next && d.rules != Libxml2 {
		return nil, p
	}
	if next < len(src) && src[next] == ';' {
		next++
	}
	if d.rules == Libxml2 {
		return xmlCharacter(value), next
	}
	return htmlCharacter(value), next
}

// digitOf returns the value of a digit in base 10 or 16.
func digitOf(c byte, base rune) (rune, bool) {
	if ascii.IsDigit(c) {
		return rune(c - '0'), true
	}
	if c = ascii.Lower(c); base == 16 && 'a' <= c && c <= 'f' {
		return rune(c-'a') + 10, true
	}
	return 0, false
}

// windows1252 has what the numbers 128 to 159 stand for on the web.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

func htmlCharacter(value rune) []byte {
	if 0x80 <= value && value <= 0x9f {
		value = windows1252[value-0x80]
	}
	if value == 0 {
		value = utf8.RuneError
	}
	return utf8.AppendRune(nil, value) // what is no Unicode character is written as U+FFFD
}

func xmlCharacter(value rune) []byte {
	if value < 0x20 && value != '\t' && value != '\n' && value != '\r' || value == 0xfffe || value == 0xffff || !utf8.ValidRune(value) {
		return nil
	}
	return utf8.AppendRune(nil, value)
}

// longestNeko is the length in bytes, "&" included, of the longest character reference that
// is looked up by the rules of NekoHTML. Only leading zeros make a longer one.
const longestNeko = 32

// decodeNeko decodes a character reference by the rules of NekoHTML (docs/boilerpipe.md,
// "Character references"): it extends as far as its characters do, and if it stands
// for nothing it is text as written.
func (d *Decoder) decodeNeko(src []byte, p int) (text []byte, next int) {
	next = p + 1
	for next < len(src) && isNekoReference(src[next]) {
		next++
	}
	name := src[p:next]
	if next < len(src) && src[next] == ';' {
		next++
	}
	if len(name) <= longestNeko {
		if text, end := d.named(name, p); end > p {
			return text, next
		}
	}
	return src[p:next], next
}

// isNekoReference reports whether a byte goes on in a character reference.
func isNekoReference(c byte) bool {
	return ascii.IsAlphanumeric(c) || c == '#' || c == '-' || c == '.' || c == '_'
}

// nekoLookup returns the text of "&" and a name or number, or nil. Numbers are
// signed, of 32 bits, and stand for their characters, those from 128 to 159 too.
func nekoLookup(name string) []byte {
	number, ok := strings.CutPrefix(name, "&#")
	if !ok {
		return html4Reference(name + ";")
	}
	base := 10
	if number != "" && ascii.Lower(number[0]) == 'x' {
		number, base = number[1:], 16
	}
	value, err := strconv.ParseInt(number, base, 32)
	if err != nil {
		return nil
	}
	if value < 0 {
		value &= 0xffff
	}
	return utf8.AppendRune(nil, rune(value)) // what is no Unicode character is written as U+FFFD
}

// html4Reference returns the text of one of the 252 named character references of
// HTML 4 or of "&apos;", or nil. Their meanings are those of the HTML standard
// but for the two angle brackets, which HTML 4 had at U+2329 and U+232A.
func html4Reference(name string) []byte {
	bare := strings.TrimSuffix(strings.TrimPrefix(name, "&"), ";")
	switch {
	case len(bare) != len(name)-len("&;"):
		return nil
	case bare == "lang":
		return []byte("\u2329")
	case bare == "rang":
		return []byte("\u232a")
	case html4Names[bare]:
		return []byte(html.UnescapeString(name))
	}
	return nil
}

// html4Names are the names of HTML 4.01, section 24, without lang and rang,
// and apos, which libxml2 knows too.
var html4Names = func() map[string]bool {
	set := make(map[string]bool)
	for _, name := range strings.Fields(html4NameList) {
		set[name] = true
	}
	return set
}()

const html4NameList = `
nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde
Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute
Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde
auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute
ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
fnof Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma
Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu
xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv bull hellip prime
Prime oline frasl weierp image real trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr
hArr forall part exist empty nabla isin notin ni prod sum minus lowast radic prop infin ang and or
cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil
rceil lfloor rfloor loz spades clubs hearts diams
quot amp lt gt apos OElig oelig Scaron scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash
mdash lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger permil lsaquo rsaquo euro`
