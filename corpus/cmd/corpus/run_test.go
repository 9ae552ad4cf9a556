package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed42075109/justext/corpus"
)

// TestRun: the simplest run, its output, its report and its log.
func TestRun(t *testing.T) {
	paths := writeCrawl(t, t.TempDir(), 3, 4)
	folder, report := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "report.json")
	_, stderr, status := execute("", append([]string{"run", "-o", folder, "-report", report}, paths...)...)
	if status != statusOK || !strings.Contains(stderr, "3 of 3 files done") || !strings.Contains(stderr, "12 texts written") {
		t.Fatalf("status %d, %s", status, stderr)
	}
	var r corpus.Report
	content, err := os.ReadFile(report)
	if err == nil {
		err = json.Unmarshal(content, &r)
	}
	if err != nil || r.Total.Records != 12 || r.Total.Rows["victor"] != 12 || r.Total.Status["200"] != 12 || len(r.Stages) != 4 || !r.Complete() {
		t.Errorf("error %v, report %+v", err, r)
	}
	if _, stderr, status = execute("", append([]string{"run", "-o", folder, "-quiet"}, paths...)...); status != statusOK || stderr != "" {
		t.Errorf("again: status %d, %q", status, stderr)
	}
	if stdout, _, status := execute("", "check", folder); status != statusOK || !strings.HasSuffix(stdout, ": sound\n") {
		t.Errorf("check: status %d, %s", status, stdout)
	}
}

// TestUsage: a command line that makes no sense has status 2 and says why.
func TestUsage(t *testing.T) {
	for _, test := range []struct{ args, says string }{
		{"nonsense", "unknown subcommand"},
		{"run", "name archives"},
		{"run a.warc", "-o"},
		{"run -o x -format pdf a.warc", "unknown format"},
		{"run -o x -algo magic a.warc", "unknown method"},
		{"run -o x -algo , a.warc", "empty"},
		{"run -o x -lang xx-none a.warc -algo justext", "language"},
		{"run -o x -shard 0/4 a.warc", "shard"},
		{"run -o x -shard 5/4 a.warc", "shard"},
		{"run -o x -shard 1 a.warc", "shard"},
		{"run -o x -url ( a.warc", "missing closing"},
		{"run -o x -status ok a.warc", "numbers"},
		{"run -o x -status 20 a.warc", "status"},
		{"run -o x -languages English a.warc", "such as en"},
		{"run -o x -languages en,de_DE a.warc", "de_DE"},
		{"run -o x -mime html a.warc", "text/html"},
		{"run -o x -mime Text/HTML a.warc", "lower case"},
		{"run -o x -min-words -1 a.warc", "MinWords"},
		{"run -o x -min-kept 20 a.warc", "from 0 to 1"},
		{"run -o x -min-kept NaN a.warc", "from 0 to 1"},
		{"run -o x -workers 0 a.warc", "Workers"},
		{"run -o x -timeout 0 a.warc", "Timeout"},
		{"run -o x -max-body 0 a.warc", "MaxBody"},
		{"run -o x -list - -", "standard input"},
		{"run -o x -list /nowhere/list", "nowhere"},
		{"run -o x -unknown a.warc", "unknown"},
		{"run -o x -report /nowhere/r.json a.warc", "no such folder"},
		{"stat", "name archives"},
		{"check", "name archives"},
		{"pack -o a.warc.gz", "name folders"},
		{"pack x", "-o"},
	} {
		_, stderr, status := execute("", strings.Fields(test.args)...)
		if status != statusUsage || !strings.Contains(stderr, test.says) {
			t.Errorf("%s: status %d, %s", test.args, status, stderr)
		}
	}
}

// TestHelp: every flag of run is in its help, and every subcommand has one.
func TestHelp(t *testing.T) {
	for _, s := range subcommands() {
		stdout, _, status := execute("", s.name, "-h")
		if status != statusOK || stdout != s.help || !strings.Contains(help, "corpus "+s.name) {
			t.Errorf("%s -h: status %d", s.name, status)
		}
	}
	f := flags("run")
	new(runFlags).define(f)
	for _, line := range settingsLines(t) {
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "-"), "=")
		if f.Lookup(name) == nil || !regexp.MustCompile(`(?m)^  -`+name+` `).MatchString(runHelp) {
			t.Errorf("flag -%s is not in the help", name)
		}
	}
	for _, name := range without {
		if f.Lookup(name) == nil || !regexp.MustCompile(`(?m)^  -`+name+` `).MatchString(runHelp) {
			t.Errorf("flag -%s is not in the help", name)
		}
	}
}

