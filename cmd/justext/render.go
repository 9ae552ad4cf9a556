package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/seed42075109/justext/render"
)

// This file has the formats that are written from the tree of what a method kept.

const (
	markdown = "markdown"
	treeJSON = "tree"
)

// rendering has the flags of the formats that show more of a page than its text.
type rendering struct {
	links    render.LinkStyle
	title    bool
	images   bool
	tables   bool
	comments bool
	urlsFile string // of -urls

	addresses map[string]string // of the pages, by name
	metadata  metadataExtractor
}

func (r *rendering) define(flags *flag.FlagSet) {
	flags.Func("links", "", r.setLinks)
	flags.BoolVar(&r.title, "title", true, "")
	flags.BoolVar(&r.images, "images", true, "")
	flags.BoolVar(&r.tables, "tables", true, "")
	flags.BoolVar(&r.comments, "comments", true, "")
	flags.StringVar(&r.urlsFile, "urls", "", "")
}

func (r *rendering) setLinks(value string) error {
	styles := map[string]render.LinkStyle{"inline": render.LinksInline, "reference": render.LinksReference, "none": render.LinksOmitted}
	style, ok := styles[value]
	if !ok {
		return errors.New("expected inline, reference or none")
	}
	r.links = style
	return nil
}

// topLevel returns the level of the highest headings. Level 1 belongs to the title, even
// if that is left out.
func (r *rendering) topLevel() int {
	if r.title {
		return 1
	}
	return 2
}

// prepare checks the flags against the format and reads the addresses.
func (r *rendering) prepare(o *options) (err error) {
	for _, name := range o.given {
		var needed needs
		switch name {
		case "links", "title", "images", "tables", "comments":
			needed = needsTree
		case "urls":
			needed = needsAddress
		}
		if needed != 0 && o.format.needs&needed == 0 {
			return fmt.Errorf("-%s works only with -format %s", name, formatsWith(needed))
		}
		if o.format.name == treeJSON && (name == "links" || name == "images") {
			return fmt.Errorf("-%s does not work with -format tree, which has all links and images", name)
		}
	}
	if r.links == render.LinksReference && o.format.name != markdown {
		return errors.New("-links reference works only with -format markdown")
	}
	if r.addresses, err = readAddresses(r.urlsFile); err != nil {
		return err
	}
	return r.metadata.prepare(&o.reading)
}

// keepsPages reports whether the format needs the pages in memory.
func (o *options) keepsPages() bool {
	if o.format.name == jsonl {
		return o.fields.page == nil || o.fields.page["metadata"]
	}
	return o.format.needs&needsPage != 0
}

// tree builds the tree of what was kept of the page, or returns nil.
func (p *cleanPage) tree() *render.Tree {
	view := p.result.view()
	if p.err != nil && len(view.Blocks) == 0 {
		return nil
	}
	view.Text = "" // it need not be in memory
	options := render.Options{URL: p.address, OmitTitle: !p.rendering.title, OmitTables: !p.rendering.tables, OmitComments: !p.rendering.comments}
	text := p.method.decode(p.source)
	p.source = nil // nor need this
	tree, err := render.Build(p.ctx, text, view, options)
	if err != nil {
		p.err = cmp.Or(p.err, err)
		return nil
	}
	return tree
}

// rendered writes what a renderer makes of a page, and reports whether that is
// anything.
func (p *cleanPage) rendered(w *pageWriter, by *rewriting, write func(io.Writer, *render.Tree) error) bool {
	tree := p.tree()
	if tree == nil {
		return false
	}
	out := &textStream{w: w, by: by}
	p.err = cmp.Or(p.err, write(out, tree))
	return out.wrote
}

func writeMarkdown(w *pageWriter, p *cleanPage) {
	p.rendered(w, &plainText, func(out io.Writer, tree *render.Tree) error {
		return render.Markdown(out, tree, render.MarkdownOptions{Links: p.rendering.links, OmitImages: !p.rendering.images, TopLevel: p.rendering.topLevel()})
	})
}

// writeHTML writes a document, in which the content is a fragment.
func writeHTML(w *pageWriter, p *cleanPage) {
	p.rendered(w, &plainText, func(out io.Writer, tree *render.Tree) error {
		w.raw("<!DOCTYPE html>\n<html")
		if tree.Lang != "" {
			w.raw(` lang="`)
			w.attribute(tree.Lang)
			w.raw(`"`)
		}
		w.raw(">\n<head>\n<meta charset=\"utf-8\">\n<title>")
		w.escaped(tree.Title)
		w.raw("</title>\n</head>\n<body>\n")
		err := render.HTML(out, tree, render.HTMLOptions{Links: p.rendering.links, OmitImages: !p.rendering.images, TopLevel: p.rendering.topLevel()})
		w.raw("</body>\n</html>\n")
		return err
	})
}

func writeTEI(w *pageWriter, p *cleanPage) {
	p.rendered(w, &plainText, func(out io.Writer, tree *render.Tree) error {
		return render.TEI(out, tree, render.TEIOptions{Links: p.rendering.links, OmitImages: !p.rendering.images, URL: p.address})
	})
}

// writeTree writes a tree as a line of JSON.
func writeTree(w *pageWriter, p *cleanPage) {
	r := &record{w: w}
	r.always("file")
	w.quoted(p.name)
	if p.result != nil {
		p.rendered(w, &jsonText, func(out io.Writer, tree *render.Tree) error {
			r.text("algo", p.method.name())
			r.always("tree")
			return render.JSON(out, tree)
		})
	}
	r.finish(p.err)
}
