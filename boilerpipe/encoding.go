package boilerpipe

import "github.com/seed42075109/justext/internal/input"

// An Encoding is the encoding of a page and the rule that found it. The rules are
// tried in the order of the constants from EncodingBOM on.
type Encoding struct {
	Name string // canonical, as golang.org/x/text/encoding/htmlindex has it: utf-8, windows-1252, …
	By   EncodingRule
}

// An EncodingRule says what decided the encoding of a page; 0 that nothing did, for
// there is no page.
type EncodingRule uint8

const (
	EncodingForced      EncodingRule = iota + 1 // Config.ForceEncoding
	EncodingBOM                                 // a byte order mark
	EncodingContentType                         // the caller's Content-Type
	EncodingMeta                                // a meta element within the first 1,024 bytes
	EncodingLateMeta                            // a meta element further down in the head
	EncodingPattern                             // the zero bytes of UTF-16 beside the first "<"
	EncodingValidity                            // the whole page is valid UTF-8
	EncodingDefault                             // none of these: Config.DefaultEncoding
)

// The rules of package scan have the same numbers.
var _ = [1]struct{}{}[EncodingDefault-EncodingRule(input.ByDefault)]

// String returns the rule in a word or two.
func (r EncodingRule) String() string { return input.Rule(r).String() }

func encodingOf(found input.Encoding) Encoding {
	return Encoding{Name: found.Name, By: EncodingRule(found.By)}
}
