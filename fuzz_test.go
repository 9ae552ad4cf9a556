package justext_test

import (
	"bytes"
	"context"
	"testing"
	"testing/iotest"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
)

// FuzzExtract finds the promises of properties_test.go kept for any bytes,
// under both presets:
//
//	go test -run XXX -fuzz FuzzExtract -fuzzminimizetime 100x .
func FuzzExtract(f *testing.F) {
	for _, golden := range goldenPages(f) {
		f.Add(golden.html)
	}
	for _, page := range hostile.OddPages {
		f.Add([]byte(page))
	}
	config := justext.DefaultConfig()
	config.TextNodes, config.Images = true, true
	extractors := []*justext.Extractor{newExtractor(f, "en", config), newExtractor(f, "en", justext.PythonConfig())}
	f.Fuzz(func(t *testing.T, page []byte) {
		for _, x := range extractors {
			text, encoding, err := x.Decode(page, "")
			if err != nil {
				t.Fatalf("Decode: %v", err)
			}
			document, err := x.Document(context.Background(), bytes.NewReader(page), "")
			if err != nil {
				t.Fatalf("Document: %v", err)
			}
			if document.Encoding != encoding {
				t.Errorf("encoding %v of the document, %v of Decode", document.Encoding, encoding)
			}
			for _, fault := range faults(document, text) {
				t.Error(fault)
			}
			same(t, "one byte at a time", describe(document.Paragraphs), extract(t, x, iotest.OneByteReader(bytes.NewReader(page))))
		}
	})
}
