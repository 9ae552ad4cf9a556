package view

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed42075109/justext/eval"
	"github.com/seed42075109/justext/stoplists"
	"github.com/seed42075109/justext/victor"
)

// A Store holds pages and models, and answers requests about them. It is safe for
// concurrent use.
type Store struct {
	mu     sync.Mutex
	pages  []*Page
	byID   map[string]*Page
	recent []*Page // those of which something has been computed, the last first
	models []*model
	pasted int

	// Lists returns the stop list of a language by its tag. If it is nil, it is
	// stoplists.Lookup, and the language of a page can be identified. It is set
	// before the Store is used.
	Lists func(tag string) (*stoplists.List, error)
}

// A MissingList is the error of a stop list that is not there yet.
type MissingList struct{ Tag string }

// Error names the list.
func (e *MissingList) Error() string { return "the stop list of " + e.Tag + " is not there" }

// NewStore returns a Store without pages that has the model that comes with package
// victor.
func NewStore() (*Store, error) {
	s := &Store{byID: make(map[string]*Page)}
	return s, s.AddModel(shippedModel, victor.DefaultModel())
}

// Add adds pages. Their IDs must be others than those of pages before.
func (s *Store) Add(pages ...*Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range pages {
		s.pages = append(s.pages, p)
		s.byID[p.ID] = p
	}
}

// AddModel adds a model, or replaces that of the same name.
func (s *Store) AddModel(name string, m *victor.Model) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.models, func(m *model) bool { return m.name == name })
	version := 0
	if i >= 0 {
		version = s.models[i].version + 1
	}
	added, err := newModel(name, version, m)
	if err != nil {
		return err
	}
	if i >= 0 {
		s.models[i] = added
	} else {
		s.models = append(s.models, added)
	}
	return nil
}

// model returns the model of a name.
func (s *Store) model(name string) (*model, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.models, func(m *model) bool { return m.name == name }); i >= 0 {
		return s.models[i], nil
	}
	return nil, fmt.Errorf("%w: there is no model %q", ErrRequest, name)
}

// modelVersion returns the version of a model, or -1.
func (s *Store) modelVersion(name string) int {
	if m, err := s.model(name); err == nil {
		return m.version
	}
	return -1
}

// maxRecent is of how many pages what has been computed is kept.
const maxRecent = 4

// Page returns the page of an ID.
func (s *Store) Page(id string) (*Page, error) {
	s.mu.Lock()
	p, found := s.byID[id]
	if !found {
		s.mu.Unlock()
		return nil, fmt.Errorf("%w: there is no page %q", ErrRequest, clip(id, 100))
	}
	var forget *Page
	if len(s.recent) == 0 || s.recent[0] != p {
		if i := slices.Index(s.recent, p); i >= 0 {
			s.recent = slices.Delete(s.recent, i, i+1)
		}
		s.recent = append([]*Page{p}, s.recent...)
		if len(s.recent) > maxRecent {
			forget = s.recent[maxRecent]
			s.recent = s.recent[:maxRecent]
		}
	}
	s.mu.Unlock()
	if forget != nil {
		forget.mu.Lock()
		forget.decoded = nil
		forget.mu.Unlock()
	}
	return p, nil
}

// PageInfo describes a page.
type PageInfo struct {
	ID         string `json:"id"`
	Collection string `json:"collection"`
	Name       string `json:"name"`
	Bytes      int    `json:"bytes"`
	Gold       bool   `json:"gold"` // people have labelled it
}

// Overview describes the pages and what can be done with them.
type Overview struct {
	Pages    []PageInfo           `json:"pages"`
	Methods  []string             `json:"methods"`
	Controls map[string][]Control `json:"controls"`
	Models   []string             `json:"models"`
	Legend   []LegendEntry        `json:"legend"`
	Langs    []string             `json:"langs"`
}

