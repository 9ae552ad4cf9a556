package boilerpipe_test

import (
	"bytes"
	"context"
	"testing"
	"testing/iotest"

	"github.com/seed42075109/justext/boilerpipe"
)

// FuzzParse finds the promises of properties_test.go kept for any bytes:
//
//	go test -run XXX -fuzz FuzzParse -fuzzminimizetime 100x ./boilerpipe
func FuzzParse(f *testing.F) {
	for _, page := range propertyPages(f) {
		f.Add(page)
	}
	parsers := []*boilerpipe.Extractor{newExtractor(f, nil), newExtractor(f, func(c *boilerpipe.Config) { c.WordsByScript = true })}
	f.Fuzz(func(t *testing.T, page []byte) {
		for _, p := range parsers {
			text, encoding, err := p.Decode(page, "")
			if err != nil {
				t.Fatalf("Decode: %v", err)
			}
			again := func() *boilerpipe.TextDocument { return parse(t, p, bytes.NewReader(page)) }
			d := again()
			if d.Encoding != encoding {
				t.Errorf("encoding %v of the document, %v of Decode", d.Encoding, encoding)
			}
			for _, fault := range append(faults(d, text), extractorFaults(text, again)...) {
				t.Error(fault)
			}
			slow, err := p.Segment(context.Background(), iotest.OneByteReader(bytes.NewReader(page)), "")
			if err != nil || describe(slow) != describe(d) {
				t.Errorf("one byte at a time: error %v\n got %s\nwant %s", err, describe(slow), describe(d))
			}
		}
	})
}
