package victor

import (
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
)

// TestDropRepeated: of the blocks that are content, which are all but those in nav, what is
// left.
func TestDropRepeated(t *testing.T) {
	const line = "Five words make a line"
	for _, test := range []struct {
		name   string
		manual float32 // the probability of documentation
		page   string
		want   string
	}{
		{"twice", 0, "<p>" + line + "<div><p>other<p>" + line, line + "|other"},
		{"a refrain", 0, "<p>" + line + "<p>other<p>" + line, line + "|other|" + line},
		{"a refrain in lines", 0, line + "<br><br>other<br><br>" + line, line + "|other|" + line},
		{"items of a list and of the next", 0, "<ul><li>" + line + "<li>other</ul><ul><li>" + line + "<li>more</ul>", line + "|other|more"},
		{"three times", 0, "<p>" + line + "<div><p>" + line + "</div><div><p>" + line + "</div>", line},
		{"with other punctuation", 0, "<p>" + line + "<div><p>" + line + "!", line},
		{"with other letters", 0, "<p>" + line + "<div><p>FIVE WORDS MAKE A LINE", line + "|FIVE WORDS MAKE A LINE"},
		{"the first is noise", 0, "<nav>" + line + "</nav><p>" + line + "<div><p>" + line, line},
		{"the second is noise", 0, "<p>" + line + "<nav>" + line + "</nav><div><p>" + line, line},
		{"few words", 0, "<p>Not four words<div><p>Not four words", "Not four words|Not four words"},
		{"four words of a script without spaces", 0, "<p>漢字漢字<div><p>漢字漢字", "漢字漢字"},
		{"no words", 0, "<p>* * * * *<div><p>* * * * *", "* * * * *|* * * * *"},
		{"of several blocks", 0, "<p>Five words <b>make</b> a line<div><p>Five words <b>make</b> a line", "Five words |make| a line"},
		{"in part", 0, "<p>Five words <b>make</b> a line<div><p>Five words <b>are</b> a line", "Five words |make| a line|Five words |are| a line"},
		{"of several paragraphs", 0, "<p>Some of them<p>and some more<div><p>Some of them <b>and some more</b>", "Some of them|and some more"},
		{"within a paragraph", 0, "<p>" + line + " <b>" + line + "</b>", line + " |" + line},
		{"cells", 0, "<table><tr><td>" + line + "<td>" + line + "<tr><th>" + line + "</table>", line + "|" + line + "|" + line},
		{"code", 0, "<pre>" + line + "</pre><pre>" + line + "</pre>", line + "|" + line},
		{"an alternative text before", 0, "<img alt='" + line + "'><p>" + line, line + "|" + line},
		{"an alternative text within", 0, "<p>" + line + "<div><p>" + line + "<img alt=picture>", line},
		{"perhaps in a manual", 0.49, "<p>" + line + "<div><p>" + line, line},
		{"in a manual", 0.5, "<p>" + line + "<div><p>" + line, line + "|" + line},
		{"nothing", 0, "", ""},
	} {
		p := readString(t, test.page, format{newer: true, images: true, tokens: AnyTokens})
		p.types[page.TypeDocumentation] = test.manual
		const content, noise = 0, 1
		labels := make([]uint8, len(p.blocks))
		for i := range p.blocks {
			if p.blocks[i].inside&inNav != 0 {
				labels[i] = noise
			}
		}
		s := repeat{kept: []bool{true, true}, dropped: []bool{true, true}}
		p.dropRepeated(labels, noise, &s)
		var left []string
		for i := range p.blocks {
			if navigation := p.blocks[i].inside&inNav != 0; s.dropped[i] != (labels[i] == noise && !navigation) {
				t.Errorf("%s: block %d dropped: %t", test.name, i, s.dropped[i])
			}
			if labels[i] == content {
				left = append(left, string(p.textOf(&p.blocks[i])))
			}
		}
		if got := strings.Join(left, "|"); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestRepeatedReason: the shared view says why such a block is dropped.
func TestRepeatedReason(t *testing.T) {
	x, err := New(DefaultModel(), DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	view, err := x.Clean(t.Context(), strings.NewReader(title+strings.Repeat("<div>"+text+"</div>", 2)), "")
	if err != nil {
		t.Fatal(err)
	}
	first, last := &view.Blocks[1], &view.Blocks[len(view.Blocks)-1]
	if !first.Keep || first.Reason != "labelled text" || last.Keep || last.Reason != "repeats text that is kept before" || last.Probability < 0.5 {
		t.Errorf("%+v\n%+v", *first, *last)
	}
}
