package warc

import (
	"crypto/sha1"
	"encoding/base32"
)

// Digest returns the digest of b as WARC files state it: "sha1:" and the SHA-1
// in base 32.
func Digest(b []byte) string {
	sum := sha1.Sum(b)
	return "sha1:" + base32.StdEncoding.EncodeToString(sum[:])
}
