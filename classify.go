package justext

import "strings"

// ClassifyContextFree classifies each paragraph by itself, in place: as Good, Bad, Short or
// NearGood. It counts the stop words, and sets StopWords, ContextFree, Class and Reason;
// with config.Unspaced it sets Words too.
//
// The stop list is config.StopWords. [Extractor.Config] returns a Config with the list of
// its language. Without a list, length and links decide alone.
func ClassifyContextFree(paragraphs []Paragraph, config Config) {
	for i := range paragraphs {
		p := &paragraphs[i]
		countStopWords(p, &config)
		p.ContextFree, p.Reason = contextFree(p, &config)
		p.Class = p.ContextFree
	}
}

// countStopWords counts the stop words of a paragraph. In a language without spaces between
// words, it counts the letters, and the letters that belong to stop words.
func countStopWords(p *Paragraph, config *Config) {
	if config.Unspaced {
		stop, letters := config.StopWords.CountUnspaced(p.Text)
		p.StopWords, p.Words = int32(stop), int32(letters)
		return
	}
	p.StopWords = int32(config.StopWords.Count(p.Text))
}

// contextFree is the list of rules in docs/justext.md, "Context-free classification", in
// their order.
func contextFree(p *Paragraph, config *Config) (Class, Reason) {
	if p.Image {
		return Bad, ImageBlock
	}
	if p.LinkDensity() > config.MaxLinkDensity {
		return Bad, TooManyLinks
	}
	if strings.Contains(p.Text, "©") || strings.Contains(p.Text, "&copy") {
		return Bad, Copyright // "&copy" is what a character reference without ";" leaves with MarkupLibxml2
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
	if config.SentenceMarks != "" && !strings.ContainsAny(p.Text, config.SentenceMarks) {
		return Bad, NoSentence
	}
	long := NearGood
	if length > config.LengthHigh {
		long = Good
	}
	if config.StopWords.Len() == 0 || config.StopWordsHigh == 0 {
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
