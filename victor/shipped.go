package victor

import (
	"bytes"
	_ "embed"
	"io"
	"sync"
)

// The model that comes with the package. TRAINING.md says how it was made and
// what it reaches.
//
//go:generate sh -c "cd ../workbench && go run . train -template shipped.txt -types ../../shared/bench/magic-html.tar.gz,../../shared/bench/wcxb-dev.tar.gz -content canola=3 -trees 150 -leaves 16 -rate 0.1 -row-share 0.3 -column-share 0.4 -even 1 -even-size 0.5 -by-words 0.5 -o ../victor/model.bin ../../shared/bench/andy-news.tar.gz ../../shared/bench/canola.tar.gz ../../shared/bench/fundus-eval.tar.gz ../../shared/bench/fundus-tests.tar.gz ../../shared/bench/magic-html.tar.gz ../../shared/bench/scrapinghub.tar.gz ../../shared/bench/wcxb-dev.tar.gz"
//go:embed model.bin
var shippedFile []byte

var shipped = sync.OnceValues(func() (*Model, error) { return ReadModel(bytes.NewReader(shippedFile)) })

// DefaultModel returns the model that comes with the package, which has the
// labels text and other.
func DefaultModel() *Model {
	m, err := shipped()
	if err != nil {
		return new(Model) // never: TestShippedModel reads the file, and New would refuse this one
	}
	return m
}

// The model of types that comes with the package, from the same place.
//
//go:generate sh -c "cd ../workbench && go run . types -trees 170 -rate 0.12 -o ../victor/types.bin ../../shared/bench/magic-html.tar.gz ../../shared/bench/wcxb-dev.tar.gz"
//go:embed types.bin
var shippedTypesFile []byte

var shippedTypes = sync.OnceValues(func() (*TypeModel, error) { return ReadTypeModel(bytes.NewReader(shippedTypesFile)) })

// DefaultTypeModel returns the model of types that comes with the package.
func DefaultTypeModel() *TypeModel {
	m, err := shippedTypes()
	if err != nil {
		return new(TypeModel) // never: TestShippedTypes reads the file
	}
	return m
}

var defaultExtractor = sync.OnceValues(func() (*Extractor, error) {
	m, err := shipped()
	if err != nil {
		return nil, err
	}
	return New(m, DefaultConfig())
})

// Extract returns every block of the page that r has, in the order of the page,
// labelled by the model that comes with the package. It is New with DefaultModel and
// DefaultConfig followed by Extractor.Extract, and has its errors.
func Extract(r io.Reader) ([]Block, error) {
	x, err := defaultExtractor()
	if err != nil {
		return nil, err
	}
	return x.Extract(r)
}
