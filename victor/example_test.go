package victor_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/victor"
)

const page = `<html><body>
<ul class=nav><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a></ul>
<article><h1>The ferry is back</h1>
<p>After three weeks in the dock the ferry is back. It leaves the harbour at nine in the morning and
comes back at <b>six in the evening</b>, as it did before the storm.</p>
<p>The people of the island had to wait for a long time. On Monday they went on board with all their
boxes, their bicycles and their dogs, and nobody was late.</p></article>
<div class=footer>© The Island</div>`

// The shipped model takes the text of a page. Most of the gold texts that it was
// trained on have no headline.
func ExampleExtract() {
	blocks, err := victor.Extract(strings.NewReader(page))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(victor.Text(blocks))
	// Output:
	// After three weeks in the dock the ferry is back. It leaves the harbour at nine in the morning and comes back at six in the evening, as it did before the storm.
	// The people of the island had to wait for a long time. On Monday they went on board with all their boxes, their bicycles and their dogs, and nobody was late.
}

// The type of a page says what it is as a whole.
func ExampleDocument_types() {
	const thread = `<title>Why does my chair squeak? - Chair Forum</title>
<div class=post><span class=author>anna</span><p>Why does my chair squeak when I lean back?</div>
<div class=post><span class=author>bert</span><p>Put some oil on the spring.</div>
<div class=post><span class=author>anna</span><p>That was it. Thank you!</div>`
	x, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	document, err := x.Document(context.Background(), strings.NewReader(thread), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	best, _ := document.Types.Best()
	fmt.Println("most probably:", best)
	// Output:
	// most probably: forum
}

// A program that has parsed the page goes on in its own tree: here it finds the elements
// that the main content is in.
func ExampleExtractor_DocumentNode() {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	document, err := x.DocumentNode(context.Background(), root)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, b := range document.Blocks {
		if b.Content() {
			text := document.Nodes[i][0]
			fmt.Printf("<%s> in <%s>: %.23s…\n", text.Parent.Data, text.Parent.Parent.Data, text.Data)
		}
	}
	// Output:
	// <p> in <article>: After three weeks in th…
	// <b> in <p>: six in the evening…
	// <p> in <article>: , as it did before the …
	// <p> in <article>: The people of the islan…
}

// With a low threshold on the probability of noise, only blocks that are almost certain to
// be content are taken.
func ExampleNew_threshold() {
	config := victor.DefaultConfig()
	config.Decision, config.MaxOther = victor.ByThreshold, 0.0001
	x, err := victor.New(victor.DefaultModel(), config)
	if err != nil {
		fmt.Println(err)
		return
	}
	blocks, err := x.Extract(strings.NewReader(page))
	if err != nil {
		fmt.Println(err)
		return
	}
	content := 0
	for _, b := range blocks {
		if b.Content() {
			content++
		}
	}
	fmt.Println(len(blocks), "blocks,", content, "of them content")
	// Output: 9 blocks, 0 of them content
}

// A program can use a model of its own from a file.
func ExampleReadModel() {
	var file bytes.Buffer // as workbench train writes it
	if err := victor.DefaultModel().Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	model, err := victor.ReadModel(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(model.Labels())
	// Output: [text other]
}

// Pages in native span form can be corrected by hand and used for training.
func ExampleExtractor_WriteSpans() {
	x, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := x.WriteSpans(context.Background(), os.Stdout, strings.NewReader("<title>T</title><nav><a href=/>Home</a><a href=/news>News</a></nav><p>After three weeks in the dock the ferry is back, and nobody on the island was late for the market.</p>"), ""); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <html><head><meta charset="utf-8" /><title>T</title></head>
	// <body><nav><a href="/"><span id="victor_an0" class="victor_other">Home</span></a><a href="/news"><span id="victor_an1" class="victor_other">News</span></a></nav><p><span id="victor_an2" class="victor_text">After three weeks in the dock the ferry is back, and nobody on the island was late for the market.</span></p></body></html>
}

func ExampleParseTemplate() {
	template, err := victor.ParseTemplate(strings.NewReader(`
		labels text other
		bigrams yes
		feature token.alpha-abs -1 1
		feature container.a 0 0
	`))
	fmt.Println(template.Labels, len(template.Rows), err)
	// Output: [text other] 2 <nil>
}

// A program can train a model with any optimizer that takes a function and its
// gradient; here a few steps down the gradient.
func ExampleNewProblem() {
	template := victor.Template2008()
	annotated, err := template.ReadAnnotated(strings.NewReader(
		`<p><span id="victor_an0" class="victor_text">Some text of it.</span></p><a><span id="victor_an1">Menu</span></a>`), victor.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	problem, err := victor.NewProblem(template, []*victor.Page{annotated}, 1, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	weights, gradient := make([]float64, problem.NumWeights()), make([]float64, problem.NumWeights())
	for range 100 {
		problem.Objective(weights, gradient)
		for i, g := range gradient {
			weights[i] -= 0.01 * g
		}
	}
	model, err := problem.Model(weights, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := victor.New(model, victor.ReleasedConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	blocks, err := x.LabelPage(annotated)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range blocks {
		fmt.Println(b.Label, b.Text)
	}
	// Output:
	// text Some text of it.
	// other Menu
}

// Start and End of a block are offsets in the decoded page.
func ExampleExtractor_Decode() {
	x, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	page := []byte("<p>caf\xe9</p>")
	text, encoding, err := x.Decode(page, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	blocks, err := x.Extract(bytes.NewReader(page))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(encoding.Name, string(text[blocks[0].Start:blocks[0].End]))
	// Output: windows-1252 café
}

// The headline and the comments of readers are text if the user says so.
func ExampleConfig_SetKinds() {
	const article = "<p>After three weeks in the dock the ferry is back, and it leaves the harbour at nine in the morning as it did before. " +
		"The people of the island, who had to wait for a long time, are glad to see it.</p>"
	const source = "<title>The ferry is back</title><nav><a href=/>Home</a></nav><h1>The ferry is back</h1>" +
		"<p class=byline>By Ann Other</p>" + article + article + article + article +
		"<div id=comments><p>I was there on the first day, and it was cold.</p></div>"
	config := victor.DefaultConfig()
	if err := config.SetKinds("everything", "", "byline"); err != nil {
		fmt.Println(err)
		return
	}
	x, err := victor.New(victor.DefaultModel(), config)
	if err != nil {
		fmt.Println(err)
		return
	}
	document, err := x.Clean(context.Background(), strings.NewReader(source), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range document.Blocks {
		fmt.Printf("%t %s: %s\n", b.Keep, b.Kind, b.Reason)
	}
	// Output:
	// false navigation: labelled other
	// true headline: included: headline
	// false byline: labelled other
	// true text: labelled text
	// true text: labelled text
	// true text: labelled text
	// true text: labelled text
	// true comment: included: comment
}
