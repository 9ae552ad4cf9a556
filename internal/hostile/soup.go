package hostile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// How browsers show elements, by the style sheet of the HTML standard, section 15.3 to 15.5.
// Elements whose content is text to a parser, or a page of its own, are made with their end
// tags and without tags in them.
var (
	shownInline = strings.Fields("a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label map mark nobr" +
		" output picture q rb rp rt rtc ruby s samp slot small span strike strong sub sup time tt u var x-y")
	shownInLines = strings.Fields("address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure" +
		" footer form h1 h2 h3 h4 h5 h6 header hgroup legend li listing main menu nav ol optgroup option p pre section summary ul")
	shownAsBoxes = strings.Fields("applet audio button canvas marquee meter object progress video")
	shownInTable = strings.Fields("caption col colgroup tbody td tfoot th thead tr")

	voidInLines = strings.Fields("br hr")
	voidBoxes   = strings.Fields("embed img input")
	voidNothing = strings.Fields("area base basefont bgsound link meta param source track wbr")

	units = []string{
		"<iframe n=%d>%s</iframe>", "<textarea n=%d>%s</textarea>", "<xmp n=%d>%s</xmp>", "<select n=%d><option>%s</option></select>",
		"<script n=%d>%s</script>", "<style n=%d>%s</style>", "<template n=%d>%s</template>", "<datalist n=%d>%s</datalist>",
		"<svg n=%d><text>%s</text></svg>", "<math n=%d><mi>%s</mi></math>", "<input n=%d type=hidden value=%s>", "<title n=%d>%s</title>",
	}
	neverShown = strings.Fields("script style template datalist title head")

	// formattingNames are the elements that a parser may open again.
	formattingNames = strings.Fields("a b big code em font i nobr s small strike strong tt u")
	// ordinary are the elements that keep words apart and that the end tag of a formatting
	// element around them closes.
	ordinary   = strings.Fields("audio canvas dialog legend meter optgroup option progress video")
	separating = slices.Concat(shownInLines, shownAsBoxes, shownInTable, voidInLines, voidBoxes,
		strings.Fields("html body table iframe textarea xmp select svg"))
)

// A soup is a page in the making.
type soup struct {
	*rand.Rand
	page bytes.Buffer
	open []string
	next int // number of a tag or word
}

// Soup returns a small page in which elements of all names are nested at random and end
// where they should, elsewhere or nowhere. Between the tags are words K1K, K2K and so on,
// not always with white space between them. Words and start tags are numbered together, in
// attributes n.
func Soup(seed uint64) []byte {
	s := &soup{Rand: rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // no secret
	s.page.WriteString("<!DOCTYPE html>")
	if s.IntN(2) == 0 {
		s.page.WriteString("<body>")
	}
	s.word()
	for range 3 + s.IntN(12) {
		s.part()
	}
	s.word()
	return s.page.Bytes()
}

func (s *soup) number() int {
	s.next++
	return s.next
}

func (s *soup) name() string { return "K" + strconv.Itoa(s.number()) + "K" }

func (s *soup) word() {
	if s.IntN(6) == 0 {
		s.page.WriteByte(' ')
	}
	s.page.WriteString(s.name())
}

func (s *soup) pick(names []string) string { return names[s.IntN(len(names))] }

func (s *soup) part() {
	switch n := s.IntN(100); {
	case n < 40:
		s.word()
	case n < 55:
		s.start(s.pick(shownInLines))
	case n < 65:
		s.start(s.pick(shownInline))
	case n < 67:
		s.start(s.pick(shownAsBoxes))
	case n < 83:
		s.end()
	case n < 88:
		fmt.Fprintf(&s.page, "<%s n=%d>", s.pick(slices.Concat(voidInLines, voidBoxes, voidNothing)), s.number())
	case n < 92:
		fmt.Fprintf(&s.page, s.pick(units), s.number(), s.name())
	case n < 94:
		s.page.WriteString(s.pick(strings.Fields("<body> <html> <head> </body> </html> </head> <frameset> <frame> <!--c--> <body/>")))
	case n < 98:
		s.table()
	default:
		s.start(s.pick(shownInTable))
	}
}

func (s *soup) start(name string) {
	s.open = append(s.open, name)
	fmt.Fprintf(&s.page, "<%s n=%d>", name, s.number())
	if s.IntN(2) == 0 {
		s.word()
	}
}

// end writes an end tag: of the innermost open element, of another one, or of any name.
func (s *soup) end() {
	name := s.pick(slices.Concat(shownInLines, shownInline, shownAsBoxes, shownInTable, []string{"br", "table", "body", "select"}))
	if n := len(s.open); n > 0 && s.IntN(8) > 0 {
		i := n - 1
		if s.IntN(3) == 0 {
			i = s.IntN(n)
		}
		name = s.open[i]
		s.open = slices.Delete(s.open, i, i+1)
	}
	fmt.Fprintf(&s.page, "</%s>", name)
	if s.IntN(2) == 0 {
		s.word()
	}
}

// table writes a table in which something may be left open.
func (s *soup) table() {
	fmt.Fprintf(&s.page, "<table n=%d>", s.number())
	for range 1 + s.IntN(3) {
		switch s.IntN(4) {
		case 0:
			fmt.Fprintf(&s.page, "<tr n=%d>", s.number())
		case 1:
			fmt.Fprintf(&s.page, "<tbody n=%d>", s.number())
		}
		fmt.Fprintf(&s.page, "<td n=%d>", s.number())
		outer := s.open
		s.open = nil
		for range s.IntN(4) {
			s.part()
		}
		s.open = outer
		s.page.WriteString(s.pick([]string{"", "</td>", "</td>", "</td></tr>", "</tr>"}))
	}
	if s.IntN(5) > 0 {
		s.page.WriteString("</table>")
	}
}

// A view is what a browser shows of a page.
type view struct {
	text    strings.Builder
	unread  []string
	seen    map[string]bool // numbers
	last    int             // number
	ordered bool

	reopened int // open elements that the parser has opened again
}

// Shown returns the words of a page of [Soup] as a browser shows them: with a space between
// two words that it keeps apart. The text of elements whose names are in unread is left
// out. It is made from the tree of golang.org/x/net/html; comparable says that this has
// all words and tags in the order of the page and every part of a table in a table. On the
// other pages, the parser has moved text out of a table, or what keeps words apart stands in
// a formatting element that it has opened again.
func Shown(page []byte, unread []string) (text string, comparable bool) {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return "", false
	}
	v := &view{unread: unread, seen: make(map[string]bool), ordered: true}
	v.walk(root, true)
	return strings.Join(strings.Fields(v.text.String()), " "), v.ordered && v.hasParts(page)
}

