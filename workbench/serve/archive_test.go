package serve

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/corpus/payload"
	"github.com/seed42075109/justext/corpus/warc"
	"github.com/seed42075109/justext/workbench/serve/view"
)

// gzipped packs bytes as one gzip member.
func gzipped(t testing.TB, content string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// zipped packs an archive as WACZ does.
func zipped(t testing.TB, content string) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	file, err := w.CreateHeader(&zip.FileHeader{Name: "archive/data.warc", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(file, content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// fetchedOn is the date of all records.
var fetchedOn = time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)

// crawl writes an archive of n pages between records that are no pages.
func crawl(t testing.TB, compression warc.Compression, n int) string {
	t.Helper()
	var out bytes.Buffer
	w, err := warc.NewWriter(&out, warc.WriterOptions{Compression: compression})
	if err != nil {
		t.Fatal(err)
	}
	write := func(kind, address, contentType, block string) {
		t.Helper()
		if _, err := w.Write(warc.Header{Type: kind, TargetURI: address, Date: fetchedOn, ContentType: contentType}, []byte(block)); err != nil {
			t.Fatal(err)
		}
	}
	const response = "application/http; msgtype=response"
	for i := range n {
		address := fmt.Sprintf("http://a.example/%d?q=a/b#c", i)
		write(warc.TypeRequest, address, "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n")
		write(warc.TypeResponse, address+"/moved", response, "HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\n\r\n<p>Moved")
		write(warc.TypeResponse, address+"/image", response, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n")
		switch i % 3 {
		case 0: // windows-1251, which only the head says
			write(warc.TypeResponse, address, response, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=windows-1251\r\n\r\n"+fmt.Sprintf("<p>\xcf\xe0\xf0\xee\xec %d", i))
		case 1:
			write(warc.TypeResponse, address, response, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"+gzipped(t, fmt.Sprintf("<p>Паром %d", i)))
		case 2:
			body := fmt.Sprintf("<p>Паром %d", i)
			write(warc.TypeResponse, address, response, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body))
		}
	}
	return out.String()
}

// openArchive lists the pages of an archive with the content.
func openArchive(t testing.TB, content string, limit int) *Archive {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.warc")
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	a, err := OpenArchive(file, limit)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestArchive: the pages of an archive are listed and read in any order, however the
// archive and the pages are packed, and shown in the charset of their head.
func TestArchive(t *testing.T) {
	const n = 9
	plain := crawl(t, warc.Plain, n)
	for name, content := range map[string]string{
		"plain": plain, "gzip": crawl(t, warc.Gzip, n), "zstd": crawl(t, warc.Zstd, n), "one gzip member": gzipped(t, plain), "wacz": zipped(t, plain),
	} {
		a := openArchive(t, content, n)
		if len(a.Pages) != n || len(a.Problems) > 0 {
			t.Fatalf("%s: %d pages, problems %v", name, len(a.Pages), a.Problems)
		}
		store, err := view.NewStore()
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.Pages {
			p := &a.Pages[i]
			if want := fmt.Sprintf("http://a.example/%d?q=a/b#c", i); p.URL != want || !p.Date.Equal(fetchedOn) || p.Bytes == 0 {
				t.Errorf("%s: page %d is %+v", name, i, p)
			}
			store.Add(&view.Page{ID: fmt.Sprint(i), ContentType: p.ContentType, Load: func() ([]byte, error) { return a.Read(p) }, Size: p.Bytes})
		}
		for _, i := range []int{5, 0, 8, 1, 3, 2, 4, 7, 6} {
			p, err := store.Page(fmt.Sprint(i))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := string(p.Text()), fmt.Sprintf("<p>Паром %d", i); got != want {
				t.Errorf("%s: page %d is %q, want %q", name, i, got, want)
			}
		}
	}
}

// TestArchiveLimit: no more pages are listed than asked for, and that is said.
func TestArchiveLimit(t *testing.T) {
	a := openArchive(t, crawl(t, warc.Gzip, 7), 5)
	if len(a.Pages) != 5 || len(a.Problems) != 1 || !strings.Contains(a.Problems[0].Error(), "first 5 pages") {
		t.Errorf("%d pages, problems %v", len(a.Pages), a.Problems)
	}
}

// TestArchiveProblems: the problems of an archive that is damaged throughout are counted
// and not all kept, and nor are fields of any length.
func TestArchiveProblems(t *testing.T) {
	var content strings.Builder
	for i := range 200 {
		fmt.Fprintf(&content, "garbage\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/%d/%s\r\nContent-Length: 45\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n", i, strings.Repeat("é", 5000))
	}
	a := openArchive(t, content.String(), 1000)
	if len(a.Problems) != maxProblems || !strings.HasSuffix(a.Problems[maxProblems-1].Error(), "more problems") {
		t.Errorf("%d problems: %v", len(a.Problems), a.Problems)
	}
	if len(a.Pages) != 200 {
		t.Errorf("%d pages", len(a.Pages))
	}
	for i := range a.Pages {
		if size := len(a.Pages[i].URL); size > maxField+3 {
			t.Fatalf("the address of page %d has %d bytes", i, size)
		}
		if _, err := a.Read(&a.Pages[i]); err != nil {
			t.Errorf("page %d: %v", i, err)
		}
	}
}

// TestArchiveCut: an archive that is cut off anywhere has the pages before the cut; of the
// page that is cut there is the beginning, and an error.
func TestArchiveCut(t *testing.T) {
	for name, compression := range map[string]warc.Compression{"plain": warc.Plain, "gzip": warc.Gzip} {
		whole := crawl(t, compression, 3)
		all := openArchive(t, whole, 10)
		cutPages := 0
		for size := 0; size < len(whole); size += 37 {
			a := openArchive(t, whole[:size], 10)
			if len(a.Pages) > 3 {
				t.Fatalf("%s, %d bytes: %d pages", name, size, len(a.Pages))
			}
			for i := range a.Pages {
				got, err := a.Read(&a.Pages[i])
				want, wantErr := all.Read(&all.Pages[i])
				switch {
				case wantErr != nil || !bytes.HasPrefix(want, got):
					t.Errorf("%s, %d bytes, page %d: %q, want %q, %v", name, size, i, got, want, wantErr)
				case err != nil && (i < len(a.Pages)-1 || len(a.Problems) == 0):
					t.Errorf("%s, %d bytes, page %d: %v; problems %v", name, size, i, err, a.Problems)
				case err != nil:
					cutPages++
				case len(got) < len(want):
					t.Errorf("%s, %d bytes, page %d: %d of %d bytes without an error", name, size, i, len(got), len(want))
				}
			}
		}
		if cutPages == 0 {
			t.Errorf("%s: no page was cut", name)
		}
	}
}

// TestArchiveChanged: a page whose record is gone is an error.
func TestArchiveChanged(t *testing.T) {
	a := openArchive(t, crawl(t, warc.Plain, 2), 10)
	if err := os.WriteFile(a.file.Name(), []byte(crawl(t, warc.Gzip, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if content, err := a.Read(&a.Pages[1]); err == nil || len(content) > 0 {
		t.Errorf("%q, %v", content, err)
	}
}

// TestIsArchive has names of archives and of other files.
func TestIsArchive(t *testing.T) {
	for name, want := range map[string]bool{
		"a.warc": true, "a/b.WARC.gz": true, "a.warc.zst": true, "a.arc.gz": true, "a.wacz": true, "a.warc.open": false,
		"a.gz": false, "a.tar.gz": false, "warc": false, ".warc/a.html": false, "a.html": false, "": false,
	} {
		if got := IsArchive(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestFolderArchives: the archives of a folder are found; links out of it are not opened.
func TestFolderArchives(t *testing.T) {
	outer := t.TempDir()
	name := filepath.Join(outer, "in", "sub")
	if err := errors.Join(os.MkdirAll(name, 0o777), os.WriteFile(filepath.Join(name, "a.warc.gz"), nil, 0o666), os.WriteFile(filepath.Join(name, "b.html"), nil, 0o666),
		os.WriteFile(filepath.Join(outer, "out.warc"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../out.warc", filepath.Join(outer, "in", "link.warc")); err != nil {
		t.Skip(err)
	}
	f, err := OpenFolder(filepath.Join(outer, "in"))
	if err != nil {
		t.Fatal(err)
	}
	names, failed := f.Archives()
	if want := []string{"link.warc", "sub/a.warc.gz"}; !slices.Equal(names, want) || len(failed) > 0 {
		t.Errorf("%q, %v", names, failed)
	}
	if file, err := f.Open("link.warc"); err == nil {
		file.Close()
		t.Error("a link out of the folder was opened")
	}
}

// TestSharedArchives: the pages of archives of other programs, sound and broken, are those
// that one reading from beginning to end has.
func TestSharedArchives(t *testing.T) {
	const folder = "../../../shared/warc"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("no web archives beside the project: ", err)
	}
	total := 0
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		a, err := OpenArchive(file, 1000)
		if err != nil {
			return err
		}
		want := pagesInOrder(t, name)
		if len(a.Pages) != len(want) {
			t.Errorf("%s: %d pages, want %d", name, len(a.Pages), len(want))
			return nil
		}
		total += len(want)
		step := 1 + len(want)/25
		for i := len(want) - 1; i >= 0; i -= step {
			if got, _ := a.Read(&a.Pages[i]); !bytes.Equal(got, want[i]) {
				t.Errorf("%s, %s: %d bytes, want %d", name, a.Pages[i].URL, len(got), len(want[i]))
			}
		}
		return nil
	})
	if err != nil || total < 300 {
		t.Errorf("%d pages, %v", total, err)
	}
}

// pagesInOrder returns the pages of an archive as they come.
func pagesInOrder(t *testing.T, name string) (pages [][]byte) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := warc.NewReader(file)
	defer r.Close()
	decoder := payload.NewDecoder(payload.DefaultLimits())
	for {
		record, err := r.Next()
		var damage *warc.Damage
		if errors.As(err, &damage) {
			continue
		}
		if err != nil {
			return pages
		}
		if message, err := decoder.Open(record); err == nil && message.Class == payload.Page {
			content, _ := io.ReadAll(message) // as much as can be read
			pages = append(pages, content)
		}
	}
}
