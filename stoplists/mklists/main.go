// Command mklists makes the stop lists of package stoplists. It runs in the folder
// of that package and has two forms:
//
//	go run ./mklists -tables DIR
//	go run ./mklists -pack
//
// The first is what "go generate" runs. It cuts the lists from a folder of
// frequency tables, replaces lists/*.txt, and packs them; -left FILE also writes
// which words were left out, and why. The second only packs, after a list has been
// corrected: it writes lists.bin, index.tsv and the tables in LANGUAGES.md from
// lists/*.txt.
//
// The same input always gives the same bytes.
package main

import (
	"errors"
	"flag"
	"log"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mklists: ")
	tables := flag.String("tables", "", "cut the lists from the frequency tables in this `folder`")
	coverage := flag.Float64("coverage", 0.70, "`share` of running text that a list covers, over 0 and up to 1")
	pack := flag.Bool("pack", false, "pack lists/*.txt as they are")
	leftOut := flag.String("left", "", "with -tables, write to this `file` which words were left out, and why")
	flag.Parse()
	if err := run(*tables, *coverage, *leftOut, *pack); err != nil {
		log.Fatal(err)
	}
}

func run(tables string, coverage float64, leftOut string, pack bool) error {
	if (tables != "") == pack {
		return errors.New("give either -tables DIR or -pack")
	}
	if !(coverage > 0 && coverage <= 1) { // also false for NaN
		return errors.New("-coverage must be over 0 and up to 1")
	}
	if pack {
		rows, err := readIndex()
		if err != nil {
			return err
		}
		return packLists(rows)
	}
	rows, err := cutLists(tables, coverage, leftOut)
	if err != nil {
		return err
	}
	return packLists(rows)
}
