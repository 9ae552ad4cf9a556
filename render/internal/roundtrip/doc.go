// Package roundtrip tests package render against two parsers that it does not
// use: goldmark reads the Markdown, and golang.org/x/net/html what goldmark makes
// of it and the HTML. What they find must be the tree.
//
// It is a module of its own, so that the library does not require goldmark.
package roundtrip
