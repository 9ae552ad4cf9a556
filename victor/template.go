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

// A Template says which labels there are and which features tell them apart. It is a
// part of every model. See docs/victor.md, "Templates". [ParseTemplate] reads one; the
// zero Template is not valid, and the functions that need a valid one return an error
// that wraps [ErrTemplate].
type Template struct {
	// Labels is the label set: from 2 to 64 labels of at most 100 bytes, without
	// white space and "#". One of them is "other", which is noise.
	Labels []string

	// Bigrams adds weights for pairs of adjacent labels.
	Bigrams bool

	// Tokens says how words are counted.
	Tokens Tokens

	// NewerBlocks counts section, article and the other block elements that are new
	// in the HTML standard as blocks. Victor as released did not know them.
	NewerBlocks bool

	// Smooth averages the probabilities before the decision: over the blocks of a
	// paragraph, over paragraphs whose elements look the same (tag and class, also of
	// the element around), and over paragraphs in the same outer element. A link then
	// does not fall out of its sentence nor a short paragraph out of its article.
	// Averaging makes the labels better on pages of other kinds than those that the
	// model was trained on, and worse on pages of the same kind. It does not change
	// Block.Marginals.
	Smooth bool

	// Article says how much stricter the decision by expected F1 is on articles: the odds
	// of content are divided by exp(Article · probability that the page is an article).
	// From 0, where they stay, to 10. It does not change Block.Marginals.
	Article float64

	// Container is the weight of the container prior in the decision, from 0 to 1: main
	// content mostly stands together in one element, so that blocks in the element that
	// holds most of it become more probable, and all others less. It does not change
	// Block.Marginals.
	Container float64

	// Once leaves out what a page repeats: a paragraph is noise if each of its blocks of
	// content has the same words as one that was kept before. It does not change
	// Block.Marginals.
	Once bool

	// Language is the BCP 47 tag of a profile of package langid. The features langid1
	// and langid2 need one. "" is no language.
	Language string

	// Rows are the feature lines, at most 1,000.
	Rows []Row
}

// A Row is a feature line of a template. It adds a feature, or several together, of
// the block that is labelled and of its neighbours from From to To: offset -1 is the
// block before. A feature whose name begins with "paragraph." or "page." belongs to the
// paragraph of the block, and the offsets count paragraphs.
type Row struct {
	Features []string // names of Features()
	From, To int      // offsets, from -9 to 9
}

// Limits of a template.
const (
	maxOffset    = 9
	maxLabels    = 64
	maxLabel     = 100 // bytes
	maxRows      = 1000
	maxValues    = 1 << 16 // of a row
	maxAllValues = 1 << 18 // of all rows together
	maxLine      = 1 << 13 // bytes of a line
)

// The label sets of 2007 and 2008 (docs/victor.md, "Overview").
var (
	labels2007 = []string{"header", "paragraph", "list", "continuation", other}
	labels2008 = []string{"header", "text", other}
)

// other is the label of noise. All other labels are content.
const other = "other"

// ErrTemplate is wrapped by the errors of templates that are not valid.
var ErrTemplate = errors.New("victor: bad template")

// Template2007 returns the template of Victor as released for CleanEval, with the
// label set of 2007: 46 lines over its features.
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

// Template2008 returns the template of Victor as released for Czech: Template2007 with
// the label set of 2008 and without looks-like-bullet.
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
// key and its values; "#" begins a comment:
//
//	labels header text other
//	bigrams no                      # or yes
//	tokens english                  # or any
//	blocks html4                    # or html5
//	smooth no                       # or yes; see Template.Smooth
//	once no                         # or yes; see Template.Once
//	article 0                       # to 10; see Template.Article
//	container 0                     # to 1; see Template.Container
//	language cs                     # for langid1 and langid2
//	feature token.alpha-abs -3 3    # of the blocks from 3 before to 3 after
//	feature split.p/split.br 0 0    # two together
//
// A missing line has the value shown, except that there are no labels, no language
// and no features. A line has at most 8,192 bytes, and all rows together have at most
// 262,144 values. The error wraps [ErrTemplate] and names the line or the limit, or is
// the reader's.
func ParseTemplate(r io.Reader) (Template, error) {
	var t Template
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if fields := strings.Fields(line); len(fields) > 0 {
			if err := t.parse(fields[0], fields[1:]); err != nil {
				return t, fmt.Errorf("%w: line %d: %w", ErrTemplate, n, err)
			}
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return t, fmt.Errorf("%w: line %d has more than %d bytes", ErrTemplate, n, maxLine)
	case err != nil:
		return t, fmt.Errorf("victor: reading a template: %w", err)
	}
	return t, t.check()
}

