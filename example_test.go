package justext_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/stoplists"
)

// article has a menu, a headline, two paragraphs of an article and a footer.
const article = `<!DOCTYPE html>
<html lang="en"><head><title>The ferry  is back</title></head>
<body>
<ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul>
<h1>The ferry is back</h1>
<p>After eleven weeks in the dry dock the little ferry has come back to the island, and on
the first morning nearly everybody who could walk was down at the pier to see it arrive
and to hear the old horn again.</p>
<p>Nobody had expected it before the end of the month.</p>
<p>The repairs had taken longer than anyone had thought, because the parts for an engine of
that age had to be made by hand, and because the only man who knew how to make them had
retired to the mainland in the spring.</p>
<div>© 2026 The Island Post</div>
</body></html>`

func Example() {
	paragraphs, err := justext.Extract(strings.NewReader(article), "en")
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range paragraphs {
		fmt.Printf("%-4s %-36s %.30q\n", p.Class, p.Reason, p.Text)
	}
	// Output:
	// bad  too many characters in links         "Home"
	// bad  too many characters in links         "News"
	// good headline (h1)                        "The ferry is back"
	// good many stop words                      "After eleven weeks in the dry "
	// good between good paragraphs              "Nobody had expected it before "
	// good many stop words                      "The repairs had taken longer t"
	// bad  has a copyright sign                 "© 2026 The Island Post"
}

func ExampleExtract() {
	paragraphs, err := justext.Extract(strings.NewReader(article), "en")
	if err != nil {
		log.Fatal(err)
	}
	text := justext.Text(paragraphs)
	fmt.Println(text[:strings.Index(text, "\n\n")])
	// Output: The ferry is back
}

// One Extractor serves all goroutines of a program.
func ExampleNew() {
	config := justext.DefaultConfig()
	config.MaxLinkDensity = 0.4
	config.NoHeadlines = true
	x, err := justext.New("pt-BR", config)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.Lang())

	_, err = justext.New("tlh", config)
	fmt.Println(errors.Is(err, justext.ErrUnknownLanguage))
	// Output:
	// pt
	// true
}

