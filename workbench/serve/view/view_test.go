package view

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// goldenPages returns the golden pages of the library.
func goldenPages(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("../../../testdata/golden/*.html")
	if err != nil || len(names) < 10 {
		t.Fatalf("%d golden pages, %v", len(names), err)
	}
	pages := make(map[string][]byte)
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages[strings.TrimSuffix(filepath.Base(name), ".html")] = content
	}
	return pages
}

func newStore(t testing.TB, pages map[string][]byte) *Store {
	t.Helper()
	s, err := NewStore()
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range pages {
		s.Add(&Page{ID: name, Name: name, Source: source})
	}
	return s
}

// allMethods are methods with their defaults and with other settings.
func allMethods() (all []Method) {
	for _, name := range extractorNames() {
		all = append(all, Method{"boilerpipe", map[string]string{"extractor": name}})
	}
	return append(all,
		Method{"boilerpipe", map[string]string{"extractor": "everything", "min-words": "12"}},
		Method{Name: "justext"},
		Method{"justext", map[string]string{"lang": "en", "length-low": "30", "length-high": "90", "stopwords-high": "0.2", "no-headings": "true"}},
		Method{"justext", map[string]string{"lang": "none"}},
		Method{"justext", map[string]string{"python": "true", "lang": "en"}},
		Method{Name: "victor"},
		Method{"victor", map[string]string{"decision": "threshold", "other": "0.2"}},
		Method{"victor", map[string]string{"decision": "marginal"}},
	)
}

// A library is an extractor of a method, and its text of a page.
type library struct {
	page.Cleaner
	text func(source []byte) (string, error)
}

// libraryOf returns what the libraries have for a method of allMethods.
func libraryOf(t *testing.T, m Method) library {
	t.Helper()
	switch m.Name {
	case "justext":
		return justextLibrary(t, m)
	case "boilerpipe":
		return boilerpipeLibrary(t, m)
	}
	config := victor.DefaultConfig()
	switch m.get("decision") {
	case "threshold":
		config.Decision, config.MaxOther = victor.ByThreshold, 0.2
	case "marginal":
		config.Decision = victor.ByMarginal
	}
	x, err := victor.New(victor.DefaultModel(), config)
	if err != nil {
		t.Fatal(err)
	}
	return library{x, func(source []byte) (string, error) {
		document, err := x.DocumentBytes(context.Background(), source, "")
		return document.Text(), err
	}}
}

func justextLibrary(t *testing.T, m Method) library {
	t.Helper()
	config := justext.DefaultConfig()
	if m.is("python") {
		config = justext.PythonConfig()
	}
	config.NoHeadings = m.is("no-headings")
	if m.Settings["length-low"] != "" {
		config.Languages = nil
		config.LengthLow, config.LengthHigh, config.StopWordsLow, config.StopWordsHigh = 30, 90, 0.2, 0.2
	}
	x, err := justext.New(m.justextLang(), config)
	if err != nil {
		t.Fatal(err)
	}
	return library{x, func(source []byte) (string, error) {
		document, err := x.DocumentBytes(context.Background(), source, "")
		return document.Text(), err
	}}
}

