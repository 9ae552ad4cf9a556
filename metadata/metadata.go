// Package metadata finds what a web page says about itself: title, authors, the
// days on which it was published and modified, site, language, address,
// description, lead image, categories, tags, type and licence.
//
//	x, err := metadata.New(metadata.DefaultConfig())
//	m, err := x.Document(ctx, r, contentType, metadata.Known{URL: address})
//	fmt.Println(m.Title.Text, m.Published.Day, m.Authors.Texts())
//
// It reads the page once, from its beginning to its end, and needs none of the
// methods of this module. Each [Value] says where it was found and by which
// source; the other values that were found for the same field come along, best
// first. docs/metadata.md has the sources and the rules by which one is chosen.
package metadata

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/seed42075109/justext/internal/input"
	"github.com/seed42075109/justext/page"
)

// A Metadata is what a page says about itself. What it does not say is empty.
type Metadata struct {
	Title       Field // without the name of the site
	Authors     List  // names of persons, or of the organization that signs
	Published   Field // the day of publication
	Modified    Field // the day of the last change, where that is told apart
	Site        Field // the name of the site or publication
	Language    Field // a BCP 47 tag
	URL         Field // the canonical address
	Description Field
	Image       Field // the address of the lead image
	Categories  List  // sections of the site that the page stands in
	Tags        List  // keywords
	Type        Field // such as article, product or website
	License     Field // such as "CC BY-SA 4.0", or the address of a licence

	Encoding page.Encoding // of the page, and what decided it
}

// A Value is something that the page says about itself.
type Value struct {
	Text string // character references decoded, white space folded

	// Day is the day of a date as YYYY-MM-DD, in the time zone of the value
	// itself; Text is the date as found. It is "" in other fields.
	Day string

	Source Source // what kind of source it comes from
	Name   string // which one of them, such as "og:title" or "Article.headline"

	// Start and End are the byte range in the UTF-8 text of the page that has the
	// value, which [Extractor.Decode] returns. They are 0 for what comes from the
	// caller.
	Start, End int
}

// A Field is a field with one value.
type Field struct {
	Value
	Others []Value // other values that were found, best first
}

// A List is a field with any number of values.
type List struct {
	Values []Value
	Others []Value // other values that were found, best first
}

// Texts returns the texts of the values.
func (l *List) Texts() []string {
	if len(l.Values) == 0 {
		return nil
	}
	texts := make([]string, len(l.Values))
	for i, v := range l.Values {
		texts[i] = v.Text
	}
	return texts
}

// A Source is a kind of place where a page says something about itself.
type Source uint8

const (
	Given        Source = iota + 1 // by the caller: [Known]
	JSONLD                         // a script with JSON-LD
	Meta                           // a meta element
	Itemprop                       // microdata, or an RDFa property, in the body
	Link                           // a link element, or a link with a rel attribute
	TimeElement                    // a time element
	Class                          // an element whose class or id names the field
	Heading                        // h1 or h2
	Byline                         // text next to the headline
	PageText                       // text elsewhere
	Address                        // the page's address
	TitleElement                   // the title element
	Attribute                      // an attribute of the html element
)

var sourceNames = [...]string{"none", "given", "JSON-LD", "meta", "itemprop", "link", "time", "class", "heading", "byline", "text", "address", "title", "attribute"}

// String returns the name of the source.
func (s Source) String() string {
	if int(s) >= len(sourceNames) {
		return fmt.Sprintf("Source(%d)", uint8(s))
	}
	return sourceNames[s]
}

// MarshalText returns the name of the source, for JSON and the like.
func (s Source) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Known is what the caller knows of a page. All of it may be left out.
type Known struct {
	// URL is the address that the page was taken from. It may hold a date,
	// completes other addresses, and tells the page apart from those that it
	// links to.
	URL string

	// Lang is the BCP 47 tag of the language of the text, as a program that looks
	// at words has found it. It is believed more than what the page declares.
	Lang string

	// Crawled is when the page was taken. No date is later, and relative dates,
	// such as "3 days ago", count from it; without it they are not read. The
	// default for the former is the time of the call.
	Crawled time.Time
}

