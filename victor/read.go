package victor

import (
	"context"
	"fmt"
	"io"

	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/victor/crf"
)

// scratch is the memory in which a page is worked on.
type scratch struct {
	reader  scan.PageReader
	page    page
	scores  scores
	lattice crf.Lattice
}

func newScratch(config *Config) *scratch {
	return &scratch{reader: scan.PageReader{
		MaxBytes: config.MaxBytes, DefaultEncoding: config.DefaultEncoding, ForceEncoding: config.ForceEncoding,
		InvalidBytes: scan.InvalidBytes(config.InvalidBytes),
	}}
}

// maxKept is how many bytes of scratch memory are kept for the next page.
const maxKept = 32 << 20

// size returns how many bytes of memory a scratch holds, about.
func (s *scratch) size() int {
	const block, paragraph, node = 200, 64, 64
	return s.reader.Size() + cap(s.page.text) + cap(s.page.blocks)*block + cap(s.page.paragraphs)*paragraph +
		cap(s.page.nodes)*node + 5*8*cap(s.scores.blocks) + 8*cap(s.scores.paragraphs)
}

// read reads the page, or as much of it as there is before an error or the
// limit.
func (s *scratch) read(ctx context.Context, r io.Reader) ([]byte, error) {
	page, err := s.reader.Read(ctx, r)
	if err != nil {
		err = fmt.Errorf("victor: %w", err)
	}
	return page, err
}

// decode returns the page in UTF-8 and the name of its encoding. One that was
// cut off may end within a character.
func (s *scratch) decode(page []byte, contentType string, cutOff bool) ([]byte, string, error) {
	text, found, err := s.reader.Decode(page, contentType, cutOff)
	if err == nil && len(text) > maxPage {
		text, err = nil, fmt.Errorf("%w: more than %d bytes of UTF-8", ErrPageTooLarge, maxPage)
	}
	if err != nil {
		err = fmt.Errorf("victor: %w", err)
	}
	return text, found.Name, err
}
