package stoplists

// CountUnspaced counts in a text of a language that is written without spaces
// between words: stop is how many of its letters belong to words of the list, at
// each place to the longest that begins there; letters is how many there are at all.
// Marks are letters here, digits and punctuation are not. Letters of scripts with
// spaces, such as those of an English name, belong to no word. Case and normal form
// do not matter.
func (l *List) CountUnspaced(text string) (stop, letters int) {
	if !isQuick(text) {
		text = fold(text)
	}
	inWord := 0 // letters ahead that belong to the word found last
	for i := 0; i < len(text); {
		r, size := decode(text[i:])
		if s := scriptOf(r); s != noScript {
			if inWord == 0 && writings[s].unspaced != "" {
				inWord = l.longestAt(text[i:])
			}
			if inWord > 0 {
				inWord--
				stop++
			}
			letters++
		}
		i += size
	}
	return stop, letters
}

// longestAt returns how many letters the longest word has that text begins with.
func (l *List) longestAt(text string) (found int) {
	if l == nil || len(l.slots) == 0 {
		return 0
	}
	var h uint64
	for i, n := 0, 1; i < len(text) && n <= int(l.longest); n++ {
		r, size := decode(text[i:])
		if scriptOf(r) == noScript {
			break
		}
		i += size
		h = hashRune(h, lower(r))
		if l.find(h, text[:i]) != 0 {
			found = n
		}
	}
	return found
}