// Config says how pages are read. Begin with [DefaultConfig] and change fields:
// [New] refuses a Config that was made in any other way.
type Config struct {
	page.Options // encodings, and limits for a page

	// Strict leaves a title, author or date out unless two sources that do not
	// depend on each other agree on it.
	Strict bool
}

// DefaultConfig returns the default configuration.
func DefaultConfig() Config { return Config{Options: page.DefaultOptions()} }

// An Extractor finds metadata. It is immutable and safe for concurrent use.
type Extractor struct {
	config  Config
	scratch *sync.Pool // of *reading
}

// New returns an Extractor. A Config that was not made by DefaultConfig is an
// error that wraps [page.ErrConfig].
func New(config Config) (*Extractor, error) {
	if err := input.Resolve(&config.Options); err != nil {
		return nil, prefixed(err)
	}
	x := &Extractor{config: config}
	x.scratch = &sync.Pool{New: func() any {
		return &reading{input: input.NewPageReader(config.Options)}
	}}
	return x, nil
}

var errZeroExtractor = fmt.Errorf("metadata: %w: the Extractor was not made by New", page.ErrConfig)

// Extract returns what the page that r has says about itself, with the default
// configuration. The Metadata is never nil.
func Extract(r io.Reader, known Known) (*Metadata, error) {
	x, err := New(DefaultConfig())
	if err != nil {
		return new(Metadata), err
	}
	return x.Extract(r, known)
}

// Extract is [Extractor.Document] without context and content type.
func (x *Extractor) Extract(r io.Reader, known Known) (*Metadata, error) {
	return x.Document(context.Background(), r, "", known)
}

// Document returns what the page that r has says about itself. contentType is
// the value of the page's Content-Type header, such as "text/html;
// charset=utf-8", or "" if it is not known. The Metadata is never nil.
//
// Bad HTML is not an error. If the reader fails or the page meets a limit, the
// Metadata is that of what came before, and the error says why it ends there. If
// ctx is done, Document returns soon with an error that wraps ctx.Err() and an
// empty Metadata; it cannot interrupt a Read that waits.
func (x *Extractor) Document(ctx context.Context, r io.Reader, contentType string, known Known) (*Metadata, error) {
	return x.extract(ctx, known, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Page(ctx, r, contentType)
	})
}

// DocumentBytes is Document for a page that is in memory, which it neither
// copies nor changes. The result does not refer to it. For a page that is in
// UTF-8 by now, whatever it declares, contentType is "text/html; charset=utf-8".
func (x *Extractor) DocumentBytes(ctx context.Context, source []byte, contentType string, known Known) (*Metadata, error) {
	return x.extract(ctx, known, func(in *input.PageReader) ([]byte, page.Encoding, error) {
		return in.Bytes(ctx, source, contentType)
	})
}

// Decode returns the text of a page in UTF-8, to which the Start and End of
// values refer, and its encoding. If the page is valid UTF-8, the text is the
// page itself, not a copy. contentType is as in [Extractor.Document].
func (x *Extractor) Decode(source []byte, contentType string) ([]byte, page.Encoding, error) {
	if x.scratch == nil {
		return nil, page.Encoding{}, errZeroExtractor
	}
	in := input.NewPageReader(x.config.Options)
	text, encoding, err := in.Bytes(context.Background(), source, contentType)
	return text, encoding, prefixed(err)
}

