package warc

import (
	"fmt"
	"strings"
)

// A Kind says what sort of damage was found.
type Kind uint8

// The kinds of damage.
const (
	Truncated  Kind = iota + 1 // a record or member is cut off
	BadMember                  // a compressed member cannot be unpacked
	Checksum                   // a member does not match its checksum
	Garbage                    // bytes that belong to no record or member
	Separator                  // the blank lines after a record are missing
	BadLength                  // a declared length is missing, malformed or wrong
	BadHeader                  // a record header is malformed
	BadVersion                 // the version is not one that is known
	BadArchive                 // an archive within a WACZ cannot be read

	kinds
)

var kindNames = [kinds]string{
	Truncated:  "truncated",
	BadMember:  "bad-member",
	Checksum:   "checksum",
	Garbage:    "garbage",
	Separator:  "separator",
	BadLength:  "bad-length",
	BadHeader:  "bad-header",
	BadVersion: "bad-version",
	BadArchive: "bad-archive",
}

// String returns a short name such as "truncated".
func (k Kind) String() string {
	if k == 0 || k >= kinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Damage is one thing that is wrong with an archive. It is the error that Next
// returns for it; reading goes on with the following call of Next.
type Damage struct {
	Kind Kind

	// Entry is the path of the archive within a WACZ, otherwise empty.
	// Offsets then count from the beginning of that archive.
	Entry string

	// Offset is where the damage begins in the file, in bytes. In a
	// compressed file it is where the member begins, and Inner is the
	// number of unpacked bytes from there.
	Offset, Inner int64

	// Length is the number of bytes that were lost, 0 if there were none.
	// Packed says that these are bytes of the compressed file; otherwise
	// they are unpacked ones.
	Length int64
	Packed bool

	Detail string // what is wrong, in words
	Err    error  // the error of the codec, if one caused the damage
}

// Error returns the place and the detail.
func (d *Damage) Error() string {
	var b strings.Builder
	b.WriteString("warc: ")
	if d.Entry != "" {
		b.WriteString(d.Entry)
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "at %d", d.Offset)
	if d.Inner > 0 {
		fmt.Fprintf(&b, "+%d", d.Inner)
	}
	b.WriteString(": ")
	b.WriteString(d.Detail)
	if d.Err != nil {
		b.WriteString(": ")
		b.WriteString(d.Err.Error())
	}
	return b.String()
}

// Unwrap returns the error of the codec, if any.
func (d *Damage) Unwrap() error { return d.Err }
