// Package boilerpipe takes the main text from web pages as boilerpipe does,
// Christian Kohlschütter's Java library: blocks of text are told apart by shallow
// features, how many words they have, how dense these are and how many of them
// stand in links.
//
//	text, err := boilerpipe.Text(reader, boilerpipe.Article())
//
// # The algorithm
//
// [Parse] reads a page into a [TextDocument]: its title, and a [TextBlock] for
// each stretch of text that no tag but those of inline elements interrupts. None
// of them is content yet.
//
// An [Extractor] is a list of filters that the document goes through. A [Filter]
// is a function: some mark blocks as content or not, by the features of the block
// and its neighbours ([NumWordsRulesClassifier], [DensityRulesClassifier],
// [CanolaClassifier]); some leave labels for others ([EnglishTerminatingBlocks],
// [DocumentTitleMatch]); some merge blocks ([SimpleBlockFusion],
// [BlockProximityFusion]), split ([SplitParagraphBlocks]) or remove them
// ([BoilerplateBlock]); the others correct what is content. Whoever wants
// another pipeline writes another list.
//
// [TextDocument.Text] is the text of what is content in the end. [Highlighter]
// writes it as HTML, [Images] lists the images in it.
//
// # Extractors
//
// [Article] is for pages with one main text, such as news; [ArticleSentences] is
// stricter still. [Default] is for any page, [LargestContent] for the largest
// stretch of one. [Canola] and [NumWordsRules] are a single classifier each.
// [KeepEverything] and [KeepEverythingWithMinKWords] keep all text, or all that is
// not short.
//
// The thresholds come from English pages, where they mean words between spaces.
// They do well in other languages with spaces. In Chinese, Japanese, Thai and
// others without, set Config.WordsByScript: measured on Chinese news, F1 of
// [Article] goes from 0.87 to 0.91 and that of [Default] from 0.69 to 0.90. The
// phrases that end an article are English; for other languages put
// [TerminatingBlocks] with one's own [Endings] in place of
// [EnglishTerminatingBlocks].
//
// # Words
//
// A word is a run of letters, digits and the punctuation that stands within words,
// such as "don't", "U.S." or "http://a.b/c". Other characters divide: "50%" has one
// word, "A&B" two, and so has "don’t" with a typographic apostrophe. Lines are
// counted as if the words were wrapped at 80 columns; the last, unfinished line
// does not count for the text density unless it is the only one.
//
// # Versions
//
// Blocks and extractors are those of boilerpipe 1.2.0, with the markup read as
// its parser does, NekoHTML with boilerpipe's own balancer of tags; the tests
// compare them on 397 pages. Runs of spaces in a block may be of another length
// than there, since NekoHTML reads a page in pieces of 2,048 characters.
//
// The description of 1.1.0 that is often quoted differs in this:
// its phrases for the end of an article are matched with their case, in blocks of
// fewer than 20 words, not 15; titles are divided at fewer characters;
// [KeepLargestFullTextBlock] stands where [KeepLargestBlock] does; there are no
// tag levels, end tags do not end a block, code, tt, sub and var do, and the text
// of noscript is kept. For 1.1.0's choice of the largest block make a list of
// one's own. [TrailingHeadline], [LargeBlockSameTagLevel], [ListAtEnd],
// [BoilerplateBlockExcept] and the number of [KeepLargestBlockAndLevel] are of
// later, unreleased versions.
//
// This package adds words by script, the byte range of each block, headings and
// list items, and highlighting of documents that were split into paragraphs.
//
// # Pages
//
// A page may be in any encoding of the WHATWG Encoding Standard: a byte order mark
// decides, then the Content-Type that the caller knows, then the page's own
// declaration, then whether it is valid UTF-8, then Config.DefaultEncoding;
// TextDocument.Encoding tells which. Bad HTML is never an error. Work and memory grow
// with the size of the page and no faster. Readers, documents and filters must not be
// nil.
package boilerpipe
