package serve

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// A Folder is a folder that was given to the workbench. Nothing outside of it is read,
// wherever symbolic links in it point.
type Folder struct{ root *os.Root }

// OpenFolder opens a folder.
func OpenFolder(name string) (*Folder, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return &Folder{root}, nil
}

// maxFile is how many bytes a file of a folder may have.
const maxFile = 64 << 20

// extensions are those of pages and of what people have said about them.
var extensions = map[string]bool{".html": true, ".htm": true, ".xhtml": true, ".anno": true, ".txt": true, ".json": true, ".jsonl": true}

// Files returns the contents of the pages, texts and labels in the folder by their
// slash-separated names, and an error for each that could not be read.
func (f *Folder) Files() (files map[string][]byte, failed []error) {
	files = make(map[string][]byte)
	err := fs.WalkDir(f.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			failed = append(failed, err)
			return nil
		}
		if entry.IsDir() || !extensions[strings.ToLower(path.Ext(name))] {
			return nil
		}
		content, err := f.Read(name)
		if err != nil {
			failed = append(failed, err)
			return nil
		}
		files[name] = content
		return nil
	})
	return files, append(failed, errorList(err)...)
}

func errorList(err error) []error {
	if err == nil {
		return nil
	}
	return []error{err}
}

// Archives returns the slash-separated names of the archives in the folder, and an error
// for each folder in it that could not be read.
func (f *Folder) Archives() (names []string, failed []error) {
	err := fs.WalkDir(f.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			failed = append(failed, err)
		case !entry.IsDir() && IsArchive(name):
			names = append(names, name)
		}
		return nil
	})
	return names, append(failed, errorList(err)...)
}

// Open opens a file of the folder.
func (f *Folder) Open(name string) (*os.File, error) { return f.root.Open(name) }

// Read returns the content of a file.
func (f *Folder) Read(name string) ([]byte, error) {
	file, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", name)
	}
	content, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(content) > maxFile {
		err = fmt.Errorf("%s: more than %d bytes", name, maxFile)
	}
	return content, err
}

// Beside returns a function that reads files by their address relative to a file of
// the folder.
func (f *Folder) Beside(name string) func(reference string) ([]byte, bool) {
	return func(reference string) ([]byte, bool) {
		local, ok := localName(name, reference)
		if !ok {
			return nil, false
		}
		content, err := f.Read(local)
		return content, err == nil
	}
}

// localName returns the name of the file at a relative address beside a file. It
// reports false if the address is not of a file in the same folder or below it.
func localName(name, reference string) (string, bool) {
	reference, _, _ = strings.Cut(reference, "#")
	reference, _, _ = strings.Cut(reference, "?")
	if reference == "" || strings.HasPrefix(reference, "/") || strings.ContainsAny(reference, ":\\\x00") {
		return "", false
	}
	local := path.Join(path.Dir(name), reference)
	return local, fs.ValidPath(local)
}

// writeFile replaces a file of a folder as a whole: whoever reads it, and whenever the
// program is killed, sees the old or the new one.
func writeFile(root *os.Root, name string, content []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	temporary := name + "." + rand.Text()[:8] + ".new"
	file, err := root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = root.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(temporary))
	}
	return nil
}

// LocalIn returns the content of a file of an archive by its address relative to
// another file of it.
func LocalIn(files map[string][]byte, name, reference string) ([]byte, bool) {
	local, ok := localName(name, reference)
	if !ok {
		return nil, false
	}
	content, found := files[local]
	return content, found
}
