package serve

import (
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"path"
	"strings"

	"github.com/seed42075109/justext/workbench/serve/view"
)

// files are the page of the workbench.
//
//go:embed static
var files embed.FS

// Static returns the files of the page of the workbench.
func Static() fs.FS {
	sub, err := fs.Sub(files, "static")
	if err != nil {
		return files // never: the folder is embedded
	}
	return sub
}

// Options say what a Server may do.
type Options struct {
	// Hosts are the values of the Host header that are answered, such as
	// "127.0.0.1:8080".
	Hosts []string
	// Fetch returns the page at an address and its Content-Type. If it is nil, no
	// addresses are fetched.
	Fetch func(r *http.Request, address string) (page []byte, contentType string, err error)
	// Annotator keeps labels. If it is nil, pages cannot be labelled.
	Annotator *Annotator
	// MaxBody is how many bytes the body of a request may have. The default is 32 MiB.
	MaxBody int64
}

// A Server serves the workbench. Make it with New.
type Server struct {
	store   *view.Store
	options Options
	token   string
	mux     *http.ServeMux
}

// New returns a Server with a new random token.
func New(store *view.Store, options Options) *Server {
	if options.MaxBody == 0 {
		options.MaxBody = 32 << 20
	}
	s := &Server{store: store, options: options, token: rand.Text(), mux: http.NewServeMux()}
	s.mux.HandleFunc("GET /", s.static)
	s.mux.HandleFunc("GET /frame", s.frame)
	s.mux.HandleFunc("POST /api/{call}", s.call)
	s.mux.HandleFunc("POST /api/paste", s.paste)
	s.mux.HandleFunc("POST /api/fetch", s.fetch)
	s.mux.HandleFunc("POST /api/can", s.can)
	if options.Annotator != nil {
		s.mux.HandleFunc("POST /api/annotate/{call}", s.annotate)
	}
	return s
}

// Path returns the path of the page of the workbench, which has the token.
func (s *Server) Path() string { return "/" + s.token + "/" }

// toolPolicy is the content security policy of the page of the workbench: it runs its
// own scripts and no others, and loads from nowhere else.
const toolPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// framePolicy is that of the pages that are looked at: they load nothing and run
// nothing. The page of the workbench reads where their blocks are, for which they must
// have its origin.
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"

// ServeHTTP answers a request if it may be answered.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", toolPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("X-DNS-Prefetch-Control", "off")
	if !s.isOwnHost(r.Host) {
		http.Error(w, "this host is not served", http.StatusMisdirectedRequest)
		return
	}
	if !isSameOrigin(r) {
		http.Error(w, "requests from other pages are not answered", http.StatusForbidden)
		return
	}
	token, rest, found := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if !found || subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		http.NotFound(w, r)
		return
	}
	if clean := path.Clean("/" + rest); clean != "/"+rest {
		http.NotFound(w, r)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, s.options.MaxBody)
	inner := r.Clone(r.Context())
	inner.URL.Path, inner.URL.RawPath = "/"+rest, ""
	s.mux.ServeHTTP(w, inner)
}

// isOwnHost reports whether a request came to a name or address of this server. A name
// that an attacker lets point to this machine is none (DNS rebinding).
func (s *Server) isOwnHost(host string) bool {
	for _, own := range s.options.Hosts {
		if strings.EqualFold(host, own) {
			return true
		}
	}
	return false
}

// isSameOrigin reports whether a request comes from the page of the workbench, or from
// the user for that page.
func isSameOrigin(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return false
	}
	switch site := r.Header.Get("Sec-Fetch-Site"); site {
	case "", "same-origin", "none":
	default:
		return false
	}
	if r.Method == http.MethodPost {
		// A form of another page cannot send this type.
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		return err == nil && kind == "application/json"
	}
	return r.Method == http.MethodGet || r.Method == http.MethodHead
}

// Hosts returns the hosts under which a server that listens on an address is reached:
// by that address, and by localhost or the addresses of all interfaces if it listens on
// them.
func Hosts(address net.Addr) []string {
	hosts := []string{address.String()}
	tcp, ok := address.(*net.TCPAddr)
	if !ok || !tcp.IP.IsLoopback() && !tcp.IP.IsUnspecified() {
		return hosts
	}
	_, port, _ := net.SplitHostPort(address.String())
	hosts = append(hosts, "localhost:"+port, "127.0.0.1:"+port, "[::1]:"+port)
	if tcp.IP.IsUnspecified() {
		interfaces, _ := net.InterfaceAddrs() // without them, the server is reached on this machine alone
		for _, own := range interfaces {
			if network, ok := own.(*net.IPNet); ok {
				hosts = append(hosts, net.JoinHostPort(network.IP.String(), port))
			}
		}
	}
	return hosts
}

var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// static serves a file of the page of the workbench.
func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	content, err := fs.ReadFile(Static(), name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
	_, _ = w.Write(content) // the client may have gone
}

// frame serves a page that is looked at, without anything active. The query q is a
// view.Request.
func (s *Server) frame(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", framePolicy)
	var request view.Request
	if err := json.Unmarshal([]byte(r.URL.Query().Get("q")), &request); err != nil {
		http.Error(w, "a request is expected", http.StatusBadRequest)
		return
	}
	content, err := s.store.Frame(&request)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(content)
}

// fail sends an error as JSON.
func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		status = http.StatusRequestEntityTooLarge
	case errors.Is(err, view.ErrRequest):
		status = http.StatusBadRequest
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": err.Error()})
}

// answer sends a value as JSON.
func answer(w http.ResponseWriter, value any, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

// call answers a request about pages.
func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		fail(w, err)
		return
	}
	content, err := s.store.Call(r.PathValue("call"), body)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(content)
}

// readJSON reads the body of a request. Errors wrap view.ErrRequest.
func readJSON(r *http.Request, to any) error {
	err := json.NewDecoder(r.Body).Decode(to)
	var tooLarge *http.MaxBytesError
	if err == nil || errors.As(err, &tooLarge) {
		return err
	}
	return errors.Join(view.ErrRequest, err)
}

// paste adds a page that the user has pasted or dropped.
func (s *Server) paste(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Name, HTML string
		Bytes      []byte // in base64, instead of HTML
	}
	if err := readJSON(r, &body); err != nil {
		fail(w, err)
		return
	}
	if body.Bytes != nil {
		answer(w, s.store.Paste(body.Name, body.Bytes), nil)
		return
	}
	answer(w, s.store.PasteTyped(body.Name, []byte(body.HTML), "text/html; charset=utf-8"), nil)
}

// fetch adds the page at an address.
func (s *Server) fetch(w http.ResponseWriter, r *http.Request) {
	var body struct{ Address string }
	if err := readJSON(r, &body); err != nil {
		fail(w, err)
		return
	}
	if s.options.Fetch == nil {
		fail(w, errors.Join(view.ErrRequest, errors.New("addresses are fetched only if the workbench was started with -fetch")))
		return
	}
	page, contentType, err := s.options.Fetch(r, body.Address)
	if err != nil {
		fail(w, errors.Join(view.ErrRequest, err))
		return
	}
	answer(w, s.store.PasteFetched(body.Address, page, contentType), nil)
}

// can tells what the server may do.
func (s *Server) can(w http.ResponseWriter, _ *http.Request) {
	answer(w, map[string]bool{"fetch": s.options.Fetch != nil, "annotate": s.options.Annotator != nil}, nil)
}
