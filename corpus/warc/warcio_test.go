package warc

import (
	"bytes"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed42075109/justext/corpus/internal/archives"
)

// warcioVersion is the version of npm's warcio, another implementation of the
// format, that the tests compare with.
const warcioVersion = "warcio@2.4.11"

// warcio installs warcio in a temporary folder and returns a function that runs
// the script of the tests. Where npm is missing it skips the test, but not in
// continuous integration.
func warcio(t *testing.T) func(files ...string) [][]warcioRecord {
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
	install := exec.Command("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", warcioVersion)
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		skip("npm install %s: %v\n%s", warcioVersion, err, out)
	}
	script, err := os.ReadFile("testdata/warcio.mjs")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "warcio.mjs"), script, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func(files ...string) [][]warcioRecord {
		cmd := exec.Command("node", append([]string{filepath.Join(dir, "warcio.mjs")}, files...)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
		return parseWarcio(t, out, len(files))
	}
}

// A warcioRecord is a line that the script prints.
type warcioRecord struct {
	File   int
	Type   string
	ID     string
	URI    string
	Length int64
	Sum    string
	Error  string
}

func parseWarcio(t *testing.T, out []byte, files int) [][]warcioRecord {
	t.Helper()
	all := make([][]warcioRecord, files)
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		var r warcioRecord
		if err := d.Decode(&r); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		file := r.File
		r.File = 0
		r.Type, r.ID, r.URI = strings.ToLower(r.Type), unbracket(r.ID), unbracket(r.URI)
		all[file] = append(all[file], r)
	}
}

// ours returns what this reader finds, in the form of the script.
func ours(t *testing.T, path string) (all []warcioRecord) {
	t.Helper()
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r := NewReader(in)
	for {
		rec, err := r.Next()
		var d *Damage
		switch {
		case err == io.EOF:
			return all
		case errors.As(err, &d):
			continue
		case err != nil:
			t.Fatal(err)
		}
		h := sha1.New()
		n, err := io.Copy(h, rec)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, warcioRecord{0, rec.Type, rec.ID, rec.TargetURI, n, fmt.Sprintf("%x", h.Sum(nil)), ""})
	}
}

// TestWarcio: warcio reads what the Writer writes, and finds the same records as
// the Reader in all archives that are sound.
func TestWarcio(t *testing.T) {
	run := warcio(t)
	var names, paths []string
	for name, c := range map[string]Compression{"plain": Plain, "gzip": Gzip} {
		path := filepath.Join(t.TempDir(), name+".warc")
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		writeAll(t, out, WriterOptions{Compression: c}, 200)
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		names, paths = append(names, "written "+name), append(paths, path)
	}
	for _, f := range archives.Manifest(t) {
		if (f.Format == "warc" || f.Format == "warc.gz") && f.Defect == "" {
			names, paths = append(names, f.Name), append(paths, f.Path)
		}
	}
	for i, theirs := range run(paths...) {
		mine := ours(t, paths[i])
		same := fmt.Sprint(mine) == fmt.Sprint(theirs)
		reason, known := warcioDifferences[names[i]]
		switch {
		case !same && !known:
			t.Errorf("%s: %d records, warcio %d\n%s", names[i], len(mine), len(theirs), firstDifference(mine, theirs))
		case same && known:
			t.Errorf("%s: no longer differs: %s", names[i], reason)
		}
	}
}

func firstDifference(mine, theirs []warcioRecord) string {
	for i := range min(len(mine), len(theirs)) {
		if mine[i] != theirs[i] {
			return fmt.Sprintf("record %d: %+v\nwarcio: %+v", i, mine[i], theirs[i])
		}
	}
	return fmt.Sprintf("%+v", theirs[min(len(mine), len(theirs)):])
}

// warcioDifferences are the sound archives in which warcio finds something
// else, and why.
var warcioDifferences = map[string]string{
	"jhove/invalid-warcfile-duplicate-fields.warc":  "it joins fields of one name, where the first one counts here",
	"jhove/valid-warcfile-fields-continuation.warc": "it does not read values that begin on a folded line",
	"jhove/valid-warcfile-fields-metainfo.warc":     "it does not read values that begin on a folded line",
	"jhove/valid-warcfile-fields-warcinfo.warc":     "it does not read values that begin on a folded line",
	"jhove/valid-warcfile-utf8.warc":                "it does not read values that begin on a folded line",
	"warc/example-wrong-chunks.warc.gz":             "it does not read records that go on in another member",
}
