package boilerpipe

import "github.com/seed42075109/justext/internal/tags"

// A gap says what a browser shows between two texts that follow one another in a
// page. The larger the gap, the smaller the number.
type gap uint8

const (
	lineGap  gap = iota // the end of a line
	spaceGap            // white space, an image or a control of a form
	noGap               // nothing: the two may be parts of one word
)

// gaps has what the tags of an element leave between texts, by the HTML standard,
// section 15.3. Elements that are not in the list are shown inline.
var gaps = func() (table [tags.NumKnown]gap) {
	for tag := range table {
		table[tag] = noGap
	}
	for _, tag := range tags.List("address article aside blockquote body br caption center col colgroup dd details dialog dir" +
		" div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li" +
		" listing main marquee menu nav noframes ol optgroup option p plaintext pre search section summary table tbody tfoot thead tr ul xmp") {
		table[tag] = lineGap
	}
	for _, tag := range tags.List("applet audio button canvas embed iframe image img input keygen meter object" +
		" progress select svg td textarea th video") {
		table[tag] = spaceGap
	}
	return table
}()
