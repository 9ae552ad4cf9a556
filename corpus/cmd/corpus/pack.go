package main

import (
	"context"
	"errors"

	"github.com/seed42075109/justext/corpus"
)

// pack is corpus pack.
func (e *environment) pack(ctx context.Context, args []string) error {
	f := flags("pack")
	out := f.String("o", "", "")
	base := f.String("base", "", "")
	paths, err := parse(f, args)
	if err != nil {
		return err
	}
	if *out == "" {
		return usageError{errors.New("say with -o where the archive goes")}
	}
	if len(paths) == 0 {
		return usageError{errors.New("name folders or pages to pack")}
	}
	return corpus.Pack(ctx, *out, *base, paths)
}
