package victor

import (
	"fmt"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/langid"
)

// Config says how pages are read and which blocks are noise. Begin with
// [DefaultConfig] or [ReleasedConfig] and change fields: [New] refuses a Config
// that was made in any other way.
type Config struct {
	page.Options // encodings, and limits of a page

	// Decision is the rule by which a block is content or noise.
	Decision Decision

	// MaxOther is used with ByThreshold: a block is noise if the probability of
	// its label "other" is MaxOther or more. From 0 to 1; the default is 0.5. A lower
	// value gives more precision, a higher one more recall.
	MaxOther float64

	// MinF1 is used with ByExpectedF1: if the largest expected F1 of a page's text
	// is below MinF1, the page has no content. From 0 to 1; the default is 0.1.
	MinF1 float64

	// Include and Exclude are kinds of blocks that are text, or that are not, whatever
	// the model says. A block of a kind in Include is kept if it belongs to the article
	// (docs/victor.md, "Choice of kinds"); a block of a kind in Exclude is dropped. The model
	// decides about all others. Both are empty by default. [Presets] has choices for
	// common purposes. No kind can be in both, and Image is never text.
	Include, Exclude page.KindSet

	// Types tells the type of the page, which has an influence on the labels if the
	// template of the model says so. If it is nil, the model that comes with the package
	// tells it.
	Types *TypeModel

	// Language, if it is not nil, is used for the features langid1 and langid2 in
	// place of the profile that the template names.
	Language *langid.Profile
}

// DefaultConfig returns the configuration for the shipped model.
func DefaultConfig() Config {
	return Config{
		Options:  page.DefaultOptions(),
		Decision: ByExpectedF1,
		MaxOther: 0.5,
		MinF1:    0.1,
	}
}

// ReleasedConfig returns the configuration of Victor as released: each block gets
// its most probable label.
func ReleasedConfig() Config {
	config := DefaultConfig()
	config.Decision = ByMarginal
	return config
}

// typeModel returns the model that tells the type of a page.
func (c *Config) typeModel() *TypeModel {
	if c.Types == nil {
		return DefaultTypeModel()
	}
	return c.Types
}

// A Decision is a rule that makes labels of probabilities (docs/victor.md,
// "Decisions"). A block of content gets the most probable label of content.
type Decision uint8

const (
	// ByExpectedF1 chooses blocks as content so that the expected F1 of the page's text
	// is largest. It counts all tokens of a block but punctuation.
	ByExpectedF1 Decision = iota + 1
	// ByThreshold chooses those whose probability of noise is below Config.MaxOther.
	ByThreshold
	// ByMarginal gives each block its most probable label, as Victor's program
	// does without thresholds. It takes probabilities as they are, whatever
	// Template.Smooth, Template.Container and Template.Once of the model say.
	ByMarginal
)

// resolve checks a configuration and completes it.
func (c *Config) resolve() error {
	if err := input.Resolve(&c.Options); err != nil {
		return err
	}
	switch {
	case c.Decision < ByExpectedF1 || c.Decision > ByMarginal:
		return fmt.Errorf("%w: Decision is %d, which is none of the constants", page.ErrConfig, c.Decision)
	case !isShare(c.MaxOther) || !isShare(c.MinF1):
		return fmt.Errorf("%w: MaxOther is %v and MinF1 is %v; both must be from 0 to 1", page.ErrConfig, c.MaxOther, c.MinF1)
	}
	return c.checkKinds()
}

func isShare(v float64) bool { return v >= 0 && v <= 1 }
