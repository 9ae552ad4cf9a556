package victor

import (
	"math"
	"slices"

	"github.com/seed42075109/justext/page"
)

// This file uses the type of the page (docs/victor.md, "Labels by type"): as features of
// all its paragraphs, and in the decision.

// typeSteps is the largest value of a feature of types.
const typeSteps = 20

// typeFeatures are the probabilities of the types of the page.
var typeFeatures = func() (all []feature) {
	for t := range page.Type(page.NumTypes) {
		all = append(all, numberedParagraph("page.type-"+t.String(), typeSteps, func(p *layout, _ *paragraph) int32 {
			return int32(float64(p.types[t]*typeSteps) + 0.5)
		}))
	}
	return all
}()

// maxArticle is the largest value of Template.Article.
const maxArticle = 10

// stricterInArticles returns the marginals with the odds of content divided by
// exp(strength · probability that the page is an article).
func (p *layout) stricterInArticles(marginals []float64, labels, noise int, strength float64) []float64 {
	factor := math.Exp(float64(strength * float64(p.types[page.TypeArticle])))
	if factor == 1 {
		return marginals
	}
	changed := slices.Clone(marginals)
	for i := 0; i < len(changed); i += labels {
		block := changed[i : i+labels]
		block[noise] *= factor
		sum := 0.0
		for _, q := range block {
			sum += q
		}
		for l := range block {
			block[l] /= sum
		}
	}
	return changed
}
