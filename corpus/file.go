package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"os"
	"path/filepath"
)

// A pendingFile is a file that does not have its name yet. It gets it when it
// is complete and on the disk, so that a file with its name is always whole.
type pendingFile struct {
	file *os.File
	path string
	size int64
	sum  hash.Hash
}

// partExtension ends the names of files that are not complete.
const partExtension = ".part"

// errBusy says that another process is writing to a file.
var errBusy = errors.New("another process is writing to it")

// createPending begins a file that will be called path. What an earlier attempt
// has left is overwritten, unless another process is writing it now.
func createPending(path string) (*pendingFile, error) {
	for {
		file, err := os.OpenFile(path+partExtension, os.O_WRONLY|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		stale, err := lock(file)
		if err == nil && !stale {
			err = empty(file)
		}
		if err == nil && !stale {
			return &pendingFile{file: file, path: path, sum: sha256.New()}, nil
		}
		file.Close()
		if err != nil {
			return nil, err
		}
	}
}

// empty removes what is in a file.
func empty(file *os.File) error {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	return file.Truncate(0)
}

func (f *pendingFile) Write(b []byte) (int, error) {
	n, err := f.file.Write(b)
	f.size += int64(n)
	f.sum.Write(b[:n])
	return n, err
}

// checksum returns the SHA-256 of what was written, in hexadecimal.
func (f *pendingFile) checksum() string { return hex.EncodeToString(f.sum.Sum(nil)) }

// commit gives the file its name.
func (f *pendingFile) commit() error {
	err := f.file.Sync()
	if err == nil {
		err = rename(f.file, f.path)
	}
	if err != nil {
		f.abandon()
		return err
	}
	return syncFolder(filepath.Dir(f.path))
}

// abandon removes the file.
func (f *pendingFile) abandon() { remove(f.file) }

// syncFolder makes sure that the names in a folder are on the disk. Where the
// system cannot do that, as on Windows, it does nothing.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	folder.Sync()
	return nil
}

// writeFile writes a whole file under its name, or leaves the one that there was.
func writeFile(path string, content []byte) error {
	f, err := createPending(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		f.abandon()
		return err
	}
	return f.commit()
}
