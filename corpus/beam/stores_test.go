package corpusbeam

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsouza/fake-gcs-server/fakestorage"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/seed42075109/justext/corpus/warc"
)

// bucket is the only bucket of a store.
const bucket = "crawls"

// A store is a server of objects in the process of the test.
type store struct {
	scheme string
	put    func(key string, content []byte) error
	list   func() (map[string]string, error) // the objects by their keys

	trouble atomic.Pointer[trouble] // nil if there is none
}

func (s *store) url(key string) string { return s.scheme + "://" + bucket + "/" + key }

// serve starts the server, whose answers are those of handler unless there is
// trouble.
func (s *store) serve(t *testing.T, server *httptest.Server, handler http.Handler) {
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if trouble := s.trouble.Load(); trouble == nil || !(*trouble)(w, r, handler) {
			handler.ServeHTTP(w, r)
		}
	})
	server.Start()
	t.Cleanup(server.Close)
}

// newS3 starts a store that speaks the protocol of S3, and makes it that of
// s3:// for the test.
func newS3(t *testing.T) *store {
	memory := s3mem.New()
	if err := memory.CreateBucket(bucket); err != nil {
		t.Fatal(err)
	}
	s := &store{scheme: "s3"}
	s.put = func(key string, content []byte) error {
		_, err := memory.PutObject(bucket, key, nil, bytes.NewReader(content), int64(len(content)), nil)
		return err
	}
	s.list = func() (map[string]string, error) {
		objects := map[string]string{}
		list, err := memory.ListBucket(bucket, &gofakes3.Prefix{}, gofakes3.ListBucketPage{})
		if err != nil {
			return nil, err
		}
		for _, o := range list.Contents {
			object, err := memory.GetObject(bucket, o.Key, nil)
			if err != nil {
				return nil, err
			}
			content, err := io.ReadAll(object.Contents)
			object.Contents.Close()
			if err != nil {
				return nil, err
			}
			objects[o.Key] = string(content)
		}
		return objects, nil
	}
	server := httptest.NewUnstartedServer(nil)
	s.serve(t, server, gofakes3.New(memory).Server())
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": server.URL, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
		"AWS_CONFIG_FILE": os.DevNull, "AWS_SHARED_CREDENTIALS_FILE": os.DevNull, "AWS_PROFILE": "",
		"AWS_MAX_ATTEMPTS": "2",
	} {
		t.Setenv(name, value)
	}
	return s
}

// newGCS starts a store that speaks the protocol of Google Cloud Storage, and
// makes it that of gs:// for the test.
func newGCS(t *testing.T) *store {
	server := httptest.NewUnstartedServer(nil)
	host := server.Listener.Addr().String()
	fake, err := fakestorage.NewServerWithOptions(fakestorage.Options{NoListener: true, Scheme: "http", ExternalURL: "http://" + host, PublicHost: host})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(fake.Stop)
	fake.CreateBucketWithOpts(fakestorage.CreateBucketOpts{Name: bucket})
	s := &store{scheme: "gs"}
	s.put = func(key string, content []byte) error {
		fake.CreateObject(fakestorage.Object{ObjectAttrs: fakestorage.ObjectAttrs{BucketName: bucket, Name: key}, Content: content})
		return nil
	}
	s.list = func() (map[string]string, error) {
		objects := map[string]string{}
		list, err := fake.ListObjectsWithOptionsPaginated(bucket, fakestorage.ListOptions{})
		if err != nil {
			return nil, err
		}
		for _, o := range list.Objects {
			object, err := fake.GetObject(bucket, o.Name)
			if err != nil {
				return nil, err
			}
			objects[o.Name] = string(object.Content)
		}
		return objects, nil
	}
	s.serve(t, server, fake.HTTPHandler())
	t.Setenv("STORAGE_EMULATOR_HOST", host)
	return s
}

// newStores start the kinds of stores.
var newStores = map[string]func(*testing.T) *store{"s3": newS3, "gs": newGCS}

// in returns the objects in a folder of the store by their names there.
func (s *store) in(t *testing.T, folder string) map[string]string {
	t.Helper()
	objects, err := s.list()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for key, content := range objects {
		if name, ok := strings.CutPrefix(key, folder+"/"); ok {
			files[name] = content
		}
	}
	return files
}

// fill puts the files at paths into the folder crawl of the store and returns
// their names there. They can be opened by these names too, as if they were
// paths: the working directory of the test has a folder "s3:" or "gs:". So the
// command can be asked what it writes for them.
func (s *store) fill(t *testing.T, paths []string) (urls []string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		url := s.url("crawl/" + filepath.Base(path))
		if err := s.put("crawl/"+filepath.Base(path), content); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(url), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(url, content, 0o666); err != nil {
			t.Fatal(err)
		}
		urls = append(urls, url)
	}
	return urls
}

