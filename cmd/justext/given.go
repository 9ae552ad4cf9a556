package main

import "github.com/seed42075109/justext"

// justext.New changes thresholds for some languages where they are the defaults. What
// a flag gives is in force also where it gives a default: here the stages run again
// with it.

// keepGiven classifies a page anew if a language has changed what flags give.
func (o *options) keepGiven(x *justext.Extractor, document *justext.Document) {
	if len(o.thresholds) == 0 {
		return
	}
	page := o.inForce(x, document.Lang)
	changed := page.changed
	languages := map[string]inForce{document.Lang: page}
	for i := range document.Paragraphs {
		lang := document.Paragraphs[i].Lang()
		if _, ok := languages[lang]; !ok {
			languages[lang] = o.inForce(x, lang)
			changed = changed || languages[lang].changed
		}
	}
	if !changed {
		return
	}
	paragraphs := document.Paragraphs
	for i := range paragraphs {
		justext.ClassifyContextFree(paragraphs[i:i+1], languages[paragraphs[i].Lang()].config)
	}
	justext.PreprocessHeadings(paragraphs, page.config)
	justext.ClassifyContextSensitive(paragraphs)
	justext.PostprocessHeadings(paragraphs, page.config)
}

// inForce is the configuration for a language with what flags give, and whether
// that is another than the extractor's.
type inForce struct {
	config  justext.Config
	changed bool
}

func (o *options) inForce(x *justext.Extractor, lang string) inForce {
	if x.Lang() == justext.Auto {
		if found, err := x.For(lang); err == nil { // else it is no language of ours
			x = found
		}
	}
	config := x.Config()
	adapted := adaptable(config)
	for _, set := range o.thresholds {
		set(&config)
	}
	// The high ones of a language may be below low ones that are given.
	config.LengthHigh = max(config.LengthHigh, config.LengthLow)
	config.StopWordsHigh = max(config.StopWordsHigh, config.StopWordsLow)
	if config.StopWords.Len() == 0 {
		config.StopWordsLow, config.StopWordsHigh = 0, 0
	}
	return inForce{config, adaptable(config) != adapted}
}

// adaptable returns the thresholds that languages change.
func adaptable(c justext.Config) [4]float64 {
	return [...]float64{float64(c.LengthLow), float64(c.LengthHigh), c.StopWordsLow, c.StopWordsHigh}
}
