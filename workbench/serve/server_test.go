package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/workbench/serve/view"
)

const ferry = `<!DOCTYPE html><html lang=en><title>Ferry</title><body><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>The ferry</h1>
<p>The ferry is back in the harbour, and nobody was late today, for the first time in a year.</p><p>It was a long day for all of us who had been there.</p><div>Imprint</div>`

// testServer serves a page under its own host.
func testServer(t *testing.T, change func(*Options)) (*Server, *view.Store) {
	t.Helper()
	store, err := view.NewStore()
	if err != nil {
		t.Fatal(err)
	}
	store.Add(&view.Page{ID: "p", Name: "p", Source: []byte(ferry)})
	options := Options{Hosts: []string{"127.0.0.1:80"}}
	if change != nil {
		change(&options)
	}
	return New(store, options), store
}

// do sends a request as the page of the workbench does, changed by change.
func do(s *Server, method, path, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://127.0.0.1:80"+s.Path()+path, strings.NewReader(body))
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://127.0.0.1:80")
	}
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

const viewRequest = `{"page": "p", "methods": [{"method": "justext"}]}`

// TestRequests: only requests of the page itself are answered.
func TestRequests(t *testing.T) {
	s, _ := testServer(t, nil)
	tests := map[string]struct {
		method, path, body string
		change             func(*http.Request)
		want               int
	}{
		"index":                  {"GET", "", "", nil, 200},
		"a view":                 {"POST", "api/view", viewRequest, nil, 200},
		"typed address":          {"GET", "", "", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none") }, 200},
		"old browser":            {"GET", "", "", func(r *http.Request) { r.Header.Del("Sec-Fetch-Site") }, 200},
		"wrong token":            {"GET", "", "", func(r *http.Request) { r.URL.Path = "/wrong/" }, 404},
		"no token":               {"GET", "", "", func(r *http.Request) { r.URL.Path = "/" }, 404},
		"token without slash":    {"GET", "", "", func(r *http.Request) { r.URL.Path = strings.TrimSuffix(s.Path(), "/") }, 404},
		"DNS rebinding":          {"GET", "", "", func(r *http.Request) { r.Host = "evil.example" }, 421},
		"DNS rebinding, port":    {"GET", "", "", func(r *http.Request) { r.Host = "evil.example:80" }, 421},
		"another port":           {"GET", "", "", func(r *http.Request) { r.Host = "127.0.0.1:81" }, 421},
		"cross-site fetch":       {"POST", "api/view", viewRequest, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"other port of the host": {"POST", "api/view", viewRequest, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }, 403},
		"cross-site image":       {"GET", "frame?q=%7B%7D", "", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"other origin":           {"POST", "api/view", viewRequest, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		"opaque origin":          {"POST", "api/view", viewRequest, func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"other scheme":           {"POST", "api/view", viewRequest, func(r *http.Request) { r.Header.Set("Origin", "https://127.0.0.1:80") }, 403},
		"form":                   {"POST", "api/view", viewRequest, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 403},
		"no type":                {"POST", "api/view", viewRequest, func(r *http.Request) { r.Header.Del("Content-Type") }, 403},
		"PUT":                    {"PUT", "api/view", viewRequest, nil, 403},
		"GET of a request":       {"GET", "api/view", "", nil, 404},
		"unknown request":        {"POST", "api/nothing", "{}", nil, 400},
		"broken JSON":            {"POST", "api/view", "{", nil, 400},
		"no page":                {"POST", "api/view", `{"page": "x", "methods": [{"method": "justext"}]}`, nil, 400},
		"no methods":             {"POST", "api/view", `{"page": "p"}`, nil, 400},
		"four methods":           {"POST", "api/view", `{"page": "p", "methods": [{}, {}, {}, {}]}`, nil, 400},
		"no such method":         {"POST", "api/view", `{"page": "p", "methods": [{"method": "x"}]}`, nil, 400},
		"no such setting":        {"POST", "api/view", `{"page": "p", "methods": [{"method": "justext", "settings": {"x": "1"}}]}`, nil, 400},
		"bad value":              {"POST", "api/view", `{"page": "p", "methods": [{"method": "justext", "settings": {"length-low": "-1"}}]}`, nil, 400},
		"NaN":                    {"POST", "api/view", `{"page": "p", "methods": [{"method": "justext", "settings": {"max-link-density": "NaN"}}]}`, nil, 400},
		"no such language":       {"POST", "api/view", `{"page": "p", "methods": [{"method": "justext", "settings": {"lang": "xx-none"}}]}`, nil, 400},
		"no such model":          {"POST", "api/view", `{"page": "p", "methods": [{"method": "victor", "settings": {"model": "/etc/passwd"}}]}`, nil, 400},
		"no such block":          {"POST", "api/block", `{"page": "p", "methods": [{"method": "justext"}], "block": 99}`, nil, 400},
		"block -1":               {"POST", "api/block", `{"page": "p", "methods": [{"method": "justext"}], "block": -1}`, nil, 400},
		"gold that is not there": {"POST", "api/view", `{"page": "p", "methods": [{"method": "gold"}]}`, nil, 400},
		"fetch without the flag": {"POST", "api/fetch", `{"address": "https://example.org/"}`, nil, 400},
		"labels without folder":  {"POST", "api/annotate/open", `{"page": "p"}`, nil, 405},
		"file outside":           {"GET", "../server.go", "", nil, 404},
		"file outside, encoded":  {"GET", "..%2fserver.go", "", nil, 404},
		"a frame without query":  {"GET", "frame", "", nil, 400},
	}
	for name, test := range tests {
		if got := do(s, test.method, test.path, test.body, test.change); got.Code != test.want {
			t.Errorf("%s: %d %s, want %d", name, got.Code, got.Body, test.want)
		}
	}
}

// TestHeaders: what is served may run no other scripts than its own, and pages none.
func TestHeaders(t *testing.T) {
	s, _ := testServer(t, nil)
	for path, policy := range map[string]string{"": toolPolicy, "main.js": toolPolicy, "frame?q=" + url.QueryEscape(viewRequest): framePolicy} {
		h := do(s, "GET", path, "", nil).Result().Header
		if h.Get("Content-Security-Policy") != policy || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" ||
			h.Get("Cache-Control") != "no-store" || h.Get("Content-Type") == "" {
			t.Errorf("%s: %v", path, h)
		}
	}
	for _, bad := range []string{"unsafe-inline", "unsafe-eval", "http:", "https:", "*"} {
		if strings.Contains(toolPolicy, bad) {
			t.Errorf("the policy of the page has %s", bad)
		}
	}
	if strings.Contains(framePolicy, "script") || !strings.Contains(framePolicy, "default-src 'none'") || !strings.Contains(framePolicy, "sandbox allow-same-origin") {
		t.Errorf("the policy of frames is %s", framePolicy)
	}
}

// TestStaticFiles: the page has no inline scripts or styles, no handlers, and nothing
// from other machines.
func TestStaticFiles(t *testing.T) {
	names, err := filepath.Glob("static/*")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(strings.ReplaceAll(string(content), `"http://www.w3.org/2000/svg"`, ""), `placeholder="https://"`, "")
		for _, bad := range []string{"<script>", "<style", " style=", " onclick=\"", "eval(", "new Function", "innerHTML", "insertAdjacentHTML", "document.write", "http://", "https://", "outerHTML"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q", name, bad)
			}
		}
	}
}

// TestBodyLimit: a larger body is refused.
func TestBodyLimit(t *testing.T) {
	s, _ := testServer(t, func(o *Options) { o.MaxBody = 1000 })
	large := `{"name": "x", "html": "` + strings.Repeat("x", 2000) + `"}`
	for _, path := range []string{"api/paste", "api/view", "api/fetch"} {
		if got := do(s, "POST", path, large, nil); got.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

// TestPaste: a pasted page can be viewed, as text or as the bytes of a file.
func TestPaste(t *testing.T) {
	s, _ := testServer(t, nil)
	for name, body := range map[string]string{
		"text":  `{"name": "a", "html": "<p>Über den Fluss führt eine Brücke.</p>"}`,
		"bytes": `{"name": "b", "bytes": "PG1ldGEgY2hhcnNldD1sYXRpbjE+PHA+3GJlciBkZW4gRmx1c3MgZvxocnQgZWluZSBCcvxja2UuPC9wPg=="}`,
	} {
		w := do(s, "POST", "api/paste", body, nil)
		var info view.PageInfo
		if err := json.Unmarshal(w.Body.Bytes(), &info); err != nil || info.ID == "" {
			t.Fatalf("%s: %s", name, w.Body)
		}
		w = do(s, "POST", "api/view", `{"page": "`+info.ID+`", "methods": [{"method": "justext"}]}`, nil)
		if !strings.Contains(w.Body.String(), "Über den Fluss führt") {
			t.Errorf("%s: %s", name, w.Body)
		}
	}
}

// TestPasteLimit: only the latest pages are kept.
func TestPasteLimit(t *testing.T) {
	s, store := testServer(t, nil)
	for range 60 {
		do(s, "POST", "api/paste", `{"html": "<p>A page."}`, nil)
	}
	pages := store.Overview().Pages
	if len(pages) != 51 || pages[0].ID != "p" || pages[1].ID != "pasted-11" || pages[50].ID != "pasted-60" {
		t.Errorf("%d pages, %v", len(pages), pages[1])
	}
	if w := do(s, "POST", "api/view", `{"page": "pasted-1", "methods": [{"method": "justext"}]}`, nil); w.Code != 400 {
		t.Errorf("a page that is gone: %d", w.Code)
	}
}

// TestFrame: a frame has the page and its marks.
func TestFrame(t *testing.T) {
	s, _ := testServer(t, nil)
	w := do(s, "GET", "frame?q="+url.QueryEscape(viewRequest), "", nil)
	if w.Code != 200 || !strings.Contains(w.Body.String(), `<x-b n="2" k="h">The ferry</x-b>`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestFetched: the addresses in a page that was fetched are completed by its own.
func TestFetched(t *testing.T) {
	page := strings.ReplaceAll(ferry, "The ferry is", "<a href=timetable?d=1>The ferry</a> is")
	s, _ := testServer(t, func(o *Options) {
		o.Fetch = func(*http.Request, string) ([]byte, string, error) {
			return []byte(page), "text/html; charset=utf-8", nil
		}
	})
	if w := do(s, "POST", "api/fetch", `{"address": "https://ferry.example/a/b"}`, nil); w.Code != 200 {
		t.Fatal(w.Code, w.Body)
	}
	w := do(s, "POST", "api/output", `{"page": "pasted-1", "methods": [{"method": "justext"}], "form": "markdown"}`, nil)
	if !strings.Contains(w.Body.String(), "](https://ferry.example/a/timetable?d=1)") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for body, want := range map[string]int{
		`{"page": "p", "methods": [{"method": "justext"}], "form": "tree"}`: 200, `{"page": "p", "methods": [{"method": "justext"}]}`: 400,
		`{"page": "p", "methods": [{"method": "justext"}], "form": "exe"}`: 400, `{"page": "p", "methods": [], "form": "text"}`: 400, `{"page": "p", "methods": [{"method": "gold"}], "form": "html"}`: 400,
	} {
		if w := do(s, "POST", "api/output", body, nil); w.Code != want {
			t.Errorf("%s: %d %s, want %d", body, w.Code, w.Body, want)
		}
	}
}

// TestPublic: only addresses in the public internet are fetched.
func TestPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1::1": true, "127.0.0.1": false, "127.9.9.9": false, "10.1.2.3": false, "172.16.0.1": false, "172.32.0.1": true,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "0.0.0.0": false, "255.255.255.255": false, "224.0.0.1": false, "198.18.0.1": false,
		"::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd12::1": false, "ff02::1": false, "::ffff:127.0.0.1": false, "::ffff:8.8.8.8": true,
		"::127.0.0.1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "2001:db8::1": false, "fec0::1": false, "240.0.0.1": false,
	} {
		if got := isPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

// TestFetch: private addresses are refused whatever they are called, and other schemes.
func TestFetch(t *testing.T) {
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a private address was fetched") }))
	defer private.Close()
	_, port, _ := net.SplitHostPort(private.Listener.Addr().String())
	for _, address := range []string{private.URL, "http://localhost:" + port, "http://2130706433:" + port, "http://[::ffff:127.0.0.1]:" + port, "http://127.1:" + port} {
		if _, _, err := Fetch(httptest.NewRequest("POST", "/", nil), address); err == nil {
			t.Errorf("%s was fetched", address)
		} else if strings.Contains(address, "localhost") && !errors.Is(err, ErrPrivate) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"file:///etc/passwd", "ftp://example.org", "/etc/passwd", "", "javascript:alert(1)", "http://"} {
		if _, _, err := Fetch(httptest.NewRequest("POST", "/", nil), address); err == nil {
			t.Errorf("%q was fetched", address)
		}
	}
}

// TestFolder: nothing outside of the folder is read, symbolic links included.
func TestFolder(t *testing.T) {
	outside := t.TempDir()
	inside := filepath.Join(outside, "pages")
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(outside, "secret.html"), "secret")
	write(filepath.Join(inside, "a.html"), "a")
	write(filepath.Join(inside, "a_files/style.css"), "css")
	for link, target := range map[string]string{"link.html": "../secret.html", "absolute.html": filepath.Join(outside, "secret.html"), "folder": "..", "inside.html": "a.html"} {
		if err := os.Symlink(target, filepath.Join(inside, link)); err != nil {
			t.Skip(err)
		}
	}
	f, err := OpenFolder(inside)
	if err != nil {
		t.Fatal(err)
	}
	files, failed := f.Files()
	var names []string
	for name, content := range files {
		names = append(names, name)
		if strings.Contains(string(content), "secret") {
			t.Errorf("%s was read", name)
		}
	}
	slices.Sort(names)
	if want := []string{"a.html", "inside.html"}; !slices.Equal(names, want) || len(failed) != 2 {
		t.Errorf("files %q, failed %v", names, failed)
	}
	beside := f.Beside("a.html")
	for reference, want := range map[string]bool{
		"a_files/style.css": true, "./a_files/style.css?v=1#x": true, "a_files/../a_files/style.css": true, "../secret.html": false, "folder/secret.html": false,
		"link.html": false, "/etc/passwd": false, "file:///etc/passwd": false, "https://evil.example/x": false, "//evil.example/x": false, "": false, "a_files": false,
		`..\secret.html`: false, "a_files/%2e%2e/../../secret.html": false,
	} {
		if content, got := beside(reference); got != want {
			t.Errorf("%q: %v %q", reference, got, content)
		}
	}
}

// TestWriteFile: a symbolic link that leads outside is not written through.
func TestWriteFile(t *testing.T) {
	outside := t.TempDir()
	inside := filepath.Join(outside, "labels")
	if err := os.Mkdir(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(inside, "spans")); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeFile(root, "spans/x.html", []byte("x")); err == nil {
		t.Error("a file outside was written")
	}
	if _, err := os.Stat(filepath.Join(outside, "x.html")); err == nil {
		t.Error("there is a file outside")
	}
	if err := errors.Join(writeFile(root, "a/b/c", []byte("old")), writeFile(root, "a/b/c", []byte("new"))); err != nil {
		t.Fatal(err)
	}
	if content, _ := root.ReadFile("a/b/c"); string(content) != "new" {
		t.Errorf("content %q", content)
	}
}

// TestHosts: a server is reached under the names of the interfaces that it listens on.
func TestHosts(t *testing.T) {
	loopback := []string{"127.0.0.1:8080", "localhost:8080", "[::1]:8080"}
	for address, want := range map[string][]string{"127.0.0.1": loopback, "0.0.0.0": loopback, "::": loopback, "192.0.2.1": {"192.0.2.1:8080"}} {
		got := Hosts(&net.TCPAddr{IP: net.ParseIP(address), Port: 8080})
		for _, host := range want {
			if !slices.Contains(got, host) {
				t.Errorf("%s: %q lacks %s", address, got, host)
			}
		}
		if address == "192.0.2.1" && len(got) != 1 {
			t.Errorf("%s: %q", address, got)
		}
	}
}

// TestTokens: no two servers have the same token, and it is long.
func TestTokens(t *testing.T) {
	first, _ := testServer(t, nil)
	second, _ := testServer(t, nil)
	if first.Path() == second.Path() || len(first.Path()) < 26 {
		t.Errorf("%s and %s", first.Path(), second.Path())
	}
}

// TestConcurrent: requests at the same time do not disturb each other.
func TestConcurrent(t *testing.T) {
	s, store := testServer(t, nil)
	for _, id := range []string{"q", "r", "s", "t", "u"} {
		store.Add(&view.Page{ID: id, Name: id, Source: []byte(strings.ReplaceAll(ferry, "Imprint", id))})
	}
	done := make(chan string)
	for i := range 40 {
		go func() {
			id := string("pqrstu"[i%6])
			method := []string{"justext", "boilerpipe", "victor"}[i%3]
			w := do(s, "POST", "api/view", `{"page": "`+id+`", "methods": [{"method": "`+method+`"}]}`, nil)
			content, _ := io.ReadAll(w.Body)
			if w.Code != 200 || !bytes.Contains(content, []byte(`"id":"`+id+`"`)) {
				done <- string(content)
				return
			}
			done <- ""
		}()
	}
	for range 40 {
		if problem := <-done; problem != "" {
			t.Error(problem)
		}
	}
}
