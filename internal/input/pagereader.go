package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf8"
)

// An InvalidBytes says what becomes of bytes that are invalid in the page's encoding.
type InvalidBytes uint8

const (
	ReplaceInvalid InvalidBytes = iota // U+FFFD replaces them
	IgnoreInvalid                      // they are left out
	RefuseInvalid                      // the page is refused with ErrInvalidBytes
)

// MaxPage is the largest length in bytes of a page, so that offsets fit into 32 bits.
const MaxPage = math.MaxInt32 - 1

var (
	// ErrPageTooLarge is wrapped by the error for a page of more than MaxBytes.
	ErrPageTooLarge = errors.New("page too large")
	// ErrInvalidBytes is wrapped by the error for a page with bytes that are invalid
	// in its encoding.
	ErrInvalidBytes = errors.New("bytes that the encoding of the page does not have")
)

// A PageReader reads pages and decodes them. It holds memory that is reused from
// page to page.
type PageReader struct {
	MaxBytes        int // of a page before decoding; from 1 to MaxPage
	DefaultEncoding string
	ForceEncoding   bool // all pages are in DefaultEncoding
	InvalidBytes    InvalidBytes

	page []byte // as read
	text []byte // as decoded
}

// Size returns how many bytes of memory the PageReader holds.
func (in *PageReader) Size() int { return cap(in.page) + cap(in.text) }

// minRead is the least room in bytes that a read gets.
const minRead = 32 << 10

// Read reads the page, or as much of it as there is before an error or the limit.
// The page is valid until the next Read.
func (in *PageReader) Read(ctx context.Context, r io.Reader) ([]byte, error) {
	in.page = in.page[:0]
	for empty := 0; ; {
		if err := ctx.Err(); err != nil {
			return in.page, fmt.Errorf("stopped after reading %d bytes: %w", len(in.page), err)
		}
		n, err := r.Read(in.room(in.MaxBytes + 1 - len(in.page)))
		in.page = in.page[:len(in.page)+n]
		if len(in.page) > in.MaxBytes {
			return in.page[:in.MaxBytes], fmt.Errorf("%w: more than %d bytes; Config.MaxBytes sets the limit", ErrPageTooLarge, in.MaxBytes)
		}
		if err == io.EOF { //nolint:errorlint // a wrapped one is not the end but a failure
			return in.page, nil
		}
		if empty++; n > 0 {
			empty = 0
		}
		if err == nil && empty == 100 {
			err = io.ErrNoProgress
		}
		if err != nil {
			return in.page, fmt.Errorf("reading the page after %d bytes: %w", len(in.page), err)
		}
	}
}

// room returns free space after the page, of at most most bytes.
func (in *PageReader) room(most int) []byte {
	if cap(in.page)-len(in.page) < min(minRead, most) {
		grown := make([]byte, len(in.page), 2*cap(in.page)+2*minRead)
		copy(grown, in.page)
		in.page = grown
	}
	free := in.page[len(in.page):cap(in.page)]
	return free[:min(len(free), most)]
}

// Decode returns the page in UTF-8. It is the page itself if that is valid UTF-8
// already, and otherwise valid until the next Decode. cutOff says that the page may
// end within a character, which is then left out of UTF-8.
func (in *PageReader) Decode(page []byte, contentType string, cutOff bool) ([]byte, Encoding, error) {
	found := Encoding{Name: in.DefaultEncoding, By: ByForce}
	if !in.ForceEncoding {
		found = Detect(page, contentType, in.DefaultEncoding)
	}
	if whole := wholeCharacters(page); cutOff && found.Name == "utf-8" && utf8.Valid(whole) {
		page = whole
	}
	text, err := Decode(in.text[:0], page, found.Name)
	if err != nil {
		return nil, found, fmt.Errorf("decoding the page as %s: %w", found.Name, err)
	}
	if len(text) > MaxPage {
		return nil, found, fmt.Errorf("%w: more than %d bytes of UTF-8", ErrPageTooLarge, MaxPage)
	}
	if len(text) == 0 || len(page) > 0 && &text[0] == &page[0] {
		return text, found, nil // nothing had to be decoded, and text is not ours
	}
	in.text = text
	text, err = in.withoutInvalid(text, found.Name)
	return text, found, err
}

// wholeCharacters removes the beginning of a UTF-8 character from the end of what was
// read before an error.
func wholeCharacters(page []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(page); n++ {
		if last := page[len(page)-n:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			return page[:len(page)-n]
		}
	}
	return page
}

// withoutInvalid refuses or leaves out what could not be decoded. A U+FFFD of the
// page itself counts as such, because nothing tells the two apart.
func (in *PageReader) withoutInvalid(text []byte, encoding string) ([]byte, error) {
	replacement := []byte(string(utf8.RuneError))
	switch in.InvalidBytes {
	case IgnoreInvalid:
		return bytes.ReplaceAll(text, replacement, nil), nil
	case RefuseInvalid:
		if at := bytes.Index(text, replacement); at >= 0 {
			return nil, fmt.Errorf("%w: %s, at byte %d of its UTF-8 text; Config.InvalidBytes can replace or ignore them", ErrInvalidBytes, encoding, at)
		}
	}
	return text, nil
}