// TestStores: a pipeline that reads from a store and writes to it leaves there
// what the command writes, and nothing else; also when it runs again.
func TestStores(t *testing.T) {
	_, paths := writeCrawl(t, 8)
	paths = append(paths, writeLarge(t))
	for name, start := range newStores {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			urls := s.fill(t, paths)
			for _, format := range []string{"jsonl", "parquet"} {
				want, report := command(t, format, urls)
				for range 2 {
					settings := Settings{Folder: s.url(format), Format: format, Methods: []string{"justext"}}
					if _, err := runPipeline(s.url("crawl/*.warc.gz"), settings); err != nil {
						t.Fatal(err)
					}
					got := s.in(t, format)
					checkManifest(t, []byte(got["manifest.jsonl"]), &report.Total)
					delete(got, "manifest.jsonl")
					same(t, got, want)
				}
			}
		})
	}
}

// writeLarge writes an archive whose records are too large to be sent in one
// request: stores are sent 5 MiB or 16 MiB at a time.
func writeLarge(t *testing.T) (path string) {
	t.Helper()
	var file bytes.Buffer
	w, err := warc.NewWriter(&file, warc.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	page := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html lang=en><p>" +
		strings.Repeat("This is a sentence of a page that is as long as a book is, and the text of it is the main content. ", 20_000)
	for i := range 10 {
		_, err := w.Write(warc.Header{
			Type: warc.TypeResponse, TargetURI: fmt.Sprintf("http://example.com/%d", i), Date: time.Unix(1_700_000_000, 0),
			ContentType: "application/http; msgtype=response",
		}, []byte(page))
		if err != nil {
			t.Fatal(err)
		}
	}
	path = filepath.Join(t.TempDir(), "crawl-large.warc.gz")
	if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestStoreNames: archives and folders whose names have letters that are not
// ASCII, or characters that mean something in a URL, are read and written.
func TestStoreNames(t *testing.T) {
	_, paths := writeCrawl(t, 1)
	for name, start := range newStores {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			odd := filepath.Join(t.TempDir(), "crawl-köln 1+1.warc.gz")
			if err := os.WriteFile(odd, readFile(t, paths[0]), 0o666); err != nil {
				t.Fatal(err)
			}
			urls := s.fill(t, []string{odd})
			want, _ := command(t, "jsonl", urls)
			if _, err := runPipeline(s.url("crawl/*.warc.gz"), Settings{Folder: s.url("out/a+b ü"), Methods: []string{"justext"}}); err != nil {
				t.Fatal(err)
			}
			got := s.in(t, "out/a+b ü")
			delete(got, "manifest.jsonl")
			same(t, got, want)
		})
	}
}

// A trouble answers requests in the place of the handler of a store, and returns
// true if it has.
type trouble = func(w http.ResponseWriter, r *http.Request, handler http.Handler) bool

// refuse answers requests to write with a status, except the first ones.
func refuse(status, except int) trouble {
	var seen atomic.Int32
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if r.Method == http.MethodGet || int(seen.Add(1)) <= except {
			return false
		}
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(status)
		return true
	}
}

// breakOff cuts the connection after some bytes of an archive, and answers
// requests for the rest of it with a status, 0 to send the rest.
func breakOff(after, status int) trouble {
	var seen atomic.Bool
	return func(w http.ResponseWriter, r *http.Request, handler http.Handler) bool {
		switch {
		case r.Method != http.MethodGet || !strings.HasSuffix(r.URL.Path, "/crawl-large.warc.gz"):
			return false
		case !seen.Swap(true):
			handler.ServeHTTP(&cutWriter{w, after}, r)
		case status == 0:
			return false
		default:
			w.WriteHeader(status)
		}
		return true
	}
}

// A cutWriter cuts the connection when it has written so many bytes.
type cutWriter struct {
	http.ResponseWriter
	left int
}

func (w *cutWriter) Write(b []byte) (int, error) {
	if len(b) < w.left {
		w.left -= len(b)
		return w.ResponseWriter.Write(b)
	}
	w.ResponseWriter.Write(b[:w.left])
	panic(http.ErrAbortHandler)
}

