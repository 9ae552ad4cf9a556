package main

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// byCollection prints how fast each method is on the pages of each collection and
// on all pages, on one core: the time of the tokenizer over that of the method. If
// -only is given, it prints the rows that match in place of the methods.
func byCollection(w io.Writer, pages []page, o options) error {
	entrants, err := methodEntrants(pages, o)
	if err != nil {
		return err
	}
	quiet := settle(time.Minute)
	for round := range o.rounds {
		progress("by collection: round %d of %d", round+1, o.rounds)
		for _, e := range entrants {
			e.onOneCore()
		}
	}
	fmt.Fprint(w, collectionTable(pages, entrants))
	printNotes(w, entrants, quiet)
	return nil
}

// methodEntrants returns the tokenizer and the methods, or the rows that -only
// asks for.
func methodEntrants(pages []page, o options) ([]*entrant, error) {
	if o.only.String() != "" {
		return entrants(pages, o)
	}
	all, err := rows()
	if err != nil {
		return nil, err
	}
	methods, err := methods()
	if err != nil {
		return nil, err
	}
	chosen := []*entrant{enter(all[tokenizer], pages, 1)}
	for _, m := range methods {
		progress("warming up: %s", m.name)
		chosen = append(chosen, enter(m, pages, 1))
	}
	return chosen, nil
}

// collectionTable has a row for each collection and one for all pages.
func collectionTable(pages []page, entrants []*entrant) table {
	head := []string{"of the tokenizer, one core", "pages", "MB"}
	for _, e := range entrants[1:] {
		head = append(head, e.name)
	}
	t := table{head}
	names, members := collectionsOf(pages)
	for _, name := range names {
		t = append(t, collectionRow(name, pages, members[name], entrants))
	}
	if len(names) > 1 {
		every := make(map[int]bool)
		for i := range pages {
			every[i] = true
		}
		t = append(t, collectionRow("all", pages, every, entrants))
	}
	return t
}

// collectionsOf returns the names of the collections in their order, and the
// indices of their pages.
func collectionsOf(pages []page) (names []string, members map[string]map[int]bool) {
	members = make(map[string]map[int]bool)
	for i, p := range pages {
		if members[p.collection] == nil {
			names = append(names, p.collection)
			members[p.collection] = make(map[int]bool)
		}
		members[p.collection][i] = true
	}
	return names, members
}

// collectionRow has the ratio of each row on the pages that are members: the
// median of the rounds.
func collectionRow(name string, pages []page, members map[int]bool, entrants []*entrant) []string {
	bytes := 0
	for i := range members {
		bytes += len(pages[i].html)
	}
	cells := []string{name, strconv.Itoa(len(members)), number(megabytes(bytes))}
	for _, e := range entrants[1:] {
		var index []int
		for _, i := range e.index {
			if members[i] {
				index = append(index, i)
			}
		}
		var ratios []float64
		for round, times := range e.one {
			ratios = append(ratios, quotient(entrants[tokenizer].one[round].sum(index), times.sum(index)))
		}
		cells = append(cells, number(median(ratios)))
	}
	return cells
}
