package render

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
)

// This file compares the fast paths of the package with the plain rules that they equal, on
// texts made at random of pieces that matter to them.

// eachText calls do with texts of up to most of the pieces.
func eachText(t *testing.T, pieces []string, most int, do func(text string)) {
	t.Helper()
	random := rand.New(rand.NewSource(1))
	for range 20_000 {
		var b strings.Builder
		for range random.Intn(most + 1) {
			b.WriteString(pieces[random.Intn(len(pieces))])
		}
		if do(b.String()); t.Failed() {
			return
		}
	}
}

// TestHasMathScript: a script of TeX is found wherever it stands, and none is found in a text
// without the name of its type.
func TestHasMathScript(t *testing.T) {
	pieces := []string{"<script", "<SCRIPT", ` type="math/tex"`, " type='math/tex; mode=display'", " a='", "'", ` b="`, `"`, ">", "x=1<2", "math/tex", "</script>", "<!--", "-->", "<", " "}
	eachText(t, pieces, 12, func(text string) {
		want := false
		for i := range len(text) {
			if ascii.HasPrefixFold([]byte(text[i:]), "<script") {
				end, _ := markup.TagEnd([]byte(text), i+len("<script"), markup.NextAttr)
				want = want || strings.Contains(text[i:end], texType)
			}
		}
		got := hasMathScript([]byte(text))
		if want && !got || got && !bytes.Contains([]byte(text), []byte(texType)) {
			t.Errorf("%q: %v", text, got)
		}
	})
}
