package metadata

import (
	"bytes"
	"strings"

	"github.com/seed42075109/justext/internal/ascii"
)

// A metaName is the name of a meta element in lower case, as an index of
// metaNames.
type metaName uint8

// A field is what a source speaks of.
type field uint8

const (
	fieldTitle field = iota
	fieldAuthor
	fieldPublished
	fieldModified
	fieldWeakDate // of the page, which need not be that of its text
	fieldSite
	fieldLanguage
	fieldURL
	fieldDescription
	fieldImage
	fieldCategory
	fieldTag
	fieldType
	fieldLicense
	fieldLabel // says what another meta element is
)

// metaNames says what the names of meta elements speak of. Of two names for one
// field, the one with the lower rank is asked first.
var metaNames = []struct {
	name  string
	field field
	rank  int
}{
	{"og:title", fieldTitle, 1},
	{"twitter:title", fieldTitle, 3},
	{"citation_title", fieldTitle, 0},
	{"dc.title", fieldTitle, 4},
	{"dcterms.title", fieldTitle, 4},
	{"headline", fieldTitle, 2},
	{"title", fieldTitle, 5},
	{"parsely-title", fieldTitle, 2},
	{"sailthru.title", fieldTitle, 2},
	{"fb_title", fieldTitle, 4},
	{"analytics:title", fieldTitle, 4},
	{"cxenseparse:title", fieldTitle, 4},
	{"article:title", fieldTitle, 2},
	{"rbtitle", fieldTitle, 4},

	{"author", fieldAuthor, 1},
	{"article:author", fieldAuthor, 4},
	{"og:article:author", fieldAuthor, 4},
	{"article:author_name", fieldAuthor, 1},
	{"og:author", fieldAuthor, 4},
	{"book:author", fieldAuthor, 4},
	{"profile:username", fieldAuthor, 9},
	{"citation_author", fieldAuthor, 0},
	{"citation_authors", fieldAuthor, 0},
	{"dc.creator", fieldAuthor, 3},
	{"dc:creator", fieldAuthor, 3},
	{"dcterms.creator", fieldAuthor, 3},
	{"dc.creator.name", fieldAuthor, 3},
	{"dc.author", fieldAuthor, 3},
	{"parsely-author", fieldAuthor, 2},
	{"sailthru.author", fieldAuthor, 2},
	{"byl", fieldAuthor, 0},
	{"byline", fieldAuthor, 1},
	{"rbauthors", fieldAuthor, 2},
	{"author_name", fieldAuthor, 2},
	{"creator", fieldAuthor, 3},
	{"authors", fieldAuthor, 2},
	{"shareaholic:article_author_name", fieldAuthor, 3},
	{"cxenseparse:author", fieldAuthor, 3},
	{"twitter:data1", fieldAuthor, 8},
	{"twitter:label1", fieldLabel, 0},
	{"citation_publication_author", fieldAuthor, 3},
	{"dc.contributor", fieldAuthor, 7},
	{"vr:author", fieldAuthor, 3},
	{"mediator_author", fieldAuthor, 3},
	{"article.author", fieldAuthor, 3},

	{"article:published_time", fieldPublished, 0},
	{"article:published", fieldPublished, 1},
	{"article:publish_time", fieldPublished, 1},
	{"article:post_time", fieldPublished, 1},
	{"og:article:published_time", fieldPublished, 1},
	{"og:published_time", fieldPublished, 1},
	{"og:pubdate", fieldPublished, 1},
	{"og:publish_date", fieldPublished, 1},
	{"og:release_date", fieldPublished, 4},
	{"published_at", fieldPublished, 2},
	{"article:pubdate", fieldPublished, 1},
	{"article_date_original", fieldPublished, 1},
	{"article.published", fieldPublished, 1},
	{"article-publish-date", fieldPublished, 1},
	{"publish_date", fieldPublished, 2},
	{"publish-date", fieldPublished, 2},
	{"publishdate", fieldPublished, 2},
	{"published-date", fieldPublished, 2},
	{"published_date", fieldPublished, 2},
	{"published_time", fieldPublished, 2},
	{"published", fieldPublished, 2},
	{"publication_date", fieldPublished, 2},
	{"publicationdate", fieldPublished, 2},
	{"datepublished", fieldPublished, 1},
	{"date_published", fieldPublished, 1},
	{"datepublic", fieldPublished, 2},
	{"pubdate", fieldPublished, 2},
	{"ptime", fieldPublished, 2},
	{"pdate", fieldPublished, 2},
	{"parsely-pub-date", fieldPublished, 2},
	{"sailthru.date", fieldPublished, 3},
	{"cxenseparse:recs:publishtime", fieldPublished, 2},
	{"cxenseparse:publishtime", fieldPublished, 2},
	{"citation_date", fieldPublished, 2},
	{"citation_publication_date", fieldPublished, 2},
	{"citation_online_date", fieldPublished, 1},
	{"dc.date", fieldPublished, 4},
	{"dc:date", fieldPublished, 4},
	{"dc.date.issued", fieldPublished, 2},
	{"dc.date.created", fieldPublished, 3},
	{"dc.issued", fieldPublished, 2},
	{"dc.created", fieldPublished, 3},
	{"dcterms.date", fieldPublished, 4},
	{"dcterms.issued", fieldPublished, 2},
	{"dcterms.created", fieldPublished, 3},
	{"dcterms.available", fieldPublished, 3},
	{"prism.publicationdate", fieldPublished, 2},
	{"date", fieldPublished, 3},
	{"article:created", fieldPublished, 3},
	{"article_date", fieldPublished, 2},
	{"article.created", fieldPublished, 3},
	{"created", fieldPublished, 4},
	{"creation_date", fieldPublished, 4},
	{"datecreated", fieldPublished, 3},
	{"date_created", fieldPublished, 3},
	{"displaydate", fieldPublished, 2},
	{"dcsext.articlefirstpublished", fieldPublished, 1},
	{"rbpubdate", fieldPublished, 2},
	{"bt:pubdate", fieldPublished, 2},
	{"mediator_published_time", fieldPublished, 1},
	{"vr:published_time", fieldPublished, 1},
	{"last-published", fieldPublished, 5},
	{"timestamp", fieldPublished, 5},
	{"uploaddate", fieldPublished, 4},
	{"originalpublicationdate", fieldPublished, 0},
	{"video:release_date", fieldPublished, 5},
	{"release_date", fieldPublished, 4},

	{"article:modified_time", fieldModified, 0},
	{"og:modified_time", fieldModified, 1},
	{"og:updated_time", fieldModified, 2},
	{"article:modified", fieldModified, 1},
	{"article:updated_time", fieldModified, 1},
	{"article:updated", fieldModified, 1},
	{"article.updated", fieldModified, 1},
	{"datemodified", fieldModified, 1},
	{"lastmod", fieldModified, 2},
	{"utime", fieldModified, 2},
	{"modified_time", fieldModified, 2},
	{"modifieddate", fieldModified, 2},
	{"dc.date.modified", fieldModified, 2},
	{"dcterms.modified", fieldModified, 2},
	{"dc.modified", fieldModified, 2},
	{"last-modified", fieldModified, 3},
	{"lastmodified", fieldModified, 3},
	{"revised", fieldModified, 3},
	{"updated", fieldModified, 3},
	{"last_updated", fieldModified, 3},

	{"og:site_name", fieldSite, 0},
	{"application-name", fieldSite, 2},
	{"apple-mobile-web-app-title", fieldSite, 3},
	{"dc.publisher", fieldSite, 2},
	{"publisher", fieldSite, 3},
	{"citation_journal_title", fieldSite, 2},
	{"al:android:app_name", fieldSite, 5},
	{"al:ios:app_name", fieldSite, 5},
	{"cre", fieldSite, 3},
	{"twitter:site", fieldSite, 8},

	{"content-language", fieldLanguage, 0},
	{"language", fieldLanguage, 2},
	{"dc.language", fieldLanguage, 1},
	{"dcterms.language", fieldLanguage, 1},
	{"og:locale", fieldLanguage, 3},
	{"inlanguage", fieldLanguage, 1},
	{"citation_language", fieldLanguage, 1},

	{"og:url", fieldURL, 1},
	{"twitter:url", fieldURL, 3},
	{"parsely-link", fieldURL, 2},

	{"og:description", fieldDescription, 1},
	{"description", fieldDescription, 0},
	{"twitter:description", fieldDescription, 2},
	{"dc.description", fieldDescription, 3},
	{"dcterms.description", fieldDescription, 3},
	{"dcterms.abstract", fieldDescription, 3},
	{"sailthru.description", fieldDescription, 3},
	{"abstract", fieldDescription, 4},

	{"og:image", fieldImage, 0},
	{"og:image:url", fieldImage, 1},
	{"og:image:secure_url", fieldImage, 1},
	{"twitter:image", fieldImage, 2},
	{"twitter:image:src", fieldImage, 2},
	{"parsely-image-url", fieldImage, 3},
	{"sailthru.image.full", fieldImage, 3},
	{"image", fieldImage, 4},
	{"thumbnail", fieldImage, 5},

	{"article:section", fieldCategory, 0},
	{"parsely-section", fieldCategory, 1},
	{"category", fieldCategory, 3},
	{"article:category", fieldCategory, 1},
	{"section", fieldCategory, 3},
	{"content_category", fieldCategory, 3},
	{"og:article:section", fieldCategory, 1},

	{"article:tag", fieldTag, 1},
	{"og:article:tag", fieldTag, 1},
	{"news_keywords", fieldTag, 2},
	{"keywords", fieldTag, 3},
	{"parsely-tags", fieldTag, 4},
	{"sailthru.tags", fieldTag, 4},
	{"dc.subject", fieldTag, 4},
	{"dcterms.subject", fieldTag, 4},
	{"citation_keywords", fieldTag, 3},
	{"cxenseparse:tags", fieldTag, 5},

	{"og:type", fieldType, 0},
	{"dc.type", fieldType, 2},
	{"parsely-type", fieldType, 1},

	{"dc.rights", fieldLicense, 1},
	{"dcterms.license", fieldLicense, 0},
	{"dcterms.rights", fieldLicense, 1},
	{"dc.rights.license", fieldLicense, 0},
	{"license", fieldLicense, 0},
	{"rights", fieldLicense, 2},
	{"copyright", fieldLicense, 3},

	{"…publi…date", fieldPublished, 6},
}

