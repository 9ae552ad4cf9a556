package output_test

import (
	"log"
	"os"

	"github.com/seed42075109/justext/corpus/output"
)

func ExampleFormat_NewWriter() {
	format, err := output.ParseFormat("jsonl")
	if err != nil {
		log.Fatal(err)
	}
	w, err := format.NewWriter(os.Stdout, output.Options{})
	if err != nil {
		log.Fatal(err)
	}
	err = w.Write(&output.Record{ID: "0f", URL: "http://example.com/", Method: "victor", Text: "First paragraph.\n\nSecond one."})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"schema":1,"id":"0f","url":"http://example.com/","method":"victor","kept":0.0000,"text_format":"plain","text":"First paragraph.\n\nSecond one."}
}
