package render_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/render"
	"github.com/seed42075109/justext/union"
	"github.com/seed42075109/justext/victor"
)

// TestEvents: with the events of the method, trees are the same as without.
func TestEvents(t *testing.T) {
	all := allMethods(t)
	for name, source := range pages(t) {
		for _, kind := range []string{"justext", "victor", "all of justext", "all of victor"} {
			text, doc := read(t, all[kind], source)
			checkEvents(t, name+", "+kind, text, doc, build(t, text, doc, render.Options{}))
		}
	}
}

// checkEvents compares the tree of a document with that of the document without its events.
func checkEvents(t *testing.T, name string, text []byte, doc *page.Document, tree *render.Tree) {
	t.Helper()
	if doc.Events == nil && len(doc.Blocks) > 0 {
		t.Errorf("%s: no events", name)
	}
	alone := *doc
	alone.Events = nil
	got, want := treeJSON(t, tree), treeJSON(t, build(t, text, &alone, render.Options{}))
	if got != want || !slices.Equal(tree.Repairs, build(t, text, &alone, render.Options{}).Repairs) {
		t.Errorf("%s:\n got %.300s\nwant %.300s", name, got, want)
	}
}

func treeJSON(t *testing.T, tree *render.Tree) string {
	t.Helper()
	var out bytes.Buffer
	if err := render.JSON(&out, tree); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestOtherEvents: events whose ranges are not in the text are an error, and no others.
func TestOtherEvents(t *testing.T) {
	const text = "<p>a&b<p>c"
	for _, test := range []struct {
		name  string
		event page.Event
		ok    bool
	}{
		{"text", page.Event{Start: 3, End: 6}, true},
		{"empty text", page.Event{Start: 10, End: 10}, true},
		{"unknown element", page.Event{Start: 0, End: 3, Tag: math.MaxInt32}, true},
		{"element without a tag", page.Event{Start: 10, End: 10, Tag: 7}, true},
		{"stray end tag", page.Event{Start: 6, End: 9, Tag: -7}, true},
		{"before the text", page.Event{Start: -1, End: 2}, false},
		{"behind the text", page.Event{Start: 9, End: 11}, false},
		{"backwards", page.Event{Start: 5, End: 4}, false},
		{"far", page.Event{Start: math.MinInt32, End: math.MaxInt32}, false},
	} {
		doc := &page.Document{Blocks: []page.Block{{Text: "a&b", Start: 3, End: 6, Keep: true}}, Events: []page.Event{test.event, test.event}}
		tree, err := render.Build(context.Background(), []byte(text), doc, render.Options{})
		if test.ok != (err == nil) || !test.ok && (!errors.Is(err, page.ErrConfig) || tree.Root.FirstChild != nil) {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}

// cleaners returns methods whose options are those of a function, and their union.
func cleaners(t *testing.T, change func(*page.Options)) map[string]page.Cleaner {
	t.Helper()
	ofJustext, ofVictor := justext.DefaultConfig(), victor.DefaultConfig()
	change(&ofJustext.Options)
	change(&ofVictor.Options)
	j, err1 := justext.New("en", ofJustext)
	v, err2 := victor.New(victor.DefaultModel(), ofVictor)
	both, err3 := union.New(page.DefaultOptions(), union.Method{Name: "victor", Cleaner: v}, union.Method{Name: "justext", Cleaner: j})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	return map[string]page.Cleaner{"justext": j, "victor": v, "union": both}
}

// TestEventsOfMethods: a document has the events of the whole page, or none.
func TestEventsOfMethods(t *testing.T) {
	const source = "<p>one<p>two"
	const all = 10 // both tags of html, body and two p, and two texts
	for _, test := range []struct {
		name   string
		change func(*page.Options)
		want   int
	}{
		{"not asked for", func(*page.Options) {}, 0},
		{"asked for", func(o *page.Options) { o.Events = true }, all},
		{"cut", func(o *page.Options) { o.Events, o.MaxBlocks = true, 1 }, 0},
		{"other depth", func(o *page.Options) { o.Events, o.MaxDepth = true, 100 }, 0},
	} {
		for name, x := range cleaners(t, test.change) {
			document, _ := x.Clean(context.Background(), strings.NewReader(source), "")
			if got := len(document.Events); got != test.want || len(document.Blocks) == 0 {
				t.Errorf("%s, %s: %d events, want %d; %d blocks", name, test.name, got, test.want, len(document.Blocks))
			}
		}
	}
}

// TestNoEvents: there are no events if the reader fails, if the page is a tree, whose
// offsets would be those of no text, or if justext reads it by other rules than browsers.
func TestNoEvents(t *testing.T) {
	const source = "<p>one<p>two"
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	all := cleaners(t, func(o *page.Options) { o.Events = true })
	j, v := all["justext"].(*justext.Extractor), all["victor"].(*victor.Extractor)
	python := justext.PythonConfig()
	python.Events = true
	p, err := justext.New("en", python)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	failing := func() io.Reader {
		return io.MultiReader(strings.NewReader(source), iotest.ErrReader(errors.New("gone")))
	}
	for name, clean := range map[string]func() (*page.Document, error){
		"justext, the reader fails": func() (*page.Document, error) { return j.Clean(ctx, failing(), "") },
		"victor, the reader fails":  func() (*page.Document, error) { return v.Clean(ctx, failing(), "") },
		"justext, tree":             func() (*page.Document, error) { d, err := j.DocumentNode(ctx, root); return d.View(), err },
		"victor, tree":              func() (*page.Document, error) { d, err := v.DocumentNode(ctx, root); return d.View(), err },
		"Python jusText":            func() (*page.Document, error) { return p.Clean(ctx, strings.NewReader(source), "") },
	} {
		if document, _ := clean(); document.Events != nil || len(document.Blocks) == 0 {
			t.Errorf("%s: %d events, %d blocks", name, len(document.Events), len(document.Blocks))
		}
	}
}