func ExampleExtractor_Extract() {
	x, err := justext.New("Czech", justext.DefaultConfig()) // names of Python jusText work
	if err != nil {
		log.Fatal(err)
	}
	paragraphs, err := x.Extract(strings.NewReader("<h1>Trajekt je zpět</h1><p>Menu</p>"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(justext.Text(paragraphs))
	// Output: Trajekt je zpět
}

func ExampleExtractor_Document() {
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Document(context.Background(), strings.NewReader(article), "text/html; charset=ISO-8859-1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(document.Title)
	fmt.Println(document.Encoding.Name, "by", document.Encoding.By)
	// Output:
	// The ferry is back
	// windows-1252 by content type
}

// The stages one by one, with a rule of the caller's own between them: a
// paragraph that says "read more" is never good. ContextFree is set too, so that
// no later stage brings it back.
func ExampleExtractor_Segment() {
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	withTeaser := strings.Replace(article, "<p>Nobody", "<p>Read more: the horn and its history.</p><p>Nobody", 1)
	document, err := x.Segment(context.Background(), strings.NewReader(withTeaser), "")
	if err != nil {
		log.Fatal(err)
	}
	paragraphs, config := document.Paragraphs, x.Config()

	justext.ClassifyContextFree(paragraphs, config)
	for i := range paragraphs {
		if p := &paragraphs[i]; strings.HasPrefix(p.Text, "Read more") {
			p.Class, p.ContextFree, p.Reason = justext.Bad, justext.Bad, justext.NoReason
		}
	}
	justext.PreprocessHeadings(paragraphs, config)
	justext.ClassifyContextSensitive(paragraphs)
	justext.PostprocessHeadings(paragraphs, config)

	for _, p := range paragraphs[3:6] {
		fmt.Printf("%-4s %.30q\n", p.Class, p.Text)
	}
	// Output:
	// good "After eleven weeks in the dry "
	// bad  "Read more: the horn and its hi"
	// bad  "Nobody had expected it before "
}

// Start and End cut a paragraph's source out of the page.
func ExampleExtractor_Decode() {
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	latin1 := []byte("<p>caf\xe9 <b>cr\xe8me</b></p>")
	text, encoding, err := x.Decode(latin1, "")
	if err != nil {
		log.Fatal(err)
	}
	paragraphs, err := x.Extract(strings.NewReader(string(latin1)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %s\n", encoding.Name, text[paragraphs[0].Start:paragraphs[0].End])
	// Output: windows-1252: café <b>crème
}

// The parameters and the markup of Python jusText 3.0.2.
func ExamplePythonConfig() {
	config := justext.PythonConfig()
	list, err := stoplists.Parse(strings.NewReader("the\nof\nand\n")) // one of its files
	if err != nil {
		log.Fatal(err)
	}
	config.StopWords = list
	x, err := justext.New("", config)
	if err != nil {
		log.Fatal(err)
	}
	paragraphs, err := x.Extract(strings.NewReader("<p>one <select><option>two</select> three"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(paragraphs[0].Text)
	// Output: one three
}

func ExampleText() {
	paragraphs := []justext.Paragraph{
		{Text: "Menu", Class: justext.Bad},
		{Text: "One.", Class: justext.Good},
		{Text: "Two.", Class: justext.Good},
	}
	fmt.Fprintln(os.Stdout, justext.Text(paragraphs))
	// Output:
	// One.
	//
	// Two.
}

// The caller does not know the language of the page.
func ExampleNew_auto() {
	x, err := justext.New(justext.Auto, justext.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	page := "<p>Kdo chce na balkoně pěstovat rajčata, měl by vědět, že potřebují hlavně slunce a že je dobré je zalévat každý den.</p>"
	document, err := x.Document(context.Background(), strings.NewReader(page), "text/html; charset=utf-8")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(document.Lang, "by", document.LangBy, document.LangMargin > 10)

	config := x.Config() // for no language
	if found, err := x.For(document.Lang); err == nil {
		config = found.Config() // for callers of the stages
	}
	fmt.Println(config.StopWords.Contains("protože"))
	// Output:
	// cs by words true
	// true
}

// The stages one by one, in the language that Auto has found.
func ExampleExtractor_For() {
	x, err := justext.New(justext.Auto, justext.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.Segment(context.Background(), strings.NewReader(article), "")
	if err != nil {
		log.Fatal(err)
	}
	found, err := x.For(document.Lang)
	if err != nil {
		log.Fatal(err)
	}
	justext.ClassifyContextFree(document.Paragraphs, found.Config())
	fmt.Println(found.Lang(), document.Paragraphs[3].ContextFree)
	// Output: en good
}

// A page in two languages keeps both.
func ExampleParagraph_Lang() {
	config := justext.DefaultConfig()
	config.LangByParagraph = true
	x, err := justext.New(justext.Auto, config)
	if err != nil {
		log.Fatal(err)
	}
	page := "<p>" + strings.Repeat("This is what we had to say about it, and you will find the same below in another language. ", 3) +
		"<p>" + strings.Repeat("Das ist, was wir dazu zu sagen hatten, und oben steht das Gleiche noch einmal in einer anderen Sprache. ", 3)
	paragraphs, err := x.Extract(strings.NewReader(page))
	if err != nil {
		log.Fatal(err)
	}
	for i := range paragraphs {
		fmt.Println(paragraphs[i].Lang(), paragraphs[i].Class)
	}
	// Output:
	// en good
	// de good
}

// A program that has parsed the page goes on in its own tree: here it finds the links in
// the main content.
func ExampleExtractor_DocumentNode() {
	root, err := html.Parse(strings.NewReader("<nav><a href=/>Home</a></nav>" +
		"<p>The horn, which is <a href=/horn>older than the lighthouse</a>, had been taken down in the spring, " +
		"and nobody in the village was quite sure that it would ever be heard again. When it was, on the first " +
		"morning of the new year, everybody who could walk went down to the pier to see what had happened."))
	if err != nil {
		log.Fatal(err)
	}
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	document, err := x.DocumentNode(context.Background(), root)
	if err != nil {
		log.Fatal(err)
	}
	for i, p := range document.Paragraphs {
		for _, text := range document.Nodes[i] {
			if a := text.Parent; a.Data == "a" {
				fmt.Println(p.Class, a.Attr[0].Val, text.Data)
			}
		}
	}
	// Output:
	// bad / Home
	// good /horn older than the lighthouse
}