func (v *view) walk(n *html.Node, read bool) {
	if n.Type == html.TextNode {
		v.addText(n.Data, read)
		return
	}
	number := attributeOf(n, "n")
	if slices.Contains(ordinary, n.Data) && v.reopened > 0 {
		v.ordered = false
	}
	if again := v.seen[number] && slices.Contains(formattingNames, n.Data); again {
		v.reopened++
		defer func() { v.reopened-- }()
	}
	v.note(n.Data, number)
	if slices.Contains(neverShown, n.Data) && n.Namespace == "" && n.Data != "head" {
		return
	}
	apart := n.Type == html.ElementNode && slices.Contains(separating, n.Data) && attributeOf(n, "type") != "hidden"
	if apart {
		v.text.WriteByte(' ')
	}
	read = read && !slices.Contains(v.unread, n.Data)
	for c := range n.ChildNodes() {
		v.walk(c, read)
	}
	if apart {
		v.text.WriteByte(' ')
	}
}

// addText adds text, or its white space alone.
func (v *view) addText(text string, read bool) {
	for i, part := range strings.Split(text, "K") {
		if i%2 == 1 {
			v.follow(part)
			if read {
				v.text.WriteString("K" + part + "K")
			}
		} else {
			v.text.WriteString(part)
		}
	}
}

// note notes the number of an element.
func (v *view) note(name, number string) {
	if number == "" {
		return
	}
	if !slices.Contains(formattingNames, name) {
		v.follow(number)
	}
	v.seen[number] = true
}

// follow notes a number that should be larger than the one before.
func (v *view) follow(number string) {
	n, _ := strconv.Atoi(number)
	v.ordered = v.ordered && n > v.last
	v.last = n
}

// hasParts reports whether every part of a table in the page is in the tree.
func (v *view) hasParts(page []byte) bool {
	z := html.NewTokenizer(bytes.NewReader(page))
	for z.Next() != html.ErrorToken {
		token := z.Token()
		if token.Type != html.StartTagToken || !slices.Contains(shownInTable, token.Data) {
			continue
		}
		if !slices.ContainsFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "n" && v.seen[a.Val] }) {
			return false
		}
	}
	return true
}

func attributeOf(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// CheckWords reads n pages of [Soup] and compares the words of each with those that a
// browser shows: no two that it keeps apart may be one, and none may be two. The text of
// elements whose names are in unread is left out. Pages that are not comparable are passed
// over, and those with other letters; at least the given share must be left.
func CheckWords(t *testing.T, n int, share float64, unread string, read func(page []byte) (text string)) {
	t.Helper()
	names, compared := strings.Fields(unread), 0
	for seed := range n {
		page := Soup(uint64(seed))
		want, comparable := Shown(page, names)
		if !comparable {
			continue
		}
		got := strings.Join(strings.Fields(read(page)), " ")
		if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			continue
		}
		compared++
		if got != want {
			t.Errorf("page %d: %s\n got %s\nwant %s", seed, page, got, want)
		}
	}
	if t.Logf("%d of %d pages compared", compared, n); float64(compared) < share*float64(n) {
		t.Errorf("%d of %d pages compared, want a share of %v", compared, n, share)
	}
}
