package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// The picture in the README is what the command draws today.
func TestPictureIsCurrent(t *testing.T) {
	var got bytes.Buffer
	if err := run(&got, "en", "../../testdata/golden/blog-post.html"); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../docs/blocks.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("docs/blocks.svg is not what the command draws: run `make picture` and look at it")
	}
}

// So is that of probabilities in docs/choosing.md.
func TestProbabilitiesAreCurrent(t *testing.T) {
	var got bytes.Buffer
	if err := drawProbabilities(&got, "../../testdata/golden/blog-post.html"); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../docs/probabilities.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("docs/probabilities.svg is not what the command draws: run `make picture` and look at it")
	}
}

func TestPictureIsXML(t *testing.T) {
	var svg bytes.Buffer
	if err := run(&svg, "en", "../../testdata/golden/code-and-pre.html"); err != nil {
		t.Fatal(err)
	}
	checkXML(t, &svg)
	if err := drawProbabilities(&svg, "../../testdata/golden/code-and-pre.html"); err != nil {
		t.Fatal(err)
	}
	checkXML(t, &svg)
}

func checkXML(t *testing.T, svg io.Reader) {
	t.Helper()
	for d := xml.NewDecoder(svg); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRunFails(t *testing.T) {
	if err := run(io.Discard, "en", "no such page.html"); err == nil {
		t.Error("no error for a missing page")
	}
	if err := drawProbabilities(io.Discard, "no such page.html"); err == nil {
		t.Error("no error for a missing page")
	}
	if err := run(io.Discard, "no language", "../../testdata/golden/blog-post.html"); err == nil {
		t.Error("no error for an unknown language")
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"a bb ccc", []string{"a bb", "ccc"}},
		{"longerthanaline b", []string{"longerthanaline", "b"}},
		{strings.Repeat("word ", 9), []string{"word", "word", "word …"}},
	} {
		if got := wrap(test.text, 5); !slices.Equal(got, test.want) {
			t.Errorf("wrap(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}
