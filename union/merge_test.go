package union

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
)

// blocks makes blocks of their descriptions: "12-30 +text" is kept, "12-30 -text" is not;
// "_" before the sign goes on in the line before, and no range is "?".
func blocks(descriptions ...string) *page.Document {
	d := new(page.Document)
	for _, description := range descriptions {
		place, text, _ := strings.Cut(description, " ")
		b := page.Block{NewLine: true}
		if place != "?" {
			if _, err := fmt.Sscanf(place, "%d-%d", &b.Start, &b.End); err != nil {
				panic(err)
			}
		}
		if rest, found := strings.CutPrefix(text, "_"); found {
			b.NewLine, text = false, rest
		}
		b.Keep, b.Text = text[0] == '+', text[1:]
		d.Blocks = append(d.Blocks, b)
	}
	return d
}

// written is the reverse: the texts with those who keep them.
func written(d *Document) (all []string) {
	for i, b := range d.Blocks {
		sign := ""
		if !b.NewLine {
			sign = "_"
		}
		all = append(all, sign+b.Text+" ["+strings.Join(d.KeptBy(i), "")+"]")
	}
	return all
}

func TestMerge(t *testing.T) {
	for _, test := range []struct {
		name      string
		documents []*page.Document
		want      []string
		text      string
	}{
		{"same blocks", []*page.Document{
			blocks("0-5 -menu", "5-9 +one two", "9-12 +three"),
			blocks("0-5 +menu", "5-9 +one two", "9-12 -three"),
		}, []string{"menu [b]", "one two [ab]", "three [a]"}, "menu\n\none two\n\nthree"},
		{"small ones in a large one", []*page.Document{
			blocks("0-5 +one ", "5-9 _-two ", "9-12 _+three"),
			blocks("0-12 +one two three"),
		}, []string{"one  [ab]", "_two  [b]", "_three [ab]"}, "one two three"},
		{"a large one over small ones", []*page.Document{
			blocks("0-12 -one two three"),
			blocks("0-5 -one ", "5-9 _+two ", "9-12 _-three"),
		}, []string{"one  []", "_two  [b]", "_three []"}, "two"},
		{"a chain", []*page.Document{
			blocks("10-20 +one", "20-30 -two", "50-60 +four"),
			blocks("0-10 +zero", "12-30 +one and two", "30-50 +three", "50-60 +four", "60-70 +five"),
			blocks("20-30 +two", "70-80 +six"),
		}, []string{"zero [b]", "one [ab]", "_ and [b]", "two [bc]", "three [b]", "four [ab]", "five [b]", "six [c]"},
			"zero\n\none and\n\ntwo\n\nthree\n\nfour\n\nfive\n\nsix"},
		{"other text in the same place", []*page.Document{
			blocks("0-20 +one two three four"),
			blocks("4-8 +extra", "8-12 -three", "12-20 _+ four"),
		}, []string{"one two  [a]", "extra [b]", "three  [a]", "_four [ab]"}, "one two\n\nextra\n\nthree four"},
		{"a part of a word", []*page.Document{
			blocks("0-8 +foo", "8-12 _-bar baz"),
			blocks("0-12 +foobar"),
		}, []string{"foo [ab]", "_bar  [b]", "_baz []"}, "foobar"},
		{"no ranges", []*page.Document{
			blocks("? +one", "? -two", "? +three"),
			blocks("? -one", "? +two", "? +three", "? +four"),
		}, []string{"one [a]", "two [b]", "three [ab]", "four [b]"}, "one\n\ntwo\n\nthree\n\nfour"},
		{"one without a range between others", []*page.Document{
			blocks("0-5 +one", "8-9 +three"),
			blocks("0-5 +one", "? +two", "8-9 +three"),
			blocks("? +one", "5-8 +two", "? +three"),
		}, []string{"one [abc]", "two [bc]", "three [abc]"}, "one\n\ntwo\n\nthree"},
		{"words beside those that are put in", []*page.Document{
			blocks("0-9 +one", "9-20 _+two"),
			blocks("0-8 +one put"),
		}, []string{"one [ab]", "_ put [b]", "_ two [a]"}, "one put two"},
		{"a method that has failed", []*page.Document{nil, blocks("0-5 +one")}, []string{"one [b]"}, "one"},
		{"nothing", []*page.Document{{}, {}}, nil, ""},
	} {
		got := Merge([]string{"a", "b", "c"}, test.documents)
		if !slices.Equal(written(got), test.want) || got.Text != test.text {
			t.Errorf("%s:\n got %q\nwant %q\ntext %q", test.name, written(got), test.want, got.Text)
		}
	}
}

// TestTypes: the types of a page are those of the first method that tells them.
func TestTypes(t *testing.T) {
	forum := page.Types{page.TypeForum: 1}
	documents := []*page.Document{{}, {Types: forum}, {Types: page.Types{page.TypeArticle: 1}}}
	if got := Merge([]string{"a", "b", "c"}, documents).Types; got != forum {
		t.Errorf("types %v", got)
	}
}
