// Package corpus makes text corpora of web archives: it reads the records of
// WARC, ARC and WACZ files, finds the main content of the pages in them, and
// writes it as JSON Lines, Parquet and other formats.
//
//	config, err := corpus.DefaultConfig("victor")
//	job := corpus.Job{Config: config, Inputs: paths, Folder: "out"}
//	report, err := job.Run(ctx)
//
// Package warc reads the archives, package payload what is in their records,
// and package output writes the results. docs/corpus.md describes the command
// and every field, and how large machines must be.
//
// # Stages
//
// A page goes through a list of stages. One goroutine for each file reads its
// records and decodes the bodies of pages. Workers apply the methods, find the
// language and the metadata, make the records, filter and encode them. The
// records are then written in the order of the input, so that the output does
// not depend on how many workers there are.
//
// # What can happen
//
// Each record of the input has exactly one [Outcome], and the counters add up.
// One page never ends a run: a page has limits and a deadline, a panic is
// recovered from, and a method that does not return is left behind. Damage of
// the archives is counted, logged and listed with its offset. An input that
// cannot be read is reported, and the others are done.
//
// Memory is bounded by the number of workers and of files that are read at once,
// and by Config.MaxBody, whatever the size of the files.
package corpus
