package boilerpipe

// An Extractor is a list of filters, none of them nil. A list of one's own is as good
// as those of this package; an empty one leaves a document as it is.
type Extractor []Filter

// Process applies the filters to a document, in order, and reports whether one
// of them changed anything.
func (x Extractor) Process(d *TextDocument) (changed bool) {
	for _, filter := range x {
		changed = filter(d) || changed
	}
	return changed
}

// minContentWords is how many words of full text stand before the end of an
// article at least.
const minContentWords = 60

// Article returns the extractor for news articles and the like: pages with one
// main text. Its phrases for the end of an article are English. The block before a
// run of content, often a headline, always comes with it.
func Article() Extractor {
	return Extractor{
		EnglishTerminatingBlocks,
		DocumentTitleMatch,
		NumWordsRulesClassifier,
		IgnoreBlocksAfterContent(minContentWords),
		BlockProximityFusion(1, AnyBlocks),
		BoilerplateBlock,
		BlockProximityFusion(1, ContentOnly),
		KeepLargestBlock,
		ExpandTitleToContent,
	}
}

// ArticleSentences returns [Article] that keeps only paragraphs with a clause of
// five words.
func ArticleSentences() Extractor {
	return append(Article(),
		SplitParagraphBlocks,
		MinClauseWords(5),
	)
}

// Canola returns the extractor that was learned from the Canola pages.
func Canola() Extractor {
	return Extractor{CanolaClassifier}
}

// Default returns the extractor for any page; it suits fewer articles than
// [Article].
func Default() Extractor {
	return Extractor{
		SimpleBlockFusion,
		BlockProximityFusion(1, AnyBlocks), // without effect, as no block is content yet
		DensityRulesClassifier,
	}
}

// LargestContent returns the extractor of the largest stretch of content.
func LargestContent() Extractor {
	return Extractor{
		NumWordsRulesClassifier,
		BlockProximityFusion(1, AnyBlocks),
		KeepLargestBlock,
	}
}

// NumWordsRules returns the extractor that keeps what the tree of numbers of
// words takes for content.
func NumWordsRules() Extractor {
	return Extractor{NumWordsRulesClassifier}
}

// KeepEverything returns the extractor that keeps all text.
func KeepEverything() Extractor {
	return Extractor{MarkEverythingContent}
}

// KeepEverythingWithMinKWords returns the extractor that keeps stretches of the
// same text density with at least k words.
func KeepEverythingWithMinKWords(k int) Extractor {
	return Extractor{
		SimpleBlockFusion,
		MarkEverythingContent,
		MinWords(k),
	}
}
