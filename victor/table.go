package victor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A column is a row of a template, ready to be evaluated: its value for a block
// is one number.
type column struct {
	row       Row
	features  []*feature
	paragraph bool // it is of paragraphs
	page      bool // it has the same value for all paragraphs of a page
	values    int  // how many values there are
}

// boundaries is how many further values a column has, for places before the first
// block and after the last.
const boundaries = 2 * maxOffset

// columns returns the rows of a template as columns.
func (t *Template) columns() ([]column, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	columns := make([]column, len(t.Rows))
	for i, r := range t.Rows {
		features, err := r.resolve()
		if err != nil {
			return nil, err
		}
		columns[i] = column{row: r, features: features, paragraph: features[0].of == nil, page: isOfPage(features), values: valuesOf(features)}
	}
	return columns, nil
}

// isOfPage reports whether features are the same for all paragraphs of a page.
func isOfPage(features []*feature) bool {
	return !slices.ContainsFunc(features, func(f *feature) bool { return !strings.HasPrefix(f.name, "page.") })
}

// width is how many offsets the column has.
func (c *column) width() int { return c.row.To - c.row.From + 1 }

// length is how many blocks or paragraphs the page has.
func (c *column) length(p *layout) int {
	if c.paragraph {
		return len(p.paragraphs)
	}
	return len(p.blocks)
}

// at returns the value of block or paragraph i of the page; i may be outside the
// page.
func (c *column) at(p *layout, i int) int {
	n := c.length(p)
	switch {
	case i < 0:
		return c.values + min(-i, maxOffset) - 1
	case i >= n:
		return c.values + maxOffset + min(i-n+1, maxOffset) - 1
	}
	value := 0
	for _, f := range c.features {
		v := int32(0)
		if c.paragraph {
			v = f.ofParagraph(p, &p.paragraphs[i])
		} else {
			v = f.of(p, &p.blocks[i])
		}
		value = value*int(f.limit+1) + int(min(max(v, 0), f.limit))
	}
	return value
}

// name returns the feature string of a value at an offset, such as
// "split.p[-1]=2".
func (c *column) name(value, offset int) string {
	return fmt.Sprintf("%s[%d]=%s", c.row.name(), offset, c.valueName(value))
}

func (c *column) valueName(value int) string {
	switch b := value - c.values; {
	case b >= maxOffset:
		return "_B+" + strconv.Itoa(b-maxOffset+1)
	case b >= 0:
		return "_B-" + strconv.Itoa(b+1)
	}
	parts := make([]string, len(c.features))
	for i := len(parts) - 1; i >= 0; i-- {
		n := int(c.features[i].limit) + 1
		parts[i] = strconv.Itoa(value % n)
		value /= n
	}
	return strings.Join(parts, "/")
}

// parse reads what follows the name of the column and a "[" in a feature string,
// such as "-1]=2". What it reads may be written otherwise than [column.name] does.
func (c *column) parse(text string) (value, offset int, ok bool) {
	at, written, _ := strings.Cut(text, "]=")
	offset, err := strconv.Atoi(at)
	if err != nil || offset < c.row.From || offset > c.row.To {
		return 0, 0, false
	}
	if place, outside := strings.CutPrefix(written, "_B"); outside {
		n, err := strconv.Atoi(place)
		switch {
		case err != nil || n < -maxOffset || n > maxOffset || n == 0:
			return 0, 0, false
		case n < 0:
			return c.values - n - 1, offset, true
		}
		return c.values + maxOffset + n - 1, offset, true
	}
	parts := strings.Split(written, "/")
	if len(parts) != len(c.features) {
		return 0, 0, false
	}
	for i, f := range c.features {
		n, err := strconv.Atoi(parts[i])
		if err != nil || n < 0 || n > int(f.limit) {
			return 0, 0, false
		}
		value = value*(int(f.limit)+1) + n
	}
	return value, offset, true
}
