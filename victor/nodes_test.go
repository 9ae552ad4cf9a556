package victor

import "testing"

func TestNames(t *testing.T) {
	for value, want := range map[string]names{
		"":                      0,
		"nav":                   namedNav,
		"mainNav":               namedContent | namedNav,
		"article__body":         namedContent,
		"SIDEBAR-widget-3":      namedSide,
		"xnav navx":             0,
		"post-footer related":   namedContent | namedFooter | namedRelated,
		"cookie_consent_banner": namedPopup | namedHeader,
		"averyverylongwordthatnobodyhaseverheardof": 0,
	} {
		if got := namesIn([]byte(value)) & allNames; got != want {
			t.Errorf("%q: %b, want %b", value, got, want)
		}
	}
}

// nodeOf is the node of the block with a text.
func nodeOf(t *testing.T, p *layout, text string) node {
	t.Helper()
	for i := range p.blocks {
		if string(p.textOf(&p.blocks[i])) == text {
			return p.nodes[p.blocks[i].node]
		}
	}
	t.Fatalf("no block %q", text)
	return node{}
}

func TestNodes(t *testing.T) {
	p := readString(t, "<div class=article><p id=byline>a<p title=nav>b</div><div class=x id=mainNav>c</div>", format{newer: true})
	older := readString(t, "<div class=article><p id=byline>a", format{})
	if got := nodeOf(t, older, "a").names & allNames; got != namedContent|namedMeta {
		t.Errorf("with the blocks of HTML 4, around a: %b", got)
	}
	for text, want := range map[string]names{
		"a": namedMeta, "b": 0, "c": namedContent | namedNav,
	} {
		if got := nodeOf(t, p, text).own & allNames; got != want {
			t.Errorf("%s: %b, want %b", text, got, want)
		}
	}
	if got := nodeOf(t, p, "a").names & allNames; got != namedContent|namedMeta {
		t.Errorf("around a: %b", got)
	}
}

// TestStyles: paragraphs that look the same are one group.
func TestStyles(t *testing.T) {
	p := readString(t, "<div class=x><p>a</p><p>b</p></div><div class=y><p>c</p></div><div class=x><p id=i>d</p><p class=z>e</p></div>", format{})
	var groups []int32
	for i := range p.paragraphs {
		groups = append(groups, p.paragraphs[i].group)
	}
	if g := groups; g[0] != g[1] || g[0] == g[2] || g[0] != g[3] || g[0] == g[4] || len(p.groups) != 3 {
		t.Errorf("groups %v", groups)
	}
}

const running = "This is running text of the page, long enough to count, without any link in it."

func TestShares(t *testing.T) {
	p := readString(t, "<div><p>"+running+"</p><p>"+running+"</p></div><div><p>"+running+"</p><p>short</p></div><p><a>"+running+"</a>", format{})
	first := &p.paragraphs[0]
	for levels, want := range []int32{2, 4, 5} { // a third, two thirds, all
		part, whole := p.textShare(first, levels)
		if got := scale(part, whole, 5); got != want {
			t.Errorf("%d levels out: %d of %d, step %d, want %d", levels, part, whole, got, want)
		}
	}
	if got := p.levelsTo(first, 0.5, 6); got != 1 {
		t.Errorf("%d levels to half of the text, want 1", got)
	}
	if beside := p.nodes[p.outer(first.node)].long; beside != 2 {
		t.Errorf("%d long paragraphs beside, want 2", beside)
	}
}

// TestContext: the classes are jusText's, without stop words.
func TestContext(t *testing.T) {
	const good, near, short, bad = "<p>" + running + running + running, "<p>" + running, "<p>short", "<p><a>link</a>"
	for page, want := range map[string]string{
		good + short + good: "+++", good + near + bad: "++-", good + short + bad: "+--", bad + short + near + good: "--++",
		bad + near + bad: "---", short: "-", near + good: "++", good + near + short: "++-",
	} {
		p := readString(t, page, format{})
		got := ""
		for i := range p.paragraphs {
			if p.paragraphs[i].good {
				got += "+"
			} else {
				got += "-"
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", page, got, want)
		}
	}
}

func TestZone(t *testing.T) {
	p := readString(t, "<p><a>a</a><p><a>b</a><p>"+running+"<p>short<p>"+running+"<p><a>c</a><p><a>d</a>", format{})
	want := []int32{2, 3, 4, 5, 6, 7, 8}
	for i := range p.paragraphs {
		if got := zoneOf(p, &p.paragraphs[i]); got != want[i] {
			t.Errorf("paragraph %d: %d, want %d", i, got, want[i])
		}
	}
	if p := readString(t, "<p>a", format{}); zoneOf(p, &p.paragraphs[0]) != 11 {
		t.Error("a page without text has a zone")
	}
}

func TestBins(t *testing.T) {
	for _, test := range []struct{ part, whole, steps, want int32 }{
		{0, 0, 10, 0}, {1, 0, 10, 0}, {10, 10, 10, 10}, {1, 11, 10, 1}, {1, 12, 10, 0}, {5, 10, 4, 2}, {1 << 30, 1 << 30, 20, 20},
	} {
		if got := scale(test.part, test.whole, test.steps); got != test.want {
			t.Errorf("scale(%d, %d, %d) = %d, want %d", test.part, test.whole, test.steps, got, test.want)
		}
	}
	for value, want := range map[int32]int32{0: 0, 1: 1, 3: 2, 4: 4, 1000: 16} {
		if got := bin(value, tokenBins); got != want {
			t.Errorf("bin(%d) = %d, want %d", value, got, want)
		}
	}
	for _, test := range [][3]int32{{0, 0, 0}, {5, 2, 3}, {4, 3, 1}, {7, 2, 4}} {
		if got := rounded(test[0], test[1]); got != test[2] {
			t.Errorf("rounded(%d, %d) = %d, want %d", test[0], test[1], got, test[2])
		}
	}
}
