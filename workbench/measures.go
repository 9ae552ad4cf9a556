package main

import (
	"github.com/neurosnap/sentences"
	"github.com/neurosnap/sentences/data"

	"github.com/seed42075109/justext/eval"
)

// A measure compares the text that a page should give with the one that was
// given. It has a name for each of its values, which are from 0 to 1.
type measure struct {
	names []string
	of    func(right, given cleaned) []float64
}

var (
	bagOfWords = measure{[]string{"words P", "R", "F1"}, func(right, given cleaned) []float64 {
		s := eval.BagOfWords(right.text, given.text)
		return []float64{s.Precision, s.Recall, s.F1}
	}}
	cleanEval = measure{[]string{"CleanEval text", "markup", "total"}, func(right, given cleaned) []float64 {
		s := eval.CleanEval(right.marked, given.marked)
		return []float64{s.Text, s.Markup, s.Total}
	}}
)

// measures returns the measures that the flags ask for.
func (o *evalOptions) measures() ([]measure, error) {
	all := []measure{bagOfWords}
	if o.rouge {
		rouge, err := newRougeLSum()
		if err != nil {
			return nil, err
		}
		all = append(all, rouge)
	}
	if o.cleaneval {
		all = append(all, cleanEval)
	}
	return all, nil
}

// newRougeLSum returns the measure of the study of Bevendorff et al. (SIGIR 2023),
// which finds sentences in any language by Punkt as trained for English.
func newRougeLSum() (measure, error) {
	training, err := data.Asset("data/english.json")
	if err != nil {
		return measure{}, err
	}
	storage, err := sentences.LoadTraining(training)
	if err != nil {
		return measure{}, err
	}
	punkt := sentences.NewSentenceTokenizer(storage)
	split := func(text string) (all []string) {
		for _, s := range punkt.Tokenize(text) {
			all = append(all, s.Text)
		}
		return all
	}
	return measure{[]string{"ROUGE-LSum F1"}, func(right, given cleaned) []float64 {
		return []float64{eval.RougeLSum(right.text, given.text, split).F1}
	}}, nil
}
