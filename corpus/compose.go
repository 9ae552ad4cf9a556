package corpus

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/seed42075109/justext/corpus/output"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
	"github.com/seed42075109/justext/union"
)

// unite makes one text of those of several methods, if that is asked for.
func (w *worker) unite(_ context.Context, p *cleaned) error {
	if !w.config.Union || len(p.texts) < 2 {
		return nil
	}
	all := p.texts[0]
	names, views := make([]string, len(p.texts)), make([]*page.Document, len(p.texts))
	for i, t := range p.texts {
		names[i], views[i] = t.method, t.Blocks()
		all.truncated = cmp.Or(all.truncated, t.truncated)
		if all.LangBy == "" {
			all.Lang, all.LangBy = cmp.Or(t.Lang, all.Lang), t.LangBy
		}
	}
	lang, langBy := all.Lang, all.LangBy
	all.Content = contentOf(&union.Merge(names, views).Document)
	all.Lang, all.LangBy, all.method = lang, langBy, strings.Join(names, "+")
	p.texts = []found{all}
	return nil
}

// paragraphs returns the lines of the blocks that are kept.
func paragraphs(blocks []page.Block) (all []output.Paragraph) {
	for line, b := range page.Lines(blocks) {
		all = append(all, output.Paragraph{Text: line, Kind: b.Kind, Level: b.Level})
	}
	return all
}

// markdown replaces the texts by Markdown, if that is asked for.
func (w *worker) markdown(ctx context.Context, p *cleaned) error {
	if !w.config.Markdown || p.plain {
		return nil
	}
	for i := range p.texts {
		t := &p.texts[i]
		source, _, err := w.config.Methods[0].Decode(p.body, p.contentType)
		var limit *page.LimitError
		if err != nil && !errors.As(err, &limit) {
			return err
		}
		tree, err := render.Build(ctx, source, t.Blocks(), render.Options{URL: p.from.URL})
		if err != nil && !errors.As(err, &limit) {
			return err
		}
		var text bytes.Buffer
		if err := render.Markdown(&text, tree, render.MarkdownOptions{}); err != nil {
			return err
		}
		t.Text, t.markdown = strings.TrimRight(text.String(), "\n"), true
	}
	return nil
}

// records makes the records.
func (w *worker) records(_ context.Context, p *cleaned) error {
	p.rows = make([]rowResult, len(p.texts))
	for i := range p.texts {
		t := &p.texts[i]
		r := new(output.Record)
		*r = p.from
		r.ID = identifier(r, t.method)
		r.Encoding, r.EncodingBy = t.Encoding.Name, t.Encoding.By.String()
		r.Lang, r.LangBy, r.Method = field(t.Lang, maxField), t.LangBy, t.method
		r.Metadata = p.about
		r.Title = field(cmp.Or(p.about.Title, t.Title), maxField)
		r.Text, r.Markdown, r.Kept = t.Text, t.markdown, t.Kept
		r.Chars, r.Words = count(t.Text)
		if t.truncated != "" {
			r.Truncated = strings.TrimPrefix(r.Truncated+","+limitReasons[t.truncated], ",")
		}
		if w.config.Format.Paragraphs {
			r.Paragraphs = paragraphs(t.Blocks().Blocks)
		}
		p.rows[i] = rowResult{record: r, method: r.Method, lang: r.Lang, truncated: r.Truncated, textBytes: int64(len(r.Text))}
	}
	return nil
}

// limitReasons are the reasons why a page is cut, by the limit that it met.
var limitReasons = map[string]string{
	"MaxBytes": "max-body", "MaxToken": "max-token", "MaxBlocks": "max-blocks", "MaxElements": "max-elements",
}
