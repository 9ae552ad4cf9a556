package main

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext/victor"
)

// TestConventions: a line says the choice of kinds of a collection, and the pages of
// other collections have a labeller of their own.
func TestConventions(t *testing.T) {
	all, err := readConventions(strings.NewReader("# a remark\n\na -preset article -exclude list\n  b -include byline,comment\nc\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := conventions{"a": {"article", "", "list"}, "b": {"", "byline,comment", ""}, "c": {}}
	if !maps.Equal(all, want) {
		t.Errorf("read %v, want %v", all, want)
	}
	x, err := all.labellers(victor.DefaultModel(), victor.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	if x.of("a") == x.others || x.of("a") == x.of("b") || x.of("d") != x.others {
		t.Error("wrong labellers")
	}
}

// TestConventionErrors: an error names the line.
func TestConventionErrors(t *testing.T) {
	for _, test := range []struct{ lines, want string }{
		{"a\nb -include headlines", "line 2: "},
		{"a -preset all", `line 1: `},
		{"a -include list -exclude list", "list cannot be both"},
		{"a list", `line 1: unexpected "list"`},
		{"a -kinds list", "line 1: "},
		{"a\n\na", "line 3: a occurs twice"},
	} {
		if _, err := readConventions(strings.NewReader(test.lines)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want one with %q", test.lines, err, test.want)
		}
	}
}

// TestConventionFlag: eval and crossval drop what the line of a collection excludes.
func TestConventionFlag(t *testing.T) {
	pages, file := smallPages(t), filepath.Join(t.TempDir(), "all.txt")
	name := filepath.Base(pages)
	for _, args := range [][]string{{"eval"}, {"crossval", "-template", "2008", "-folds", "2"}} {
		writeFiles(t, filepath.Dir(file), map[string]string{"all.txt": name + " -exclude text,heading,list,table\n"})
		none := command(t, append(args, "-conventions", file, pages)...)
		writeFiles(t, filepath.Dir(file), map[string]string{"all.txt": "other -exclude text,heading,list,table\n"})
		if other := command(t, append(args, "-conventions", file, pages)...); other != command(t, append(args, pages)...) {
			t.Errorf("%q: the line of another collection changes the result", args)
		} else if other == none {
			t.Errorf("%q: the line changes nothing: %s", args, none)
		}
	}
	if _, message := commandError(t, "eval", "-with", "justext", "-conventions", file, pages); !strings.Contains(message, "-with victor") {
		t.Errorf("error %q", message)
	}
	if _, message := commandError(t, "eval", "-conventions", file+"x", pages); !strings.Contains(message, "all.txtx") {
		t.Errorf("error %q", message)
	}
}

// TestConventionsFile: the file beside this one can be read.
func TestConventionsFile(t *testing.T) {
	all, err := readConventionsFile("conventions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields("andy-news big9-chaos canola cleaneval-en cleanportaleval dragnet fundus-tests l3s-gn1 scrapinghub wcxb") {
		if _, found := all[name]; !found {
			t.Errorf("no line for %s", name)
		}
	}
}
