package victor

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed42075109/justext/internal/modelfile"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor/trees"
)

// This file has the file of a model of types (docs/victor.md, "Model file").

var typeForm = modelfile.Form{Magic: "\x89PTmodel", Version: 1, Max: 1 << 24}

// Write writes the model in the form that [ReadTypeModel] reads.
func (m *TypeModel) Write(w io.Writer) error {
	if !m.isWhole() {
		return errZeroTypes
	}
	var names strings.Builder
	for _, f := range m.features {
		names.WriteString(f.name + "\n")
	}
	content := appendPart(nil, []byte(names.String()))
	for t, model := range m.trees {
		var file bytes.Buffer
		if err := model.Write(&file, page.Type(t).String()); err != nil {
			return err
		}
		content = appendPart(content, file.Bytes())
	}
	return typeForm.Write(w, content)
}

var errZeroTypes = fmt.Errorf("victor: %w: the model of types is empty; use DefaultTypeModel or ReadTypeModel", page.ErrConfig)

// appendPart appends the length of a part and the part.
func appendPart(content, part []byte) []byte {
	return append(binary.AppendUvarint(content, uint64(len(part))), part...)
}

// ReadTypeModel reads a model of types that workbench or [TypeModel.Write] has written. The
// error wraps trees.ErrNotModel, trees.ErrVersion or trees.ErrCorrupt, or that of the
// reader. A file has at most 16 MiB.
func ReadTypeModel(r io.Reader) (*TypeModel, error) {
	content, err := typeForm.Read(r)
	if err != nil {
		return nil, fmt.Errorf("victor: a model of types: %w", err)
	}
	names, content := cutPart(content)
	features, err := namedFeatures(string(names))
	if err != nil {
		return nil, err
	}
	var models [page.NumTypes]*trees.Model
	for t := range models {
		var file []byte
		file, content = cutPart(content)
		model, name, err := trees.Read(bytes.NewReader(file))
		if err == nil && name != page.Type(t).String() {
			err = fmt.Errorf("%w: the trees are those of %.40q", trees.ErrCorrupt, name)
		}
		if err != nil {
			return nil, fmt.Errorf("victor: a model of types, %s: %w", page.Type(t), err)
		}
		models[t] = model
	}
	if len(content) > 0 {
		return nil, fmt.Errorf("victor: a model of types: %w: there is more after its end", trees.ErrCorrupt)
	}
	m, err := newTypeModel(features, models)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", trees.ErrCorrupt, err)
	}
	return m, nil
}

// cutPart returns the part at the beginning of a content, and the rest. If its length is
// not valid, both are empty.
func cutPart(content []byte) (part, rest []byte) {
	n, size := binary.Uvarint(content)
	if size <= 0 || n > uint64(len(content)-size) {
		return nil, nil
	}
	end := size + int(n)
	return content[size:end], content[end:]
}

// namedFeatures returns the features with the names that are the lines of a text.
func namedFeatures(names string) (features []pageFeature, err error) {
	for name := range strings.Lines(names) {
		name = strings.TrimSuffix(name, "\n")
		i := slices.IndexFunc(pageFeatures, func(f pageFeature) bool { return f.name == name })
		if i < 0 || len(features) == len(pageFeatures) {
			return nil, fmt.Errorf("victor: a model of types: %w: the feature %.60q is not known", trees.ErrCorrupt, name)
		}
		features = append(features, pageFeatures[i])
	}
	return features, nil
}
