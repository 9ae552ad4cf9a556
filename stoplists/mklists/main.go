// Command mklists makes the stop lists of package stoplists. It runs in the
// folder of that package ("go generate"), in two steps:
//
//	go run ./mklists -tables DIR   cuts the lists from a folder of frequency tables,
//	                               writes lists/*.txt anew, and packs them;
//	                               -left FILE tells which words were left out and why
//	go run ./mklists -pack         only packs: writes lists.bin, index.tsv and the
//	                               table in README.md from lists/*.txt, for when
//	                               somebody has mended a list
//
// Both write the same bytes for the same input.
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
	coverage := flag.Float64("coverage", 0.70, "`share` of the running words that a list is to cover, above 0 to 1")
	pack := flag.Bool("pack", false, "pack lists/*.txt as they are")
	leftOut := flag.String("left", "", "write to this `file` which words were left out, and why; with -tables")
	flag.Parse()
	if err := run(*tables, *coverage, *leftOut, *pack); err != nil {
		log.Fatal(err)
	}
}

func run(tables string, coverage float64, leftOut string, pack bool) error {
	if (tables != "") == pack {
		return errors.New("either -tables DIR or -pack is needed")
	}
	if !(coverage > 0 && coverage <= 1) { // so written for NaN
		return errors.New("-coverage is a share, above 0 to 1")
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
