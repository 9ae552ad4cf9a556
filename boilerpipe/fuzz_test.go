package boilerpipe_test

import (
	"bytes"
	"testing"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
)

// FuzzParse checks the promises about the blocks of a page and about Clean on any bytes,
// with each Config. The properties that cost more are checked on the
// pages of TestBlocksAreWellFormed and TestHostilePromises.
//
//	go test -run XXX -fuzz FuzzParse -fuzzminimizetime 100x ./boilerpipe
func FuzzParse(f *testing.F) {
	for _, page := range hostile.OddPages {
		if len(page) < 1000 {
			f.Add([]byte(page), uint8(len(page)))
		}
	}
	var all []*boilerpipe.Extractor
	for i := range 8 {
		all = append(all, newFiltering(f, boilerpipe.ArticleSentences(), func(c *boilerpipe.Config) {
			c.Original, c.WordsByScript, c.Noscript = i == 7, i&1 != 0, i&2 != 0
		}))
	}
	f.Fuzz(func(t *testing.T, page []byte, way uint8) {
		x := all[way%8]
		text, _, err := x.Decode(page, "")
		if err != nil {
			t.Fatalf("Decode: %v", err)
		}
		for _, fault := range faults(parse(t, x, bytes.NewReader(page)), text) {
			t.Error(fault)
		}
		if way%8 == 7 {
			return // blocks of control characters are lines of the text, but have no part
		}
		for _, fault := range cleanFaults(t, x, page) {
			t.Error(fault)
		}
	})
}
