package crf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
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

// sealed returns a file with the content.
func sealed(tb testing.TB, content []byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := form.Write(&b, content); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestBadFiles(t *testing.T) {
	good := file(t, smallModel())
	changed := bytes.Clone(good)
	changed[len(changed)/2] ^= 1
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
		"foreign":        {[]byte("<!doctype html><p>no model"), ErrNotModel},
		"changed":        {changed, ErrCorrupt},
		"more after":     {append(bytes.Clone(good), 0), ErrCorrupt},
		"huge count":     {sealed(t, []byte{0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}), ErrCorrupt},
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
	shared := []byte{0, 1, 1, 'x'}
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
		"shared names": {sealed(t, shared), "16 times the bytes of the file"},
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

// FuzzRead: any bytes give an error or a model that is whole and is written as
// it was read.
func FuzzRead(f *testing.F) {
	f.Add(file(f, smallModel()))
	f.Add([]byte(form.Magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, candidate := range [][]byte{b, sealed(t, b)} {
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
