package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed42075109/justext/victor"
)

// loadModel reads a model, or returns the shipped one where there is no name.
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

// labelCommand labels pages.
func labelCommand(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("label", flag.ContinueOnError)
	decision := decisionFlags(flags)
	model := flags.String("model", "", "the model's `file`; without, the one that comes with victor")
	format := flags.String("format", "text", "text, cleaneval, blocks, or spans: pages for annotation")
	address := flags.String("url", "", "with -format cleaneval, the page's `address`; without, what meta.jsonl beside its folder html says")
	folder := flags.String("o", "", "write a file for each page into this `folder`, where no file of that name may be")
	if err := flags.Parse(args); err != nil {
		return err
	}
	m, err := loadModel(*model)
	if err != nil {
		return err
	}
	config, err := decision()
	if err != nil {
		return err
	}
	x, err := victor.New(m, config)
	if err != nil {
		return err
	}
	write, ok := labelFormats[*format]
	if !ok {
		return fmt.Errorf("-format %q: there are text, cleaneval, blocks and spans", *format)
	}
	if flags.NArg() == 0 {
		return errNoFile
	}
	if *address != "" && (*format != "cleaneval" || flags.NArg() > 1) {
		return errors.New("-url is the address of one page, for -format cleaneval")
	}
	addresses := addressBook{}
	var errs []error
	for _, name := range flags.Args() {
		to := ""
		if *folder != "" {
			to = filepath.Join(*folder, filepath.Base(name))
		}
		p := labelling{x: x, address: *address}
		if *format == "cleaneval" && *address == "" {
			p.address = addresses.of(name)
		}
		errs = append(errs, p.file(name, to, out, write))
	}
	return errors.Join(errs...)
}

// An addressBook has what is known of the pages of folders.
type addressBook map[string]map[string]pageMeta

// of returns the address of a page html/ID.html by meta.jsonl beside html, or "".
func (b addressBook) of(name string) string {
	folder := filepath.Dir(name)
	if filepath.Base(folder) != "html" {
		return ""
	}
	file := filepath.Join(filepath.Dir(folder), "meta.jsonl")
	if b[file] == nil {
		content, _ := os.ReadFile(file) // without it, no address is known
		b[file], _ = readMeta(content)
	}
	return b[file][strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))].URL
}

// A labelling is how a page is labelled, and its address, or "".
type labelling struct {
	x       *victor.Labeller
	address string
}

// A labelWriter writes a page in a format.
type labelWriter func(p labelling, w io.Writer, page io.Reader) error

var labelFormats = map[string]labelWriter{
	"text": blocksWriter(func(w io.Writer, blocks []victor.Block, _ string) error {
		_, err := fmt.Fprintln(w, victor.Text(blocks))
		return err
	}),
	"cleaneval": blocksWriter(func(w io.Writer, blocks []victor.Block, address string) error {
		_, err := fmt.Fprintln(w, victor.CleanEval(blocks, address))
		return err
	}),
	"blocks": blocksWriter(writeBlocks),
	"spans": func(p labelling, w io.Writer, page io.Reader) error {
		return p.x.WriteSpans(w, page, "")
	},
}

func blocksWriter(write func(w io.Writer, blocks []victor.Block, address string) error) labelWriter {
	return func(p labelling, w io.Writer, page io.Reader) error {
		document, err := p.x.Document(context.Background(), page, "")
		if err != nil {
			return err
		}
		return write(w, document.Blocks, p.address)
	}
}

// writeBlocks writes a line for each block: its label, the probabilities, its
// text.
func writeBlocks(w io.Writer, blocks []victor.Block, _ string) error {
	for _, b := range blocks {
		if _, err := fmt.Fprintf(w, "%s\t%.3f\t%q\n", b.Label, b.Marginals, b.Text); err != nil {
			return err
		}
	}
	return nil
}

func (p labelling) file(from, to string, out io.Writer, write labelWriter) error {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	var labelled bytes.Buffer
	if err := write(p, &labelled, file); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if to == "" {
		_, err := labelled.WriteTo(out)
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return createFile(to, labelled.Bytes())
}

// createFile writes a file that is not there yet: what somebody has corrected by
// hand is never written over, nor a page by its own labels.
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
