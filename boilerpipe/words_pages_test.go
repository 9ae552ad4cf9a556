package boilerpipe_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/refdata"
)

// lines are the elements that begin and end a line in browsers, and boxes those that
// stand in a line but are no part of a word (HTML standard, section 15.3).
var (
	lines = strings.Fields("address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption" +
		" figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main marquee menu nav ol optgroup option p plaintext pre" +
		" search section summary table tbody td tfoot th thead tr ul xmp noframes frameset frame")
	boxes  = strings.Fields("img input button select textarea iframe video audio canvas svg embed object applet meter progress keygen")
	hidden = strings.Fields("script style noscript template title option object applet link")
)

// browserWords returns the words of a page as a browser shows them.
func browserWords(t *testing.T, page []byte) []string {
	t.Helper()
	root, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(true))
	if err != nil {
		t.Fatal(err)
	}
	kinds := make(map[string]byte)
	for kind, names := range map[byte][]string{'l': lines, 'b': boxes, 'h': hidden} {
		for _, name := range names {
			if kind == 'h' || kinds[name] == 0 {
				kinds[name] = kind
			}
		}
	}
	var text strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			text.WriteString(n.Data)
		}
		kind := byte(0)
		if n.Type == html.ElementNode {
			kind = kinds[n.Data]
		}
		if n.DataAtom == atom.Input && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "type" && strings.EqualFold(a.Val, "hidden") }) {
			return
		}
		if kind != 0 && n.DataAtom != atom.Script && n.DataAtom != atom.Style && n.DataAtom != atom.Noscript && n.DataAtom != atom.Template &&
			n.DataAtom != atom.Title && n.DataAtom != atom.Link {
			text.WriteByte('\n')
			defer text.WriteByte('\n')
		}
		if kind == 'h' {
			return
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
	}
	walk(root)
	return wordsOf(text.String())
}

// wordsOf splits a text at white space. Control characters do not count.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || r == '\u0085' {
			return -1
		}
		return r
	}, text), func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' && r != '\u2007' })
}

// wordFaults compares the words of a text with those of the browser. It returns the
// words that are not among these, but two or three of these next to each other in one,
// and those that are the two parts of one.
func wordFaults(text string, browser []string) (glued, cut []string) {
	known := make(map[string]bool)
	for _, w := range browser {
		known[w] = true
	}
	unknown := make(map[string]bool)
	words, both := wordsOf(text), []byte(nil)
	for i, w := range words {
		if !known[w] {
			unknown[w] = true
		}
		if i > 0 && !(known[words[i-1]] && known[w]) {
			if both = append(append(both[:0], words[i-1]...), w...); known[string(both)] {
				cut = append(cut, words[i-1]+"|"+w)
			}
		}
	}
	for i := 1; i < len(browser); i++ {
		both = append(append(both[:0], browser[i-1]...), browser[i]...)
		for range 2 {
			if unknown[string(both)] {
				glued = append(glued, string(both))
				delete(unknown, string(both))
			}
			if i+1 < len(browser) {
				both = append(both, browser[i+1]...)
			}
		}
	}
	return glued, cut
}

func wordsEqual(a, b string) bool {
	return strings.Join(wordsOf(a), " ") == strings.Join(wordsOf(b), " ")
}

// TestWordsOfPages compares the words of all pages of the collections with those that
// a browser shows.
func TestWordsOfPages(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("it takes long")
	}
	t.Parallel()
	known := refdata.NewDeviations(t, "testdata/words.tsv")
	original := newFiltering(t, boilerpipe.KeepEverything(), func(c *boilerpipe.Config) { c.Original = true })
	x := newFiltering(t, boilerpipe.KeepEverything(), nil)
	var pages, gluedBefore, cutBefore, gluedNow, cutNow, newTitles, otherTitles int
	for _, c := range refdata.Gold {
		for _, p := range refdata.Pages(t, filepath.Join(shared, "bench", c.Name+".tar.gz")) {
			pages++
			text, _, err := x.Decode(p.HTML, p.ContentType)
			if err != nil {
				t.Fatal(err)
			}
			browser := browserWords(t, text)
			before, err := original.Document(t.Context(), bytes.NewReader(p.HTML), p.ContentType)
			if err != nil {
				t.Fatal(err)
			}
			d, err := x.Document(t.Context(), bytes.NewReader(p.HTML), p.ContentType)
			if err != nil {
				t.Fatal(err)
			}
			glued, cut := wordFaults(before.Text(), browser)
			gluedBefore, cutBefore = gluedBefore+len(glued), cutBefore+len(cut)
			glued, cut = wordFaults(d.Text(), browser)
			gluedNow, cutNow = gluedNow+len(glued), cutNow+len(cut)
			switch {
			case before.Title == "" && d.Title != "":
				newTitles++
			case !wordsEqual(before.Title, d.Title):
				otherTitles++
			}
			what := ""
			if len(glued)+len(cut) > 0 {
				what = fmt.Sprintf("glued %.300q, cut %.300q", glued, cut)
			}
			known.See(t, c.Name+"/"+p.ID, what)
		}
	}
	known.Finish(t)
	refdata.CheckTable(t, document, "words and titles", []string{
		fmt.Sprintf("| %d pages | in 1.2.0 | here |", pages),
		"|---|--:|--:|",
		fmt.Sprintf("| two words become one (each word once a page) | %d | %d |", gluedBefore, gluedNow),
		fmt.Sprintf("| one word becomes two | %d | %d |", cutBefore, cutNow),
		fmt.Sprintf("| pages whose title is found only here | | %d |", newTitles),
		fmt.Sprintf("| pages with another title | | %d |", otherTitles),
	})
}
