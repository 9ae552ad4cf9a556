package victor

import (
	"errors"
	"fmt"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/victor/langid"
)

// InvalidBytes says what becomes of bytes that the page's encoding does not
// have.
type InvalidBytes uint8

// In a page that is not valid UTF-8, a U+FFFD that the page has itself cannot be
// told from one that stands for such bytes.
const (
	ReplaceInvalid InvalidBytes = iota // U+FFFD stands in their place
	IgnoreInvalid                      // they are left out
	RefuseInvalid                      // the page is refused with ErrInvalidBytes
)

// The constants of package scan have the same numbers.
var _ = [1]struct{}{}[RefuseInvalid-InvalidBytes(input.RefuseInvalid)]

// Config says how pages are read and when a block is noise. Begin with
// [DefaultConfig] and change fields.
type Config struct {
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

	// DefaultEncoding is the label of the encoding of a page that is not valid
	// UTF-8 and says nothing about it. "" is windows-1252.
	DefaultEncoding string

	// ForceEncoding takes every page to be in DefaultEncoding, whatever it says.
	ForceEncoding bool

	// InvalidBytes says what to do with bytes that cannot be decoded.
	InvalidBytes InvalidBytes

	// Limits; 0 means none. A page that meets one is cut there, and the blocks
	// before are returned with the error named.
	MaxBytes  int // of a page as it is read: ErrPageTooLarge. Default 64 MiB; less than 1 GiB, which 0 means too
	MaxToken  int // bytes of one tag, comment or declaration: ErrTokenTooLarge. Default 32 MiB
	MaxBlocks int // ErrTooManyBlocks. Default 1,000,000

	// MaxDepth is how many elements may be open. What is deeper stands beside
	// the deepest. Default 512, as in Chromium.
	MaxDepth int
}

// DefaultConfig returns the configuration for the shipped model.
func DefaultConfig() Config {
	return Config{
		Decision:  ByExpectedF1,
		MaxOther:  0.5,
		MinF1:     0.25,
		MaxBytes:  64 << 20,
		MaxToken:  32 << 20,
		MaxBlocks: 1_000_000,
		MaxDepth:  512,
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

// maxPage is how many bytes a page may have, so that the offsets of blocks can
// count its text too.
const maxPage = 1<<30 - 1

// Errors of New, Label and their kin; use errors.Is.
var (
	// ErrConfig: a field of Config has a value that cannot be meant.
	ErrConfig = errors.New("victor: bad configuration")
	// ErrUnknownEncoding: Config.DefaultEncoding is no label of the WHATWG
	// Encoding Standard.
	ErrUnknownEncoding = input.ErrUnknownEncoding
	// ErrPageTooLarge: the page has more than Config.MaxBytes.
	ErrPageTooLarge = input.ErrPageTooLarge
	// ErrInvalidBytes: the page has bytes that its encoding does not have, and
	// Config.InvalidBytes is RefuseInvalid.
	ErrInvalidBytes = input.ErrInvalidBytes
	// ErrTokenTooLarge: a tag or comment has more than Config.MaxToken bytes.
	ErrTokenTooLarge = errors.New("victor: tag or comment too large")
	// ErrTooManyBlocks: the page has more than Config.MaxBlocks.
	ErrTooManyBlocks = errors.New("victor: too many blocks")
)

// resolve checks a configuration and completes it.
func (c *Config) resolve() (err error) {
	switch {
	case c.Decision < ByExpectedF1 || c.Decision > ByMarginal:
		return fmt.Errorf("%w: Decision is not set; begin with DefaultConfig() and change fields", ErrConfig)
	case !isShare(c.MaxOther) || !isShare(c.MinF1):
		return fmt.Errorf("%w: MaxOther is %v and MinF1 %v; they go from 0 to 1", ErrConfig, c.MaxOther, c.MinF1)
	case c.MaxBytes < 0 || c.MaxToken < 0 || c.MaxBlocks < 0 || c.MaxDepth < 0:
		return fmt.Errorf("%w: a limit is negative; 0 is none", ErrConfig)
	case c.InvalidBytes > RefuseInvalid:
		return fmt.Errorf("%w: InvalidBytes %d is none of the constants", ErrConfig, c.InvalidBytes)
	case c.MaxBytes > maxPage:
		return fmt.Errorf("%w: MaxBytes %d is above %d", ErrConfig, c.MaxBytes, maxPage)
	case c.MaxBytes == 0:
		c.MaxBytes = maxPage
	}
	if c.DefaultEncoding == "" {
		c.DefaultEncoding = "windows-1252"
	}
	if c.DefaultEncoding, err = input.Canonical(c.DefaultEncoding); err != nil {
		return fmt.Errorf("victor: Config.DefaultEncoding: %w", err)
	}
	return nil
}

func isShare(v float64) bool { return v >= 0 && v <= 1 }
