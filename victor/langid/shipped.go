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

// ErrUnknownLanguage is wrapped by the error of a language without a profile.
var ErrUnknownLanguage = errors.New("langid: no profile")

// Profiles returns the profiles that come with the package, sorted by tag. The
// first call unpacks them.
func Profiles() []*Profile {
	all, err := shipped()
	if err != nil {
		return nil // TestShipped reads the file
	}
	return slices.Clone(all)
}

// Lookup returns the profile of a language that comes with the package, by its
// BCP 47 tag in any case, with "-" or "_". Where there is none of "pt-BR", that
// of "pt" is returned. The error wraps ErrUnknownLanguage.
func Lookup(tag string) (*Profile, error) {
	all := Profiles()
	for rest := strings.ReplaceAll(tag, "_", "-"); rest != ""; rest = rest[:max(strings.LastIndexByte(rest, '-'), 0)] {
		for _, p := range all {
			if strings.EqualFold(p.Tag, rest) {
				return p, nil
			}
		}
	}
	return nil, fmt.Errorf("%w of %q: Profiles lists those that there are, a Builder makes one of any text", ErrUnknownLanguage, tag)
}
