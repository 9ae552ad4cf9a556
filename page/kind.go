package page

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A Kind says what a block is in its page.
type Kind uint8

// Every method tells the kinds from Text to Form, from markup alone. Package victor
// tells the others too.
const (
	Text    Kind = iota // running text, and whatever is none of the others
	Heading             // in h1 to h6
	List                // in an item of a list: li, dt, dd
	Table               // in a cell of a table: td, th
	Code                // in pre
	Quote               // in blockquote
	Caption             // of a table or figure
	Image               // the alternative text of an image
	Form                // in a select, button, textarea or option, or elsewhere in a form

	Headline   // the title of the article, where it stands in the text
	Byline     // a line with the author or the date
	Comment    // a comment of a reader
	Related    // a link to another article, or a teaser of it
	Navigation // in a menu, a breadcrumb trail or the like
	Legal      // a notice on copyright, privacy or cookies
	Share      // a button or link for sharing the page

	numKinds = iota
)

var kindNames = [numKinds]string{"text", "heading", "list", "table", "code", "quote", "caption", "image", "form",
	"headline", "byline", "comment", "related", "navigation", "legal", "share"}

// String returns the name of the kind in lower case, such as "heading".
func (k Kind) String() string {
	if k >= numKinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// A KindSet is a set of kinds. The zero KindSet is empty. Values are compared with ==.
type KindSet struct{ bits uint32 }

// The bits of a KindSet are enough.
const _ = uint(32 - numKinds)

// Kinds returns the set of some kinds. It leaves out values that are none of the
// constants.
func Kinds(kinds ...Kind) (s KindSet) {
	for _, k := range kinds {
		if k < numKinds {
			s.bits |= 1 << k
		}
	}
	return s
}

// ParseKinds reads the names of kinds, separated by commas: "headline,heading,list".
// White space around a name is ignored, and so is an empty list. The error wraps
// [ErrConfig] and says which names there are.
func ParseKinds(list string) (s KindSet, err error) {
	if strings.TrimSpace(list) == "" {
		return s, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		k := slices.Index(kindNames[:], strings.TrimSpace(name))
		if k < 0 {
			return KindSet{}, fmt.Errorf("%w: %q is not a kind of text; expected some of %s", ErrConfig, name, strings.Join(kindNames[:], ", "))
		}
		s.bits |= 1 << k
	}
	return s, nil
}

// Has reports whether a kind is in the set.
func (s KindSet) Has(k Kind) bool { return k < numKinds && s.bits&(1<<k) != 0 }

// Empty reports whether no kind is in the set.
func (s KindSet) Empty() bool { return s.bits == 0 }

// Union returns the kinds that are in s or in t.
func (s KindSet) Union(t KindSet) KindSet { return KindSet{s.bits | t.bits} }

// Minus returns the kinds that are in s and not in t.
func (s KindSet) Minus(t KindSet) KindSet { return KindSet{s.bits &^ t.bits} }

// Both returns the kinds that are in s and in t.
func (s KindSet) Both(t KindSet) KindSet { return KindSet{s.bits & t.bits} }

// Kinds returns the kinds in the set, in the order of the constants.
func (s KindSet) Kinds() (kinds []Kind) {
	for rest := s.bits; rest != 0; rest &= rest - 1 {
		kinds = append(kinds, Kind(bits.TrailingZeros32(rest)))
	}
	return kinds
}

// String returns the names of the kinds, as [ParseKinds] reads them.
func (s KindSet) String() string {
	var names []string
	for _, k := range s.Kinds() {
		names = append(names, k.String())
	}
	return strings.Join(names, ",")
}