// Overview returns what there is.
func (s *Store) Overview() *Overview {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := &Overview{Pages: []PageInfo{}, Methods: methodNames, Controls: controls, Legend: Legend()}
	for _, p := range s.pages {
		o.Pages = append(o.Pages, p.info())
	}
	for _, m := range s.models {
		o.Models = append(o.Models, m.name)
	}
	for _, l := range stoplists.Languages() {
		o.Langs = append(o.Langs, l.Tag+" "+l.Name)
	}
	return o
}

func (p *Page) info() PageInfo {
	return PageInfo{p.ID, p.Collection, p.Name, max(len(p.Source), p.Size), p.Labelled != nil}
}

// Paste adds a page whose encoding is not known.
func (s *Store) Paste(name string, source []byte) PageInfo {
	return s.PasteTyped(name, source, "")
}

// PasteTyped adds a page with its Content-Type.
func (s *Store) PasteTyped(name string, source []byte, contentType string) PageInfo {
	return s.paste(&Page{Name: name, Source: source, ContentType: contentType})
}

// PasteFetched adds a page that was just fetched from an address.
func (s *Store) PasteFetched(address string, source []byte, contentType string) PageInfo {
	return s.paste(&Page{Name: address, Source: source, ContentType: contentType, URL: address, Crawled: time.Now()})
}

// paste adds a page that comes from the user. Of those, the latest are kept.
func (s *Store) paste(p *Page) PageInfo {
	s.mu.Lock()
	s.pasted++
	number := s.pasted
	s.mu.Unlock()
	p.ID, p.Collection = fmt.Sprint("pasted-", number), "pasted"
	if strings.TrimSpace(p.Name) == "" {
		p.Name = p.ID
	}
	s.Add(p)
	s.forget(fmt.Sprint("pasted-", number-maxPasted))
	return p.info()
}

// maxPasted is how many pages that were added by the user are kept.
const maxPasted = 50

// forget removes a page, if it is there.
func (s *Store) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.byID[id]
	if p == nil {
		return
	}
	delete(s.byID, id)
	s.pages = slices.DeleteFunc(s.pages, func(o *Page) bool { return o == p })
	s.recent = slices.DeleteFunc(s.recent, func(o *Page) bool { return o == p })
}

// A Request asks about a page and methods.
type Request struct {
	Page    string   `json:"page"`
	Methods []Method `json:"methods"`
	Have    []string `json:"have,omitempty"`  // the segmentations whose blocks the client has
	Block   int      `json:"block,omitempty"` // its number
	Query   string   `json:"query,omitempty"`
	Styles  bool     `json:"styles,omitempty"`
	Looks   bool     `json:"looks,omitempty"` // tell which blocks look alike
	Form    string   `json:"form,omitempty"`  // of the output: text, markdown, html, tree or metadata
}

// maxMethods is how many methods can be compared.
const maxMethods = 3

// A View is a page as methods see it.
type View struct {
	Page        PageInfo     `json:"page"`
	Encoding    string       `json:"encoding"`
	Warning     string       `json:"warning,omitempty"`
	Results     []ResultView `json:"results"`
	Differences []Difference `json:"differences,omitempty"`
	Agreement   float64      `json:"agreement"` // the share of the characters on which all methods agree
}

// A ResultView is a page as a method sees it.
type ResultView struct {
	Segmentation string      `json:"segmentation"`
	Blocks       *BlocksView `json:"blocks,omitempty"` // nil if the client has them
	Codes        string      `json:"codes"`            // one letter a block
	Reasons      []string    `json:"reasons"`
	Reason       []int32     `json:"reason"` // by block: index in Reasons
	Probability  []float32   `json:"probability,omitempty"`
	Differing    []int       `json:"differing,omitempty"`
	Kept         int         `json:"kept"`
	Words        int         `json:"words"` // of the text
	Lang         string      `json:"lang,omitempty"`
	Note         string      `json:"note,omitempty"`
	Score        *Score      `json:"score,omitempty"`
	Forms        Forms       `json:"forms"`
}

