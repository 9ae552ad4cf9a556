package metadata

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/seed42075109/justext/internal/tags"
)

func TestDebug(t *testing.T) {
	name := os.Getenv("PAGE")
	if name == "" {
		t.Skip()
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r := new(reading)
	r.begin(b, DefaultConfig(), Known{URL: os.Getenv("URL")})
	r.collect(context.Background())
	m := new(Metadata)
	r.read(m)
	fmt.Printf("headline %+v\n", r.headline)
	chain := func(i int32) {
		for ; i >= 0; i = r.elements[i].parent {
			e := r.elements[i]
			c, _ := r.attr(i, "class")
			fmt.Printf("      <%s class=%q> %d-%d hints %b tag %v\n", e.tag.String(), r.src[c.start:c.end], e.text, e.end, e.hints, e.hints&hintAside != 0)
		}
	}
	if r.headline.element >= 0 {
		chain(r.headline.element)
	}
	r.dates.each(r.text, func(f dateFound) bool {
		at := int32(f.start)
		fmt.Println("date", f.day, f.other, at, string(r.text[max(0, f.start-30):f.end]), "beside", r.isBeside(r.elementAt(at), hintAside|hintComment))
		for i := r.elementAt(at); i >= 0; i = r.elements[i].parent {
			e := r.elements[i]
			if r.headline.element >= 0 && e.text <= r.headline.at && r.headline.at < e.end {
				break
			}
			if e.hints&(hintAside|hintComment) != 0 || e.tag == tags.Aside {
				c, _ := r.attr(i, "class")
				d, _ := r.attr(i, "id")
				fmt.Printf("      <%s class=%q id=%q> %d-%d hints %b\n", e.tag.String(), r.src[c.start:c.end], r.src[d.start:d.end], e.text, e.end, e.hints)
			}
		}
		return true
	})
	for _, i := range r.marked {
		if r.elements[i].tag == tags.Time {
			tx, _ := r.textOf(i)
			fmt.Println("time", tx, r.elements[i].text)
		}
	}
	for _, a := range r.articles {
		fmt.Println("article", a.name, a.kind, r.jsonText(r.json.member(a.node, "headline")), r.jsonText(r.json.member(a.node, "datePublished")))
	}
}
