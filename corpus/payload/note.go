package payload

import "strings"

// Notes are a set of things that are odd about a message but do not keep its
// body from being read.
type Notes uint16

// The notes.
const (
	NoHead        Notes = 1 << iota // a response without a status line: the block is the body
	NoBlankLine                     // no blank line ends the head
	BadField                        // a line of the head is no field
	WrongLength                     // Content-Length is not the length of the body
	NotChunked                      // said to be chunked, but is not
	BadChunk                        // a chunk is malformed; what follows is given as it is
	NotEncoded                      // not encoded as Content-Encoding says
	UnknownCoding                   // an encoding that is not known; the body is given as it is
	NoType                          // no usable Content-Type
	WrongType                       // the content is not of the type stated

	noteCount = iota
)

var noteNames = [noteCount]string{
	"no-head", "no-blank-line", "bad-field", "wrong-length", "not-chunked",
	"bad-chunk", "not-encoded", "unknown-coding", "no-type", "wrong-type",
}

// String returns the names of the notes, with commas between them.
func (n Notes) String() string { return strings.Join(n.Names(), ",") }

// Names returns a short name for each note, such as "not-chunked".
func (n Notes) Names() []string {
	var names []string
	for i, name := range noteNames {
		if n&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
