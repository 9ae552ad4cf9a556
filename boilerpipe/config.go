package boilerpipe

import (
	"github.com/seed42075109/justext/page"
)

// Config says how pages are read. Begin with [DefaultConfig] and change fields:
// [New] refuses a Config that was made in any other way.
type Config struct {
	page.Options // encodings, and limits for a page

	// WordsByScript counts words of scripts that put no spaces between words
	// (Chinese and Japanese characters, Thai, Lao, Khmer, Burmese) by their
	// letters: two of them are a word. Without it a run of them up to the next
	// space or mark is one word, as in boilerpipe, and the thresholds of the
	// extractors mean nothing. Words of other scripts are counted as ever.
	WordsByScript bool
}

// DefaultConfig returns the configuration that reads pages as boilerpipe 1.2.0
// does.
func DefaultConfig() Config { return Config{Options: page.DefaultOptions()} }
