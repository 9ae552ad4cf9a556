package serve

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/seed42075109/justext/corpus/warc"
)

// responses writes an archive of responses with status 200 and a last one with 404.
func responses(t testing.TB, compression warc.Compression, records [][3]string) string {
	t.Helper()
	var out bytes.Buffer
	w, err := warc.NewWriter(&out, warc.WriterOptions{Compression: compression})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		status := "200 OK"
		if i == len(records)-1 {
			status = "404 Not Found"
		}
		head := fmt.Sprintf("HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", status, r[1], len(r[2]))
		if _, err := w.Write(warc.Header{Type: warc.TypeResponse, TargetURI: r[0], Date: fetchedOn, ContentType: "application/http; msgtype=response"}, []byte(head+r[2])); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

const picture = "\x89PNG\r\n\x1a\npicture"

// TestArchiveFiles: style sheets and images of an archive are found by the addresses by
// which a page names them, and nothing else is.
func TestArchiveFiles(t *testing.T) {
	records := [][3]string{
		{"http://a.example/style/a.css", "text/css; charset=utf-8", "p{color:red}"},
		{"http://a.example/dir/page?x=1", "text/html", "<p>Page"},
		{"http://a.example/dir/b%20c.png", "image/png", picture},
		{"http://a.example/dir/b%20c.png", "image/png", picture + " later"},
		{"https://cdn.example/d.png?v=2", "application/octet-stream", picture},
		{"http://a.example/e.js", "text/javascript", "alert(1)"},
		{"http://a.example/dir/lost.png", "image/png", picture},
	}
	want := map[string]string{
		"/style/a.css": "p{color:red}", " ../style/a.css#x ": "p{color:red}", "http://a.example/style/a.css": "p{color:red}",
		"b c.png": picture, "b%20c.png": picture, "//a.example/dir/./b%20c.png": picture, "https://cdn.example/d.png?v=2": "",
		"/e.js": "", "lost.png": "", "d.png": "", "": "", "page?x=1": "", "http://[": "", "file:///etc/passwd": "", "../../../etc/passwd": "",
	}
	plain := responses(t, warc.Plain, records)
	for name, content := range map[string]string{
		"plain": plain, "gzip": responses(t, warc.Gzip, records), "zstd": responses(t, warc.Zstd, records), "wacz": zipped(t, plain),
	} {
		a := openArchive(t, content, 10)
		beside := a.Beside(&a.Pages[0])
		for reference, content := range want {
			if got, found := beside(reference); string(got) != content || found != (content != "") {
				t.Errorf("%s: %q is %q, %v", name, reference, got, found)
			}
		}
	}
	a := openArchive(t, gzipped(t, plain), 10)
	if got, found := a.Beside(&a.Pages[0])("b c.png"); found {
		t.Errorf("%q was read from an archive of one member, which takes all that is before it", got)
	}
}
