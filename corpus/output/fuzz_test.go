package output

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzText writes any text in the formats that are text: JSON gives it back,
// vertical text is well-formed, and no format has a control character.
func FuzzText(f *testing.F) {
	for _, text := range nasty {
		f.Add(text[:min(len(text), 100)])
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := Record{ID: "x", URL: text, Title: text, Text: text, Paragraphs: []Paragraph{{Text: text}}}
		line := AppendJSON(nil, &r)
		var got struct{ URL, Title, Text string }
		if err := json.Unmarshal(line, &got); err != nil || got.Text != jsonValid(text) || got.URL != got.Text || got.Title != got.Text {
			t.Fatalf("%q: %s, error %v", text, line, err)
		}
		vertical := appendVertical(nil, &r)
		d := xml.NewDecoder(bytes.NewReader(vertical))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%q: %s: %v", text, vertical, err)
			}
		}
		plain := appendText(nil, &r)
		if strings.Count(string(plain), "\n\n\n") > 1 {
			t.Errorf("%q: %q", text, plain)
		}
		for _, out := range [][]byte{line, vertical, plain, []byte(headerValue(text))} {
			isControl := func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 }
			if !utf8.Valid(out) || bytes.ContainsFunc(out, isControl) {
				t.Fatalf("%q: %q", text, out)
			}
		}
	})
}
