package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// compare prints the table of this library and others.
func compare(w io.Writer, pages []page, o options) error {
	entrants, err := entrants(pages, o)
	if err != nil {
		return err
	}
	quiet := settle(time.Minute)
	for round := range o.rounds {
		progress("round %d of %d", round+1, o.rounds)
		for _, e := range entrants {
			e.onOneCore()
		}
		for _, e := range entrants {
			e.onAllCores()
		}
	}
	progress("memory")
	for _, e := range entrants {
		e.countAllocations()
		e.watchPeak()
	}
	fmt.Fprint(w, comparison(entrants))
	printNotes(w, entrants, quiet)
	return nil
}

// printNotes prints what failed below a table, and whether the machine was not
// quiet.
func printNotes(w io.Writer, entrants []*entrant, quiet bool) {
	fmt.Fprintln(w)
	for _, e := range entrants {
		if note := failureNote(e); note != "" {
			fmt.Fprintln(w, note)
		}
	}
	if !quiet {
		fmt.Fprintln(w, "- Pages that were cut still ran in the background, so that the times are not valid.")
	}
}

// entrants returns the rows that the options ask for. The tokenizer is always the
// first.
func entrants(pages []page, o options) ([]*entrant, error) {
	rows, err := rows()
	if err != nil {
		return nil, err
	}
	var chosen []*entrant
	for i, r := range rows {
		if i != tokenizer && (!o.only.MatchString(r.name) || r.rival && !o.rivals) {
			continue
		}
		progress("warming up: %s", r.name)
		k := 1
		if r.rival {
			k = o.sample
		}
		chosen = append(chosen, enter(r, pages, k))
	}
	return chosen, nil
}

// comparison returns the table.
func comparison(entrants []*entrant) table {
	t := table{{
		"", "MB/s, one core", "of the tokenizer", "MB/s, all cores", "scaling",
		"ms a page, median", "99th percentile", "allocations a page, median", "mean", "KB allocated a page, median", "peak heap, MB", "failed pages",
	}}
	for _, e := range entrants {
		t = append(t, comparisonRow(e, entrants[tokenizer]))
	}
	return t
}

func comparisonRow(e, tokenizer *entrant) []string {
	var one, ratio, all, scaling []float64
	for round, times := range e.one {
		spent := times.sum(e.index)
		one = append(one, rate(e.bytes(), spent))
		ratio = append(ratio, quotient(tokenizer.one[round].sum(e.index), spent))
		all = append(all, rate(e.bytes(), e.all[round]))
		scaling = append(scaling, quotient(spent, e.all[round]))
	}
	times := e.pageTimes()
	return []string{
		e.name, number(median(one)), number(median(ratio)), number(median(all)), number(median(scaling)),
		number(median(times)), number(percentile(times, 99)),
		number(median(e.allocations)), number(mean(e.allocations)), number(median(e.allocated) / 1e3),
		number(megabytes(int(e.peak))), fmt.Sprintf("%d of %d", e.failures.count(), len(e.index)+e.failures.cuts),
	}
}

// pageTimes returns the milliseconds of each page, as the median of the rounds.
func (e *entrant) pageTimes() []float64 {
	times := make([]float64, 0, len(e.index))
	for _, i := range e.index {
		var rounds []float64
		for _, round := range e.one {
			rounds = append(rounds, milliseconds(round[i]))
		}
		times = append(times, median(rounds))
	}
	return times
}

// failureNote says how a row failed. It is empty if the row did not fail.
func failureNote(e *entrant) string {
	f := e.failures
	if f.count() == 0 {
		return ""
	}
	return fmt.Sprintf("- %s: %d errors, %d panics, %d pages cut and left out. The first: %q, on %s.",
		e.name, f.errors, f.panics, f.cuts, clip(f.first.Error(), 100), f.firstPage)
}

// progress tells the user what is going on.
func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...)
}
