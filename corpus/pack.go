package corpus

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed42075109/justext/corpus/warc"
)

// Pack writes pages, and those in folders, to an archive of resource records.
// The name of the archive says how it is compressed: .warc, .warc.gz or
// .warc.zst. The address of a page is base, such as
// "https://example.org/", and its path within its folder; if base is empty it is a file: URL. The archive appears when it is complete.
func Pack(ctx context.Context, archive, base string, paths []string) error {
	compression, err := compressionOf(archive)
	if err == nil {
		err = checkBase(base)
	}
	if err != nil {
		return err
	}
	out, err := createPending(archive)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(out, 256<<10)
	w, err := warc.NewWriter(buffered, warc.WriterOptions{Compression: compression})
	if err == nil {
		err = packAll(ctx, w, archive, base, paths)
	}
	if err == nil {
		err = buffered.Flush()
	}
	if err != nil {
		out.abandon()
		return err
	}
	return out.commit()
}

// compressionOf returns the compression that the name of an archive says.
func compressionOf(archive string) (warc.Compression, error) {
	for extension, c := range map[string]warc.Compression{".warc": warc.Plain, ".warc.gz": warc.Gzip, ".warc.zst": warc.Zstd} {
		if strings.HasSuffix(archive, extension) {
			return c, nil
		}
	}
	return 0, fmt.Errorf("corpus: the name %q does not end in .warc, .warc.gz or .warc.zst", archive)
}

// checkBase refuses a base to which no path can be added.
func checkBase(base string) error {
	u, err := url.Parse(base)
	if base == "" || err == nil && u.Scheme != "" && u.Host != "" && u.RawQuery == "" && !u.ForceQuery && u.Fragment == "" {
		return nil
	}
	return fmt.Errorf("corpus: the base %q is not an address to which paths can be added, such as https://example.org/", base)
}

// packAll writes the records.
func packAll(ctx context.Context, w *warc.Writer, archive, base string, paths []string) error {
	if _, err := w.WriteWarcinfo(filepath.Base(archive), []warc.Field{{Name: "software", Value: "corpus pack"}, {Name: "format", Value: "WARC File Format 1.1"}}); err != nil {
		return err
	}
	for _, path := range paths {
		root, pages := filepath.Dir(path), []string{path}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.IsDir() {
			root = path
			if pages, _, err = walk(path); err != nil {
				return err
			}
			if len(pages) == 0 {
				return fmt.Errorf("corpus: no pages (.html, .htm, .xhtml or .shtml, also with .gz) in %s", path)
			}
		}
		for _, page := range pages {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := packPage(w, base, root, page); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxPacked is the size of the largest page that is packed.
const maxPacked = 256 << 20

// packPage writes the record of a page.
func packPage(w *warc.Writer, base, root, path string) error {
	c := Config{MaxBody: maxPacked}
	var f fetched
	s := newFolder(nil, &c, nil)
	if err := s.read(path, &f); err != nil {
		return err
	}
	if f.from.Truncated != "" {
		return fmt.Errorf("%s: the page is broken or has more than %d bytes", path, maxPacked)
	}
	address := fileURL(path)
	if base != "" {
		within, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		address = strings.TrimRight(base, "/") + (&url.URL{Path: "/" + filepath.ToSlash(strings.TrimSuffix(within, ".gz"))}).EscapedPath()
	}
	sum := sha256.Sum256([]byte(address + "\x00" + f.from.Date.String()))
	id := hex.EncodeToString(sum[:16])
	_, err := w.Write(warc.Header{
		Type: warc.TypeResource, TargetURI: address, Date: f.from.Date, ContentType: "text/html",
		ID: "urn:uuid:" + id[:8] + "-" + id[8:12] + "-8" + id[13:16] + "-8" + id[17:20] + "-" + id[20:],
	}, f.body)
	return err
}
