package render

import (
	"io"
	"strconv"
	"unicode/utf8"
)

// JSON writes a tree as one JSON object: title, lang, children and repairs. Each
// node has kind, start and end, and of level, number, colspan, rowspan, ordered,
// header, display, text, target, info and children those that say something.
func JSON(w io.Writer, tree *Tree) error {
	j := jsonWriter{newOutput(w)}
	j.out = append(j.out, `{"title":`...)
	j.string(tree.Title)
	j.out = append(j.out, `,"lang":`...)
	j.string(tree.Lang)
	j.children(tree.root())
	j.repairs(tree.Repairs)
	j.out = append(j.out, "}\n"...)
	return j.close()
}

type jsonWriter struct{ output }

// children writes the children of a node as a member of its object.
func (j *jsonWriter) children(n *Node) {
	if n.FirstChild == nil && n.Kind != Document {
		return
	}
	j.out = append(j.out, `,"children":[`...)
	for c := range n.Children() {
		if c != n.FirstChild {
			j.out = append(j.out, ',')
		}
		j.node(c)
	}
	j.out = append(j.out, ']')
}

func (j *jsonWriter) node(n *Node) {
	j.flush()
	j.out = append(j.out, `{"kind":`...)
	j.string(n.Kind.String())
	j.out = append(j.out, `,"start":`...)
	j.out = strconv.AppendInt(j.out, int64(n.Start), 10)
	j.out = append(j.out, `,"end":`...)
	j.out = strconv.AppendInt(j.out, int64(n.End), 10)
	j.number("level", int(n.Level))
	j.number("number", int(n.Number))
	if n.ColSpan > 1 {
		j.number("colspan", int(n.ColSpan))
	}
	if n.RowSpan > 1 {
		j.number("rowspan", int(n.RowSpan))
	}
	j.flag("ordered", n.Ordered)
	j.flag("header", n.Header)
	j.flag("display", n.Display)
	j.member("text", n.Text)
	j.member("target", n.Target)
	j.member("info", n.Info)
	j.children(n)
	j.out = append(j.out, '}')
}

func (j *jsonWriter) number(name string, n int) {
	if n != 0 {
		j.out = append(append(append(j.out, `,"`...), name...), `":`...)
		j.out = strconv.AppendInt(j.out, int64(n), 10)
	}
}

func (j *jsonWriter) flag(name string, set bool) {
	if set {
		j.out = append(append(append(j.out, `,"`...), name...), `":true`...)
	}
}

func (j *jsonWriter) member(name, value string) {
	if value != "" {
		j.out = append(append(append(j.out, `,"`...), name...), `":`...)
		j.string(value)
	}
}

func (j *jsonWriter) repairs(repairs []Repair) {
	j.out = append(j.out, `,"repairs":[`...)
	for i, r := range repairs {
		if i > 0 {
			j.out = append(j.out, ',')
		}
		j.out = append(j.out, `{"rule":`...)
		j.string(r.Rule)
		j.out = append(j.out, `,"start":`...)
		j.out = strconv.AppendInt(j.out, int64(r.Start), 10)
		j.out = append(j.out, `,"end":`...)
		j.out = strconv.AppendInt(j.out, int64(r.End), 10)
		j.flag("added", r.Added)
		j.out = append(j.out, '}')
		j.flush()
	}
	j.out = append(j.out, ']')
}

// string writes a string (RFC 8259, section 7). Bytes that are no UTF-8 become
// U+FFFD.
func (j *jsonWriter) string(s string) {
	const hex = "0123456789abcdef"
	j.out = append(j.out, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == 0x2028 || r == 0x2029 || isControl(r) { // line separators to programs that know Unicode's
				j.out = append(j.out, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
			} else {
				j.out = utf8.AppendRune(j.out, r)
			}
			i += size
			continue
		}
		switch {
		case c == '"' || c == '\\':
			j.out = append(j.out, '\\', c)
		case c == '\n':
			j.out = append(j.out, `\n`...)
		case c == '\t':
			j.out = append(j.out, `\t`...)
		case c < ' ':
			j.out = append(j.out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			j.out = append(j.out, c)
		}
		i++
	}
	j.out = append(j.out, '"')
}
