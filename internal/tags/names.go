package tags

import (
	"github.com/seed42075109/justext/internal/ascii"
)

// A Hash is the hash of a name, in which the case of ASCII letters does not
// count. The readers of a page compute it while they look for the end of the
// name, beginning with [HashStart].
type Hash uint32

// HashStart is the hash of the empty name.
const HashStart Hash = 2166136261 // of FNV-1a with 32 bits

// Add returns the hash of a name with one more byte.
func (h Hash) Add(c byte) Hash {
	const prime = 16777619 // of FNV-1a with 32 bits
	return (h ^ Hash(ascii.Lower(c))) * prime
}

// HashOf returns the hash of a whole name.
func HashOf[T string | []byte](name T) Hash {
	h := HashStart
	for i := range len(name) {
		h = h.Add(name[i])
	}
	return h
}

// knownSlots is a power of two, more than three times as large as NumKnown.
const knownSlots = 512

// slot folds a hash into the table of known names.
func (h Hash) slot() Hash { return (h ^ h>>15) % knownSlots }

// known maps hashes to the tags that have constants. A tag whose slot is taken
// has the next free one. The conversion below it does not compile if a tag no
// longer fits into a byte.
var known = func() (table [knownSlots]uint8) {
	for t := None + 1; t < NumKnown; t++ {
		s := HashOf(names[t]).slot()
		for table[s] != 0 {
			s = (s + 1) % knownSlots
		}
		table[s] = uint8(t)
	}
	return table
}()

const _ = uint8(NumKnown - 1)

// lookup returns the tag of a name that has a constant, or None. The case of
// ASCII letters is ignored. h is the hash of the name.
func lookup(name []byte, h Hash) Tag {
	for s := h.slot(); known[s] != 0; s = (s + 1) % knownSlots {
		if t := Tag(known[s]); ascii.EqualFold(name, names[t]) {
			return t
		}
	}
	return None
}

// Names numbers the names of a page that have no constant, in the order in which
// they are met, beginning with [NumKnown]. The zero value is ready for use.
type Names struct {
	tags    map[string]Tag
	names   []string
	size    int    // bytes of names
	lowered []byte // scratch memory: a name in lower case
}

// maxKept is how many bytes of names are remembered from page to page.
const maxKept = 4096

// NextPage tells that another page begins. The names of the pages before keep
// their numbers, unless they take much memory; then they are forgotten.
func (n *Names) NextPage() {
	if n.size > maxKept {
		*n = Names{}
	}
}

// Tag returns the tag of a name as a page has it: ASCII letters in any case and,
// by the HTML standard, 13.2.5.8, zero bytes for U+FFFD. h is the hash of the name.
func (n *Names) Tag(name []byte, h Hash) Tag {
	if t := lookup(name, h); t != None {
		return t
	}
	n.lowered = n.lowered[:0]
	for _, c := range name {
		if c == 0 {
			n.lowered = append(n.lowered, "\ufffd"...)
			continue
		}
		n.lowered = append(n.lowered, ascii.Lower(c))
	}
	t, ok := n.tags[string(n.lowered)]
	if !ok {
		t = n.add(string(n.lowered))
	}
	return t
}

// add numbers a new name.
func (n *Names) add(name string) Tag {
	if n.tags == nil {
		n.tags = make(map[string]Tag)
	}
	t := NumKnown + Tag(len(n.names))
	n.names = append(n.names, name)
	n.tags[name] = t
	n.size += len(name)
	return t
}

// Name returns the name of a tag.
func (n *Names) Name(t Tag) string {
	if t >= NumKnown {
		return n.names[t-NumKnown]
	}
	return t.String()
}

// All returns the names without a constant, beginning with that of the tag
// [NumKnown]. There may be a few of earlier pages. The slice must not be changed;
// it stays valid when more names are added.
func (n *Names) All() []string { return n.names }

// Size returns about how many bytes of memory the names take.
func (n *Names) Size() int {
	const entry = 64 // of the map and the slice, without the text of the name
	return n.size + len(n.names)*entry + cap(n.lowered)
}
