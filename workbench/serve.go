package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed42075109/justext/victor"
	"github.com/seed42075109/justext/workbench/serve"
	"github.com/seed42075109/justext/workbench/serve/view"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	address       string
	open, fetch   bool
	folder, other string
	labels        string
	models        []string
	report, with  string
	content       *contentLabels
	archived      int // the most pages of an archive
	pages         []string
}

func parseServe(args []string) (*serveOptions, error) {
	o := new(serveOptions)
	flags := newFlags("serve", "[PAGES...]")
	flags.StringVar(&o.address, "addr", "127.0.0.1:0", "listen on this `address`; port 0 takes any free port")
	flags.BoolVar(&o.open, "open", false, "open the browser")
	flags.BoolVar(&o.fetch, "fetch", false, "let the user enter addresses of pages in the public internet")
	flags.StringVar(&o.folder, "annotate", "", "let the user label pages, and write the labels to this `folder`")
	flags.StringVar(&o.labels, "labels", "text,header,other", "the `labels`, separated by commas; other is noise")
	flags.StringVar(&o.other, "compare", "", "compare the labels with those in this `folder`, which another annotator has written")
	flags.Func("model", "offer the model in this `file` for victor; may be repeated", func(name string) error {
		o.models = append(o.models, name)
		return nil
	})
	flags.StringVar(&o.report, "report", "", "instead, write the pages with colours and reasons to this `file`, which needs no server")
	flags.StringVar(&o.with, "with", "justext,boilerpipe,victor", "with -report: the `methods` to show, separated by commas")
	flags.IntVar(&o.archived, "archived", serve.DefaultArchivePages, "list at most `N` pages of each web archive")
	o.content = contentFlag(flags)
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	o.pages = flags.Args()
	return o, o.check()
}

func (o *serveOptions) check() error {
	switch {
	case o.other != "" && o.folder == "":
		return errors.New("-compare needs -annotate")
	case o.archived < 1:
		return errors.New("-archived: at least 1 is expected")
	case o.report != "" && len(o.pages) == 0:
		return errors.New("-report: no PAGES given")
	}
	return nil
}

// serveCommand serves the workbench in the browser, or writes a report.
func serveCommand(args []string, out io.Writer) error {
	o, err := parseServe(args)
	if err != nil {
		return err
	}
	store, err := o.store(os.Stderr)
	if err != nil {
		return err
	}
	if o.report != "" {
		return o.writeReport(store)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return o.serve(ctx, store, out)
}

// serve answers requests until ctx is done.
func (o *serveOptions) serve(ctx context.Context, store *view.Store, out io.Writer) error {
	listener, err := net.Listen("tcp", o.address)
	if err != nil {
		return err
	}
	options := serve.Options{Hosts: serve.Hosts(listener.Addr())}
	if o.fetch {
		options.Fetch = serve.Fetch
	}
	if o.folder != "" {
		if options.Annotator, err = o.annotator(store); err != nil {
			return errors.Join(err, listener.Close())
		}
	}
	handler := serve.New(store, options)
	address := "http://" + listener.Addr().String() + handler.Path()
	if _, err := fmt.Fprintln(out, address); err != nil {
		return errors.Join(err, listener.Close())
	}
	warnUnlessLoopback(os.Stderr, listener.Addr())
	if o.open {
		openBrowser(address)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	err = server.Serve(listener)
	if options.Annotator != nil {
		err = errors.Join(err, options.Annotator.Flush())
	}
	if ctx.Err() != nil && errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// warnUnlessLoopback writes a warning if other machines can reach an address.
func warnUnlessLoopback(w io.Writer, address net.Addr) {
	if tcp, ok := address.(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		fmt.Fprintf(w, "workbench: warning: other machines can reach %s; whoever has the address of the page can read and label the pages, and the connection is not encrypted\n", address)
	}
}

// openBrowser opens an address. If there is no browser, the user has the address.
func openBrowser(address string) {
	command := map[string][]string{
		"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"},
	}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	process := exec.Command(command[0], append(command[1:], address)...)
	if err := process.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "workbench: no browser was opened:", err)
		return
	}
	go func() { _ = process.Wait() }()
}

// store reads the pages and models. What cannot be read is named on w.
func (o *serveOptions) store(w io.Writer) (*view.Store, error) {
	store, err := view.NewStore()
	if err != nil {
		return nil, err
	}
	for _, name := range o.models {
		model, err := loadModel(name)
		if err != nil {
			return nil, err
		}
		if err := store.AddModel(name, model); err != nil {
			return nil, err
		}
	}
	used := make(map[string]int)
	for _, name := range o.pages {
		pages, err := o.readPages(name, w)
		if err != nil {
			return nil, err
		}
		for _, p := range pages {
			id := p.ID
			for used[p.ID] > 0 {
				used[id]++
				p.ID = fmt.Sprintf("%s~%d", id, used[id])
			}
			used[p.ID] = 1
			store.Add(p)
		}
	}
	return store, nil
}