// settingsLines returns the flags in the settings.
func settingsLines(t *testing.T) []string {
	t.Helper()
	f := flags("run")
	new(runFlags).define(f)
	return strings.Split(strings.TrimSpace(settings(f)), "\n")[1:]
}

// TestSettings: a folder takes only output of the same settings; flags on which
// the output does not depend may change.
func TestSettings(t *testing.T) {
	paths := writeCrawl(t, t.TempDir(), 2, 2)
	folder := filepath.Join(t.TempDir(), "out")
	if _, stderr, status := execute("", append([]string{"run", "-o", folder}, paths...)...); status != statusOK {
		t.Fatal(stderr)
	}
	before := tree(t, folder)
	for _, change := range [][]string{{"-algo", "justext"}, {"-min-words", "3"}, {"-languages", "en"}, {"-url", "x"}, {"-metadata"}} {
		args := append(append([]string{"run", "-o", folder}, change...), paths...)
		if _, stderr, status := execute("", args...); status != statusFailed || !strings.Contains(stderr, "other settings") {
			t.Errorf("%v: status %d, %s", change, status, stderr)
		}
	}
	args := append([]string{"run", "-o", folder, "-workers", "3", "-files", "1", "-timeout", "1m", "-quiet", "-algo", "victor"}, paths...)
	if _, stderr, status := execute("", args...); status != statusOK {
		t.Errorf("status %d, %s", status, stderr)
	}
	if d := difference(tree(t, folder), before); d != "" {
		t.Error(d)
	}
}

