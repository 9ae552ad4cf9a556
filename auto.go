package justext

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed42075109/justext/stoplists"
)

// This file chooses the language of a page, where New was asked for Auto.

// Auto is the language to give where it is not known: each page is taken to be
// in the language whose stop list fits it best. The first page opens all lists, which
// takes a moment and some 17 MB for the life of the program.
const Auto = "auto"

// A LangRule says what decided the language of a page.
type LangRule uint8

const (
	// LangUnknown: nothing did, or the stop list is the caller's. With Auto the page is
	// then taken in the language-independent mode.
	LangUnknown     LangRule = iota
	LangGiven                // the caller, in New
	LangByScript             // the letters alone
	LangByWords              // the words that stop lists have
	LangByAttribute          // the lang attribute of html: the words did not say enough
)

var langRules = [...]string{"unknown", "given", "script", "words", "attribute"}

// String returns the rule in a word.
func (r LangRule) String() string {
	if int(r) >= len(langRules) {
		return fmt.Sprintf("LangRule(%d)", uint8(r))
	}
	return langRules[r]
}

const (
	// sureMargin is the margin in bits from which words decide against the lang
	// attribute: the page is a thousand times as probable in the one language.
	sureMargin = 10
	// minKnown is how many words of a page its stop list must have.
	minKnown = 5
	// minKnownShare is which part of its words they must be. In its own language
	// a list has 70 of 100, in its nearest relatives 30 to 50.
	minKnownShare = 0.2
	// fewWords is how many words make the rest of the page needless, menus and
	// all, beside its running text.
	fewWords = 50
	// minBytes is the length of a paragraph, in bytes of UTF-8, from which it is
	// running text: 70 letters, or 23 of Chinese.
	minBytes = 70
	// sampleBytes is how much of a page is looked at, minSample how much of a
	// paragraph at least.
	sampleBytes = 1280
	minSample   = 32
	// ownMargin is the margin, in bits, by which a paragraph has to be in another
	// language than its page, and ownWords how many different words that one's list
	// must have of it: names and abbreviations repeat.
	ownMargin = 20
	ownWords  = 10
)

// identify chooses the language of a page.
func (s *scratch) identify(document *Document) {
	d := &s.identifier
	d.Reset()
	s.addText(document.Paragraphs, true)
	guess := d.Guess()
	if guess.Words < fewWords {
		s.addText(document.Paragraphs, false)
		guess = d.Guess()
	}
	evident := guess.Known >= minKnown && float64(guess.Known) >= minKnownShare*float64(guess.Words)
	document.LangMargin = guess.Margin
	if guess.ByScript {
		document.setLang(guess.Tag, LangByScript)
	} else if evident {
		document.setLang(guess.Tag, LangByWords)
	}
	if guess.ByScript || evident && guess.Margin >= sureMargin {
		return
	}
	if declared, err := stoplists.Find(string(s.segmenter.declared)); err == nil {
		document.setLang(declared.Tag, LangByAttribute)
	}
}

func (d *Document) setLang(tag string, by LangRule) {
	d.Lang, d.LangBy = tag, by
	if len(d.Paragraphs) > 0 {
		d.Paragraphs[0].data.lang = tag
	}
}

// addText adds a sample of the paragraphs that are running text, or of the others:
// from every part of the page the same share.
func (s *scratch) addText(paragraphs []Paragraph, running bool) {
	wanted := func(p *Paragraph) bool {
		return running == (len(p.Text) >= minBytes && p.LinkDensity() <= s.segmenter.config.MaxLinkDensity)
	}
	total := 0
	for i := range paragraphs {
		if wanted(&paragraphs[i]) {
			total += len(paragraphs[i].Text)
		}
	}
	share := min(1, sampleBytes/float64(total))
	due := 0.0 // bytes
	for i := range paragraphs {
		if !wanted(&paragraphs[i]) {
			continue
		}
		text := paragraphs[i].Text
		if due += share * float64(len(text)); due >= minSample || share == 1 {
			text = text[:min(int(due), len(text))]
			s.identifier.Add(text)
			due -= float64(len(text))
		}
	}
}

// For returns the Extractor of another language, named as for [New], with the
// configuration that New was given. It costs little: the two share their memory.
// With it a caller of the stages has the configuration for a page that was found
// to be in some language. With a stop list of the caller's own, which New uses
// whatever the language, it is the same for every one.
func (x *Extractor) For(lang string) (*Extractor, error) {
	if x.scratch == nil {
		return nil, errZeroExtractor
	}
	if known, ok := x.others.Load(lang); ok {
		return known.(*Extractor), nil
	}
	config := x.given
	tag, err := config.resolve(lang)
	if err != nil {
		return nil, prefixed(err)
	}
	other := &Extractor{lang: tag, config: config, given: x.given, scratch: x.scratch, others: x.others}
	known, _ := x.others.LoadOrStore(tag, other)
	return known.(*Extractor), nil
}

// in returns the Extractor for the language of a page, which is x unless x is for
// Auto. What identification finds has a list, so there is no error.
func (x *Extractor) in(lang string) *Extractor {
	if x.lang != Auto {
		return x
	}
	found, err := x.For(lang)
	if err != nil {
		return x
	}
	return found
}

// classifyForeign classifies the paragraphs anew that are in another language
// than their page, each with the stop list of its own. One of Han alone is no
// Chinese where the page is Japanese.
func (x *Extractor) classifyForeign(ctx context.Context, document *Document) error {
	s := x.scratch.Get().(*scratch)
	defer s.release(x.scratch)
	for i := range document.Paragraphs {
		if i%1024 == 0 && ctx.Err() != nil {
			return fmt.Errorf("justext: stopped at paragraph %d: %w", i, ctx.Err())
		}
		p := &document.Paragraphs[i]
		if lang := s.ownLanguage(p.Text); lang != "" && lang != document.Lang && !(lang == "zh" && document.Lang == "ja") {
			p.lang = p.data.addForeign(lang)
			p.Words = int32(1 + strings.Count(p.Text, " ") + strings.Count(p.Text, "\n")) // no letters any more
			ClassifyContextFree(document.Paragraphs[i:i+1], x.in(lang).config)
		}
	}
	return nil
}

// ownLanguage returns the language of a paragraph if its own words or letters say
// clearly which, and else "".
func (s *scratch) ownLanguage(text string) string {
	if len(text) < minBytes {
		return ""
	}
	d := &s.identifier
	d.Reset()
	d.Add(text)
	guess := d.Guess()
	if guess.ByScript || guess.Different >= ownWords && guess.Margin >= ownMargin {
		return guess.Tag
	}
	return ""
}
