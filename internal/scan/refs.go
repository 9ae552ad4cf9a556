package scan

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// maxReference is the length in bytes, "&" and ";" included, of the longest
// named character reference of the HTML standard.
const maxReference = len("&CounterClockwiseContourIntegral;")

// references decodes character references and remembers the named ones, so
// that a page with a thousand "&nbsp;" looks it up once.
type references struct {
	dialect Dialect
	seen    map[string][]byte
}

// maxSeen bounds what is remembered of a page made of odd names.
const maxSeen = 4096

// decode reads the character reference at p, where src has an "&". It returns
// the text that the reference stands for, empty where it stands for nothing,
// and the offset behind it. Where there is no reference, next is p.
func (r *references) decode(src []byte, p int) (text []byte, next int) {
	if r.dialect == NekoHTML {
		return r.decodeNeko(src, p)
	}
	if p+1 < len(src) && src[p+1] == '#' {
		return r.numeric(src, p)
	}
	end := p + 1
	for end < len(src) && end-p < maxReference && isAlphanumeric(src[end]) {
		end++
	}
	if end < len(src) && src[end] == ';' {
		end++
	}
	return r.named(src[p:end], p)
}

func isAlphanumeric(c byte) bool { return isLetter(c) || c-'0' < 10 }

// named decodes a reference by name. By the HTML standard, 13.2.5.73, the
// longest known name at the beginning counts, and some names need no ";". For
// libxml2 there are the names of HTML 4, and the ";" must be there.
func (r *references) named(name []byte, p int) (text []byte, next int) {
	text, ok := r.seen[string(name)]
	if !ok {
		if r.seen == nil || len(r.seen) >= maxSeen {
			r.seen = make(map[string][]byte)
		}
		text = r.lookup(string(name))
		r.seen[string(name)] = text
	}
	if text == nil {
		return nil, p
	}
	return text, p + len(name)
}

// lookup returns the text of a reference by name, or nil.
func (r *references) lookup(name string) []byte {
	switch r.dialect {
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

// numeric decodes a reference by number at p; the ";" may be missing. By the
// HTML standard, 13.2.5.80, the numbers 128 to 159 are those of windows-1252,
// and what is no character is U+FFFD. For libxml2 what is no XML character
// vanishes, and so does "&#" without a number.
func (r *references) numeric(src []byte, p int) (text []byte, next int) {
	next = p + len("&#")
	base := rune(10)
	if next < len(src) && src[next]|0x20 == 'x' {
		base = 16
		next++
	}
	digits := next
	var value rune
	for ; next < len(src); next++ {
		d, ok := digit(src[next], base)
		if !ok {
			break
		}
		value = min(value*base+d, utf8.MaxRune+1)
	}
	if digits == next && r.dialect != Libxml2 {
		return nil, p
	}
	if next < len(src) && src[next] == ';' {
		next++
	}
	if r.dialect == Libxml2 {
		return xmlCharacter(value), next
	}
	return htmlCharacter(value), next
}

func digit(c byte, base rune) (rune, bool) {
	switch {
	case c-'0' < 10:
		return rune(c - '0'), true
	case base == 16 && (c|0x20)-'a' < 6:
		return rune((c|0x20)-'a') + 10, true
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

// longestNeko is the length in bytes of the longest reference that NekoHTML may
// know by name or number, "&" included; leading zeros make others.
const longestNeko = 32

// decodeNeko decodes a reference by the rules of NekoHTML (boilerpipe's
// reference, section 3.1): it reaches as far as its characters do, and where it
// stands for nothing it is text as written.
func (r *references) decodeNeko(src []byte, p int) (text []byte, next int) {
	next = p + 1
	for next < len(src) && nekoClasses[src[next]]&nekoReference != 0 {
		next++
	}
	name := src[p:next]
	if next < len(src) && src[next] == ';' {
		next++
	}
	if len(name) <= longestNeko {
		if text, end := r.named(name, p); end > p {
			return text, next
		}
	}
	return src[p:next], next
}

// nekoLookup returns the text of "&" and a name or number, or nil. Numbers stand
// for their characters, those from 128 to 159 too; they have 32 bits with a
// sign.
func nekoLookup(name string) []byte {
	number, ok := strings.CutPrefix(name, "&#")
	if !ok {
		return html4Reference(name + ";")
	}
	base := 10
	if number != "" && number[0]|0x20 == 'x' {
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

// html4Reference returns the text of one of the 252 named references of
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
