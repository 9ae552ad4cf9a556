package corpus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Verify checks the output of a job: every note against its output file, and
// every file against the notes. say is told what is wrong, if anything.
func Verify(ctx context.Context, folder string, say func(problem string)) error {
	notes, err := os.ReadDir(filepath.Join(folder, doneFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("the folder is not the output of a run: it has no folder " + doneFolder)
	}
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, entry := range notes {
		if err := ctx.Err(); err != nil {
			return err
		}
		name, isNote := strings.CutSuffix(entry.Name(), ".json")
		if !isNote {
			continue
		}
		known[name] = true
		if err := verifyNote(folder, name); err != nil {
			say(fmt.Sprintf("%s: %v", name, err))
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := f.Name()
		if !f.IsDir() && !known[name] && name != settingsFile && !strings.HasPrefix(name, "manifest") {
			say(name + ": no note says that this file is complete")
		}
	}
	return nil
}

// verifyNote checks one note.
func verifyNote(folder, name string) error {
	content, err := os.ReadFile(notePath(folder, name))
	if err != nil {
		return err
	}
	var n Note
	if err := json.Unmarshal(content, &n); err != nil {
		return fmt.Errorf("note: %w", err)
	}
	if n.Output != name {
		return fmt.Errorf("note is that of %q", n.Output)
	}
	if n.Counters.Records != n.Counters.Outcomes.Total() {
		return fmt.Errorf("%d records, but %d outcomes", n.Counters.Records, n.Counters.Outcomes.Total())
	}
	var rows int64
	for _, written := range n.Counters.Rows {
		rows += written
	}
	if info, err := os.Stat(hashPath(folder, name)); err == nil && info.Size() != rows*hashesSize {
		return fmt.Errorf("%d bytes of hashes for %d texts", info.Size(), rows)
	}
	file, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, file)
	switch {
	case err != nil:
		return err
	case size != n.OutputBytes:
		return fmt.Errorf("%d bytes instead of %d", size, n.OutputBytes)
	case hex.EncodeToString(sum.Sum(nil)) != n.SHA256:
		return errors.New("checksum differs")
	}
	return nil
}
