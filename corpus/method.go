package corpus

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// A Method finds the main content of pages. It must be safe for concurrent use.
type Method struct {
	Name string

	// Clean finds the main content of a page. Together with a *page.LimitError
	// it returns that of the page up to the limit.
	Clean func(ctx context.Context, body []byte, contentType string) (Content, error)

	// Decode returns the page in UTF-8, for Markdown and for plain text.
	Decode func(body []byte, contentType string) ([]byte, page.Encoding, error)
}

// A Content is the main content of a page.
type Content struct {
	Title    string
	Encoding page.Encoding

	// Lang is the language of the page, or what the page declares. LangBy says
	// what decided it; if that is empty, the words of the text decide.
	Lang, LangBy string

	Text string
	Kept float64 // share of the page's text that is kept, from 0 to 1

	// Blocks returns the page as its blocks. It is called for formats that
	// need more than the text, once.
	Blocks func() *page.Document
}

// share returns the share of the text of a page that is kept: kept and all are
// lengths in bytes.
func share(kept, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(kept) / float64(all)
}

// methods make the methods of this module by name.
var methods = []struct {
	name string
	make func(lang string, options page.Options) (Method, error)
}{
	{"victor", newVictor},
	{"justext", newJustext},
	{"boilerpipe", newBoilerpipe},
}

// MethodNames returns the names of the methods that NewMethod knows.
func MethodNames() []string {
	var names []string
	for _, m := range methods {
		names = append(names, m.name)
	}
	return names
}

// NewMethod returns the method of that name with its default configuration. lang
// is the language of the pages, used by justext: a BCP 47 tag, or "auto" to find
// it for each page.
func NewMethod(name, lang string, options page.Options) (Method, error) {
	for _, m := range methods {
		if m.name == name {
			return m.make(lang, options)
		}
	}
	return Method{}, fmt.Errorf("corpus: unknown method %q; the methods are %s", name, strings.Join(MethodNames(), ", "))
}

// An extractor is what each method of this module makes.
type extractor interface {
	page.Cleaner
	Decode(source []byte, contentType string) ([]byte, page.Encoding, error)
}

// MethodOf returns a method that uses x.
func MethodOf(name string, x extractor) Method {
	return Method{Name: name, Decode: x.Decode, Clean: func(ctx context.Context, body []byte, contentType string) (Content, error) {
		document, err := x.Clean(ctx, bytes.NewReader(body), contentType)
		return contentOf(document), err
	}}
}

// contentOf returns the content of a document.
func contentOf(d *page.Document) Content {
	kept, all := 0, 0
	for i := range d.Blocks {
		n := len(d.Blocks[i].Text)
		all += n
		if d.Blocks[i].Keep {
			kept += n
		}
	}
	return Content{
		Title: d.Title, Encoding: d.Encoding, Lang: d.Lang, Text: d.Text, Kept: share(kept, all),
		Blocks: func() *page.Document { return d },
	}
}

func newVictor(_ string, options page.Options) (Method, error) {
	config := victor.DefaultConfig()
	config.Options = options
	x, err := victor.New(victor.DefaultModel(), config)
	if err != nil {
		return Method{}, err
	}
	return Method{Name: "victor", Decode: x.Decode, Clean: func(ctx context.Context, body []byte, contentType string) (Content, error) {
		d, err := x.DocumentBytes(ctx, body, contentType)
		kept, all := 0, 0
		for i := range d.Blocks {
			b := &d.Blocks[i]
			all += len(b.Text)
			if b.Content() && !b.Image {
				kept += len(b.Text)
			}
		}
		return Content{Title: d.Title, Encoding: d.Encoding, Lang: d.Lang, Text: d.Text(), Kept: share(kept, all), Blocks: d.View}, err
	}}, nil
}

func newJustext(lang string, options page.Options) (Method, error) {
	config := justext.DefaultConfig()
	config.Options = options
	x, err := justext.New(lang, config)
	if err != nil {
		return Method{}, err
	}
	return Method{Name: "justext", Decode: x.Decode, Clean: func(ctx context.Context, body []byte, contentType string) (Content, error) {
		d, err := x.DocumentBytes(ctx, body, contentType)
		kept, all := 0, 0
		for i := range d.Paragraphs {
			p := &d.Paragraphs[i]
			all += len(p.Text)
			if p.Class == justext.Good {
				kept += len(p.Text)
			}
		}
		return Content{
			Title: d.Title, Encoding: d.Encoding, Lang: d.Lang, LangBy: d.LangBy.String(), Text: d.Text(),
			Kept: share(kept, all), Blocks: d.View,
		}, err
	}}, nil
}

func newBoilerpipe(_ string, options page.Options) (Method, error) {
	config := boilerpipe.DefaultConfig()
	config.Options = options
	config.WordsByScript = true
	x, err := boilerpipe.New(boilerpipe.Article(), config)
	if err != nil {
		return Method{}, err
	}
	return Method{Name: "boilerpipe", Decode: x.Decode, Clean: func(ctx context.Context, body []byte, contentType string) (Content, error) {
		d, err := x.DocumentBytes(ctx, body, contentType)
		kept, all := 0, 0
		for i := range d.Blocks {
			b := &d.Blocks[i]
			all += len(b.Text)
			if b.Content {
				kept += len(b.Text)
			}
		}
		return Content{Title: d.Title, Encoding: d.Encoding, Lang: d.Lang, Text: d.Text(), Kept: share(kept, all), Blocks: d.View}, err
	}}, nil
}