// choices are the keys whose value is one of two, the default first.
var choices = map[string][2]string{
	"bigrams": {"no", "yes"}, "tokens": {"english", "any"}, "blocks": {"html4", "html5"}, "smooth": {"no", "yes"}, "once": {"no", "yes"},
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
	case "article":
		return parseNumber(key, values, &t.Article)
	case "container":
		return parseNumber(key, values, &t.Container)
	}
	names, known := choices[key]
	if !known {
		return fmt.Errorf("unknown key %.100q; the keys are labels, bigrams, tokens, blocks, smooth, once, article, container, language and feature", key)
	}
	if len(values) != 1 || !slices.Contains(names[:], values[0]) {
		return fmt.Errorf("the value of %s must be %s or %s", key, names[0], names[1])
	}
	second := values[0] == names[1]
	switch key {
	case "bigrams":
		t.Bigrams = second
	case "blocks":
		t.NewerBlocks = second
	case "smooth":
		t.Smooth = second
	case "once":
		t.Once = second
	case "tokens":
		t.Tokens = EnglishTokens
		if second {
			t.Tokens = AnyTokens
		}
	}
	return nil
}

// parseNumber reads the number of a line into a setting. [Template.check] says which
// numbers are valid.
func parseNumber(key string, values []string, setting *float64) (err error) {
	if len(values) != 1 {
		return fmt.Errorf("%s has one value, a number", key)
	}
	if *setting, err = strconv.ParseFloat(values[0], 64); err != nil {
		return fmt.Errorf("%s %.100q is not a number", key, values[0])
	}
	return nil
}

func (t *Template) parseRow(values []string) error {
	if len(values) != 3 {
		return errors.New("a feature line has a name and two offsets")
	}
	if len(t.Rows) == maxRows {
		return fmt.Errorf("more than %d feature lines", maxRows)
	}
	from, err := strconv.Atoi(values[1])
	if err != nil {
		return fmt.Errorf("offset %.100q is not a number", values[1])
	}
	to, err := strconv.Atoi(values[2])
	if err != nil {
		return fmt.Errorf("offset %.100q is not a number", values[2])
	}
	t.Rows = append(t.Rows, Row{strings.Split(values[0], "/"), from, to})
	return nil
}

