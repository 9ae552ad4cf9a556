package boilerpipe_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
)

const examplePage = `<html><head><title>Otters are back | The River Post</title></head><body>
<ul><li><a href="/">Home</a></li><li><a href="/news">All the news</a></li></ul>
<p>River life</p>
<h1>Otters are back</h1>
<p>For the first time in forty years a family of otters has been seen on the lower river, close to the old mill at Wend.</p>
<p><img src="otter.jpg" width="640" height="400" alt="An otter">They live on crayfish, which have multiplied since the weir was taken down, and on what anglers leave behind on the bank.</p>
<p><a href="/subscribe">Subscribe to the River Post</a></p>
</body></html>`

func ExampleExtract() {
	blocks, err := boilerpipe.Extract(strings.NewReader(examplePage), boilerpipe.Article())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(boilerpipe.Text(blocks))
	// Output:
	// River life
	// Otters are back
	// For the first time in forty years a family of otters has been seen on the lower river, close to the old mill at Wend.
	// They live on crayfish, which have multiplied since the weir was taken down, and on what anglers leave behind on the bank.
}

func ExampleExtractor_Segment() {
	x, err := boilerpipe.New(nil, boilerpipe.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Segment(context.Background(), strings.NewReader(examplePage), "")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(document.Title)
	for _, b := range document.Blocks {
		fmt.Printf("%2d words, %d in links, density %4.1f: %.20s\n", b.Words, b.AnchorWords, b.TextDensity(), b.Text)
	}
	// Output:
	// Otters are back | The River Post
	//  1 words, 1 in links, density  1.0: Home
	//  3 words, 3 in links, density  3.0: All the news
	//  2 words, 0 in links, density  2.0: River life
	//  3 words, 0 in links, density  3.0: Otters are back
	// 25 words, 0 in links, density 17.0: For the first time i
	// 22 words, 0 in links, density 14.0: They live on crayfis
	//  5 words, 5 in links, density  5.0: Subscribe to the Riv
}

func ExampleExtractor_Document() {
	x, err := boilerpipe.New(nil, boilerpipe.DefaultConfig()) // once; all goroutines may share it
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Segment(context.Background(), strings.NewReader("<p>caf\xe9"), "text/html; charset=iso-8859-1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(document.Encoding.Name, document.Encoding.By, document.Blocks[0].Text)
	// Output: windows-1252 content type café
}

func ExampleExtractor_Decode() {
	x, err := boilerpipe.New(nil, boilerpipe.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	page := []byte("<p>caf\xe9 &amp; more</p>")
	document, err := x.Segment(context.Background(), strings.NewReader(string(page)), "")
	if err != nil {
		log.Fatal(err)
	}
	text, encoding, err := x.Decode(page, "")
	if err != nil {
		log.Fatal(err)
	}
	b := document.Blocks[0]
	fmt.Printf("%s: %s\n", encoding.Name, text[b.Start:b.End])
	// Output: windows-1252: café &amp; more
}

// A program that has parsed the page goes on in its own tree: here it finds the images
// beside the main content.
func ExampleExtractor_DocumentNode() {
	root, err := html.Parse(strings.NewReader(examplePage))
	if err != nil {
		log.Fatal(err)
	}
	x, err := boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.DocumentNode(context.Background(), root)
	if err != nil {
		log.Fatal(err)
	}
	for i, b := range document.Blocks {
		for _, text := range document.Nodes[i] {
			for n := range text.Parent.Descendants() {
				if b.Content && n.Data == "img" {
					fmt.Printf("<%s> has an image: %.28s…\n", text.Parent.Data, text.Data)
				}
			}
		}
	}
	// Output:
	// <p> has an image: They live on crayfish, which…
}

func ExampleExtractor_WriteHTML() {
	x, err := boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	content := boilerpipe.Highlighter{ContentOnly: true, Whitelist: map[string][]string{"h1": nil, "p": nil}}
	var written strings.Builder
	err = x.WriteHTML(context.Background(), &written, strings.NewReader(examplePage), "", content)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.ReplaceAll(written.String(), "> <", ">\n<"))
	// Output:
	// <P>River life</P>
	// <H1>Otters are back</H1>
	// <P>For the first time in forty years a family of otters has been seen on the lower river, close to the old mill at Wend.</P>
	// <P>They live on crayfish, which have multiplied since the weir was taken down, and on what anglers leave behind on the bank.</P>
}

func ExampleHighlighter() {
	const page = "<p>This is what the page is about.<p>This is not."
	x, err := boilerpipe.New(nil, boilerpipe.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Segment(context.Background(), strings.NewReader(page), "")
	if err != nil {
		log.Fatal(err)
	}
	document.Blocks[0].Content = true
	h := boilerpipe.Highlighter{Whitelist: boilerpipe.TextWhitelist()}
	if err := h.Write(context.Background(), os.Stdout, []byte(page), document); err != nil {
		log.Fatal(err)
	}
	// Output: <P><span class="x-boilerpipe-mark1">This is what the page is about.</span></P><P>This is not.</P>
}

func ExampleImages() {
	x, err := boilerpipe.New(nil, boilerpipe.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Segment(context.Background(), strings.NewReader(examplePage), "")
	if err != nil {
		log.Fatal(err)
	}
	boilerpipe.Article().Process(document)
	for _, image := range boilerpipe.Images([]byte(examplePage), document) {
		fmt.Printf("%s, %s, %d square pixels\n", image.Src, image.Alt, image.Area)
	}
	// Output: otter.jpg, An otter, 256000 square pixels
}

// A pipeline is a list of filters. This is the list of the article extractor in later,
// unreleased versions of boilerpipe.
func ExampleFilters() {
	later := boilerpipe.Filters{
		boilerpipe.EnglishTerminatingBlocks,
		boilerpipe.DocumentTitleMatch,
		boilerpipe.NumWordsRulesClassifier,
		boilerpipe.IgnoreBlocksAfterContent(60),
		boilerpipe.TrailingHeadline,
		boilerpipe.BlockProximityFusion(1, boilerpipe.AnyBlocks),
		boilerpipe.BoilerplateBlockExcept(boilerpipe.LabelTitle),
		boilerpipe.BlockProximityFusion(1, boilerpipe.ContentOnly|boilerpipe.SameTagLevel),
		boilerpipe.KeepLargestBlockAndLevel(150),
		boilerpipe.ExpandTitleToContent,
		boilerpipe.LargeBlockSameTagLevel(100),
		boilerpipe.ListAtEnd,
	}
	blocks, err := boilerpipe.Extract(strings.NewReader(examplePage), later)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Count(boilerpipe.Text(blocks), "\n"), "lines")
	// Output: 4 lines
}

// A filter is a function that changes the document and reports whether it did.
func ExampleFilter() {
	withoutLinks := func(d *boilerpipe.TextDocument) (changed bool) {
		for i := range d.Blocks {
			if b := &d.Blocks[i]; b.Content && b.AnchorWords > 0 {
				b.Content, changed = false, true
			}
		}
		return changed
	}
	blocks, err := boilerpipe.Extract(strings.NewReader(examplePage), append(boilerpipe.KeepEverythingWithMinKWords(3), withoutLinks))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.35s\n", boilerpipe.Text(blocks))
	// Output: Otters are back
	// For the first time
}

func ExampleTerminatingBlocks() {
	german := boilerpipe.TerminatingBlocks(boilerpipe.Endings{
		Prefixes:    []string{"lesen sie auch"},
		AfterNumber: []string{" kommentare"},
		Phrases:     []string{"diskutieren sie mit"},
		MaxWords:    14,
		MinLength:   8,
	})
	filters := boilerpipe.Article()
	filters[0] = german // in place of EnglishTerminatingBlocks
	x, err := boilerpipe.New(filters, boilerpipe.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Segment(context.Background(), strings.NewReader("<p>Ein Text.<p>12 Kommentare"), "")
	if err != nil {
		log.Fatal(err)
	}
	german(document)
	fmt.Println(document.Blocks[1].Text, "-", document.Blocks[1].Labels)
	// Output: 12 Kommentare - INDICATES_END_OF_TEXT
}

// With WordsByScript, words in scripts without spaces are counted by their characters.
func ExampleConfig() {
	const page = "<p>河口附近时隔四十年再次出现了水獭一家，当地居民说它们就住在旧磨坊旁边的岸上。"
	for _, byScript := range []bool{false, true} {
		config := boilerpipe.DefaultConfig()
		config.WordsByScript = byScript
		x, err := boilerpipe.New(nil, config)
		if err != nil {
			log.Fatal(err)
		}
		document, err := x.Segment(context.Background(), strings.NewReader(page), "")
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(document.Blocks[0].Words, "words")
	}
	// Output:
	// 2 words
	// 18 words
}

func ExampleNew_limits() {
	config := boilerpipe.DefaultConfig()
	config.MaxBytes = 20
	x, err := boilerpipe.New(nil, config)
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Segment(context.Background(), strings.NewReader("<p>Some text.<p>More of it."), "")
	fmt.Println(errors.Is(err, error(&page.LimitError{Limit: "MaxBytes"})), len(document.Blocks), "blocks")
	// Output: true 2 blocks
}
