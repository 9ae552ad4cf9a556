package main

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seed42075109/justext/victor"
)

// hiddenPage has text that a browser would hide.
const hiddenPage = `<!DOCTYPE html><html lang=en><head><title>Ferry &amp; harbour</title><noscript><link rel=stylesheet href=a.css></noscript></head><body>
<ul><li><a href=/>Home</a></ul>
<noscript class=posts><p>The ferry leaves the harbour in the morning and comes back at night.</p></noscript>
<NOSCRIPT><div>Nobody was late.</div></NOSCRIPT>
<p title="<noscript-x>" style="display:none">It was a <b>long</b> day.</p><div hidden>Menu</div></body></html>`

// TestSpansToCorrect: a page to correct shows the colours of the labels and the
// content of noscript, and is read as if neither had been added.
func TestSpansToCorrect(t *testing.T) {
	x, err := newLabeller(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	var plain, shown bytes.Buffer
	if err := x.writeSpans(&plain, strings.NewReader(hiddenPage), ""); err != nil {
		t.Fatal(err)
	}
	if err := writeSpansToCorrect(x, &shown, strings.NewReader(hiddenPage), ""); err != nil {
		t.Fatal(err)
	}
	page := shown.String()
	if strings.Count(page, colours+"</head>") != 1 {
		t.Errorf("no style element at the end of the head:\n%s", page)
	}
	if tags := len(noscript.FindAllString(plain.String(), -1)); tags != 4 || strings.Count(strings.ToLower(page), "noscript-shown") != tags {
		t.Errorf("%d tags of noscript, those shown are in\n%s", tags, page)
	}
	for name, template := range map[string]victor.Template{"2007": victor.Template2007(), "shipped": victor.DefaultModel().Template()} {
		want, err := template.ReadAnnotated(bytes.NewReader(plain.Bytes()), victor.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		got, err := readCorrected(&template, shown.Bytes(), victor.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		if w, g := describe(want), describe(got); !reflect.DeepEqual(w, g) || len(w) < 5 {
			t.Errorf("template %s: got %q, want %q", name, g, w)
		}
	}
}

// describe returns text, label and features of each block.
func describe(p *victor.Page) (blocks []string) {
	for i := range p.Len() {
		blocks = append(blocks, fmt.Sprintf("%s %q %v", p.Label(i), p.Text(i), p.Values(i)))
	}
	return blocks
}

func TestLabelledSpans(t *testing.T) {
	page := `<p><span class="x victor_text" id="victor_an0">a</span><span id=victor_an1 class=victor_other>b</span>
		<span id="victor_an2">no label</span><span class="victor_text">no id</span><b id="victor_an3" class="victor_text">no span</b>
		<textarea><span id="victor_an4" class="victor_list">c</span></textarea>`
	want := []span{{"victor_an0", "text"}, {"victor_an1", "other"}, {"victor_an4", "list"}}
	if got := labelledSpans([]byte(page)); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
