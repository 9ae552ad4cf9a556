package corpus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"os"
	"time"
)

// Process writes the records of one archive to out and returns the note of it,
// without the name of the output. It is what a Job does for each input, for
// programs that have ways of their own to find inputs and to keep outputs: the
// same input gives the same bytes. path is what the records have as the file,
// and log, which may be nil, is told of damage.
//
// Let in be an *os.File where there is one, and nothing that hides it: then a
// wrong length in an archive that is not compressed costs no records however far
// it reaches. In other readers it costs those that are more than 512 KiB back.
//
// Duplicates are those within the archive.
func Process(ctx context.Context, c Config, path string, in io.Reader, out io.Writer, log *slog.Logger) (*Note, error) {
	j := Job{Config: c, Log: log}
	if err := j.init(); err != nil {
		return nil, err
	}
	sized := &countingWriter{out: out}
	sum := sha256.New()
	file, err := newOutputFile(io.MultiWriter(sized, sum), &j.Config)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if j.crew, err = newCrew(ctx, &j.Config); err != nil {
		return nil, err
	}
	defer j.crew.dismiss()
	note := &Note{Input: path}
	if whole, ok := in.(*os.File); ok {
		err = j.passFile(ctx, whole, file, note)
	} else {
		read := &countingReader{in: in}
		err = j.pass(ctx, j.archive(read, time.Time{}, note), file, note)
		note.InputBytes = read.n
	}
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, wrapOutput(err)
	}
	note.OutputBytes, note.SHA256 = sized.n, hex.EncodeToString(sum.Sum(nil))
	return note, nil
}

// passFile writes the records of an archive that is a file to out.
func (j *Job) passFile(ctx context.Context, in *os.File, out *outputFile, note *Note) error {
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() {
		note.InputBytes = info.Size()
	}
	return j.pass(ctx, j.archive(in, info.ModTime(), note), out, note)
}

// A countingReader counts the bytes that are read.
type countingReader struct {
	in io.Reader
	n  int64
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	r.n += int64(n)
	return n, err
}

// A countingWriter counts the bytes that are written.
type countingWriter struct {
	out io.Writer
	n   int64
}

func (w *countingWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	w.n += int64(n)
	return n, err
}
