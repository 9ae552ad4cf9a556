package victor

import (
	"fmt"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/langid"
)

// Config says how pages are read and when a block is noise. Begin with
// [DefaultConfig] or [ReleasedConfig] and change fields: [New] refuses a Config
// that was made in any other way.
type Config struct {
	page.Options // encodings, and limits for a page

	// Decision says by what rule a block is content or noise.
	Decision Decision

	// MaxOther is, with ByThreshold, the probability of the label "other" from
	// which on a block is noise. A lower one gives more precision, a higher one
	// more recall (seed, "Balancing Precision and Recall").
	MaxOther float64

	// MinF1 is, with ByExpectedF1, the least F1 that must be expected of a page's
	// text; a page for which less is has no content. Default 0.25.
	MinF1 float64

	// Language is used for langid1 and langid2 in place of the profile that the
	// template names.
	Language *langid.Profile
}

// DefaultConfig returns the configuration for the shipped model.
func DefaultConfig() Config {
	return Config{
		Options:  page.DefaultOptions(),
		Decision: ByExpectedF1,
		MaxOther: 0.5,
		MinF1:    0.25,
	}
}

// ReleasedConfig returns the configuration of Victor as released: the most
// probable label of each block.
func ReleasedConfig() Config {
	config := DefaultConfig()
	config.Decision = ByMarginal
	return config
}

// A Decision is a rule by which probabilities become labels. Where a block is
// content, it has the most probable of the labels of content.
type Decision uint8

const (
	// ByExpectedF1 takes those blocks that make the F1 of the page's words
	// largest, as far as the probabilities tell.
	ByExpectedF1 Decision = iota + 1
	// ByThreshold takes those whose probability of noise is below
	// Config.MaxOther.
	ByThreshold
	// ByMarginal gives each block its most probable label, as Victor's program
	// does without thresholds. Probabilities are never averaged then, whatever
	// Template.Smooth of the model says.
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
		return fmt.Errorf("%w: MaxOther is %v and MinF1 is %v; use numbers from 0 to 1", page.ErrConfig, c.MaxOther, c.MinF1)
	}
	return nil
}

func isShare(v float64) bool { return v >= 0 && v <= 1 }
