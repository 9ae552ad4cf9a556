package justext_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
)

// allExtractors returns one of each kind: both presets, any language, and one without
// spaces.
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
		of.config.AllowBinary = true // some of the pages are none
		extractors = append(extractors, newExtractor(t, of.lang, of.config))
	}
	return extractors
}

// TestHostile reads every shape with every kind of Extractor.
func TestHostile(t *testing.T) {
	for _, x := range allExtractors(t) {
		r := bytes.NewReader(nil)
		hostile.CheckTime(t, hostile.Shapes, 1, func(page []byte) { extractAll(t, x, r, page) })
	}
}

// TestHostilePromises checks what is promised of every page on small ones of
// every shape, and on files that are no pages at all.
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
