package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// TestSetTypes: the types of a page are told by a model that has not seen its site, if the
// page is of the same family of collections. All products of the typed pages are of one site, so that only a page of another site can be
// told to be one.
func TestSetTypes(t *testing.T) {
	const product = "<h1>A chair</h1><p class=price>$ 5</p><form><button>Buy</button></form>"
	const thread = "<div class=post><p>A question?</div><div class=post><p>An answer.</div>"
	typed := filepath.Join(t.TempDir(), "shops-dev")
	files := make(map[string]string)
	for i := range 60 {
		is, html, site := page.TypeForum, thread, fmt.Sprintf("%d.example.com", i)
		if i%3 == 0 {
			is, html, site = page.TypeProduct, product, "shop.example.com"
		}
		files[fmt.Sprintf("html/%02d.html", i)] = html
		files["meta.jsonl"] += fmt.Sprintf(`{"id": "%02d", "url": "https://%s/", "page_type": "%s"}`+"\n", i, site, is)
	}
	writeFiles(t, typed, files)
	for _, test := range []struct {
		name, html, url, collection string
		product                     bool
	}{
		{"of the same site", product, "https://www.shop.example.com/other", "shops-dev", false},
		{"of another collection of the family", product, "https://shop.example.com/", "shops", false},
		{"of another family", product, "https://shop.example.com/", "news", true},
		{"of another site", product, "https://chairs.example.com/", "shops", true},
		{"without an address", product, "", "shops", true},
		{"a forum", thread, "https://1.example.com/", "shops", false},
	} {
		s := source{html: []byte(test.html), url: test.url, collection: test.collection}
		template := victor.DefaultModel().Template()
		p, err := template.ReadPage(s.reader(), "", victor.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		if err := setTypes([]source{s}, []*victor.Page{p}, []string{typed}); err != nil {
			t.Fatal(err)
		}
		if got := p.Types()[page.TypeProduct]; (got > 0.5) != test.product {
			t.Errorf("%s: a product with probability %.3f", test.name, got)
		}
	}
}

// TestNoTypes: without typed pages the types stay, and pages that cannot be read are an
// error.
func TestNoTypes(t *testing.T) {
	template := victor.DefaultModel().Template()
	s := source{html: []byte("<p>Some text.")}
	p, err := template.ReadPage(s.reader(), "", victor.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	before := p.Types()
	if err := setTypes([]source{s}, []*victor.Page{p}, nil); err != nil || p.Types() != before || !before.Known() {
		t.Errorf("types %v, then %v, error %v", before, p.Types(), err)
	}
	if err := setTypes([]source{s}, []*victor.Page{p}, []string{"missing.tar.gz"}); err == nil {
		t.Error("no error")
	}
}
