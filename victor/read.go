package victor

import (
	"context"
	"fmt"
	"io"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/victor/crf"
)

// scratch is the memory in which a page is worked on.
type scratch struct {
	reader  input.PageReader
	page    page
	scores  scores
	lattice crf.Lattice
}

func newScratch(config *Config) *scratch {
	return &scratch{reader: input.PageReader{
		MaxBytes: config.MaxBytes, DefaultEncoding: config.DefaultEncoding, ForceEncoding: config.ForceEncoding,
		InvalidBytes: input.InvalidBytes(config.InvalidBytes),
	}}
}

// maxKept is how many bytes of scratch memory are kept for the next page.
const maxKept = 32 << 20

// How many bytes one value takes. TestSize compares the first five with what the
// compiler says.
const (
	blockSize     = 128
	paragraphSize = 44
	nodeSize      = 32
	groupSize     = 16
	elementSize   = 24
	entrySize     = 40 // of a map from hashes to numbers, with room for more
)

// size returns how many bytes of memory a scratch holds, about. The lattice has
// four numbers for each score.
func (s *scratch) size() int {
	p := &s.page
	return s.reader.Size() + cap(p.text) + blockSize*cap(p.blocks) + paragraphSize*cap(p.paragraphs) +
		nodeSize*cap(p.nodes) + groupSize*cap(p.groups) + elementSize*cap(p.elements) +
		4*(cap(p.sums)+cap(p.tdWords)+cap(p.divWords)) + entrySize*(len(p.twins)+len(p.groupOf)) +
		(1+4)*8*cap(s.scores.blocks) + 8*cap(s.scores.paragraphs)
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
