package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/corpus/warc"
	"github.com/seed42075109/justext/render"
	"github.com/seed42075109/justext/victor"
)

// goldenNames are the pages that are looked at.
var goldenNames = []string{"news-article", "blog-post", "forum-thread", "recipe", "wiki-article", "documentation", "de-forum", "ru-novosti", "hi-samachar", "table-layout-1999"}

// button returns the path to a button by its text.
func button(text string) string { return `//button[contains(., "` + text + `")]` }

// openPage shows a page in View with n methods and waits until it is there.
func (b *browser) openPage(address, page string, methods ...string) {
	b.t.Helper()
	b.open(address + "?" + fmt.Sprint(time.Now().UnixNano()) + "#page=" + page + "&m=" + strings.Join(methods, "&m="))
	b.waitShown(len(methods))
}

// TestBrowserView: a block that is clicked or chosen is explained; page and list scroll
// together; search finds.
func TestBrowserView(t *testing.T) {
	b := newBrowser(t)
	address := startServe(t, goldenFolder)
	methods := []string{"justext", "boilerpipe", "victor"}
	for i, name := range goldenNames {
		method := methods[i%len(methods)]
		b.openPage(address, "golden/"+name+".html", method)
		b.run(chromedp.Evaluate(`document.querySelector(".details h2") && document.querySelector(".details h2").remove(); `+frameOf(0)+`.querySelectorAll("x-b")[12].click()`, nil))
		b.wait(`document.querySelector(".details h2")?.textContent.startsWith("Block")`)
		want := map[string][]string{
			"justext":    {"Context-free classification", "Stop word density", "Link density", "Length", "thresholds low 70, high 200", "/html"},
			"boilerpipe": {"NumWordsRulesClassifier", "Path through the decision tree", "its link density", "KeepLargestBlock", "Text density"},
			"victor":     {"Probabilities", "Features that weigh most", "toward content or noise", "Most probable label"},
		}[method]
		text := js[string](b, `document.querySelector(".details").textContent`)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s, %s: the details lack %q: %s", name, method, w, text)
			}
		}
		if marked := js[int](b, frameOf(0)+`.querySelectorAll("x-b[s]").length`); marked == 0 {
			t.Errorf("%s, %s: the block is not marked", name, method)
		}
	}
	b.openPage(address, "golden/news-article.html", "justext")
	// With the pointer: over a block its details are shown.
	number := js[int](b, frameOf(0)+`.querySelectorAll("x-b")[3].getAttribute("n") | 0`)
	x, y := b.pointAt(frameOf(0) + `.querySelectorAll("x-b")[3]`)
	b.run(chromedp.MouseEvent(input.MouseMoved, x-1, y), chromedp.MouseEvent(input.MouseMoved, x, y))
	b.wait(fmt.Sprintf(`document.querySelector(".details h2")?.textContent.startsWith("Block %d ")`, number))
	b.run(chromedp.Evaluate(frameOf(0)+`.scrollingElement.scrollTo(0, 100000)`, nil))
	b.wait(`document.querySelector(".list").scrollTop > 500`)
	before := js[float64](b, frameOf(0)+`.scrollingElement.scrollTop`)
	b.run(chromedp.Sleep(300*time.Millisecond), chromedp.Evaluate(`document.querySelector(".list").scrollTop = 0`, nil))
	b.wait(fmt.Sprintf(`%s.scrollingElement.scrollTop < %v`, frameOf(0), before-200))
	b.run(chromedp.SendKeys(`input[type=search]`, "harbour"+kb.Enter, chromedp.ByQuery))
	b.wait(`document.querySelector(".search .note").textContent.startsWith("1 of ")`)
	if js[int](b, frameOf(0)+`.querySelectorAll("x-b[f]").length`) < 2 {
		t.Error("search marks nothing")
	}
	b.screenshot("view")
	b.check(address)
}

// pointAt returns the place in the window of an element in the first frame.
func (b *browser) pointAt(element string) (x, y float64) {
	b.t.Helper()
	place := js[[]float64](b, `(() => { const f = document.querySelector("iframe").getBoundingClientRect(), e = `+element+`.getBoundingClientRect(); return [f.left + e.left + e.width / 2, f.top + e.top + e.height / 2] })()`)
	return place[0], place[1]
}

// TestBrowserCompare: differences of three methods, and of one with two settings, are
// counted and can be gone through; F1 is told where there is gold text.
func TestBrowserCompare(t *testing.T) {
	b := newBrowser(t)
	folder := filepath.Join(t.TempDir(), "mine")
	writeGoldPages(t, folder, 3)
	address := startServe(t, goldenFolder, folder)
	for _, name := range goldenNames[:4] {
		b.openPage(address, "golden/"+name+".html", "justext", "boilerpipe", "victor")
		b.wait(`/^\d+ difference/.test(document.querySelector(".bar [role=status]").textContent)`)
		n := js[int](b, `Number(/^\d+/.exec(document.querySelector(".bar [role=status]").textContent)[0])`)
		if n < 3 {
			t.Errorf("%s: %d differences", name, n)
		}
		b.run(chromedp.Click(button("Next difference")), chromedp.KeyEvent("n"), chromedp.KeyEvent("p"), chromedp.KeyEvent("n"))
		b.wait(fmt.Sprintf(`document.querySelector(".bar [role=status]").textContent.startsWith("2 of %d")`, n))
		for m := range 3 {
			if js[int](b, frameOf(m)+`.querySelectorAll("x-b[d]").length`) == 0 {
				t.Errorf("%s: no differences are marked in column %d", name, m)
			}
		}
	}
	b.screenshot("three")
	b.openPage(address, "mine/aaa", "justext", "justext;length-low=20;length-high=40", "gold")
	b.wait(`[...document.querySelectorAll(".numbers")].every(n => n.textContent.includes("F1 "))`)
	if !js[bool](b, `document.querySelectorAll(".numbers")[2].textContent.includes("F1 1.000")`) {
		t.Error("the gold text is not equal to itself")
	}
	b.run(chromedp.Click(`[aria-label="Remove method 3"]`), chromedp.Sleep(50*time.Millisecond))
	b.waitShown(2)
	b.check(address)
}

