package victor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func readString(t testing.TB, source string, f format) *layout {
	t.Helper()
	p := new(layout)
	if err := p.read(context.Background(), []byte(source), f); err != nil {
		t.Fatal(err)
	}
	return p
}

func texts(p *layout) (all []string) {
	for i := range p.blocks {
		all = append(all, string(p.textOf(&p.blocks[i])))
	}
	return all
}

func TestBlocks(t *testing.T) {
	for _, test := range []struct {
		name, page string
		want       []string
	}{
		{"the example of docs/victor.md", "<p>Hello <b>world</b>!</p>", []string{"Hello ", "world", "!"}},
		{"comments and deleted elements split nothing", "a<!-- x -->b<script>x</script>c<iframe><p>x</iframe>d<del>x</del>e", []string{"abcde"}},
		{"blank text is no block", "<p> \n&nbsp;<p>x", []string{"x"}},
		{"title", "<title>x</title>y", []string{"y"}},
		{"white space stays", "<p> a <b> b</b>", []string{" a ", " b"}},
		{"references", "<p>a &lt; b&eacute;", []string{"a < bé"}},
		{"alternative text", "a<img alt=' b '>c<img alt=' '>d", []string{"a", " b ", "c", "d"}},
		{"lines of pre", "<pre>a\nb\n\nc</pre>", []string{"a\n", "b\n", "c"}},
		{"noscript is kept", "<noscript>a</noscript>", []string{"a"}},
		{"textarea and select", "<textarea>a</textarea><select><option>b</select>c", []string{"c"}},
	} {
		if got := texts(readString(t, test.page, format{images: true})); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestGroups is the example of Victor's paper of 2008, 3.2.
func TestGroups(t *testing.T) {
	p := readString(t, "<div> a <div> b <i>c</i> </div> d <div> e <b>f</b> </div> g </div>", format{})
	groups := make(map[int32]string)
	for i := range p.blocks {
		groups[p.blocks[i].div] += strings.TrimSpace(string(p.textOf(&p.blocks[i])))
	}
	if len(groups) != 3 || groups[1] != "adg" || groups[2] != "bc" || groups[3] != "ef" {
		t.Errorf("groups %v", groups)
	}
}

func TestSplits(t *testing.T) {
	p := readString(t, "x<br>a<p>b</p><p>c<hr><br><br>d<section>e", format{})
	want := []split{{block: 2}, {br: 2, inline: 2}, {p: 1, block: 1}, {p: 2, block: 2}, {hr: 2, block: 3, br: 4, inline: 4, p: 1}, {}}
	for i := range p.blocks {
		if p.blocks[i].split != want[i] {
			t.Errorf("block %d: %+v, want %+v", i, p.blocks[i].split, want[i])
		}
	}
	if newer := readString(t, "a<section>b", format{newer: true}); newer.blocks[1].split.block != 1 {
		t.Errorf("a section is no block: %+v", newer.blocks[1].split)
	}
}

func TestParagraphs(t *testing.T) {
	p := readString(t, "<p>a <b>b</b> c<br>d<br><br>e<p>f<table><tr><td>g<td>h</table><x-y>i</x-y>j", format{images: true})
	got := ""
	for i := range p.blocks {
		if i == 0 || p.blocks[i].paragraph != p.blocks[i-1].paragraph {
			got += "|"
		}
		got += strings.TrimSpace(string(p.textOf(&p.blocks[i])))
	}
	if want := "|abcd|e|f|g|h|ij"; got != want {
		t.Errorf("paragraphs %s, want %s", got, want)
	}
}

// TestNativeOdd tests annotations of images, in or after the img element, with anything in
// between.
func TestNativeOdd(t *testing.T) {
	const alt = `<img alt="x">`
	for page, want := range map[string]string{
		`<p>` + alt + `<span id="victor_an0" class="victor_text">x<b>y</b></span> later noise</p><p>and this</p>`: `x/text/image y/text/image  later noise and this`,
		alt + `<span id="victor_an0" class="victor_text">x</span></img> later text`:                               `x/text/image  later text`,
		alt + `</img> later text`:     ` later text`,
		alt + "\n\t</img> later text": "\n\t later text",
		alt + `<p>later`:              `later`,
		`<p>` + alt + `</p><p>later`:  `later`,
		alt + alt + `<span id="victor_an0" class="victor_text">x</span>later`:                                 `x/text/image later`,
		alt + `<span id="victor_an0" class="victor_text">x` + alt + `y</span>z`:                               `x/text/image y/text/image z`,
		alt + ` <span id="victor_an0" class="victor_text">x</span>z`:                                          `x/text/image z`,
		`<p><span id="victor_an0" class="victor_text">a` + alt + `b</span>c</p>`:                              `a/text b/text c`,
		`<p>` + alt + `<span id="victor_an0" class="victor_text">a</p>b`:                                      `a/text/image b`,
		`<span id="victor_an0" class="victor_text">a<span id="victor_an1" class="victor_h">b</span>c</span>d`: `a/text b/h c/text d`,
	} {
		p := readString(t, page, format{annotated: true, images: true})
		var got []string
		for i := range p.blocks {
			b := &p.blocks[i]
			text := string(p.textOf(b))
			if b.label != noLabel {
				text += "/" + p.labels[b.label]
			}
			if b.inside&inImg != 0 {
				text += "/image"
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", page, strings.Join(got, " "), want)
		}
	}
}

func TestNative(t *testing.T) {
	p := readString(t, `<body><p><span id="victor_an0" class="victor_text">a</span><b><span id="victor_an1" class="x victor_other">&nbsp;</span></b>`+
		`<img alt="c"><span id="victor_an2">c</span></img><img alt="d" /><span id="victor_an3" class="victor_header">d</span><p/>`+
		`<span id="victor_anx">e</span>`, format{annotated: true, images: true})
	got := ""
	for i := range p.blocks {
		b := &p.blocks[i]
		label := "-"
		if b.label != noLabel {
			label = p.labels[b.label]
		}
		got += fmt.Sprintf("%s/%s/%v/%v ", p.textOf(b), label, b.inside&inImg != 0, b.inside&inP != 0)
	}
	if want := "a/text/false/true \u00a0/other/false/true c//true/true d/header/false/true e/-/false/false "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
