package metadata

import (
	"bufio"
	"encoding/json"
	"errors"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// A gold is what annotators say of a page. A field that the source does not
// annotate is not there.
type gold map[string]json.RawMessage

func (g gold) text(field string) string {
	var text string
	_ = json.Unmarshal(g[field], &text) // null and lists are no text
	return text
}

func (g gold) list(field string) (list []string) {
	_ = json.Unmarshal(g[field], &list)
	return list
}

// readGold returns the annotations of a collection by page, or nil if they are
// missing.
func readGold(t *testing.T, name string) map[string]gold {
	t.Helper()
	file, err := os.Open(filepath.Join(sharedFolder, "metadata", name+".jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	pages := make(map[string]gold)
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var g gold
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		pages[g.text("id")] = g
	}
	return pages
}

// A score compares predictions of a field with gold. Precision is over the
// predictions, recall over the gold values; a page's share of a list counts as a
// fraction.
type score struct {
	gold, predicted     int
	wrong, spurious     int
	precision1, recall1 float64 // sums
}

func (s *score) precision() float64 { return s.precision1 / float64(max(1, s.predicted)) }

func (s *score) f1() float64 {
	p, r := s.precision(), s.recall1/float64(max(1, s.gold))
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// add compares two folded lists, of which a text is one of length 1 or 0.
func (s *score) add(want, got []string) {
	if len(got) > 0 {
		s.predicted++
	}
	if len(want) == 0 {
		if len(got) > 0 {
			s.spurious++
		}
		return
	}
	s.gold++
	hit := 0
	for _, w := range want {
		if slices.Contains(got, w) {
			hit++
		}
	}
	if len(got) > 0 {
		s.precision1 += float64(hit) / float64(len(got))
		if hit == 0 {
			s.wrong++
		}
	}
	s.recall1 += float64(hit) / float64(len(want))
}

var (
	foldedSpace = regexp.MustCompile(`[\s\p{Z}]+`)
	typography  = strings.NewReplacer("‘", "'", "’", "'", "‚", "'", "`", "'", "´", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`,
		"‐", "-", "‑", "-", "–", "-", "—", "-", "―", "-", "−", "-", "…", "...", "\u00ad", "", "\u200b", "", "\ufeff", "")
	byPrefix = regexp.MustCompile(`^(?:(?:written|posted|words) )?(?:by|von|par|por)\b:? +`)
)

// fold makes two values equal that differ in case, white space, character references or
// typography.
func fold(text string) string {
	text = norm.NFC.String(html.UnescapeString(text))
	return strings.TrimSpace(foldedSpace.ReplaceAllString(typography.Replace(strings.ToLower(text)), " "))
}

func foldName(name string) string {
	return strings.Trim(byPrefix.ReplaceAllString(fold(name), ""), " ,;.")
}

func foldLanguage(tag string) string {
	tag, _, _ = strings.Cut(fold(tag), "-")
	return tag
}

func foldAll(list []string, fold func(string) string) (folded []string) {
	for _, text := range list {
		if text = fold(text); text != "" && !slices.Contains(folded, text) {
			folded = append(folded, text)
		}
	}
	return folded
}

// scoredFields say how each field is compared.
var scoredFields = []struct {
	name string
	got  func(m *Metadata) []string
	fold func(string) string
}{
	{"title", func(m *Metadata) []string { return []string{m.Title.Text} }, fold},
	{"author", func(m *Metadata) []string { return m.Authors.Texts() }, foldName},
	{"date", func(m *Metadata) []string { return []string{m.Published.Day} }, fold},
	{"language", func(m *Metadata) []string { return []string{m.Language.Text} }, foldLanguage},
	{"description", func(m *Metadata) []string { return []string{m.Description.Text} }, fold},
	{"categories", func(m *Metadata) []string { return m.Categories.Texts() }, fold},
	{"tags", func(m *Metadata) []string { return m.Tags.Texts() }, fold},
	{"license", func(m *Metadata) []string { return []string{m.License.Text} }, fold},
}

// addPage adds a page to the scores of the fields that its gold has.
func addPage(scores map[string]*score, g gold, m *Metadata) {
	for _, field := range scoredFields {
		if _, annotated := g[field.name]; !annotated {
			continue
		}
		want := g.list(field.name)
		if text := g.text(field.name); text != "" {
			want = []string{text}
		}
		if scores[field.name] == nil {
			scores[field.name] = new(score)
		}
		scores[field.name].add(foldAll(want, field.fold), foldAll(field.got(m), field.fold))
	}
}
