package boilerpipe

import (
	"errors"
	"fmt"

	"github.com/seed42075109/justext/internal/input"
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

// Config says how pages are read. Begin with [DefaultConfig] and change fields.
type Config struct {
	// WordsByScript counts words of scripts that put no spaces between words
	// (Chinese and Japanese characters, Thai, Lao, Khmer, Burmese) by their
	// letters: two of them are a word. Without it a run of them up to the next
	// space or mark is one word, as in boilerpipe, and the thresholds of the
	// extractors mean nothing. Other scripts are counted as ever.
	WordsByScript bool

	// DefaultEncoding is the label of the encoding of a page that is not valid
	// UTF-8 and says nothing about it. Default windows-1252, as in browsers of
	// most languages.
	DefaultEncoding string

	// ForceEncoding takes every page to be in DefaultEncoding, whatever it says.
	ForceEncoding bool

	// InvalidBytes says what to do with bytes that cannot be decoded.
	InvalidBytes InvalidBytes

	// Limits; 0 means none. A page that meets one is cut there, and the blocks
	// before are returned with the error named.
	MaxBytes  int // of a page as it is read: ErrPageTooLarge. Default 64 MiB; less than 2 GiB, which 0 means too
	MaxToken  int // bytes of one tag, comment or declaration: ErrTokenTooLarge. Default 32 MiB
	MaxBlocks int // ErrTooManyBlocks. Default 1,000,000
}

// DefaultConfig returns the configuration that reads pages as boilerpipe 1.2.0
// does.
func DefaultConfig() Config {
	return Config{
		DefaultEncoding: defaultEncoding,
		MaxBytes:        64 << 20,
		MaxToken:        32 << 20,
		MaxBlocks:       1_000_000,
	}
}

const defaultEncoding = "windows-1252"

// Errors of NewParser, Parse and their kin; use errors.Is.
var (
	// ErrConfig: a field of Config has a value that cannot be meant, or a Parser was
	// not made by NewParser.
	ErrConfig = errors.New("boilerpipe: bad configuration")
	// ErrUnknownEncoding: Config.DefaultEncoding is no label of the WHATWG
	// Encoding Standard.
	ErrUnknownEncoding = input.ErrUnknownEncoding
	// ErrInvalidBytes: the page has bytes that its encoding does not have, and
	// Config.InvalidBytes is RefuseInvalid.
	ErrInvalidBytes = input.ErrInvalidBytes
	// ErrPageTooLarge: the page has more than Config.MaxBytes.
	ErrPageTooLarge = input.ErrPageTooLarge
	// ErrTokenTooLarge: a tag or comment has more than Config.MaxToken bytes.
	ErrTokenTooLarge = errors.New("boilerpipe: tag or comment too large")
	// ErrTooManyBlocks: the page has more than Config.MaxBlocks.
	ErrTooManyBlocks = errors.New("boilerpipe: too many blocks")
)

// resolve completes a configuration, or refuses one that cannot be meant.
func (c *Config) resolve() (err error) {
	for _, f := range []struct {
		name  string
		value int
	}{{"MaxBytes", c.MaxBytes}, {"MaxToken", c.MaxToken}, {"MaxBlocks", c.MaxBlocks}} {
		if f.value < 0 {
			return fmt.Errorf("%w: %s is %d; it is a number from 0 on", ErrConfig, f.name, f.value)
		}
	}
	if c.InvalidBytes > RefuseInvalid {
		return fmt.Errorf("%w: InvalidBytes %d is none of the constants", ErrConfig, c.InvalidBytes)
	}
	if c.MaxBytes > input.MaxPage {
		return fmt.Errorf("%w: MaxBytes %d is above %d", ErrConfig, c.MaxBytes, input.MaxPage)
	}
	if c.MaxBytes == 0 {
		c.MaxBytes = input.MaxPage
	}
	if c.DefaultEncoding == "" {
		c.DefaultEncoding = defaultEncoding
	}
	if c.DefaultEncoding, err = input.Canonical(c.DefaultEncoding); err != nil {
		return fmt.Errorf("boilerpipe: Config.DefaultEncoding: %w", err)
	}
	return nil
}
