package victor

import (
	"fmt"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/victor/crf"
)

// scratch is the memory in which a page is worked on.
type scratch struct {
	reader  input.PageReader
	layout  layout
	scores  scores
	lattice crf.Lattice
	labels  []uint8
	repeat  repeat
	kinds   kinds
}

func newScratch(config *Config) *scratch {
	return &scratch{reader: input.NewPageReader(config.Options)}
}

// maxKept is how many bytes of scratch memory are kept for the next page, and how
// many may be held while a page is labelled that are no longer needed for it.
const maxKept = 32 << 20

// How many bytes a value takes. TestSize compares all but the last with what the
// compiler says.
const (
	blockSize     = 128
	paragraphSize = 44
	nodeSize      = 32
	groupSize     = 16
	elementSize   = 24
	regionSize    = 48
	lineSize      = 12
	entrySize     = 40 // of a map from hashes to numbers, with room for more
)

// size returns about how many bytes of memory a scratch holds. The lattice has at
// most four numbers for each score.
func (s *scratch) size() int {
	p := &s.layout
	return s.reader.Size() + cap(p.text) + blockSize*cap(p.blocks) + paragraphSize*cap(p.paragraphs) +
		nodeSize*cap(p.nodes) + regionSize*cap(p.regions) + lineSize*cap(p.lines) + cap(s.scores.part.table) + cap(s.repeat.kept) + cap(s.repeat.dropped) + groupSize*cap(p.groups) + elementSize*cap(p.elements) +
		s.kinds.size() + 4*(cap(p.gaps)+cap(p.sums)+cap(p.tdWords)+cap(p.divWords)) + entrySize*(len(p.twins)+len(p.groupOf)) +
		(1+4)*8*cap(s.scores.blocks) + 8*cap(s.scores.paragraphs)
}

// prefixed adds the name of the package to an error.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("victor: %w", err)
}
