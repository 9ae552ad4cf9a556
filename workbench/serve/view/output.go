package view

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
)

// An Output is what can be made of a page once a method has said what to keep.
type Output struct {
	Text    string  `json:"text"`             // of every form but metadata
	Fields  []Found `json:"fields,omitempty"` // of the form metadata: the values in the order of their fields
	Repairs int     `json:"repairs"`          // stretches of the page that rules of package render took in or left out
}

// A Found is a value of a field of the metadata of a page.
type Found struct {
	Field  string `json:"field"`
	Text   string `json:"text"`
	Day    string `json:"day,omitempty"`   // of a date
	Source string `json:"source"`          // the kind of place where it was found
	Name   string `json:"name,omitempty"`  // which one of them
	Start  int    `json:"start"`           // in bytes of the UTF-8 text of the page
	End    int    `json:"end"`             // 0 if the value is not in the page
	Other  bool   `json:"other,omitempty"` // it was found too, but another value was chosen
}

// Output returns what Request.Form names of what the first method keeps.
func (s *Store) Output(r *Request) (*Output, error) {
	form := outputForms[r.Form]
	if form == nil {
		return nil, fmt.Errorf("%w: there is no form %q", ErrRequest, clip(r.Form, 40))
	}
	p, results, err := s.resultsOf(r)
	if err != nil {
		return nil, err
	}
	defer p.mu.Unlock()
	return form(p, results[0])
}

// outputForms make the forms of a result.
var outputForms = map[string]func(p *Page, r *result) (*Output, error){
	"text":     func(_ *Page, r *result) (*Output, error) { return &Output{Text: r.text}, nil },
	"metadata": metadataOutput,
	"markdown": treeOutput(func(w io.Writer, tree *render.Tree) error {
		return render.Markdown(w, tree, render.MarkdownOptions{})
	}),
	"html": treeOutput(func(w io.Writer, tree *render.Tree) error {
		return render.HTML(w, tree, render.HTMLOptions{})
	}),
	"tree": treeOutput(func(w io.Writer, tree *render.Tree) error {
		var compact bytes.Buffer
		if err := render.JSON(&compact, tree); err != nil {
			return err
		}
		_, err := w.Write(indented(compact.Bytes()))
		return err
	}),
}

// treeOutput returns a form that is written from the tree of what was kept.
func treeOutput(write func(io.Writer, *render.Tree) error) func(*Page, *result) (*Output, error) {
	return func(p *Page, r *result) (*Output, error) {
		document, err := r.document()
		if err != nil {
			return nil, err
		}
		tree, err := render.Build(context.Background(), p.open().text, document, render.Options{URL: p.URL})
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		err = write(&out, tree)
		return &Output{Text: out.String(), Repairs: len(tree.Repairs)}, err
	}
}

// indented returns JSON with a line for each value, or as it is if it is nested so deeply
// that the white space would be more than three times the JSON.
func indented(compact []byte) []byte {
	depth, added, quoted := 0, 0, false
	for i := 0; i < len(compact); i++ {
		switch c := compact[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			added += depth
		case c == ',':
			added += depth
		case c == '}' || c == ']':
			depth--
			added += depth
		}
	}
	var out bytes.Buffer
	if added > 3*len(compact) || json.Indent(&out, compact, "", " ") != nil {
		return compact
	}
	return out.Bytes()
}

// metadataOutput returns what the page says about itself. The method contributes the
// language.
func metadataOutput(p *Page, r *result) (*Output, error) {
	config := metadata.DefaultConfig()
	config.Options = options()
	x, err := metadata.New(config)
	if err != nil {
		return nil, err
	}
	known := metadata.Known{URL: p.URL, Lang: r.lang, Crawled: p.Crawled}
	m, err := x.DocumentBytes(context.Background(), p.open().text, utf8Page, known)
	o := &Output{Fields: []Found{}}
	for _, f := range []struct {
		name  string
		field *metadata.Field
		list  *metadata.List
	}{
		{"title", &m.Title, nil}, {"authors", nil, &m.Authors}, {"published", &m.Published, nil}, {"modified", &m.Modified, nil},
		{"site", &m.Site, nil}, {"language", &m.Language, nil}, {"address", &m.URL, nil}, {"description", &m.Description, nil},
		{"image", &m.Image, nil}, {"categories", nil, &m.Categories}, {"tags", nil, &m.Tags}, {"type", &m.Type, nil}, {"licence", &m.License, nil},
	} {
		list := cmp.Or(f.list, new(metadata.List))
		if f.field != nil {
			list = &metadata.List{Others: f.field.Others}
			if f.field.Text != "" {
				list.Values = []metadata.Value{f.field.Value}
			}
		}
		o.add(f.name, list.Values, false)
		o.add(f.name, list.Others, true)
	}
	if len(o.Fields) > 0 {
		err = nil // what the page says before it ends early; the view has the warning
	}
	return o, err
}

// add adds values of a field.
func (o *Output) add(field string, values []metadata.Value, other bool) {
	for _, v := range values {
		o.Fields = append(o.Fields, Found{Field: field, Text: v.Text, Day: v.Day, Source: v.Source.String(), Name: v.Name, Start: v.Start, End: v.End, Other: other})
	}
}

// whole returns the document of a page that has blocks. That the page was not read to its
// end is in the view of the page.
func whole(document *page.Document, err error) (*page.Document, error) {
	if document != nil && len(document.Blocks) > 0 {
		return document, nil
	}
	return document, err
}
