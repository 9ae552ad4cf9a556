package main

import (
	"cmp"
	"strings"

	"github.com/seed42075109/justext/metadata"
)

const meta = "meta"

// A metadataExtractor finds metadata with the limits of the command line.
type metadataExtractor struct{ x *metadata.Extractor }

func (m *metadataExtractor) prepare(r *reading) (err error) {
	config := metadata.DefaultConfig()
	r.apply(&config.Options)
	m.x, err = metadata.New(config)
	return err
}

// metadata returns what the page says about itself.
func (p *cleanPage) metadata() metadata.Summary {
	lang := p.result.language()
	found, err := p.rendering.metadata.x.DocumentBytes(p.ctx, p.source, "", metadata.Known{URL: p.address, Lang: lang})
	p.err = cmp.Or(p.err, inner(err))
	summary := found.Summary()
	for _, other := range found.Language.Others {
		if lang != "" && strings.HasPrefix(other.Text, lang+"-") {
			summary.Lang = other.Text // the same language, with its region
			break
		}
	}
	return summary
}

// metadata writes those fields of a page that say something.
func (r *record) metadata(found metadata.Summary) {
	for _, field := range []struct {
		name, text string
		texts      []string
	}{
		{name: "title", text: found.Title},
		{name: "authors", texts: found.Authors},
		{name: "date", text: found.Date},
		{name: "date_text", text: found.DateText},
		{name: "modified", text: found.Modified},
		{name: "modified_text", text: found.ModifiedText},
		{name: "site", text: found.Site},
		{name: "lang", text: found.Lang},
		{name: "description", text: found.Description},
		{name: "image", text: found.Image},
		{name: "categories", texts: found.Categories},
		{name: "tags", texts: found.Tags},
		{name: "license", text: found.License},
		{name: "url", text: found.URL},
		{name: "type", text: found.Type},
	} {
		switch {
		case field.text != "":
			r.text(field.name, field.text)
		case len(field.texts) > 0:
			r.texts(field.name, field.texts)
		}
	}
}

// writeMeta writes the metadata of a page as a line of JSON.
func writeMeta(w *pageWriter, p *cleanPage) {
	r := &record{w: w}
	r.always("file")
	w.quoted(p.name)
	if p.result != nil && (p.err == nil || len(p.source) > 0) {
		r.metadata(p.metadata())
	}
	r.finish(p.err)
}
