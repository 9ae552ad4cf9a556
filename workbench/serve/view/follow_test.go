package view

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// largePage returns a page of at least a number of bytes, made of the golden pages.
func largePage(t testing.TB, size int) []byte {
	t.Helper()
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><html lang=en><title>Large</title><body>")
	for page.Len() < size {
		for _, content := range goldenPages(t) {
			_, body, _ := strings.Cut(string(content), "<body")
			_, body, _ = strings.Cut(body, ">")
			body, _, _ = strings.Cut(body, "</body>")
			page.WriteString("<div>" + body + "</div>")
		}
	}
	return []byte(page.String()[:size])
}

// BenchmarkFollow measures what the server does when a control has been moved: the answer
// for a page of 1 MB of which the client has the blocks.
func BenchmarkFollow(b *testing.B) {
	s := newStore(b, map[string][]byte{"large": largePage(b, 1_000_000)})
	for _, c := range []struct {
		method, control string
		settings        map[string]string
	}{{"justext", "length-low", map[string]string{"lang": "en"}}, {"victor", "other", map[string]string{"decision": "threshold"}}} {
		b.Run(c.method, func(b *testing.B) {
			for i := range b.N {
				settings := map[string]string{c.control: fmt.Sprintf("0.%02d", 10+i%80)}
				if c.method == "justext" {
					settings[c.control] = fmt.Sprint(10 + i%80)
				}
				for name, value := range c.settings {
					settings[name] = value
				}
				request, err := json.Marshal(Request{Page: "large", Methods: []Method{{c.method, settings}}, Have: []string{"justext/python=false", "victor/shipped/0"}})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Call("view", request); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
