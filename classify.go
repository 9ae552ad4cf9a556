package justext

import "strings"

// ClassifyContextFree gives every paragraph its class by itself alone, in
// place: Good, Bad, Short or NearGood. It counts the stop words, and sets
// StopWords, ContextFree, Class and Reason.
//
// The stop list is config.StopWords; that of a language is in what
// [Extractor.Config] returns. Without one, length and links decide alone.
func ClassifyContextFree(paragraphs []Paragraph, config Config) {
	for i := range paragraphs {
		p := &paragraphs[i]
		p.StopWords = int32(config.StopWords.Count(p.Text))
		p.ContextFree, p.Reason = contextFree(p, &config)
		p.Class = p.ContextFree
	}
}

// contextFree is the seed's decision list, in its order ("Context-free
// classification"); a language without stop list is the reference's addition.
func contextFree(p *Paragraph, config *Config) (Class, Reason) {
	if p.Image {
		return Bad, ImageBlock
	}
	if p.LinkDensity() > config.MaxLinkDensity {
		return Bad, TooManyLinks
	}
	if strings.Contains(p.Text, "©") || strings.Contains(p.Text, "&copy") {
		return Bad, Copyright // the second is what a reference without ";" leaves
	}
	if p.Headline && !config.NoHeadlines {
		return Good, TopHeadline
	}
	if p.Select {
		return Bad, SelectChoice
	}
	length := int(p.Chars)
	if length < config.LengthLow {
		if p.LinkChars > 0 {
			return Bad, ShortWithLink
		}
		return Short, ShortText
	}
	long := NearGood
	if length > config.LengthHigh {
		long = Good
	}
	if config.StopWords.Len() == 0 {
		return long, LongEnough
	}
	density := p.StopWordDensity()
	if density >= config.StopWordsHigh {
		return long, ManyStopWords
	}
	if density >= config.StopWordsLow {
		return NearGood, SomeStopWords
	}
	return Bad, FewStopWords
}
