package langid

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Builder builds a profile of a language from texts, or from words with their
// frequencies. The zero value is ready for use.
type Builder struct {
	counts map[[3]rune]float64 // n-grams of one to three characters
	length float64
}

// AddText adds a text of the language.
func (b *Builder) AddText(text string) { b.add(normalize(text), 1) }

// AddWord adds a word with its frequency, in any unit that is the same for all words,
// such as a line of a frequency table.
func (b *Builder) AddWord(word string, frequency float64) {
	b.add(normalize(word), frequency)
}

// add counts the n-grams of a text. The separator at its end is not counted by
// itself: the next text begins with one.
func (b *Builder) add(runes []rune, weight float64) {
	if b.counts == nil {
		b.counts = make(map[[3]rune]float64)
	}
	for k, n := range countGrams(runes) {
		b.counts[k] += weight * float64(n)
	}
	b.counts[key(string(separator))] -= weight
	b.length += weight * float64(len(runes)-1)
	// The trigrams over the ends of words, with two separators.
	n := len(runes)
	if n > 2 {
		b.counts[[3]rune{separator, separator, runes[1]}] += weight
		b.counts[[3]rune{runes[n-2], separator, separator}] += weight
		b.counts[[3]rune{separator, separator, 0}] += weight
	}
	for i := 1; i+1 < n; i++ {
		if runes[i] == separator {
			b.counts[[3]rune{separator, separator, runes[i+1]}] += weight
			b.counts[[3]rune{runes[i-1], separator, separator}] += weight
			b.counts[[3]rune{separator, separator, 0}] += weight
		}
	}
}

// Profile returns the profile of what was added. It has at most the given number of
// trigrams, the most frequent ones; 0 is no limit. tag is the BCP 47 tag of the
// language.
func (b *Builder) Profile(tag string, trigrams int) *Profile {
	p := &Profile{Tag: tag, trigrams: make(map[[3]rune]float32)}
	type counted struct {
		gram [3]rune
		n    float64
	}
	var all, triples []counted
	for k, n := range b.counts {
		if n > 0 && k != [3]rune{separator, separator, 0} {
			all = append(all, counted{k, n})
		}
	}
	slices.SortFunc(all, func(x, y counted) int { return cmp.Or(cmp.Compare(y.n, x.n), slices.Compare(x.gram[:], y.gram[:])) })
	for _, c := range all {
		doubled := c.gram[0] == separator && c.gram[1] == separator || c.gram[1] == separator && c.gram[2] == separator
		if len(p.grams) < maxGrams && !doubled {
			p.grams = append(p.grams, gram{gramText(c.gram), c.n / b.length})
		}
		between := c.gram[1] == separator && !doubled // over the end of a word: no method asks for it
		if c.gram[2] != 0 && !between {
			triples = append(triples, c)
		}
	}
	if trigrams > 0 && len(triples) > trigrams {
		triples = triples[:trigrams]
	}
	for _, c := range triples {
		pair := b.counts[[3]rune{c.gram[0], c.gram[1], 0}]
		p.trigrams[c.gram] = float32(math.Log(min(1, c.n/pair)))
	}
	return p
}

func gramText(k [3]rune) string {
	n := slices.Index(k[:], 0)
	if n < 0 {
		n = 3
	}
	return string(k[:n])
}

// The format of the file is in docs/victor.md, "Language profiles": frequencies and
// probabilities are kept as logarithms in these steps.
const (
	shareSteps = 3000
	logSteps   = 20
)

// ErrProfiles is wrapped by the errors of profile files that cannot be read.
var ErrProfiles = errors.New("langid: broken profile file")

// Write writes profiles in the form that [Read] reads. It is an error if a profile is
// nil, its tag is empty, is not UTF-8, has white space or more than 100 bytes, or it has
// more than 100,000 trigrams.
func Write(w io.Writer, profiles []*Profile) error {
	for _, p := range profiles {
		if err := writable(p); err != nil {
			return err
		}
	}
	z, err := zlib.NewWriterLevel(w, zlib.BestCompression)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(z)
	for _, p := range profiles {
		p.write(out)
	}
	return errors.Join(out.Flush(), z.Close())
}

// writable returns an error if a profile could not be read again.
func writable(p *Profile) error {
	if p == nil || p.Tag == "" || !utf8.ValidString(p.Tag) || len(p.Tag) > maxTag || strings.ContainsFunc(p.Tag, unicode.IsSpace) || len(p.trigrams) > maxTrigrams {
		return fmt.Errorf("langid: profile %+.100q cannot be written: it is nil, or has a bad tag or more than %d trigrams", tagOf(p), maxTrigrams)
	}
	return nil
}

