package victor

import (
	"context"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/victor/crf"
)

// scratch is the memory in which a page is worked on.
type scratch struct {
	config  *Config
	input   []byte // as read
	text    []byte // as decoded
	page    page
	scores  scores
	lattice crf.Lattice
}

// maxKept is how many bytes of scratch memory are kept for the next page.
const maxKept = 32 << 20

// size returns how many bytes of memory a scratch holds, about.
func (s *scratch) size() int {
	const block, paragraph, node = 200, 64, 64
	return cap(s.input) + cap(s.text) + cap(s.page.text) + cap(s.page.blocks)*block + cap(s.page.paragraphs)*paragraph +
		cap(s.page.nodes)*node + 5*8*cap(s.scores.blocks) + 8*cap(s.scores.paragraphs)
}

// minRead is how much room the reader is given at least, in bytes.
const minRead = 32 << 10

// read reads the page, or as much of it as there is before an error or the
// limit.
func (s *scratch) read(ctx context.Context, r io.Reader) ([]byte, error) {
	s.input = s.input[:0]
	limit := s.config.MaxBytes
	for empty := 0; ; {
		if err := ctx.Err(); err != nil {
			return s.input, fmt.Errorf("victor: stopped after reading %d bytes: %w", len(s.input), err)
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
			return s.input, fmt.Errorf("victor: reading the page after %d bytes: %w", len(s.input), err)
		}
	}
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

// decode returns the page in UTF-8 and the name of its encoding. One that was
// cut off may end within a character.
func (s *scratch) decode(page []byte, contentType string, cutOff bool) ([]byte, string, error) {
	found := scan.Detect(page, contentType, s.config.DefaultEncoding)
	if whole := wholeCharacters(page); cutOff && found.Name == "utf-8" && utf8.Valid(whole) {
		page = whole
	}
	text, err := scan.Decode(s.text[:0], page, found.Name)
	if err != nil {
		return nil, found.Name, fmt.Errorf("victor: decoding the page as %s: %w", found.Name, err)
	}
	if len(text) > maxPage {
		return nil, found.Name, fmt.Errorf("%w: more than %d bytes of UTF-8", ErrPageTooLarge, maxPage)
	}
	if len(text) > 0 && (len(page) == 0 || &text[0] != &page[0]) {
		s.text = text
	}
	return text, found.Name, nil
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
