package justext

import (
	"fmt"
	"strconv"
	"strings"
)

// A Class says what a paragraph is taken for.
type Class uint8

const (
	Unclassified Class = iota // no stage has seen the paragraph
	Good                      // main content
	Bad                       // boilerplate
	Short                     // too short to say by itself
	NearGood                  // between Short and Good
)

var classNames = [...]string{"unclassified", "good", "bad", "short", "neargood"}

// String returns the name that Python jusText uses: good, bad, short or
// neargood.
func (c Class) String() string {
	if int(c) >= len(classNames) {
		return fmt.Sprintf("Class(%d)", uint8(c))
	}
	return classNames[c]
}

// A Reason says which rule decided the class of a paragraph.
type Reason uint8

const (
	NoReason          Reason = iota
	ImageBlock               // Bad: an image's alternative text
	TooManyLinks             // Bad: link density above MaxLinkDensity
	Copyright                // Bad: it has a copyright sign
	TopHeadline              // Good: in an H1
	SelectChoice             // Bad: in a select
	ShortWithLink            // Bad: shorter than LengthLow, with a link
	ShortText                // Short: shorter than LengthLow
	NoSentence               // Bad: LengthLow or longer, with none of Config.SentenceMarks
	LongEnough               // Good or NearGood: LengthLow or longer, and there is no stop list
	ManyStopWords            // Good or NearGood: stop word density of at least StopWordsHigh
	SomeStopWords            // NearGood: stop word density of at least StopWordsLow
	FewStopWords             // Bad: stop word density below StopWordsLow
	BetweenGood              // Good: the nearest Good or Bad on both sides is Good
	BetweenBad               // Bad: the nearest Good or Bad on both sides is Bad
	NearestToBad             // Good: the near-good paragraph that divides Good from Bad
	GoodSide                 // Good: between a Good and the near-good paragraph that divides
	BadSide                  // Bad: between the near-good paragraph that divides and a Bad
	NothingNearGood          // Bad: between a Good and a Bad, and no near-good paragraph divides
	HeadingBeforeGood        // Good (in pre-processing NearGood): a heading close before a Good
	ImageBeforeGood          // NearGood: an image close before a Good
)

var reasonTexts = [...]string{
	NoReason:          "none",
	ImageBlock:        "alternative text of an image",
	TooManyLinks:      "too much of it is links",
	Copyright:         "has a copyright sign",
	TopHeadline:       "headline (h1)",
	SelectChoice:      "choice in a select",
	ShortWithLink:     "short with a link",
	ShortText:         "short",
	NoSentence:        "no mark of a sentence",
	LongEnough:        "long enough, no stop list",
	ManyStopWords:     "many stop words",
	SomeStopWords:     "some stop words",
	FewStopWords:      "few stop words",
	BetweenGood:       "between good paragraphs",
	BetweenBad:        "between bad paragraphs",
	NearestToBad:      "near good, divides good from bad",
	GoodSide:          "on the good side of a near-good paragraph",
	BadSide:           "on the bad side of a near-good paragraph",
	NothingNearGood:   "between good and bad, nothing near good",
	HeadingBeforeGood: "heading before a good paragraph",
	ImageBeforeGood:   "image before a good paragraph",
}

// String returns the reason in words.
func (r Reason) String() string {
	if int(r) >= len(reasonTexts) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return reasonTexts[r]
}

// A Paragraph is a block of text of a page. The counts have 32 bits because a
// crawl has very many of them; a page is never larger than 2 GiB.
//
// The texts of all paragraphs of a page share one string, and their paths one
// table: who keeps one paragraph keeps those of its page.
type Paragraph struct {
	// Text is the text with character references decoded. Each run of white
	// space is one line feed if it had a line feed or carriage return, else one
	// space; there is none at the ends. Control characters are left out. It is
	// never empty and valid UTF-8.
	Text string

	data *pageData // where node is looked up
	node int32     // the element in which it begins

	// Start and End are the byte range of its source in the UTF-8 text of the
	// page (see Extractor.Decode), from its first word to its last; of an image,
	// the whole tag.
	Start, End int32

	Chars     int32 // length of Text in code points
	Words     int32 // words of Text, separated by white space; its letters, in normal form C, where Config.Unspaced
	StopWords int32 // those of them that the stop list has, or that are in its words
	LinkChars int32 // code points of its text nodes in links, with the white space at their ends
	Tags      int32 // start tags in it that separate no paragraphs, such as <b> or <br>

	Class       Class  // after all stages Good or Bad
	ContextFree Class  // after the context-free stage
	Reason      Reason // the rule that decided Class

	Heading  bool // in an h1 to h6
	Headline bool // the first in an h1: one that nobody closed has the whole page in it
	Image    bool // the alternative text of an image
	Select   bool // in a select

	lang uint8 // the number of its language in data.foreign, 0 for that of its page
}

// Lang returns the BCP 47 tag of its language: that of its page, or its own where
// Config.LangByParagraph found another; "" where there is none.
func (p *Paragraph) Lang() string {
	switch {
	case p.data == nil:
		return ""
	case p.lang == 0:
		return p.data.lang
	}
	return p.data.foreign[p.lang-1]
}

// LinkDensity returns the share of the characters that stand in links. It is
// above 1 where all do and white space stands at the ends of the links.
func (p *Paragraph) LinkDensity() float64 { return density(p.LinkChars, p.Chars) }

// StopWordDensity returns the share of the words that the stop list has.
func (p *Paragraph) StopWordDensity() float64 { return density(p.StopWords, p.Words) }

func density(part, whole int32) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// XPath returns the path of the element in which the paragraph begins, such as
// "/html[1]/body[1]/div[2]/p[1]"; "/" stands for the page. After two or more
// <br> the last of them is that element. The tree is that of the markup as it is
// read here, which is not in all pages a browser's: no tbody is added to a table,
// for one. The path is made on demand.
func (p *Paragraph) XPath() string {
	nodes := p.path()
	if len(nodes) == 0 {
		return "/"
	}
	var xpath []byte
	for _, n := range nodes {
		xpath = append(append(append(xpath, '/'), p.data.names.Name(n.tag)...), '[')
		xpath = append(strconv.AppendInt(xpath, int64(n.ordinal), 10), ']')
	}
	return string(xpath)
}

// DOMPath returns the names of the elements around the paragraph's beginning,
// such as "html.body.div.p". It is made on demand.
func (p *Paragraph) DOMPath() string {
	nodes := p.path()
	parts := make([]string, len(nodes))
	for i, n := range nodes {
		parts[i] = p.data.names.Name(n.tag)
	}
	return strings.Join(parts, ".")
}

// Text returns the text of the good paragraphs, in order, joined by blank
// lines.
func Text(paragraphs []Paragraph) string {
	var good []string
	for i := range paragraphs {
		if paragraphs[i].Class == Good {
			good = append(good, paragraphs[i].Text)
		}
	}
	return strings.Join(good, "\n\n")
}
