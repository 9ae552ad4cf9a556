package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed42075109/justext/victor"
	"github.com/seed42075109/justext/workbench/serve/view"
)

// An Annotator keeps the labels that a person gives to the blocks of pages, in a
// folder:
//
//	journal/PAGE.jsonl     every change of the labels of a page, in order
//	spans/PAGE.html        the page in native span form
//	nodes/html/PAGE.html   the page, and nodes/labels/PAGE.json the labels of its text nodes
//	gold/html/PAGE.html    the page, and gold/gold/PAGE.txt its gold text
//
// The folders spans, nodes and gold can be given to train, crossval and eval. A change
// is in the journal before it is answered, so that a server or browser that is killed
// loses none; the other files follow shortly after.
type Annotator struct {
	store  *view.Store
	root   *os.Root
	config AnnotatorConfig

	mu       sync.Mutex
	pages    map[string]*annotated
	byFile   map[string]string // IDs of pages by the names of their files
	dirty    []*annotated
	writing  bool
	idle     *sync.Cond // not writing
	writeErr error
	training Training
	left     map[string]float64 // by page: how uncertain the model is, for pages without labels
}

// AnnotatorConfig says how an Annotator works.
type AnnotatorConfig struct {
	Folder string   // where it writes
	Labels []string // the label set
	// Colour adds to a page in native span form what shows its labels in a browser.
	Colour func(spans []byte) []byte
	// Read reads a page that Colour has returned.
	Read func(t *victor.Template, spans []byte) (*victor.Page, error)
	// Train trains a model on a folder of pages in native span form, and tells how far
	// it is.
	Train func(folder string, template string, progress io.Writer) (*victor.Model, error)
	// Other is the folder of another annotator, or nil.
	Other *Folder
}

// Training tells how a training goes.
type Training struct {
	Running  bool   `json:"running"`
	Progress string `json:"progress"`
	Error    string `json:"error,omitempty"`
	Model    string `json:"model,omitempty"` // the name of the model when it is there
}

// An annotated is a page with its labels.
type annotated struct {
	id, file string
	page     *victor.Page
	started  bool
	done     bool
	seconds  float64
	undo     []change
	redo     []change
	isDirty  bool
}

// A change is what was done to the labels of a page at once.
type change struct {
	Blocks []int    `json:"blocks"`
	Before []string `json:"before"`
	After  []string `json:"after"`
}

// An entry is a line of a journal.
type entry struct {
	At      int64    `json:"at"` // milliseconds since 1970
	Op      string   `json:"op"` // page, set, undo, redo, done or reopen
	Page    string   `json:"page,omitempty"`
	Sum     string   `json:"sum,omitempty"` // SHA-256 of the page
	Count   int      `json:"count,omitempty"`
	Blocks  []int    `json:"blocks,omitempty"`
	Labels  []string `json:"labels,omitempty"` // of the blocks, or one for all
	Seconds float64  `json:"seconds,omitempty"`
}

// NewAnnotator returns an Annotator that goes on with what its folder has.
func NewAnnotator(store *view.Store, config AnnotatorConfig) (*Annotator, error) {
	if !slices.Contains(config.Labels, noise) || len(config.Labels) < 2 {
		return nil, fmt.Errorf("labels %q: want at least two, and one of them %q", config.Labels, noise)
	}
	if err := os.MkdirAll(config.Folder, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(config.Folder)
	if err != nil {
		return nil, err
	}
	a := &Annotator{store: store, root: root, config: config, pages: make(map[string]*annotated), byFile: make(map[string]string), left: make(map[string]float64)}
	a.idle = sync.NewCond(&a.mu)
	return a, a.resume()
}

// noise is the label of blocks that are boilerplate, in every label set.
const noise = "other"

// resume reads the journals of the pages that are there.
func (a *Annotator) resume() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var errs []error
	for _, p := range a.store.Overview().Pages {
		file := fileName(p.ID)
		if other, taken := a.byFile[file]; taken {
			return fmt.Errorf("pages %s and %s have the same file name %s", other, p.ID, file)
		}
		a.byFile[file] = p.ID
		if _, err := a.root.Stat("journal/" + file + ".jsonl"); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		page, err := a.open(p.ID)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", p.ID, err))
			continue
		}
		if page.started && a.isOlder("spans/"+file+".html", "journal/"+file+".jsonl") {
			a.soil(page)
		}
	}
	return errors.Join(errs...)
}

// isOlder reports whether a file is older than another one, or not there.
func (a *Annotator) isOlder(name, than string) bool {
	first, err := a.root.Stat(name)
	if err != nil {
		return true
	}
	second, err := a.root.Stat(than)
	return err == nil && !first.ModTime().After(second.ModTime())
}

