package boilerpipe

import (
	"bytes"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/tags"
)

// This file says what is inert: which elements and attributes of a page run nothing,
// send nothing and load nothing but images (docs/boilerpipe.md, "Highlighting").

// inertElements are the elements whose tags are inert if their attributes are.
var inertElements = tags.Of(tags.List("html body article aside section nav header footer main div p h1 h2 h3 h4 h5 h6 hgroup" +
	" address blockquote center pre listing ol ul li dl dt dd dir menu figure figcaption table caption colgroup col thead tbody" +
	" tfoot tr td th a abbr acronym b bdo big cite code del dfn em font i ins kbd mark nobr q rb rbc rp rt rtc ruby s samp small" +
	" span strike strong sub sup time tt u var wbr br hr img label fieldset legend details summary")...)

// addresses are the attributes of these elements whose value is an address.
var addresses = set("href src cite longdesc")

// activeAttributes are the attributes that are never inert in one of the elements,
// or that take part in something active elsewhere. So are those that begin with "on"
// and those whose names have other characters than letters, digits, "-" and "_".
var activeAttributes = set("accesskey action archive autofocus background classid code codebase contenteditable data" +
	" dynsrc form formaction http-equiv imagesrcset is lowsrc manifest nonce ping popover popovertarget poster profile slot" +
	" srcdoc srcset target usemap")

// inertSchemes are the schemes of addresses that may be followed.
var inertSchemes = set("http https mailto tel ftp")

func set(list string) map[string]bool {
	names := make(map[string]bool)
	for _, name := range strings.Fields(list) {
		names[name] = true
	}
	return names
}

// isInert reports whether an attribute of an inert element, its name in lower case,
// is inert.
func isInert(name string, value []byte) bool {
	switch {
	case !isPlainName(name), strings.HasPrefix(name, "on"), activeAttributes[name]:
		return false
	case name == "style":
		return !bytes.ContainsAny(value, `(\@`) && !bytes.Contains(value, []byte("/*"))
	case addresses[name]:
		return isInertAddress(value)
	}
	return true
}

// isPlainName reports whether a name is made of ASCII letters, digits, "-" and "_".
func isPlainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c != '-' && c != '_' && !ascii.IsAlphanumeric(c) {
			return false
		}
	}
	return true
}

// isInertAddress reports whether an address is relative or has one of the
// inertSchemes. Browsers drop tabs and line ends in an address, and white space and
// control characters at its ends (URL standard, section 4.4); here none of them
// counts anywhere.
func isInertAddress(value []byte) bool {
	var scheme strings.Builder
	for _, r := range string(value[:min(len(value), maxScheme)]) {
		switch {
		case r <= ' ' || isControl(r):
		case r == ':':
			return inertSchemes[strings.ToLower(scheme.String())]
		case strings.ContainsRune("/?#", r):
			return true
		default:
			scheme.WriteRune(r)
		}
	}
	return len(value) <= maxScheme
}

// maxScheme is how many bytes of an address are looked at for a scheme. An address
// that shows none within them counts as one with an unknown scheme.
const maxScheme = 1024
