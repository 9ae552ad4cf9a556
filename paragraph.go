package justext

import (
	"fmt"
	"strconv"
	"strings"
)

// A Class says whether a paragraph is main content or boilerplate.
type Class uint8

const (
	Unclassified Class = iota // no stage has seen the paragraph
	Good                      // main content
	Bad                       // boilerplate
	Short                     // too short to tell; the context decides
	NearGood                  // probably main content; the context decides
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
	ImageBlock               // Bad: the alternative text of an image
	TooManyLinks             // Bad: link density above MaxLinkDensity
	Copyright                // Bad: it has a copyright sign
	TopHeadline              // Good: in an h1
	SelectChoice             // Bad: in a select
	ShortWithLink            // Bad: shorter than LengthLow, with a link
	ShortText                // Short: shorter than LengthLow
	NoSentence               // Bad: LengthLow or longer, with none of the SentenceMarks
	LongEnough               // Good or NearGood: LengthLow or longer, and there is no stop list
	ManyStopWords            // Good or NearGood: stop word density of at least StopWordsHigh
	SomeStopWords            // NearGood: stop word density of at least StopWordsLow
	FewStopWords             // Bad: stop word density below StopWordsLow
	BetweenGood              // Good: between two Good paragraphs
	BetweenBad               // Bad: between two Bad paragraphs, or one and the end of the page
	NearestToBad             // Good: between a Good and a Bad one, the near-good paragraph closest to the Bad one
	GoodSide                 // Good: between that near-good paragraph and the Good one
	BadSide                  // Bad: between that near-good paragraph and the Bad one
	NothingNearGood          // Bad: between a Good and a Bad one, with no near-good paragraph there
	HeadingBeforeGood        // Good, or NearGood in pre-processing: a heading shortly before a Good paragraph
	ImageBeforeGood          // NearGood: an image shortly before a Good paragraph
)

var reasonTexts = [...]string{
	NoReason:          "none",
	ImageBlock:        "alternative text of an image",
	TooManyLinks:      "too many characters in links",
	Copyright:         "has a copyright sign",
	TopHeadline:       "headline (h1)",
	SelectChoice:      "in a select",
	ShortWithLink:     "short with a link",
	ShortText:         "short",
	NoSentence:        "no sentence mark",
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

// A Paragraph is a block of text of a page. Counts and offsets have 32 bits, because a crawl
// has very many of them and no page has more than 1 GiB.
//
// The texts of all paragraphs of a page share one string, and their paths share one table: a
// program that keeps one paragraph keeps those of the whole page in memory.
type Paragraph struct {
	// Text is the text with character references decoded. Each run of white space is one
	// line feed if it had a line feed or carriage return, and else one space; there is none
	// at the ends. Control characters are left out; with MarkupLibxml2 only those below
	// U+0020 are. Text is valid UTF-8 and never empty.
	Text string

	data *pageData // where node is looked up
	node int32     // the element in which it begins

	// Start and End are the byte range of its source in the UTF-8 text of the page, which
	// Extractor.Decode returns: from its first word to its last or, for an image, the whole
	// tag. They are 0 if the page was a tree.
	Start, End int32

	Chars     int32 // length of Text in code points
	Words     int32 // words of Text, which are separated by white space; with Parameters.Unspaced, its letters in normal form C
	StopWords int32 // words that the stop list has; with Parameters.Unspaced, letters that belong to such words
	LinkChars int32 // code points of its text nodes in links, with the white space at their ends
	Tags      int32 // start tags in it that do not separate paragraphs, such as <b> or <br>

	Class       Class  // after all stages Good or Bad
	ContextFree Class  // after the context-free stage
	Reason      Reason // the rule that decided Class

	Heading  bool // it begins in an h1 to h6
	Headline bool // it is the first paragraph in an h1; an h1 that is never closed has the rest of the page in it
	Image    bool // it is the alternative text of an image
	Select   bool // it begins in a select

	lang uint8 // number of its language in data.foreign, or 0 for the language of the page
}

// Lang returns the BCP 47 tag of the language of the paragraph: that of its page, or another
// one that Config.LangByParagraph has found. It returns "" if there is none.
func (p *Paragraph) Lang() string {
	switch {
	case p.data == nil:
		return ""
	case p.lang == 0:
		return p.data.lang
	}
	return p.data.foreign[p.lang-1]
}

// LinkDensity returns the share of characters in links. It can be above 1, because LinkChars
// has the white space at the ends of links and Chars does not.
func (p *Paragraph) LinkDensity() float64 { return density(p.LinkChars, p.Chars) }

// StopWordDensity returns the share of stop words among the words.
func (p *Paragraph) StopWordDensity() float64 { return density(p.StopWords, p.Words) }

func density(part, whole int32) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// XPath returns the path of the element in which the paragraph begins, such as
// "/html[1]/body[1]/div[2]/p[1]"; "/" stands for the page itself. For a paragraph that
// begins after two or more <br>, that element is the last of them. The elements are those
// of the markup as this package reads it, which a browser may see differently: no tbody
// is added to a table, for example. In a tree that the program has parsed itself, they
// begin with html and body even if the node given to DocumentNode is further down. Names
// are cut after 100 bytes.
//
// The path is made at each call. A path has up to Options.MaxDepth elements, so the paths
// of all paragraphs of a hostile page can be very long together.
func (p *Paragraph) XPath() string {
	nodes := p.path()
	if len(nodes) == 0 {
		return "/"
	}
	var xpath []byte
	for _, n := range nodes {
		xpath = append(append(append(xpath, '/'), p.data.name(n.tag)...), '[')
		xpath = append(strconv.AppendInt(xpath, int64(n.ordinal), 10), ']')
	}
	return string(xpath)
}

// DOMPath returns the names of the elements on the path of XPath, such as
// "html.body.div.p".
func (p *Paragraph) DOMPath() string {
	nodes := p.path()
	parts := make([]string, len(nodes))
	for i, n := range nodes {
		parts[i] = p.data.name(n.tag)
	}
	return strings.Join(parts, ".")
}

// Text returns the text of the Good paragraphs in their order, separated by blank lines.
func Text(paragraphs []Paragraph) string {
	var good []string
	for i := range paragraphs {
		if paragraphs[i].Class == Good {
			good = append(good, paragraphs[i].Text)
		}
	}
	return strings.Join(good, "\n\n")
}