// BlocksView are the blocks of a segmentation.
type BlocksView struct {
	Start []int32  `json:"start"`
	End   []int32  `json:"end"`
	Text  []string `json:"text"` // the beginning
	Looks []int32  `json:"looks,omitempty"`
}

// A Score compares the text of a method with the gold text.
type Score struct {
	Precision float64 `json:"p"`
	Recall    float64 `json:"r"`
	F1        float64 `json:"f1"`
}

// excerptLength is how many characters of a block are sent with a view.
const excerptLength = 120

// resultsOf locks a page and runs methods on it. The caller unlocks it.
func (s *Store) resultsOf(r *Request) (*Page, []*result, error) {
	if len(r.Methods) == 0 || len(r.Methods) > maxMethods {
		return nil, nil, fmt.Errorf("%w: %d methods; want 1 to %d", ErrRequest, len(r.Methods), maxMethods)
	}
	p, err := s.Page(r.Page)
	if err != nil {
		return nil, nil, err
	}
	p.mu.Lock()
	results := make([]*result, len(r.Methods))
	for i, m := range r.Methods {
		if results[i], err = p.run(s, m); err != nil {
			p.mu.Unlock()
			return nil, nil, err
		}
	}
	return p, results, nil
}

// View runs methods on a page.
func (s *Store) View(r *Request) (*View, error) {
	p, results, err := s.resultsOf(r)
	if err != nil {
		return nil, err
	}
	defer p.mu.Unlock()
	d := p.open()
	v := &View{Page: p.info(), Encoding: fmt.Sprintf("%s (%s)", d.encoding.Name, d.encoding.By), Agreement: 1}
	if d.err != nil {
		v.Warning = d.err.Error()
	}
	have := slices.Clone(r.Have)
	for i, result := range results {
		v.Results = append(v.Results, p.resultView(result, r.Methods[i], have, r.Looks))
		have = append(have, result.seg.id)
	}
	if len(results) > 1 {
		c := p.compare(results)
		v.Differences = c.differences
		if c.chars > 0 {
			v.Agreement = float64(c.same) / float64(c.chars)
		}
		for m := range v.Results {
			v.Results[m].Differing = c.differing[m]
		}
	}
	return v, nil
}

func (p *Page) resultView(r *result, m Method, have []string, looks bool) ResultView {
	v := ResultView{Segmentation: r.seg.id, Codes: string(r.codes), Reasons: r.reasons, Reason: r.reason, Lang: r.lang, Note: r.note, Forms: m.Forms()}
	if v.Reason == nil {
		v.Reasons, v.Reason = []string{}, []int32{}
	}
	for _, c := range r.codes {
		if isKept(c) {
			v.Kept++
		}
	}
	for _, probability := range r.probability {
		v.Probability = append(v.Probability, float32(int(probability*1000+0.5))/1000)
	}
	v.Words = len(strings.Fields(r.text))
	if !slices.Contains(have, r.seg.id) {
		v.Blocks = p.blocksView(r.seg, looks)
	}
	if gold, has := p.goldText(); has {
		s := eval.BagOfWords(gold, r.text)
		v.Score = &Score{s.Precision, s.Recall, s.F1}
	}
	return v
}

// goldText returns the text that the page should give.
func (p *Page) goldText() (string, bool) {
	if p.HasGold {
		return p.GoldText, true
	}
	if d := p.open(); d.gold != nil {
		return d.gold.text, true
	}
	return "", false
}

func (p *Page) blocksView(seg *segmentation, looks bool) *BlocksView {
	v := &BlocksView{Start: make([]int32, len(seg.blocks)), End: make([]int32, len(seg.blocks)), Text: make([]string, len(seg.blocks))}
	for i := range seg.blocks {
		b := &seg.blocks[i]
		v.Start[i], v.End[i], v.Text[i] = b.start, b.end, excerpt(b.text, excerptLength)
	}
	if looks {
		v.Looks = p.looks(seg)
	}
	return v
}

