package metadata

import (
	"slices"

	"github.com/seed42075109/justext/internal/ascii"
)

// A hint says what the attributes of an element let expect of it. Hints are
// cheap to find and only a reason to look closer.
type hint uint32

const (
	hintAuthor   hint = 1 << iota // class, id or the like speaks of an author
	hintDate                      // of a date
	hintUpdated                   // of a modification
	hintTag                       // of tags or topics
	hintCategory                  // of a category
	hintCrumb                     // of breadcrumbs
	hintTitle                     // of a title
	hintAside                     // of something beside the article
	hintComment                   // of readers' comments
	hintProperty                  // there is an itemprop or property attribute
	hintRel                       // there is a rel attribute
	hintDatetime                  // there is a datetime attribute
	hintStamp                     // there is a title or data attribute that may hold a date
	hintScope                     // there is an itemscope attribute
	hintHidden                    // its text is not shown
)

// hintWords are the words that are looked for anywhere in the values of class
// and id attributes.
var hintWords = []struct {
	hint  hint
	words []string
}{
	{hintAuthor, []string{"author", "byline", "by-line", "by_line", "autor", "auteur", "writer", "verfasser", "redakteur", "journalist", "postedby", "posted-by", "contributor", "reporter", "creator", "forfatter", "skribent", "kirjoittaja", "autore", "scrittore", "redactor"}},
	{hintDate, []string{"date", "datum", "fecha", "publish", "posted", "timestamp", "created", "time", "datetime", "dato", "entry-meta", "post-meta", "article-meta", "postmeta", "pubdate", "datestamp", "published_at", "articleinfo", "article-info", "dateline", "byline", "meta"}},
	{hintUpdated, []string{"updat", "modif", "aktualis", "changed", "revised"}},
	{hintTag, []string{"tag", "keyword", "topic", "schlagwort"}},
	{hintCategory, []string{"categor", "rubri", "section", "kicker", "ressort"}},
	{hintCrumb, []string{"breadcrumb", "bread-crumb", "crumbs"}},
	{hintTitle, []string{"title", "headline", "heading"}},
	{hintComment, []string{"comment", "kommentar", "disqus", "reply", "respond", "replies"}},
}

// besideWords are words that are looked for as whole words.
var besideWords = []string{
	"related", "sidebar", "recommend", "recommended", "recommendation", "promo", "popular", "trending", "latest", "newsletter",
	"carousel", "menu", "recent", "similar", "taboola", "outbrain", "upnext", "newsfeed", "copyright", "suggested", "nav", "navigation", "more",
	"most", "next", "prev", "previous", "advert", "cookie", "verwandte", "weitere", "relacionados", "relacionadas", "correlati", "powiazane",
}

// A matcher finds all words of hintWords in one pass over a value, by the
// algorithm of Aho and Corasick.
type matcher struct {
	letter  [256]uint8           // 0: no byte of any word
	letters uint8                // how many there are
	next    [][maxLetters]uint16 // by state and letter
	found   []hint               // by state
	whole   []uint8              // by state: the length of the whole word that ends there, or 0
}

const maxLetters = 32

var hintMatcher = newMatcher()

func newMatcher() *matcher {
	m := &matcher{next: make([][maxLetters]uint16, 1), found: make([]hint, 1), whole: make([]uint8, 1)}
	for _, set := range hintWords {
		for _, word := range set.words {
			m.found[m.add(word)] |= set.hint
		}
	}
	for _, word := range besideWords {
		m.whole[m.add(word)] = uint8(len(word))
	}
	m.link()
	return m
}

// add adds a word to the trie and returns its state.
func (m *matcher) add(word string) (state uint16) {
	for i := range len(word) {
		c := word[i]
		if m.letter[c] == 0 {
			m.letters++
			m.letter[c] = m.letters
			if ascii.IsLower(c) {
				m.letter[c-'a'+'A'] = m.letters
			}
		}
		letter := m.letter[c]
		if m.next[state][letter] == 0 {
			m.next[state][letter] = uint16(len(m.next))
			m.next, m.found, m.whole = append(m.next, [maxLetters]uint16{}), append(m.found, 0), append(m.whole, 0)
		}
		state = m.next[state][letter]
	}
	return state
}

// link makes the transitions of the trie complete, in the order of distance
// from the root.
func (m *matcher) link() {
	fail := make([]uint16, len(m.next))
	var queue []uint16
	for _, state := range m.next[0] {
		if state != 0 {
			queue = append(queue, state)
		}
	}
	for len(queue) > 0 {
		state := queue[0]
		queue = slices.Delete(queue, 0, 1)
		m.found[state] |= m.found[fail[state]]
		if m.whole[state] == 0 {
			m.whole[state] = m.whole[fail[state]]
		}
		for letter, to := range m.next[state] {
			if to == 0 {
				m.next[state][letter] = m.next[fail[state]][letter]
				continue
			}
			fail[to] = m.next[fail[state]][letter]
			queue = append(queue, to)
		}
	}
}

// hints returns the hints of the words in a value.
func (m *matcher) hints(value []byte) (found hint) {
	state := uint16(0)
	for i, c := range value {
		state = m.next[state][m.letter[c]]
		found |= m.found[state]
		if n := int(m.whole[state]); n > 0 && isWholeWord(value, i+1-n, i+1) {
			found |= hintAside
		}
	}
	return found
}

// isWholeWord reports whether no letter in the same case stands next to a range
// of a value, apart from the s of a plural.
func isWholeWord(value []byte, start, end int) bool {
	if start > 0 && ascii.IsLetter(value[start-1]) && !(ascii.IsLower(value[start-1]) && ascii.IsUpper(value[start])) {
		return false
	}
	if end < len(value) && ascii.Lower(value[end]) == 's' {
		end++
	}
	return end >= len(value) || !ascii.IsLower(value[end])
}
