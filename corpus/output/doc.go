// Package output writes the records of a text corpus: as JSON Lines, Parquet,
// vertical text for corpus tools, plain text and WET.
//
//	format, err := output.ParseFormat("jsonl.zst")
//	w, err := format.NewWriter(file, output.Options{})
//	err = w.Write(&record)
//	err = w.Close() // does not close the file
//
// The same records give the same bytes, whatever the time, the machine and the
// way they were read. No format holds a control character that could run on a
// terminal or break a line: JSON and Parquet keep the characters of a page,
// JSON in escaped form; the others leave them out. All output is valid UTF-8.
//
// docs/corpus.md describes each format and every field.
package output
