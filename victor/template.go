package victor

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext/victor/langid"
)

// A Template says what labels there are and which features a label is told by.
// It is a part of every model.
type Template struct {
	// Labels are the label set; one of them is "other", noise. None has white
	// space or "#".
	Labels []string

	// Bigrams adds weights for pairs of adjoining labels.
	Bigrams bool

	// Tokens says how words are counted.
	Tokens Tokens

	// NewerBlocks counts section, article and the other blocks of the HTML
	// standard as blocks; the released Victor did not know them.
	NewerBlocks bool

	// Smooth averages the probabilities, before the decision, over the blocks of
	// a paragraph, over paragraphs whose elements look the same (tag and class,
	// and those of the element around), and over those in one outer element, so
	// that a link does not fall out of its sentence nor a short paragraph out of
	// its article. It makes labels better on pages of other kinds than those that
	// a model was trained on, as with the model that comes with the package, and
	// worse on pages of the same kind. Block.Marginals stay as they are.
	Smooth bool

	// Language is the BCP 47 tag of a profile of package langid, for the features
	// langid1 and langid2; "" where they are not used.
	Language string

	// Rows are the lines of the template.
	Rows []Row
}

// A Row is a line of a feature template: a feature, or several together, of the
// blocks from so many before the block that is labelled to so many behind it.
// Features whose name begins with "paragraph." are of paragraphs, and so are
// their offsets.
type Row struct {
	Features []string // names of Features()
	From, To int      // offsets, from -9 to 9
}

// maxOffset is how far a row may look.
const maxOffset = 9

// The label sets of 2007 and 2008 (reference, section 7).
var (
	labels2007 = []string{"header", "paragraph", "list", "continuation", other}
	labels2008 = []string{"header", "text", other}
)

// other is the label of noise; all others are content.
const other = "other"

// ErrTemplate is wrapped by the errors of templates that cannot be meant.
var ErrTemplate = errors.New("victor: bad template")

// Template2007 returns the template of the program as released, with the label
// set of 2007: the 46 lines over Victor's features (reference, section 6).
func Template2007() Template {
	t := Template{Labels: slices.Clone(labels2007)}
	t.add(-3, 3, "token.alpha-abs token.num-abs token.mixed-abs token.other-abs token.alpha-rel token.num-rel"+
		" token.mixed-rel token.other-rel sentence.count avg-word-length avg-word-run char.alpha-rel char.num-rel"+
		" char.punct-rel char.white-rel char.other-rel looks-like-bullet twins regexp.url regexp.date regexp.time"+
		" container.p container.a container.class-bold container.class-italic container.class-headers"+
		" container.class-lists container.class-forms td-group.word-rel div-group.word-rel")
	t.add(-3, 0, "container.img")
	t.add(0, 0, "first-twin position document.max-td-group document.max-div-group document.word-count"+
		" document.sentence-count document.block-count")
	t.add(-2, 3, "sentence-not-started sentence-not-finished split.p split.br split.hr split.class-inline split.class-block"+
		" split.class-inline/split.class-block")
	return t
}

// Template2008 is Template2007 with the label set of 2008 and without
// looks-like-bullet.
func Template2008() Template {
	t := Template2007()
	t.Labels = slices.Clone(labels2008)
	t.Rows = slices.DeleteFunc(t.Rows, func(r Row) bool { return r.Features[0] == "looks-like-bullet" })
	return t
}

// add adds a row for each of the names.
func (t *Template) add(from, to int, names string) {
	for _, name := range strings.Fields(names) {
		t.Rows = append(t.Rows, Row{strings.Split(name, "/"), from, to})
	}
}

