package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed42075109/justext/corpus"
	"github.com/seed42075109/justext/corpus/warc"
)

// check is corpus check.
func (e *environment) check(ctx context.Context, args []string) error {
	paths, err := parse(flags("check"), args)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return usageError{errors.New("name archives or the folder of a run")}
	}
	sound := true
	for _, path := range paths {
		problems := 0
		say := func(text string) {
			problems++
			fmt.Fprintf(e.stdout, "%s: %s\n", printable(path), printable(text))
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			err = corpus.Verify(ctx, path, say)
			if err != nil {
				say(err.Error())
			}
		} else if err := e.checkArchive(ctx, path, say); err != nil {
			say(err.Error())
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if problems == 0 {
			fmt.Fprintf(e.stdout, "%s: sound\n", printable(path))
		}
		sound = sound && problems == 0
	}
	if !sound {
		return errIncomplete
	}
	return nil
}

// checkArchive reads an archive to its end and says what is wrong with it.
func (e *environment) checkArchive(ctx context.Context, path string, say func(string)) error {
	in, err := e.open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	r := warc.NewReader(in)
	defer r.Close()
	for ctx.Err() == nil {
		rec, err := r.Next()
		var damage *warc.Damage
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &damage):
			say(fmt.Sprintf("%s: %s; %d bytes lost", damage.Kind, damage.Error()[len("warc: "):], damage.Length))
			continue
		case err != nil:
			return err
		}
		rec.Close()
	}
	return ctx.Err()
}
