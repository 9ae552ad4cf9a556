package metadata

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
)

// A jsonKind is the kind of a value in JSON.
type jsonKind uint8

const (
	jsonObject jsonKind = iota + 1
	jsonArray
	jsonString
	jsonBare // a number, true, false, null, or what is none of them
)

// A jsonNode is a value of a JSON text, or a member of an object, which has a
// key too. Nodes refer to each other by their indices; 0 is none.
type jsonNode struct {
	kind        jsonKind
	key         span // without quotes, escapes as written
	value       span // of a string without quotes, escapes as written
	parent      int32
	first, next int32
}

const (
	maxJSONDepth = 64      // values that are deeper are passed over
	maxJSONNodes = 100_000 // of a page; what comes after is not read
)

// A jsonReader reads JSON as it is met in pages: with comments, trailing or
// missing commas, line feeds and unescaped quotes in strings, several values in
// a row, and cut off anywhere. It keeps a tree of all values.
type jsonReader struct {
	src   []byte
	pos   int
	end   int
	nodes []jsonNode
	roots []int32
}

// reset begins with another page.
func (r *jsonReader) reset(src []byte) {
	r.src, r.nodes, r.roots = src, append(r.nodes[:0], jsonNode{}), r.roots[:0]
}

// read reads the values in a range of the page.
func (r *jsonReader) read(in span) {
	r.pos, r.end = int(in.start), int(in.end)
	for r.skip(); r.pos < r.end; r.skip() {
		if c := r.src[r.pos]; c != '{' && c != '[' {
			r.pos++
			continue
		}
		r.roots = append(r.roots, r.value())
	}
}

// skip passes over white space, commas and comments.
func (r *jsonReader) skip() {
	for r.pos < r.end {
		switch c := r.src[r.pos]; {
		case c <= ' ' || c == ',' || c == ';':
			r.pos++
		case c == '/' && r.pos+1 < r.end && r.src[r.pos+1] == '*':
			r.pos = r.after("*/")
		case c == '/' && r.pos+1 < r.end && r.src[r.pos+1] == '/':
			r.pos = r.after("\n")
		case c == '<' && bytes.HasPrefix(r.src[r.pos:r.end], []byte("<!--")):
			r.pos += len("<!--")
		case c == 0xc2 && r.pos+1 < r.end && r.src[r.pos+1] == 0xa0:
			r.pos += len("\u00a0")
		default:
			return
		}
	}
}

// after returns the offset after the next sep.
func (r *jsonReader) after(sep string) int {
	if n := bytes.Index(r.src[r.pos:r.end], []byte(sep)); n >= 0 {
		return r.pos + n + len(sep)
	}
	return r.end
}

// add adds a node as the last child of its parent; last is the child before.
func (r *jsonReader) add(n jsonNode, last int32) int32 {
	index := int32(len(r.nodes))
	r.nodes = append(r.nodes, n)
	if last != 0 {
		r.nodes[last].next = index
	} else if n.parent != 0 {
		r.nodes[n.parent].first = index
	}
	return index
}

// A jsonLevel is an object or array that is open, and its last member so far.
type jsonLevel struct{ node, last int32 }

// value reads the object or array at pos with all that is in it. It works with a
// list of open values in place of recursion.
func (r *jsonReader) value() (root int32) {
	var levels [maxJSONDepth]jsonLevel
	open := append(levels[:0], jsonLevel{node: r.node(span{}, jsonLevel{})})
	for len(open) > 0 {
		r.skip()
		at := &open[len(open)-1]
		if r.pos >= r.end || len(r.nodes) >= maxJSONNodes {
			r.pos = r.end
			break
		}
		if r.closes() {
			r.pos++
			r.nodes[at.node].value.end = int32(r.pos)
			open = open[:len(open)-1]
			continue
		}
		var key span
		if r.nodes[at.node].kind == jsonObject {
			if key = r.key(); r.pos >= r.end || r.closes() {
				continue
			}
		}
		if c := r.src[r.pos]; (c == '{' || c == '[') && len(open) == maxJSONDepth {
			r.passOver()
			continue
		}
		n := r.node(key, *at)
		at.last = n
		if kind := r.nodes[n].kind; kind == jsonObject || kind == jsonArray {
			open = append(open, jsonLevel{node: n})
		}
	}
	return levels[0].node
}

// closes reports whether a bracket closes a value at pos.
func (r *jsonReader) closes() bool { return r.src[r.pos] == '}' || r.src[r.pos] == ']' }

