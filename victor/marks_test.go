package victor

import (
	"strings"
	"testing"

	"github.com/seed42075109/justext/page"
)

// TestAfterMark: the paragraphs after a mark, of those that the page has.
func TestAfterMark(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"an a with a name", some + "<p>one<a name=comments></a><p>two" + some + "<p>three", "two ferry three"},
		{"an a with an id", some + "<a id=comments></a><p>two" + some, "two ferry"},
		{"words divided by a capital", some + "<a name=commentSection>one</a><p>two" + some, "one two ferry"},
		{"words divided by a hyphen", some + "<a name=comment-list>one</a><p>two" + some, "one two ferry"},
		{"a heading", some + "<p>one<h2 id=comments>two</h2>" + some, "two ferry"},
		{"a heading with a class", some + "<h2 class=comments>two</h2>" + some, ""},
		{"no heading", some + "<div id=comments>two</div>" + some, ""},
		{"a link", some + "<a name=comments href='#end'>two</a>" + some, ""},
		{"another name", some + "<a name=commentary></a>" + some, ""},
		{"the first counts", some + "<p>one<p><a name=comments></a>two<p><a name=comments></a>three" + some, "two three ferry"},
		{"no running text before", "<p>one<p><a name=comments></a>" + some + some, ""},
		{"no running text after", some + "<a name=comments></a><p>two", ""},
		{"in the element with both", "<div>" + some + "<a name=comments></a>" + some + "</div><p>end", "ferry"},
		{"in a table", "<table><tr><td>" + some + "<tr><td><a name=comments></a>two<tr><td>" + some + "</table><p>end", "two ferry"},
		{"until the next heading", some + "<h2 id=comments>two</h2>" + some + "<h3>three</h3>" + some + "<h2>four</h2>" + some, "two ferry three ferry"},
		{"or a higher one", some + "<a name=comments></a><h3>two</h3>" + some + "<h2>three</h2>" + some, "two ferry"},
		{"no heading, no end", some + "<a name=comments></a>" + some + "<h2>three</h2>" + some, "ferry three ferry"},
		{"no running text in the section", some + "<h2 id=comments>two</h2><p>none<h2>three</h2>" + some, ""},
		{"the mark ends the page", some + "<a name=comments></a>", ""},
		{"no mark", some + some, ""},
	} {
		p := readString(t, test.source, format{newer: true, tokens: AnyTokens})
		after := p.afterMark()
		var got []string
		for i := range p.paragraphs {
			g := &p.paragraphs[i]
			switch {
			case !after.has(g):
			case g.running():
				got = append(got, "ferry")
			default:
				got = append(got, string(p.textOf(&p.blocks[g.first])))
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestMarkInDocumentation: a section of a manual can be about comments.
func TestMarkInDocumentation(t *testing.T) {
	p := readString(t, some+"<a name=comments></a>"+some, format{newer: true, tokens: AnyTokens})
	for _, test := range []struct {
		probability float32
		marked      bool
	}{{0, true}, {0.09, true}, {0.1, false}, {1, false}} {
		p.types[page.TypeDocumentation] = test.probability
		if after := p.afterMark(); after.empty() == test.marked {
			t.Errorf("probability %v: %v", test.probability, after)
		}
	}
}