// ParseTemplate reads a template as [Template.Write] writes it. Each line has a
// key and its values, "#" begins a comment:
//
//	labels header text other
//	bigrams no                      # or yes
//	tokens english                  # or any
//	blocks html4                    # or html5
//	smooth no                       # or yes; see Template.Smooth
//	language cs                     # for langid1 and langid2
//	feature token.alpha-abs -3 3    # from 3 blocks before to 3 behind
//	feature split.p/split.br 0 0    # two together
//
// A line that is left out has the value shown, language none. The error wraps
// ErrTemplate and names the line, or is the reader's.
func ParseTemplate(r io.Reader) (Template, error) {
	var t Template
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if fields := strings.Fields(line); len(fields) > 0 {
			if err := t.parse(fields[0], fields[1:]); err != nil {
				return t, fmt.Errorf("%w: line %d: %w", ErrTemplate, n, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return t, fmt.Errorf("victor: reading a template: %w", err)
	}
	return t, t.check()
}

// choices are the lines that choose one of two.
var choices = map[string][2]string{
	"bigrams": {"no", "yes"}, "tokens": {"english", "any"}, "blocks": {"html4", "html5"}, "smooth": {"no", "yes"},
}

func (t *Template) parse(key string, values []string) error {
	switch key {
	case "labels":
		t.Labels = values
		return nil
	case "feature":
		return t.parseRow(values)
	case "language":
		t.Language = strings.Join(values, " ")
		return nil
	}
	names, known := choices[key]
	if !known {
		return fmt.Errorf("unknown key %q: there are labels, bigrams, tokens, blocks, smooth, language and feature", key)
	}
	if len(values) != 1 || !slices.Contains(names[:], values[0]) {
		return fmt.Errorf("%s is %s or %s", key, names[0], names[1])
	}
	second := values[0] == names[1]
	switch key {
	case "bigrams":
		t.Bigrams = second
	case "blocks":
		t.NewerBlocks = second
	case "smooth":
		t.Smooth = second
	case "tokens":
		t.Tokens = EnglishTokens
		if second {
			t.Tokens = AnyTokens
		}
	}
	return nil
}

func (t *Template) parseRow(values []string) error {
	if len(values) != 3 {
		return errors.New("a feature has a name and two offsets")
	}
	from, err := strconv.Atoi(values[1])
	if err != nil {
		return fmt.Errorf("offset %q is no number", values[1])
	}
	to, err := strconv.Atoi(values[2])
	if err != nil {
		return fmt.Errorf("offset %q is no number", values[2])
	}
	t.Rows = append(t.Rows, Row{strings.Split(values[0], "/"), from, to})
	return nil
}

// Write writes the template as text that ParseTemplate reads.
func (t *Template) Write(w io.Writer) error {
	_, err := io.WriteString(w, t.text())
	return err
}

func (t *Template) text() string {
	choice := map[string]bool{"bigrams": t.Bigrams, "tokens": t.Tokens == AnyTokens, "blocks": t.NewerBlocks, "smooth": t.Smooth}
	var b strings.Builder
	fmt.Fprintln(&b, "labels", strings.Join(t.Labels, " "))
	for _, key := range [...]string{"bigrams", "tokens", "blocks", "smooth"} {
		name := choices[key][0]
		if choice[key] {
			name = choices[key][1]
		}
		fmt.Fprintln(&b, key, name)
	}
	if t.Language != "" {
		fmt.Fprintln(&b, "language", t.Language)
	}
	for _, r := range t.Rows {
		fmt.Fprintln(&b, "feature", r.name(), r.From, r.To)
	}
	return b.String()
}

func (r *Row) name() string { return strings.Join(r.Features, "/") }

// check refuses a template that cannot be meant.
func (t *Template) check() error {
	switch {
	case !slices.Contains(t.Labels, other):
		return fmt.Errorf("%w: labels %q have no %q", ErrTemplate, t.Labels, other)
	case len(t.Labels) < 2 || len(t.Labels) > maxLabels:
		return fmt.Errorf("%w: %d labels; from 2 to %d are possible", ErrTemplate, len(t.Labels), maxLabels)
	case len(slices.Compact(slices.Sorted(slices.Values(t.Labels)))) < len(t.Labels):
		return fmt.Errorf("%w: a label stands twice in %q", ErrTemplate, t.Labels)
	case slices.ContainsFunc(t.Labels, isBadLabel):
		return fmt.Errorf("%w: labels %q; none may be empty or have white space, \"#\" or bytes that are not UTF-8", ErrTemplate, t.Labels)
	case t.Tokens > AnyTokens:
		return fmt.Errorf("%w: Tokens %d is none of the constants", ErrTemplate, t.Tokens)
	}
	if t.Language != "" {
		if _, err := langid.Lookup(t.Language); err != nil {
			return fmt.Errorf("%w: %w", ErrTemplate, err)
		}
	}
	seen := make(map[string]bool)
	for _, r := range t.Rows {
		if _, err := r.columns(); err != nil {
			return err
		}
		if seen[r.name()] {
			return fmt.Errorf("%w: two rows of %s", ErrTemplate, r.name())
		}
		seen[r.name()] = true
		if t.Language == "" && strings.Contains(r.name(), "langid") {
			return fmt.Errorf("%w: %s without a language", ErrTemplate, r.name())
		}
	}
	return nil
}

// isBadLabel reports whether a label could not be read from a template again, or
// from a class of the native form.
func isBadLabel(label string) bool {
	return label == "" || !utf8.ValidString(label) || strings.ContainsFunc(label, func(r rune) bool { return r == '#' || unicode.IsSpace(r) })
}

const (
	maxLabels = 64
	maxValues = 1 << 16 // of a row
)

// columns returns the features of a row.
func (r *Row) columns() (columns []*feature, err error) {
	if r.From > r.To || r.From < -maxOffset || r.To > maxOffset {
		return nil, fmt.Errorf("%w: offsets %d to %d of %s; they go from -%d to %d", ErrTemplate, r.From, r.To, r.name(), maxOffset, maxOffset)
	}
	values := 1
	for _, name := range r.Features {
		f := findFeature(name)
		if f == nil {
			return nil, fmt.Errorf("%w: unknown feature %q", ErrTemplate, name)
		}
		columns = append(columns, f)
		values *= int(f.limit) + 1
		if values > maxValues || (f.of == nil) != (columns[0].of == nil) {
			return nil, fmt.Errorf("%w: %s: too many values, or features of blocks and paragraphs together", ErrTemplate, r.name())
		}
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("%w: a row without features", ErrTemplate)
	}
	return columns, nil
}

// Map returns the label that a block with a label of another set has in this
// one: the same name, or else "text" or "paragraph" for any content, or the
// first label that is content. No name is noise, and so is every block where the
// template has no other label.
func (t *Template) Map(label string) string {
	if i := t.labelNumber(label); i >= 0 {
		return t.Labels[i]
	}
	return other
}

// labelNumber is Map by number. It is less than 0 in a template without labels.
func (t *Template) labelNumber(name string) int {
	if name == "" {
		name = other
	}
	for _, candidate := range [...]string{name, "text", "paragraph"} {
		if i := slices.Index(t.Labels, candidate); i >= 0 {
			return i
		}
	}
	return slices.IndexFunc(t.Labels, func(l string) bool { return l != other })
}
