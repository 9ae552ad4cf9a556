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
	hasGold        bool
	labels         []byte // of text nodes, JSON; nil where there are none
	lang, encoding string
	annotated      bool // html is in native span form
}

// load reads the collections of the arguments: a folder or archive
// NAME.tar.gz with html/ID.html, gold/ID.txt, labels/ID.json and meta.jsonl,
// where there are any, or a folder with pages in native span form, *.anno or
// *.html.
func load(arguments []string) (all []source, err error) {
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
			return nil, fmt.Errorf("%s: no pages: neither html/*.html nor *.anno", argument)
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
			return files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		_, short, _ := strings.Cut(path.Clean(header.Name), "/")
		if files[short], err = io.ReadAll(archive); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
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
			s.gold, s.hasGold, s.labels = string(gold), found, files["labels/"+id+".json"]
		default:
			continue
		}
		found = append(found, s)
	}
	return found, nil
}

// isAnnotated reports whether a page is in native span form.
func isAnnotated(page []byte) bool { return bytes.Contains(page, []byte(`id="victor_an`)) }

type pageMeta struct{ ID, Lang, Encoding string }

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
func (s *source) read(t *victor.Template) (*victor.Page, error) {
	config := victor.DefaultConfig()
	if s.annotated {
		return t.ReadAnnotated(bytes.NewReader(s.html), config)
	}
	p, err := t.ReadPage(bytes.NewReader(s.html), s.contentType(), config)
	if err != nil {
		return nil, err
	}
	if s.labels != nil {
		if done, err := labelByNodes(p, s.labels, s.contentLabels()); done || err != nil {
			return p, err
		}
	}
	labelByGold(p, s.gold)
	return p, nil
}

// readAll reads pages on all cores.
func readAll(all []source, t *victor.Template) ([]*victor.Page, error) {
	pages := make([]*victor.Page, len(all))
	errs := make([]error, len(all))
	parallel(len(all), func(i int) {
		if pages[i], errs[i] = all[i].read(t); errs[i] != nil {
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

// contentLabels are the labels of text nodes that are content: in canola 3, good;
// else, as in l3s-gn1, 1 headline, 2 full text and 3 supplement.
func (s *source) contentLabels() []int {
	if s.collection == "canola" {
		return []int{3}
	}
	return []int{1, 2, 3}
}
