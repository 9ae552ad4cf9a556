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

	// Clean returns the page as its blocks. langBy says what decided the
	// language of the document; if it is empty, the language is found by the
	// words of the text.
	Clean func(ctx context.Context, body []byte, contentType string) (document *page.Document, langBy string, err error)

	// Decode returns the page in UTF-8, for Markdown and for plain text.
	Decode func(body []byte, contentType string) ([]byte, page.Encoding, error)
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
	return Method{Name: name, Decode: x.Decode, Clean: func(ctx context.Context, body []byte, contentType string) (*page.Document, string, error) {
		document, err := x.Clean(ctx, bytes.NewReader(body), contentType)
		return document, "", err
	}}
}

func newVictor(_ string, options page.Options) (Method, error) {
	config := victor.DefaultConfig()
	config.Options = options
	x, err := victor.New(victor.DefaultModel(), config)
	if err != nil {
		return Method{}, err
	}
	m := MethodOf("victor", x)
	m.Clean = func(ctx context.Context, body []byte, contentType string) (*page.Document, string, error) {
		document, err := x.DocumentBytes(ctx, body, contentType)
		return document.View(), "", err
	}
	return m, nil
}

func newJustext(lang string, options page.Options) (Method, error) {
	config := justext.DefaultConfig()
	config.Options = options
	x, err := justext.New(lang, config)
	if err != nil {
		return Method{}, err
	}
	m := MethodOf("justext", x)
	m.Clean = func(ctx context.Context, body []byte, contentType string) (*page.Document, string, error) {
		document, err := x.DocumentBytes(ctx, body, contentType)
		return document.View(), document.LangBy.String(), err
	}
	return m, nil
}

func newBoilerpipe(_ string, options page.Options) (Method, error) {
	config := boilerpipe.DefaultConfig()
	config.Options = options
	config.WordsByScript = true
	x, err := boilerpipe.New(boilerpipe.Article(), config)
	if err != nil {
		return Method{}, err
	}
	m := MethodOf("boilerpipe", x)
	m.Clean = func(ctx context.Context, body []byte, contentType string) (*page.Document, string, error) {
		document, err := x.DocumentBytes(ctx, body, contentType)
		return document.View(), "", err
	}
	return m, nil
}
