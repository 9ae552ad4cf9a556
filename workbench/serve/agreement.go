package serve

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed42075109/justext/victor"
	"github.com/seed42075109/justext/workbench/serve/view"
)

// An Agreement compares the labels of two annotators.
type Agreement struct {
	Pages   int            `json:"pages"`   // that both have labelled
	Blocks  int            `json:"blocks"`  // on these pages
	Share   float64        `json:"share"`   // of blocks with the same label
	Kappa   float64        `json:"kappa"`   // Cohen's, over the labels
	Content float64        `json:"content"` // Cohen's kappa over content and noise
	Labels  []string       `json:"labels"`
	Counts  [][]int        `json:"counts"` // by label of the first and of the second
	Differ  []Disagreement `json:"differ"`
	Skipped []string       `json:"skipped"` // pages that are not the same for both, and why
}

// A Disagreement is a block to which two annotators have given different labels.
type Disagreement struct {
	Page   string `json:"page"`
	Block  int    `json:"block"`
	Text   string `json:"text"`
	First  string `json:"first"`
	Second string `json:"second"`
}

// maxDiffer is how many disagreements are listed.
const maxDiffer = 2000

// agreementCall compares the labels with those of the other annotator.
func (a *Annotator) agreementCall(*annotateRequest) (any, error) {
	if a.config.Other == nil {
		return nil, fmt.Errorf("%w: the workbench was started without the labels of another annotator (-compare)", view.ErrRequest)
	}
	if err := a.Flush(); err != nil {
		return nil, err
	}
	own, err := (&Folder{a.root}).spans()
	if err != nil {
		return nil, err
	}
	other, err := a.config.Other.spans()
	if err != nil {
		return nil, err
	}
	template := victor.DefaultModel().Template()
	c := &counter{numbers: make(map[string]int), result: Agreement{Differ: []Disagreement{}, Skipped: []string{}}}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if other[name] == nil {
			continue
		}
		first, err1 := a.config.Read(&template, own[name])
		second, err2 := a.config.Read(&template, other[name])
		if err := errors.Join(err1, err2); err != nil {
			c.result.Skipped = append(c.result.Skipped, name+": "+err.Error())
			continue
		}
		c.page(a.pageOf(name), first, second)
	}
	return c.end(), nil
}

// pageOf returns the ID of the page of a file, or the name of the file.
func (a *Annotator) pageOf(file string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if id, known := a.byFile[file]; known {
		return id
	}
	return file
}

// spans returns the pages in native span form in a folder or its folder spans, by
// their names.
func (f *Folder) spans() (map[string][]byte, error) {
	files, failed := f.Files()
	pages := make(map[string][]byte)
	for name, content := range files {
		short := strings.TrimPrefix(name, "spans/")
		if id, ok := strings.CutSuffix(short, ".html"); ok && !strings.Contains(id, "/") {
			pages[id] = content
		}
	}
	return pages, errors.Join(failed...)
}

// A counter counts pairs of labels.
type counter struct {
	result  Agreement
	numbers map[string]int
}

func (c *counter) number(label string) int {
	if label == "" {
		label = noise
	}
	n, known := c.numbers[label]
	if !known {
		n = len(c.result.Labels)
		c.numbers[label] = n
		c.result.Labels = append(c.result.Labels, label)
		c.result.Counts = append(c.result.Counts, nil)
		for i := range c.result.Counts {
			c.result.Counts[i] = append(c.result.Counts[i], make([]int, n+1-len(c.result.Counts[i]))...)
		}
	}
	return n
}

// page counts the blocks of a page that two annotators have labelled.
func (c *counter) page(id string, first, second *victor.Page) {
	if first.Len() != second.Len() {
		c.result.Skipped = append(c.result.Skipped, fmt.Sprintf("%s: %d blocks and %d", id, first.Len(), second.Len()))
		return
	}
	c.result.Pages++
	for i := range first.Len() {
		m, n := c.number(first.Label(i)), c.number(second.Label(i))
		c.result.Counts[m][n]++
		c.result.Blocks++
		if m != n && len(c.result.Differ) < maxDiffer {
			text := strings.Join(strings.Fields(string(first.Text(i))), " ")
			c.result.Differ = append(c.result.Differ, Disagreement{id, i, string([]rune(text)[:min(160, len([]rune(text)))]), c.result.Labels[m], c.result.Labels[n]})
		}
	}
}

// end computes the shares.
func (c *counter) end() *Agreement {
	r := &c.result
	if r.Labels == nil {
		r.Labels, r.Counts = []string{}, [][]int{}
	}
	same := 0
	for i := range r.Counts {
		same += r.Counts[i][i]
	}
	if r.Blocks > 0 {
		r.Share = float64(same) / float64(r.Blocks)
	}
	r.Kappa = Kappa(r.Counts)
	content := [][]int{{0, 0}, {0, 0}}
	for i, row := range r.Counts {
		for k, n := range row {
			content[side(r.Labels[i])][side(r.Labels[k])] += n
		}
	}
	r.Content = Kappa(content)
	return r
}

// side is 0 for noise and 1 for content.
func side(label string) int {
	if label == noise {
		return 0
	}
	return 1
}

// Kappa returns Cohen's kappa of two raters: how much more often they agree than by
// chance, 1 if always. counts has how often the first chose i and the second k (Cohen,
// "A coefficient of agreement for nominal scales", 1960). If both have chosen the same
// category throughout, chance explains all, and it is 1 too.
func Kappa(counts [][]int) float64 {
	total, same := 0, 0
	rows, columns := make([]int, len(counts)), make([]int, len(counts))
	for i, row := range counts {
		for k, n := range row {
			total += n
			rows[i] += n
			columns[k] += n
		}
		same += row[i]
	}
	if total == 0 {
		return 0
	}
	chance := 0.0
	for i := range rows {
		chance += float64(rows[i]) / float64(total) * float64(columns[i]) / float64(total)
	}
	if chance >= 1 {
		return 1
	}
	return (float64(same)/float64(total) - chance) / (1 - chance)
}
