package input

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/seed42075109/justext/page"
)

// A PageReader reads pages and decodes them. It is scratch memory, reused from
// page to page.
type PageReader struct {
	options page.Options

	raw  []byte // as read
	text []byte // as decoded
}

// NewPageReader returns a PageReader with options that [Resolve] has completed.
func NewPageReader(options page.Options) PageReader { return PageReader{options: options} }

// Resolve checks options and completes them: the encoding has its canonical name
// then, and MaxBytes is never 0.
func Resolve(options *page.Options) error {
	if err := options.Check(); err != nil {
		return err
	}
	name, err := Canonical(cmp.Or(options.DefaultEncoding, page.DefaultOptions().DefaultEncoding))
	if err != nil {
		return fmt.Errorf("Options.DefaultEncoding: %w", err)
	}
	options.DefaultEncoding = name
	options.MaxBytes = cmp.Or(options.MaxBytes, page.MaxPage)
	return nil
}

// Size returns how many bytes of memory it holds.
func (in *PageReader) Size() int { return cap(in.raw) + cap(in.text) }

// maxKept is how many bytes of a page as it was read are kept after they have been
// decoded.
const maxKept = 32 << 20

// minRead is the least room that a reader is given, in bytes.
const minRead = 32 << 10

// Page reads a page from r and returns it in UTF-8, together with its encoding.
// If the reader fails or MaxBytes is met, the text is that of what came before,
// and the error says why it ends there. The text is valid until the next page.
func (in *PageReader) Page(ctx context.Context, r io.Reader, contentType string) (text []byte, found page.Encoding, err error) {
	raw, readErr := in.read(ctx, r)
	if ctx.Err() != nil {
		return nil, page.Encoding{}, fmt.Errorf("stopped after reading %d bytes: %w", len(raw), ctx.Err())
	}
	text, found, err = in.decode(ctx, raw, contentType, readErr != nil)
	if err != nil && ctx.Err() != nil {
		return nil, found, Stopped(ctx, err)
	}
	return text, found, cmp.Or(readErr, err)
}

// Bytes is Page for a page in memory. Where that is valid UTF-8, the text is
// the page itself.
func (in *PageReader) Bytes(ctx context.Context, raw []byte, contentType string) (text []byte, found page.Encoding, err error) {
	var tooLarge error
	if len(raw) > in.options.MaxBytes {
		raw, tooLarge = in.cut(raw)
	}
	text, found, err = in.decode(ctx, raw, contentType, tooLarge != nil)
	if err != nil && ctx.Err() != nil {
		return nil, found, Stopped(ctx, err)
	}
	return text, found, cmp.Or(tooLarge, err)
}

// Stopped returns nil unless ctx is done. Then it returns err if that wraps the error of
// ctx, since it may say where work has stopped, and otherwise the error of ctx.
func Stopped(ctx context.Context, err error) error {
	done := ctx.Err()
	if done != nil && errors.Is(err, done) {
		return err
	}
	return done
}

// cut cuts a page at MaxBytes.
func (in *PageReader) cut(raw []byte) ([]byte, error) {
	most := in.options.MaxBytes
	return raw[:most], &page.LimitError{Limit: "MaxBytes", Value: most, Offset: most}
}

// read reads a page, or as much of it as there is before an error or the limit.
func (in *PageReader) read(ctx context.Context, r io.Reader) ([]byte, error) {
	in.raw = in.raw[:0]
	if r == nil {
		return in.raw, fmt.Errorf("%w: the reader is nil", page.ErrConfig)
	}
	for empty := 0; ctx.Err() == nil; {
		room := in.room(in.options.MaxBytes + 1 - len(in.raw))
		n, err := r.Read(room)
		if n < 0 || n > len(room) {
			return in.raw, fmt.Errorf("reading the page after %d bytes: Read returned a count of %d for %d bytes", len(in.raw), n, len(room))
		}
		in.raw = in.raw[:len(in.raw)+n]
		if len(in.raw) > in.options.MaxBytes {
			return in.cut(in.raw)
		}
		if err == io.EOF { //nolint:errorlint // a wrapped one is not the end but a failure
			return in.raw, nil
		}
		if empty++; n > 0 {
			empty = 0
		}
		if err == nil && empty == 100 {
			err = io.ErrNoProgress
		}
		if err != nil {
			return in.raw, fmt.Errorf("reading the page after %d bytes: %w", len(in.raw), err)
		}
	}
	return in.raw, nil
}

// room returns free space after what was read, at most most bytes.
func (in *PageReader) room(most int) []byte {
	if cap(in.raw)-len(in.raw) < min(minRead, most) {
		grown := make([]byte, len(in.raw), min(2*cap(in.raw)+2*minRead, len(in.raw)+most))
		copy(grown, in.raw)
		in.raw = grown
	}
	free := in.raw[len(in.raw):cap(in.raw)]
	return free[:min(len(free), most)]
}

// decode returns a page in UTF-8, or the error of ctx if that is done before. A page that
// was cut off may end within a character.
func (in *PageReader) decode(ctx context.Context, raw []byte, contentType string, cutOff bool) ([]byte, page.Encoding, error) {
	if format := binaryFormat(raw); format != "" && !in.options.AllowBinary {
		return nil, page.Encoding{}, fmt.Errorf("%w: the page begins as %s", page.ErrNotHTML, format)
	}
	found := page.Encoding{Name: in.options.DefaultEncoding, By: page.EncodingForced}
	if !in.options.ForceEncoding {
		found = Detect(raw, contentType, in.options.DefaultEncoding)
	}
	if whole := wholeCharacters(raw); cutOff && found.Name == "utf-8" && utf8.Valid(whole) {
		raw = whole
	}
	text, err := Decode(ctx, in.text[:0], raw, found.Name)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, found, fmt.Errorf("decoding the page as %s: %w", found.Name, err)
	}
	if len(text) > page.MaxPage {
		return nil, found, &page.LimitError{Limit: "MaxBytes", Value: page.MaxPage, Offset: len(raw)}
	}
	if len(text) == 0 || len(raw) > 0 && &text[0] == &raw[0] {
		return text, found, nil // nothing had to be decoded, and text is not ours
	}
	in.text = text
	if cap(in.raw) > maxKept {
		in.raw = nil // a large page is not held twice
	}
	text, err = in.withoutInvalid(text, found.Name)
	return text, found, err
}

// wholeCharacters cuts off the beginning of a UTF-8 character at the end of what
// was read before an error.
func wholeCharacters(raw []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(raw); n++ {
		if last := raw[len(raw)-n:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			return raw[:len(raw)-n]
		}
	}
	return raw
}

// withoutInvalid refuses or leaves out what could not be decoded. It cannot be
// told from a U+FFFD of the page's own.
func (in *PageReader) withoutInvalid(text []byte, encoding string) ([]byte, error) {
	replacement := []byte(string(utf8.RuneError))
	switch in.options.InvalidBytes {
	case page.IgnoreInvalid:
		return bytes.ReplaceAll(text, replacement, nil), nil
	case page.RefuseInvalid:
		if at := bytes.Index(text, replacement); at >= 0 {
			return nil, fmt.Errorf("%w: not %s, at byte %d of the text in UTF-8; InvalidBytes can replace or ignore them", page.ErrInvalidBytes, encoding, at)
		}
	}
	return text, nil
}
