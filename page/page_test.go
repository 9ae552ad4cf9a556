package page

import (
	"errors"
	"fmt"
	"math"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*Options)
		bad    bool
	}{
		{"default", func(*Options) {}, false},
		{"no limits", func(o *Options) { o.MaxBytes, o.MaxToken, o.MaxBlocks, o.MaxElements, o.MaxDepth = 0, 0, 0, 0, 0 }, false},
		{"largest page", func(o *Options) { o.MaxBytes = MaxPage }, false},
		{"zero value", func(o *Options) { *o = Options{} }, true},
		{"made by hand", func(o *Options) { *o = Options{DefaultEncoding: "utf-8", MaxBytes: 1 << 20, MaxDepth: 512} }, true},
		{"invalid bytes", func(o *Options) { o.InvalidBytes = RefuseInvalid + 1 }, true},
		{"negative bytes", func(o *Options) { o.MaxBytes = -1 }, true},
		{"too many bytes", func(o *Options) { o.MaxBytes = MaxPage + 1 }, true},
		{"negative token", func(o *Options) { o.MaxToken = -1 }, true},
		{"negative blocks", func(o *Options) { o.MaxBlocks = -1 }, true},
		{"negative elements", func(o *Options) { o.MaxElements = math.MinInt }, true},
		{"negative depth", func(o *Options) { o.MaxDepth = -1 }, true},
		{"no room for body", func(o *Options) { o.MaxDepth = 1 }, true},
	} {
		o := DefaultOptions()
		test.change(&o)
		if err := o.Check(); errors.Is(err, ErrConfig) != test.bad || (err != nil) != test.bad {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}

func TestLimitError(t *testing.T) {
	for _, limit := range []string{"MaxBytes", "MaxToken", "MaxBlocks", "MaxElements"} {
		err := fmt.Errorf("wrapped: %w", &LimitError{Limit: limit, Value: 7, Offset: 9})
		if !errors.Is(err, &LimitError{Limit: limit}) {
			t.Errorf("%v is not of %s", err, limit)
		}
		if errors.Is(err, &LimitError{Limit: "Max"}) || errors.Is(err, &LimitError{Limit: limit, Value: 8}) || errors.Is(err, ErrConfig) {
			t.Errorf("%v is something else too", err)
		}
		if limitUnits[limit] == "" {
			t.Errorf("%s has no unit", limit)
		}
	}
	const want = "page has more than 7 blocks; MaxBlocks sets the limit (met after 9 bytes)"
	if got := (&LimitError{Limit: "MaxBlocks", Value: 7, Offset: 9}).Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNames(t *testing.T) {
	for _, test := range []struct {
		got  fmt.Stringer
		want string
	}{
		{Text, "text"}, {Heading, "heading"}, {Form, "form"}, {Share, "share"}, {Share + 1, "Kind(16)"},
		{EncodingRule(0), "none"}, {EncodingForced, "forced"}, {EncodingDefault, "default"}, {EncodingDefault + 1, "EncodingRule(10)"},
	} {
		if test.got.String() != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}