// extract finds what the page that read returns says about itself.
func (x *Extractor) extract(ctx context.Context, known Known, read func(*input.PageReader) ([]byte, page.Encoding, error)) (*Metadata, error) {
	m := new(Metadata)
	if x.scratch == nil {
		return m, errZeroExtractor
	}
	r := x.scratch.Get().(*reading)
	defer r.release(x.scratch)

	text, encoding, err := read(&r.input)
	m.Encoding = encoding
	if stopped := input.Stopped(ctx, err); stopped != nil {
		return m, prefixed(stopped)
	}
	if text == nil {
		return m, prefixed(err)
	}
	r.begin(text, x.config, known)
	collected := r.collect(ctx)
	if stopped := input.Stopped(ctx, collected); stopped != nil {
		return m, prefixed(stopped)
	}
	found := &Metadata{Encoding: encoding}
	if stopped := r.read(ctx, found); stopped != nil {
		return m, prefixed(stopped)
	}
	return found, prefixed(cmp.Or(err, collected))
}

// prefixed puts the name of the package before an error.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("metadata: %w", err)
}

// A reading is the work on one page. It is scratch memory, reused from page to
// page.
type reading struct {
	input input.PageReader
	evidence
	json jsonReader

	strict   bool
	known    Known
	address  *url.URL // of the page, or nil
	today    day      // no date is later
	now      day      // relative dates count from it; 0 if it is not known
	articles []article
	ids      map[string]int32 // nodes of JSON-LD by @id
	escaped  []escapedScript
	dates    dateReader
	headline headline
	sites    []string // what the page says the site is called, as keys
	areas    []Value  // the sections in which the metas say that the page stands
	listing  bool     // dates next to the headline are those of a list of pages
	wordsOf  map[string][]string
}

// maxScratch is how many bytes of memory are kept for the next page.
const maxScratch = 16 << 20

// release gives the scratch memory back, unless a page has made it large.
func (r *reading) release(pool *sync.Pool) {
	if r.size()+r.input.Size()+44*cap(r.json.nodes) > maxScratch {
		return
	}
	r.src, r.json.src, r.known, r.address = nil, nil, Known{}, nil
	clear(r.wordsOf)
	pool.Put(r)
}

// begin prepares for a page.
func (r *reading) begin(text []byte, config Config, known Known) {
	r.evidence.reset(text, config.Options)
	r.json.reset(text)
	r.strict, r.known = config.Strict, known
	r.articles, r.ids, r.sites, r.escaped = r.articles[:0], nil, r.sites[:0], r.escaped[:0]
	r.headline, r.listing = headline{element: -1}, false
	if r.wordsOf == nil {
		r.wordsOf = make(map[string][]string)
	}
	clear(r.wordsOf)
	r.today, r.now = dayOf(time.Now().AddDate(0, 0, 1)), 0
	if !known.Crawled.IsZero() {
		r.now = dayOf(known.Crawled)
		r.today = dayOf(known.Crawled.AddDate(0, 0, 1)) // it may be the next day elsewhere
	}
	r.address = nil
	if u, err := url.Parse(archived(known.URL)); err == nil && u.Host != "" {
		r.address = u
	}
}

// archived returns the address of the page itself in an address of a web
// archive, or the address as it is.
func archived(address string) string {
	if i := strings.LastIndex(address, "/http"); i > 0 && strings.Contains(address[:i], "archive.") {
		return address[i+1:]
	}
	return address
}

// fieldSteps find the fields. Later ones use what earlier ones have found: titles
// the name of the site, dates the language, authors the headline.
var fieldSteps = []func(r *reading, m *Metadata){
	(*reading).readLanguage, (*reading).readAddress, (*reading).readSite, (*reading).readTitle, (*reading).readDates,
	(*reading).readAuthors, (*reading).readDescription, (*reading).readImage, (*reading).readType, (*reading).readTags,
	(*reading).readCategories, (*reading).readLicense,
}

// read takes the collected page through the fields.
func (r *reading) read(ctx context.Context, m *Metadata) error {
	r.readScripts()
	r.findArticles()
	for _, step := range fieldSteps {
		if ctx.Err() != nil {
			return fmt.Errorf("stopped after reading %d bytes: %w", len(r.src), ctx.Err())
		}
		step(r, m)
	}
	return nil
}
