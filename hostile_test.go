package justext_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/page"
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
		hostile.CheckTime(t, shapes, 8, func(page []byte) { extractAll(t, x, r, page) })
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

// TestMemory holds the resident memory within 16 times the page for whatever can be asked
// of a page: its paragraphs, the texts of its text nodes, its paths, its text and the view
// of it.
func TestMemory(t *testing.T) {
	hostile.CheckMemory(t, hostile.Shapes, map[string]hostile.Way{
		"DefaultConfig": func(t *testing.T, page io.Reader, part int) { askForAll(t, justext.DefaultConfig(), page, part) },
		"PythonConfig":  func(t *testing.T, page io.Reader, part int) { askForAll(t, justext.PythonConfig(), page, part) },
	})
}

// askForAll is a [hostile.Way].
func askForAll(t *testing.T, config justext.Config, source io.Reader, part int) {
	t.Helper()
	config.TextNodes = true
	config.AllowBinary = true
	config.MaxBlocks /= part
	config.MaxElements /= part
	d, err := newExtractor(t, "en", config).Document(t.Context(), source, "")
	var limit *page.LimitError
	if err != nil && !errors.As(err, &limit) {
		t.Fatal(err)
	}
	pathBytes := 0
	for i := range d.Paragraphs[:min(len(d.Paragraphs), 2000)] { // each is garbage before the next
		pathBytes += len(d.Paragraphs[i].XPath()) + len(d.Paragraphs[i].DOMPath())
	}
	view := d.View()
	t.Logf("%d paragraphs, %d bytes of paths, %d bytes of good text", len(view.Blocks), pathBytes, len(view.Text))
}
