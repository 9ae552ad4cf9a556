package crf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func smallModel() *Model {
	return &Model{
		Settings: "C 1",
		Labels:   []string{"text", "other"},
		Features: []string{"a", "ab", "abc=1", "b"},
		Weights:  []float32{1, -1, 0.5, 0, 2, -2, 3, 4},
		Bigrams:  []float32{1, 0, 0, 1},
	}
}

func file(t testing.TB, m *Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFile(t *testing.T) {
	with := smallModel()
	without := smallModel()
	without.Bigrams = nil
	for _, want := range []*Model{with, without, {Labels: []string{"x"}}} {
		got, err := Read(bytes.NewReader(file(t, want)))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, error %v; want %v", got, err, want)
		}
	}
}

// sealed returns content with its checksum.
func sealed(content []byte) []byte {
	return binary.LittleEndian.AppendUint32(content, crc32.ChecksumIEEE(content))
}

func TestBadFiles(t *testing.T) {
	good := file(t, smallModel())
	changed := bytes.Clone(good)
	changed[len(changed)/2] ^= 1
	newer := bytes.Clone(good)
	newer[len(magic)] = 9
	unsorted := smallModel()
	unsorted.Features[0] = "z"
	twice := smallModel()
	twice.Features[1] = "a"
	short := smallModel()
	short.Weights = short.Weights[1:]
	infinite := smallModel()
	infinite.Weights[0] = float32(math.Inf(1))
	for name, test := range map[string]struct {
		file []byte
		want error
	}{
		"empty":          {nil, ErrNotModel},
		"foreign":        {[]byte("<!doctype html><p>no model"), ErrNotModel},
		"only magic":     {[]byte(magic), ErrCorrupt},
		"other version":  {newer, ErrVersion},
		"changed":        {changed, ErrCorrupt},
		"cut off":        {good[:len(good)-7], ErrCorrupt},
		"more after":     {append(bytes.Clone(good), 0), ErrCorrupt},
		"huge count":     {sealed(append([]byte(magic), version, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)), ErrCorrupt},
		"no labels":      {file(t, &Model{}), ErrCorrupt},
		"unsorted":       {file(t, unsorted), ErrCorrupt},
		"twice":          {file(t, twice), ErrCorrupt},
		"weight missing": {file(t, short), ErrCorrupt},
		"infinite":       {file(t, infinite), ErrCorrupt},
	} {
		if m, err := Read(bytes.NewReader(test.file)); !errors.Is(err, test.want) || m != nil {
			t.Errorf("%s: model %v, error %v, want %v", name, m, err, test.want)
		}
	}
}

// TestLimits: a file beyond a limit is refused by an error that names it, and what is
// allocated is in proportion to the file.
func TestLimits(t *testing.T) {
	shared := append([]byte(magic), version, 0, 1, 1, 'x')
	const features = 20_000
	shared = binary.AppendUvarint(shared, features)
	shared = appendText(binary.AppendUvarint(shared, 0), strings.Repeat("a", maxName))
	for range features - 1 {
		shared = appendText(binary.AppendUvarint(shared, maxName-1), "b")
	}
	many := smallModel()
	many.Labels = make([]string, maxLabels+1)
	long := smallModel()
	long.Features[3] = "b" + strings.Repeat("x", maxName)
	label := smallModel()
	label.Labels[0] = strings.Repeat("x", maxLabel+1)
	settings := smallModel()
	settings.Settings = strings.Repeat("x", maxSettings+1)
	for name, test := range map[string]struct {
		file []byte
		want string
	}{
		"shared names": {sealed(shared), "16 times the bytes of the file"},
		"many labels":  {file(t, many), "1025 labels, more than 1024"},
		"long label":   {file(t, label), "a label has more than 1024 bytes"},
		"long name":    {file(t, long), "the name of a feature has more than 1024 bytes"},
		"settings":     {file(t, settings), "settings has more than 1048576 bytes"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(bytes.NewReader(test.file))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", name, err, test.want)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > uint64(64*len(test.file))+1<<16 {
			t.Errorf("%s: %d bytes are allocated for a file of %d", name, n, len(test.file))
		}
	}
}

// TestAnyCut: a file that ends early is never taken for a model.
func TestAnyCut(t *testing.T) {
	good := file(t, smallModel())
	for n := range good {
		if _, err := Read(bytes.NewReader(good[:n])); !errors.Is(err, ErrNotModel) && !errors.Is(err, ErrCorrupt) {
			t.Errorf("%d of %d bytes: error %v", n, len(good), err)
		}
	}
}

// TestOtherFile: of a file that is no model only the beginning is read.
func TestOtherFile(t *testing.T) {
	other := strings.NewReader(strings.Repeat("no model ", 1<<16))
	if _, err := Read(other); !errors.Is(err, ErrNotModel) {
		t.Errorf("error %v, want %v", err, ErrNotModel)
	}
	if read := int(other.Size()) - other.Len(); read > 64 {
		t.Errorf("%d bytes were read", read)
	}
}

func TestFailingReader(t *testing.T) {
	broken := errors.New("broken")
	if _, err := Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// FuzzRead: any bytes give an error or a model that is whole and is written as
// it was read.
func FuzzRead(f *testing.F) {
	f.Add(file(f, smallModel()))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, candidate := range [][]byte{b, sealed(append(append([]byte(magic), version), b...))} {
			m, err := Read(bytes.NewReader(candidate))
			if err != nil {
				continue
			}
			again, err := Read(bytes.NewReader(file(t, m)))
			if err != nil || !reflect.DeepEqual(again, m) {
				t.Errorf("%v became %v, error %v", m, again, err)
			}
			var s Sequence
			s.Add(0)
			var a Lattice
			a.Marginals(m.Scores(nil, &s), m.Transitions())
		}
	})
}