// TestBrowserLive: the page follows the controls, and the settings can be copied and
// shared by the address.
func TestBrowserLive(t *testing.T) {
	b := newBrowser(t)
	address := startServe(t, goldenFolder)
	b.openPage(address, "golden/blog-post.html", "justext")
	kept := `Number(/^\d+/.exec(document.querySelector(".numbers").textContent)[0])`
	before := js[int](b, kept)
	b.run(chromedp.Click("summary"))
	setRange := func(id, value string) {
		b.run(chromedp.Evaluate(fmt.Sprintf(`{ const r = document.getElementById(%q); r.value = %q; r.dispatchEvent(new Event("input", {bubbles: true})) }`, id, value), nil))
	}
	setRange("set-0-length-low", "10")
	setRange("set-0-length-high", "20")
	b.wait(fmt.Sprintf(`%s > %d && document.querySelector(".copy").textContent.includes("config.LengthHigh = 20")`, kept, before))
	after := js[int](b, kept)
	b.wait(fmt.Sprintf(`%s.querySelectorAll("x-b[k=k],x-b[k=c],x-b[k=h]").length >= %d`, frameOf(0), after))
	forms := js[string](b, `document.querySelector(".copy").textContent`)
	for _, want := range []string{"config.LengthLow = 10", "config.LengthHigh = 20", `justext.New("auto", config)`, "justext -lang auto -length-low 10 -length-high 20", `{"method":"justext","settings":{"length-low":"10","length-high":"20"}}`} {
		if !strings.Contains(forms, want) {
			t.Errorf("the forms lack %q: %s", want, forms)
		}
	}
	if location := js[string](b, "location.hash"); !strings.Contains(location, "length-low%3D10%3Blength-high%3D20") {
		t.Errorf("address %s", location)
	}
	hash := js[string](b, "location.hash")
	b.open(address + "?again" + hash)
	b.waitShown(1)
	b.wait(fmt.Sprintf(`%s === %d`, kept, after))
	for _, m := range []struct{ method, id, value string }{{"boilerpipe", "set-0-extractor", "everything"}, {"victor", "set-0-decision", "threshold"}} {
		b.openPage(address, "golden/blog-post.html", m.method)
		text := js[string](b, `document.querySelector(".numbers").textContent`)
		runs := js[int](b, `Number(document.documentElement.dataset.runs)`)
		b.run(chromedp.Evaluate(fmt.Sprintf(`{ const s = document.getElementById(%q); s.value = %q; s.dispatchEvent(new Event("change", {bubbles: true})) }`, m.id, m.value), nil))
		b.wait(fmt.Sprintf(`Number(document.documentElement.dataset.runs) > %d`, runs))
		if m.method == "boilerpipe" && js[string](b, `document.querySelector(".numbers").textContent`) == text {
			t.Errorf("%s does not follow", m.method)
		}
		if m.method == "victor" {
			b.run(chromedp.Evaluate(`{ const s = document.getElementById("set-0-other"); s.value = "0.01"; s.dispatchEvent(new Event("input", {bubbles: true})) }`, nil))
			b.wait(fmt.Sprintf(`document.querySelector(".numbers").textContent !== %q`, text))
		}
	}
	b.check(address)
}

// TestBrowserInput: pages are pasted, and chosen as files; an archive with gold text is
// read.
func TestBrowserInput(t *testing.T) {
	b := newBrowser(t)
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{"upload.html": "<p>The ferry was chosen as a file, and nobody was late for it on that day.</p>"})
	address := startServe(t)
	b.open(address)
	b.run(chromedp.Click(button("Add a page")), chromedp.SetValue("#paste-name", "my page"), chromedp.SetValue("#paste-html", "<p>The pasted ferry is back in the harbour, and nobody was late for it today.</p>"), chromedp.Click("#paste-ok"))
	b.waitShown(1)
	if text := js[string](b, frameOf(0)+`.body.textContent`); !strings.Contains(text, "pasted ferry") {
		t.Errorf("pasted page: %q", text)
	}
	b.run(chromedp.Click(button("Add a page")), chromedp.SetUploadFiles("#paste-file", []string{filepath.Join(folder, "upload.html")}), chromedp.Click("#paste-ok"))
	b.wait(frameOf(0) + `?.body?.textContent.includes("chosen as a file")`)
	b.run(chromedp.KeyEvent("["))
	b.wait(frameOf(0) + `?.body?.textContent.includes("pasted ferry")`)
	if js[bool](b, `!document.getElementById("fetch-row").hidden`) {
		t.Error("addresses can be entered without -fetch")
	}
	b.check(address)
}

// TestBrowserBench looks at pages of collections with gold text.
func TestBrowserBench(t *testing.T) {
	b := newBrowser(t)
	for _, name := range []string{"zh-web68", "canola", "victor-cleaneval-dev"} {
		address := startServe(t, archive(t, name))
		b.open(address)
		b.waitShown(1)
		pages := js[[]string](b, `[...document.querySelectorAll("#page option")].filter(o => o.textContent.includes("●")).map(o => o.value)`)
		for i := 0; i < len(pages); i += len(pages) / 4 {
			b.openPage(address, pages[i], "justext", "victor", "gold")
			b.wait(`[...document.querySelectorAll(".numbers")].every(n => n.textContent.includes("F1 "))`)
		}
		b.screenshot(name)
		b.check(address[:strings.LastIndex(address, ":")])
	}
}

// showForm chooses a form of the result and waits until it is shown.
func (b *browser) showForm(page, form string) {
	b.t.Helper()
	b.run(chromedp.Click("#form-" + form))
	b.wait(fmt.Sprintf(`document.querySelector("#result-panel").dataset.shown === %q`, page+"\n"+form))
}