// fileName makes the name of a file of the ID of a page. IDs that differ have names
// that differ: "/" becomes "+", and an ID with anything else that is not plain gets a
// part of its hash sum.
func fileName(id string) string {
	isPlain := id != "" && len(id) <= 100 && id[0] != '.' && id[0] != '-'
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-~", r):
			return r
		case r == '/':
			return '+'
		}
		isPlain = false
		return '_'
	}, id)
	if isPlain {
		return name
	}
	sum := sha256.Sum256([]byte(id))
	return "p+" + name[:min(len(name), 80)] + "+" + hex.EncodeToString(sum[:6])
}

// open returns a page with the labels that its journal gives it. The caller holds
// a.mu.
func (a *Annotator) open(id string) (*annotated, error) {
	if page := a.pages[id]; page != nil {
		return page, nil
	}
	read, err := a.store.Blocks(id)
	if err != nil {
		return nil, err
	}
	page := &annotated{id: id, file: fileName(id), page: read}
	journal, err := a.root.ReadFile("journal/" + page.file + ".jsonl")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := a.replay(page, journal); err != nil {
		return nil, err
	}
	a.pages[id] = page
	return page, nil
}

// replay applies the entries of a journal. A last line that was not written to its end
// is cut off.
func (a *Annotator) replay(page *annotated, journal []byte) error {
	whole := bytes.LastIndexByte(journal, '\n') + 1
	for line := range bytes.Lines(journal[:whole]) {
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("the journal of %s: %w", page.id, err)
		}
		if e.Op == "page" {
			if sum := a.sum(page.id); e.Sum != sum || e.Count != page.page.Len() {
				return fmt.Errorf("the journal of %s is of a page that has changed since, or was cut into other blocks", page.id)
			}
			continue
		}
		if err := page.apply(&e); err != nil {
			return fmt.Errorf("the journal of %s: %w", page.id, err)
		}
	}
	if whole < len(journal) {
		return writeFile(a.root, "journal/"+page.file+".jsonl", journal[:whole])
	}
	return nil
}

func (a *Annotator) sum(id string) string {
	p, err := a.store.Page(id)
	if err != nil {
		return ""
	}
	source, _ := p.Bytes() // of a damaged page, what can be read of it
	sum := sha256.Sum256(source)
	return hex.EncodeToString(sum[:])
}

// apply changes the labels of a page.
func (p *annotated) apply(e *entry) error {
	p.seconds += e.Seconds
	switch e.Op {
	case "set":
		return p.set(e)
	case "undo":
		return p.step(&p.undo, &p.redo, func(c change) []string { return c.Before })
	case "redo":
		return p.step(&p.redo, &p.undo, func(c change) []string { return c.After })
	case "done", "reopen":
		p.done = e.Op == "done"
		p.started = true
		return nil
	}
	return fmt.Errorf("%w: there is no operation %q", view.ErrRequest, e.Op)
}

// set gives blocks labels, and notes how to take that back.
func (p *annotated) set(e *entry) error {
	if len(e.Blocks) == 0 || len(e.Labels) != 1 && len(e.Labels) != len(e.Blocks) {
		return fmt.Errorf("%w: %d labels for %d blocks", view.ErrRequest, len(e.Labels), len(e.Blocks))
	}
	c := change{Blocks: e.Blocks}
	for n, i := range e.Blocks {
		if i < 0 || i >= p.page.Len() {
			return fmt.Errorf("%w: there is no block %d; the page has %d", view.ErrRequest, i, p.page.Len())
		}
		c.Before = append(c.Before, p.page.Label(i))
		c.After = append(c.After, e.Labels[min(n, len(e.Labels)-1)])
	}
	for n, i := range c.Blocks {
		p.page.SetLabel(i, c.After[n])
	}
	p.started = true
	p.undo, p.redo = append(p.undo, c), nil
	return nil
}

// step takes back a change, or makes it again.
func (p *annotated) step(from, to *[]change, labels func(change) []string) error {
	if len(*from) == 0 {
		return fmt.Errorf("%w: there is nothing to undo or redo", view.ErrRequest)
	}
	c := (*from)[len(*from)-1]
	*from, *to = (*from)[:len(*from)-1], append(*to, c)
	values := labels(c)
	for n := range c.Blocks {
		// Backward, in case a block was in the list twice.
		k := len(c.Blocks) - 1 - n
		p.page.SetLabel(c.Blocks[k], values[k])
	}
	return nil
}

