package union_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/union"
	"github.com/seed42075109/justext/victor"
)

func Example() {
	short, err := victor.New(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	long, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	x, err := union.New(page.DefaultOptions(), union.Method{Name: "victor", Cleaner: short}, union.Method{Name: "justext", Cleaner: long})
	if err != nil {
		log.Fatal(err)
	}

	const source = `<title>Ferry</title>
<nav><a href=/>Home</a> <a href=/news>News</a></nav>
<article><h1>The ferry is back</h1>
<p>After eleven weeks in the dry dock the ferry is back, and most of the village was at the pier to see it come in.
<p>It sails at 9, 12 and 15.</article>
<div id=comments><h2>Comments</h2><div class=comment><p>I have lived on the island for more than forty years, and
I was told every one of those winters that we would have a new ferry by the next summer.</div></div>
<footer><p>© Ferry news</footer>`
	d, err := x.DocumentBytes(context.Background(), []byte(source), "text/html; charset=utf-8")
	if err != nil {
		log.Fatal(err)
	}
	for i, b := range d.Blocks {
		fmt.Printf("%-40.40s %s\n", strings.TrimSpace(b.Text), d.KeptBy(i))
	}
	// Output:
	// Home                                     []
	// News                                     []
	// The ferry is back                        [victor justext]
	// After eleven weeks in the dry dock the f [victor justext]
	// It sails at 9, 12 and 15.                [victor justext]
	// Comments                                 [justext]
	// I have lived on the island for more than [victor justext]
	// © Ferry news                             []
}