// formsOf returns the forms of what justext keeps of a page.
func formsOf(t *testing.T, source []byte, lang string) map[string]string {
	t.Helper()
	x, err := justext.New(lang, justext.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	document, err := x.Clean(t.Context(), bytes.NewReader(source), "")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := render.Build(t.Context(), source, document, render.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var markdown, html strings.Builder
	if err := errors.Join(render.Markdown(&markdown, tree, render.MarkdownOptions{}), render.HTML(&html, tree, render.HTMLOptions{})); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"text": document.Text, "markdown": markdown.String(), "html": html.String()}
}

// TestBrowserResult: what the methods keep is beside the page in every form, and the
// metadata with the places where they were found.
func TestBrowserResult(t *testing.T) {
	b := newBrowser(t)
	address := startServe(t, goldenFolder)
	b.openPage(address, "golden/recipe.html", "justext", "victor")
	b.run(chromedp.Click("#tab-result"))
	b.waitShown(1)
	for form, want := range formsOf(t, []byte(readFile(t, filepath.Join(goldenFolder, "recipe.html"))), "en") {
		b.showForm("golden/recipe.html", form)
		if n := js[int](b, `document.querySelectorAll(".texts pre").length`); n != 2 {
			t.Errorf("%s: %d results", form, n)
		}
		if got := js[string](b, `document.querySelector(".texts pre").textContent`); got != want || want == "" {
			t.Errorf("%s: got %q, want %q", form, got, want)
		}
		if location := js[string](b, "location.hash"); strings.Contains(location, "form="+form) != (form != "text") {
			t.Errorf("%s: address %s", form, location)
		}
		b.screenshot(form)
	}
	b.showForm("golden/recipe.html", "tree")
	if kinds := js[[]string](b, `JSON.parse(document.querySelectorAll(".texts pre")[1].textContent).children.map(c => c.kind)`); !slices.Contains(kinds, "heading") || !slices.Contains(kinds, "list") {
		t.Errorf("the tree has %q", kinds)
	}
	// The page beside it shows the blocks of the method that is asked for.
	kept := `document.querySelector(".result .numbers").textContent`
	before := js[string](b, kept)
	b.run(chromedp.Click(`(//button[contains(., "Show in the page")])[2]`))
	b.wait(fmt.Sprintf(`%s !== %q && %s.startsWith("victor")`, kept, before, kept))
	b.screenshot("tree")

	b.showForm("golden/recipe.html", "metadata")
	rows := js[[]string](b, `[...document.querySelectorAll(".metadata tbody tr")].map(r => [...r.cells].map(c => c.textContent).join("|"))`)
	if !slices.ContainsFunc(rows, func(r string) bool { return strings.HasPrefix(r, "title|") }) {
		t.Errorf("metadata %q", rows)
	}
	b.screenshot("metadata")
	// A value from the text of the page is shown there.
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".metadata tr")].find(r => r.cells[2].textContent.startsWith("h1") || r.cells[2].textContent.includes("heading")).querySelector("button").click()`, nil))
	b.wait(frameOf(0) + `.querySelectorAll("x-b[s]").length > 0`)
	b.check(address)
}

// oddForms is a page whose title, text and metadata are markup of the page that shows them
// and of each form.
const oddForms = `<!DOCTYPE html><html lang=en><head><title>&lt;/script>&lt;script>top.attacked=1&lt;/script> &lt;/pre>&lt;img src=x onerror=top.attacked=2></title>
<meta name=author content="&quot;>&lt;img src=x onerror=top.attacked=3>"><meta name=description content="&lt;/td>&lt;script>top.attacked=4&lt;/script>"><link rel=canonical href="javascript:top.attacked=5">
<meta property="og:image" content="http://img.example/i.png"></head><body>
<h1>The &lt;script>top.attacked=6&lt;/script> # of the ferry</h1>
<p>The ferry is back in the harbour &lt;img src=x onerror=top.attacked=7>, and nobody was late today, for the first time in a year, as [they](javascript:top.attacked=8) say.</p>
<p>It was a &lt;/pre>&lt;/section>&lt;iframe src="http://frame.example/">&lt;/iframe> long day for all of us who had been there, and there was nothing that we could have done about it.</p>
<p>We were <a href="javascript:top.attacked=9">there</a> and it is not <a href="http://link.example/a)%22%3E%3Cscript%3E">what</a> they say <img src="http://img.example/x.png" alt="](javascript:top.attacked=10) &lt;script>"> it was for all of us on that day.</p>
<pre>&lt;script>top.attacked=11&lt;/script> and it was the first of the days that we have had in this year of our own</pre>`

// TestBrowserHostileResults: what is made of a page is shown as text and never as markup.
func TestBrowserHostileResults(t *testing.T) {
	b := newBrowser(t)
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{"pages/odd.html": oddForms, "pages/attack.html": attack})
	address := startServe(t, filepath.Join(folder, "pages"))
	want := formsOf(t, []byte(oddForms), "en")
	for _, page := range []string{"pages/odd.html", "pages/attack.html"} {
		b.open(address + "?" + page + "#tab=result&page=" + page + "&m=justext;lang=en&m=boilerpipe&m=victor")
		b.waitShown(1)
		for _, form := range []string{"text", "markdown", "html", "tree", "metadata"} {
			b.showForm(page, form)
			if markup := js[int](b, `document.querySelectorAll("#result-panel pre *, #result-panel :is(img, script, iframe, a, link, object, svg, form)").length`); markup != 0 {
				t.Errorf("%s, %s: %d elements of the page are in the result", page, form, markup)
			}
			if got := js[string](b, `document.querySelector("#result-panel pre")?.textContent || ""`); page == "pages/odd.html" && want[form] != "" && got != want[form] {
				t.Errorf("%s: got %q, want %q", form, got, want[form])
			}
			if attacked := js[string](b, `String(window.attacked) + document.title`); attacked != "undefinedWorkbench" {
				t.Errorf("%s, %s: something has run: %s", page, form, attacked)
			}
		}
		if page == "pages/odd.html" {
			values := js[[]string](b, `[...document.querySelectorAll(".metadata .value")].map(c => c.textContent)`)
			if !slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, "</script><script>top.attacked=1") }) {
				t.Errorf("the title is not among %q", values)
			}
		}
	}
	b.check(address)
}

// TestBrowserBatch: the table of all pages, the worst first, leads to the pages.
func TestBrowserBatch(t *testing.T) {
	b := newBrowser(t)
	folder := filepath.Join(t.TempDir(), "mine")
	writeGoldPages(t, folder, 8)
	address := startServe(t, folder)
	b.openPage(address, "mine/bbb", "justext", "victor")
	b.run(chromedp.Click("#tab-batch"), chromedp.Click(button("Run all pages")))
	b.wait(`document.querySelectorAll(".batch tbody tr").length === 8 && document.querySelector(".batch progress").hidden`)
	values := `[...document.querySelectorAll(".batch tbody tr")].map(r => Number(r.cells[1].textContent))`
	first := js[[]float64](b, values)
	if !slices.IsSorted(first) || first[len(first)-1] == 0 {
		t.Errorf("F1 %v", first)
	}
	if js[int](b, `document.querySelectorAll(".chart").length`) != 3 {
		t.Error("there are not three histograms")
	}
	b.run(chromedp.Click(`//th/button[contains(., "F1 justext")]`))
	if again := js[[]float64](b, values); !slices.IsSortedFunc(again, func(a, b float64) int { return int(math.Copysign(1, b-a)) * b2i(a != b) }) {
		t.Errorf("F1, largest first: %v", again)
	}
	name := js[string](b, `document.querySelector(".batch tbody button").textContent`)
	b.run(chromedp.Click(".batch tbody button"))
	b.waitShown(2)
	if got := js[string](b, `document.getElementById("page").value`); got != name {
		t.Errorf("page %s, want %s", got, name)
	}
	b.check(address)
}

func b2i(v bool) int {
	if v {
		return 1
	}
	return 0
}