// node adds what stands at pos to the value that is open, and passes over it; of
// an object or array, over its bracket.
func (r *jsonReader) node(key span, in jsonLevel) int32 {
	n := jsonNode{key: key, parent: in.node}
	switch before := r.pos; r.src[before] {
	case '{', '[':
		n.kind, n.value = jsonObject, span{int32(before), int32(r.end)}
		if r.src[before] == '[' {
			n.kind = jsonArray
		}
		r.pos++
	case '"':
		n.kind, n.value = jsonString, r.quoted()
	default:
		n.kind, n.value = jsonBare, r.bare()
		r.pos = max(r.pos, before+1)
	}
	return r.add(n, in.last)
}

// passOver passes over the value at pos, which is too deep.
func (r *jsonReader) passOver() {
	r.pos++
	for depth := 1; r.pos < r.end && depth > 0; {
		switch r.src[r.pos] {
		case '{', '[':
			depth++
			r.pos++
		case '}', ']':
			depth--
			r.pos++
		case '"':
			r.quoted()
		default:
			r.pos++
		}
	}
}

// key reads a key and its colon. A key without quotes is read too.
func (r *jsonReader) key() (key span) {
	if r.src[r.pos] == '"' {
		key = r.quoted()
	} else {
		key.start = int32(r.pos)
		for r.pos < r.end && bytes.IndexByte([]byte(":,}]{[\""), r.src[r.pos]) < 0 {
			r.pos++
		}
		key.end = int32(r.pos)
	}
	for r.pos < r.end && (r.src[r.pos] <= ' ' || r.src[r.pos] == ':') {
		r.pos++
	}
	return key
}

// quoted reads the string that begins with a quote at pos. A quote that is
// followed by nothing that may follow a string belongs to the string.
func (r *jsonReader) quoted() span {
	r.pos++
	start := r.pos
	for r.pos < r.end {
		n := bytes.IndexAny(r.src[r.pos:r.end], `"\`)
		if n < 0 {
			break
		}
		r.pos += n
		if r.src[r.pos] == '\\' {
			r.pos = min(r.pos+2, r.end)
			continue
		}
		r.pos++
		if r.endsString() {
			return span{int32(start), int32(r.pos - 1)}
		}
	}
	r.pos = r.end
	return span{int32(start), int32(r.end)}
}

// maxBlank is how many bytes of white space may stand between a string and what
// follows, so that a page of quotes and white space is read in linear time.
const maxBlank = 256

// endsString reports whether what stands at pos may follow a string.
func (r *jsonReader) endsString() bool {
	for p := r.pos; p < r.end && p < r.pos+maxBlank; p++ {
		switch c := r.src[p]; {
		case c <= ' ':
		case c == ',' || c == '}' || c == ']' || c == ':' || c == '/':
			return true
		case c == '"':
			return p > r.pos // a comma is missing
		default:
			return false
		}
	}
	return true
}

// bare reads a value without quotes.
func (r *jsonReader) bare() span {
	start := r.pos
	for r.pos < r.end && r.src[r.pos] > ' ' && bytes.IndexByte([]byte(",}]{[\""), r.src[r.pos]) < 0 {
		r.pos++
	}
	return span{int32(start), int32(r.pos)}
}

// member returns the member of an object with a key, or 0.
func (r *jsonReader) member(object int32, key string) int32 {
	if object == 0 || r.nodes[object].kind != jsonObject {
		return 0
	}
	for n := r.nodes[object].first; n != 0; n = r.nodes[n].next {
		if k := r.nodes[n].key; string(r.src[k.start:k.end]) == key {
			return n
		}
	}
	return 0
}

// children calls do with the items of an array, or with the node itself if it is
// none.
func (r *jsonReader) children(n int32, do func(n int32)) {
	switch {
	case n == 0:
	case r.nodes[n].kind == jsonArray:
		for c := r.nodes[n].first; c != 0; c = r.nodes[c].next {
			if r.nodes[c].kind == jsonArray {
				continue
			}
			do(c)
		}
	default:
		do(n)
	}
}

// unescapeJSON returns a JSON string with its escapes decoded.
func unescapeJSON(s []byte) []byte {
	i := bytes.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	out := append(make([]byte, 0, len(s)), s[:i]...)
	for ; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'n', 'r', 't', 'b', 'f':
			out = append(out, ' ')
		case 'u':
			r, n := hexRune(s[i+1:])
			i += n
			if utf16.IsSurrogate(r) && i+2 < len(s) && s[i+1] == '\\' && s[i+2] == 'u' {
				low, n := hexRune(s[i+3:])
				r = utf16.DecodeRune(r, low)
				i += n + 2
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, c)
		}
	}
	return out
}

// hexRune reads the four digits of an escape, and returns how many there are.
func hexRune(s []byte) (rune, int) {
	n := 0
	for n < 4 && n < len(s) && (ascii.IsDigit(s[n]) || 'a' <= s[n]|0x20 && s[n]|0x20 <= 'f') {
		n++
	}
	v, err := strconv.ParseUint(string(s[:n]), 16, 32)
	if err != nil {
		return utf8.RuneError, n
	}
	return rune(v), n
}
