package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The versions of npm's hyparquet, another implementation of the format, that
// the test reads with.
var hyparquetVersions = []string{"hyparquet@1.31.5", "hyparquet-compressors@1.1.2"}

// hyparquet installs hyparquet in a temporary folder and returns what its script
// prints of a file. Where npm is missing it skips the test, but not in
// continuous integration.
func hyparquet(t *testing.T, file []byte) []byte {
	t.Helper()
	skip := t.Skipf
	if os.Getenv("CI") != "" {
		skip = t.Fatalf
	}
	for _, program := range []string{"npm", "node"} {
		if _, err := exec.LookPath(program); err != nil {
			skip("no %s: %v", program, err)
		}
	}
	dir := t.TempDir()
	install := exec.Command("npm", append([]string{"install", "--no-audit", "--no-fund", "--ignore-scripts"}, hyparquetVersions...)...)
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		skip("npm install: %v\n%s", err, out)
	}
	script, err := os.ReadFile("testdata/hyparquet.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"read.mjs": script, "a.parquet": file} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := exec.Command("node", "read.mjs", "a.parquet")
	read.Dir = dir
	var stderr bytes.Buffer
	read.Stderr = &stderr
	out, err := read.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return out
}

// TestHyparquet: another implementation reads what was written, value by value.
func TestHyparquet(t *testing.T) {
	all := records(150)
	d := json.NewDecoder(bytes.NewReader(hyparquet(t, write(t, "parquet", all))))
	var head struct{ Version string }
	if err := d.Decode(&head); err != nil || head.Version != strconv.Itoa(Schema) {
		t.Fatalf("schema %q, error %v", head.Version, err)
	}
	for i := range all {
		var got map[string]any
		if err := d.Decode(&got); err != nil {
			t.Fatalf("row %d: %v", i, err)
		}
		want := rowOf(&all[i])
		for name, value := range map[string]any{
			"id": want.ID, "url": want.URL, "record_id": orNil(want.RecordID), "file": want.File, "offset": fmt.Sprint(want.Offset),
			"length": fmt.Sprint(want.Length), "lang": orNil(want.Lang), "method": want.Method, "title": orNil(want.Title),
			"kept": want.Kept, "truncated": orNil(want.Truncated), "site": orNil(want.Site), "text": want.Text, "text_format": "plain",
		} {
			if text, ok := value.(string); ok {
				value = unmarked(text)
			}
			if got[name] != value {
				t.Errorf("row %d: %s is %.100v instead of %.100v", i, name, got[name], value)
			}
		}
		if want.Date != 0 && got["date"] != time.UnixMilli(want.Date).UTC().Format("2006-01-02T15:04:05.000Z") {
			t.Errorf("row %d: date %v instead of %d", i, got["date"], want.Date)
		}
		authors, _ := got["authors"].([]any)
		for n, author := range authors {
			if author != unmarked(want.Authors[n]) {
				t.Errorf("row %d: authors %q instead of %q", i, authors, want.Authors)
			}
		}
		if len(authors) != len(want.Authors) {
			t.Errorf("row %d: %d authors of %d", i, len(authors), len(want.Authors))
		}
	}
}

// unmarked returns s as a TextDecoder of JavaScript gives it: without a byte
// order mark at its beginning.
func unmarked(s string) string { return strings.TrimPrefix(s, "\ufeff") }

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}
