package page

import (
	"fmt"
	"math"
)

// Options say how a page is read and where reading stops. The Config of each
// method embeds them. Begin with the DefaultConfig of the method, or with
// [DefaultOptions], and change fields: Options that were made in any other way
// are refused, so that a field that was forgotten is never taken for a 0.
type Options struct {
	// DefaultEncoding is the label of the encoding of a page that declares none
	// and is not valid UTF-8. Any label of the WHATWG Encoding Standard will do.
	// The default is windows-1252, as in browsers for most languages.
	DefaultEncoding string

	// ForceEncoding reads every page in DefaultEncoding, whatever it declares.
	ForceEncoding bool

	// InvalidBytes says what to do with bytes that the encoding does not have.
	InvalidBytes InvalidBytes

	// AllowBinary reads a page even if it begins as a file of a well-known
	// format that is not HTML, such as PDF, PNG, gzip or WARC. By default such a
	// page is refused with ErrNotHTML.
	AllowBinary bool

	// Events asks for Document.Events, which let render.Build take less time. They take
	// 12 bytes for each tag and each text. Pages with more than 262,144 of them have
	// none, nor do pages that a limit has cut, pages that were trees, and those that are
	// read with another MaxDepth than the default. Only packages justext, with MarkupHTML,
	// and victor know them.
	Events bool

	// The limits bound time, memory and output for a page. 0 means that there is
	// no limit. A page that meets a limit is cut there: what comes before is
	// returned together with a *LimitError. Whatever the limits, a page has at
	// most MaxPage bytes.

	MaxBytes    int // bytes of the page as it is read; default 64 MiB
	MaxToken    int // bytes of one tag, comment or declaration; default 32 MiB
	MaxBlocks   int // blocks of text; default 1,000,000
	MaxElements int // start tags; default 4,000,000

	// MaxDepth is how many elements may be open at once. An element that is
	// deeper is taken to stand next to the deepest one; no text is lost, and it
	// is not an error. The default is 512, as in Chromium. Package boilerpipe
	// has no use for it, since depth costs nothing there.
	MaxDepth int

	preset bool // DefaultOptions has made them
}

// MaxPage is how many bytes a page may have, as it is read and in UTF-8,
// whatever the limits say: 1 GiB less one byte.
const MaxPage = 1<<30 - 1

// DefaultOptions returns the default encoding and limits.
func DefaultOptions() Options {
	return Options{
		DefaultEncoding: "windows-1252",
		MaxBytes:        64 << 20,
		MaxToken:        32 << 20,
		MaxBlocks:       1_000_000,
		MaxElements:     4_000_000,
		MaxDepth:        512,
		preset:          true,
	}
}

// Check returns an error that wraps [ErrConfig] if the options were not made by
// a preset, or if a field has a value that makes no sense. It does not look at
// the label of the encoding.
func (o *Options) Check() error {
	if !o.preset {
		return fmt.Errorf("%w: begin with DefaultConfig() and change its fields", ErrConfig)
	}
	if o.InvalidBytes > RefuseInvalid {
		return fmt.Errorf("%w: InvalidBytes is %d, which is none of the constants", ErrConfig, o.InvalidBytes)
	}
	for _, limit := range []struct {
		name       string
		value, max int
	}{
		{"MaxBytes", o.MaxBytes, MaxPage}, {"MaxToken", o.MaxToken, math.MaxInt}, {"MaxBlocks", o.MaxBlocks, math.MaxInt},
		{"MaxElements", o.MaxElements, math.MaxInt}, {"MaxDepth", o.MaxDepth, math.MaxInt},
	} {
		if limit.value < 0 || limit.value > limit.max {
			return fmt.Errorf("%w: %s is %d; use a number from 1 to %d, or 0 for no limit", ErrConfig, limit.name, limit.value, limit.max)
		}
	}
	if o.MaxDepth == 1 {
		return fmt.Errorf("%w: MaxDepth is 1, which leaves no room for html and body; 0 is no limit", ErrConfig)
	}
	return nil
}

// InvalidBytes says what becomes of bytes that the encoding of a page does not
// have.
type InvalidBytes uint8

// In a page that is not valid UTF-8, a U+FFFD of the page's own cannot be told
// from one that stands for invalid bytes.
const (
	ReplaceInvalid InvalidBytes = iota // each sequence of them becomes U+FFFD
	IgnoreInvalid                      // they are left out
	RefuseInvalid                      // the page is refused with ErrInvalidBytes
)

// An Encoding is the encoding of a page and the rule that decided it. The zero
// Encoding belongs to a page of which nothing was read.
type Encoding struct {
	Name string // as in golang.org/x/text/encoding/htmlindex: utf-8, windows-1252, …
	By   EncodingRule
}

// An EncodingRule says what decided the encoding of a page. The rules are tried
// in the order of the constants.
type EncodingRule uint8

const (
	EncodingForced      EncodingRule = iota + 1 // Options.ForceEncoding
	EncodingBOM                                 // a byte order mark
	EncodingContentType                         // the caller's Content-Type
	EncodingMeta                                // a meta element within the first 1,024 bytes
	EncodingLateMeta                            // a meta element further down in the head
	EncodingXML                                 // an XML declaration at the beginning
	EncodingPattern                             // the zero bytes of UTF-16 next to the first "<"
	EncodingValidity                            // the whole page is valid UTF-8
	EncodingDefault                             // none of these: Options.DefaultEncoding
)

var encodingRules = [...]string{"none", "forced", "byte order mark", "content type", "meta", "late meta", "XML declaration", "UTF-16 pattern", "valid UTF-8", "default"}

// String returns the rule in a word or two.
func (r EncodingRule) String() string {
	if int(r) >= len(encodingRules) {
		return fmt.Sprintf("EncodingRule(%d)", uint8(r))
	}
	return encodingRules[r]
}
