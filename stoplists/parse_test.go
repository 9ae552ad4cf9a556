package stoplists

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/unicode/norm"

	"github.com/seed42075109/justext/internal/hostile"
)

func TestParse(t *testing.T) {
	for name, text := range map[string]string{
		"plain":                     "a\nčeský\n",
		"no line feed at the end":   "a\nčeský",
		"carriage returns":          "\ufeffa\r\nčeský\r\n",
		"blank lines and space":     "\n  a\t\n\n\nčeský \n\n",
		"repeated words":            "A\na\nČESKÝ\nČeský\n",
		"normal form D":             norm.NFD.String("a\nčeský\n"),
		"byte order mark and blank": "\ufeff\r\n\r\na\r\nčeský",
		"longest line":              "a\n" + strings.Repeat(" ", maxLineBytes-len("český")) + "český\n",
	} {
		list, err := Parse(iotest.OneByteReader(strings.NewReader(text)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := list.Words(); !slices.Equal(got, []string{"a", "český"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, text := range []string{"", "\n", "\ufeff", " \r\n\t"} {
		if list, err := Parse(strings.NewReader(text)); err != nil || list.Len() != 0 {
			t.Errorf("%q: %d words, error %v", text, list.Len(), err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	errBroken := errors.New("broken")
	for _, c := range []struct {
		name string
		r    io.Reader
		want string
		is   error
	}{
		{"windows-1250", strings.NewReader("a\nb\n\xe8esk\xfd\n"), "line 3 is not UTF-8; save the list as UTF-8", nil},
		{"UTF-16LE with a mark", strings.NewReader("\xff\xfea\x00\n\x00"), "line 1 is not UTF-8 text but looks like UTF-16", nil},
		{"UTF-16BE with a mark", strings.NewReader("\xfe\xff\x00a\x00\n"), "line 1 is not UTF-8 text but looks like UTF-16", nil},
		{"UTF-16 without a mark", strings.NewReader("a\x00\n\x00"), "line 1 is not UTF-8 text but looks like UTF-16", nil},
		{"NUL", strings.NewReader("a\nb\x00c\n"), "line 2 is not UTF-8 text", nil},
		{"NULs without end", &repeated{text: "\x00"}, "line 1 is not UTF-8 text", nil},
		{"a cut code point", strings.NewReader("a\n\xc4"), "line 2 is not UTF-8", nil},
		{"failing reader", io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(errBroken)), "reading line 3: broken", errBroken},
		{"cut off reader", io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(io.ErrUnexpectedEOF)), "reading line 2", io.ErrUnexpectedEOF},
	} {
		list, err := Parse(c.r)
		if err == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
		if list != nil {
			t.Errorf("%s: a list beside the error", c.name)
		}
	}
}

// repeated is a reader of the same text without end.
type repeated struct {
	text string
	read int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) {
		k := copy(p[n:], r.text[r.read%len(r.text):])
		r.read += k
		n += k
	}
	return n, nil
}

// distinct is a reader of words without end, each of a letter and width digits.
type distinct struct {
	width int
	words int
	rest  string
}

func (d *distinct) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if d.rest == "" {
			d.rest = fmt.Sprintf("w%0*d\n", d.width, d.words)
			d.words++
		}
		k := copy(p[n:], d.rest)
		d.rest = d.rest[k:]
		n += k
	}
	return n, nil
}

// TestParseLimits: each limit is met with an error of its own, in bounded
// memory, however large the list is.
func TestParseLimits(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("reads some 200 MB")
	}
	line := strings.Repeat("a", maxLineBytes+1)
	const mb = 1 << 20
	for _, c := range []struct {
		name  string
		r     io.Reader
		want  LimitError
		alloc uint64 // bytes
	}{
		{"a line one byte too long", strings.NewReader("b\n" + line + "\n"), LimitError{"bytes in a line", maxLineBytes, 2}, mb},
		{"the same at the end", strings.NewReader("b\n" + line), LimitError{"bytes in a line", maxLineBytes, 2}, mb},
		{"the same, buffered", bufio.NewReaderSize(strings.NewReader("b\n"+line+"\n"), 1<<16), LimitError{"bytes in a line", maxLineBytes, 2}, mb},
		{"one line without end", &repeated{text: "a"}, LimitError{"bytes in a line", maxLineBytes, 0}, mb},
		{"blank lines without end", &repeated{text: strings.Repeat(" ", 63) + "\n"}, LimitError{"bytes", maxBytes, maxBytes}, 100 * mb},
		{"one word without end", &repeated{text: strings.Repeat("word", 16)[1:] + "\n"}, LimitError{"bytes", maxBytes, maxBytes}, 200 * mb},
		{"short words", &distinct{width: 7}, LimitError{"words", maxWords, 9 * maxWords}, 500 * mb},
		{"long words", &distinct{width: 62}, LimitError{"bytes", maxBytes, maxBytes}, 1000 * mb},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		list, err := Parse(c.r)
		runtime.ReadMemStats(&after)
		var limit *LimitError
		if !errors.As(err, &limit) || *limit != c.want || list != nil {
			t.Errorf("%s: error %#v, want %#v", c.name, err, c.want)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > c.alloc {
			t.Errorf("%s: %d MB allocated in all, over %d", c.name, n/mb, c.alloc/mb)
		}
	}
}

// TestParseMemory: what Parse allocates grows with the list and no faster,
// whether or not the words collide.
func TestParseMemory(t *testing.T) {
	if hostile.UnderRace() {
		t.Skip("the race detector allocates")
	}
	for name, text := range map[string]func(words int) string{
		"distinct":  func(words int) string { return readAll(t, io.LimitReader(&distinct{width: 9}, int64(11*words))) },
		"colliding": func(words int) string { return strings.Join(colliding(words), "\n") },
		"repeated":  func(words int) string { return strings.Repeat("Été\n", words) },
	} {
		small, large := text(10_000), text(40_000)
		few, many := allocated(t, small), allocated(t, large)
		if ratio := float64(many) / float64(few); ratio > 5 {
			t.Errorf("%s: %d bytes allocated for 10,000 words, %d for 40,000: %.1f times as many", name, few, many, ratio)
		}
		if most := 20*len(large) + 1<<20; many > uint64(most) {
			t.Errorf("%s: %d bytes allocated for a list of %d", name, many, len(large))
		}
	}
}

func allocated(t *testing.T, text string) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Parse(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func readAll(t *testing.T, r io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestParseMillionWords: a list of a million words is a list like others.
func TestParseMillionWords(t *testing.T) {
	if testing.Short() || hostile.UnderRace() {
		t.Skip("a second's work, and nothing concurrent")
	}
	list, err := Parse(io.LimitReader(&distinct{width: 8}, 10*1_000_000))
	if err != nil || list.Len() != 1_000_000 {
		t.Fatalf("%d words, error %v", list.Len(), err)
	}
	if !list.Contains("W00999999") || list.Contains("w01000000") || list.Contains("w0999999") {
		t.Error("Contains is wrong")
	}
}

// TestParseJusText: Python jusText's own lists, which are not part of this
// project, are read as they are.
func TestParseJusText(t *testing.T) {
	files, _ := filepath.Glob("../../shared/conformance/stoplists/*.txt")
	if len(files) == 0 {
		t.Skip("no ../../shared/conformance/stoplists")
	}
	if len(files) != 100 {
		t.Errorf("%d files, want 100", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := Parse(strings.NewReader(string(text)))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		words := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' || r == '\ufeff' })
		for _, word := range words {
			if word = strings.TrimSpace(word); word != "" && !list.Contains(word) {
				t.Errorf("%s: %q is missing", file, word)
			}
		}
	}
}

// FuzzParse: the words of a list are in it, and a list written out and read
// again is the same.
func FuzzParse(f *testing.F) {
	f.Add("a\nb\n")
	f.Add("\ufeffa\r\n\r\nČeský\r\n")
	f.Add("\xff\xfe")
	f.Add("e\u0301\né")
	f.Add("\n\ufeffa\nb")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		words := list.Words()
		for _, word := range words {
			if word == "" || !list.Contains(word) {
				t.Errorf("%+q is in Words, not in the list", word)
			}
		}
		again, err := Parse(strings.NewReader("\n" + strings.Join(words, "\n"))) // a byte order mark that begins a word stays
		if err != nil || !slices.Equal(again.Words(), words) {
			t.Errorf("%+q read again is %+q, %v", words, again.Words(), err)
		}
	})
}