// TestBrowserLabel labels ten pages by keys and clicks and trains a model. The files
// are those that the command line makes of the same labels.
func TestBrowserLabel(t *testing.T) {
	b := newBrowser(t)
	folder := t.TempDir()
	pages, labels := filepath.Join(folder, "pages"), filepath.Join(folder, "labels")
	for _, name := range goldenNames {
		writeFiles(t, pages, map[string]string{name + ".html": readFile(t, filepath.Join(goldenFolder, name+".html"))})
	}
	address := startServe(t, "-annotate", labels, "-labels", "text,header,other", pages)
	for i, name := range goldenNames {
		b.open(address + "?" + name + "#tab=label&page=pages/" + name + ".html")
		b.wait(fmt.Sprintf(`document.documentElement.dataset.labelling === %q`, "pages/"+name+".html"))
		b.waitShown(1)
		b.run(chromedp.Click(button("Start from it")))
		b.wait(`document.documentElement.dataset.changes === "1/0"`)
		// The third block is a header, and the four after it are text.
		b.run(chromedp.Evaluate(`document.querySelector(".list").focus()`, nil), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent("2"))
		b.wait(`document.documentElement.dataset.changes === "2/0"`)
		b.run(chromedp.KeyEvent(kb.ArrowDown))
		for range 3 {
			b.run(chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(8))) // with Shift
		}
		b.run(chromedp.KeyEvent("1"))
		b.wait(`document.documentElement.dataset.changes === "3/0"`)
		if i == 0 {
			// A click in the page, a label by click, and undo and redo.
			b.run(chromedp.Evaluate(frameOf(0)+`.querySelector("x-b[n='20']").scrollIntoView({block: "center"})`, nil), chromedp.Sleep(100*time.Millisecond))
			x, y := b.pointAt(frameOf(0) + `.querySelector("x-b[n='20']")`)
			b.run(chromedp.MouseClickXY(x, y), chromedp.Click(`//div[@class="labels"]/button[contains(., "header")]`))
			b.wait(`document.documentElement.dataset.changes === "4/0"`)
			b.run(chromedp.KeyEvent("u"))
			b.wait(`document.documentElement.dataset.changes === "3/1"`)
			b.run(chromedp.KeyEvent("r"))
			b.wait(`document.documentElement.dataset.changes === "4/0"`)
			b.run(chromedp.KeyEvent("u"))
			b.wait(`document.documentElement.dataset.changes === "3/1"`)
			b.run(chromedp.KeyEvent("s"))
			if n := js[int](b, frameOf(0)+`.querySelectorAll("x-b[s]").length`); n < 2 {
				t.Errorf("%d blocks look like block 20", n)
			}
			b.run(chromedp.KeyEvent("."))
			b.wait(`document.getElementById("status").textContent.includes("content with probability")`)
			b.screenshot("label")
			b.run(chromedp.KeyEvent("d"))
			b.wait(`document.documentElement.dataset.labelling !== "pages/` + name + `.html"`)
			b.wait(`document.querySelector(".bar [role=status]").textContent.includes("1 of 10 pages done")`)
		}
	}
	b.run(chromedp.Click(button("Train a model")))
	b.wait(`[...document.querySelectorAll("[role=status]")].some(s => s.textContent.includes("is ready"))`)
	b.run(chromedp.Click("#tab-view"))
	b.openPage(address, "pages/recipe.html", "victor", "victor;model=trained")
	b.check(address)
	compareWithCommandLine(t, folder, pages, labels)
}

// TestBrowserAgreement compares the labels of two annotators and goes to a
// disagreement.
func TestBrowserAgreement(t *testing.T) {
	b := newBrowser(t)
	folder := t.TempDir()
	pages, mine, theirs := filepath.Join(folder, "mine-pages"), filepath.Join(folder, "mine"), filepath.Join(folder, "theirs")
	_, page, _ := smallPage(1)
	writeFiles(t, pages, map[string]string{"p.html": page})
	label := func(address, start string) {
		b.open(address + "?" + start + "#tab=label&page=mine-pages/p.html")
		b.wait(`document.documentElement.dataset.labelling === "mine-pages/p.html"`)
		b.run(chromedp.SetValue(`[aria-label="Method to start from"]`, start), chromedp.Click(button("Start from it")))
		b.wait(`document.documentElement.dataset.changes === "1/0"`)
		if !js[bool](b, `fetch("api/annotate/flush", {method: "POST", headers: {"Content-Type": "application/json"}, body: "{}"}).then(r => r.ok)`) {
			t.Error("the labels were not written")
		}
	}
	label(startServe(t, "-annotate", theirs, pages), "justext")
	address := startServe(t, "-annotate", mine, "-compare", theirs, pages)
	label(address, "boilerpipe")
	b.run(chromedp.Click(button("Agreement")))
	b.wait(`/Cohen's kappa 0\.\d+/.test(document.querySelector(".details").textContent)`)
	b.screenshot("agreement")
	block := js[string](b, `document.querySelector(".details li button").textContent`)
	b.run(chromedp.Click(".details li button"))
	b.wait(fmt.Sprintf(`%q.endsWith("block " + document.querySelector(".item.current")?.dataset.n)`, block))
}

