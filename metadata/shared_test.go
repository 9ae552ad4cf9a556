package metadata

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedFolder is where the pages with gold are, outside of the repository.
const sharedFolder = "../../shared/bench"

// eachShared calls do with the pages of a collection in the order of its
// archive. It does nothing if the archive is missing.
func eachShared(tb testing.TB, name string, do func(id string, page []byte)) {
	tb.Helper()
	file, err := os.Open(filepath.Join(sharedFolder, filepath.FromSlash(name)+".tar.gz"))
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		tb.Fatal(err)
	}
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			tb.Fatal(err)
		}
		id, ok := strings.CutSuffix(filepath.Base(header.Name), ".html")
		if !ok || filepath.Base(filepath.Dir(header.Name)) != "html" {
			continue
		}
		page, err := io.ReadAll(archive)
		if err != nil {
			tb.Fatal(err)
		}
		do(id, page)
	}
}
