//go:build unix

package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// killModes are the flags with which the command is killed.
var killModes = [][]string{
	{"-format", "jsonl.zst"},
	{"-format", "parquet", "-exact", "-near"},
	{"-format", "wet.gz", "-algo", "justext"},
	{"-format", "jsonl", "-exact"},
	{"-format", "vertical.gz", "-metadata", "-algo", "boilerpipe"},
}

// TestKill kills the command at random moments with SIGKILL and starts it again:
// the folder is then the same, byte for byte, as that of a run that nothing
// disturbed. CORPUS_KILLS is the number of kills; with 50 or more there are 200
// files, and "make kill" runs it so.
func TestKill(t *testing.T) {
	kills, files := 5, 24
	if n, err := strconv.Atoi(os.Getenv("CORPUS_KILLS")); err == nil {
		kills = n
		if n >= 50 {
			files = 200
		}
	}
	paths := writeCrawl(t, t.TempDir(), files, 12)
	killed := 0
	for i, mode := range killModes {
		args := append(append([]string{"run", "-quiet", "-o", ""}, mode...), paths...)
		want := filepath.Join(t.TempDir(), "whole")
		took := undisturbed(t, args, want)
		for range (kills + len(killModes) - 1 - i) / len(killModes) {
			folder := filepath.Join(t.TempDir(), "killed")
			killed += untilDone(t, args, folder, took)
			if d := difference(tree(t, folder), tree(t, want)); d != "" {
				t.Fatalf("%v: %s", mode, d)
			}
		}
	}
	t.Logf("%d kills before the end of a run", killed)
	if killed == 0 {
		t.Error("no run was killed before its end")
	}
}

// TestTwoRuns starts the command twice in one folder at the same time and kills
// one of the two at a random moment. The other ends well, or says that a file is
// being written; after one more run the folder is that of a run that nothing
// disturbed.
func TestTwoRuns(t *testing.T) {
	paths := writeCrawl(t, t.TempDir(), 8, 12)
	for _, mode := range killModes {
		args := append(append([]string{"run", "-quiet", "-o", ""}, mode...), paths...)
		want := filepath.Join(t.TempDir(), "whole")
		took := undisturbed(t, args, want)
		args[3] = filepath.Join(t.TempDir(), "both")
		var messages bytes.Buffer
		killed, other := process(args...), process(args...)
		other.Stderr = &messages
		if err := errors.Join(killed.Start(), other.Start()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Float64() * float64(took)))
		killed.Process.Kill()
		killed.Wait()
		if err := other.Wait(); err != nil && !strings.Contains(messages.String(), "another process is writing to it") {
			t.Errorf("%v: %v\n%s", mode, err, &messages)
		}
		undisturbed(t, args, args[3])
		if d := difference(tree(t, args[3]), tree(t, want)); d != "" {
			t.Errorf("%v: %s", mode, d)
		}
	}
}

// undisturbed runs the command to its end and returns how long it took.
func undisturbed(t *testing.T, args []string, folder string) time.Duration {
	t.Helper()
	start := time.Now()
	args[3] = folder
	if out, err := process(args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return time.Since(start)
}

// untilDone starts the command, kills it at a random moment, starts it again,
// kills it once more, and then lets it end. It returns how many kills came before
// the end.
func untilDone(t *testing.T, args []string, folder string, took time.Duration) (killed int) {
	t.Helper()
	args[3] = folder
	for range 2 {
		cmd := process(args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Float64() * float64(took)))
		cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
	}
	cmd := process(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return killed
}