// TestStoreFails: when a store fails, an archive ends with an error, and nothing
// is left where its output would be.
func TestStoreFails(t *testing.T) {
	path := writeLarge(t)
	const half = 35_000 // bytes of the archive, roughly
	for _, test := range []struct {
		store, name, want string
		trouble           trouble
	}{
		{"s3", "writing forbidden", "Forbidden", refuse(http.StatusForbidden, 0)},
		{"s3", "writing fails", "InternalServerError", refuse(http.StatusInternalServerError, 0)},
		{"s3", "second part fails", "InternalServerError", refuse(http.StatusInternalServerError, 2)},
		{"s3", "completion fails", "InternalServerError", refuse(http.StatusInternalServerError, 5)},
		{"s3", "reading breaks off", "unexpected EOF", breakOff(half, 0)},
		{"gs", "writing forbidden", "403", refuse(http.StatusForbidden, 0)},
		{"gs", "writing fails", "500", refuse(http.StatusInternalServerError, 0)},
		{"gs", "second part forbidden", "403", refuse(http.StatusForbidden, 2)},
		{"gs", "reading breaks off", "object doesn't exist", breakOff(half, http.StatusNotFound)},
	} {
		t.Run(test.store+" "+test.name, func(t *testing.T) {
			s := newStores[test.store](t)
			url := s.fill(t, []string{path})[0]
			s.trouble.Store(&test.trouble)
			_, err := newExtract(t, s.url("out")).file(t.Context(), url)
			if got := s.in(t, "out"); err == nil || !strings.Contains(err.Error(), test.want) || len(got) > 0 {
				t.Errorf("%d objects, error %v", len(got), err)
			}
		})
	}
}

// newExtract returns the function that a worker applies, ready for files.
func newExtract(t *testing.T, folder string) *extract {
	t.Helper()
	f := &extract{Settings: Settings{Folder: folder, Methods: []string{"justext"}}}
	if err := f.Setup(); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestStoreRecovers: a store that fails now and then is asked again.
func TestStoreRecovers(t *testing.T) {
	path := writeLarge(t)
	const half = 35_000 // bytes of the archive, roughly
	for _, test := range []struct {
		store, name string
		trouble     trouble
	}{
		{"s3", "writing", once(http.MethodPut, http.StatusServiceUnavailable)},
		{"gs", "reading", breakOff(half, 0)},
	} {
		t.Run(test.store+" "+test.name, func(t *testing.T) {
			s := newStores[test.store](t)
			urls := s.fill(t, []string{path})
			want, _ := command(t, "jsonl", urls)
			s.trouble.Store(&test.trouble)
			if _, err := newExtract(t, s.url("out")).file(t.Context(), urls[0]); err != nil {
				t.Fatal(err)
			}
			same(t, s.in(t, "out"), want)
		})
	}
}

// once answers the first request of a method with a status.
func once(method string, status int) trouble {
	var seen atomic.Bool
	return func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if r.Method != method || seen.Swap(true) {
			return false
		}
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(status)
		return true
	}
}

// TestStoreCancelled: nothing is left of an output that was begun when the
// pipeline was told to stop, whenever that was.
func TestStoreCancelled(t *testing.T) {
	path := writeLarge(t)
	for name, start := range newStores {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			urls := s.fill(t, []string{path})
			want, _ := command(t, "jsonl", urls)
			f := newExtract(t, s.url("out"))
			for requests := int32(1); ; requests++ {
				ctx, cancel := context.WithCancel(t.Context())
				var seen atomic.Int32
				stop := func(http.ResponseWriter, *http.Request, http.Handler) bool {
					if seen.Add(1) == requests {
						cancel()
					}
					return false
				}
				s.trouble.Store((*trouble)(&stop))
				_, err := f.file(ctx, urls[0])
				cancel()
				got := s.in(t, "out")
				if err == nil {
					same(t, got, want)
					break
				}
				if len(got) > 0 && !maps.Equal(got, want) {
					t.Errorf("cancelled by request %d: %d objects, error %v", requests, len(got), err)
				}
			}
		})
	}
}

// TestNoBucket: a bucket that is not there, and a pattern that nothing matches,
// are said to be so.
func TestNoBucket(t *testing.T) {
	_, paths := writeCrawl(t, 1)
	for name, start := range newStores {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.fill(t, paths)
			for _, test := range []struct{ pattern, folder, want string }{
				{name + "://none/*.warc.gz", s.url("out"), map[string]string{"s3": "NoSuchBucket", "gs": "bucket doesn't exist"}[name]},
				{s.url("crawl/*.warc.gz"), name + "://none/out", map[string]string{"s3": "NoSuchBucket", "gs": "404"}[name]},
				{s.url("crawl/*.arc"), s.url("out"), "no files matching pattern"},
			} {
				_, err := runPipeline(test.pattern, Settings{Folder: test.folder, Methods: []string{"justext"}})
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%s to %s: error %v", test.pattern, test.folder, err)
				}
				if got := s.in(t, "out"); len(got) > 0 {
					t.Errorf("%s to %s: %d objects", test.pattern, test.folder, len(got))
				}
			}
		})
	}
}