func boilerpipeLibrary(t *testing.T, m Method) library {
	t.Helper()
	filters := map[string]boilerpipe.Filters{
		"article": boilerpipe.Article(), "article-sentences": boilerpipe.ArticleSentences(), "canola": boilerpipe.Canola(), "default": boilerpipe.Default(),
		"largest-content": boilerpipe.LargestContent(), "num-words-rules": boilerpipe.NumWordsRules(), "everything": boilerpipe.KeepEverything(),
	}[m.get("extractor")]
	if m.Settings["min-words"] != "" {
		filters = boilerpipe.KeepEverythingWithMinKWords(12)
	}
	x, err := boilerpipe.New(filters, boilerpipe.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	return library{x, func(source []byte) (string, error) {
		document, err := x.DocumentBytes(context.Background(), source, "")
		return document.Text(), err
	}}
}

// TestTexts: the text of every method is the one that the libraries give.
func TestTexts(t *testing.T) {
	pages := goldenPages(t)
	s := newStore(t, pages)
	for name, source := range pages {
		for _, m := range allMethods() {
			got, err := s.Output(&Request{Page: name, Methods: []Method{m}, Form: "text"})
			if err != nil {
				t.Fatalf("%s, %s: %v", name, m.key(), err)
			}
			if w, err := libraryOf(t, m).text(source); err != nil || got.Text != w {
				t.Errorf("%s, %s: got %.200q, want %.200q, %v", name, m.key(), got.Text, w, err)
			}
		}
	}
}

// TestCodes: the text of the blocks whose codes say that they are kept is the text of
// the result, white space left out.
func TestCodes(t *testing.T) {
	pages := goldenPages(t)
	s := newStore(t, pages)
	for name := range pages {
		for _, m := range allMethods() {
			p, results, err := s.resultsOf(&Request{Page: name, Methods: []Method{m}})
			if err != nil {
				t.Fatal(err)
			}
			var kept strings.Builder
			for i, code := range results[0].codes {
				if isKept(code) {
					kept.WriteString(results[0].seg.blocks[i].text)
				}
			}
			if got, w := squeezed(kept.String()), squeezed(results[0].text); got != w {
				t.Errorf("%s, %s: the blocks have %.300q, the text %.300q", name, m.key(), got, w)
			}
			p.mu.Unlock()
		}
	}
}

func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

// TestTrees: the paths through the decision trees end at the leaves that the
// classifiers of boilerpipe choose.
func TestTrees(t *testing.T) {
	x, err := boilerpipe.New(nil, boilerpipe.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for name, source := range goldenPages(t) {
		for _, f := range []filter{numWords, density, canola} {
			document, err := x.Segment(context.Background(), bytes.NewReader(source), "")
			if err != nil {
				t.Fatal(err)
			}
			before := document.Clone()
			f.apply(document)
			for i := range document.Blocks {
				steps, content := f.tree(blockAt(before.Blocks, i-1), &before.Blocks[i], blockAt(before.Blocks, i+1))
				if content != document.Blocks[i].Content {
					t.Errorf("%s, %s, block %d: path %v ends at %v", name, f.name, i, steps, content)
				}
				seen[fmt.Sprint(f.name, content)] = true
			}
		}
	}
	if len(seen) != 6 {
		t.Errorf("leaves %v, want both of each tree", seen)
	}
}

// TestFeatures: the weights of all features of a block make the probabilities that
// victor gives it.
func TestFeatures(t *testing.T) {
	pages := goldenPages(t)
	s := newStore(t, pages)
	m, err := s.model(shippedModel)
	if err != nil {
		t.Fatal(err)
	}
	x, err := victor.New(m.model, victor.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	for name := range pages {
		p, err := s.Page(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := p.victorPage(m)
		if err != nil {
			t.Fatal(err)
		}
		labelled, err := x.LabelPage(v.page)
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range labelled {
			sums := make([]float64, len(b.Marginals))
			for _, f := range m.featuresOf(v, i) {
				for l, w := range f.Weights {
					sums[l] += w
				}
			}
			total := 0.0
			for _, w := range sums {
				total += math.Exp(w)
			}
			for l, w := range sums {
				if got := math.Exp(w) / total; math.Abs(got-b.Marginals[l]) > 1e-6 {
					t.Fatalf("%s, block %d, label %d: probability %v, want %v", name, i, l, got, b.Marginals[l])
				}
			}
			blocks++
		}
	}
	if blocks < 500 {
		t.Errorf("only %d blocks", blocks)
	}
}

// TestStopWords: what is marked as stop words is what justext counts.
func TestStopWords(t *testing.T) {
	s := newStore(t, goldenPages(t))
	marked := 0
	for _, info := range s.Overview().Pages {
		p, results, err := s.resultsOf(&Request{Page: info.ID, Methods: []Method{{Name: "justext"}}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range results[0].codes {
			d := results[0].details(i)
			count, text := 0, ""
			for _, piece := range d.Text {
				if piece.Mark {
					count++
				}
				text += piece.Text
			}
			if text != results[0].seg.blocks[i].text {
				t.Fatalf("%s, block %d: text %q", info.ID, i, text)
			}
			words := 0
			for _, n := range d.Numbers {
				if n.Name == "Stop word density" {
					fmt.Sscanf(n.Unit, "%d of", &words)
				}
			}
			if count != words {
				t.Errorf("%s, block %d: %d stop words are marked, %d counted in %q", info.ID, i, count, words, text)
			}
			marked += count
		}
		p.mu.Unlock()
	}
	if marked < 1000 {
		t.Errorf("only %d stop words", marked)
	}
}

// TestForms: the settings as a Go literal are Go, for every setting of every method.
func TestForms(t *testing.T) {
	repository, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	var program strings.Builder
	program.WriteString("package forms\n\nimport (\n\t\"io\"\n\n\t\"github.com/seed42075109/justext\"\n\t\"github.com/seed42075109/justext/boilerpipe\"\n\t\"github.com/seed42075109/justext/victor\"\n)\n")
	n := 0
	add := func(m Method) {
		t.Helper()
		if err := m.check(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&program, "\nfunc f%d(file io.Reader) (any, error) {\n%s\nreturn x, err\n}\n", n, m.Forms().Go)
		n++
	}
	for name, table := range controls {
		if name == "gold" {
			continue
		}
		all := map[string]string{}
		for _, c := range table {
			values := c.Choices
			switch c.Kind {
			case number:
				values = []string{"7"}
			case share:
				values = []string{"0.5"}
			case flagKind:
				values = []string{"true"}
			case language:
				values = []string{"cs", "none"}
			}
			if c.Name == "model" {
				values = append(values, "my.model")
			}
			for _, value := range values {
				add(Method{name, map[string]string{c.Name: value}})
			}
			all[c.Name] = values[len(values)-1]
		}
		add(Method{Name: name})
		if name != "justext" {
			add(Method{name, all})
		}
	}
	folder := t.TempDir()
	module, err := os.ReadFile(filepath.Join(repository, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(repository, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(module), "module github.com/seed42075109/justext", "module forms", 1) +
		"\nrequire github.com/seed42075109/justext v0.0.0\nreplace github.com/seed42075109/justext => " + repository + "\n"
	for name, content := range map[string]string{"go.mod": text, "go.sum": string(sums), "forms.go": program.String()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", ".")
	build.Dir = folder
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, program.String())
	}
}

// TestDifferences: what the methods keep is compared piece by piece of the text.
func TestDifferences(t *testing.T) {
	const source = "<p>One <b>two</b> three</p><p>four</p> <p>five</p>"
	type results = []*result
	made := func(codes string, blocks ...stretch) *result {
		r := &result{seg: &segmentation{}, codes: []byte(codes)}
		for _, s := range blocks {
			r.seg.blocks = append(r.seg.blocks, block{stretch: s, text: source[s.start:s.end]})
		}
		return r
	}
	place := func(text string) stretch {
		start := int32(strings.Index(source, text))
		return stretch{start, start + int32(len(text))}
	}
	whole := made("kdk", place("One <b>two</b> three"), place("four"), place("five"))
	parts := made("kdkdd", place("One"), place("two"), place("three"), place("four"), place("five"))
	p := &Page{Source: []byte(source)}
	c := p.compare(results{whole, parts})
	if len(c.differences) != 2 || c.chars != 19 || c.same != 12 {
		t.Fatalf("%+v", c)
	}
	for i, want := range []struct {
		text   string
		kept   uint8
		blocks [2]int
	}{{"two", 1, [2]int{0, 1}}, {"five", 1, [2]int{2, 4}}} {
		d := c.differences[i]
		if source[d.Start:d.End] != want.text || d.Kept != want.kept || [2]int(d.Blocks) != want.blocks || d.Chars != len(want.text) {
			t.Errorf("difference %d: %+v", i, d)
		}
	}
	if fmt.Sprint(c.differing) != "[[0 2] [1 4]]" {
		t.Errorf("differing blocks %v", c.differing)
	}
}

// TestLocalFiles: style sheets and images that were saved with a page are shown, and
// others are not.
func TestLocalFiles(t *testing.T) {
	s := newStore(t, nil)
	files := map[string]string{"a.css": "p{color:red;background:url(http://evil.example/)}</style><script>", "a.png": "\x89PNG\r\n\x1a\nxx", "a.svg": "<svg onload=alert(1)>"}
	s.Add(&Page{ID: "p", Source: []byte(`<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css><img src=a.png alt=A><img src=a.svg alt=B><img src=c.png alt=C><img src="http://evil.example/d.png" alt=D><p>Text`),
		Local: func(reference string) ([]byte, bool) {
			content, found := files[reference]
			return []byte(content), found
		}})
	r := &Request{Page: "p", Methods: []Method{{Name: "victor"}}, Styles: true}
	frame, err := s.Frame(r)
	if err != nil {
		t.Fatal(err)
	}
	text := string(frame)
	if !strings.Contains(text, `<style>p{color:red;background:none}\3c /style>\3c script></style>`) || strings.Count(text, "src=") != 1 || !strings.Contains(text, `src="data:image/png;base64,iVBORw0KGgp4eA=="`) {
		t.Error(text)
	}
	checkInert(t, "local files", bytes.Replace(frame, []byte(`<meta charset="utf-8">`), nil, 1))
	r.Styles = false
	if frame, _ = s.Frame(r); strings.Contains(string(frame), "color:red") {
		t.Error("the style sheet is shown without styles")
	}
}

// TestLocalBase: files are asked for by their address with the base of the page.
func TestLocalBase(t *testing.T) {
	for _, test := range []struct{ base, reference, want string }{
		{"", "a.png", "a.png"}, {"", " /a.png ", "/a.png"}, {"", "", ""},
		{"http://b.example/c/", "a.png", "http://b.example/c/a.png"}, {"http://b.example/c/", "/a.png", "http://b.example/a.png"},
		{"http://b.example/c/", "http://d.example/a.png", "http://d.example/a.png"}, {"//b.example/", "a.png", "//b.example/a.png"},
		{"sub/x", "a.png", "sub/a.png"}, {"sub/", "/a.png", "/a.png"}, {"/sub/", "a.png", "/sub/a.png"}, {"http://[", "a.png", "a.png"},
		{"sub/", "//d.example/a.png", "//d.example/a.png"},
	} {
		s, asked := newStore(t, nil), ""
		s.Add(&Page{ID: "p", Source: []byte(`<base target=x><base href="` + test.base + `"><base href="/second/"><p>Text<img src="` + test.reference + `">`),
			Local: func(reference string) ([]byte, bool) { asked = reference; return nil, false }})
		if _, err := s.Frame(&Request{Page: "p", Methods: []Method{{Name: "victor"}}}); err != nil {
			t.Fatal(err)
		}
		if asked != test.want {
			t.Errorf("base %q, address %q: asked for %q, want %q", test.base, test.reference, asked, test.want)
		}
	}
}
