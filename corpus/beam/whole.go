package corpusbeam

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// stores are the schemes of stores in which an object is there once it has been
// written to its end, and not before.
var stores = map[string]bool{"gs": true, "s3": true}

// writeWhole writes the file called name, of which fill writes the content. The
// file is never there with a part of it. Other processes may write the same file
// at the same time, since a bundle may be tried again before the first attempt
// has ended: the last one to complete it wins.
//
// Where a file is there as soon as it is begun, it is written under a name of its
// own first.
func writeWhole(ctx context.Context, name string, fill func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	if scheme, _, _ := strings.Cut(name, "://"); stores[scheme] {
		return write(ctx, fs, name, fill)
	}
	r, ok := fs.(interface {
		filesystem.Renamer
		filesystem.Remover
	})
	if !ok {
		return fmt.Errorf("corpusbeam: the file system of %s cannot rename and remove files", name)
	}
	part := name + ".part-" + rand.Text()
	err = write(ctx, fs, part, fill)
	if err == nil {
		err = r.Rename(ctx, part, name)
	}
	if err != nil {
		r.Remove(context.WithoutCancel(ctx), part)
	}
	return err
}

// write writes a file. If fill fails, a store is told to keep nothing of it.
func write(ctx context.Context, fs filesystem.Interface, name string, fill func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	err = fill(out)
	if s, ok := out.(interface{ Sync() error }); ok && err == nil {
		err = s.Sync()
	}
	if err != nil {
		cancel() // otherwise Close would complete the object
	}
	if err2 := out.Close(); err == nil {
		err = err2
	}
	return err
}
