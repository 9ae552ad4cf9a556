// Package ascii has the few questions about ASCII letters and digits that all
// readers of markup ask. Bytes beyond ASCII are neither letters nor digits.
package ascii

// IsLetter reports whether c is an ASCII letter. The bit 0x20 is all that an
// upper-case letter lacks.
func IsLetter(c byte) bool { return IsLower(c | 0x20) }

// IsLower reports whether c is an ASCII letter in lower case.
func IsLower(c byte) bool { return 'a' <= c && c <= 'z' }

// IsUpper reports whether c is an ASCII letter in upper case.
func IsUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// IsDigit reports whether c is an ASCII digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsAlphanumeric reports whether c is an ASCII letter or digit.
func IsAlphanumeric(c byte) bool { return IsLetter(c) || IsDigit(c) }

// Lower returns an ASCII letter in lower case and any other byte unchanged.
func Lower(c byte) byte {
	if IsUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// EqualFold reports whether b equals s if the case of ASCII letters is ignored.
// s must be in lower case.
func EqualFold(b []byte, s string) bool {
	return len(b) == len(s) && HasPrefixFold(b, s)
}

// HasPrefixFold reports whether b begins with s if the case of ASCII letters is
// ignored. s must be in lower case.
func HasPrefixFold(b []byte, s string) bool {
	if len(b) < len(s) {
		return false
	}
	for i := range len(s) {
		if Lower(b[i]) != s[i] {
			return false
		}
	}
	return true
}
