// Package hostile helps to test packages that read pages. It has pages that are made to be
// expensive or odd, files that are no pages, readers that fail or stutter, and checks of
// time, memory and results that use them.
package hostile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
)

// Repeat returns a function that makes a page of n equal parts, with something before and
// after them.
func Repeat(before, part, after string) func(n int) []byte {
	return func(n int) []byte {
		page := make([]byte, 0, len(before)+n*len(part)+len(after))
		page = append(page, before...)
		for range n {
			page = append(page, part...)
		}
		return append(page, after...)
	}
}

// Number returns a function that makes a page of n parts. part is a format, in which %d is
// the number of the part.
func Number(part string) func(n int) []byte {
	return func(n int) []byte {
		var page bytes.Buffer
		for i := range n {
			fmt.Fprintf(&page, part, i)
		}
		return page.Bytes()
	}
}

// sentences are good by themselves in English.
var sentences = strings.Repeat("and this is the text of it ", 20)

// A Shape is a kind of page that may have any number of parts.
type Shape struct {
	Name string
	N    int                // the number of parts of a page whose time can be measured
	Page func(n int) []byte // makes a page of n parts
}

// Shapes are pages that cost much more than others if a step looks back or ahead through
// the page, or keeps much for each part. There is one for every place where a page has
// text or names: between tags, in the title, in attributes, in character references, in names.
var Shapes = []Shape{
	{"nested div", 20_000, Repeat("", "<div>x", "")},
	{"nested div, closed", 20_000, func(n int) []byte {
		return []byte(strings.Repeat("<div>x", n) + strings.Repeat("</div>", n))
	}},
	{"nested b", 20_000, Repeat("", "<b>x", "")},
	{"nested a", 20_000, Repeat("", "<a href=x>x", "")},
	{"nested table", 10_000, Repeat("", "<table><tr><td>x", "")},
	{"nested select", 20_000, Repeat("", "<select><option>x", "")},
	{"nested svg", 20_000, Repeat("", "<svg><g>x", "")},
	{"nested lists", 20_000, Repeat("", "<ul><li>x", "")},
	{"unclosed p", 20_000, Repeat("", "<p>x", "")},
	{"short blocks", 45_000, Repeat("", "<p>A short one.</p>", "")},
	{"headings before one good paragraph", 20_000, Repeat("", "<h2>H</h2>", "<p>"+sentences)},
	{"near good and bad by turns", 10_000, Repeat("", "<p>"+strings.Repeat("and this is the ", 8)+"</p><p><a>l</a></p>", "")},
	{"short paragraphs between good and bad", 20_000, Repeat("<p>"+sentences, "<p>A short one.", "")},
	{"short paragraphs between good ones", 20_000, Repeat("<p>"+sentences, "<h3>A short one.</h3>", "<p>"+sentences)},
	{"stray end tags", 50_000, Repeat("<div>x", "</b></p></table>", "")},
	{"end tags that may not pass", 30_000, Repeat(strings.Repeat("<b>", 100)+"<div>"+strings.Repeat("<i>", 400), "</b>", "x")},
	{"attributes", 25_000, Repeat("<p", ` a="1"`, ">x")},
	{"one attribute", 500_000, Repeat(`<p title="`, "a>", `">x`)},
	{"a comment", 500_000, Repeat("x<!--", "- -", "-->x")},
	{"comments", 50_000, Repeat("x", "<!-- -->", "x")},
	{"one word", 500_000, Repeat("", "word", "")},
	{"one word of many bytes", 200_000, Repeat("", "語", "")},
	{"less-than", 500_000, Repeat("", "<", "")},
	{"ampersand", 500_000, Repeat("", "&", "")},
	{"references", 100_000, Repeat("", "&amp;", "")},
	{"references by number", 100_000, Repeat("", "&#38;", "")},
	{"names without meaning", 50_000, Repeat("", "&nosuch;", "")},
	{"script with escapes", 50_000, Repeat("x<script>", "<!--<script>", "</script>x")},
	{"script with comments", 50_000, Repeat("x<script>", "<!---->", "</script>x")},
	{"unclosed scripts", 50_000, Repeat("x", "<script></b>", "x")},
	{"unclosed quote", 100_000, Repeat("x<p title='", "<p>", "")},
	{"zero bytes", 500_000, Repeat("x", "\x00", "x")},
	{"broken UTF-8", 200_000, Repeat("<meta charset=utf-8>", "\xff\xc3", "x")},
	{"br", 100_000, Repeat("x", "<br>", "x")},
	{"br and text", 50_000, Repeat("x", "<br>x<br><br>", "x")},
	{"doctypes", 50_000, Repeat("x", `<!DOCTYPE html PUBLIC "a>b">`, "x")},
	{"an unclosed doctype", 300_000, Repeat(`<!DOCTYPE html PUBLIC "`, "x ", "")},
	{"images", 20_000, Repeat("", "<img alt='a picture'>", "")},
	{"white space", 500_000, Repeat("<p>x", " \n", "x")},
	{"odd names", 2_000, Number("<x-%d>x")},
	{"names of no element", 50_000, Number("<a%06x>")},
	{"siblings of odd names", 5_000, Number("<x-%d>x</x-%[1]d>")},
	{"unclosed comments", 50_000, Repeat("x", "<!-- x>", "x")},
	{"unclosed titles", 50_000, Repeat("x", "<title>x", "x")},
	{"empty links", 50_000, Repeat("x", "<a></a><br>", "x")},
	{"links around control characters", 50_000, Repeat("x", "<a>\x01</a><br>", "x")},
	{"inline elements around blocks", 20_000, func(n int) []byte {
		return []byte(strings.Repeat("<b>", n) + strings.Repeat("<ins>x", n))
	}},
	{"cells far from their table", 20_000, func(n int) []byte {
		return []byte("<table>" + strings.Repeat("<span>", n) + strings.Repeat("<td><hr><li>x", n))
	}},
	{"inline elements out of order", 20_000, Repeat("", "<i><b>x</i><font>x</b>", "")},
	{"declarations in declarations", 100_000, Repeat("x", "<!a<", "x")},
	{"instructions", 50_000, Repeat("x", "<?a b>", "x")},
	{"text before any tag", 100_000, Repeat("", "x&amp;", "")},
	{"end tags of the body", 100_000, Repeat("<p>x", "</body></html>", "x")},
	{"lines of equal density", 20_000, Repeat("", "<p>two words</p>", "")},
	{"capital sigmas after dots", 50_000, func(n int) []byte {
		return []byte("<p>" + strings.Repeat(".", n) + strings.Repeat("Σ", n))
	}},
	{"subtags of a language", 50_000, Repeat("<html lang='en", "-u-ab", "'><p>hello")},
	{"unclosed text areas", 50_000, Repeat("x", "<textarea>x", "x")},
	{"clauses that do not end", 100_000, Repeat("<p>word, and", ";x", "</p>")},

	{"one title", 500_000, Repeat("<title>", "word ", "</title><p>x")},
	{"a title with parts", 100_000, Repeat("<title>word", " | b", "</title><p>x")},
	{"a title of one long part and many short ones", 50_000, func(n int) []byte {
		return []byte("<title>" + strings.Repeat("a", 2*n) + strings.Repeat("|b", n) + "</title><p>x")
	}},
	{"titles", 50_000, Repeat("", "<title>x</title>", "<p>x")},
	{"a title with tags", 100_000, Repeat("<title>", "<b>x", "</title><p>x")},
	{"a title with references", 100_000, Repeat("<title>", "&amp;", "</title><p>x")},
	{"a title of control characters", 300_000, Repeat("<title>", "\x01\x7f", "</title><p>x")},
	{"meta elements", 30_000, Repeat("", "<meta name=x content=y>", "<p>x")},
	{"a long meta element", 500_000, Repeat("<meta name=description content='", "word ", "'><p>x")},
	{"meta elements with charsets that nobody knows", 20_000, Number("<meta charset=x-%d>")},
	{"bases", 50_000, Repeat("", "<base href=x>", "<p>x")},
	{"a long base", 500_000, Repeat("<base href='", "x/", "'><p><a href=y>x</a>")},
	{"links below a long base", 20_000, func(n int) []byte {
		return []byte("<base href='" + strings.Repeat("x/", 2*n) + "'>" + strings.Repeat("<a href=y>x</a>", n))
	}},
	{"a long language", 500_000, Repeat("<html lang='", "x", "'><p>x")},
	{"languages", 50_000, Repeat("", "<p lang=en>x", "")},
	{"a long alternative text", 500_000, Repeat("<img alt='", "word ", "'>")},
	{"alternative texts with references", 100_000, Repeat("<img alt='", "&amp; ", "'>")},
	{"attributes with references", 50_000, Repeat("<p title='", "&notit;&#38;", "'>x")},
	{"distinct attributes", 30_000, func(n int) []byte {
		return append(append([]byte("<p"), Number(" a%d=b")(n)...), ">x"...)
	}},
	{"attributes without values", 100_000, Repeat("<p", " a", ">x")},
	{"classes", 100_000, Repeat("<p class='", "a ", "'>x")},
	{"distinct names of elements", 30_000, Number("<a%%%d>x")},
	{"distinct names of siblings", 20_000, Number("<a%%%d>x</a%%%[1]d>")},
	{"distinct names of blocks", 20_000, Number("<x%d><p>x</p></x%[1]d>")},
	{"a long name", 500_000, Repeat("<", "x", "><p>x<p>y")},
	{"paragraphs below a long name", 20_000, func(n int) []byte {
		return []byte("<x" + strings.Repeat("x", 5*n) + ">" + strings.Repeat("<p>x", n))
	}},
	{"deep long names", 20_000, func(n int) []byte {
		deep := strings.Repeat("<"+strings.Repeat("x", 90)+">", 500)
		return []byte(deep + strings.Repeat("<p>x", n))
	}},
	{"text and br", 100_000, Repeat("", "x<br>", "")},
	{"blank text nodes", 50_000, Repeat("", "<b> </b>", "x")},
	{"blank text nodes between words", 50_000, Repeat("", "<b>x</b> ", "")},
	{"ampersands and spaces", 200_000, Repeat("", "x& ", "")},
	{"control characters", 500_000, Repeat("<p>x", "\x01\x7f\x1b", "x")},
	{"C1 control characters", 200_000, Repeat("<meta charset=utf-8><p>x", "\u0081", "x")},
	{"control characters between words", 200_000, Repeat("<p>", "x\x01 ", "")},
	{"good paragraphs", 5_000, Repeat("", "<p>"+sentences, "")},
	{"links", 30_000, Repeat("", "<a href=x>word</a> ", "")},
}