func (p *Profile) write(w *bufio.Writer) {
	triples := make([][3]rune, 0, len(p.trigrams))
	for k := range p.trigrams {
		triples = append(triples, k)
	}
	slices.SortFunc(triples, func(a, b [3]rune) int { return slices.Compare(a[:], b[:]) })
	fmt.Fprintf(w, "%s %d %d\n", p.Tag, len(p.grams), len(triples))
	for _, g := range p.grams {
		w.WriteString(g.text + " ")
	}
	for _, k := range triples {
		w.WriteString(string(k[:]))
	}
	w.WriteByte('\n')
	for _, g := range p.grams {
		step := min(max(-math.Log(g.share)*shareSteps, 0), math.MaxUint16)
		w.Write(binary.LittleEndian.AppendUint16(nil, uint16(step)))
	}
	for _, k := range triples {
		w.WriteByte(byte(min(max(-float64(p.trigrams[k])*logSteps, 0), math.MaxUint8)))
	}
}

func tagOf(p *Profile) string {
	if p == nil {
		return ""
	}
	return p.Tag
}

// Limits of a file.
const (
	maxTag      = 100      // bytes
	maxTrigrams = 100_000  // of a profile
	maxBytes    = 16 << 20 // packed
	maxUnpacked = 16       // times the packed bytes, and
	minUnpacked = 64 << 10 // bytes in any case
)

// Read reads profiles that [Write] has written. The error wraps [ErrProfiles] or is the
// reader's.
//
// A file has at most 16 MiB and, unpacked, 16 times its size and 64 KiB; a profile has
// at most 400 n-grams, 100,000 trigrams and 100 bytes of tag. The error names the limit
// that was met.
func Read(r io.Reader) (profiles []*Profile, err error) {
	file, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("langid: reading profiles: %w", err)
	}
	content, err := unpack(file)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProfiles, err)
	}
	return parse(content)
}

// parse reads the unpacked content of a file.
func parse(content []byte) (profiles []*Profile, err error) {
	in := bytes.NewBuffer(content)
	for in.Len() > 0 {
		p, err := readProfile(in)
		if err != nil {
			return nil, fmt.Errorf("%w: profile %d: %w", ErrProfiles, len(profiles)+1, err)
		}
		profiles = append(profiles, p)
	}
	return profiles, nil
}

// unpack returns what is compressed in a file. The checksum must match, and nothing may
// follow it.
func unpack(file []byte) ([]byte, error) {
	if len(file) > maxBytes {
		return nil, fmt.Errorf("more than %d bytes", maxBytes)
	}
	most := maxUnpacked*len(file) + minUnpacked
	packed := bytes.NewReader(file)
	z, err := zlib.NewReader(packed)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(z, int64(most)+1))
	switch {
	case err != nil:
		return nil, err
	case len(content) > most:
		return nil, fmt.Errorf("more than %d bytes unpacked, %d times the file", most, maxUnpacked)
	case packed.Len() > 0:
		return nil, errors.New("there is more after the profiles")
	}
	return content, nil
}

func readProfile(in *bytes.Buffer) (*Profile, error) {
	head, err := in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	if len(head) > maxTag+len(" 400 100000\n") {
		return nil, fmt.Errorf("a tag of more than %d bytes", maxTag)
	}
	if !utf8.ValidString(head) {
		return nil, fmt.Errorf("the tag in %.100q is not UTF-8", head)
	}
	p := &Profile{trigrams: make(map[[3]rune]float32)}
	var grams, trigrams int
	if _, err := fmt.Sscanf(head, "%s %d %d\n", &p.Tag, &grams, &trigrams); err != nil {
		return nil, err
	}
	if grams < 0 || grams > maxGrams || trigrams < 0 || trigrams > maxTrigrams {
		return nil, fmt.Errorf("%d n-grams and %d trigrams; there may be %d and %d", grams, trigrams, maxGrams, maxTrigrams)
	}
	texts, err := in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	return p, p.readValues(in, texts, grams, trigrams)
}

// readValues reads the n-grams of a profile: their texts are read already.
func (p *Profile) readValues(in io.Reader, texts string, grams, trigrams int) error {
	names := make([]string, grams)
	for i := range names {
		n := 0
		for n < len(texts) && texts[n] != ' ' {
			n++
		}
		if n == len(texts) || len([]rune(texts[:n])) > 3 {
			return errors.New("an n-gram is missing or too long")
		}
		names[i], texts = texts[:n], texts[n+1:]
	}
	triples := []rune(texts[:len(texts)-1])
	if len(triples) != 3*trigrams {
		return fmt.Errorf("%d characters of trigrams, want %d", len(triples), 3*trigrams)
	}
	values := make([]byte, 2*grams+trigrams)
	if _, err := io.ReadFull(in, values); err != nil {
		return err
	}
	for i, name := range names {
		step := binary.LittleEndian.Uint16(values[2*i:])
		p.grams = append(p.grams, gram{name, math.Exp(-float64(step) / shareSteps)})
	}
	for i := range trigrams {
		p.trigrams[[3]rune(triples[3*i:3*i+3])] = -float32(values[2*grams+i]) / logSteps
	}
	return nil
}