// Block tells all that is known of a block.
func (s *Store) Block(r *Request) (*Details, error) {
	p, results, err := s.resultsOf(r)
	if err != nil {
		return nil, err
	}
	defer p.mu.Unlock()
	if r.Block < 0 || r.Block >= len(results[0].codes) {
		return nil, fmt.Errorf("%w: there is no block %d; the page has %d", ErrRequest, r.Block, len(results[0].codes))
	}
	return results[0].details(r.Block), nil
}

// Frame returns the page as HTML in which nothing runs or loads, with the blocks of
// the first method marked.
func (s *Store) Frame(r *Request) ([]byte, error) {
	p, results, err := s.resultsOf(r)
	if err != nil {
		return nil, err
	}
	defer p.mu.Unlock()
	return p.frame(results[0], r.Styles, nil), nil
}

// Hits are the blocks that have a text.
type Hits struct {
	Blocks []int `json:"blocks"`
}

// Search returns the blocks of the first method that have a text, whatever its case.
func (s *Store) Search(r *Request) (*Hits, error) {
	p, results, err := s.resultsOf(r)
	if err != nil {
		return nil, err
	}
	defer p.mu.Unlock()
	f := &Hits{Blocks: []int{}}
	query := strings.ToLower(strings.Join(strings.Fields(r.Query), " "))
	if query == "" {
		return f, nil
	}
	for i := range results[0].seg.blocks {
		text := strings.ToLower(strings.Join(strings.Fields(results[0].seg.blocks[i].text), " "))
		if strings.Contains(text, query) {
			f.Blocks = append(f.Blocks, i)
		}
	}
	return f, nil
}

// A Row is a page in a table of pages.
type Row struct {
	Page      string     `json:"page"`
	Scores    []*float64 `json:"scores"`    // F1 by method, nil without gold text
	Words     []int      `json:"words"`     // by method
	Agreement float64    `json:"agreement"` // of the methods
	Error     string     `json:"error,omitempty"`
}

// Row runs methods on a page for a table of pages.
func (s *Store) Row(r *Request) *Row {
	row := &Row{Page: r.Page, Agreement: 1}
	p, results, err := s.resultsOf(r)
	if err != nil {
		row.Error = err.Error()
		return row
	}
	defer p.mu.Unlock()
	gold, has := p.goldText()
	if !has && p.Labelled != nil {
		if g, err := runGold(p, s, Method{Name: "gold"}); err == nil {
			gold, has = g.text, true
		}
	}
	for _, result := range results {
		var score *float64
		if has {
			f1 := eval.BagOfWords(gold, result.text).F1
			score = &f1
		}
		row.Scores = append(row.Scores, score)
		row.Words = append(row.Words, len(strings.Fields(result.text)))
	}
	if c := p.compare(results); len(results) > 1 && c.chars > 0 {
		row.Agreement = float64(c.same) / float64(c.chars)
	}
	return row
}

// calls are the requests by name.
var calls = map[string]func(s *Store, r *Request) (any, error){
	"overview": func(s *Store, _ *Request) (any, error) { return s.Overview(), nil },
	"view":     func(s *Store, r *Request) (any, error) { return s.View(r) },
	"block":    func(s *Store, r *Request) (any, error) { return s.Block(r) },
	"search":   func(s *Store, r *Request) (any, error) { return s.Search(r) },
	"output":   func(s *Store, r *Request) (any, error) { return s.Output(r) },
	"row":      func(s *Store, r *Request) (any, error) { return s.Row(r), nil },
}

// Call answers a request in JSON.
func (s *Store) Call(name string, request []byte) ([]byte, error) {
	call := calls[name]
	if call == nil {
		return nil, fmt.Errorf("%w: there is no request %q", ErrRequest, clip(name, 100))
	}
	var r Request
	if len(request) > 0 {
		if err := json.Unmarshal(request, &r); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRequest, err)
		}
	}
	answer, err := call(s, &r)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}
