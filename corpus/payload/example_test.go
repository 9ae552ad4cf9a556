package payload_test

import (
	"bytes"
	"fmt"
	"io"
	"log"

	"github.com/seed42075109/justext/corpus/payload"
	"github.com/seed42075109/justext/corpus/warc"
)

// The text of a page, its chunks put together.
func ExampleDecoder() {
	var file bytes.Buffer
	w, err := warc.NewWriter(&file, warc.WriterOptions{})
	if err != nil {
		log.Fatal(err)
	}
	_, err = w.Write(warc.Header{
		Type:        warc.TypeResponse,
		TargetURI:   "http://example.com/",
		ContentType: "application/http; msgtype=response",
	}, []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"+
		"8\r\n<p>Hello\r\n7\r\n, world\r\n0\r\n\r\n"))
	if err != nil {
		log.Fatal(err)
	}

	d := payload.NewDecoder(payload.DefaultLimits())
	rec, err := warc.NewReader(&file).Next()
	if err != nil {
		log.Fatal(err)
	}
	msg, err := d.Open(rec)
	if err != nil {
		log.Fatal(err)
	}
	body, err := io.ReadAll(msg)
	fmt.Println(msg.Class, msg.Status, msg.MIME, msg.Charset, msg.Chunked)
	fmt.Println(string(body), err)
	// Output:
	// page 200 text/html utf-8 true
	// <p>Hello, world <nil>
}
