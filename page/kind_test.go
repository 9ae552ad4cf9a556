package page_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
)

// TestKindSet: a set is what its names say, and sets are added, subtracted and compared.
func TestKindSet(t *testing.T) {
	for _, test := range []struct {
		list string
		want page.KindSet
	}{
		{"", page.KindSet{}},
		{" ", page.Kinds()},
		{"text", page.Kinds(page.Text)},
		{"share, headline ,headline", page.Kinds(page.Headline, page.Share)},
	} {
		got, err := page.ParseKinds(test.list)
		if err != nil || got != test.want {
			t.Errorf("%q: %v, %v; want %v", test.list, got, err, test.want)
		}
		if again, err := page.ParseKinds(got.String()); err != nil || again != got {
			t.Errorf("%q: read again, it is %v, %v", test.list, again, err)
		}
		if got.Empty() != (len(got.Kinds()) == 0) {
			t.Errorf("%q: Empty is %t of %v", test.list, got.Empty(), got.Kinds())
		}
	}
	for _, list := range []string{"Text", "headline,", "comments", "Kind(3)", strings.Repeat("text,", 3) + "?"} {
		if got, err := page.ParseKinds(list); !errors.Is(err, page.ErrConfig) || !got.Empty() {
			t.Errorf("%q: %v, %v; want an error", list, got, err)
		}
	}
	a, b := page.Kinds(page.Text, page.List), page.Kinds(page.List, page.Share)
	if a.Union(b) != page.Kinds(page.Text, page.List, page.Share) || a.Minus(b) != page.Kinds(page.Text) || a.Both(b) != page.Kinds(page.List) {
		t.Errorf("of %v and %v: %v, %v, %v", a, b, a.Union(b), a.Minus(b), a.Both(b))
	}
	if page.Kinds(200).Has(200) || !a.Has(page.Text) || a.Has(page.Share) {
		t.Error("Has")
	}
}
