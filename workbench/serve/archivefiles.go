package serve

import (
	"net/url"
	"strings"

	"github.com/seed42075109/justext/corpus/payload"
	"github.com/seed42075109/justext/corpus/warc"
)

// maxFiles is how many style sheets and images of an archive are known.
const maxFiles = 50_000

// addFile notes where a style sheet or an image is. It leaves out those that could be read
// only after all that stands before them in a compressed archive, since a page may have
// hundreds.
func (a *Archive) addFile(record *warc.Record, message *payload.Message) {
	isShown := message.Stated == "text/css" || strings.HasPrefix(message.MIME, "image/")
	if message.Status != 200 || !isShown || record.Inner > 0 || len(a.files) >= maxFiles {
		return
	}
	key, ok := address(record.TargetURI, "")
	if _, known := a.files[key]; ok && !known {
		a.files[key] = placeOf(record)
	}
}

// address returns the absolute form of an address on a page, without its fragment. The
// address is written in one way however it was escaped.
func address(page, reference string) (string, bool) {
	base, err := url.Parse(page)
	if err != nil {
		return "", false
	}
	u, err := base.Parse(strings.TrimSpace(reference))
	if err != nil || !u.IsAbs() {
		return "", false
	}
	u.Fragment, u.RawFragment, u.RawPath = "", "", ""
	text := u.String()
	return text, len(text) <= maxField
}

// Beside returns a function that reads the style sheets and images of a page in the archive
// by the address by which the page names them.
func (a *Archive) Beside(p *ArchivedPage) func(reference string) ([]byte, bool) {
	return func(reference string) ([]byte, bool) {
		key, ok := address(p.URL, reference)
		at, known := a.files[key]
		if !ok || !known {
			return nil, false
		}
		content, found, err := a.readAt(&at)
		return content, found && err == nil
	}
}
