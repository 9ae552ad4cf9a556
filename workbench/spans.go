package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/seed42075109/justext/victor"
)

// This file handles pages in native span form: each block of text is in a span
// with an id victor_anN and a class victor_LABEL. Package victor writes and reads
// this form. What is added here makes such a page easier to correct by hand, and
// is taken away again before the page is read.

const (
	spanID    = "victor_an"
	spanClass = "victor_"
)

// isAnnotated reports whether a page is in native span form.
func isAnnotated(page []byte) bool { return bytes.Contains(page, []byte(`id="`+spanID)) }

// colours shows the labels, and what a page hides until a script runs. The rule
// for any label comes first, so that the rules for the known ones overrule it.
const colours = `<style id="victor_colours">
span[class^="victor_"] { background: #fd9 }
span.victor_text, span.victor_paragraph, span.victor_list, span.victor_continuation { background: #cfc }
span.victor_header { background: #cdf }
span.victor_other { background: #eee }
[style] { display: revert !important; visibility: visible !important }
[hidden] { display: block !important }
</style>
`

var colouring = regexp.MustCompile(`(?s)<style id="victor_colours">.*?</style>\n?`)

// A browser that runs scripts shows nothing of a noscript element. Under another
// name it shows what the element contains.
var (
	noscript      = regexp.MustCompile(`(?i)</?noscript`)
	shownNoscript = regexp.MustCompile(`(?i)(</?noscript)-shown`)
)

// writeSpansToCorrect writes a page in native span form, as a browser shows it
// best: with a colour for each label, and with what noscript elements contain.
func writeSpansToCorrect(x labeller, w io.Writer, page io.Reader, contentType string) error {
	var spans bytes.Buffer
	if err := x.writeSpans(&spans, page, contentType); err != nil {
		return err
	}
	shown := noscript.ReplaceAll(spans.Bytes(), []byte("${0}-shown"))
	_, err := w.Write(bytes.Replace(shown, []byte("</head>"), []byte(colours+"</head>"), 1))
	return err
}

// readCorrected reads a page that writeSpansToCorrect has written, or any other in
// native span form.
func readCorrected(t *victor.Template, page []byte, config victor.Config) (*victor.Page, error) {
	plain := shownNoscript.ReplaceAll(colouring.ReplaceAll(page, nil), []byte("$1"))
	return t.ReadAnnotated(bytes.NewReader(plain), config)
}

// A span is what the start tag of a labelled span says.
type span struct{ id, label string }

// labelledSpans returns the spans of a page in native span form that have a
// label.
func labelledSpans(page []byte) (found []span) {
	for z := html.NewTokenizer(bytes.NewReader(page)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return found
		case html.StartTagToken:
			z.NextIsNotRawText()
			if s := spanOf(z); s.id != "" && s.label != "" {
				found = append(found, s)
			}
		}
	}
}

// spanOf reads the current tag of a tokenizer.
func spanOf(z *html.Tokenizer) (s span) {
	name, more := z.TagName()
	if string(name) != "span" {
		return s
	}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch {
		case string(key) == "id" && bytes.HasPrefix(value, []byte(spanID)):
			s.id = string(value)
		case string(key) == "class":
			s.label = labelOfClass(string(value))
		}
	}
	return s
}

// labelOfClass returns the label that the classes of a span name, or "".
func labelOfClass(classes string) string {
	for class := range strings.FieldsSeq(classes) {
		if label, ok := strings.CutPrefix(class, spanClass); ok {
			return label
		}
	}
	return ""
}
