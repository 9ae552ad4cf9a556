package render_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/render"
)

// examplePage is a page of which boilerpipe keeps all.
const examplePage = `<h2>What is *new*</h2><p>There is <b>more</b> in <a href="/list">the list</a>.</p>
<ul><li>One thing<li>Another thing</ul>`

// exampleTree keeps all of a page.
func exampleTree(source string) *render.Tree {
	x, err := boilerpipe.New(boilerpipe.KeepEverything(), boilerpipe.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	doc, err := x.Clean(context.Background(), strings.NewReader(source), "text/html; charset=utf-8")
	if err != nil {
		log.Fatal(err)
	}
	text, _, err := x.Decode([]byte(source), "text/html; charset=utf-8")
	if err != nil {
		log.Fatal(err)
	}
	tree, err := render.Build(context.Background(), text, doc, render.Options{URL: "https://example.com/news"})
	if err != nil {
		log.Fatal(err)
	}
	return tree
}

func ExampleBuild() {
	tree := exampleTree(examplePage)
	for block := range tree.Root.Children() {
		fmt.Println(block.Kind, examplePage[block.Start:block.End])
	}
	// Output:
	// heading <h2>What is *new*</h2>
	// paragraph There is <b>more</b> in <a href="/list">the list</a>.
	// list <ul><li>One thing<li>Another thing</ul>
}

func ExampleMarkdown() {
	if err := render.Markdown(os.Stdout, exampleTree(examplePage), render.MarkdownOptions{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// ## What is \*new\*
	//
	// There is **more** in [the list](https://example.com/list).
	//
	// - One thing
	// - Another thing
}

func ExampleMarkdown_references() {
	options := render.MarkdownOptions{Links: render.LinksReference, TopLevel: 3}
	if err := render.Markdown(os.Stdout, exampleTree(examplePage), options); err != nil {
		log.Fatal(err)
	}
	// Output:
	// ### What is \*new\*
	//
	// There is **more** in [the list][1].
	//
	// - One thing
	// - Another thing
	//
	// [1]: https://example.com/list
}

func ExampleHTML() {
	if err := render.HTML(os.Stdout, exampleTree(examplePage), render.HTMLOptions{Links: render.LinksOmitted}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// <h2>What is *new*</h2>
	// <p>There is <strong>more</strong> in the list.</p>
	// <ul>
	// <li>
	// <p>One thing</p>
	// </li>
	// <li>
	// <p>Another thing</p>
	// </li>
	// </ul>
}

func ExamplePlainText() {
	if err := render.PlainText(os.Stdout, exampleTree(examplePage), render.TextOptions{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// What is *new*
	//
	// There is more in the list.
	//
	// - One thing
	// - Another thing
}

func ExampleJSON() {
	if err := render.JSON(os.Stdout, exampleTree("<p>A <i>b</i></p>")); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"title":"","lang":"","children":[{"kind":"paragraph","start":3,"end":13,"children":[{"kind":"text","start":3,"end":5,"text":"A "},{"kind":"emphasis","start":5,"end":13,"children":[{"kind":"text","start":8,"end":9,"text":"b"}]}]}],"repairs":[]}
}

func ExampleTEI() {
	tree := &render.Tree{Title: "News", Lang: "en", Root: exampleTree("<p>A <i>b</i></p>").Root}
	if err := render.TEI(os.Stdout, tree, render.TEIOptions{URL: "https://example.com/news"}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <TEI xmlns="http://www.tei-c.org/ns/1.0">
	// <teiHeader>
	// <fileDesc>
	// <titleStmt>
	// <title>News</title>
	// </titleStmt>
	// <publicationStmt>
	// <p>Extracted from a web page</p>
	// </publicationStmt>
	// <sourceDesc>
	// <p><ref target="https://example.com/news"/></p>
	// </sourceDesc>
	// </fileDesc>
	// </teiHeader>
	// <text xml:lang="en">
	// <body>
	// <div>
	// <p>A <hi rend="italic">b</hi></p>
	// </div>
	// </body>
	// </text>
	// </TEI>
}
