package main

import (
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

// contentLabels are the labels of text nodes that are content, by collection; ""
// has those of collections that are not named.
type contentLabels map[string][]int

// defaultContent are the labels of content of l3s-gn1: headline, full text and
// supplement.
var defaultContent = []int{1, 2, 3}

func contentFlag(flags *flag.FlagSet) *contentLabels {
	c := new(contentLabels)
	flags.Func("content", "which `labels` of text nodes are content, by commas, or COLLECTION=LABELS for one collection; may be repeated (default 1,2,3)", c.set)
	return c
}

// set takes a value of the flag: labels, or a collection and its labels.
func (c *contentLabels) set(text string) error {
	collection, list, named := strings.Cut(text, "=")
	if !named {
		collection, list = "", text
	}
	if named && collection == "" {
		return fmt.Errorf("no collection stands before the =")
	}
	var all []int
	for label := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(label)
		if err != nil {
			return fmt.Errorf("label %q is no number", label)
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
	there := make(map[string]bool)
	for i := range all {
		there[all[i].collection] = true
	}
	for name := range *c {
		if name != "" && !there[name] {
			return fmt.Errorf("-content: no collection %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(there)), ", "))
		}
	}
	return nil
}

// printLabels prints how many blocks have each label. It refuses a label that
// neither the template lists nor the sets of 2007 and 2008 do: it is written
// wrongly, and would count as content.
func printLabels(out io.Writer, t *victor.Template, sources []source, pages []*victor.Page) error {
	known := slices.Concat(t.Labels, victor.Template2007().Labels, victor.Template2008().Labels)
	counts := make(map[string]int)
	for i, p := range pages {
		for k := range p.Len() {
			label := p.Label(k)
			if label != "" && !slices.Contains(known, label) {
				return fmt.Errorf("%s: page %s: label %q: the template has %s", sources[i].collection, sources[i].id, label, strings.Join(t.Labels, ", "))
			}
			counts[label]++
		}
	}
	var parts []string
	for _, label := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return slices.Index(known, a) - slices.Index(known, b) }) {
		if label != "" {
			parts = append(parts, fmt.Sprintf("%s %d", label, counts[label]))
		}
	}
	if n := counts[""]; n > 0 {
		parts = append(parts, fmt.Sprintf("none %d", n))
	}
	_, err := fmt.Fprintf(out, "labels: %s\n", strings.Join(parts, ", "))
	return err
}
