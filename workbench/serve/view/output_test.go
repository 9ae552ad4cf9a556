package view

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/render"
)

// TestOutputs: what is made of the result of every method is what package render makes of
// what the libraries give for the page in UTF-8.
func TestOutputs(t *testing.T) {
	pages := goldenPages(t)
	s := newStore(t, pages)
	const address = "http://ferry.example/a/b"
	for _, p := range s.pages {
		p.URL = address
	}
	for _, m := range allMethods() {
		x := libraryOf(t, m)
		for name := range pages {
			p, err := s.Page(name)
			if err != nil {
				t.Fatal(err)
			}
			text := p.Text()
			document, err := x.Clean(context.Background(), bytes.NewReader(text), utf8Page)
			if err != nil {
				t.Fatal(err)
			}
			tree, err := render.Build(context.Background(), text, document, render.Options{URL: address})
			if err != nil {
				t.Fatal(err)
			}
			for form, want := range writtenForms(t, tree) {
				got, err := s.Output(&Request{Page: name, Methods: []Method{m}, Form: form})
				if err != nil {
					t.Fatalf("%s, %s, %s: %v", name, m.key(), form, err)
				}
				text := got.Text
				if form == "tree" {
					text = compacted(t, text)
				}
				if text != want || got.Repairs != len(tree.Repairs) {
					t.Errorf("%s, %s, %s: got %.300q, want %.300q", name, m.key(), form, text, want)
				}
			}
		}
	}
}