// TestShards: the shards of a list have all its files once.
func TestShards(t *testing.T) {
	dir := t.TempDir()
	paths := writeCrawl(t, dir, 7, 2)
	list := filepath.Join(dir, "list.txt")
	if err := os.WriteFile(list, []byte("# the crawl\n\n"+strings.Join(paths, "\r\n")+"\r\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	whole, parts := filepath.Join(dir, "whole"), filepath.Join(dir, "parts")
	if _, stderr, status := execute("", "run", "-o", whole, "-list", list); status != statusOK {
		t.Fatal(stderr)
	}
	var manifests []string
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		if _, stderr, status := execute("", "run", "-o", parts, "-list", list, "-shard", shard); status != statusOK {
			t.Fatal(stderr)
		}
		name := "manifest-" + strings.ReplaceAll(shard, "/", "-of-") + ".jsonl"
		manifests = append(manifests, strings.Split(strings.TrimSpace(tree(t, parts)[name]), "\n")...)
	}
	got, want := tree(t, parts), tree(t, whole)
	all := strings.Split(strings.TrimSpace(want["manifest.jsonl"]), "\n")
	slices.Sort(all)
	slices.Sort(manifests)
	if !slices.Equal(manifests, all) {
		t.Errorf("manifests of %d and %d lines", len(manifests), len(all))
	}
	for name := range got {
		if strings.HasPrefix(name, "manifest") {
			delete(got, name)
		}
	}
	delete(want, "manifest.jsonl")
	if d := difference(got, want); d != "" {
		t.Error(d)
	}
	stdin, _, status := execute(strings.Join(paths, "\n"), "run", "-o", "-", "-quiet", "-list", "-")
	if status != statusOK || strings.Count(stdin, "\n") != 14 {
		t.Errorf("list from standard input: status %d, %d lines", status, strings.Count(stdin, "\n"))
	}
}

// TestVanished: an input that is not there is reported; the others are done, and
// it is done too when it is back.
func TestVanished(t *testing.T) {
	dir := t.TempDir()
	paths := writeCrawl(t, dir, 3, 2)
	whole, folder := filepath.Join(dir, "whole"), filepath.Join(dir, "out")
	if _, stderr, status := execute("", append([]string{"run", "-o", whole}, paths...)...); status != statusOK {
		t.Fatal(stderr)
	}
	if err := os.Rename(paths[1], paths[1]+".away"); err != nil {
		t.Fatal(err)
	}
	_, stderr, status := execute("", append([]string{"run", "-o", folder}, paths...)...)
	if status != statusFailed || !strings.Contains(stderr, filepath.Base(paths[1])) || !strings.Contains(stderr, "2 of 3 files done, 1 could not be read") {
		t.Fatalf("status %d, %s", status, stderr)
	}
	if err := os.Rename(paths[1]+".away", paths[1]); err != nil {
		t.Fatal(err)
	}
	if _, stderr, status := execute("", append([]string{"run", "-o", folder}, paths...)...); status != statusOK {
		t.Fatal(stderr)
	}
	if d := difference(tree(t, folder), tree(t, whole)); d != "" {
		t.Error(d)
	}
}

// TestChangedInputs: what comes from standard input or a pipe may be something
// else in the next run, and the pages of a folder may be others. Both are done
// again then; a folder that is as it was is not.
func TestChangedInputs(t *testing.T) {
	dir := t.TempDir()
	folder, pages := filepath.Join(dir, "out"), filepath.Join(dir, "pages")
	if err := os.Mkdir(pages, 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(name string, n int) {
		if err := os.WriteFile(filepath.Join(pages, name), []byte(page(n)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a.html", 1)
	var archives []string
	for _, path := range writeCrawl(t, dir, 2, 3) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archives = append(archives, string(content))
	}
	for i, c := range []struct {
		stdin  string
		change func()
		want   []string // part of the summary, and of the texts
	}{
		{archives[0], func() {}, []string{"2 of 2 files done; this run: 4 ", "example.com/0", "number 1."}},
		{archives[1], func() {}, []string{"2 of 2 files done (1 by earlier runs); this run: 3 ", "example.com/3", "number 1."}},
		{archives[1], func() { write("b.html", 8) }, []string{"2 of 2 files done; this run: 5 ", "example.com/3", "number 8."}},
		{archives[1], func() { write("b.html", 10) }, []string{"2 of 2 files done; this run: 5 ", "example.com/3", "number 10."}},
		{archives[1], func() { os.Remove(filepath.Join(pages, "a.html")) }, []string{"2 of 2 files done; this run: 4 ", "example.com/3", "number 10."}},
	} {
		c.change()
		cmd := process("run", "-o", folder, "-", pages)
		cmd.Stdin = strings.NewReader(c.stdin)
		log, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v, %s", err, log)
		}
		all := string(log)
		for _, content := range tree(t, folder) {
			all += content
		}
		for _, want := range c.want {
			if !strings.Contains(all, want) {
				t.Errorf("run %d: no %q; %s", i, want, log)
			}
		}
	}
}

// damages are what can happen to the output of an input, so that it has to be
// done again.
var damages = []func(folder, name string) error{
	func(folder, name string) error { return os.Remove(filepath.Join(folder, "done", name+".json")) },
	func(folder, name string) error { return os.Remove(filepath.Join(folder, name)) },
	func(folder, name string) error { return os.Truncate(filepath.Join(folder, name), 10) },
	func(folder, name string) error {
		return os.WriteFile(filepath.Join(folder, "done", name+".json"), []byte("{"), 0o666)
	},
	func(folder, name string) error {
		return os.WriteFile(filepath.Join(folder, "done", name+".hashes"), []byte("half"), 0o666)
	},
	func(folder, name string) error {
		return errors.Join(os.Remove(filepath.Join(folder, "done", name+".json")),
			os.WriteFile(filepath.Join(folder, name+".part"), []byte("half"), 0o666))
	},
}

// TestLeftovers: what other programs or a crash leave in the folder is not taken
// for output that is complete.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	paths := writeCrawl(t, dir, 4, 3)
	folder := filepath.Join(dir, "out")
	args := append([]string{"run", "-o", folder, "-quiet", "-exact"}, paths...)
	if _, stderr, status := execute("", args...); status != statusOK {
		t.Fatal(stderr)
	}
	want := tree(t, folder)
	var outputs []string
	for name := range want {
		if strings.HasSuffix(name, ".jsonl") && !strings.HasPrefix(name, "manifest") {
			outputs = append(outputs, name)
		}
	}
	slices.Sort(outputs)
	for _, damage := range damages {
		if err := damage(folder, outputs[len(outputs)-1]); err != nil {
			t.Fatal(err)
		}
		if _, _, status := execute("", "check", folder); status != statusFailed {
			t.Errorf("check: status %d", status)
		}
		if _, stderr, status := execute("", args...); status != statusOK {
			t.Fatal(stderr)
		}
		if d := difference(tree(t, folder), want); d != "" {
			t.Error(d)
		}
	}
	content := []byte(want[outputs[0]])
	content[0] ^= 1
	if err := os.WriteFile(filepath.Join(folder, outputs[0]), content, 0o666); err != nil {
		t.Fatal(err)
	}
	if stdout, _, status := execute("", "check", folder); status != statusFailed || !strings.Contains(stdout, "checksum") {
		t.Errorf("check: status %d, %s", status, stdout)
	}
}

// TestFullDisk: a disk without room is reported, and what was begun is not taken
// for whole.
func TestFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no /dev/full")
	}
	dir := t.TempDir()
	paths := writeCrawl(t, dir, 3, 40)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, format := range []string{"jsonl", "parquet", "wet.gz"} {
		var log bytes.Buffer
		cmd := process(append([]string{"run", "-o", "-", "-format", format}, paths...)...)
		cmd.Stdout, cmd.Stderr = full, &log
		if cmd.Run(); cmd.ProcessState.ExitCode() != statusFailed || !strings.Contains(log.String(), "no space left") {
			t.Errorf("%s: status %d, %s", format, cmd.ProcessState.ExitCode(), log.String())
		}
		whole, folder := filepath.Join(dir, "whole-"+format), filepath.Join(dir, format)
		if _, stderr, status := execute("", append([]string{"run", "-o", whole, "-format", format}, paths...)...); status != statusOK {
			t.Fatal(stderr)
		}
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		var last string
		for name := range tree(t, whole) {
			if strings.HasPrefix(name, "crawl") {
				last = max(last, name)
			}
		}
		if err := os.Symlink("/dev/full", filepath.Join(folder, last+".part")); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"run", "-o", folder, "-format", format}, paths...)
		if _, stderr, status := execute("", args...); status != statusFailed || !strings.Contains(stderr, "no space left") || strings.Contains(stderr, "3 of 3 files done") {
			t.Errorf("%s: status %d, %s", format, status, stderr)
		}
		if _, stderr, status := execute("", args...); status != statusOK { // now there is room
			t.Fatal(stderr)
		}
		if d := difference(tree(t, folder), tree(t, whole)); d != "" {
			t.Errorf("%s: %s", format, d)
		}
	}
}

