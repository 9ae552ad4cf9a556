package justext

import "strings"

// ClassifyContextFree gives every paragraph its class by itself alone, in
// place: Good, Bad, Short or NearGood (seed, "Context-free classification").
// It counts the stop words, and sets StopWords, ContextFree, Class and Reason.
// The stop list is config.StopWords; see [Extractor.Config].
func ClassifyContextFree(paragraphs []Paragraph, config Config) {
	for i := range paragraphs {
		p := &paragraphs[i]
		p.StopWords = int32(config.StopWords.Count(p.Text))
		p.ContextFree, p.Reason = contextFree(p, &config)
		p.Class = p.ContextFree
	}
}

// contextFree is the seed's decision list, in its order.
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
	density := p.StopWordDensity()
	if density >= config.StopWordsHigh {
		reason := ManyStopWords
		if config.StopWords.Len() == 0 {
			reason = LongEnough
		}
		if length > config.LengthHigh {
			return Good, reason
		}
		return NearGood, reason
	}
	if density >= config.StopWordsLow {
		return NearGood, SomeStopWords
	}
	return Bad, FewStopWords
}
