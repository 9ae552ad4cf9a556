package page

import "fmt"

// A Type says what a page as a whole is.
type Type uint8

// The types, as the benchmark WCXB tells them.
const (
	TypeArticle       Type = iota // a news story, blog post or the like
	TypeForum                     // a thread of a forum, or questions with answers
	TypeProduct                   // one thing for sale
	TypeCollection                // a category of products or the like, as tiles
	TypeListing                   // entries that lead to other pages: articles, events, results of a search
	TypeDocumentation             // of software or the like, such as a manual
	TypeService                   // a company, its services or software; and whatever is none of the others

	NumTypes = iota
)

var typeNames = [NumTypes]string{"article", "forum", "product", "collection", "listing", "documentation", "service"}

// String returns the name of the type in lower case, such as "article".
func (t Type) String() string {
	if t >= NumTypes {
		return fmt.Sprintf("Type(%d)", uint8(t))
	}
	return typeNames[t]
}

// ParseType returns the type with a name. The error wraps [ErrConfig].
func ParseType(name string) (Type, error) {
	for t, known := range typeNames {
		if name == known {
			return Type(t), nil
		}
	}
	return 0, fmt.Errorf("%w: %.40q is not a type of page", ErrConfig, name)
}

// Types has the probability of each type of a page. They add up to 1, or all are 0 if
// nothing is known.
type Types [NumTypes]float32

// Known reports whether there are probabilities.
func (p Types) Known() bool { return p != Types{} }

// Best returns the most probable type and its probability. Of types that are equally
// probable it is the first. The probability is 0 if nothing is known.
func (p Types) Best() (best Type, probability float32) {
	for t, v := range p {
		if v > p[best] {
			best = Type(t)
		}
	}
	return best, p[best]
}
