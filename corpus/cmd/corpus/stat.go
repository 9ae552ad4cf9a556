package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/corpus"
	"github.com/seed42075109/justext/corpus/payload"
	"github.com/seed42075109/justext/corpus/warc"
)

// A census says what is in an archive.
type census struct {
	File    string       `json:"file"`
	Records int64        `json:"records"`
	Bytes   int64        `json:"bytes"` // of the records, unpacked
	Classes corpus.Tally `json:"classes"`
	Status  corpus.Tally `json:"status"`
	Types   corpus.Tally `json:"types"` // of what came with status 200, after sniffing
	Notes   corpus.Tally `json:"notes"` // odd things about HTTP messages
	Damage  corpus.Tally `json:"damage"`
}

// stat is corpus stat.
func (e *environment) stat(ctx context.Context, args []string) error {
	f := flags("stat")
	asJSON := f.Bool("json", false, "")
	paths, err := parse(f, args)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return usageError{errors.New("name archives to count")}
	}
	out := bufio.NewWriter(e.stdout)
	defer out.Flush()
	complete := true
	for _, path := range paths {
		c := &census{File: path}
		if err := e.take(ctx, c); err != nil {
			complete = false
			fmt.Fprintf(e.stderr, "corpus stat: %s: %s\n", printable(path), printable(err.Error()))
		}
		complete = complete && len(c.Damage) == 0
		if *asJSON {
			line, err := json.Marshal(c)
			if err != nil {
				return err
			}
			out.Write(append(line, '\n'))
		} else {
			c.print(out)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if !complete {
		return errIncomplete
	}
	return nil
}

// take counts what is in the archive.
func (e *environment) take(ctx context.Context, c *census) error {
	in, err := e.open(c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	r := warc.NewReader(in)
	defer r.Close()
	d := payload.NewDecoder(payload.DefaultLimits())
	for ctx.Err() == nil {
		rec, err := r.Next()
		var damage *warc.Damage
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &damage):
			c.Damage.Add(damage.Kind.String(), 1)
			continue
		case err != nil:
			return err
		}
		c.count(rec, d)
	}
	return ctx.Err()
}

// count counts a record.
func (c *census) count(rec *warc.Record, d *payload.Decoder) {
	c.Records++
	m, err := d.Open(rec)
	switch {
	case err != nil:
		c.Classes.Add("bad-message", 1)
	default:
		c.Classes.Add(m.Class.String(), 1)
		if m.Proto != "" {
			c.Status.Add(strconv.Itoa(m.Status), 1)
		}
		if m.MIME != "" && m.Class != payload.OtherStatus {
			c.Types.Add(m.MIME, 1)
		}
		for _, note := range m.Notes.Names() {
			c.Notes.Add(note, 1)
		}
	}
	rec.Close()
	c.Bytes += rec.Size
}

// print prints the census for people.
func (c *census) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %d records, %d bytes\n", printable(c.File), c.Records, c.Bytes)
	for _, part := range []struct {
		name  string
		tally corpus.Tally
	}{{"class", c.Classes}, {"status", c.Status}, {"type", c.Types}, {"note", c.Notes}, {"damage", c.Damage}} {
		names := slices.SortedFunc(maps.Keys(part.tally), func(a, b string) int {
			if d := part.tally[b] - part.tally[a]; d != 0 {
				return int(min(max(d, -1), 1))
			}
			return strings.Compare(a, b)
		})
		for _, name := range names {
			fmt.Fprintf(w, "  %-7s %10d  %s\n", part.name, part.tally[name], printable(name))
		}
	}
}

// open opens an archive.
func (e *environment) open(path string) (io.ReadCloser, error) {
	if path == corpus.Stdin {
		return io.NopCloser(e.stdin), nil
	}
	return os.Open(path)
}
