package page

import (
	"errors"
	"testing"
)

// TestTypeNames: every type has a name, by which it is found.
func TestTypeNames(t *testing.T) {
	for want := range Type(NumTypes) {
		if got, err := ParseType(want.String()); err != nil || got != want {
			t.Errorf("%q: %v, error %v", want, got, err)
		}
	}
	for _, name := range []string{"", "Article", "article ", "Type(7)"} {
		if _, err := ParseType(name); !errors.Is(err, ErrConfig) {
			t.Errorf("%q: error %v", name, err)
		}
	}
	if got := Type(NumTypes).String(); got != "Type(7)" {
		t.Errorf("beyond the last: %q", got)
	}
}

func TestBestType(t *testing.T) {
	for _, test := range []struct {
		types       Types
		best        Type
		probability float32
	}{
		{Types{}, TypeArticle, 0},
		{Types{TypeForum: 0.4, TypeListing: 0.6}, TypeListing, 0.6},
		{Types{TypeProduct: 0.5, TypeService: 0.5}, TypeProduct, 0.5},
	} {
		best, probability := test.types.Best()
		if best != test.best || probability != test.probability || test.types.Known() != (probability > 0) {
			t.Errorf("%v: %v with %v, known %v", test.types, best, probability, test.types.Known())
		}
	}
}