// readPages returns the pages of a file, a folder, an archive with gold text or a web
// archive.
func (o *serveOptions) readPages(name string, w io.Writer) ([]*view.Page, error) {
	if strings.HasSuffix(name, ".tar.gz") {
		files, err := readArchive(name)
		if err != nil {
			return nil, err
		}
		return o.collect(strings.TrimSuffix(filepath.Base(name), ".tar.gz"), files, func(file string) func(string) ([]byte, bool) {
			return func(reference string) ([]byte, bool) { return serve.LocalIn(files, file, reference) }
		})
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() && serve.IsArchive(name) {
		return o.readWebArchive(filepath.Base(name), w, func() (*os.File, error) { return os.Open(name) })
	}
	if !info.IsDir() {
		content, err := os.ReadFile(name)
		return []*view.Page{{ID: filepath.Base(name), Collection: "files", Name: filepath.Base(name), Source: content}}, err
	}
	folder, err := serve.OpenFolder(name)
	if err != nil {
		return nil, err
	}
	files, failed := folder.Files()
	for _, err := range failed {
		fmt.Fprintf(w, "workbench: %s: %v\n", name, err)
	}
	collection := filepath.Base(filepath.Clean(name))
	pages, err := o.collect(collection, files, folder.Beside)
	if err != nil {
		return nil, err
	}
	archives, _ := folder.Archives() // what could not be read was named above
	for _, archive := range archives {
		archived, err := o.readWebArchive(collection+"/"+archive, w, func() (*os.File, error) { return folder.Open(archive) })
		if err != nil {
			fmt.Fprintf(w, "workbench: %s: %v\n", name, err)
		}
		pages = append(pages, archived...)
	}
	return pages, nil
}

// readWebArchive returns the pages of a web archive, which stays open. What is wrong with
// it is told on w.
func (o *serveOptions) readWebArchive(name string, w io.Writer, open func() (*os.File, error)) ([]*view.Page, error) {
	file, err := open()
	if err != nil {
		return nil, err
	}
	archive, err := serve.OpenArchive(file, o.archived)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	for _, problem := range archive.Problems {
		fmt.Fprintf(w, "workbench: %s: %v\n", name, problem)
	}
	if len(archive.Pages) == 0 {
		fmt.Fprintf(w, "workbench: %s: there is no HTML page with status 200 in it\n", name)
	}
	pages := make([]*view.Page, len(archive.Pages))
	for i := range archive.Pages {
		p := &archive.Pages[i]
		pages[i] = &view.Page{ID: name + "/" + p.URL, Collection: name, Name: p.URL, ContentType: p.ContentType, URL: p.URL, Crawled: p.Date,
			Load: func() ([]byte, error) { return archive.Read(p) }, Size: p.Bytes, Local: archive.Beside(p)}
	}
	return pages, nil
}

// collect returns the pages of a collection, and those that are in none of its folders.
func (o *serveOptions) collect(collection string, files map[string][]byte, beside func(file string) func(string) ([]byte, bool)) ([]*view.Page, error) {
	found, err := sources(collection, files)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", collection, err)
	}
	var pages []*view.Page
	seen := make(map[string]bool)
	for i := range found {
		p := o.page(&found[i])
		p.Local = beside(found[i].file)
		pages = append(pages, p)
		seen[found[i].file] = true
	}
	var others []string
	for file := range files {
		top, _, _ := strings.Cut(file, "/")
		isPage := slices.Contains([]string{".html", ".htm", ".xhtml"}, strings.ToLower(path.Ext(file)))
		if isPage && !seen[file] && !(len(found) > 0 && slices.Contains(layout, top)) {
			others = append(others, file)
		}
	}
	slices.Sort(others)
	for _, file := range others {
		pages = append(pages, &view.Page{ID: collection + "/" + file, Collection: collection, Name: file, Source: files[file], Local: beside(file)})
	}
	return pages, nil
}

// layout are the folders of a collection.
var layout = []string{"html", "gold", "gold_kinds", "gold_html", "gold_md", "labels", "labels_auto", "anno", "metadata", "structure"}

// page returns a page of a collection to show.
func (o *serveOptions) page(s *source) *view.Page {
	p := &view.Page{ID: s.collection + "/" + s.id, Collection: s.collection, Name: s.id, Source: s.html, ContentType: s.contentType(), URL: s.url, HasGold: s.hasGold, GoldText: s.gold}
	if s.annotated {
		p.Source = withoutColours(s.html)
	}
	if s.isLabelled() {
		p.Labelled = func(t *victor.Template) (*victor.Page, error) { return s.read(t, o.content) }
	}
	return p
}

// withoutColours takes away from a page in native span form what was added to make it
// easier to correct.
func withoutColours(spans []byte) []byte {
	return shownNoscript.ReplaceAll(colouring.ReplaceAll(spans, nil), []byte("$1"))
}

// withColours adds that.
func withColours(spans []byte) []byte {
	shown := noscript.ReplaceAll(spans, []byte("${0}-shown"))
	return bytes.Replace(shown, []byte("</head>"), []byte(colours+"</head>"), 1)
}

// annotator returns the keeper of the labels.
func (o *serveOptions) annotator(store *view.Store) (*serve.Annotator, error) {
	config := serve.AnnotatorConfig{
		Folder: o.folder,
		Colour: withColours,
		Read: func(t *victor.Template, spans []byte) (*victor.Page, error) {
			return readCorrected(t, spans, victor.DefaultConfig())
		},
		Train: trainFolder,
	}
	for label := range strings.SplitSeq(o.labels, ",") {
		config.Labels = append(config.Labels, strings.TrimSpace(label))
	}
	if o.other != "" {
		var err error
		if config.Other, err = serve.OpenFolder(o.other); err != nil {
			return nil, err
		}
	}
	return serve.NewAnnotator(store, config)
}

// trainFolder trains a model on a folder as "workbench train -template TEMPLATE FOLDER"
// does.
func trainFolder(folder, template string, progress io.Writer) (*victor.Model, error) {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	finish := recipeFlags(flags)
	if err := flags.Parse([]string{"-template", template}); err != nil {
		return nil, err
	}
	r, err := finish()
	if err != nil {
		return nil, err
	}
	r.training.progress = progress
	sources, err := loadLabelled([]string{folder})
	if err != nil {
		return nil, err
	}
	pages, err := r.read(progress, sources)
	if err != nil {
		return nil, err
	}
	model, _, err := r.fit(sources, pages)
	return model, err
}
