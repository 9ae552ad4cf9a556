package justext

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/stoplists"
)

// An Encoding is the encoding of a page and the rule by which it was found.
// The rules are tried in the order of the constants from EncodingBOM on.
type Encoding struct {
	Name string // canonical, as in golang.org/x/text/encoding/htmlindex: utf-8, windows-1252, …
	By   EncodingRule
}

// An EncodingRule says what decided the encoding of a page.
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

// The constants of package scan have the same numbers.
var _ = [1]struct{}{}[RefuseInvalid-InvalidBytes(input.RefuseInvalid)]

// scratch is the memory in which a page is worked on.
type scratch struct {
	input     input.PageReader
	segmenter segmenter

	identifier stoplists.Identifier // for Auto
}

func newScratch(config *Config) *scratch {
	s := new(scratch)
	s.input = input.PageReader{
		MaxBytes: config.MaxBytes, DefaultEncoding: config.DefaultEncoding, ForceEncoding: config.ForceEncoding,
		InvalidBytes: input.InvalidBytes(config.InvalidBytes),
	}
	s.segmenter.config = config
	return s
}

// maxKept is how many bytes of scratch memory are kept for the next page.
const maxKept = 32 << 20

// release gives the scratch memory back for another page.
func (s *scratch) release(pool *sync.Pool) {
	if s.input.Size()+s.segmenter.size() <= maxKept {
		pool.Put(s)
	}
}

// read reads the page, or as much of it as there is before an error or the
// limit.
func (s *scratch) read(ctx context.Context, r io.Reader) ([]byte, error) {
	page, err := s.input.Read(ctx, r)
	return page, prefixed(err)
}

// decode returns the page in UTF-8. One that was cut off may end within a
// character.
func (s *scratch) decode(page []byte, contentType string, cutOff bool) ([]byte, Encoding, error) {
	text, found, err := s.input.Decode(page, contentType, cutOff)
	return text, Encoding{Name: found.Name, By: EncodingRule(found.By)}, prefixed(err)
}

// prefixed says whose error it is.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("justext: %w", err)
}
