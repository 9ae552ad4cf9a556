package tags

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/markup"
)

// TestKnown looks up every name that has a constant, in both cases.
func TestKnown(t *testing.T) {
	var n Names
	for tag := None + 1; tag < NumKnown; tag++ {
		name := tag.String()
		if name == "" || name != strings.ToLower(name) {
			t.Errorf("tag %d has the name %q", tag, name)
		}
		for _, spelt := range []string{name, strings.ToUpper(name)} {
			if got := n.Tag([]byte(spelt)); got != tag {
				t.Errorf("%q: tag %d, want %d", spelt, got, tag)
			}
		}
	}
	if n.List().Len() > 0 {
		t.Errorf("numbered %q", listed(n.List()))
	}
	if Tag(-1).String() != "" || NumKnown.String() != "" || None.String() != "" {
		t.Errorf("names of no tags: %q, %q, %q", Tag(-1).String(), NumKnown.String(), None.String())
	}
}

// TestRead compares the names that Read finds with the plain rule: all names with a constant
// and some others, in any case, with every byte after them, in the middle and at the end of a
// page.
func TestRead(t *testing.T) {
	var n Names
	spelt := []string{"", "x-a", "strong\x00", "p\x01", "pre\x1f", "é", "h7", "blockquot", "blockquotes"}
	for tag := None + 1; tag < NumKnown; tag++ {
		spelt = append(spelt, tag.String(), strings.ToUpper(tag.String()))
	}
	for _, name := range spelt {
		for c := range 256 {
			for _, after := range []string{"", " ", " x=y>text"} {
				src := []byte("<" + name + string([]byte{byte(c)}) + after)
				wantEnd := markup.NameEnd(src, 1)
				want := n.Tag(src[1:wantEnd])
				if got, end := n.Read(src, 1); got != want || end != wantEnd {
					t.Fatalf("%q: %v up to %d, want %v up to %d", src, got, end, want, wantEnd)
				}
			}
		}
	}
}

// TestNames numbers names that have no constant.
func TestNames(t *testing.T) {
	var n Names
	var got []Tag
	for _, name := range []string{"x-a", "X-B", "X-A", "é", "xÉ", "xé", "a\x00b", "p", ""} {
		got = append(got, n.Tag([]byte(name))-NumKnown)
	}
	if want := []Tag{0, 1, 0, 2, 3, 4, 5, P - NumKnown, 6}; !slices.Equal(got, want) {
		t.Errorf("numbers %d, want %d", got, want)
	}
	want := []string{"x-a", "x-b", "é", "xÉ", "xé", "a\ufffdb", ""} // the case of ASCII letters only
	if !slices.Equal(listed(n.List()), want) {
		t.Errorf("names %q, want %q", listed(n.List()), want)
	}
	if n.Name(NumKnown+1) != "x-b" || n.Name(P) != "p" {
		t.Errorf("names %q, %q", n.Name(NumKnown+1), n.Name(P))
	}
}

// listed returns the names of a list.
func listed(l NameList) (names []string) {
	for i := range l.Len() {
		names = append(names, l.Name(NumKnown+Tag(i)))
	}
	return names
}

// TestNamesAreCheap: a name takes no allocation of its own and at most 64 bytes of
// memory, however many there are.
func TestNamesAreCheap(t *testing.T) {
	names := make([][]byte, 200_000)
	for i := range names {
		names[i] = fmt.Appendf(nil, "a%x", i)
	}
	for _, many := range []int{len(names) / 8, len(names)} {
		var n Names
		allocs := testing.AllocsPerRun(1, func() {
			n = Names{}
			for range 2 {
				for _, name := range names[:many] {
					n.Tag(name)
				}
			}
		})
		if allocs > 150 || n.Size() > 64*many || n.List().Len() != many {
			t.Errorf("%d names: %.0f allocations, %d bytes, %d numbers", many, allocs, n.Size(), n.List().Len())
		}
	}
}

// TestNextPage: names stay from page to page until they take much memory. A slice of
// names that was taken before stays as it is.
func TestNextPage(t *testing.T) {
	var n Names
	add := func(name string) Tag { return n.Tag([]byte(name)) }
	first := add("x-a")
	n.NextPage()
	if add("x-b"); add("x-a") != first {
		t.Error("a name has another number on the next page")
	}
	before := n.List()
	for i := range maxKept {
		add(fmt.Sprintf("x%d", i))
	}
	n.NextPage()
	if n.List().Len() > 0 || n.Size() > 0 {
		t.Errorf("%d names, %d bytes are left", n.List().Len(), n.Size())
	}
	if add("y"); !slices.Equal(listed(before), []string{"x-a", "x-b"}) {
		t.Errorf("the names of a page before became %q", listed(before))
	}
}

// TestSets checks membership, union, common tags and changes.
func TestSets(t *testing.T) {
	set := Union(Of(A, P), Of(Xmp), Of(List("br  nosuch\ntd")...))
	for tag := None; tag <= NumKnown; tag++ {
		if want := slices.Contains([]Tag{A, P, Xmp, Br, Td}, tag); set.Has(tag) != want {
			t.Errorf("Has(%v) is %v", tag, !want)
		}
	}
	other := Of(Xmp)
	if !set.Meets(&other) || other.Meets(new(Set)) {
		t.Error("Meets is wrong of xmp")
	}
	set.Change(Xmp, false)
	set.Change(Br, true)
	set.Change(NumKnown, true)
	if set != Of(A, P, Td, Br) || set.Meets(&other) {
		t.Errorf("changed to %x", set)
	}
}
