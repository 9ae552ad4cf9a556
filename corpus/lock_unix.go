//go:build unix

package corpus

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock makes sure that no other process writes to the file, until it is closed
// or the process ends. stale says that the file has lost its name to another
// process in the meantime.
func lock(file *os.File) (stale bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, fmt.Errorf("%s: %w", file.Name(), errBusy)
	}
	if err != nil {
		return false, nil // a file system without locks
	}
	mine, err := file.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(file.Name())
	return err != nil || !os.SameFile(mine, named), nil
}

// rename gives a file that is on the disk another name and closes it. It does so
// in this order, since another process that opens the file by its old name may
// write to it once the lock is gone.
func rename(file *os.File, name string) error {
	if err := os.Rename(file.Name(), name); err != nil {
		return err
	}
	file.Close()
	return nil
}

// remove removes a file and closes it, in this order for the same reason.
func remove(file *os.File) {
	os.Remove(file.Name())
	file.Close()
}