// State is what the page of the workbench shows of the labels of a page.
type State struct {
	Names   []string `json:"names"`  // the label set
	Labels  []int    `json:"labels"` // by block: its number in Names, or -1
	Started bool     `json:"started"`
	Done    bool     `json:"done"`
	Undo    int      `json:"undo"` // how many changes can be taken back
	Redo    int      `json:"redo"`
	Seconds float64  `json:"seconds"`

	PagesDone int     `json:"pagesDone"`
	Pages     int     `json:"pages"`
	PerPage   float64 `json:"perPage"` // seconds, mean of the pages that are done
}

// state describes a page. The caller holds a.mu.
func (a *Annotator) state(p *annotated) *State {
	s := &State{Names: slices.Clone(a.config.Labels), Labels: make([]int, p.page.Len()), Started: p.started, Done: p.done,
		Undo: len(p.undo), Redo: len(p.redo), Seconds: p.seconds, Pages: len(a.byFile)}
	for i := range s.Labels {
		label := p.page.Label(i)
		s.Labels[i] = slices.Index(s.Names, label)
		if s.Labels[i] < 0 && label != "" {
			s.Names = append(s.Names, label)
			s.Labels[i] = len(s.Names) - 1
		}
	}
	total := 0.0
	for _, page := range a.pages {
		if page.done {
			s.PagesDone++
			total += page.seconds
		}
	}
	if s.PagesDone > 0 {
		s.PerPage = total / float64(s.PagesDone)
	}
	return s
}

// annotateRequest is the body of a request about labels.
type annotateRequest struct {
	Page     string
	Op       string
	Blocks   []int
	Labels   []string
	Method   view.Method
	Seconds  float64
	Template string
}

// annotateCalls are the requests about labels by name.
var annotateCalls = map[string]func(a *Annotator, r *annotateRequest) (any, error){
	"open":      (*Annotator).openCall,
	"do":        (*Annotator).doCall,
	"start":     (*Annotator).startCall,
	"uncertain": (*Annotator).uncertainCall,
	"agreement": (*Annotator).agreementCall,
	"train":     (*Annotator).trainCall,
	"training":  (*Annotator).trainingCall,
	"flush":     func(a *Annotator, _ *annotateRequest) (any, error) { return struct{}{}, a.Flush() },
}

// annotate answers a request about labels.
func (s *Server) annotate(w http.ResponseWriter, r *http.Request) {
	call := annotateCalls[r.PathValue("call")]
	if call == nil {
		http.NotFound(w, r)
		return
	}
	var request annotateRequest
	if err := readJSON(r, &request); err != nil {
		fail(w, err)
		return
	}
	value, err := call(s.options.Annotator, &request)
	answer(w, value, err)
}

func (a *Annotator) openCall(r *annotateRequest) (any, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p, err := a.open(r.Page)
	if err != nil {
		return nil, err
	}
	a.byFile[p.file] = p.id
	return a.state(p), nil
}

// maxSeconds is how long a person may think about a change: more is a break.
const maxSeconds = 120

// doCall changes the labels of a page.
func (a *Annotator) doCall(r *annotateRequest) (any, error) {
	for _, label := range r.Labels {
		if !slices.Contains(a.config.Labels, label) {
			return nil, fmt.Errorf("%w: label %q is none of %s", view.ErrRequest, label, strings.Join(a.config.Labels, ", "))
		}
	}
	return a.do(r.Page, &entry{Op: r.Op, Blocks: r.Blocks, Labels: r.Labels, Seconds: min(max(r.Seconds, 0), maxSeconds)})
}

// do applies an entry, writes it to the journal and returns the state of the page.
func (a *Annotator) do(id string, e *entry) (*State, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	p, err := a.open(id)
	if err != nil {
		return nil, err
	}
	if err := p.apply(e); err != nil {
		return nil, err
	}
	e.At = time.Now().UnixMilli()
	if err := a.log(p, e); err != nil {
		delete(a.pages, id) // what is in memory is not in the journal
		return nil, err
	}
	a.soil(p)
	delete(a.left, id)
	return a.state(p), nil
}

// log writes an entry to the journal of a page, through to the disk.
func (a *Annotator) log(p *annotated, e *entry) error {
	name := "journal/" + p.file + ".jsonl"
	if err := a.root.MkdirAll("journal", 0o777); err != nil {
		return err
	}
	file, err := a.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		if err := encoder.Encode(entry{At: e.At, Op: "page", Page: p.id, Sum: a.sum(p.id), Count: p.page.Len()}); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	if err := encoder.Encode(e); err != nil {
		return errors.Join(err, file.Close())
	}
	_, err = file.Write(lines.Bytes())
	return errors.Join(err, file.Sync(), file.Close())
}

