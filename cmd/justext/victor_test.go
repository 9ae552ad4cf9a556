package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/seed42075109/justext/victor"
)

const labelledPageHTML = "<title>A & B</title><ul><li><a href=/>Menu</a></ul><article><p>After three weeks in the dock the ferry is back, and it " +
	"leaves the harbour at nine in the morning &lt;as before&gt;.</p><p>The people of the island had to wait for a long time, but " +
	"nobody was late.</p></article><p>©"

func TestVictorFormats(t *testing.T) {
	const first = "After three weeks in the dock the ferry is back, and it leaves the harbour at nine in the morning "
	const second = "The people of the island had to wait for a long time, but nobody was late."
	for args, want := range map[string]string{
		"":                       "<p> " + first + "&lt;as before&gt;.\n<p> " + second + "\n",
		"-format text":           first + "<as before>.\n" + second + "\n",
		"-format text -other 1":  "Menu\n" + first + "<as before>.\n" + second + "\n©\n",
		"-format text -other .0": "",
	} {
		got := justextOf(labelledPageHTML, strings.Fields("-algo victor "+args)...)
		if strings.HasSuffix(args, ".0") {
			if got.status != statusUsage {
				t.Errorf("%s: %+v", args, got)
			}
		} else if got != (ran{out: want}) {
			t.Errorf("%s: %+v\nwant %q", args, got, want)
		}
	}
}

// TestVictorHeadings: in the default format the lines are those of -format text, and
// headings are told from other lines.
func TestVictorHeadings(t *testing.T) {
	source := strings.Replace(labelledPageHTML, "</p><p>", "</p><h2>On the <i>island</i></h2><p>", 1)
	for _, args := range []string{"-preset article", "-other 1", "-include heading"} {
		lines := justextOf(source, strings.Fields("-algo victor "+args)...).out
		if !strings.Contains(lines, "\n<h> On the island\n<p> ") {
			t.Errorf("%s: %q", args, lines)
		}
		text := justextOf(source, strings.Fields("-algo victor -format text "+args)...).out
		for _, c := range []struct{ from, to string }{{"<h> ", ""}, {"<p> ", ""}, {"&lt;", "<"}, {"&gt;", ">"}} {
			lines = strings.ReplaceAll(lines, c.from, c.to)
		}
		if lines != text {
			t.Errorf("%s: %q, text %q", args, lines, text)
		}
	}
}

func TestVictorJSON(t *testing.T) {
	got := justextOf(labelledPageHTML, "-algo", "victor", "-format", "jsonl")
	var page struct {
		Algo, Title, Encoding string
		Labels                []string
		Blocks                []struct {
			Label, Text string
			Marginals   []float64
			Start, End  int
		}
	}
	if err := json.Unmarshal([]byte(got.out), &page); err != nil || got.status != 0 {
		t.Fatalf("%+v: %v", got, err)
	}
	if page.Algo != "victor" || page.Title != "A & B" || page.Encoding != "utf-8" || len(page.Labels) != 2 || len(page.Blocks) != 4 {
		t.Errorf("%+v", page)
	}
	for _, b := range page.Blocks {
		if sum := b.Marginals[0] + b.Marginals[1]; sum < 0.99999 || sum > 1.00001 {
			t.Errorf("probabilities %v", b.Marginals)
		}
		if source := labelledPageHTML[b.Start:b.End]; len(b.Text) > len(source) {
			t.Errorf("%q stands for %q", source, b.Text)
		}
	}
	if page.Blocks[1].Label != "text" || page.Blocks[0].Label != "other" {
		t.Errorf("%+v", page.Blocks)
	}
	if got := justextOf("", "-algo", "victor", "-format", "jsonl", "none.html"); got.out != `{"file":"none.html","error":"no such file or directory"}`+"\n" {
		t.Errorf("%+v", got)
	}
}

// TestVictorModel labels by the model of a file.
func TestVictorModel(t *testing.T) {
	var model bytes.Buffer
	if err := victor.DefaultModel().Write(&model); err != nil {
		t.Fatal(err)
	}
	inFolder(t, map[string]string{"my.model": model.String(), "a.html": labelledPageHTML})
	own := justextOf("", "-algo", "victor", "-model", "my.model", "a.html")
	if want := justextOf("", "-algo", "victor", "a.html"); own != want || own.out == "" {
		t.Errorf("%+v, want %+v", own, want)
	}
	if _, err := os.Stat("my.model"); err != nil {
		t.Error(err)
	}
}

// TestVictorKinds: presets and lists of kinds say what is text, and jsonl what each block is.
func TestVictorKinds(t *testing.T) {
	const text = "After three weeks in the dock the ferry is back, and it leaves the harbour at nine in the morning as before. " +
		"The people of the island had to wait for a long time, but nobody was late, and the captain greeted all of them by name."
	const page = "<title>The ferry is back again | News</title><nav><ul><li><a href=/>Menu of the site</a></ul></nav><article><h1>The ferry is back again</h1>" +
		"<p class=byline>By Ann Other, 3 May 2024<p>" + text + "<p>" + text + "<p>" + text + "</article>" +
		"<section id=comments><p>I was there on the first day, and it was cold.</section>"
	for args, want := range map[string]string{
		"-exclude headline,byline,comment": text,
		"-include headline":                "The ferry is back again",
		"-preset article":                  "The ferry is back again",
		"-preset everything":               "By Ann Other, 3 May 2024|I was there on the first day, and it was cold.|The ferry is back again",
		"-preset article -include byline":  "By Ann Other, 3 May 2024",
	} {
		got := justextOf(page, strings.Fields("-algo victor -format text "+args)...)
		for part := range strings.SplitSeq(want, "|") {
			if !strings.Contains(got.out, part+"\n") {
				t.Errorf("%s: %+v; want %q", args, got, part)
			}
		}
		if strings.Contains(got.out, "Menu") {
			t.Errorf("%s: %s", args, got.out)
		}
	}
	for args, without := range map[string]string{
		"-exclude headline,byline,comment":     "again|Ann|cold",
		"-preset article":                      "Ann|cold",
		"-preset everything -exclude headline": "again",
	} {
		got := justextOf(page, strings.Fields("-algo victor -format text "+args)...)
		for part := range strings.SplitSeq(without, "|") {
			if strings.Contains(got.out, part) {
				t.Errorf("%s: %+v; want nothing of %q", args, got, part)
			}
		}
	}
	got := justextOf(page, strings.Fields("-algo victor -format jsonl -fields blocks.kind")...)
	const kinds = `{"file":"-","blocks":[{"kind":"navigation"},{"kind":"headline"},{"kind":"byline"},{"kind":"text"},{"kind":"text"},{"kind":"text"},{"kind":"comment"}]}` + "\n"
	if got.out != kinds {
		t.Errorf("%s\nwant %s", got.out, kinds)
	}
}
