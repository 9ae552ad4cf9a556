package justext

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/scan"
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
var _ = [1]struct{}{}[EncodingDefault-EncodingRule(scan.ByDefault)]

var encodingRules = [...]string{"none", "forced", "byte order mark", "content type", "meta", "late meta", "UTF-16 pattern", "valid UTF-8", "default"}

// String returns the rule in a word or two.
func (r EncodingRule) String() string {
	if int(r) >= len(encodingRules) {
		return fmt.Sprintf("EncodingRule(%d)", uint8(r))
	}
	return encodingRules[r]
}

// scratch is the memory in which a page is worked on.
type scratch struct {
	input     []byte // as read
	text      []byte // as decoded
	segmenter segmenter

	identifier stoplists.Identifier // for Auto
}

func newScratch(config *Config) *scratch {
	s := new(scratch)
	s.segmenter.config = config
	return s
}

// maxKept is how many bytes of scratch memory are kept for the next page.
const maxKept = 32 << 20

// release gives the scratch memory back for another page.
func (s *scratch) release(pool *sync.Pool) {
	if cap(s.input)+cap(s.text)+s.segmenter.size() <= maxKept {
		pool.Put(s)
	}
}

// minRead is how much room the reader is given at least, in bytes.
const minRead = 32 << 10

// read reads the page, or as much of it as there is before an error or the
// limit.
func (s *scratch) read(ctx context.Context, r io.Reader) ([]byte, error) {
	s.input = s.input[:0]
	limit := s.segmenter.config.MaxBytes
	for empty := 0; ; {
		if err := ctx.Err(); err != nil {
			return s.input, fmt.Errorf("justext: stopped after reading %d bytes: %w", len(s.input), err)
		}
		n, err := r.Read(s.room(limit + 1 - len(s.input)))
		s.input = s.input[:len(s.input)+n]
		if len(s.input) > limit {
			return s.input[:limit], fmt.Errorf("%w: more than %d bytes; Config.MaxBytes sets the limit", ErrPageTooLarge, limit)
		}
		if err == io.EOF { //nolint:errorlint // a wrapped one is not the end but a failure
			return s.input, nil
		}
		if empty++; n > 0 {
			empty = 0
		}
		if err == nil && empty == 100 {
			err = io.ErrNoProgress
		}
		if err != nil {
			return s.input, fmt.Errorf("justext: reading the page after %d bytes: %w", len(s.input), err)
		}
	}
}

// wholeCharacters cuts off the beginning of a UTF-8 character at the end of what
// was read before an error.
func wholeCharacters(input []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(input); n++ {
		if last := input[len(input)-n:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			return input[:len(input)-n]
		}
	}
	return input
}

// room returns free space behind the input, at most most bytes.
func (s *scratch) room(most int) []byte {
	if cap(s.input)-len(s.input) < min(minRead, most) {
		grown := make([]byte, len(s.input), 2*cap(s.input)+2*minRead)
		copy(grown, s.input)
		s.input = grown
	}
	free := s.input[len(s.input):cap(s.input)]
	return free[:min(len(free), most)]
}

// decode returns the page in UTF-8. One that was cut off may end within a
// character.
func (s *scratch) decode(page []byte, contentType string, cutOff bool) ([]byte, Encoding, error) {
	config := s.segmenter.config
	found := scan.Encoding{Name: config.DefaultEncoding, By: scan.ByForce}
	if !config.ForceEncoding {
		found = scan.Detect(page, contentType, config.DefaultEncoding)
	}
	encoding := Encoding{Name: found.Name, By: EncodingRule(found.By)}
	if whole := wholeCharacters(page); cutOff && found.Name == "utf-8" && utf8.Valid(whole) {
		page = whole
	}
	text, err := scan.Decode(s.text[:0], page, found.Name)
	if err != nil {
		return nil, encoding, fmt.Errorf("justext: decoding the page as %s: %w", found.Name, err)
	}
	if len(text) > maxPage {
		return nil, encoding, fmt.Errorf("%w: more than %d bytes of UTF-8", ErrPageTooLarge, maxPage)
	}
	if len(text) == 0 || len(page) > 0 && &text[0] == &page[0] {
		return text, encoding, nil // nothing had to be decoded, and text is not ours
	}
	s.text = text
	if config.InvalidBytes != ReplaceInvalid {
		return s.withoutInvalid(text, encoding)
	}
	return text, encoding, nil
}

// withoutInvalid refuses or leaves out what could not be decoded. A U+FFFD
// that the page itself has cannot be told from it.
func (s *scratch) withoutInvalid(text []byte, encoding Encoding) ([]byte, Encoding, error) {
	replacement := []byte(string(utf8.RuneError))
	if s.segmenter.config.InvalidBytes == IgnoreInvalid {
		return bytes.ReplaceAll(text, replacement, nil), encoding, nil
	}
	if at := bytes.Index(text, replacement); at >= 0 {
		return nil, encoding, fmt.Errorf("%w: %s, at byte %d of its UTF-8 text; Config.InvalidBytes can replace or ignore them", ErrInvalidBytes, encoding.Name, at)
	}
	return text, encoding, nil
}
