package boilerpipe

import "github.com/seed42075109/justext/page"

// Config says how pages are read. Begin with [DefaultConfig] and change fields:
// [New] refuses a Config that was made in any other way.
type Config struct {
	page.Options // encodings, and limits for a page; MaxDepth has no effect

	// WordsByScript changes how words are counted in scripts without spaces between
	// words (Chinese and Japanese characters, Thai, Lao, Khmer, Burmese). If it is
	// set, each token counts as half as many words as it has letters of these
	// scripts, rounded up. Otherwise a run of such letters up to the next space or
	// mark is one word, as in boilerpipe, so that the thresholds of the filters mean
	// nothing. Other scripts are counted in the same way with and without it.
	WordsByScript bool

	// Noscript keeps the text of noscript elements in the body, which boilerpipe
	// leaves out. Some sites, such as forums run by Discourse, have all their text
	// there.
	Noscript bool

	// Original reproduces boilerpipe 1.2.0 exactly. Without it,
	//
	//   - links, abbr and acronym add no space to the text, and blocks that a browser
	//     shows in one line stay in one line, so that no word is cut in two;
	//   - a tag that boilerpipe's parser drops or delays still separates words if
	//     browsers show a break there;
	//   - control characters are dropped, and &#150; and the like are the characters
	//     that browsers show;
	//   - a noscript element in the head, or a title that boilerpipe takes to be in the
	//     body, does not hide the title of the page.
	//
	// With Original, blocks and titles can have control characters; Text drops them
	// all the same.
	Original bool
}

// DefaultConfig returns the default configuration: boilerpipe 1.2.0 with the
// corrections that [Config] lists.
func DefaultConfig() Config { return Config{Options: page.DefaultOptions()} }

func (c *Config) mode() mode { return mode{original: c.Original, noscript: c.Noscript} }
