package tags

import (
	"hash/maphash"
	"strings"

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
//
// A page may have as many names as tags, so a name costs little: its text stands
// after that of the name before, and the table of hashes has no pointers.
type Names struct {
	text    *strings.Builder // of all names
	ends    []int            // where each ends in text
	slots   []nameSlot       // a hash table; its length is a power of two, half of it free
	seed    maphash.Seed     // so that no page can choose names that collide
	lowered []byte           // scratch memory: a name in lower case
}

// A nameSlot is a name in the table of hashes.
type nameSlot struct {
	hash   uint32
	number uint32 // from 1; 0 where the slot is free
}

const (
	maxKept  = 4096 // bytes of names that are remembered from page to page
	minSlots = 64
)

// NextPage tells that another page begins. The names of the pages before keep
// their numbers, unless they take much memory; then they are forgotten.
func (n *Names) NextPage() {
	if n.text != nil && n.text.Len() > maxKept {
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
	if 2*len(n.ends) >= len(n.slots) {
		n.grow()
	}
	hash := uint32(maphash.Bytes(n.seed, n.lowered))
	slot := n.find(hash)
	if slot.number == 0 {
		n.text.Write(n.lowered)
		n.ends = append(n.ends, n.text.Len())
		*slot = nameSlot{hash: hash, number: uint32(len(n.ends))}
	}
	return NumKnown + Tag(slot.number) - 1
}

// find returns the slot of the name in lowered, or the free one where it belongs.
func (n *Names) find(hash uint32) *nameSlot {
	mask := uint32(len(n.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &n.slots[i]
		if s.number == 0 || s.hash == hash && n.Name(NumKnown+Tag(s.number)-1) == string(n.lowered) {
			return s
		}
	}
}

// grow doubles the table of hashes.
func (n *Names) grow() {
	if n.text == nil {
		n.text, n.seed = new(strings.Builder), maphash.MakeSeed()
	}
	before := n.slots
	n.slots = make([]nameSlot, max(minSlots, 2*len(before)))
	mask := uint32(len(n.slots) - 1)
	for _, s := range before {
		if s.number == 0 {
			continue
		}
		i := s.hash & mask
		for n.slots[i].number != 0 {
			i = (i + 1) & mask
		}
		n.slots[i] = s
	}
}

// Name returns the name of a tag.
func (n *Names) Name(t Tag) string { return n.List().Name(t) }

// Size returns about how many bytes of memory the names take.
func (n *Names) Size() int {
	const end, slot = 8, 8
	size := cap(n.ends)*end + len(n.slots)*slot + cap(n.lowered)
	if n.text != nil {
		size += n.text.Cap()
	}
	return size
}

// List returns the names that have been numbered so far.
func (n *Names) List() NameList {
	if n.text == nil {
		return NameList{}
	}
	return NameList{text: n.text.String(), ends: n.ends}
}

// A NameList is the names of a page, and maybe a few of earlier pages. It does not
// change when [Names] number more.
type NameList struct {
	text string
	ends []int
}

// Len returns how many names there are that have no constant.
func (l NameList) Len() int { return len(l.ends) }

// Name returns the name of a tag.
func (l NameList) Name(t Tag) string {
	if t < NumKnown {
		return t.String()
	}
	i := t - NumKnown
	begin := 0
	if i > 0 {
		begin = l.ends[i-1]
	}
	return l.text[begin:l.ends[i]]
}
