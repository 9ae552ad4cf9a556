package corpusbeam

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
)

// workerVariable names the file to which a worker writes its process ID. The test
// binary is a worker if it is set.
const workerVariable = "CORPUS_BEAM_TEST_WORKER"

// work does the work of a worker that prism has started, as the program boot in
// the containers of Beam would have it done. It does not return.
func work() {
	pid := strconv.Itoa(os.Getpid())
	if err := os.WriteFile(os.Getenv(workerVariable), []byte(pid), 0o666); err != nil {
		panic(err)
	}
	args := []string{os.Args[0], "-worker"}
	for _, arg := range os.Args[1:] {
		switch name, value, _ := strings.Cut(arg, "="); name {
		case "--id":
			args = append(args, "-id="+strings.Trim(value, "'"))
		case "--provision_endpoint":
			args = append(args, "-logging_endpoint="+value, "-control_endpoint="+value)
		}
	}
	os.Args = args
	flag.Parse()
	beam.Init()
}

// useWorkers makes the runner start a process for the work of each pipeline of the
// test, as runners do that have many machines. It returns the path of the file
// with the process ID.
func useWorkers(t *testing.T) (pidFile string) {
	t.Helper()
	pidFile = filepath.Join(t.TempDir(), "pid")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	process, err := json.Marshal(map[string]any{"command": program, "env": map[string]string{workerVariable: pidFile}})
	if err != nil {
		t.Fatal(err)
	}
	for option, value := range map[*string]string{
		jobopts.EnvironmentType: "PROCESS", jobopts.EnvironmentConfig: string(process), jobopts.WorkerBinary: program,
	} {
		before := *option
		*option = value
		t.Cleanup(func() { *option = before })
	}
	return pidFile
}

// TestWorkerKilled: when a worker was killed in the middle, the pipeline is run
// again and leaves what the command writes. Prism itself does not try a bundle
// again. It ends such a pipeline or, at times, waits for the worker for ever.
func TestWorkerKilled(t *testing.T) {
	pattern, paths := writeCrawl(t, 60)
	want, report := command(t, "jsonl", paths)
	settings := Settings{Folder: t.TempDir(), Methods: []string{"justext"}}
	pidFile := useWorkers(t)
	ended := make(chan error, 1)
	go func() {
		_, err := runPipeline(pattern, settings)
		ended <- err
	}()
	awaitOutputs(settings.Folder)
	pid, err := strconv.Atoi(string(readFile(t, pidFile)))
	if err != nil {
		t.Fatal(err)
	}
	worker, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	worker.Kill()
	select {
	case err := <-ended:
		if err == nil {
			t.Log("the worker was too fast to be killed")
		}
	case <-time.After(5 * time.Second):
	}
	if _, err := runPipeline(pattern, settings); err != nil {
		t.Fatal(err)
	}
	same(t, complete(t, settings.Folder), want)
	checkManifest(t, readFile(t, filepath.Join(settings.Folder, "manifest.jsonl")), &report.Total)
}
