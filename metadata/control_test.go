package metadata

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	bcp47 "golang.org/x/text/language"
)

// values returns all values of a page, by the name of their field.
func (m *Metadata) values() map[string][]Value {
	all := make(map[string][]Value)
	for name, f := range map[string]Field{"title": m.Title, "published": m.Published, "modified": m.Modified, "site": m.Site,
		"language": m.Language, "URL": m.URL, "description": m.Description, "image": m.Image, "type": m.Type, "license": m.License} {
		if f.Text != "" {
			all[name] = append([]Value{f.Value}, f.Others...)
		}
	}
	for name, l := range map[string]List{"authors": m.Authors, "categories": m.Categories, "tags": m.Tags} {
		all[name] = append(l.Values[:len(l.Values):len(l.Values)], l.Others...)
	}
	return all
}

// TestControlCharacters: no value has a control character or one that XML does not
// have, wherever the page says it and however it is written.
func TestControlCharacters(t *testing.T) {
	const source = `<html lang="e@n"><title>The fe@rry is back - Is@land News</title>
<meta name=author content="Ann @Other"><meta property=og:title content="The fe@rry is back"><meta property=og:site_name content="Is@land News">
<meta property=og:type content="art@icle"><meta name=description content="A de@scription"><meta property=article:tag content="t@ag">
<meta property=og:image content="https://example.org/i@.png"><link rel=canonical href="https://example.org/a@b">
<script type=application/ld+json>{"~type":"News@Article","headline":"The fe@rry is back","author":{"name":"Jo@hn Smith"},"datePublished":"2024-03-0@5","keywords":"o@ne, two","articleSection":"Spo@rts","license":"so@me"}</script>
<nav class=breadcrumbs><a href=/s rel=category>Sea @ side</a></nav>
<h1>The fe@rry is @ back</h1><p class=byline>By <a rel=author href=/author/x>Ma@ry @ Jones</a>, 5 Ma@rch 2024</p>
<p>Updated on 6 March @ 2024.<p class=tags><a rel=tag href=/t>f@erry</a> <a rel=tag href=/u>s @ ea</a>
<p>This work is licensed under <a rel=license href="https://creativecommons.org/licenses/by/4.0/">CC @ BY</a>`
	for _, c := range []rune{0, 1, '\b', '\v', '\f', 0x1b, 0x1c, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0xfffe, 0xffff} {
		for _, mark := range []string{string(c), fmt.Sprintf("&#%d;", c)} {
			found, err := Extract(strings.NewReader(strings.NewReplacer("@", mark, "~", "@").Replace(source)), Known{})
			if err != nil {
				t.Fatal(err)
			}
			if found.Title.Text == "" || len(found.Authors.Values) == 0 {
				t.Errorf("%q: %+v", mark, found.Summary())
			}
			for field, values := range found.values() {
				for _, v := range values {
					if text := v.Text + v.Name + v.Day; strings.ContainsFunc(text, isUnfit) || !utf8.ValidString(text) {
						t.Errorf("%q: %s %q from %s %q", mark, field, v.Text, v.Source, v.Name)
					}
				}
			}
		}
	}
}

// isUnfit reports whether a character is none of text.
func isUnfit(c rune) bool { return unicode.IsControl(c) || c == 0xfffe || c == 0xffff }

// TestLanguageTag: whatever a page declares, the language is a tag of BCP 47 or nothing.
func TestLanguageTag(t *testing.T) {
	for declared, want := range map[string]string{
		"de-": "de", "de_": "de", "en--US": "en", "en-US-": "en-US", "en-US-US": "en-US", "en-abcdefghijk": "en", "de-\u2028": "de", "en-GB-x": "en-GB",
		"en_gb": "en-GB", "zh-hant-tw": "zh-Hant-TW", "sr-latn": "sr-Latn", "de-1996": "de-1996", "es-419": "es-419", "qaa": "qaa", "en-QQ": "en-QQ",
		"-": "", "-de": "", "e": "", "english": "", "{{lang}}": "", "": "", "12": "", "e1-US": "",
	} {
		got := languageTag(declared)
		_, err := bcp47.Parse(got)
		if _, isUnknown := err.(bcp47.ValueError); got != want || got != "" && err != nil && !isUnknown { //nolint:errorlint // Parse does not wrap
			t.Errorf("%q: %q, want %q, error %v", declared, got, want, err)
		}
	}
}
