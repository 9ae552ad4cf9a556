package render

import (
	"bytes"
	"context"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/tags"
	"github.com/seed42075109/justext/page"
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

// wordPieces are parts of texts with all kinds of white space, and characters that begin as
// some of it does.
var wordPieces = []string{"a", "word", "longer-word", " ", " ", " ", "  ", "\n", "\t", "\x7f", "\x00", "\u0085", "\u00a0", "\u00a9", "\u00e9", "\u1680",
	"\u1681", "\u2003", "\u2019", "\u3000", "\u3001", "\u4e2d\u6587", "\ufffe", "\ufffd", "\U0001f600", "\xc3", "\xa9", "\xe2\x80"}

// TestCutText compares cutText with the plain rule: character by character, without white
// space.
func TestCutText(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	eachText(t, wordPieces, 10, func(text string) {
		text = trimUnseen(strings.ToValidUTF8(text, "?"))
		if text == "" {
			return
		}
		piece := []byte(strings.ToValidUTF8(strings.ReplaceAll(text, " ", wordPieces[3+random.Intn(10)]), ""))
		if at := random.Intn(len(piece) + 1); at%2 == 0 {
			piece = append(piece[:at:at], wordPieces[random.Intn(len(wordPieces)-3)]...)
		}
		piece = bytes.ToValidUTF8(piece, nil)
		rest, used := cutText(text, piece)
		wantRest, wantUsed := plainCut(text, piece)
		if rest != wantRest || used != wantUsed {
			t.Errorf("%q of %q: got %q, %d, want %q, %d", piece, text, rest, used, wantRest, wantUsed)
		}
	})
}

func plainCut(text string, piece []byte) (rest string, used int) {
	rest = text
	for rest != "" {
		r, size := nextSeen(piece[used:])
		if size == 0 {
			return rest, len(piece)
		}
		have, n := utf8.DecodeRuneInString(rest)
		if have != r {
			return text, 0
		}
		used += size
		rest = trimUnseen(rest[n:])
	}
	if _, size := nextSeen(piece[used:]); size == 0 {
		used = len(piece)
	}
	return "", used
}

// TestSimpleAddress: an address that is resolved at once is the one that package net/url and
// the rules before it make.
func TestSimpleAddress(t *testing.T) {
	pieces := []string{"http", "https", "HTTP", "http://example.com/", "://", ":", "/", "/", "/x", "//", "example.com", "a-b", ".", "..", "?", "#", "x=1&y=%20", "%41", "%", "\\", "@", ":80", " ", "\t", "\u00e9", "(", "~_", ";", "[::1]", "|", "+,=&", "'"}
	simple := 0
	for _, base := range []string{"", "http://example.com/a/b?c#d", "https://example.com", "http://u:p@example.com/", "http://example.com:80/", "ftp://example.com/x/", "mailto:a@b", "http://\u00e9.com/a"} {
		with := newAddresses(&rawPage{}, base)
		without := *with
		eachText(t, pieces, 8, func(text string) {
			got, ok := with.simple(text)
			if !ok {
				return
			}
			simple++
			if want := without.resolved(text, allowedLink); got != want {
				t.Errorf("%q at %q: got %q, want %q", text, base, got, want)
			}
		})
	}
	if simple < 1000 {
		t.Errorf("only %d addresses were simple", simple)
	}
}

// TestNextSpecial compares nextSpecial with a look at each byte.
func TestNextSpecial(t *testing.T) {
	pieces := []string{"a", "Word", "1", " ", "  ", "!", "@", "`", "{", "[", "~", ".", ",", "&", "\x00", "\u00e9", "\u2019", "\x7f", "letters", "$"}
	eachText(t, pieces, 12, func(text string) {
		for at := range len(text) {
			want := at
			for want < len(text) && !special[text[want]] {
				want++
			}
			if got := nextSpecial(text, at); got != want {
				t.Errorf("%q from %d: got %d, want %d", text, at, got, want)
			}
		}
	})
}

// TestLacks: the rules give the same result if they pass over no element.
func TestLacks(t *testing.T) {
	pieces := []string{"<h2>", "</h2>", "<p>", "</p>", "text ", "more ", "so: ", "<ul><li>", "<li>", "</ul>", "<table><tr><td>", "<td>", "<tr hidden><td>", "</table>", "<img src=a>", "<hr>",
		"<div>", "<div class=comments>", "</div>", "<a href=#n>", "</a>", "<sup>1</sup>", "<i id=n>", "</i>", "<pre>", "</pre>", "<figure>", "<figcaption>", "</figure>", "<span class=sr-only>",
		"</span>", "<dl><dt>", "<dd>", "</dl>", "<math alttext=x>y</math>", "<h3>T</h3>"}
	eachText(t, pieces, 30, func(text string) {
		quick, plain := repaired(t, text, false), repaired(t, text, true)
		for i := range plain.nodes {
			if got, want := quick.nodes[i].flags&^changed, plain.nodes[i].flags&^changed; got != want {
				t.Errorf("%s: node %d has the flags %b, want %b", text, i, got, want)
			}
		}
		if !slices.Equal(quick.repairs, plain.repairs) {
			t.Errorf("%s: got %v, want %v", text, quick.repairs, plain.repairs)
		}
	})
}

// repaired returns a page after all rules. Some of its text is kept. If plain is set, no element
// is passed over.
func repaired(t *testing.T, text string, plain bool) *rawPage {
	random := rand.New(rand.NewSource(int64(len(text))))
	most := 1 + random.Intn(6)
	p := &rawPage{maxNodes: freeNodes}
	if err := p.begin(context.Background(), []byte(text), new(page.Document)); err != nil {
		t.Fatal(err)
	}
	if err := p.read(context.Background(), len(text)); err != nil {
		t.Fatal(err)
	}
	for i := range p.nodes {
		if n := &p.nodes[i]; n.tag == tags.None && n.flags&blank == 0 && random.Intn(most) == 0 {
			n.flags |= kept
		}
		if plain {
			p.nodes[i].flags |= changed
		}
	}
	if err := p.repair(context.Background(), "T"); err != nil {
		t.Fatal(err)
	}
	p.hold()
	return p
}
