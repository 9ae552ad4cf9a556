package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// This file drives the workbench in a browser as a person would.

// browserName returns the browser that the tests drive. They are skipped without one,
// except under CI.
func browserName(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if file, err := exec.LookPath(name); err == nil {
			return file
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("there is no browser; Debian's is in the package chromium")
	}
	t.Skip("there is no browser; Debian's is in the package chromium")
	return ""
}

// A browser is a browser with one page. It notes what goes wrong in the page and which
// requests it makes.
type browser struct {
	context.Context
	t        testing.TB
	mu       sync.Mutex
	requests []string
	problems []string
	canary   *canary
}

// A canary is a server that stands for all other machines: the browser finds it under
// every name.
type canary struct {
	*httptest.Server
	mu   sync.Mutex
	hits []string
}

func newCanary(t testing.TB) *canary {
	c := new(canary)
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.hits = append(c.hits, r.Host+r.URL.String())
	}))
	t.Cleanup(c.Close)
	return c
}

// newBrowser starts a browser.
func newBrowser(t testing.TB, options ...chromedp.ExecAllocatorOption) *browser {
	t.Helper()
	name := browserName(t)
	c := newCanary(t)
	all := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(name), chromedp.NoSandbox, chromedp.WindowSize(1500, 950),
		chromedp.Flag("host-resolver-rules", "MAP * "+c.Listener.Addr().String()+", EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.Flag("no-proxy-server", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-features", "NetworkTimeServiceQuerying,OptimizationHints,MediaRouter,Translate"), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(time.Minute))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), append(all, options...)...)
	t.Cleanup(cancel)
	ctx, cancelPage := chromedp.NewContext(allocator)
	t.Cleanup(cancelPage)
	ctx, cancelTime := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancelTime)
	b := &browser{Context: ctx, t: t, canary: c}
	chromedp.ListenTarget(ctx, b.note)
	b.run(network.Enable(), runtime.Enable())
	return b
}

// note notes a request or a problem.
func (b *browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		b.problems = append(b.problems, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError {
			b.problems = append(b.problems, fmt.Sprintf("console: %s", e.Args[0].Value))
		}
	}
}

// run runs actions.
func (b *browser) run(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b, actions...); err != nil {
		b.screenshot("failed")
		b.mu.Lock()
		defer b.mu.Unlock()
		b.t.Fatalf("%v; problems %q", err, b.problems)
	}
}

// open opens the workbench and waits until it is ready.
func (b *browser) open(address string) {
	b.t.Helper()
	b.run(chromedp.Navigate(address), chromedp.WaitReady("html[data-ready]", chromedp.ByQuery))
}

// js evaluates an expression, which may be a promise.
func js[T any](b *browser, expression string) (value T) {
	b.t.Helper()
	b.run(chromedp.Evaluate(expression, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return value
}

// wait waits until an expression is true.
func (b *browser) wait(expression string) {
	b.t.Helper()
	var done bool
	if err := chromedp.Run(b, chromedp.Poll(expression, &done, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(40*time.Second))); err != nil {
		b.screenshot("failed")
		b.mu.Lock()
		defer b.mu.Unlock()
		b.t.Fatalf("waited for %s: %v; problems %q", expression, err, b.problems)
	}
}

// screenshot writes what the page looks like into the folder that the environment
// names, if it names one.
func (b *browser) screenshot(name string) {
	folder := os.Getenv("WORKBENCH_SCREENSHOTS")
	if folder == "" {
		return
	}
	var picture []byte
	if err := chromedp.Run(b, chromedp.CaptureScreenshot(&picture)); err == nil {
		_ = os.MkdirAll(folder, 0o777)
		file := filepath.Join(folder, strings.ReplaceAll(b.t.Name(), "/", "-")+"-"+name+".png")
		if err := os.WriteFile(file, picture, 0o666); err != nil {
			b.t.Error(err)
		}
	}
}

// check fails if something went wrong in the page, or if a request left the machine.
func (b *browser) check(address string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.problems) > 0 {
		b.t.Errorf("problems in the page: %q", b.problems)
	}
	for _, request := range b.requests {
		if !strings.HasPrefix(request, address) && !strings.HasPrefix(request, "data:") && !strings.HasPrefix(request, "blob:") && request != "about:blank" {
			b.t.Errorf("a request to %s", request)
		}
	}
	b.canary.mu.Lock()
	defer b.canary.mu.Unlock()
	if len(b.canary.hits) > 0 {
		b.t.Errorf("requests have left: %q", b.canary.hits)
	}
}

// startServe starts "workbench serve" and returns its address.
func startServe(t testing.TB, args ...string) (address string) {
	t.Helper()
	o, err := parseServe(args)
	if err != nil {
		t.Fatal(err)
	}
	store, err := o.store(os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- o.serve(ctx, store, writer) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

const goldenFolder = "../testdata/golden"

// frameOf is the document of the frame of column m.
func frameOf(m int) string {
	return fmt.Sprintf(`document.querySelectorAll("iframe")[%d].contentDocument`, m)
}

// waitShown waits until the frames of n columns show the page.
func (b *browser) waitShown(n int) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.querySelectorAll("iframe").length === %d && [...document.querySelectorAll("iframe")].every(f => !f.classList.contains("busy") && f.contentDocument?.querySelector("x-b"))`, n))
}
