// Package page has what packages justext, boilerpipe and victor share. Each of
// them implements a method of separating main content from boilerplate.
// [Options] and [Encoding] say how a page is read, [LimitError] and the other
// errors what can go wrong. [Document] and [Block] hold a page as blocks of
// text, whatever method has judged them. A program that holds a [Cleaner] works
// with any of the methods.
//
// Each method also has documents and blocks of its own, which say more than
// those here.
package page

import (
	"context"
	"io"
)

// A Cleaner is a method with its settings. It is safe for concurrent use.
//
// Clean reads an HTML page and returns its blocks in order, each kept as main
// content or not. contentType is the value of the page's Content-Type header,
// such as "text/html; charset=utf-8", or "" if it is not known. The Document
// is never nil.
//
// Bad HTML is not an error. If the reader fails or the page meets a limit, the
// Document has what came before, and the error says why it ends there. If ctx
// is done, Clean returns soon with an error that wraps ctx.Err() and a Document
// without blocks; it cannot interrupt a Read that waits.
type Cleaner interface {
	Clean(ctx context.Context, r io.Reader, contentType string) (*Document, error)
}

// A Document is a page as its blocks of text.
//
// It does not refer to the nodes of a page that was a tree. Those are in the method's own
// document, which its DocumentNode returns: Nodes[i] there belongs to Blocks[i] of its View.
type Document struct {
	Title    string   // of its first title element, white space folded
	Encoding Encoding // of the page as it was read, and what decided it
	// Lang is the BCP 47 tag of the language of the text: the one that the method
	// was told or has found, or else the one that the html element of the page
	// declares. In all methods it is the language, with its script where that is
	// not the usual one, and without region: "en", "sr-Latn". It is "" if nothing
	// names a language. The documents of the methods have what the page declares
	// as it stands there.
	Lang   string
	Types  Types   // the probability of each type that the page may have; victor tells them
	Text   string  // of the blocks that are kept, laid out as the method does; no line feed ends it
	Blocks []Block // kept or not, in the order of the page

	// Events are the tags and texts of the page, if Options.Events asked for them, and
	// otherwise nil. With them render.Build need not read the page again.
	Events []Event `json:"-"`
}

// An Event is a start tag, an end tag or a piece of text, as a method has read it. Those
// of elements that are implied are among them: for each element, both tags.
type Event struct {
	// Start and End are the byte range of its source in the UTF-8 text of the page. For
	// a tag that is implied they are those of the markup that implies it.
	Start, End int32

	// Tag is 0 for text. For a start tag it is the number that this module gives the name
	// of the element, and for an end tag the same number with a minus sign.
	Tag int32
}

// A Block is a stretch of text of a page. What a block is depends on the
// method: a paragraph in justext, a text block in boilerpipe, the text between
// two tags in victor.
type Block struct {
	Text string // character references decoded

	// Start and End are the byte range of its source in the UTF-8 text of the
	// page, which Decode of each method returns. They are 0 if the page was a tree.
	Start, End int32

	Keep    bool // it is main content
	NewLine bool // a line begins with it; else it continues that of the block before
	Kind    Kind
	Level   uint8 // of a heading or headline in h1 to h6: 1 to 6; else 0

	// Probability is the probability that the block is main content. A method
	// that estimates none gives 1 to the blocks that it keeps and 0 to the others.
	Probability float32

	Reason string // why the method keeps or drops it, in a few words
}
