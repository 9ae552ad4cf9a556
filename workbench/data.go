package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/seed42075109/justext/victor"
)

// A source is a page with what is known of it.
type source struct {
	collection, id string
	html           []byte
	gold           string
	kinds          string // gold text by kinds of paragraphs, "p\tThe ferry …"
	hasGold        bool
	labels         *labels // nil where there are none
	lang, encoding string
	annotated      bool // html is in native span form
}

// load reads the collections of the arguments: a folder or archive
// NAME.tar.gz with html/ID.html, gold/ID.txt, labels/ID.json and meta.jsonl,
// where there are any, or a folder with pages in native span form, *.anno or
// *.html.
func load(arguments []string) (all []source, err error) {
	if len(arguments) == 0 {
		return nil, errors.New("no PAGES given")
	}
	for _, argument := range arguments {
		files, err := readFiles(argument)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(argument), ".tar.gz")
		found, err := sources(name, files)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", argument, err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no pages: neither html/*.html, nor *.anno, nor *.html with spans at its top", argument)
		}
		all = append(all, found...)
	}
	return all, nil
}

// readFiles returns the files of a folder or archive by their slash-separated
// names in it.
func readFiles(name string) (map[string][]byte, error) {
	if strings.HasSuffix(name, ".tar.gz") {
		return readArchive(name)
	}
	files := make(map[string][]byte)
	err := filepath.WalkDir(name, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(file)
		short, relErr := filepath.Rel(name, file)
		files[filepath.ToSlash(short)] = content
		return errors.Join(err, relErr)
	})
	return files, err
}

func readArchive(name string) (map[string][]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	files := make(map[string][]byte)
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return withoutTop(files), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		if files[path.Clean(header.Name)], err = io.ReadAll(archive); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// withoutTop leaves out the top folder of the files of an archive, unless it has
// none: a file lies beside the folders, or html is at the top.
func withoutTop(files map[string][]byte) map[string][]byte {
	short := make(map[string][]byte)
	for name, content := range files {
		top, rest, inFolder := strings.Cut(name, "/")
		if !inFolder || top == "html" {
			return files
		}
		short[rest] = content
	}
	return short
}

// sources makes the sources of a collection, sorted by id.
func sources(name string, files map[string][]byte) (found []source, err error) {
	meta, err := readMeta(files["meta.jsonl"])
	if err != nil {
		return nil, err
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		folder, base := path.Split(file)
		extension := path.Ext(base)
		id := strings.TrimSuffix(base, extension)
		s := source{collection: name, id: id, html: files[file], lang: meta[id].Lang, encoding: meta[id].Encoding}
		switch {
		case extension == ".anno" || extension == ".html" && folder == "" && isAnnotated(files[file]):
			s.annotated = true
		case folder == "html/" && extension == ".html" && files["anno/"+id+".anno"] == nil:
			gold, found := files["gold/"+id+".txt"]
			s.gold, s.hasGold, s.kinds = string(gold), found, string(files["gold_kinds/"+id+".txt"])
			if s.labels, err = readLabels(files, "labels/"+id+".json"); err != nil {
				return nil, err
			}
		default:
			continue
		}
		found = append(found, s)
	}
	return found, nil
}

// isAnnotated reports whether a page is in native span form.
func isAnnotated(page []byte) bool { return bytes.Contains(page, []byte(`id="victor_an`)) }

type pageMeta struct{ ID, URL, Lang, Encoding string }

func readMeta(lines []byte) (map[string]pageMeta, error) {
	all := make(map[string]pageMeta)
	for line := range bytes.Lines(lines) {
		var m pageMeta
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, fmt.Errorf("meta.jsonl: %w", err)
		}
		all[m.ID] = m
	}
	return all, nil
}

// labels are what somebody has said of a page's text: of each text node, or of
// snippets with which and without which it is right.
type labels struct {
	Unit          string
	Nodes         [][]any // of unit "text node": a label, null for none, and a text
	With, Without []string
}

func readLabels(files map[string][]byte, name string) (*labels, error) {
	content, found := files[name]
	if !found {
		return nil, nil
	}
	l := new(labels)
	if err := json.Unmarshal(content, l); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, node := range l.Nodes {
		if l.Unit == "text node" && !isNode(node) {
			return nil, fmt.Errorf("%s: node %d: want a number or null, and a text", name, i)
		}
	}
	return l, nil
}

func isNode(node []any) bool {
	if len(node) < 2 {
		return false
	}
	_, isNumber := node[0].(float64)
	_, isText := node[1].(string)
	return isText && (isNumber || node[0] == nil)
}

// hasNodes reports whether text nodes have labels.
func (l *labels) hasNodes() bool { return l != nil && l.Unit == "text node" }

// hasSnippets reports whether snippets are known.
func (l *labels) hasSnippets() bool { return l != nil && len(l.With)+len(l.Without) > 0 }

// isLabelled reports whether it is known what of a page is content.
func (s *source) isLabelled() bool { return s.annotated || s.hasGold || s.labels.hasNodes() }

// loadLabelled loads pages to train and to test on.
func loadLabelled(arguments []string) ([]source, error) {
	all, err := load(arguments)
	if err != nil {
		return nil, err
	}
	return onlyLabelled(all, os.Stderr)
}

// onlyLabelled returns the pages of which it is known what is content, and tells
// of the others: as pages of nothing but noise they would do harm.
func onlyLabelled(all []source, tell io.Writer) (kept []source, err error) {
	var others []string
	for _, s := range all {
		if s.isLabelled() {
			kept = append(kept, s)
		} else {
			others = append(others, s.collection+" "+s.id)
		}
	}
	const what = "pages have neither spans, labels of text nodes nor gold text"
	if len(kept) == 0 {
		return nil, fmt.Errorf("the %d %s", len(all), what)
	}
	if len(others) > 0 {
		fmt.Fprintf(tell, "%d of %d %s and are left out: %s\n", len(others), len(all), what, strings.Join(others, ", "))
	}
	return kept, nil
}

// contentType says in what encoding a page is, where that is known.
func (s *source) contentType() string {
	label := strings.ToLower(strings.ReplaceAll(s.encoding, "_", "-"))
	if label == "" {
		return ""
	}
	if number, ok := strings.CutPrefix(label, "cp125"); ok {
		label = "windows-125" + number
	}
	return "text/html; charset=" + label
}

// read reads the page by a template and labels its blocks: by its annotation,
// else the labels of its text nodes, else its gold text.
func (s *source) read(t *victor.Template, content *contentLabels) (*victor.Page, error) {
	config := victor.DefaultConfig()
	if s.annotated {
		return t.ReadAnnotated(bytes.NewReader(s.html), config)
	}
	p, err := t.ReadPage(bytes.NewReader(s.html), s.contentType(), config)
	if err != nil {
		return nil, err
	}
	if s.labels.hasNodes() {
		labelByNodes(p, s.labels.Nodes, content.of(s.collection))
	} else {
		labelByGold(p, s.gold)
	}
	return p, nil
}

// readAll reads pages on all cores.
func readAll(all []source, t *victor.Template, content *contentLabels) ([]*victor.Page, error) {
	pages := make([]*victor.Page, len(all))
	errs := make([]error, len(all))
	parallel(len(all), func(i int) {
		if pages[i], errs[i] = all[i].read(t, content); errs[i] != nil {
			errs[i] = fmt.Errorf("%s: page %s: %w", all[i].collection, all[i].id, errs[i])
		}
	})
	return pages, firstError(errs)
}

// parallel calls f with the numbers below n on all cores.
func parallel(n int, f func(i int)) {
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}