// writtenForms returns the forms of a tree, that of JSON on one line.
func writtenForms(t *testing.T, tree *render.Tree) map[string]string {
	t.Helper()
	var markdown, html, compact bytes.Buffer
	for _, err := range []error{render.Markdown(&markdown, tree, render.MarkdownOptions{}), render.HTML(&html, tree, render.HTMLOptions{}), render.JSON(&compact, tree)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return map[string]string{"markdown": markdown.String(), "html": html.String(), "tree": compacted(t, compact.String())}
}

func compacted(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestMetadataOutput: the values are those of package metadata, each with the place where
// it was found, and the other values are told apart.
func TestMetadataOutput(t *testing.T) {
	pages := goldenPages(t)
	s := newStore(t, pages)
	crawled := time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, p := range s.pages {
		p.URL, p.Crawled = "http://ferry.example/2024/03/04/a", crawled
	}
	m := Method{"justext", map[string]string{"lang": "en"}}
	fields := make(map[string]bool)
	for name, source := range pages {
		found, err := metadata.Extract(bytes.NewReader(source), metadata.Known{URL: "http://ferry.example/2024/03/04/a", Lang: "en", Crawled: crawled})
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Output(&Request{Page: name, Methods: []Method{m}, Form: "metadata"})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]metadata.Value{
			"title": {found.Title.Value}, "authors": found.Authors.Values, "published": {found.Published.Value}, "modified": {found.Modified.Value}, "site": {found.Site.Value},
			"language": {found.Language.Value}, "address": {found.URL.Value}, "description": {found.Description.Value}, "image": {found.Image.Value},
			"categories": found.Categories.Values, "tags": found.Tags.Values, "type": {found.Type.Value}, "licence": {found.License.Value},
		}
		for field, values := range want {
			values = slices.DeleteFunc(values, func(v metadata.Value) bool { return v.Text == "" })
			var have []metadata.Value
			for _, f := range got.Fields {
				if f.Field == field && !f.Other {
					have = append(have, metadata.Value{Text: f.Text, Day: f.Day, Name: f.Name, Start: f.Start, End: f.End})
					fields[field] = true
					if f.Source == "" || f.End > len(source) || f.Start > f.End {
						t.Errorf("%s: %+v", name, f)
					}
				}
			}
			for i := range values {
				values[i].Source = 0
			}
			if !slices.Equal(have, values) {
				t.Errorf("%s, %s: %+v, want %+v", name, field, have, values)
			}
		}
		others := len(found.Title.Others) + len(found.Authors.Others) + len(found.Published.Others) + len(found.Modified.Others) + len(found.Site.Others) +
			len(found.Language.Others) + len(found.URL.Others) + len(found.Description.Others) + len(found.Image.Others) + len(found.Categories.Others) +
			len(found.Tags.Others) + len(found.Type.Others) + len(found.License.Others)
		for _, f := range got.Fields {
			if f.Other {
				others--
			}
		}
		if others != 0 {
			t.Errorf("%s: %d other values are missing", name, others)
		}
	}
	if len(fields) < 8 {
		t.Errorf("only the fields %v have values", fields)
	}
}

// TestOutputOfOddPages: pages that end early, are empty or are nested deeply give every
// form or an error, and no form is much longer than the page.
func TestOutputOfOddPages(t *testing.T) {
	pages := map[string][]byte{
		"empty": nil, "no markup": []byte("text"), "binary": bytes.Repeat([]byte{0, 1, 2, 0xff}, 5000),
		"lists":   []byte(strings.Repeat("<ul><li>The ferry is back in the harbour today", 20_000)),
		"nested":  []byte(strings.Repeat("<blockquote><p>The ferry ", 20_000)),
		"quotes":  []byte("<p>" + strings.Repeat(`"\\<&`, 50_000)),
		"authors": []byte(strings.Repeat(`<meta name="author" content="A Person"><meta name="date" content="2024-01-02">`, 20_000)),
	}
	s := newStore(t, pages)
	for name, source := range pages {
		for _, method := range []string{"justext", "boilerpipe", "victor"} {
			for form := range outputForms {
				o, err := s.Output(&Request{Page: name, Methods: []Method{{Name: method}}, Form: form})
				if err != nil {
					continue // such as a page that is binary
				}
				content, err := json.Marshal(o)
				if err != nil {
					t.Fatal(err)
				}
				if most := 40*len(source) + 1<<20; len(content) > most {
					t.Errorf("%s, %s, %s: %d bytes of a page of %d", name, method, form, len(content), len(source))
				}
			}
		}
	}
	if _, err := s.Output(&Request{Page: "empty", Methods: []Method{{Name: "justext"}}, Form: "pdf"}); err == nil {
		t.Error("there is a form pdf")
	}
}

// TestIndented: JSON has a line for each value unless it is nested too deeply; its meaning
// stays.
func TestIndented(t *testing.T) {
	for compact, want := range map[string]string{
		`{"a":[1,"[{,\\\""],"b":{}}`: "{\n \"a\": [\n  1,\n  \"[{,\\\\\\\"\"\n ],\n \"b\": {}\n}",
		`[`:                          `[`,
	} {
		if got := string(indented([]byte(compact))); got != want {
			t.Errorf("%s: got %q, want %q", compact, got, want)
		}
	}
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	if got := string(indented([]byte(deep))); got != deep {
		t.Errorf("%d bytes, nested deeply, become %d", len(deep), len(got))
	}
	list := "[" + strings.TrimSuffix(strings.Repeat(`{"a":1},`, 1000), ",") + "]"
	if got := indented([]byte(list)); fmt.Sprint(bytes.Count(got, []byte("\n"))) != "3001" {
		t.Errorf("%d lines", bytes.Count(got, []byte("\n")))
	}
}

// TestLoadedPages: of the pages that are read when they are needed, only the latest are in
// memory; those from which nothing can be read are empty, with a warning.
func TestLoadedPages(t *testing.T) {
	s := newStore(t, nil)
	loads := make([]int, 10)
	for i := range loads {
		s.Add(&Page{ID: fmt.Sprint(i), Size: 20, Load: func() ([]byte, error) {
			loads[i]++
			if i == 9 {
				return nil, errors.New("the archive is gone")
			}
			return fmt.Appendf(nil, "<p>The ferry %d is back", i), nil
		}})
	}
	for range 2 {
		for i := range loads {
			r := &Request{Page: fmt.Sprint(i), Methods: []Method{{Name: "justext"}}}
			for range 3 {
				v, err := s.View(r)
				if err != nil || v.Page.Bytes != 20 || (v.Warning != "") != (i == 9) {
					t.Fatalf("page %d: %+v, %v", i, v, err)
				}
			}
			inMemory := 0
			for _, p := range s.pages {
				if p.decoded != nil {
					inMemory++
				}
			}
			if inMemory > maxRecent {
				t.Errorf("%d pages are in memory", inMemory)
			}
		}
	}
	for i, n := range loads {
		if n != 2 {
			t.Errorf("page %d was read %d times", i, n)
		}
	}
}
