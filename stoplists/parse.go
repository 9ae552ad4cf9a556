package stoplists

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// The limits of Parse. The largest list of this package has 8,257 words in 180 kB.
const (
	maxBytes     = 64 << 20
	maxLineBytes = 4096
	maxWords     = 2_000_000
)

// A LimitError says that a stop list is larger than Parse allows.
type LimitError struct {
	// Limit is what there is too much of: "bytes", "bytes in a line" or "words".
	Limit string
	// Value is the largest number that is allowed.
	Value int
	// Offset is where in the list the limit was met, in bytes from its
	// beginning: the beginning of the line that goes beyond it.
	Offset int
}

// Error names the limit and where in the list it was met.
func (e *LimitError) Error() string {
	return fmt.Sprintf("stoplists: over the limit of %d %s at byte %d; a stop list has one word a line", e.Value, e.Limit, e.Offset)
}

// Parse reads a stop list: UTF-8 text with one word a line, the format of Python
// jusText's lists. Words are folded as by [New]. Blank lines, repeated words, white
// space around words, a byte order mark at the beginning and carriage returns at
// the ends of lines are ignored.
//
// A list may have up to 64 MiB, 2,000,000 different words, and 4,096 bytes in a
// line. Beyond that the error is a *[LimitError]. It is also an error if a
// line is not UTF-8 or has a NUL byte, as the lines of a UTF-16 file do; this
// error gives the number of the line. An error of the reader is wrapped. With an
// error there is no list.
func Parse(r io.Reader) (*List, error) {
	b := newBuilder(0)
	lines := bufio.NewReaderSize(r, maxLineBytes+1) // a line and its line feed
	offset := 0
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return nil, fmt.Errorf("stoplists: reading line %d: %w", number, err)
		}
		word, err2 := checkLine(line, number, offset)
		if err2 != nil {
			return nil, err2
		}
		if b.addWord(word); b.Len() > maxWords {
			return nil, &LimitError{"words", maxWords, offset}
		}
		if err == io.EOF {
			return b.list().indexed(), nil
		}
		offset += len(line)
	}
}

// checkLine returns the text of a line, which begins at the given offset.
func checkLine(line []byte, number, offset int) (string, error) {
	isUTF16 := number == 1 && (bytes.HasPrefix(line, []byte("\xff\xfe")) || bytes.HasPrefix(line, []byte("\xfe\xff")))
	text, _ := bytes.CutSuffix(line, []byte("\n"))
	switch {
	case isUTF16, bytes.IndexByte(line, 0) >= 0:
		return "", fmt.Errorf("stoplists: line %d is not UTF-8 text but looks like UTF-16; "+
			"save the list as UTF-8, for example with `iconv -f utf-16 -t utf-8`", number)
	case len(text) > maxLineBytes:
		return "", &LimitError{"bytes in a line", maxLineBytes, offset}
	case offset+len(line) > maxBytes:
		return "", &LimitError{"bytes", maxBytes, offset}
	case !utf8.Valid(line):
		return "", fmt.Errorf("stoplists: line %d is not UTF-8; "+
			"save the list as UTF-8, for example with `iconv -f windows-1252 -t utf-8`", number)
	}
	if number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	return string(text), nil
}
