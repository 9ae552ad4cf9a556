package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/seed42075109/justext/page"
)

// reading has the flags that say how pages are read, whatever the method.
type reading struct {
	encoding     string
	force        bool
	invalidBytes page.InvalidBytes
	limits       []func(*page.Options) // those that were given
	forTree      bool                  // a tree is made of each page
}

// maxTreeElements is how many elements a page may have by default if a tree is made
// of it. A page of 64 MiB with that many takes 16 times its size in memory then.
const maxTreeElements = 1_000_000

func (r *reading) define(flags *flag.FlagSet) {
	flags.StringVar(&r.encoding, "encoding", "", "")
	flags.BoolVar(&r.force, "enc-force", false, "")
	flags.Func("enc-errors", "", r.setInvalidBytes)
	r.limit(flags, "max-bytes", page.MaxPage, func(o *page.Options, n int) {
		o.MaxBytes, o.MaxToken = n, (n+1)/2 // one tag may have half the page, as by default
	})
	r.limit(flags, "max-blocks", page.MaxPage, func(o *page.Options, n int) { o.MaxBlocks = n })
	r.limit(flags, "max-elements", page.MaxPage, func(o *page.Options, n int) { o.MaxElements = n })
}

// limit defines the flag of a limit, of which 0 means that there is none.
func (r *reading) limit(flags *flag.FlagSet, name string, most int, set func(*page.Options, int)) {
	flags.Func(name, "", func(value string) error {
		n, err := wholeNumber(value)
		if err == nil && n > most {
			err = fmt.Errorf("expected at most %d, or 0 for no limit", most)
		}
		r.limits = append(r.limits, func(o *page.Options) { set(o, n) })
		return err
	})
}

func (r *reading) setInvalidBytes(value string) error {
	modes := map[string]page.InvalidBytes{"strict": page.RefuseInvalid, "ignore": page.IgnoreInvalid, "replace": page.ReplaceInvalid}
	mode, ok := modes[strings.ToLower(value)] // in any case, as in Python
	if !ok {
		return errors.New("expected strict, ignore or replace")
	}
	r.invalidBytes = mode
	return nil
}

func (r *reading) check() error {
	if r.force && r.encoding == "" {
		return errors.New("-enc-force needs -encoding, for example -encoding windows-1250")
	}
	return nil
}

// apply sets in the options of a method what the flags say.
func (r *reading) apply(o *page.Options) {
	if r.encoding != "" {
		o.DefaultEncoding = r.encoding
	}
	if r.forTree {
		o.MaxElements = maxTreeElements
		o.Events = true
	}
	o.ForceEncoding = r.force
	o.InvalidBytes = r.invalidBytes
	for _, set := range r.limits {
		set(o)
	}
}
