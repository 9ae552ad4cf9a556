package justext_test

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
)

// allExtractors returns an Extractor of each kind: both presets, any language, and a
// language without spaces.
func allExtractors(t testing.TB) []*justext.Extractor {
	t.Helper()
	config := justext.DefaultConfig()
	config.TextNodes, config.Images = true, true
	byParagraph := justext.DefaultConfig()
	byParagraph.LangByParagraph = true
	var extractors []*justext.Extractor
	for _, of := range []struct {
		lang   string
		config justext.Config
	}{{"en", config}, {"en", justext.PythonConfig()}, {justext.Auto, byParagraph}, {"ja", justext.DefaultConfig()}} {
		of.config.AllowBinary = true // some of the pages begin like binary files
		extractors = append(extractors, newExtractor(t, of.lang, of.config))
	}
	return extractors
}

// TestHostile reads every shape with one kind of Extractor, or with every kind: make
// hostile.
func TestHostile(t *testing.T) {
	extractors := allExtractors(t)
	for i, x := range extractors {
		r := bytes.NewReader(nil)
		shapes := hostile.Sample(hostile.Shapes, i, len(extractors))
		hostile.CheckTime(t, shapes, 2, func(page []byte) { extractAll(t, x, r, page) })
	}
}

// TestHostilePromises checks the promises about every page on small pages of each shape,
// and on files that are not pages at all.
func TestHostilePromises(t *testing.T) {
	pages := hostile.SmallPages(hostile.Shapes)
	for _, x := range allExtractors(t) {
		for name, page := range pages {
			text, _, err := x.Decode(page, "")
			if err != nil {
				t.Fatal(err)
			}
			document, err := x.Document(t.Context(), bytes.NewReader(page), "")
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, fault := range faults(document, text) {
				t.Errorf("%s: %s", name, fault)
			}
		}
	}
}

// TestLargeTokens: the text is one paragraph.
func TestLargeTokens(t *testing.T) {
	x := newExtractor(t, "en", justext.DefaultConfig())
	hostile.CheckLargeTokens(t, func(page string) string {
		var texts []string
		for _, p := range extractAll(t, x, bytes.NewReader(nil), []byte(page)) {
			texts = append(texts, p.Text)
		}
		return strings.Join(texts, "|")
	})
}

// TestMemory checks that the resident memory stays below 16 times the page, whatever the
// caller asks for: paragraphs, texts of text nodes, paths one at a time, the text, and the
// view.
func TestMemory(t *testing.T) {
	hostile.CheckMemory(t, hostile.Shapes, func(source []byte) {
		for _, config := range []justext.Config{justext.DefaultConfig(), justext.PythonConfig()} {
			debug.FreeOSMemory() // one preset at a time
			config.TextNodes = true
			config.AllowBinary = true
			x := newExtractor(t, "en", config)
			d, _ := x.Document(t.Context(), bytes.NewReader(source), "") // it may meet a limit
			pathBytes := 0
			for i := range d.Paragraphs[:min(len(d.Paragraphs), 2000)] { // one path at a time
				pathBytes += len(d.Paragraphs[i].XPath()) + len(d.Paragraphs[i].DOMPath())
			}
			view := d.View()
			t.Logf("%d paragraphs, %d bytes of paths, %d bytes of good text", len(view.Blocks), pathBytes, len(view.Text))
		}
	})
}
