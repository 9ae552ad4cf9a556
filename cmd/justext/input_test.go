package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/hostile"
)

// packed is a text compressed by gzip.
func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Pages that are compressed are unpacked, in folders, by name and on standard
// input; the limit holds for what comes out.
func TestGzip(t *testing.T) {
	page := "<p>" + sentence("one")
	want := "<p> " + sentence("one") + "\n"
	inFolder(t, map[string]string{"d/a.html.gz": packed(t, page), "d/b.HTM.GZ": packed(t, page), "c": packed(t, page) + packed(t, " more")})
	if got := justextOf("", "-s", "None", "-quiet", "d"); got != (ran{out: want + want}) {
		t.Errorf("%+v", got)
	}
	if got := justextOf("", "-s", "None", "c"); got != (ran{out: strings.TrimSpace(want) + " more\n"}) {
		t.Errorf("%+v", got)
	}
	if got := justextOf(packed(t, page), "-s", "None"); got != (ran{out: want}) {
		t.Errorf("%+v", got)
	}

	bomb := packed(t, strings.Repeat("<p>"+sentence("one")+"</p>", 100_000)) // 21 MB
	for _, m := range newMethods() {
		got := justextOf(bomb, "-algo", m.name(), "-max-bytes", "10000")
		if got.status != 1 || len(got.out) > 20_000 || !strings.Contains(got.errors, "more than 10000 bytes and was cut there; -max-bytes sets the limit") {
			t.Errorf("%s: status %d, %d bytes, %q", m.name(), got.status, len(got.out), got.errors)
		}
	}

	cut := packed(t, page)
	if got := justextOf(cut[:len(cut)-9], "-s", "None"); got.status != 1 || got.out == "" || !strings.Contains(got.errors, "unexpected EOF") {
		t.Errorf("%+v", got)
	}
	if got := justextOf("\x1f\x8bno such thing", "-s", "None"); got.status != 1 || !strings.Contains(got.errors, "gzip") {
		t.Errorf("%+v", got)
	}
}

// A file that is no page is an error that says what it is.
func TestOtherFiles(t *testing.T) {
	files := hostile.Files()
	for name, c := range map[string]struct{ content, want string }{
		"pdf":     {string(files["pdf"]), "PDF"},
		"png":     {string(files["png"]), "PNG"},
		"zip":     {"PK\x03\x04\x14\x00", "ZIP"},
		"warc":    {"WARC/1.0\r\nWARC-Type: response\r\n\r\n", "WARC"},
		"warc.gz": {packed(t, "WARC/1.0\r\nWARC-Type: response\r\n\r\n"), "WARC"},
		"tar.gz":  {packed(t, strings.Repeat("\x00", 257)+"ustar"), "tar"},
		"gz.gz":   {packed(t, packed(t, "<p>x")), "gzip"},
	} {
		for _, m := range newMethods() {
			got := justextOf(c.content, "-algo", m.name())
			if got.status != 1 || got.out != "" || !strings.HasPrefix(got.errors, "justext: -: not HTML: ") || !strings.Contains(got.errors, c.want) {
				t.Errorf("%s, %s: %+v", name, m.name(), got)
			}
		}
	}
}

// A folder without pages says what it has; one with pages does not.
func TestFolderWithoutPages(t *testing.T) {
	files := map[string]string{"good/a.html": "<p>a", "good/a.pdf": "", "empty/x/y": "", "deep/er/a.HTML.GZ": packed(t, "<p>a")}
	for i := range 3 {
		files[fmt.Sprintf("archives/%d.warc.gz", i)] = ""
		files[fmt.Sprintf("archives/sub/%d.PDF", i%2)] = ""
	}
	files["archives/README"] = ""
	inFolder(t, files)
	got := justextOf("", "-s", "None", "-quiet", "archives")
	want := "justext: archives: the folder has no pages (.html, .htm, .xhtml or .shtml, also with .gz); " +
		"it has 3 .warc.gz files, 2 .pdf files and 1 file without extension, which this command does not read in a folder\n"
	if got != (ran{status: 1, errors: want}) {
		t.Errorf("%+v\nwant %s", got, want)
	}
	got = justextOf("", "-format", "jsonl", "-quiet", "archives", "good")
	if lines := strings.Split(got.out, "\n"); got.status != 1 || len(lines) != 3 || !strings.HasPrefix(lines[0], `{"file":"archives","error":"the folder has no pages`) {
		t.Errorf("%+v", got)
	}
	if got := justextOf("", "-s", "None", "-quiet", "good", "deep"); got.status != 0 {
		t.Errorf("%+v", got)
	}
}

func TestAddress(t *testing.T) {
	for _, address := range []string{"http://example.org/", "https://example.org/a?b"} {
		want := "justext: " + address + ": no such file; addresses are not fetched, but curl -s ADDRESS | justext works\n"
		if got := justextOf("", address); got != (ran{status: 1, errors: want}) {
			t.Errorf("%+v", got)
		}
	}
}