// TestUnwritable: folders that cannot be made or written are reported before
// anything is read.
func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	paths := writeCrawl(t, dir, 1, 1)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	locked := filepath.Join(dir, "locked")
	if err := os.Mkdir(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	folders := []string{file, filepath.Join(file, "x")}
	if os.Getuid() != 0 {
		folders = append(folders, locked, filepath.Join(locked, "x"))
	}
	for _, folder := range folders {
		_, stderr, status := execute("", "run", "-o", folder, paths[0])
		if status != statusFailed || !strings.Contains(stderr, "file") && !strings.Contains(stderr, "locked") {
			t.Errorf("%s: status %d, %s", folder, status, stderr)
		}
	}
}

// TestNames: names with line feeds, control characters, spaces and letters of any
// script are read, and their output has a name that a terminal can show.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	source := writeCrawl(t, dir, 1, 2)[0]
	content, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for i, name := range []string{"a\nb.warc.gz", "\x1b[31mred.warc.gz", " space .warc.gz", "日本.warc", "-dash.warc.gz", ".warc.gz", "\xff\xfe.warc", strings.Repeat("x", 240) + ".warc.gz", "same.warc.gz", "sub/same.warc.gz"} {
		path := filepath.Join(dir, "d", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Skipf("name %d: %v", i, err)
		}
		paths = append(paths, path)
	}
	folder := filepath.Join(dir, "out")
	_, stderr, status := execute("", "run", "-o", folder, filepath.Join(dir, "d"))
	if status != statusOK {
		t.Fatalf("status %d, %s", status, stderr)
	}
	outputs := 0
	for name, content := range tree(t, folder) {
		if strings.HasSuffix(name, ".jsonl") && !strings.HasPrefix(name, "manifest") {
			outputs++
			if strings.Count(content, "\n") != 2 {
				t.Errorf("%q has %d lines", name, strings.Count(content, "\n"))
			}
		}
		if printable(name) != name || strings.HasPrefix(name, "-") || len(name) > 255 {
			t.Errorf("output is called %q", name)
		}
	}
	if outputs != len(paths) {
		t.Errorf("%d outputs of %d inputs", outputs, len(paths))
	}
	if _, stderr, _ := execute("", "run", "-o", folder, "no\nsuch\x1b.warc"); strings.Count(stderr, "\n") > 2 || strings.Contains(stderr, "\x1b") {
		t.Errorf("log has control characters: %q", stderr)
	}
	if _, stderr, status := execute("", "run", "-o", filepath.Join(dir, "twice"), paths[0], paths[0]); status != statusFailed || !strings.Contains(stderr, "twice") {
		t.Errorf("the same file twice: status %d, %s", status, stderr)
	}
}