// SmallPages returns a page of 300 parts of each shape, and the files that are no
// pages, by name.
func SmallPages(shapes []Shape) map[string][]byte {
	pages := Files()
	for _, shape := range shapes {
		pages[shape.Name] = shape.Page(300)
	}
	return pages
}

// Files returns files that are no pages, by name.
func Files() map[string][]byte {
	return map[string][]byte{"empty": nil, "png": pngFile(), "gzip": gzipFile(), "pdf": []byte(pdfFile)}
}

func pngFile() []byte {
	var file bytes.Buffer
	_ = png.Encode(&file, image.NewGray(image.Rect(0, 0, 99, 99))) // a buffer takes all
	return file.Bytes()
}

func gzipFile() []byte {
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	for i := range 5000 {
		fmt.Fprintf(z, "<p>%d</p>", i*i)
	}
	_ = z.Close()
	return file.Bytes()
}

const pdfFile = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n" +
	"4 0 obj\n<</Length 44>>stream\nBT /F1 12 Tf 72 720 Td (Hello <world>) Tj ET\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n"

// AllShapes names the environment variable with which [Sample] returns all shapes, as
// make hostile sets it.
const AllShapes = "JUSTEXT_ALL_SHAPES"

// Sample returns every k-th shape from the given one on, for tests that take long with
// each; or all of them if the environment variable [AllShapes] is set.
func Sample(shapes []Shape, from, k int) []Shape {
	if os.Getenv(AllShapes) != "" {
		return shapes
	}
	var sample []Shape
	for i := from; i < len(shapes); i += k {
		sample = append(sample, shapes[i])
	}
	return sample
}
