package victor

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/internal/refdata"
	"github.com/seed42075109/justext/page"
)

// A reading is a page as its letters, and before which of them a word begins.
type reading struct {
	letters []rune
	begins  []bool
	apart   bool // something that separates words came since the last letter
}

func (r *reading) add(text string) {
	for _, c := range text {
		switch {
		case unicode.IsSpace(c):
			r.apart = true
		case unicode.IsControl(c) || c == 0xfffe || c == 0xffff:
		default:
			r.letters, r.begins = append(r.letters, c), append(r.begins, r.apart)
			r.apart = false
		}
	}
}

// The elements that a browser shows in lines of their own or as cells (HTML standard,
// 15.3), and those that it shows as a thing within a line (15.4 and 15.5).
var (
	shownAsBlocks = strings.Fields("html body address article aside blockquote caption center col colgroup dd details dialog dir div dl dt" +
		" fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup p" +
		" plaintext pre search section summary table tbody td tfoot th thead tr ul xmp")
	shownAsThings = strings.Fields("applet audio br button canvas embed frame iframe img input isindex keygen marquee meter object option" +
		" progress select svg textarea video")
	notRead = strings.Fields("applet del embed frame frameset head iframe object option param s script strike style template textarea title meta")
)

// walk reads a tree.
func (r *reading) walk(n *html.Node) {
	if n.Type == html.TextNode {
		r.add(n.Data)
		return
	}
	if n.Type == html.ElementNode && slices.Contains(notRead, n.Data) {
		var inside reading
		for c := range n.ChildNodes() {
			if c.Type == html.TextNode {
				inside.add(c.Data + "x") // so that white space at the end counts
			}
		}
		dropped := slices.Contains([]string{"script", "style", "head", "template", "title", "meta"}, n.Data)
		r.apart = r.apart || slices.Contains(shownAsThings, n.Data) || !dropped && slices.Contains(inside.begins, true)
		return
	}
	hidden := n.Data == "input" && slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "type" && strings.EqualFold(a.Val, "hidden") })
	apart := n.Type == html.ElementNode && !hidden && (slices.Contains(shownAsBlocks, n.Data) || slices.Contains(shownAsThings, n.Data))
	r.apart = r.apart || apart
	for c := range n.ChildNodes() {
		r.walk(c)
	}
	r.apart = r.apart || apart
}

// compared counts the letters that two readings have in common, from the beginning
// and from the end, and returns the places where the words of one are divided
// otherwise than those of the other.
func compared(got, want *reading) (common int, differ []string) {
	n := min(len(got.letters), len(want.letters))
	look := func(i, k int) bool {
		if got.letters[i] != want.letters[k] {
			return false
		}
		if got.begins[i] != want.begins[k] && i > 0 && k > 0 {
			differ = append(differ, string(want.letters[max(0, k-10):k])+"|"+string(want.letters[k:min(k+10, len(want.letters))]))
		}
		common++
		return true
	}
	for common < n && look(common, common) {
	}
	for k := 1; common < n && look(len(got.letters)-k, len(want.letters)-k); k++ {
	}
	return common, differ
}

// readingsOf returns what is read of a page, if all of its blocks are content, in the
// output text, in CleanEval form, and in the view.
func readingsOf(d *Document) map[string]*reading {
	var text, cleanEval, view reading
	for i := range d.Blocks {
		d.Blocks[i].Label = "text"
	}
	text.add(Text(d.Blocks))
	for line := range strings.Lines(CleanEval(d.Blocks, "")) {
		cleanEval.add("\n" + strings.TrimPrefix(line, "<p>"))
	}
	for _, b := range d.View().Blocks {
		view.apart = view.apart || b.NewLine
		if b.Kind == page.Image {
			view.apart = true
			continue
		}
		view.add(b.Text)
	}
	return map[string]*reading{"Text": &text, "CleanEval": &cleanEval, "View": &view}
}

// TestWords: over all collections, two words that a browser keeps apart never become
// one, nor one word two. Where the trees differ, because a browser moves text out of
// tables, say, the rest of the page up to the next difference is not compared. It reads
// every tenth page, or every one: make conformance.
func TestWords(t *testing.T) {
	x := newExtractor(t)
	pages, all, common, wrong := 0, 0, 0, 0
	for _, collection := range refdata.Gold {
		for i, p := range refdata.Pages(t, archive(collection.Name)) {
			if i%refdata.Step(10) != 0 {
				continue
			}
			source, _, err := x.Decode(p.HTML, p.ContentType)
			if err != nil {
				t.Fatal(err)
			}
			tree, err := html.ParseWithOptions(bytes.NewReader(source), html.ParseOptionEnableScripting(false))
			if err != nil {
				t.Fatal(err)
			}
			var want reading
			want.walk(tree)
			d, err := x.DocumentBytes(t.Context(), p.HTML, p.ContentType)
			if err != nil {
				t.Fatal(err)
			}
			pages++
			all += len(want.letters)
			for form, got := range readingsOf(d) {
				n, differ := compared(got, &want)
				if form == "Text" {
					common += n
				}
				if wrong += len(differ); len(differ) > 0 && wrong < 100 {
					t.Errorf("%s %s, %s: %d words, such as %q", collection.Name, p.ID, form, len(differ), differ[0])
				}
			}
		}
	}
	t.Logf("%d pages, %d letters, %d of them compared, %d words divided otherwise", pages, all, common, wrong)
	if pages > 0 && common < all*8/10 {
		t.Errorf("%d of %d letters compared", common, all)
	}
}

func TestJoints(t *testing.T) {
	x := newExtractor(t)
	for source, want := range map[string]string{
		"<a>awake</a> <a>again</a>":              "awake again",
		"here<br>second":                         "here second",
		"here<br><br>second":                     "here\nsecond",
		"w<b>or</b>d":                            "word",
		"w<wbr>ord<!-- c -->s":                   "words",
		"a<b> </b>b&nbsp;<i>c</i>&shy;<b>d</b>":  "a b c\u00add",
		"a<img src=x>b<img alt=x>c":              "a b c",
		"a<iframe></iframe>b<iframe>x</iframe>c": "a b c",
		"<b>a</b><iframe></iframe><b>b</b>":      "a b",
		"a<del>x</del>b<del> </del>c":            "ab c",
		"a<textarea>x</textarea>b":               "a b",
		"a<script> </script>b":                   "ab",
		"a<input>b<input type=HIDDEN>c":          "a\nbc",
		"a<q>b</q><label>c</label>":              "abc",
		"a<search>b</search>c":                   "a\nb\nc",
		"a<plaintext>b":                          "a\nb",
		"a<td>b<div>c":                           "a\nb\nc",
		"a<table><tr><td>b<td>c</table>":         "a\nb\nc",
		"<pre>a\nb\n\nc</pre>":                   "a b\nc",
		"a<svg><text>b</text></svg>c":            "a b c",
		"a\x01<b>\x02</b>b":                      "ab",
	} {
		d, err := x.Document(t.Context(), strings.NewReader(source), "text/html; charset=utf-8")
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Blocks {
			d.Blocks[i].Label = "text"
		}
		if got := d.Text(); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}
