package tags

import (
	"hash/maphash"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/eight"
	"github.com/seed42075109/justext/internal/markup"
)

// knownSlots is a power of two, more than three times as large as NumKnown.
const knownSlots = 512

// A knownName is a name that has a constant, in a table of hashes.
type knownName struct {
	key uint64
	tag Tag // None where the slot is free
}

// known finds the tags that have constants. A name whose slot is taken has the next
// free one.
var known = func() (table [knownSlots]knownName) {
	for t := None + 1; t < NumKnown; t++ {
		key := keyOf([]byte(names[t]), 0, len(names[t]))
		at := slot(key)
		for table[at].tag != None {
			at = (at + 1) % knownSlots
		}
		table[at] = knownName{key, t}
	}
	return table
}()

// slot returns where a key belongs in known. It multiplies by 2^64 divided by the golden
// ratio, and takes the highest bits.
func slot(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 / (1 << 64 / knownSlots) }

// keyOf returns the first eight bytes of the name src[begin:end], ASCII letters in lower
// case, as a number: the first byte is the lowest, and those that the name does not have
// are 0.
func keyOf(src []byte, begin, end int) (key uint64) {
	n := min(end-begin, 8)
	if begin+8 <= len(src) {
		key = eight.Bytes(src[begin:]) & (1<<(8*n) - 1)
	} else {
		for i := range n {
			key |= uint64(src[begin+i]) << (8 * i)
		}
	}
	return eight.Lower(key)
}

// lookup returns the tag of the name src[begin:end] if it has a constant, or None. The
// case of ASCII letters is ignored.
func lookup(src []byte, begin, end int) Tag {
	key := keyOf(src, begin, end)
	for at := slot(key); known[at].tag != None; at = (at + 1) % knownSlots {
		t := known[at].tag
		if known[at].key == key && len(names[t]) == end-begin && (end-begin <= 8 || ascii.EqualFold(src[begin:end], names[t])) {
			return t
		}
	}
	return None
}

// readKnown is [Names.Read] for names that have a constant and fewer than eight bytes, where
// eight bytes of the page are left at p. For any other t is None. It finds the end, the key and
// the tag of the name at once, which takes 3% off the time that a page takes.
func readKnown(src []byte, p int) (t Tag, end int) {
	if p+8 > len(src) {
		return None, p
	}
	number := eight.Bytes(src[p:])
	ends := eight.Blanks(number) | eight.Zeros(number^'/'*eight.Each) | eight.Zeros(number^'>'*eight.Each)
	if ends == 0 {
		return None, p
	}
	n := eight.First(ends)
	end = p + n
	if !markup.EndsName(src[end]) {
		return None, p // a control character
	}
	key := eight.Lower(number & (1<<(8*n) - 1))
	for at := slot(key); known[at].tag != None; at = (at + 1) % knownSlots {
		if known[at].key == key {
			return known[at].tag, end
		}
	}
	return None, p
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
// by the HTML standard, 13.2.5.8, zero bytes for U+FFFD.
func (n *Names) Tag(name []byte) Tag { return n.TagAt(name, 0, len(name)) }

// Read reads the name of a tag at p, by the HTML standard, 13.2.5.8.
func (n *Names) Read(src []byte, p int) (t Tag, end int) {
	if t, end = readKnown(src, p); t != None {
		return t, end
	}
	end = markup.NameEnd(src, p)
	return n.TagAt(src, p, end), end
}

// TagAt returns the tag of the name src[begin:end]. It is faster than Tag, since it may
// look at the bytes after a short name.
func (n *Names) TagAt(src []byte, begin, end int) Tag {
	if t := lookup(src, begin, end); t != None {
		return t
	}
	n.lowered = n.lowered[:0]
	for _, c := range src[begin:end] {
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
