package justext

import (
	"fmt"
	"sync"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/stoplists"
)

// scratch is the memory in which a page is worked on.
type scratch struct {
	input      input.PageReader
	segmenter  segmenter
	identifier stoplists.Identifier // for Auto
}

func newScratch(config *Config) *scratch {
	s := &scratch{input: input.NewPageReader(config.Options)}
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

// prefixed says whose error it is.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("justext: %w", err)
}
