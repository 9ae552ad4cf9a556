// Package boilerpipe extracts the main text of web pages in the same way as boilerpipe,
// the Java library by Christian Kohlschütter. It tells blocks of text apart by shallow
// features: how many words they have, how many of these are in links, and how many
// stand in a line.
//
//	blocks, err := boilerpipe.Extract(reader, boilerpipe.Article())
//	fmt.Print(boilerpipe.Text(blocks))
//
// The rules are in docs/boilerpipe.md.
//
// # The algorithm
//
// An [Extractor] reads a page into a [TextDocument]: its title, and a [TextBlock] for
// each stretch of text that no tags other than those of links and inline elements
// interrupt. No block is content yet. The document then goes through the Extractor's
// [Filters].
//
// A [Filter] is a function. Some filters mark blocks as content or not by the features
// of the block and its neighbours ([NumWordsRulesClassifier],
// [DensityRulesClassifier], [CanolaClassifier]). Some leave labels for later filters
// ([EnglishTerminatingBlocks], [DocumentTitleMatch]). Some merge blocks
// ([SimpleBlockFusion], [BlockProximityFusion]), split them ([SplitParagraphBlocks])
// or remove them ([BoilerplateBlock]). The others correct the marks. For another
// pipeline, write another list.
//
// [TextDocument.Text] returns the text of the blocks that are content in the end.
// [Highlighter] writes them as HTML, and [Images] lists the images among them.
// [Extractor.Clean] returns all blocks of the page, each with the reason why it is
// kept or not.
//
// # Pipelines
//
// [Article] is for pages with one main text, such as news articles, and
// [ArticleSentences] is stricter. [Default] is for pages of any kind, and
// [LargestContent] for the largest run of content. [Canola] and [NumWordsRules] are a
// single classifier each. [KeepEverything] and [KeepEverythingWithMinKWords] keep all
// text, or all text that is not short.
//
// The thresholds were learned from English pages, where words stand between spaces, and
// do well in other languages with spaces. For languages without spaces, such as
// Chinese, Japanese and Thai, set Config.WordsByScript. The phrases that end an article
// are English. For other languages, put [TerminatingBlocks] with phrases of your own in
// place of [EnglishTerminatingBlocks].
//
// # Words
//
// A word is a run of letters, digits and the punctuation that stands inside words,
// such as "don't", "U.S." or "http://a.b/c". Other characters divide words: "50%" is
// one word, "A&B" is two, and so is "don’t" with a typographic apostrophe. Lines are
// counted as if the words were wrapped at 80 columns. The last, unfinished line does
// not count for the text density unless it is the only one.
//
// # Versions
//
// Blocks, counts, labels and pipelines are those of boilerpipe 1.2.0. The markup is
// read as by NekoHTML, its parser, with boilerpipe's own balancer of tags. Tests
// compare the results with those of boilerpipe on 397 pages, with Config.Original.
// Without it, words and lines of the text are those that a browser shows, and titles
// are found on more pages; [Config] lists the differences. Runs of spaces in a block
// can have another length than in boilerpipe, because NekoHTML reads a page in pieces
// of 2,048 UTF-16 units.
//
// [TrailingHeadline], [LargeBlockSameTagLevel], [ListAtEnd], [BoilerplateBlockExcept]
// and the argument of [KeepLargestBlockAndLevel] come from later, unreleased versions.
//
// # Pages
//
// A page can be in any encoding of the WHATWG Encoding Standard. Package page lists
// the rules that decide which; TextDocument.Encoding has the result. Bad HTML is never
// an error. Time and memory grow in proportion to the page, and limits in the Config
// bound both. Readers, writers and documents must not be nil.
package boilerpipe
