package modelfile

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

var form = Form{Magic: "model", Version: 2, Max: 40}

// TestForm: what is written is read, and a file that is cut off or changed at any byte, that
// is too long, or that is something else is refused for its reason.
func TestForm(t *testing.T) {
	var file bytes.Buffer
	if err := form.Write(&file, []byte("content")); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	if got, err := form.Read(iotest.OneByteReader(bytes.NewReader(whole))); err != nil || string(got) != "content" {
		t.Errorf("read %q, error %v", got, err)
	}
	reason := func(at int) error {
		switch {
		case at < len(form.Magic):
			return ErrNotModel
		case at == len(form.Magic):
			return ErrVersion
		}
		return ErrCorrupt
	}
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 1
		if _, err := form.Read(bytes.NewReader(changed)); !errors.Is(err, reason(i)) {
			t.Errorf("byte %d changed: error %v, want %v", i, err, reason(i))
		}
		cut := ErrCorrupt
		if i < len(form.Magic) {
			cut = ErrNotModel
		}
		if _, err := form.Read(bytes.NewReader(whole[:i])); !errors.Is(err, cut) {
			t.Errorf("cut at %d: error %v, want %v", i, err, cut)
		}
	}
	file.Reset()
	if err := form.Write(&file, []byte(strings.Repeat("x", form.Max))); err != nil {
		t.Fatal(err)
	}
	if _, err := form.Read(&file); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), "more than 40 bytes") {
		t.Errorf("a file that is too long: error %v", err)
	}
}

// TestReader: the error of the reader is passed on, and not taken for the end.
func TestReader(t *testing.T) {
	broken := errors.New("broken")
	for _, begin := range []string{"", "mod", "model", "model\x02content"} {
		if _, err := form.Read(io.MultiReader(strings.NewReader(begin), iotest.ErrReader(broken))); !errors.Is(err, broken) {
			t.Errorf("after %q: error %v", begin, err)
		}
	}
}

// TestEndless: no more is read than is needed.
func TestEndless(t *testing.T) {
	for begin, most := range map[string]int64{"": int64(len(form.Magic)), "model\x02": int64(form.Max) + 1} {
		counted := &io.LimitedReader{R: io.MultiReader(strings.NewReader(begin), zeros{}), N: 1 << 20}
		if _, err := form.Read(counted); err == nil || 1<<20-counted.N > most {
			t.Errorf("%q: %d bytes read, error %v", begin, 1<<20-counted.N, err)
		}
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}
