package victor

import "github.com/seed42075109/justext/page"

// This file has the words that speak for a type of page (docs/victor.md, "Page type"), in
// English and in the languages of programs.

// hints are the types that some words speak for, a bit for each.
type hints uint8

// The bits of hints are enough.
const _ = uint(8 - page.NumTypes)

// typeHints has the words that speak for each type wherever a page says what it is: see
// hintSource.
var typeHints = [page.NumTypes]string{
	page.TypeArticle: "article articles blog blogs news story stories post posts opinion magazine press recipe single",
	page.TypeForum: "forum forums thread threads topic topics viewtopic showthread discussion discussions community board boards bbs" +
		" question questions answers qapage posting messages discourse phpbb vbulletin bulletin xenforo vanilla invision flarum",
	page.TypeProduct: "product products item items dp sku offer pdp",
	page.TypeCollection: "collection collections category categories catalog catalogue shop store brand brands plp cat" +
		" woocommerce commerce shopify magento",
	page.TypeListing: "search results archive archives tags tag list lists listing listings directory events event jobs calendar" +
		" feed latest tax author",
	page.TypeDocumentation: "docs doc documentation reference manual guide guides wiki help api apis tutorial tutorials developer developers" +
		" dev learn handbook kb readthedocs sphinx mkdocs docusaurus gitbook javadoc mediawiki doxygen",
	page.TypeService: "service services about pricing solutions solution features contact home company platform software" +
		" faq landing frontpage homepage index",
}

var hintWords = func() *vocabulary[hints] {
	v := newVocabulary[hints]()
	for t, words := range typeHints {
		v.add(words, 1<<t)
	}
	return v
}()

// The names of elements that only types are told by. They stand in the same word as those
// of nameGroups and kindWords.
const (
	namedShop names = 1 << (numNames + numKindNames + iota)
	namedPost
	namedDocs
	namedTile

	numAllNames = iota + numNames + numKindNames
)

// typeNames are the words of those names in class and id.
var typeNames = []struct {
	name  string
	names names
	words string
}{
	{"shop", namedShop, "price prices cart basket sku product products addtocart checkout variant variants swatch quantity qty stock" +
		" wishlist pdp"},
	{"post", namedPost, "post posts user username avatar signature upvote vote votes reply replies message messages member quote" +
		" karma solution answer answers question"},
	{"docs", namedDocs, "docs doc toc tocs highlight api sphinx markdown prism codehilite method methods param params parameters" +
		" signature edit sidenav wiki admonition"},
	{"tile", namedTile, "tile tiles card cards grid listing result results archive loop excerpt entry filter filters facet facets" +
		" sort pagination"},
}