// Write writes the template as text that [ParseTemplate] reads. The error wraps
// [ErrTemplate] if the template is not valid, or is w's.
func (t *Template) Write(w io.Writer) error {
	if err := t.check(); err != nil {
		return err
	}
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
	if t.Once {
		fmt.Fprintln(&b, "once yes")
	}
	if t.Article > 0 {
		fmt.Fprintln(&b, "article", t.Article)
	}
	if t.Container > 0 {
		fmt.Fprintln(&b, "container", t.Container)
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

// check returns an error if the template is not valid.
func (t *Template) check() error {
	if err := t.checkLabels(); err != nil {
		return fmt.Errorf("%w: %w; use ParseTemplate, Template2007 or Template2008", ErrTemplate, err)
	}
	switch {
	case t.Tokens > AnyTokens:
		return fmt.Errorf("%w: Tokens is %d, which is none of the constants", ErrTemplate, t.Tokens)
	case !(t.Article >= 0 && t.Article <= maxArticle):
		return fmt.Errorf("%w: Article is %v; it must be from 0 to %d", ErrTemplate, t.Article, maxArticle)
	case !(t.Container >= 0 && t.Container <= 1):
		return fmt.Errorf("%w: Container is %v; it must be from 0 to 1", ErrTemplate, t.Container)
	case len(t.Rows) > maxRows:
		return fmt.Errorf("%w: %d rows, more than %d", ErrTemplate, len(t.Rows), maxRows)
	}
	if t.Language != "" {
		if _, err := langid.Lookup(t.Language); err != nil {
			return fmt.Errorf("%w: %w", ErrTemplate, err)
		}
	}
	return t.checkRows()
}

func (t *Template) checkLabels() error {
	switch {
	case len(t.Labels) < 2 || len(t.Labels) > maxLabels:
		return fmt.Errorf("%d labels; there must be from 2 to %d", len(t.Labels), maxLabels)
	case !slices.Contains(t.Labels, other):
		return fmt.Errorf("labels %.100q without %q", t.Labels, other)
	case len(slices.Compact(slices.Sorted(slices.Values(t.Labels)))) < len(t.Labels):
		return fmt.Errorf("a label occurs twice in %.100q", t.Labels)
	case slices.ContainsFunc(t.Labels, isBadLabel):
		return fmt.Errorf("labels %.100q; none may be empty, be longer than %d bytes, or have white space, \"#\" or bytes that are not UTF-8", t.Labels, maxLabel)
	}
	return nil
}

func (t *Template) checkRows() error {
	seen := make(map[string]bool, len(t.Rows))
	all := 0
	for _, r := range t.Rows {
		features, err := r.resolve()
		if err != nil {
			return err
		}
		if seen[r.name()] {
			return fmt.Errorf("%w: two rows of %s", ErrTemplate, r.name())
		}
		seen[r.name()] = true
		if t.Language == "" && strings.Contains(r.name(), "langid") {
			return fmt.Errorf("%w: %s without a language", ErrTemplate, r.name())
		}
		if all += valuesOf(features); all > maxAllValues {
			return fmt.Errorf("%w: the rows up to %s have more than %d values together", ErrTemplate, r.name(), maxAllValues)
		}
	}
	return nil
}

// isBadLabel reports whether a label could not be read from a template again, or
// from a class of the native form.
func isBadLabel(label string) bool {
	return label == "" || len(label) > maxLabel || !utf8.ValidString(label) ||
		strings.ContainsFunc(label, func(r rune) bool { return r == '#' || unicode.IsSpace(r) })
}

// resolve returns the features of a row.
func (r *Row) resolve() (found []*feature, err error) {
	switch {
	case len(r.Features) == 0:
		return nil, fmt.Errorf("%w: a row without features", ErrTemplate)
	case r.From > r.To || r.From < -maxOffset || r.To > maxOffset:
		return nil, fmt.Errorf("%w: offsets %d to %d of %.100s; they must rise and be from -%d to %d", ErrTemplate, r.From, r.To, r.name(), maxOffset, maxOffset)
	}
	for _, name := range r.Features {
		f := findFeature(name)
		if f == nil {
			return nil, fmt.Errorf("%w: unknown feature %.100q; Features lists those that there are", ErrTemplate, name)
		}
		found = append(found, f)
		if valuesOf(found) > maxValues {
			return nil, fmt.Errorf("%w: %.100s has more than %d combinations of values", ErrTemplate, r.name(), maxValues)
		}
		if (f.of == nil) != (found[0].of == nil) {
			return nil, fmt.Errorf("%w: %s joins features of blocks and of paragraphs", ErrTemplate, r.name())
		}
	}
	return found, nil
}

// valuesOf returns the number of combinations of the values of features.
func valuesOf(features []*feature) int {
	values := 1
	for _, f := range features {
		values *= int(f.limit) + 1
	}
	return values
}

// Map returns the label in this template's set for a block that has a label of another
// set: the same label if the set has it, or else "text", "paragraph" or the first label
// of content. For "", which is no label, and if the set has no label of content, it
// returns "other".
func (t *Template) Map(label string) string {
	if i := t.labelNumber(label); i >= 0 {
		return t.Labels[i]
	}
	return other
}

// labelNumber returns the number of the label that Map returns, or a number below 0
// in a template without it.
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
