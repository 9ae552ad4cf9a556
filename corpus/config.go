package corpus

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/seed42075109/justext/corpus/output"
	"github.com/seed42075109/justext/corpus/payload"
	"github.com/seed42075109/justext/metadata"
	"github.com/seed42075109/justext/page"
)

// A Config says which pages become records, and how. Begin with DefaultConfig.
type Config struct {
	// Methods find the text. Each gives a record of its own for every page,
	// unless Union is set: then there is one record a page, with what any of
	// them keeps, as package union puts it together.
	Methods []Method
	Union   bool

	Format   output.Format
	Options  output.Options
	Markdown bool // the text is Markdown, with headings, lists, tables and links
	Metadata bool // authors, dates, site and so on; with justext a run takes 1.4 times as long

	Filter     Filter
	Duplicates Duplicates

	// MaxBody is how many bytes a page may have without its encodings; a
	// longer one is cut there. Payload has the other limits of HTTP messages.
	MaxBody int64
	Payload payload.Limits

	// Timeout is how long the methods may work on one page. Which pages meet
	// it depends on the machine and on what else it does.
	Timeout time.Duration

	// Workers is how many pages are cleaned at once, and Files how many files
	// are read at once. With Duplicates it is one file, so that which of two
	// equal pages is kept does not depend on chance. Memory is bounded by both,
	// whatever the size of the files and of their records: docs/corpus.md has
	// the figures.
	Workers, Files int
}

// DefaultMaxBody is the default of Config.MaxBody: 8 MiB.
const DefaultMaxBody = 8 << 20

// DefaultConfig returns a configuration that writes JSON Lines of the text that
// the methods named find in pages of any language.
func DefaultConfig(methods ...string) (Config, error) {
	c := Config{
		MaxBody: DefaultMaxBody,
		Payload: payload.DefaultLimits(),
		Timeout: 10 * time.Second,
		Workers: runtime.GOMAXPROCS(0),
		Files:   runtime.GOMAXPROCS(0),
	}
	var err error
	if c.Format, err = output.ParseFormat("jsonl"); err != nil {
		return c, err
	}
	for _, name := range methods {
		m, err := NewMethod(name, "auto", PageOptions(c.MaxBody))
		if err != nil {
			return c, err
		}
		c.Methods = append(c.Methods, m)
	}
	return c, nil
}

// PageOptions returns the options of a method for pages of at most maxBody
// bytes: the defaults, with limits of bytes that are not greater.
func PageOptions(maxBody int64) page.Options {
	o := page.DefaultOptions()
	if maxBody > 0 && maxBody < int64(o.MaxBytes) {
		o.MaxBytes = int(maxBody)
		o.MaxToken = min(o.MaxToken, int(maxBody))
	}
	return o
}

// Check returns an error for a configuration that makes no sense. Job.Run and Process call it.
func (c *Config) Check() error {
	names := map[string]bool{}
	for _, m := range c.Methods {
		if m.Name == "" || m.Clean == nil || names[m.Name] {
			return fmt.Errorf("corpus: method %q is incomplete or given twice", m.Name)
		}
		names[m.Name] = true
		if m.Decode == nil && c.Markdown {
			return fmt.Errorf("corpus: method %q has no Decode, which Markdown needs", m.Name)
		}
	}
	switch {
	case len(c.Methods) == 0:
		return errors.New("corpus: no method")
	case c.Workers < 1 || c.Files < 1:
		return errors.New("corpus: Workers and Files must be at least 1")
	case c.MaxBody < 1 || c.MaxBody > page.MaxPage:
		return fmt.Errorf("corpus: MaxBody must be from 1 to %d", page.MaxPage)
	case c.Timeout <= 0:
		return errors.New("corpus: Timeout must be more than 0")
	}
	return c.Filter.check()
}

// newMetadata returns the extractor of metadata, nil if none is wanted.
func (c *Config) newMetadata() (*metadata.Extractor, error) {
	if !c.Metadata {
		return nil, nil
	}
	config := metadata.DefaultConfig()
	config.Options = PageOptions(c.MaxBody)
	return metadata.New(config)
}
