package corpus

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/seed42075109/justext/corpus/output"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
)

// unite makes one text of those of several methods, if that is asked for: the
// blocks that the first method keeps, and of each other one those that do not
// overlap with any of them in the page.
func (w *worker) unite(_ context.Context, p *cleaned) error {
	if !w.config.Union || len(p.texts) < 2 {
		return nil
	}
	first := p.texts[0]
	own := first.Blocks()
	blocks := slices.DeleteFunc(slices.Clone(own.Blocks), func(b page.Block) bool { return !b.Keep })
	names := []string{first.method}
	for _, t := range p.texts[1:] {
		names = append(names, t.method)
		blocks = mergeKept(blocks, t.Blocks().Blocks)
		first.truncated = cmp.Or(first.truncated, t.truncated)
		if first.LangBy == "" {
			first.Lang, first.LangBy = cmp.Or(t.Lang, first.Lang), t.LangBy
		}
	}
	united := *own
	united.Text = textOf(paragraphs(blocks))
	united.Blocks = append(blocks, dropped(own.Blocks)...)
	lang, langBy := first.Lang, first.LangBy
	first.Content = contentOf(&united)
	first.Lang, first.LangBy, first.method = lang, langBy, strings.Join(names, "+")
	p.texts = []found{first}
	return nil
}

// textOf returns paragraphs with blank lines between them.
func textOf(all []output.Paragraph) string {
	lines := make([]string, len(all))
	for i := range all {
		lines[i] = all[i].Text
	}
	return strings.Join(lines, "\n\n")
}

// dropped returns the blocks that are not kept.
func dropped(blocks []page.Block) (all []page.Block) {
	for _, b := range blocks {
		if !b.Keep {
			all = append(all, b)
		}
	}
	return all
}

// mergeKept returns the blocks of a, which are in the order of the page, and
// between them those that b keeps and that overlap with none of a.
func mergeKept(a, b []page.Block) []page.Block {
	var merged []page.Block
	i := 0
	for _, block := range b {
		if !block.Keep || strings.TrimSpace(block.Text) == "" {
			continue
		}
		for i < len(a) && a[i].End <= block.Start {
			merged = append(merged, a[i])
			i++
		}
		if i == len(a) || a[i].Start >= block.End {
			block.NewLine = true
			merged = append(merged, block)
			if i < len(a) {
				a[i].NewLine = true
			}
		}
	}
	return append(merged, a[i:]...)
}

// paragraphs returns the lines of the blocks that are kept.
func paragraphs(blocks []page.Block) (all []output.Paragraph) {
	open := false // the last paragraph goes on
	for i := range blocks {
		b := &blocks[i]
		open = open && !b.NewLine
		if !b.Keep {
			continue
		}
		if !open {
			all = append(all, output.Paragraph{Kind: b.Kind, Level: b.Level})
			open = true
		}
		all[len(all)-1].Text += b.Text
	}
	for i := range all {
		all[i].Text = strings.Join(strings.Fields(all[i].Text), " ")
	}
	return slices.DeleteFunc(all, func(p output.Paragraph) bool { return p.Text == "" })
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
