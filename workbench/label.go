package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed42075109/justext/victor"
	"github.com/seed42075109/justext/workbench/serve"
)

// loadModel reads a model from a file. Without a name it returns the model that
// comes with package victor.
func loadModel(name string) (*victor.Model, error) {
	if name == "" {
		return victor.DefaultModel(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	model, err := victor.ReadModel(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return model, nil
}

var errNoFile = errors.New("no FILE given")

// labelOptions are the flags of label.
type labelOptions struct {
	model   string
	config  victor.Config
	format  string
	address string
	folder  string
	files   []string
}

func parseLabel(args []string) (*labelOptions, error) {
	o := new(labelOptions)
	flags := newFlags("label", "FILE...")
	decision := decisionFlags(flags)
	flags.StringVar(&o.model, "model", "", "label with the model in this `file` (default: the model that comes with package victor)")
	flags.StringVar(&o.format, "format", "text", "what to write: text, cleaneval, blocks, or spans, which are pages to correct by hand")
	flags.StringVar(&o.address, "url", "", "the `address` of the page, for -format cleaneval (default: from meta.jsonl beside the folder html of the page)")
	flags.StringVar(&o.folder, "o", "", "write a file for each page to this `folder`; existing files are never overwritten")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	o.files = flags.Args()
	var err error
	if o.config, err = decision(); err != nil {
		return nil, err
	}
	return o, o.check()
}

func (o *labelOptions) check() error {
	switch {
	case labelFormats[o.format] == nil:
		return fmt.Errorf("-format %q: want text, cleaneval, blocks or spans", o.format)
	case len(o.files) == 0:
		return errNoFile
	case o.address != "" && (o.format != "cleaneval" || len(o.files) > 1 || serve.IsArchive(o.files[0])):
		return errors.New("-url is the address of a single page, for -format cleaneval")
	}
	return nil
}

// labelCommand labels pages. A page that fails does not keep the others from
// being labelled.
func labelCommand(args []string, out io.Writer) error {
	o, err := parseLabel(args)
	if err != nil {
		return err
	}
	model, err := loadModel(o.model)
	if err != nil {
		return err
	}
	x, err := newLabeller(model, o.config)
	if err != nil {
		return err
	}
	addresses := addressBook{}
	var errs []error
	for _, name := range o.files {
		p := pageLabeller{labeller: x, address: o.address}
		if serve.IsArchive(name) {
			errs = append(errs, o.labelArchive(p, name, out))
			continue
		}
		if o.format == "cleaneval" && o.address == "" {
			p.address = addresses.of(name)
		}
		errs = append(errs, o.labelFile(p, name, out))
	}
	return errors.Join(errs...)
}

// labelFile labels the page in a file.
func (o *labelOptions) labelFile(p pageLabeller, name string, out io.Writer) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	var labelled bytes.Buffer
	if err := labelFormats[o.format](p, &labelled, file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return o.save(labelled.Bytes(), filepath.Base(name), out)
}

// labelArchive labels the pages of a web archive. With -o, the file of a page has the name
// of the archive and the number of the page, from 1 on. What is wrong with the archive or
// with a page does not keep the others from being labelled.
func (o *labelOptions) labelArchive(p pageLabeller, name string, out io.Writer) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	archive, err := serve.OpenArchive(file, serve.DefaultArchivePages)
	if err != nil {
		return err
	}
	var errs []error
	for _, problem := range archive.Problems {
		errs = append(errs, fmt.Errorf("%s: %w", name, problem))
	}
	for i := range archive.Pages {
		archived := &archive.Pages[i]
		p.address, p.contentType = archived.URL, archived.ContentType
		var labelled bytes.Buffer
		content, err := archive.Read(archived)
		if err == nil {
			err = labelFormats[o.format](p, &labelled, bytes.NewReader(content))
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", name, archived.URL, err))
			continue
		}
		errs = append(errs, o.save(labelled.Bytes(), fmt.Sprintf("%s-%05d.html", filepath.Base(name), i+1), out))
	}
	return errors.Join(errs...)
}

// save writes a labelled page to out, or to a file with a name if there is a folder.
func (o *labelOptions) save(labelled []byte, name string, out io.Writer) error {
	if o.folder == "" {
		_, err := out.Write(labelled)
		return err
	}
	if err := os.MkdirAll(o.folder, 0o777); err != nil {
		return err
	}
	return createFile(filepath.Join(o.folder, name), labelled)
}

// An addressBook has the metadata of the pages of folders, by the name of the
// file that it was read from.
type addressBook map[string]map[string]pageMeta

// of returns the address of a page html/ID.html by the file meta.jsonl beside
// html, or "".
func (b addressBook) of(name string) string {
	folder := filepath.Dir(name)
	if filepath.Base(folder) != "html" {
		return ""
	}
	file := filepath.Join(filepath.Dir(folder), "meta.jsonl")
	if b[file] == nil {
		content, _ := os.ReadFile(file) // without the file no address is known
		b[file], _ = readMeta(content)
	}
	return b[file][strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))].URL
}

// A pageLabeller labels a page with an address and a Content-Type, which may be "".
type pageLabeller struct {
	labeller
	address, contentType string
}

// labelFormats are the formats, by name. Each function writes a page.
var labelFormats = map[string]func(p pageLabeller, w io.Writer, page io.Reader) error{
	"text": blocksWriter(func(w io.Writer, blocks []victor.Block, _ string) error {
		_, err := fmt.Fprintln(w, victor.Text(blocks))
		return err
	}),
	"cleaneval": blocksWriter(func(w io.Writer, blocks []victor.Block, address string) error {
		_, err := fmt.Fprintln(w, victor.CleanEval(blocks, address))
		return err
	}),
	"blocks": blocksWriter(writeBlocks),
	"spans": func(p pageLabeller, w io.Writer, page io.Reader) error {
		return writeSpansToCorrect(p.labeller, w, page, p.contentType)
	},
}

func blocksWriter(write func(w io.Writer, blocks []victor.Block, address string) error) func(pageLabeller, io.Writer, io.Reader) error {
	return func(p pageLabeller, w io.Writer, page io.Reader) error {
		blocks, err := p.label(page, p.contentType)
		if err != nil {
			return err
		}
		return write(w, blocks, p.address)
	}
}

// writeBlocks writes a line for each block: its label, the probability of each
// label, and its text.
func writeBlocks(w io.Writer, blocks []victor.Block, _ string) error {
	for _, b := range blocks {
		if _, err := fmt.Fprintf(w, "%s\t%.3f\t%q\n", b.Label, b.Marginals, b.Text); err != nil {
			return err
		}
	}
	return nil
}

// createFile writes a new file. It never overwrites one, which may have been
// corrected by hand or be the page itself.
func createFile(name string, content []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists; choose another -o or delete it", name)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}
