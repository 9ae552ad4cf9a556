package view

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// A Page is a page with what has been found out about it.
type Page struct {
	ID         string // unique in the Store
	Collection string
	Name       string // shown to the user

	Source      []byte
	ContentType string    // "" if it is not known
	URL         string    // "" if it is not known
	Crawled     time.Time // when the page was fetched, zero if it is not known

	// Load, if it is not nil, takes the place of Source: it reads the page whenever it
	// is needed, so that only few pages are in memory. It may return what it has read
	// together with an error. Size is then the size of the page in bytes, if it is known.
	Load func() ([]byte, error)
	Size int

	HasGold  bool
	GoldText string
	// Labelled reads the page by a template and labels its blocks as people have
	// labelled them. It is nil if nobody has.
	Labelled func(t *victor.Template) (*victor.Page, error)
	// Local returns a file that was saved with the page, by the address by which the
	// page names it. It is nil if there are none.
	Local func(reference string) ([]byte, bool)

	mu      sync.Mutex
	decoded *decoded
}

// decoded is what has been computed of a page. It can be computed again.
type decoded struct {
	text     []byte
	encoding page.Encoding
	err      error // the page was not read to its end, or not at all

	justext    map[string]*justextPage
	boilerpipe map[bool]*boilerpipePage
	victor     map[string]*victorPage
	gold       *result
	runs       []stretch // of text, see textRuns
	results    []*result // the latest, the last first
}

// maxResults is how many results of a page are kept.
const maxResults = 6

// utf8Page is the Content-Type with which methods read the decoded text.
const utf8Page = "text/html; charset=utf-8"

// open returns what has been computed of the page, and reads it first if that has
// not been done. The caller holds p.mu.
func (p *Page) open() *decoded {
	if p.decoded != nil {
		return p.decoded
	}
	source, failed := p.Bytes()
	d := &decoded{justext: make(map[string]*justextPage), boilerpipe: make(map[bool]*boilerpipePage), victor: make(map[string]*victorPage)}
	x, err := justext.New("", justext.DefaultConfig())
	if err == nil {
		d.text, d.encoding, err = x.Decode(source, p.ContentType)
	}
	d.err = errors.Join(failed, err)
	p.decoded = d
	return d
}

// Bytes returns the page as it is in its file or archive. It may return what could be
// read together with an error.
func (p *Page) Bytes() ([]byte, error) {
	if p.Load != nil {
		return p.Load()
	}
	return p.Source, nil
}

// options returns the options for reading a text that has been decoded already.
func options() page.Options {
	o := page.DefaultOptions()
	o.DefaultEncoding, o.ForceEncoding = "utf-8", true
	return o
}

// A stretch is a range of bytes of the text of a page.
type stretch struct{ start, end int32 }

// A segmentation is a page as a method cuts it into blocks.
type segmentation struct {
	id     string
	blocks []block
}

// A block is a block of a segmentation.
type block struct {
	stretch
	text  string
	image bool
}

// The codes say in one letter what became of a block.
const (
	keptByItself     = 'k'
	keptByContext    = 'c'
	keptHeading      = 'h'
	droppedByItself  = 'd'
	droppedByContext = 'x'
)

// isKept reports whether a code is one of blocks that are kept.
func isKept(code byte) bool {
	return code == keptByItself || code == keptByContext || code == keptHeading
}

// A result is what a method makes of a page.
type result struct {
	method      Method
	key         string
	seg         *segmentation
	codes       []byte
	reasons     []string // the different reasons
	reason      []int32  // by block: its index in reasons
	probability []float64
	labels      []string // of victor and of gold: the labels of the blocks
	labelSet    []string // those that the model can give
	text        string
	lang        string
	note        string // what the user should know
	details     func(i int) *Details
	document    func() (*page.Document, error) // the page as packages render and metadata take it
}

// addReason notes the reason of the next block.
func (r *result) addReason(numbers map[string]int32, text string) {
	n, known := numbers[text]
	if !known {
		n = int32(len(r.reasons))
		numbers[text] = n
		r.reasons = append(r.reasons, text)
	}
	r.reason = append(r.reason, n)
}

// run returns what a method makes of the page. The caller holds p.mu.
func (p *Page) run(s *Store, m Method) (*result, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	d := p.open()
	key := m.key()
	if m.Name == "victor" {
		key += fmt.Sprint(s.modelVersion(m.get("model")))
	}
	if i := slices.IndexFunc(d.results, func(r *result) bool { return r.key == key }); i >= 0 {
		r := d.results[i]
		d.results = append([]*result{r}, slices.Delete(d.results, i, i+1)...)
		return r, nil
	}
	r, err := methods[m.Name](p, s, m)
	if err != nil {
		return nil, err
	}
	r.method, r.key = m, key
	d.results = append([]*result{r}, d.results[:min(len(d.results), maxResults-1)]...)
	return r, nil
}

// methods apply a method with settings that have been checked.
var methods = map[string]func(p *Page, s *Store, m Method) (*result, error){
	"justext":    runJustext,
	"boilerpipe": runBoilerpipe,
	"victor":     runVictor,
	"gold":       runGold,
}
