package view

import (
	"bytes"
	"math"
	"slices"

	"github.com/seed42075109/justext/victor"
)

// This file is for labelling pages: their blocks are those of the model that comes
// with package victor.

// Blocks returns a page cut into blocks that have no label.
func (s *Store) Blocks(id string) (*victor.Page, error) {
	p, err := s.Page(id)
	if err != nil {
		return nil, err
	}
	m, err := s.model(shippedModel)
	if err != nil {
		return nil, err
	}
	config := victor.DefaultConfig()
	config.Options = options()
	return m.template.ReadPage(bytes.NewReader(p.Text()), utf8Page, config)
}

// Text returns the text of the page in UTF-8.
func (p *Page) Text() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open().text
}

// BlockLabels returns a label of a set for each block of a page, as a method sees the
// page: other if less than half of it is kept, header for headings if the set has that,
// and else text, paragraph or the first label that is not other. Labels that people
// have given, with the method gold, are taken as they are if the set has them.
func (s *Store) BlockLabels(id string, m Method, set []string) ([]string, error) {
	p, results, err := s.resultsOf(&Request{Page: id, Methods: []Method{{Name: "victor"}, m}})
	if err != nil {
		return nil, err
	}
	defer p.mu.Unlock()
	blocks, from := results[0].seg.blocks, results[1]
	kept := make([]map[string]int, len(blocks)) // by block: characters by label
	target, giver := cursor{r: results[0]}, cursor{r: from}
	text := p.open().text
	for _, run := range p.textRuns() {
		for at := run.start; at < run.end; {
			b, to := target.at(at, run.end)
			g, also := giver.at(at, run.end)
			to = min(to, also)
			if b >= 0 {
				if kept[b] == nil {
					kept[b] = make(map[string]int)
				}
				kept[b][labelOf(from, g, set)] += visible(text[at:to])
			}
			at = to
		}
	}
	labels := make([]string, len(blocks))
	for i := range blocks {
		labels[i] = noise
		most := 0
		for _, label := range set {
			if n := kept[i][label]; n > most {
				labels[i], most = label, n
			}
		}
	}
	// The lines of a pre element have one range; those after the first have the label
	// of the first.
	for i := 1; i < len(labels); i++ {
		if blocks[i].stretch == blocks[i-1].stretch && !blocks[i].image {
			labels[i] = labels[i-1]
		}
	}
	if from.seg == results[0].seg {
		for i := range labels {
			labels[i] = labelOf(from, i, set)
		}
	}
	return labels, nil
}

// labelOf returns the label of a set for a block of a result; block -1 is none. A model
// that does not know header gives it to no heading, so that these are told by their
// element.
func labelOf(r *result, i int, set []string) string {
	if i < 0 {
		return noise
	}
	heading := r.codes[i] == keptHeading && slices.Contains(set, "header") && !slices.Contains(r.labelSet, "header")
	if r.labels != nil && !heading && slices.Contains(set, r.labels[i]) {
		return r.labels[i]
	}
	switch {
	case !isKept(r.codes[i]):
		return noise
	case r.codes[i] == keptHeading && slices.Contains(set, "header"):
		return "header"
	}
	for _, label := range [...]string{"text", "paragraph"} {
		if slices.Contains(set, label) {
			return label
		}
	}
	return set[slices.IndexFunc(set, func(l string) bool { return l != noise })]
}

// Uncertainty returns how uncertain victor is about the blocks of a page: the mean of
// the probabilities of the less probable of content and noise, by characters.
func (s *Store) Uncertainty(id string, m Method) (float64, error) {
	p, results, err := s.resultsOf(&Request{Page: id, Methods: []Method{m}})
	if err != nil {
		return 0, err
	}
	defer p.mu.Unlock()
	sum, total := 0.0, 0.0
	for i, probability := range results[0].probability {
		if b := &results[0].seg.blocks[i]; !b.image {
			weight := float64(len(b.text))
			sum += weight * math.Min(probability, 1-probability)
			total += weight
		}
	}
	if total == 0 {
		return 0, nil
	}
	return sum / total, nil
}
