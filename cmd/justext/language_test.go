package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestLanguageForm: every method has the language of a page in one form.
func TestLanguageForm(t *testing.T) {
	english := strings.Repeat("This is the text of a page that has been written in the language that most of us know. ", 8)
	for _, c := range []struct {
		args, html, text string
		want             [3]string // of justext, boilerpipe and victor
	}{
		{"", "<html lang=en-US>", english, [3]string{"en", "en", "en"}},
		{"", "<html lang=' EN_gb '>", english, [3]string{"en", "en", "en"}},
		{"", "<html xml:lang=en>", english, [3]string{"en", "en", "en"}},
		{"", "<html>", english, [3]string{"en", "", ""}},
		{"", "<html lang=de-AT>", english, [3]string{"en", "de", "de"}}, // the words decide
		{"", "<html lang=xh-ZA>", "1 2 3", [3]string{"xh", "xh", "xh"}}, // there is no stop list
		{"", "<html lang=sr-Latn-RS>", "1 2 3", [3]string{"sr-Latn", "sr-Latn", "sr-Latn"}},
		{"", "<html lang=iw>", "1 2 3", [3]string{"he", "he", "he"}},
		{"", "<html lang=english>", "1 2 3", [3]string{"en", "", ""}},
		{"", "<html lang=und>", "1 2 3", [3]string{"", "", ""}},
		{"", "<html lang='{{ lang }}'>", "1 2 3", [3]string{"", "", ""}},
		{"-s None", "<html lang=en-US>", english, [3]string{"en", "en", "en"}},
		{"-s pt-BR", "<html lang=en-US>", english, [3]string{"pt", "en", "en"}},
		{"-s Czech", "<html>", english, [3]string{"cs", "", ""}},
	} {
		for i, m := range newMethods() {
			args := []string{"-algo", m.name(), "-format", "jsonl", "-fields", "lang"}
			if i == 0 {
				args = append(args, strings.Fields(c.args)...)
			}
			got := justextOf(c.html+"<p>"+c.text, args...)
			var page struct{ Lang string }
			if err := json.Unmarshal([]byte(got.out), &page); err != nil || page.Lang != c.want[i] {
				t.Errorf("%s %s, %s: %q, %v; want %q", m.name(), c.args, c.html, page.Lang, err, c.want[i])
			}
		}
	}
}