// metaGuess is the last of metaNames. It stands for names that are not there but
// speak of a date of publication.
var metaGuess = metaName(len(metaNames) - 1)

var metaIndex, longestMeta = func() (index map[string]metaName, longest int) {
	index = make(map[string]metaName, len(metaNames))
	for i, m := range metaNames {
		if _, ok := index[m.name]; !ok {
			index[m.name] = metaName(i)
		}
		longest = max(longest, len(m.name))
	}
	return index, longest
}()

// metaNameOf looks a name up. The case of letters is ignored, and dc: and
// dcterms: are the same as dc. and dcterms.
func metaNameOf(name []byte) (metaName, bool) {
	if name = bytes.TrimSpace(name); len(name) > longestMeta {
		return 0, false
	}
	var lower [64]byte
	folded := lower[:0]
	for _, c := range name {
		if c > ' ' {
			folded = append(folded, ascii.Lower(c))
		}
	}
	if m, ok := metaIndex[string(folded)]; ok {
		return m, true
	}
	for _, prefix := range []string{"dc:", "dcterms:", "dc.terms."} {
		if short, ok := strings.CutPrefix(string(folded), prefix); ok {
			m, ok := metaIndex[strings.TrimRight(strings.ReplaceAll(prefix, "dc.terms", "dcterms"), ":.")+"."+short]
			return m, ok
		}
	}
	if bytes.Contains(folded, []byte("publi")) && (bytes.Contains(folded, []byte("date")) || bytes.Contains(folded, []byte("time"))) {
		return metaGuess, true
	}
	return 0, false
}
