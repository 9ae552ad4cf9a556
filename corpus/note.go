package corpus

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed42075109/justext/corpus/warc"
)

// A Note says that one input is done: its output is complete and has its name.
// The same input and settings give the same note.
type Note struct {
	Input      string `json:"input"`       // the path as it was given
	InputBytes int64  `json:"input_bytes"` // of a folder those of its pages; 0 for standard input and pipes

	Output      string `json:"output"` // the name of the file in the folder of the run
	OutputBytes int64  `json:"output_bytes"`
	SHA256      string `json:"sha256"` // of the output

	Counters Counters `json:"counters"`
	Damage   []Defect `json:"damage,omitempty"` // the first maxDefects
}

// maxDefects is how many defects of an input are noted; all are counted.
const maxDefects = 100

// A Defect is a piece of damage of an archive.
type Defect struct {
	File   string `json:"file"`
	Entry  string `json:"entry,omitempty"` // the archive within a WACZ
	Offset int64  `json:"offset"`          // in bytes, as warc.Damage has it
	Inner  int64  `json:"inner,omitempty"`
	Lost   int64  `json:"lost"` // bytes
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

func newDefect(path string, d *warc.Damage) Defect {
	return Defect{
		File: path, Entry: d.Entry, Offset: d.Offset, Inner: d.Inner, Lost: d.Length, Kind: d.Kind.String(),
		Detail: field(strings.TrimPrefix(d.Error(), "warc: "), maxField),
	}
}

// doneFolder is the folder of the notes in the folder of a run.
const doneFolder = "done"

func notePath(folder, output string) string { return filepath.Join(folder, doneFolder, output+".json") }
func hashPath(folder, output string) string {
	return filepath.Join(folder, doneFolder, output+".hashes")
}

// readNote returns the note of an output, nil if there is none or if the files
// are not as it says. Standard input and pipes have none, since what comes from
// them is not known to be the same.
func readNote(folder string, in *input) (*Note, error) {
	content, err := os.ReadFile(notePath(folder, in.output))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	note := new(Note)
	if err := json.Unmarshal(content, note); err != nil {
		return nil, nil // something else has written there; the input is done again
	}
	info, err := os.Stat(filepath.Join(folder, in.output))
	if err != nil || info.Size() != note.OutputBytes || note.Input != in.path {
		return nil, nil
	}
	if size := in.size(); size != vanished && size != note.InputBytes {
		return nil, nil // the input has changed; if it is gone, what was made of it stays
	}
	return note, nil
}

// write writes the note. It comes last: with it the input is done.
func (n *Note) write(folder string) error {
	content, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return writeFile(notePath(folder, n.Output), append(content, '\n'))
}

// hashesSize is the size of the hashes of one text in a file.
const hashesSize = 16

// writeHashes writes the hashes of the texts of an output, for the rest of the
// run after a restart.
func writeHashes(folder, output string, all []hashes) error {
	content := make([]byte, 0, hashesSize*len(all))
	for _, h := range all {
		content = binary.LittleEndian.AppendUint64(content, h.exact)
		content = binary.LittleEndian.AppendUint64(content, h.near)
	}
	return writeFile(hashPath(folder, output), content)
}

// readHashes adds the hashes of an output to those that were seen.
func readHashes(folder, output string, seen *seen) error {
	content, err := os.ReadFile(hashPath(folder, output))
	if err != nil {
		return err
	}
	if len(content)%hashesSize != 0 {
		return fmt.Errorf("%s is not whole", hashPath(folder, output))
	}
	for ; len(content) > 0; content = content[hashesSize:] {
		seen.add(hashes{binary.LittleEndian.Uint64(content), binary.LittleEndian.Uint64(content[8:])})
	}
	return nil
}