// compareWithCommandLine makes the files of the labels of TestBrowserLabel by the
// command line and compares them.
func compareWithCommandLine(t *testing.T, folder, pages, labels string) {
	t.Helper()
	spans := filepath.Join(folder, "spans")
	var names []string
	for _, name := range goldenNames {
		names = append(names, filepath.Join(pages, name+".html"))
	}
	command(t, append([]string{"label", "-format", "spans", "-o", spans}, names...)...)
	class := regexp.MustCompile(`(id="victor_an(\d+)" class="victor_)(\w+)"`)
	template := victor.DefaultModel().Template()
	for _, name := range goldenNames {
		file := filepath.Join(spans, name+".html")
		page, err := template.ReadPage(strings.NewReader(readFile(t, filepath.Join(pages, name+".html"))), "", victor.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		corrected := class.ReplaceAllStringFunc(readFile(t, file), func(span string) string {
			var number int
			parts := class.FindStringSubmatch(span)
			if _, err := fmt.Sscan(parts[2], &number); err != nil {
				t.Fatal(err)
			}
			label := parts[3]
			switch {
			case number == 2:
				label = "header"
			case number >= 3 && number <= 6:
				label = "text"
			case label == "text" && page.Heading(number):
				label = "header" // which the shipped model does not give
			}
			return parts[1] + label + `"`
		})
		writeFiles(t, spans, map[string]string{name + ".html": corrected})
		if got := readFile(t, filepath.Join(labels, "spans", "pages+"+name+".html.html")); got != corrected {
			t.Errorf("%s: the spans are not those of the command line:\n%s", name, firstDifference(got, corrected))
		}
	}
	model := filepath.Join(folder, "command.model")
	command(t, "train", "-o", model, filepath.Join(labels, "spans"))
	if readFile(t, model) != readFile(t, filepath.Join(labels, "trained.model")) {
		t.Error("the model is not that of the command line")
	}
	for _, form := range []string{"spans", "nodes", "gold"} {
		out := command(t, "crossval", "-folds", "2", "-template", "shipped", filepath.Join(labels, form))
		if !strings.Contains(out, "| 10 |") {
			t.Errorf("crossval of %s: %s", form, out)
		}
		if out = command(t, "eval", filepath.Join(labels, form)); !strings.Contains(out, "| 10 |") {
			t.Errorf("eval of %s: %s", form, out)
		}
	}
}

func firstDifference(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	from := max(0, n-80)
	return fmt.Sprintf("%q\n%q", a[from:min(len(a), n+80)], b[from:min(len(b), n+80)])
}

// TestKilledServer: labels that were answered are there after the server was killed.
func TestKilledServer(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "workbench")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	writeFiles(t, folder, map[string]string{"pages/p.html": hiddenPage})
	start := func() (*exec.Cmd, string) {
		process := exec.Command(program, "serve", "-annotate", filepath.Join(folder, "labels"), filepath.Join(folder, "pages"))
		out, err := process.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		line := make([]byte, 200)
		n, err := out.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		return process, strings.TrimSpace(string(line[:n]))
	}
	post := func(address, call, body string) (state struct {
		Names  []string
		Labels []int
	}) {
		response, err := http.Post(address+"api/annotate/"+call, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if err := json.NewDecoder(response.Body).Decode(&state); err != nil || response.StatusCode != 200 {
			t.Fatal(response.Status, err)
		}
		return state
	}
	for i := range 4 {
		process, address := start()
		if i > 0 {
			state := post(address, "open", `{"page": "pages/p.html"}`)
			for k := range i {
				if state.Labels[k] != k%3 {
					t.Errorf("after %d kills: %v", i, state.Labels)
				}
			}
		}
		post(address, "do", fmt.Sprintf(`{"page": "pages/p.html", "op": "set", "blocks": [%d], "labels": [%q]}`, i, []string{"text", "header", "other"}[i%3]))
		if err := process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = process.Wait() // it was killed
	}
}

// attack is a page that tries to run and to load things, and to leave its frame.
const attack = `<!DOCTYPE html><html><head><title>x</title><base href="http://base.example/"><meta http-equiv="refresh" content="0;url=http://refresh.example/">
<link rel="stylesheet" href="http://css.example/a.css"><link rel="dns-prefetch" href="//prefetch.example"><link rel="preconnect" href="http://preconnect.example"><link rel="icon" href="http://icon.example/i.ico">
<style>@import "http://import.example/x.css"; body{background:url(http://background.example/b.png)} p::before{content:url(http://content.example/c.png)} @font-face{font-family:f;src:url(http://font.example/f.woff)} p{font-family:f}
li{list-style-image:url("http://list.example/l.png")} a{cursor:url(http://cursor.example/c.cur),auto} div{background:image-set("http://set.example/s.png" 1x)} b{background:u\72l(http://escape.example/e.png)}
#x{mask:url(http://mask.example/m.svg#m)} html{position:fixed}</style></head>
<body onload="parent.attacked=1;top.attacked=1" background="http://body.example/b.png"><script>parent.attacked=2; window.attacked=2; document.title='attacked'</script>
<p id=x style="background:url(http://inline.example/i.png)" onclick="parent.attacked=3">The ferry is back in the harbour, and nobody was late today, for the first time in a year, they say.</p>
<img src="http://img.example/i.png" srcset="http://srcset.example/s.png 2x" onerror="parent.attacked=4" alt="A ferry"><img src=x onerror=top.attacked=5>
<iframe src="http://iframe.example/"></iframe><iframe srcdoc="<script>top.attacked=6</script>"></iframe><object data="http://object.example/"></object><embed src="http://embed.example/">
<video src="http://video.example/v.mp4" poster="http://poster.example/p.png" autoplay></video><audio src="http://audio.example/a.mp3" autoplay></audio>
<form action="http://form.example/" id=f><input name=q type=image src="http://input.example/i.png" autofocus onfocus="top.attacked=7"><button>Send the form</button></form>
<svg onload="top.attacked=8"><image href="http://svg.example/s.png"/><script>top.attacked=9</script><style>p{background:url(http://svgstyle.example/)}</style></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=http://math.example onerror=top.attacked=10&gt;">
<a id=link href="http://link.example/" target=_top ping="http://ping.example/">A link out of the frame, which leads nowhere.</a><a id=js href="javascript:top.attacked=11">Script</a>
<picture><source srcset="http://picture.example/p.webp"><img alt="p"></picture><input type=image src=http://input2.example/><table background=http://table.example/t.png><tr><td background=http://td.example/t.png>Cell</table>
<noscript><img src=http://noscript.example/n.png><p title="</noscript><img src=http://mutation.example onerror=top.attacked=12>">N</noscript>
<details open ontoggle="top.attacked=13"><summary>S</summary></details><marquee onstart="top.attacked=14">M</marquee><div style="position:fixed;inset:0;z-index:99999" onmouseover="top.attacked=15"></div>`

// TestBrowserHostilePages: nothing of a page runs and no request leaves, whichever
// method shows it, in a frame or opened by itself, in a report or in the page without
// a server.
func TestBrowserHostilePages(t *testing.T) {
	b := newBrowser(t)
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{"pages/attack.html": attack})
	pages := filepath.Join(folder, "pages")
	address := startServe(t, pages)
	harmless := func(where string) {
		t.Helper()
		b.run(chromedp.Sleep(300 * time.Millisecond))
		if attacked := js[string](b, `String(window.attacked) + " " + document.title`); strings.HasPrefix(attacked, "undefined") == false || strings.Contains(attacked, "attacked") {
			t.Errorf("%s: something has run: %s", where, attacked)
		}
	}
	for _, method := range []string{"justext", "boilerpipe", "victor", "justext;python=true"} {
		for _, styles := range []string{"1", "0"} {
			b.openPage(address, "pages/attack.html&styles="+styles, method)
			b.run(chromedp.Evaluate(`{ const d = `+frameOf(0)+`; for (const e of d.querySelectorAll("a,p,button,x-button,summary,img")) e.click() }`, nil))
			harmless(method)
			if ran := js[bool](b, `(() => { const d = `+frameOf(0)+`; const s = d.createElement("script"); s.textContent = "top.attacked = 99"; d.body.append(s); return window.attacked !== undefined })()`); ran {
				t.Errorf("%s: a script that is put into the frame runs", method)
			}
		}
	}
	frame := js[string](b, `document.querySelector("iframe").src`)
	b.run(chromedp.Navigate(frame), chromedp.Sleep(300*time.Millisecond))
	harmless("the frame by itself")
	b.check(address)

	report := filepath.Join(folder, "report.html")
	command(t, "serve", "-report", report, pages)
	b.mu.Lock()
	b.requests = nil
	b.mu.Unlock()
	b.run(chromedp.Navigate("file://"+report), chromedp.Sleep(500*time.Millisecond))
	harmless("the report")
	b.check("file://" + report)
}

