package warc_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
	"time"

	"github.com/seed42075109/justext/corpus/warc"
)

// Every record is read, and what is wrong with the file is reported.
func ExampleReader() {
	file := "WARC/1.0\r\n" +
		"WARC-Type: resource\r\n" +
		"WARC-Target-URI: http://example.com/\r\n" +
		"Content-Type: text/plain\r\n" +
		"Content-Length: 5\r\n" +
		"\r\n" +
		"Hello\r\n\r\n" +
		"this is no record\r\n"
	r := warc.NewReader(strings.NewReader(file))
	defer r.Close()
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		var damage *warc.Damage
		if errors.As(err, &damage) {
			fmt.Println(damage.Kind, damage)
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
		block, err := io.ReadAll(rec)
		fmt.Printf("%s %s %q %v\n", rec.Type, rec.TargetURI, block, err)
	}
	// Output:
	// resource http://example.com/ "Hello" <nil>
	// garbage warc: at 125: 19 bytes belong to no record
}

func ExampleWriter() {
	var file bytes.Buffer
	w, err := warc.NewWriter(&file, warc.WriterOptions{Compression: warc.Plain})
	if err != nil {
		log.Fatal(err)
	}
	_, err = w.Write(warc.Header{
		Type:        warc.TypeResource,
		ID:          "urn:uuid:6f3b2a52-5f4e-4a62-9f29-3b0d9a1c7c11",
		TargetURI:   "http://example.com/",
		Date:        time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC),
		ContentType: "text/plain",
	}, []byte("Hello"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.ReplaceAll(strings.TrimSpace(file.String()), "\r\n", "\n"))
	// Output:
	// WARC/1.1
	// WARC-Type: resource
	// WARC-Record-ID: <urn:uuid:6f3b2a52-5f4e-4a62-9f29-3b0d9a1c7c11>
	// WARC-Date: 2024-05-01T12:00:00Z
	// WARC-Target-URI: http://example.com/
	// WARC-Block-Digest: sha1:677Z5C33WLQJW4ETLJOXQXQMYXM5BK7Q
	// WARC-Payload-Digest: sha1:677Z5C33WLQJW4ETLJOXQXQMYXM5BK7Q
	// Content-Type: text/plain
	// Content-Length: 5
	//
	// Hello
}