// startCall labels all blocks of a page as a method sees them.
func (a *Annotator) startCall(r *annotateRequest) (any, error) {
	labels, err := a.store.BlockLabels(r.Page, r.Method, a.config.Labels)
	if err != nil {
		return nil, err
	}
	if len(labels) == 0 {
		return nil, fmt.Errorf("%w: the page has no blocks", view.ErrRequest)
	}
	blocks := make([]int, len(labels))
	for i := range blocks {
		blocks[i] = i
	}
	return a.do(r.Page, &entry{Op: "set", Blocks: blocks, Labels: labels})
}

// soil notes that the files of a page are to be written, which is done soon. The
// caller holds a.mu.
func (a *Annotator) soil(p *annotated) {
	if !p.isDirty {
		p.isDirty = true
		a.dirty = append(a.dirty, p)
	}
	if !a.writing {
		a.writing = true
		go a.write()
	}
}

// write writes the files of the pages that have changed.
func (a *Annotator) write() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.dirty) > 0 {
		p := a.dirty[0]
		a.dirty, p.isDirty = a.dirty[1:], false
		forms, err := a.forms(p)
		a.mu.Unlock()
		for name, content := range forms {
			err = errors.Join(err, writeFile(a.root, name, content))
		}
		a.mu.Lock()
		a.writeErr = errors.Join(a.writeErr, err)
	}
	a.writing = false
	a.idle.Broadcast()
}

// Flush waits until all files are written, and returns what went wrong since the last
// Flush.
func (a *Annotator) Flush() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for a.writing {
		a.idle.Wait()
	}
	err := a.writeErr
	a.writeErr = nil
	return err
}

// forms returns the files of a page. The caller holds a.mu.
func (a *Annotator) forms(p *annotated) (map[string][]byte, error) {
	source, err := a.store.Page(p.id)
	if err != nil {
		return nil, err
	}
	var spans bytes.Buffer
	if err := p.page.WriteSpans(&spans); err != nil {
		return nil, err
	}
	nodes, err := json.Marshal(map[string]any{"unit": "text node", "nodes": textNodes(p.page)})
	if err != nil {
		return nil, err
	}
	text := source.Text()
	return map[string][]byte{
		"spans/" + p.file + ".html":        a.config.Colour(spans.Bytes()),
		"nodes/html/" + p.file + ".html":   text,
		"nodes/labels/" + p.file + ".json": nodes,
		"gold/html/" + p.file + ".html":    text,
		"gold/gold/" + p.file + ".txt":     []byte(goldText(p.page)),
	}, nil
}

// nodeLabel returns the label of a text node. Those of content are among the ones that
// train takes for content by default.
func nodeLabel(label string) int {
	switch label {
	case "", noise:
		return 0
	case "header":
		return 1
	}
	return 2
}

// textNodes returns the labels and texts of the blocks.
func textNodes(p *victor.Page) (nodes [][2]any) {
	nodes = [][2]any{}
	for i := range p.Len() {
		if !p.Image(i) {
			nodes = append(nodes, [2]any{nodeLabel(p.Label(i)), string(p.Text(i))})
		}
	}
	return nodes
}

// goldText returns the text of the blocks that are labelled as content.
func goldText(p *victor.Page) string {
	return victor.Text(p.Blocks()) + "\n"
}

// Uncertain are pages in the order in which they should be labelled.
type Uncertain struct {
	Pages []UncertainPage `json:"pages"`
}

// An UncertainPage is a page with the mean uncertainty of the model about it.
type UncertainPage struct {
	ID          string  `json:"id"`
	Uncertainty float64 `json:"uncertainty"` // from 0 to 0.5
}

// uncertainCall returns the pages that are not done, those first of which a model is
// least certain.
func (a *Annotator) uncertainCall(r *annotateRequest) (any, error) {
	u := &Uncertain{Pages: []UncertainPage{}}
	for _, info := range a.store.Overview().Pages {
		a.mu.Lock()
		p := a.pages[info.ID]
		key := info.ID + "\x00" + r.Method.Settings["model"]
		value, known := a.left[key]
		a.mu.Unlock()
		if p != nil && p.done {
			continue
		}
		if !known {
			var err error
			if value, err = a.store.Uncertainty(info.ID, view.Method{Name: "victor", Settings: r.Method.Settings}); err != nil {
				continue // a page that cannot be read cannot be labelled either
			}
			a.mu.Lock()
			a.left[key] = value
			a.mu.Unlock()
		}
		u.Pages = append(u.Pages, UncertainPage{info.ID, value})
	}
	slices.SortStableFunc(u.Pages, func(a, b UncertainPage) int {
		switch {
		case a.Uncertainty > b.Uncertainty:
			return -1
		case a.Uncertainty < b.Uncertainty:
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	return u, nil
}
