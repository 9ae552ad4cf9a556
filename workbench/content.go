package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/victor"
)

// This file says what is content: which labels of text nodes are, and which
// labels blocks may have.

// contentLabels are the labels of text nodes that are content, by collection. The
// entry "" is for the collections without an entry of their own.
type contentLabels map[string][]int

// defaultContent are the labels of content of the collection l3s-gn1: headline,
// full text and supplement.
var defaultContent = []int{1, 2, 3}

func contentFlag(flags *flag.FlagSet) *contentLabels {
	c := new(contentLabels)
	flags.Func("content", "the `labels` of text nodes that are content, separated by commas, for all collections or as COLLECTION=LABELS for one;"+
		" may be repeated (default 1,2,3)", c.set)
	return c
}

// set takes a value of the flag: labels, or a collection and its labels.
func (c *contentLabels) set(text string) error {
	collection, list, named := strings.Cut(text, "=")
	if !named {
		collection, list = "", text
	}
	if named && collection == "" {
		return errors.New("the name of the collection is missing before =")
	}
	var all []int
	for label := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(label)
		if err != nil {
			return fmt.Errorf("label %q is not a number", label)
		}
		all = append(all, n)
	}
	if *c == nil {
		*c = make(contentLabels)
	}
	(*c)[collection] = all
	return nil
}

// of returns the labels of content of a collection.
func (c *contentLabels) of(collection string) []int {
	for _, name := range [...]string{collection, ""} {
		if all, found := (*c)[name]; found {
			return all
		}
	}
	return defaultContent
}

// check refuses collections that are not among the pages.
func (c *contentLabels) check(all []source) error {
	known := make(map[string]bool)
	for i := range all {
		known[all[i].collection] = true
	}
	for name := range *c {
		if name != "" && !known[name] {
			return fmt.Errorf("-content: there is no collection %q, only %s", name, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	return nil
}

// knownLabels returns the labels that a block of a page may have when a model of
// a template is trained: those of the template, and the sets of 2007 and 2008.
func knownLabels(t *victor.Template) []string {
	return slices.Concat(t.Labels, victor.Template2007().Labels, victor.Template2008().Labels)
}

// checkLabels refuses labels that are not known. Such a label is most likely
// misspelled, and would count as content. The error names file and span.
func checkLabels(t *victor.Template, sources []source, pages []*victor.Page) error {
	known := knownLabels(t)
	var errs []error
	for i, p := range pages {
		for k := range p.Len() {
			if label := p.Label(k); label != "" && !slices.Contains(known, label) {
				errs = append(errs, unknownLabels(&sources[i], known)...)
				break
			}
		}
	}
	if len(errs) == 0 {
		return nil
	}
	const most = 20
	if n := len(errs); n > most {
		errs = append(errs[:most], fmt.Errorf("and %d more", n-most))
	}
	return fmt.Errorf("unknown labels; the template has %s:\n%w", strings.Join(t.Labels, ", "), errors.Join(errs...))
}

// unknownLabels returns an error for each span of a page with a label that is not
// known.
func unknownLabels(s *source, known []string) (errs []error) {
	for _, span := range labelledSpans(s.html) {
		if !slices.Contains(known, span.label) {
			errs = append(errs, fmt.Errorf("%s: span %s: label %q", s.file, span.id, span.label))
		}
	}
	if len(errs) == 0 { // none that the tokenizer sees as victor does
		errs = append(errs, fmt.Errorf("%s: a label that is not known", s.file))
	}
	return errs
}

// printLabels prints how many blocks have each label.
func printLabels(out io.Writer, t *victor.Template, pages []*victor.Page) error {
	order := knownLabels(t)
	counts := make(map[string]int)
	for _, p := range pages {
		for k := range p.Len() {
			counts[p.Label(k)]++
		}
	}
	var parts []string
	for _, label := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) }) {
		if label != "" {
			parts = append(parts, fmt.Sprintf("%s %d", label, counts[label]))
		}
	}
	if n := counts[""]; n > 0 {
		parts = append(parts, fmt.Sprintf("none %d", n))
	}
	_, err := fmt.Fprintf(out, "blocks by label: %s\n", strings.Join(parts, ", "))
	return err
}