// TestStandardStreams: an archive on standard input, text on standard output.
func TestStandardStreams(t *testing.T) {
	content, err := os.ReadFile(writeCrawl(t, t.TempDir(), 1, 5)[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd := process("run", "-quiet", "-o", "-", "-format", "txt", "-")
	cmd.Stdin = bytes.NewReader(content)
	out, err := cmd.Output()
	if err != nil || strings.Count(string(out), "\n\n\n") != 5 || !strings.Contains(string(out), sentence[:60]) {
		t.Errorf("error %v, %d bytes", err, len(out))
	}
}

// TestMetrics reads the metrics of a job that goes on.
func TestMetrics(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	stop, err := serveMetrics(address, new(corpus.Job))
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	response, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^(# (HELP|TYPE) corpus_[a-z_]+ .+|corpus_[a-z_]+(\{[a-z]+="[a-z-]+"\})? [0-9.e+-]+)$`)
	for text := range strings.SplitSeq(strings.TrimSpace(string(body)), "\n") {
		if !line.MatchString(text) {
			t.Errorf("no metric: %q", text)
		}
	}
	for _, name := range []string{`corpus_records_total{outcome="written"} 0`, "corpus_inputs 0", `corpus_stage_seconds_total{stage="read"} 0`} {
		if !strings.Contains(string(body), name) {
			t.Errorf("no %s", name)
		}
	}
	if _, err := serveMetrics(address, new(corpus.Job)); err == nil {
		t.Error("an address that is taken is no error")
	}
}

// TestStatusLine: the line of progress is wiped out before a line of the log.
func TestStatusLine(t *testing.T) {
	var out bytes.Buffer
	s := &statusLine{w: &out}
	io.WriteString(s, "log 1\n")
	s.show("progress")
	io.WriteString(s, "log 2\n")
	if want := "log 1\n" + clearLine + "progress" + clearLine + "log 2\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
	p := corpus.Progress{Inputs: 10, Finished: 4, Failed: 1, Size: 1000, Read: 500, PageBytes: 3e6, Damage: 2}
	if text := progressText(p, 2*time.Second); text != "4/10 files, 0 pages, 0 written, 1.5 MB/s, 1 files failed, damage: 2, 5s left" {
		t.Error(text)
	}
}

// TestSignal: a run that is told to stop ends soon, and can go on.
func TestSignal(t *testing.T) {
	paths := writeCrawl(t, t.TempDir(), 2, 3)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var log bytes.Buffer
	e := &environment{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &log}
	folder := filepath.Join(t.TempDir(), "out")
	if status := e.run(ctx, append([]string{"run", "-o", folder}, paths...)); status != statusSignal {
		t.Errorf("status %d, %s", status, log.String())
	}
	if _, stderr, status := execute("", append([]string{"run", "-o", folder}, paths...)...); status != statusOK {
		t.Error(stderr)
	}
}