// TestBrowserReport: a report shows pages and reasons without a server.
func TestBrowserReport(t *testing.T) {
	b := newBrowser(t)
	report := filepath.Join(t.TempDir(), "report.html")
	var pages []string
	for _, name := range goldenNames {
		pages = append(pages, filepath.Join(goldenFolder, name+".html"))
	}
	command(t, append([]string{"serve", "-report", report, "-with", "justext,victor"}, pages...)...)
	b.run(chromedp.Navigate("file://" + report))
	b.wait(`document.querySelectorAll("iframe").length === 20`)
	text := js[string](b, `document.body.textContent`)
	for _, want := range []string{"news-article.html", justext.ManyStopWords.String(), justext.TooManyLinks.String(), "link density", "probability of noise", "kept by context"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	b.screenshot("report")
	b.check("file://" + report)
	if content := readFile(t, report); strings.Contains(content, "<script") {
		t.Error("the report has a script")
	}
}

// TestBrowserSite: the page that needs no server shows a page that is pasted, loads
// within 4.5 MB, and gets the stop list of another language when that is asked for.
func TestBrowserSite(t *testing.T) {
	b := newBrowser(t)
	folder := filepath.Join(t.TempDir(), "site")
	command(t, "site", folder)
	sent := 0
	files := http.FileServer(http.Dir(folder))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(r.URL.Path))); err == nil && !info.IsDir() {
			sent += int(info.Size())
		}
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	address := server.URL + "/"
	began := time.Now()
	b.open(address)
	b.run(chromedp.Click(button("Add a page")), chromedp.SetValue("#paste-html", readFile(t, filepath.Join(goldenFolder, "news-article.html"))), chromedp.Click("#paste-ok"))
	b.waitShown(1)
	t.Logf("first result after %v, %d bytes", time.Since(began).Round(time.Millisecond), sent)
	if sent > 4_500_000 {
		t.Errorf("%d bytes for the first view", sent)
	}
	b.run(chromedp.Evaluate(frameOf(0)+`.querySelector("x-b[k=k]").click()`, nil))
	b.wait(`document.querySelector(".details")?.textContent.includes("Stop word density")`)
	want, err := justextText(&source{html: []byte(readFile(t, filepath.Join(goldenFolder, "news-article.html"))), lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Click("#tab-result"))
	b.wait(`document.querySelector(".texts pre") !== null`)
	if got := js[string](b, `document.querySelector(".texts pre").textContent`); got != want.text {
		t.Errorf("text %.200q, want %.200q", got, want.text)
	}
	b.run(chromedp.Click("#form-markdown"))
	markdown := formsOf(t, []byte(readFile(t, filepath.Join(goldenFolder, "news-article.html"))), "en")["markdown"]
	b.wait(`document.querySelector("#result-panel").dataset.shown.endsWith("\nmarkdown")`)
	if got := js[string](b, `document.querySelector(".texts pre").textContent`); got != markdown {
		t.Errorf("Markdown %.200q, want %.200q", got, markdown)
	}
	b.run(chromedp.Click("#tab-view"))
	b.run(chromedp.Click(button("Add a page")), chromedp.SetUploadFiles("#paste-file", []string{absolute(t, filepath.Join(goldenFolder, "cs-clanek.html"))}), chromedp.Click("#paste-ok"))
	b.wait(`document.querySelector(".numbers")?.textContent.includes("language cs")`)
	b.run(chromedp.Click(button("Compare with another method")))
	b.waitShown(2)
	b.screenshot("site")
	b.check(address)
}

func absolute(t *testing.T, name string) string {
	t.Helper()
	file, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBrowserKeyboard does without a pointer: a page is chosen, its blocks are gone
// through, settings are changed and a difference is found.
func TestBrowserKeyboard(t *testing.T) {
	b := newBrowser(t)
	address := startServe(t, goldenFolder)
	b.openPage(address, "golden/blog-post.html", "justext")
	tabTo := func(expression string) {
		t.Helper()
		for range 60 {
			if js[bool](b, `(() => { const e = document.activeElement; return Boolean(`+expression+`) })()`) {
				return
			}
			b.run(chromedp.KeyEvent(kb.Tab))
		}
		b.screenshot("keyboard")
		t.Fatalf("the tab key does not lead to %s", expression)
	}
	tabTo(`e.textContent === "Compare with another method"`)
	b.run(chromedp.KeyEvent(kb.Enter))
	b.waitShown(2)
	tabTo(`e.tagName === "SUMMARY"`)
	b.run(chromedp.KeyEvent(kb.Enter))
	tabTo(`e.id === "set-0-length-low"`)
	runs := js[int](b, `Number(document.documentElement.dataset.runs)`)
	b.run(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp))
	b.wait(fmt.Sprintf(`Number(document.documentElement.dataset.runs) > %d && document.querySelector(".copy").textContent.includes("config.LengthLow = 72")`, runs))
	tabTo(`e.getAttribute("role") === "listbox"`)
	b.run(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.PageDown))
	b.wait(`/^Block [1-9]/.test(document.querySelector(".details h2")?.textContent)`)
	b.run(chromedp.KeyEvent("n"))
	b.wait(`document.getElementById("status").textContent.startsWith("Difference 1 of")`)
	b.run(chromedp.KeyEvent("]"))
	b.wait(`document.getElementById("page").value !== "golden/blog-post.html"`)
	b.run(chromedp.Evaluate(`document.getElementById("tab-view").focus()`, nil), chromedp.KeyEvent(kb.ArrowRight))
	b.wait(`document.querySelector(".texts pre") !== null`)
	tabTo(`e.id === "form-text"`)
	b.run(chromedp.KeyEvent(kb.ArrowRight))
	b.wait(`document.activeElement.id === "form-markdown" && document.querySelector("#result-panel").dataset.shown.endsWith("\nmarkdown")`)
	tabTo(`e.tagName === "PRE"`)
	b.check(address)
}

