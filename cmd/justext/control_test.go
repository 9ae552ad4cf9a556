package main

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/hostile"
)

// controlPage has every control character in its title, its text, its headings,
// attributes, links and names of elements, as it is and as a character reference.
func controlPage() string {
	var all, references strings.Builder
	for c := rune(0); c < 0xa0; c++ {
		if unicode.IsControl(c) {
			all.WriteRune(c)
			references.WriteString("&#" + string("0123456789"[c/100]) + string("0123456789"[c/10%10]) + string("0123456789"[c%10]) + ";")
		}
	}
	odd := all.String() + references.String() + "\u2028\u2029\u0085"
	return "<meta charset=utf-8><title>a" + odd + "b</title><h1 title='" + odd + "'>heading" + odd + "</h1><x\x1b\x07\u009b><p>" +
		strings.Repeat("This is the text of a page that we have in "+odd+" it and that is as long as it has to be. ", 5) +
		"</p><pre>" + odd + "</pre><img alt='" + odd + "'><a href='" + odd + "'>" + odd + "</a>"
}

// No text format has control characters other than tab and line feed; JSON Lines
// has none but the line feeds that end its lines, nor other ends of lines.
func TestNoControlCharacters(t *testing.T) {
	pages := map[string]string{"all controls": controlPage()}
	for name, page := range hostile.OddPages {
		pages[name] = page
	}
	for name, page := range pages {
		for _, m := range newMethods() {
			for _, f := range formatsOf(m) {
				got := justextOf(page, "-algo", m.name(), "-format", f.name)
				if c := forbidden(got.out, f.name == jsonl); c != 0 || forbidden(got.errors, false) != 0 || !utf8.ValidString(got.out) {
					t.Errorf("%s, %s, %s: has %U", name, m.name(), f.name, c)
				}
				if f.name == jsonl && (strings.Count(got.out, "\n") != 1 || !json.Valid([]byte(got.out))) {
					t.Errorf("%s, %s: no line of JSON: %.200q", name, m.name(), got.out)
				}
			}
		}
	}
}

// forbidden returns a character that an output must not have, or 0.
func forbidden(output string, asJSON bool) rune {
	for _, c := range output {
		if c == '\n' || c == '\t' && !asJSON {
			continue
		}
		if unicode.IsControl(c) || asJSON && (c == '\u2028' || c == '\u2029') {
			return c
		}
	}
	return 0
}

// What is written in pieces is what would be written at once, whatever the
// pieces cut through.
func TestRewriteInPieces(t *testing.T) {
	text := strings.Repeat("a<\u0085é\u2028\x1b\r\n語&\"\\\x7f\t\u009f \xe2\x80", 100_000)
	for name, write := range map[string]func(*pageWriter, string){
		"text": (*pageWriter).text, "escaped": (*pageWriter).escaped, "attribute": (*pageWriter).attribute, "quoted": (*pageWriter).quoted,
		"stream": func(w *pageWriter, s string) {
			out := &textStream{w: w, by: &plainText}
			s = strings.ToValidUTF8(s, "?")
			for i, step := 0, 1; i < len(s); i, step = i+step, step%7+1 {
				_, _ = out.Write([]byte(s[i:min(i+step, len(s))]))
			}
		},
	} {
		var whole, short strings.Builder
		w := &pageWriter{send: func(piece []byte) error {
			if len(piece) > maxPending {
				t.Errorf("%s: a piece of %d bytes", name, len(piece))
			}
			whole.Write(piece)
			return nil
		}}
		write(w, text)
		w.flush()
		s := &pageWriter{send: func(piece []byte) error { short.Write(piece); return nil }}
		write(s, text[:len(text)/100_000])
		s.flush()
		part := strings.TrimSuffix(short.String(), `"`)
		want := strings.Repeat(strings.TrimPrefix(part, `"`), 100_000)
		if got := strings.Trim(whole.String(), `"`); name != "quoted" && got != want || len(part) == 0 {
			t.Errorf("%s: %d bytes, want %d", name, len(got), len(want))
		}
		if name == "quoted" {
			var got string
			if err := json.Unmarshal([]byte(whole.String()), &got); err != nil || got != strings.ToValidUTF8(text, "\ufffd") {
				t.Errorf("%v", err)
			}
		}
	}
}

// A JSON string means the text that it was made of, and has no character that
// ends a line.
func FuzzQuoted(f *testing.F) {
	for _, seed := range []string{"", "\x00\x1f\x7f", "\u0085\u2028\u2029", "\"\\/<>&", "\xff\xe2\x80", "\xe2\x80\xa8\xa9\xc2", "🙂"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out strings.Builder
		w := &pageWriter{send: func(piece []byte) error { out.Write(piece); return nil }}
		w.quoted(text)
		w.flush()
		var got string
		if err := json.Unmarshal([]byte(out.String()), &got); err != nil || got != strings.ToValidUTF8(text, "\ufffd") {
			t.Errorf("%q became %q, %v", text, out.String(), err)
		}
		if c := forbidden(out.String(), true); c != 0 || strings.Contains(out.String(), "\n") {
			t.Errorf("%q: has %U", text, c)
		}
	})
}
