package corpusbeam

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/seed42075109/justext/corpus"
	"github.com/seed42075109/justext/corpus/warc"
)

// The test binary is also a program that runs a pipeline, so that a test can
// kill it: these variables name its input and its output.
const (
	inputVariable  = "CORPUS_BEAM_TEST_INPUT"
	outputVariable = "CORPUS_BEAM_TEST_OUTPUT"
)

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) != "" {
		work()
	}
	beam.Init()
	if input := os.Getenv(inputVariable); input != "" {
		if _, err := runPipeline(input, Settings{Folder: os.Getenv(outputVariable), Methods: []string{"justext"}}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runPipeline runs a pipeline on the prism runner.
func runPipeline(pattern string, settings Settings) (beam.PipelineResult, error) {
	p, s := beam.NewPipelineWithRoot()
	WriteManifest(s, Extract(s, beam.Create(s, pattern), settings), settings.Folder)
	return beamx.RunWithMetrics(context.Background(), p)
}

// writeCrawl writes n archives and returns the pattern that they match and their
// paths.
func writeCrawl(t *testing.T, n int) (pattern string, paths []string) {
	t.Helper()
	dir := t.TempDir()
	sentence := "This is a sentence of the text of a page, and it is long enough to be the main content of it for all of the methods. "
	for i := range n {
		var file bytes.Buffer
		w, err := warc.NewWriter(&file, warc.WriterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for k := range 10 {
			status := "200 OK"
			if k == 4 {
				status = "404 Not Found"
			}
			_, err := w.Write(warc.Header{
				Type: warc.TypeResponse, TargetURI: fmt.Sprintf("http://example.com/%d/%d", i, k), Date: time.Unix(1_700_000_000, 0),
				ContentType: "application/http; msgtype=response",
			}, fmt.Appendf(nil, "HTTP/1.1 %s\r\nContent-Type: text/html\r\n\r\n<html lang=en><p>%sThis is page %d of %d.</p>", status, strings.Repeat(sentence, 4), k, i))
			if err != nil {
				t.Fatal(err)
			}
		}
		if i%5 == 3 {
			file.WriteString("garbage")
		}
		path := filepath.Join(dir, fmt.Sprintf("crawl-%03d.warc.gz", i))
		if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return filepath.Join(dir, "*.warc.gz"), paths
}

// outputs returns the output files in a folder by their names, without notes
// and manifests.
func outputs(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(d.Name(), "crawl-") || strings.HasSuffix(d.Name(), ".json") {
			return err
		}
		content, err := os.ReadFile(path)
		files[d.Name()] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// command returns what the command writes for the paths.
func command(t *testing.T, format string, paths []string) (map[string]string, *corpus.Report) {
	t.Helper()
	settings := Settings{Folder: t.TempDir(), Format: format, Methods: []string{"justext"}}
	config, err := settings.config()
	if err != nil {
		t.Fatal(err)
	}
	job := corpus.Job{Config: config, Inputs: paths, Folder: settings.Folder}
	report, err := job.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return outputs(t, settings.Folder), report
}

// same fails the test unless the files are the same.
func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s: %d bytes instead of %d", name, len(got[name]), len(content))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files instead of %d", len(got), len(want))
	}
}

// TestPipeline: the pipeline writes what the command writes, and its counters
// and notes say the same.
func TestPipeline(t *testing.T) {
	pattern, paths := writeCrawl(t, 20)
	for _, format := range []string{"jsonl", "parquet"} {
		want, report := command(t, format, paths)
		settings := Settings{Folder: t.TempDir(), Format: format, Methods: []string{"justext"}}
		result, err := runPipeline(pattern, settings)
		if err != nil {
			t.Fatal(err)
		}
		same(t, outputs(t, settings.Folder), want)
		checkManifest(t, readFile(t, filepath.Join(settings.Folder, "manifest.jsonl")), &report.Total)
		counted := map[string]int64{}
		isOurs := func(r beam.MetricResult) bool { return r.Namespace() == "corpus" }
		for _, c := range result.Metrics().Query(isOurs).Counters() {
			counted[c.Name()] += c.Result()
		}
		for _, o := range corpus.AllOutcomes() {
			if counted[o.String()] != report.Total.Outcomes[o] {
				t.Errorf("%s: %d %v instead of %d", format, counted[o.String()], o, report.Total.Outcomes[o])
			}
		}
		if counted["damage"] != 4 || counted["rows"] != 180 || counted["page_bytes"] != report.Total.PageBytes {
			t.Errorf("%s: counters %v", format, counted)
		}
	}
}

// TestWrongLength: a record that declares far too great a length costs no records
// after it, as with the command.
func TestWrongLength(t *testing.T) {
	record := func(length int) string {
		page := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>" + strings.Repeat("This is the text of the page, and it is the main content. ", 50)
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", max(length, len(page)), page)
	}
	path := filepath.Join(t.TempDir(), "crawl-plain.warc")
	if err := os.WriteFile(path, []byte(record(3_000_000)+strings.Repeat(record(0), 1500)), 0o666); err != nil {
		t.Fatal(err)
	}
	want, report := command(t, "jsonl", []string{path})
	settings := Settings{Folder: t.TempDir(), Methods: []string{"justext"}}
	if _, err := runPipeline(path, settings); err != nil {
		t.Fatal(err)
	}
	same(t, outputs(t, settings.Folder), want)
	if report.Total.Records != 1501 {
		t.Errorf("%d records", report.Total.Records)
	}
}

// readFile returns the content of a file.
func readFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// checkManifest compares the notes with the counters of the command.
func checkManifest(t *testing.T, content []byte, want *corpus.Counters) {
	t.Helper()
	var got corpus.Counters
	var names []string
	for line := range bytes.Lines(content) {
		var n corpus.Note
		if err := json.Unmarshal(line, &n); err != nil {
			t.Fatal(err)
		}
		got.Add(&n.Counters)
		names = append(names, n.Output)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(names) || got.Records != want.Records || got.Outcomes != want.Outcomes || got.TextBytes != want.TextBytes {
		t.Errorf("%d notes, %+v instead of %+v", len(names), got, *want)
	}
}

// TestKilledPipeline: a pipeline whose process is killed in the middle, and that
// is run again, leaves the same records.
func TestKilledPipeline(t *testing.T) {
	pattern, paths := writeCrawl(t, 60)
	want, _ := command(t, "jsonl", paths)
	folder := t.TempDir()
	kill(t, startPipeline(t, pattern, folder), folder)
	if err := startPipeline(t, pattern, folder).Wait(); err != nil {
		t.Fatal(err)
	}
	same(t, complete(t, folder), want)
}

// TestTwoPipelines: of two pipelines that write the same folder at the same time,
// as a runner does that tries a bundle twice, one is killed. The other leaves what
// the command writes, and its notes are those of all archives.
func TestTwoPipelines(t *testing.T) {
	pattern, paths := writeCrawl(t, 20)
	want, report := command(t, "jsonl", paths)
	folder := t.TempDir()
	first, second := startPipeline(t, pattern, folder), startPipeline(t, pattern, folder)
	kill(t, first, folder)
	if err := second.Wait(); err != nil {
		t.Fatal(err)
	}
	same(t, complete(t, folder), want)
	checkManifest(t, readFile(t, filepath.Join(folder, "manifest.jsonl")), &report.Total)
}

// TestCancelled: what a pipeline had begun to write when it was told to stop has
// no name, and nothing is left of it.
func TestCancelled(t *testing.T) {
	_, paths := writeCrawl(t, 1)
	folder := t.TempDir()
	f := &extract{Settings: Settings{Folder: folder, Methods: []string{"justext"}}}
	if err := f.Setup(); err != nil {
		t.Fatal(err)
	}
	for _, after := range []time.Duration{0, time.Millisecond, 3 * time.Millisecond, 10 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		note, err := f.file(ctx, paths[0])
		cancel()
		if got := outputs(t, folder); err != nil && len(got) > 0 || err == nil && len(got) != 1 {
			t.Errorf("after %v: error %v, %d files", after, err, len(got))
		}
		if err == nil && note.Counters.Records != 10 {
			t.Errorf("after %v: %d records", after, note.Counters.Records)
		}
		os.RemoveAll(folder)
	}
}

// startPipeline starts a process that runs a pipeline.
func startPipeline(t *testing.T, pattern, folder string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), inputVariable+"="+pattern, outputVariable+"="+folder)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// kill kills a pipeline once there are some files in its folder.
func kill(t *testing.T, pipeline *exec.Cmd, folder string) {
	t.Helper()
	awaitOutputs(folder)
	pipeline.Process.Kill()
	if pipeline.Wait() == nil {
		t.Log("the pipeline was too fast to be killed")
	}
}

// awaitOutputs waits for some files in a folder, a minute at most.
func awaitOutputs(folder string) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if done, _ := filepath.Glob(filepath.Join(folder, "crawl-*.jsonl")); len(done) >= 5 {
			return
		}
	}
}

// complete returns the output files in a folder without those that a process that
// was killed had begun.
func complete(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := outputs(t, folder)
	for name := range files {
		if strings.Contains(name, ".part-") {
			delete(files, name)
		}
	}
	return files
}

// TestSettings: settings that make no sense are refused before a pipeline runs.
func TestSettings(t *testing.T) {
	for _, s := range []Settings{{}, {Folder: "x", Format: "pdf"}, {Folder: "x", Methods: []string{"magic"}}, {Folder: "x", Lang: "xx-none", Methods: []string{"justext"}}} {
		if s.Check() == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
	if err := (&Settings{Folder: "x"}).Check(); err != nil {
		t.Error(err)
	}
}
