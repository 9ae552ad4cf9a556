package victor

import (
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
)

// A vocabulary has words of ASCII letters in lower case, each with a set of bits.
type vocabulary[T ~uint8 | ~uint32] struct {
	bits map[string]T

	// lengths has for each first and last letter the lengths of the words, as a set of bits.
	// Most words of a page are not in the vocabulary, and most of them need not be looked up.
	lengths [26][26]uint32
}

// maxWord is the length of the longest word of a vocabulary.
const maxWord = 16

// maxNames is how many bytes of an attribute are read.
const maxNames = 200

func newVocabulary[T ~uint8 | ~uint32]() *vocabulary[T] {
	return &vocabulary[T]{bits: make(map[string]T)}
}

// add adds bits to the words of a list.
func (v *vocabulary[T]) add(list string, bits T) {
	for word := range strings.FieldsSeq(list) {
		v.bits[word] |= bits
		v.lengths[word[0]-'a'][word[len(word)-1]-'a'] |= 1 << len(word)
	}
}

// in returns the bits of the words of a value: runs of ASCII letters, also divided before
// a capital letter that follows a lower-case one.
func (v *vocabulary[T]) in(value []byte) (found T) {
	var word [maxWord]byte
	n := 0
	for i := 0; i <= min(len(value), maxNames); i++ {
		c := at(value, i)
		if n > 0 && (!ascii.IsLetter(c) || ascii.IsUpper(c) && ascii.IsLower(at(value, i-1))) {
			if n <= maxWord && v.lengths[word[0]-'a'][word[n-1]-'a']&(1<<n) != 0 {
				found |= v.bits[string(word[:n])]
			}
			n = 0
		}
		if ascii.IsLetter(c) {
			if n < len(word) {
				word[n] = ascii.Lower(c)
			}
			n++
		}
	}
	return found
}
