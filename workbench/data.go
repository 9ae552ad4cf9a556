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

// A source is a page with what is known about it.
type source struct {
	collection, id string
	file           string // for messages
	html           []byte
	annotated      bool // html is in native span form
	hasGold        bool
	gold           string
	kinds          string  // the gold text with the kinds of paragraphs, "p\tThe ferry …"
	markdown       string  // the gold text in Markdown
	labels         *labels // nil if there are none
	lang, encoding string  // "" if not known
	pageType, url  string  // "" if not known
	title          string  // of the text, "" if not known
	authors        []string
}

// load reads collections of pages. Each argument is a folder, or an archive
// NAME.tar.gz. It has html/ID.html and, optionally, gold/ID.txt, labels/ID.json
// and meta.jsonl; or it has pages in native span form, *.anno or *.html.
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
			return nil, fmt.Errorf("%s: no pages: want html/*.html, or *.anno or *.html with spans", argument)
		}
		for i := range found {
			found[i].file = filepath.Join(argument, filepath.FromSlash(found[i].file))
		}
		all = append(all, found...)
	}
	return all, nil
}

// readFiles returns the contents of the files in a folder or archive, by their
// slash-separated names relative to it.
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

// withoutTop removes the top folder from the names of the files in an archive. It
// returns the files as they are if there is no top folder, which shows by a file
// or the folder html at the top.
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

// sources returns the pages of a collection, sorted by id.
func sources(name string, files map[string][]byte) (found []source, err error) {
	meta, err := readMeta(files["meta.jsonl"])
	if err != nil {
		return nil, err
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		folder, base := path.Split(file)
		extension := path.Ext(base)
		id := strings.TrimSuffix(base, extension)
		s := source{collection: name, id: id, file: file, html: files[file], lang: meta[id].Lang, encoding: meta[id].Encoding,
			pageType: meta[id].PageType, url: meta[id].URL, title: meta[id].Title, authors: meta[id].Author}
		switch {
		case extension == ".anno" || extension == ".html" && folder == "" && isAnnotated(files[file]):
			s.annotated = true
		case folder == "html/" && extension == ".html" && files["anno/"+id+".anno"] == nil:
			gold, found := files["gold/"+id+".txt"]
			s.gold, s.hasGold, s.kinds = string(gold), found, string(files["gold_kinds/"+id+".txt"])
			s.markdown = string(files["gold_md/"+id+".md"])
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

type pageMeta struct {
	ID, URL, Lang, Encoding, Title string
	PageType                       string `json:"page_type"`
	Author                         []string
}

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

// labels is what people have said about the text of a page: a label for each text
// node, or snippets that should or should not be in the text.
type labels struct {
	Unit          string
	Nodes         [][]any // if Unit is "text node": pairs of a label, which may be null, and a text
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
			return nil, fmt.Errorf("%s: node %d: want a number or null, and then a string", name, i)
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

// hasNodes reports whether the text nodes have labels.
func (l *labels) hasNodes() bool { return l != nil && l.Unit == "text node" }

// hasSnippets reports whether there are snippets.
func (l *labels) hasSnippets() bool { return l != nil && len(l.With)+len(l.Without) > 0 }

// isLabelled reports whether it is known which blocks of the page are content.
func (s *source) isLabelled() bool { return s.annotated || s.hasGold || s.labels.hasNodes() }

// loadLabelled reads collections of pages to train or to test on.
func loadLabelled(arguments []string) ([]source, error) {
	all, err := load(arguments)
	if err != nil {
		return nil, err
	}
	return onlyLabelled(all, os.Stderr)
}

// onlyLabelled returns the labelled pages and names the others on w. These must
// not train a model, which would take all their text for noise.
func onlyLabelled(all []source, w io.Writer) (kept []source, err error) {
	var others []string
	for _, s := range all {
		if s.isLabelled() {
			kept = append(kept, s)
		} else {
			others = append(others, s.file)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("none of the %d pages has labelled spans, labelled text nodes or gold text", len(all))
	}
	if len(others) > 0 {
		fmt.Fprintf(w, "workbench: %d of %d pages are left out, since they have no labelled spans, labelled text nodes or gold text: %s\n",
			len(others), len(all), strings.Join(others, ", "))
	}
	return kept, nil
}

// reader returns a new reader over the page.
func (s *source) reader() io.Reader { return bytes.NewReader(s.html) }

// contentType returns a Content-Type with the encoding of the page, or "" if the
// encoding is not known.
func (s *source) contentType() string {
	if s.annotated {
		return "text/html; charset=utf-8" // as it was written
	}
	label := strings.ToLower(strings.ReplaceAll(s.encoding, "_", "-"))
	if label == "" {
		return ""
	}
	if number, ok := strings.CutPrefix(label, "cp125"); ok {
		label = "windows-125" + number
	}
	return "text/html; charset=" + label
}

// read reads the page by a template and labels its blocks: by its spans, or else
// by the labels of its text nodes, or else by its gold text.
func (s *source) read(t *victor.Template, content *contentLabels) (*victor.Page, error) {
	config := victor.DefaultConfig()
	if s.annotated {
		return readCorrected(t, s.html, config)
	}
	p, err := t.ReadPage(s.reader(), s.contentType(), config)
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

// readAll reads pages by a template, on all cores.
func readAll(all []source, t *victor.Template, content *contentLabels) ([]*victor.Page, error) {
	pages := make([]*victor.Page, len(all))
	errs := make([]error, len(all))
	parallel(len(all), func(i int) {
		if pages[i], errs[i] = all[i].read(t, content); errs[i] != nil {
			errs[i] = fmt.Errorf("%s: %w", all[i].file, errs[i])
		}
	})
	return pages, firstError(errs)
}

func firstError(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// parallel calls f with each number below n, on all cores.
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
