package victor

import (
	"strings"
	"testing"
	"unicode"

	"github.com/seed42075109/justext/page"
)

// TestKinds: the innermost element that gives a kind decides, but everything in a
// heading is a heading.
func TestKinds(t *testing.T) {
	x := newExtractor(t)
	for source, want := range map[string]page.Block{
		"<p>a":                                   {},
		"<h1>a":                                  {Kind: page.Heading, Level: 1},
		"<h6><a><i>a":                            {Kind: page.Heading, Level: 6},
		"<h2><ul><li>a":                          {Kind: page.Heading, Level: 2},
		"<li><h3>a":                              {Kind: page.Heading, Level: 3},
		"<ul><li><p>a":                           {Kind: page.List},
		"<dl><dt>a":                              {Kind: page.List},
		"<dl><dd>a":                              {Kind: page.List},
		"<ul>a":                                  {},
		"<table><td><b>a":                        {Kind: page.Table},
		"<table><th>a":                           {Kind: page.Table},
		"<table><caption>a":                      {Kind: page.Caption},
		"<figure><figcaption>a":                  {Kind: page.Caption},
		"<figure>a":                              {},
		"<pre><code>a":                           {Kind: page.Code},
		"<code>a":                                {},
		"<blockquote><p>a":                       {Kind: page.Quote},
		"<blockquote><ul><li>a":                  {Kind: page.List},
		"<ul><li><blockquote>a":                  {Kind: page.Quote},
		"<img alt=a>":                            {Kind: page.Image},
		"<h1><img alt=a>":                        {Kind: page.Image},
		"<button>a":                              {Kind: page.Form},
		"<select>a":                              {Kind: page.Form},
		"<x-y><h2></h2>a":                        {},
		"<h1>b</h1><table><tr><td></table><p>a":  {},
		"<table><tr><td><ul><li></ul>a</table>b": {Kind: page.Table},
	} {
		d, err := x.Clean(t.Context(), strings.NewReader(source), "")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, b := range d.Blocks {
			if b.Text == "a" {
				found = true
				if b.Kind != want.Kind || b.Level != want.Level {
					t.Errorf("%s: %s, level %d; want %s, level %d", source, b.Kind, b.Level, want.Kind, want.Level)
				}
			}
		}
		if !found {
			t.Errorf("%s: no block a", source)
		}
	}
}

func TestView(t *testing.T) {
	x := newExtractor(t)
	d, err := x.Document(t.Context(), strings.NewReader("<html lang=' en_GB '>"+article[3+len("<!doctype html><html>"):]), "")
	if err != nil {
		t.Fatal(err)
	}
	view := d.View()
	if view.Lang != "en" || d.Lang != "en-GB" || view.Title != "The férry" || view.Text != d.Text() || view.Encoding != d.Encoding || len(view.Blocks) != len(d.Blocks) {
		t.Errorf("view %q, %q, %d blocks, text %q", view.Lang, view.Title, len(view.Blocks), view.Text)
	}
	kept := 0
	for i, b := range view.Blocks {
		from := &d.Blocks[i]
		reason := "labelled " + from.Label
		if from.Image {
			reason = "alternative text"
		}
		if b.Reason != reason || b.Keep != (from.Content() && !from.Image) || b.Probability != float32(1-from.Marginals[1]) || b.Start != from.Start || b.End != from.End {
			t.Errorf("block %+v of %+v", b, from)
		}
		if b.Keep {
			kept++
		}
	}
	if kept == 0 || kept == len(view.Blocks) {
		t.Errorf("%d of %d blocks are kept", kept, len(view.Blocks))
	}
	config := DefaultConfig()
	config.MinF1 = 1
	if x, err = New(DefaultModel(), config); err != nil {
		t.Fatal(err)
	}
	none, err := x.Clean(t.Context(), strings.NewReader(article), "")
	if err != nil {
		t.Fatal(err)
	}
	if b := none.Blocks[0]; none.Text != "" || b.Keep || !strings.Contains(b.Reason, "too little main content") {
		t.Errorf("text %q, block %+v", none.Text, b)
	}
}

func TestLang(t *testing.T) {
	x := newExtractor(t)
	for source, want := range map[string]string{
		"<html lang=cs><p>a": "cs", "<!doctype html><HTML LANG=pt-BR><p>a": "pt-BR", "<p>a": "", "<p lang=cs>a": "", "<html lang=''><p>a": "",
		"<html lang='a b'><p>a": "", "<html lang='\x1b[31m'><p>a": "", "<p>a<html lang=cs>": "", "<html lang=日本><p>a": "", "<html lang=de-><p>a": "", "<html lang=e><p>a": "", "<html lang=en-US-US><p>a": "", "<html lang=--><p>a": "", "<html lang=es_419><p>a": "es-419",
	} {
		d, err := x.Document(t.Context(), strings.NewReader(source), "text/html; charset=utf-8")
		if err != nil || d.Lang != want {
			t.Errorf("%s: %q, error %v; want %q", source, d.Lang, err, want)
		}
	}
}

// TestControls: no text has control characters other than tab and line feed, whether
// the page has them as bytes or as character references, and the byte ranges are those of the page.
func TestControls(t *testing.T) {
	x := newExtractor(t)
	var all strings.Builder
	for c := range rune(0xa0) {
		if unicode.IsControl(c) {
			all.WriteRune(c)
		}
	}
	for _, controls := range []string{all.String(), "&#27;[31m&#7;&#8;&#127;&#x85;&#x9b;&#1;&#0;"} {
		words := strings.Repeat("It leaves the harbour at nine in the "+controls+" morning, and comes back. ", 9)
		source := "<title>a" + controls + "b</title><p>" + words + "<p>end"
		d, err := x.Document(t.Context(), strings.NewReader(source), "text/html; charset=utf-8")
		if err != nil {
			t.Fatal(err)
		}
		view := d.View()
		texts := map[string]string{"Text": d.Text(), "CleanEval": CleanEval(d.Blocks, "http://x\x1b/"), "title": d.Title, "view": view.Text, "block": view.Blocks[0].Text}
		for name, text := range texts {
			if i := strings.IndexFunc(text, isDropped); i >= 0 || !strings.Contains(text, "morning") && name != "title" {
				t.Errorf("%s: %q", name, text)
			}
		}
		if b := view.Blocks[0]; source[b.Start:b.End] != words {
			t.Errorf("the range of the block has %q", source[b.Start:b.End])
		}
	}
	if got := visible("a\tb\nc\rd\u0085e\x7f\x1b"); got != "a\tb\nc d e" {
		t.Errorf("%q", got)
	}
}
