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
	{hintAside, []string{"related", "sidebar", "widget", "teaser", "recommend", "footer", "promo", "popular", "trending", "latest", "newsletter", "copyright", "carousel", "more-", "read-next", "most-", "also-", "aside", "archive", "menu", "card", "recent", "similar", "upnext", "up-next", "newsfeed", "outbrain", "taboola", "bottom"}},
}

// A matcher finds all words of hintWords in one pass over a value, by the
// algorithm of Aho and Corasick.
type matcher struct {
	letter [256]uint8           // 0: no byte of any word
	next   [][maxLetters]uint16 // by state and letter
	found  []hint               // by state
}

const maxLetters = 32

var hintMatcher = newMatcher()

func newMatcher() *matcher {
	m := &matcher{next: make([][maxLetters]uint16, 1), found: make([]hint, 1)}
	letters := uint8(0)
	for _, set := range hintWords {
		for _, word := range set.words {
			state := uint16(0)
			for i := range len(word) {
				c := word[i]
				if m.letter[c] == 0 {
					letters++
					m.letter[c] = letters
					if ascii.IsLower(c) {
						m.letter[c-'a'+'A'] = letters
					}
				}
				at := &m.next[state][m.letter[c]]
				if *at == 0 {
					*at = uint16(len(m.next))
					m.next = append(m.next, [maxLetters]uint16{})
					m.found = append(m.found, 0)
					at = &m.next[state][m.letter[c]]
				}
				state = *at
			}
			m.found[state] |= set.hint
		}
	}
	m.link()
	return m
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
	for _, c := range value {
		state = m.next[state][m.letter[c]]
		found |= m.found[state]
	}
	return found
}
