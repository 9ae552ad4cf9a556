package boilerpipe

// Filters is a pipeline: a list of filters that are applied in order. The lists of
// this package are those of boilerpipe; any other list works as well. An empty list
// leaves a document as it is.
type Filters []Filter

// Process applies the filters to a document, in order, and reports whether one of
// them changed anything. Filters that are nil are passed over.
func (list Filters) Process(d *TextDocument) (changed bool) {
	for _, filter := range list {
		changed = filter != nil && filter(d) || changed
	}
	return changed
}

// minContentWords is the least number of words of full text before the end of an
// article.
const minContentWords = 60

// Article returns the filters for pages with one main text, such as news articles.
// They keep the block before each run of content, which is often a headline. The
// phrases that end an article are English.
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

// ArticleSentences returns the filters of [Article] and others that keep only
// paragraphs with a clause of at least five words.
func ArticleSentences() Filters {
	return append(Article(),
		SplitParagraphBlocks,
		MinClauseWords(5),
	)
}

// Canola returns the one filter [CanolaClassifier].
func Canola() Filters {
	return Filters{CanolaClassifier}
}

// Default returns the filters for pages of any kind. On articles, [Article] is
// better.
func Default() Filters {
	return Filters{
		SimpleBlockFusion,
		BlockProximityFusion(1, AnyBlocks), // has no effect, because no block is content yet
		DensityRulesClassifier,
	}
}

// LargestContent returns the filters that keep the largest run of content.
func LargestContent() Filters {
	return Filters{
		NumWordsRulesClassifier,
		BlockProximityFusion(1, AnyBlocks),
		KeepLargestBlock,
	}
}

// NumWordsRules returns the one filter [NumWordsRulesClassifier].
func NumWordsRules() Filters {
	return Filters{NumWordsRulesClassifier}
}

// KeepEverything returns the one filter [MarkEverythingContent].
func KeepEverything() Filters {
	return Filters{MarkEverythingContent}
}

// KeepEverythingWithMinKWords returns the filters that keep runs of blocks of the
// same text density if they have at least k words.
func KeepEverythingWithMinKWords(k int) Filters {
	return Filters{
		SimpleBlockFusion,
		MarkEverythingContent,
		MinWords(k),
	}
}
