package metadata

import "slices"

// A chooser collects the values of a field, best first. Of equal texts it keeps
// the first.
type chooser struct {
	values []Value
	seen   map[string]bool
}

// maxOthers is how many values of a field are kept.
const maxOthers = 32

func (c *chooser) add(v Value) {
	if v.Text == "" || len(c.values) > maxOthers {
		return
	}
	k := v.Text
	if v.Day != "" {
		k = v.Day + " " + v.Source.String()
	}
	if c.seen[k] {
		return
	}
	if c.seen == nil {
		c.seen = make(map[string]bool)
	}
	c.seen[k] = true
	c.values = append(c.values, v)
}

// field returns the first value with the others after it.
func (c *chooser) field() Field {
	if len(c.values) == 0 {
		return Field{}
	}
	return Field{Value: c.values[0], Others: slices.Clip(c.values[1:])}
}

// withheld returns a field without a value, with all that were found among the
// others.
func (f Field) withheld() Field {
	if f.Text == "" {
		return f
	}
	return Field{Others: append([]Value{f.Value}, f.Others...)}
}

// agreed returns a field with the first value on which sources agree, and all
// others after it.
func agreed(f Field, agrees func(v Value) bool) Field {
	all := append([]Value{f.Value}, f.Others...)
	for i, v := range all {
		if v.Text != "" && agrees(v) {
			return Field{Value: v, Others: slices.Delete(all, i, i+1)}
		}
	}
	return f.withheld()
}
