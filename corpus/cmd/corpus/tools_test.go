package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext/corpus/internal/archives"
)

// TestStat compares corpus stat with the manifest of the archives.
func TestStat(t *testing.T) {
	for _, f := range archives.Manifest(t) {
		if !strings.HasPrefix(f.Name, "warc/") || f.Defect != "" {
			continue
		}
		stdout, stderr, status := execute("", "stat", "-json", f.Path)
		var c census
		if err := json.Unmarshal([]byte(stdout), &c); err != nil || status != statusOK || c.Records != int64(f.Counts.Records) {
			t.Errorf("%s: status %d, %d of %d records, error %v, %s", f.Name, status, c.Records, f.Counts.Records, err, stderr)
		}
		var sum int64
		for _, n := range c.Classes {
			sum += n
		}
		if sum != c.Records {
			t.Errorf("%s: %d records in classes of %d", f.Name, sum, c.Records)
		}
	}
	if stdout, _, status := execute("", "stat", "/nowhere.warc"); status != statusFailed || !strings.Contains(stdout, "0 records") {
		t.Errorf("status %d, %s", status, stdout)
	}
}

// TestCheckArchives: a broken archive has status 1 and a line with the offset.
func TestCheckArchives(t *testing.T) {
	dir := archives.Dir(t)
	if stdout, _, status := execute("", "check", filepath.Join(dir, "warc/warcfile.warc.gz")); status != statusOK || !strings.HasSuffix(stdout, ": sound\n") {
		t.Errorf("status %d, %s", status, stdout)
	}
	if stdout, _, status := execute("", "check", filepath.Join(dir, "warc/corrupted-mid-record.warc.gz.open")); status != statusFailed || !strings.Contains(stdout, "at 1219") {
		t.Errorf("status %d, %s", status, stdout)
	}
	if stdout, _, status := execute("", "check", t.TempDir()); status != statusFailed || !strings.Contains(stdout, "not the output of a run") {
		t.Errorf("status %d, %s", status, stdout)
	}
}

// TestPack: what is packed is read again.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	for name, content := range map[string]string{"a.html": page(1), "b/c d.htm": page(2), "b/e.xhtml": page(3), "style.css": "x", "f.html": ""} {
		path := filepath.Join(site, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, extension := range []string{".warc", ".warc.gz", ".warc.zst"} {
		archive := filepath.Join(dir, "site"+extension)
		if _, stderr, status := execute("", "pack", "-o", archive, "-base", "https://example.org/x/", site); status != statusOK {
			t.Fatal(stderr)
		}
		stdout, stderr, status := execute("", "run", "-quiet", "-o", "-", archive)
		if status != statusOK || strings.Count(stdout, "\n") != 3 || !strings.Contains(stdout, `"url":"https://example.org/x/b/c%20d.htm"`) {
			t.Errorf("%s: status %d, %s%s", extension, status, stdout, stderr)
		}
	}
	fromFolder, _, status := execute("", "run", "-quiet", "-o", "-", site)
	if status != statusOK || strings.Count(fromFolder, "\n") != 3 {
		t.Errorf("folder: status %d, %d lines", status, strings.Count(fromFolder, "\n"))
	}
	for _, args := range [][]string{{"-o", filepath.Join(dir, "a.zip"), site}, {"-o", filepath.Join(dir, "b.warc"), "/nowhere"}, {"-o", filepath.Join(dir, "b.warc"), t.TempDir()}, {"-o", "/nowhere/a.warc", site}} {
		if _, stderr, status := execute("", append([]string{"pack"}, args...)...); status != statusFailed || stderr == "" {
			t.Errorf("%v: status %d, %s", args, status, stderr)
		}
	}
	for _, base := range []string{"example.org", "/x/", "https:///x", "https://example.org/?x", "https://example.org/#x", "https://example.org/\r\nX: 1", "https://exa mple.org/"} {
		_, stderr, status := execute("", "pack", "-o", filepath.Join(dir, "b.warc"), "-base", base, site)
		if status != statusFailed || !strings.Contains(stderr, "such as https://example.org/") {
			t.Errorf("-base %q: status %d, %s", base, status, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "b.warc")); err == nil {
		t.Error("an archive that failed is there")
	}
}
