// Package render writes what a method kept of a page as Markdown, HTML, TEI, plain
// text or JSON, with its headings, lists, tables, code, quotes, figures, links,
// footnotes and formulas.
//
// [Build] makes a tree of the text of a page and a [page.Document], which every
// method of this module returns:
//
//	text, _, err := x.Decode(source, contentType)
//	doc, err := x.Clean(ctx, bytes.NewReader(source), contentType)
//	tree, err := render.Build(ctx, text, doc, render.Options{URL: address})
//	err = render.Markdown(w, tree, render.MarkdownOptions{})
//
// The nodes of the tree have the byte ranges of their sources in the page. With
// Options.Verbatim the text of the tree is that of the blocks that were kept.
// Otherwise rules repair what a method has left incomplete, such as a table
// without some of its cells; [Tree] lists where they did. docs/structure.md
// describes the rules.
//
// Work is linear in the length of the page. A tree is not changed by the functions
// that write it, and several goroutines may write it at once.
package render
