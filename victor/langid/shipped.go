package langid

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// The profiles that come with the package are computed from tables of word
// frequencies; README.md says from which and how.
//
//go:generate sh -c "cd ../../workbench && go run . langid -words ../../shared/wordfreq -o ../victor/langid/profiles.bin"
//go:embed profiles.bin
var shippedFile []byte

var shipped = sync.OnceValues(func() ([]*Profile, error) { return Read(bytes.NewReader(shippedFile)) })

// ErrUnknownLanguage is wrapped by the error for a language without a profile.
var ErrUnknownLanguage = errors.New("langid: no profile")

// Profiles returns the profiles that come with the package, sorted by tag.
func Profiles() []*Profile {
	all, err := shipped()
	if err != nil {
		return nil // TestShipped reads the file
	}
	return slices.Clone(all)
}

// Lookup returns the profile that comes with the package for a BCP 47 tag, in any case
// and with "-" or "_". If there is none for "pt-BR", it returns that for "pt". The error
// wraps [ErrUnknownLanguage].
func Lookup(tag string) (*Profile, error) {
	all := Profiles()
	for rest := strings.ReplaceAll(tag, "_", "-"); rest != ""; rest = rest[:max(strings.LastIndexByte(rest, '-'), 0)] {
		for _, p := range all {
			if strings.EqualFold(p.Tag, rest) {
				return p, nil
			}
		}
	}
	return nil, fmt.Errorf("%w for %.100q; Profiles returns those that there are, a Builder makes one from any text", ErrUnknownLanguage, tag)
}
