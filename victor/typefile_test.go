package victor

import (
	"bytes"
	"errors"
	"testing"

	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/trees"
)

// TestTypeFile: the shipped model is the same after it was read and written, and no change
// or cut of a file is read without an error.
func TestTypeFile(t *testing.T) {
	var file bytes.Buffer
	if err := DefaultTypeModel().Write(&file); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file.Bytes(), shippedTypesFile) {
		t.Error("the shipped model is written as another file")
	}
	step := file.Len()/200 + 1
	for i := 0; i < file.Len(); i += step {
		changed := bytes.Clone(file.Bytes())
		changed[i] ^= 1
		for _, content := range [][]byte{changed, file.Bytes()[:i]} {
			_, err := ReadTypeModel(bytes.NewReader(content))
			if !errors.Is(err, trees.ErrCorrupt) && !errors.Is(err, trees.ErrNotModel) && !errors.Is(err, trees.ErrVersion) {
				t.Fatalf("byte %d: error %v", i, err)
			}
		}
	}
}

// TestTypeFileContent: files with a right checksum whose content is not that of a model.
func TestTypeFileContent(t *testing.T) {
	part := func(text string) []byte { return appendPart(nil, []byte(text)) }
	tree := func(name string, columns ...uint16) []byte {
		var file bytes.Buffer
		one := trees.Tree{Leaves: []int16{0}}
		for i, column := range columns {
			one.Nodes = append(one.Nodes, trees.Node{Column: column, Low: ^int16(i), High: ^int16(i + 1)})
			one.Leaves = append(one.Leaves, 1)
		}
		m := trees.Model{Trees: []trees.Tree{one}}
		if err := m.Write(&file, name); err != nil {
			t.Fatal(err)
		}
		return appendPart(nil, file.Bytes())
	}
	whole := part("page.links\n")
	for i := range page.Type(page.NumTypes) {
		whole = append(whole, tree(i.String(), 0)...)
	}
	for name, test := range map[string]struct {
		content []byte
		good    bool
	}{
		"whole":             {whole, true},
		"empty":             {nil, false},
		"a type is missing": {whole[:len(whole)-len(tree("service", 0))], false},
		"one type too many": {append(bytes.Clone(whole), tree("service", 0)...), false},
		"unknown feature":   {append(part("page.no-such\n"), whole[12:]...), false},
		"unknown column":    {append(part(""), whole[12:]...), false},
		"two nodes":         {append(part("page.links\n"), tree("article", 0, 0)...), false},
		"another order":     {append(part("page.links\n"), tree("forum", 0)...), false},
		"length too large":  {[]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, false},
	} {
		var file bytes.Buffer
		if err := typeForm.Write(&file, test.content); err != nil {
			t.Fatal(err)
		}
		_, err := ReadTypeModel(&file)
		if test.good && err != nil || !test.good && !errors.Is(err, trees.ErrCorrupt) && !errors.Is(err, trees.ErrNotModel) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
