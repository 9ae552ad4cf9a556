//go:build !unix

package corpus

import "os"

// lock does nothing on systems other than Unix: two processes must not write to
// the same folder there.
func lock(*os.File) (stale bool, err error) { return false, nil }

// rename closes a file and gives it another name; Windows does not rename files
// that are open.
func rename(file *os.File, name string) error {
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// remove closes a file and removes it.
func remove(file *os.File) {
	file.Close()
	os.Remove(file.Name())
}