// largePage returns a page of at least a number of bytes, made of the golden pages.
func largePage(t testing.TB, size int) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(goldenFolder, "*.html"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><html lang=en><title>Large</title><body>")
	for i := 0; page.Len() < size; i++ {
		content, err := os.ReadFile(names[i%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(string(content), "<body")
		_, body, _ = strings.Cut(body, ">")
		body, _, _ = strings.Cut(body, "</body>")
		page.WriteString("<div>" + body + "</div>")
	}
	return page.String()
}

// liveControls are controls that the page follows, with values from which on they are moved.
var liveControls = []struct{ method, control, from, far string }{
	{"justext;lang=en", "length-low", "60", "150"}, {"justext;lang=en", "max-link-density", "0.20", "0.01"}, {"victor;decision=threshold", "other", "0.30", "0.95"},
}

// moveControl moves a control to a value and reports what that has changed in the frame.
const moveControl = `(async (control, value) => {
	const page = document.querySelector("iframe").contentDocument, elements = [...page.querySelectorAll("x-b[n],img[n]")];
	const before = elements.map(e => e.getAttribute("k")), runs = document.documentElement.dataset.runs;
	const records = [], observer = new MutationObserver(r => records.push(...r));
	observer.observe(page, {subtree: true, childList: true, attributes: true, characterData: true});
	const range = document.querySelector("#set-0-" + control).previousElementSibling;
	range.value = value;
	range.dispatchEvent(new Event("input", {bubbles: true}));
	while (document.documentElement.dataset.runs === runs) await new Promise(r => setTimeout(r));
	records.push(...observer.takeRecords());
	observer.disconnect();
	return {
		elements: elements.length, touched: records.length, colours: records.filter(r => r.type === "attributes" && r.attributeName === "k").length,
		changed: elements.filter((e, i) => e.getAttribute("k") !== before[i]).length, same: document.querySelector("iframe").contentDocument === page,
	};
})`

// TestBrowserFollow: when a control is moved, the page is not loaded again, and only the
// blocks whose colour changes are touched. While an answer is awaited, only the latest of
// the values that follow is asked for.
func TestBrowserFollow(t *testing.T) {
	b := newBrowser(t)
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{"pages/large.html": largePage(t, 200_000)})
	address := startServe(t, filepath.Join(folder, "pages"))
	for _, c := range liveControls {
		b.openPage(address, "pages/large.html", c.method)
		b.run(chromedp.Evaluate(`{ const send = fetch; window.asked = 0; window.fetch = (...request) => { window.asked++; return send(...request); } }`, nil))
		changed := 0
		for _, value := range []string{c.far, c.from, c.far} {
			moved := js[struct {
				Elements, Touched, Colours, Changed int
				Same                                bool
			}](b, fmt.Sprintf(`%s(%q, %q)`, moveControl, c.control, value))
			if !moved.Same || moved.Touched != moved.Changed || moved.Colours != moved.Changed {
				t.Errorf("%s to %s: %+v; want the same page, and each block touched that has changed", c.control, value, moved)
			}
			changed += moved.Changed
		}
		if changed == 0 {
			t.Errorf("%s changes nothing", c.control)
		}
		if asked := js[int](b, "asked"); asked != 3 {
			t.Errorf("%s: three moves have made %d requests", c.control, asked)
		}
		last := js[string](b, fmt.Sprintf(`(async () => {
			const range = document.querySelector("#set-0-%s").previousElementSibling;
			for (let i = 0; i < 50; i++) {
				range.value = String(%s + i * Number(range.step));
				range.dispatchEvent(new Event("input", {bubbles: true}));
			}
			return range.value;
		})()`, c.control, c.from))
		b.wait(fmt.Sprintf(`document.querySelector(".copy").textContent.includes('"%s":"%s"')`, c.control, last))
		if asked := js[int](b, "asked"); asked > 5 {
			t.Errorf("%s: fifty moves at once have made %d requests", c.control, asked-3)
		}
	}
	b.check(address)
}

// TestBrowserLatency measures how soon the page follows a control: from the event of the
// control until the browser has drawn the page. It fails if the median is above 100 ms for
// a page of 1 MB. Since a busy machine is slower, only "make latency" runs it.
func TestBrowserLatency(t *testing.T) {
	if os.Getenv("WORKBENCH_LATENCY") == "" {
		t.Skip("make latency runs it")
	}
	b := newBrowser(t)
	folder := t.TempDir()
	var blocks strings.Builder
	for i := range 45_000 {
		fmt.Fprintf(&blocks, "<p>Block %d is short. <a href=/%d>More</a></p>", i, i)
	}
	pages := []struct{ name, content string }{
		{"100 kB", largePage(t, 100_000)}, {"1 MB", largePage(t, 1_000_000)}, {"5 MB", largePage(t, 5_000_000)}, {"45,000 blocks", blocks.String()},
	}
	for _, page := range pages {
		writeFiles(t, folder, map[string]string{page.name + ".html": page.content})
	}
	address := startServe(t, folder)
	for _, page := range pages {
		for _, c := range liveControls {
			began := time.Now()
			b.openPage(address, filepath.Base(folder)+"/"+strings.ReplaceAll(page.name, " ", "%20")+".html", c.method)
			opened := time.Since(began)
			f := followTimes(b, c.control, c.from)
			t.Logf("%s, %s, %s: median %.0f ms, 95th percentile %.0f ms; the server's answer: median %.0f ms, 95th percentile %.0f ms; shown after %v",
				page.name, c.method, c.control, f.Drawn[10], f.Drawn[18], f.Answered[10], f.Answered[18], opened.Round(10*time.Millisecond))
			if page.name == "1 MB" && f.Drawn[10] > 100 {
				t.Errorf("%s, %s: median %.0f ms, want at most 100", page.name, c.control, f.Drawn[10])
			}
		}
	}
	b.check(address)
}

// followed are sorted times in milliseconds.
type followed struct {
	Drawn    []float64 // from the event of a control until the page is drawn
	Answered []float64 // from the request to the server until its answer is there
}

// followTimes moves a control twenty times from a value on.
func followTimes(b *browser, control, from string) (f followed) {
	f = js[followed](b, fmt.Sprintf(`(async () => {
		const drawn = [], range = document.querySelector("#set-0-%s").previousElementSibling, step = Number(range.step);
		performance.clearResourceTimings();
		for (let i = 0; i < 20; i++) {
			const runs = document.documentElement.dataset.runs;
			const began = performance.now();
			range.value = String(%s + (i + 1) * step);
			range.dispatchEvent(new Event("input", {bubbles: true}));
			while (document.documentElement.dataset.runs === runs) await new Promise(r => setTimeout(r));
			await new Promise(r => requestAnimationFrame(() => setTimeout(r)));
			drawn.push(performance.now() - began);
		}
		const answered = performance.getEntriesByType("resource").filter(e => e.name.endsWith("/api/view")).map(e => e.responseEnd - e.requestStart);
		return {drawn, answered};
	})()`, control, from))
	if len(f.Drawn) != 20 || len(f.Answered) != 20 {
		b.t.Fatalf("%d and %d times of 20", len(f.Drawn), len(f.Answered))
	}
	slices.Sort(f.Drawn)
	slices.Sort(f.Answered)
	return f
}

// axeVersion is the version of axe-core that looks for barriers.
const axeVersion = "4.10.3"

// axeScript returns the script of axe-core. It is fetched from npm.
func axeScript(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	out, err := exec.Command("npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "axe-core@"+axeVersion).CombinedOutput()
	if err != nil && os.Getenv("CI") == "" {
		t.Skipf("no axe-core: %v: %s", err, out)
	}
	return readFile(t, filepath.Join(folder, "node_modules", "axe-core", "axe.min.js"))
}

// TestBrowserAccessibility: axe-core finds nothing serious in any task, light or dark.
func TestBrowserAccessibility(t *testing.T) {
	b := newBrowser(t)
	axe := axeScript(t)
	folder := filepath.Join(t.TempDir(), "mine")
	writeGoldPages(t, folder, 4)
	address := startServe(t, "-annotate", filepath.Join(t.TempDir(), "labels"), folder)
	audit := func(name string) {
		t.Helper()
		b.run(chromedp.Evaluate(axe, nil))
		found := js[[]string](b, `axe.run(document, {iframes: false}).then(r => r.violations.flatMap(v => v.nodes.map(n => v.impact + ": " + v.id + ": " + n.html.slice(0, 200) + " " + n.failureSummary.slice(0, 300))))`)
		for _, f := range found {
			if strings.HasPrefix(f, "serious") || strings.HasPrefix(f, "critical") {
				t.Errorf("%s: %s", name, f)
			} else {
				t.Logf("%s: %s", name, f)
			}
		}
	}
	for _, theme := range []string{"light", "dark"} {
		b.openPage(address, "mine/aaa", "justext", "boilerpipe", "victor")
		b.run(chromedp.Evaluate(fmt.Sprintf(`document.documentElement.dataset.theme = %q`, theme), nil), chromedp.Click("summary"), chromedp.KeyEvent("n"))
		b.wait(`document.querySelector(".details h2") !== null`)
		audit(theme + ", view")
		b.screenshot(theme)
		b.run(chromedp.Click("#tab-result"))
		for _, form := range []string{"text", "markdown", "metadata"} {
			b.showForm("mine/aaa", form)
			audit(theme + ", " + form)
		}
		b.run(chromedp.Click("#tab-batch"), chromedp.Click(button("Run all pages")))
		b.wait(`document.querySelectorAll(".batch tbody tr").length === 4 && document.querySelector(".batch progress").hidden`)
		audit(theme + ", batch")
		b.run(chromedp.Click("#tab-label"))
		b.wait(`document.documentElement.dataset.labelling === "mine/aaa"`)
		b.waitShown(1)
		b.run(chromedp.Click(button("Start from it")), chromedp.Sleep(200*time.Millisecond))
		audit(theme + ", label")
		b.run(chromedp.Evaluate(`document.getElementById("add-dialog").showModal()`, nil))
		audit(theme + ", dialog")
		b.run(chromedp.Evaluate(`document.documentElement.removeAttribute("data-labelling")`, nil))
	}
	b.check(address)
}

// TestServeWarning: the user is warned if other machines can reach the page.
func TestServeWarning(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1": false, "::1": false, "0.0.0.0": true, "192.0.2.1": true, "::": true} {
		var printed strings.Builder
		warnUnlessLoopback(&printed, &net.TCPAddr{IP: net.ParseIP(address), Port: 80})
		if got := strings.Contains(printed.String(), "warning"); got != want {
			t.Errorf("%s: %q", address, printed.String())
		}
	}
	o, err := parseServe(nil)
	if err != nil || o.address != "127.0.0.1:0" {
		t.Errorf("by default it listens on %q, %v", o.address, err)
	}
}

// TestServePages: files, folders, archives and pages with spans are read; nothing
// outside of a folder is.
func TestServePages(t *testing.T) {
	folder := t.TempDir()
	writeFiles(t, folder, map[string]string{"secret.html": "secret", "plain/a.html": "<p>a", "plain/sub/b.htm": "<p>b", "plain/a.css": "x", "plain/.journal/x.txt": "x"})
	writeGoldPages(t, filepath.Join(folder, "mine"), 2)
	writeFiles(t, folder, map[string]string{"mine/gold/aaa.html": "no page"})
	if err := os.Symlink("../secret.html", filepath.Join(folder, "plain", "link.html")); err != nil {
		t.Skip(err)
	}
	spans := filepath.Join(folder, "spans")
	command(t, "label", "-format", "spans", "-o", spans, filepath.Join(folder, "mine", "html", "aaa.html"))
	o, err := parseServe([]string{filepath.Join(folder, "plain"), filepath.Join(folder, "mine"), spans, filepath.Join(folder, "plain", "a.html"), filepath.Join(folder, "plain", "a.html")})
	if err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	store, err := o.store(&printed)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range store.Overview().Pages {
		got = append(got, fmt.Sprint(p.ID, " ", p.Gold))
	}
	want := []string{"plain/a.html false", "plain/sub/b.htm false", "mine/aaa true", "mine/bbb true", "spans/aaa true", "a.html false", "a.html~2 false"}
	if !slices.Equal(got, want) || !strings.Contains(printed.String(), "link.html") {
		t.Errorf("pages %q, printed %q", got, printed.String())
	}
}

// webArchive is a crawl of a page in windows-1251, as only its head says, twice, of a page
// that is not there, and of a hostile page.
func webArchive(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := warc.NewWriter(&out, warc.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []struct{ address, response string }{
		{"http://ferry.example/?a=b/c#d", "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=windows-1251\r\n\r\n<p>\xcf\xe0\xf0\xee\xec is back in the harbour, and nobody was late today, for the first time in a year.<p><a href=/n>News</a>"},
		{"http://ferry.example/missing", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>There is no such page."},
		{"http://ferry.example/?a=b/c#d", "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=windows-1251\r\n\r\n<p>\xcf\xe0\xf0\xee\xec is late today."},
		{"javascript:</select><script>top.attacked=1</script>", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + attack},
	} {
		if _, err := w.Write(warc.Header{Type: warc.TypeResponse, TargetURI: r.address, ContentType: "application/http; msgtype=response"}, []byte(r.response)); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// TestServeArchives: the pages of web archives are listed by their addresses, those of an
// archive in a folder too. What is wrong with an archive is told, and the others are read.
func TestServeArchives(t *testing.T) {
	folder, whole := t.TempDir(), webArchive(t)
	writeFiles(t, folder, map[string]string{
		"plain/a.html": "<p>a", "plain/sub/crawl.warc.gz": string(whole), "cut.warc.gz": string(whole[:len(whole)-300]), "empty.warc": "", "text.warc": "This is no archive."})
	args := []string{}
	for _, name := range []string{"cut.warc.gz", "empty.warc", "text.warc", "plain"} {
		args = append(args, filepath.Join(folder, name))
	}
	o, err := parseServe(args)
	if err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	store, err := o.store(&printed)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range store.Overview().Pages {
		got = append(got, p.ID)
	}
	const ferry, script = "/http://ferry.example/?a=b/c#d", "/javascript:</select><script>top.attacked=1</script>"
	want := []string{
		"cut.warc.gz" + ferry, "cut.warc.gz" + ferry + "~2", "cut.warc.gz" + script, "plain/a.html",
		"plain/sub/crawl.warc.gz" + ferry, "plain/sub/crawl.warc.gz" + ferry + "~2", "plain/sub/crawl.warc.gz" + script,
	}
	if !slices.Equal(got, want) {
		t.Errorf("pages %q, want %q", got, want)
	}
	for _, want := range []string{"cut.warc.gz: ", "is cut off", "empty.warc: there is no HTML page", "text.warc: there is no HTML page"} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("printed %q, which lacks %q", printed.String(), want)
		}
	}
	p, err := store.Page("cut.warc.gz" + ferry)
	if err != nil || !strings.HasPrefix(string(p.Text()), "<p>Паром is back") {
		t.Errorf("%q, %v", p.Text(), err)
	}
	if _, err := parseServe([]string{"-archived", "0"}); err == nil {
		t.Error("-archived 0 is accepted")
	}
}

// TestBrowserArchive: the pages of a web archive are chosen by their addresses; one that
// is cut off is shown with a warning.
func TestBrowserArchive(t *testing.T) {
	b := newBrowser(t)
	folder, whole := t.TempDir(), webArchive(t)
	writeFiles(t, folder, map[string]string{"crawl.warc.gz": string(whole[:len(whole)-300])})
	address := startServe(t, filepath.Join(folder, "crawl.warc.gz"))
	b.open(address)
	b.waitShown(1)
	options := js[[]string](b, `[...document.querySelectorAll("#page option")].map(o => o.textContent)`)
	if want := []string{"http://ferry.example/?a=b/c#d", "http://ferry.example/?a=b/c#d", "javascript:</select><script>top.attacked=1</script>"}; !slices.Equal(options, want) {
		t.Errorf("the page offers %q, want %q", options, want)
	}
	if text := js[string](b, frameOf(0)+`.body.textContent`); !strings.Contains(text, "Паром is back") {
		t.Errorf("shown: %q", text)
	}
	b.wait(`document.querySelector(".numbers").textContent.includes("windows-1251")`)
	b.run(chromedp.KeyEvent("]"))
	b.wait(frameOf(0) + `?.body?.textContent.includes("is late today")`)
	b.run(chromedp.KeyEvent("]"))
	b.wait(`[...document.querySelectorAll(".bar .note")].some(n => n.textContent.includes("cut off"))`)
	if js[bool](b, `window.attacked !== undefined`) {
		t.Error("something of a page has run")
	}
	b.check(address)
}
