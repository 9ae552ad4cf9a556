package boilerpipe

// Filters are a list of filters, none of them nil, as an Extractor applies them.
// A list of one's own is as good as those of this package; an empty one leaves a
// document as it is.
type Filters []Filter

// Process applies the filters to a document, in order, and reports whether one of
// them changed anything. Filters that are nil are passed over.
func (list Filters) Process(d *TextDocument) (changed bool) {
	for _, filter := range list {
		changed = filter != nil && filter(d) || changed
	}
	return changed
}

// minContentWords is how many words of full text stand before the end of an
// article at least.
const minContentWords = 60

// Article returns the filters for news articles and the like: pages with one
// main text. Its phrases for the end of an article are English. The block before a
// run of content, often a headline, always comes with it.
func Article() Filters {
	return Filters{
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
func ArticleSentences() Filters {
	return append(Article(),
		SplitParagraphBlocks,
		MinClauseWords(5),
	)
}

// Canola returns the filters that was learned from the Canola pages.
func Canola() Filters {
	return Filters{CanolaClassifier}
}

// Default returns the filters for any page; it suits fewer articles than
// [Article].
func Default() Filters {
	return Filters{
		SimpleBlockFusion,
		BlockProximityFusion(1, AnyBlocks), // without effect, as no block is content yet
		DensityRulesClassifier,
	}
}

// LargestContent returns the filters of the largest stretch of content.
func LargestContent() Filters {
	return Filters{
		NumWordsRulesClassifier,
		BlockProximityFusion(1, AnyBlocks),
		KeepLargestBlock,
	}
}

// NumWordsRules returns the filters that keeps what the tree of numbers of
// words takes for content.
func NumWordsRules() Filters {
	return Filters{NumWordsRulesClassifier}
}

// KeepEverything returns the filters that keeps all text.
func KeepEverything() Filters {
	return Filters{MarkEverythingContent}
}

// KeepEverythingWithMinKWords returns the filters that keeps stretches of the
// same text density with at least k words.
func KeepEverythingWithMinKWords(k int) Filters {
	return Filters{
		SimpleBlockFusion,
		MarkEverythingContent,
		MinWords(k),
	}
}
