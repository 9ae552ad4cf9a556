package view

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/stoplists"
)

// A justextPage is a page that justext has cut into paragraphs.
type justextPage struct {
	seg        segmentation
	document   justext.Document    // without paragraphs
	paragraphs []justext.Paragraph // without a class
	auto       *justext.Document   // the page with its language, nil if nobody has asked for it
}

// justextLang returns the language as justext.New takes it.
func (m *Method) justextLang() string {
	switch lang := strings.TrimSpace(m.get("lang")); strings.ToLower(lang) {
	case "none":
		return ""
	case "", "auto":
		return justext.Auto
	default:
		return lang
	}
}

// justextPreset returns the configuration that the settings begin with.
func justextPreset(python bool) justext.Config {
	config := justext.DefaultConfig()
	if python {
		config = justext.PythonConfig()
	}
	config.Options = options()
	return config
}

// justextPage returns the page as paragraphs.
func (p *Page) justextPage(python bool) (*justextPage, error) {
	d := p.open()
	id := fmt.Sprint("justext/python=", python)
	if known := d.justext[id]; known != nil {
		return known, nil
	}
	x, err := justext.New("", justextPreset(python))
	if err != nil {
		return nil, err
	}
	document, err := x.Segment(context.Background(), bytes.NewReader(d.text), utf8Page)
	if err != nil && len(document.Paragraphs) == 0 {
		return nil, err
	}
	j := &justextPage{seg: segmentation{id: id, blocks: make([]block, len(document.Paragraphs))}, document: *document, paragraphs: document.Paragraphs}
	j.document.Paragraphs = nil
	for i := range document.Paragraphs {
		g := &document.Paragraphs[i]
		j.seg.blocks[i] = block{stretch{g.Start, g.End}, g.Text, g.Image}
	}
	d.justext[id] = j
	return j, nil
}

// config returns the configuration of a method for the page, and its language.
func (j *justextPage) config(s *Store, p *Page, m *Method) (config justext.Config, lang, note string, err error) {
	config = justextPreset(m.is("python"))
	lang = m.justextLang()
	if lang == justext.Auto {
		if lang, note, err = j.language(s, p, config); err != nil {
			return config, lang, note, err
		}
	}
	if config, lang, err = s.configFor(lang, config); err != nil {
		return config, lang, note, err
	}
	return config, lang, note, setJustext(&config, m)
}

// configFor returns a configuration completed for a language, and the tag of that.
func (s *Store) configFor(lang string, config justext.Config) (justext.Config, string, error) {
	tag := ""
	if lang != "" {
		found, err := stoplists.Find(lang)
		if err != nil {
			return config, "", fmt.Errorf("%w: there is no stop list for %q", ErrRequest, clip(lang, 40))
		}
		tag = found.Tag
	}
	if s.Lists != nil && tag != "" {
		parameters, err := justext.ConfigFor(tag)
		if err != nil {
			return config, "", err
		}
		config.Parameters, config.Languages = parameters.Parameters, nil
		if config.StopWords, err = s.Lists(tag); err != nil {
			return config, "", err
		}
	}
	x, err := justext.New(tag, config)
	if err != nil {
		return config, "", err
	}
	return x.Config(), tag, nil
}

// language identifies the language of the page. Without all stop lists it is the one
// that the page declares.
func (j *justextPage) language(s *Store, p *Page, preset justext.Config) (lang, note string, err error) {
	if s.Lists != nil {
		lang, note = p.declaredLanguage()
		return lang, note, nil
	}
	if j.auto == nil {
		x, err := justext.New(justext.Auto, preset)
		if err != nil {
			return "", "", err
		}
		j.auto, err = x.Segment(context.Background(), bytes.NewReader(p.open().text), utf8Page)
		if err != nil && len(j.auto.Paragraphs) == 0 {
			return "", "", err
		}
		j.auto.Paragraphs = nil
	}
	return j.auto.Lang, "", nil
}

// declaredLanguage returns the language of the lang attribute of html, or English.
func (p *Page) declaredLanguage() (lang, note string) {
	lang, note = "en", "The page declares no language with a stop list, and was taken for English"
	for t := range tokens(p.open().text) {
		if t.name != "html" {
			continue
		}
		if found, err := stoplists.Find(t.get("lang")); err == nil {
			lang, note = found.Tag, "The language is the one that the page declares"
		}
		break
	}
	return lang, note
}

// setJustext sets the parameters that the settings give.
func setJustext(config *justext.Config, m *Method) error {
	lengths := map[string]*int{"length-low": &config.LengthLow, "length-high": &config.LengthHigh, "max-heading-distance": &config.MaxHeadingDistance}
	shares := map[string]*float64{"stopwords-low": &config.StopWordsLow, "stopwords-high": &config.StopWordsHigh, "max-link-density": &config.MaxLinkDensity}
	for name, value := range m.Settings {
		if to := lengths[name]; to != nil {
			*to = toInt(value)
		}
		if to := shares[name]; to != nil {
			*to = toFloat(value)
		}
	}
	// A threshold that was given draws the other one along, so that the low one
	// is never above the high one.
	if config.LengthLow > config.LengthHigh {
		if m.Settings["length-low"] != "" {
			config.LengthHigh = config.LengthLow
		} else {
			config.LengthLow = config.LengthHigh
		}
	}
	if config.StopWordsLow > config.StopWordsHigh {
		if m.Settings["stopwords-low"] != "" {
			config.StopWordsHigh = config.StopWordsLow
		} else {
			config.StopWordsLow = config.StopWordsHigh
		}
	}
	config.NoHeadings, config.Images = m.is("no-headings"), m.is("images")
	if m.Settings["no-headlines"] != "" {
		config.NoHeadlines = m.is("no-headlines")
	}
	return nil
}

// justextStages are the stages in their order.
var justextStages = [...]struct {
	name string
	run  func([]justext.Paragraph, justext.Config)
}{
	{"Context-free classification", justext.ClassifyContextFree},
	{"Heading pre-processing", justext.PreprocessHeadings},
	{"Context-sensitive classification", func(all []justext.Paragraph, _ justext.Config) { justext.ClassifyContextSensitive(all) }},
	{"Heading post-processing", justext.PostprocessHeadings},
}

// A verdict is the class of a paragraph after a stage, and why.
type verdict struct {
	class  justext.Class
	reason justext.Reason
}

func runJustext(p *Page, s *Store, m Method) (*result, error) {
	j, err := p.justextPage(m.is("python"))
	if err != nil {
		return nil, err
	}
	config, lang, note, err := j.config(s, p, &m)
	if err != nil {
		return nil, err
	}
	paragraphs := append([]justext.Paragraph(nil), j.paragraphs...)
	var verdicts [len(justextStages)][]verdict
	for n, stage := range justextStages {
		stage.run(paragraphs, config)
		verdicts[n] = make([]verdict, len(paragraphs))
		for i := range paragraphs {
			verdicts[n][i] = verdict{paragraphs[i].Class, paragraphs[i].Reason}
		}
	}
	r := &result{seg: &j.seg, text: justext.Text(paragraphs), lang: lang, note: note, codes: make([]byte, len(paragraphs))}
	numbers := make(map[string]int32)
	for i := range paragraphs {
		r.codes[i] = justextCode(&paragraphs[i])
		r.addReason(numbers, paragraphs[i].Reason.String())
	}
	r.document = func() (*page.Document, error) {
		document := j.document
		document.Paragraphs, document.Lang = paragraphs, lang
		return document.View(), nil
	}
	r.details = func(i int) *Details { return justextDetails(p, paragraphs, &config, &verdicts, i) }
	return r, nil
}

// justextCode returns the code of a paragraph after all stages.
func justextCode(g *justext.Paragraph) byte {
	switch {
	case g.Class == justext.Good && g.Heading:
		return keptHeading
	case g.Class == justext.Good && g.ContextFree == justext.Good:
		return keptByItself
	case g.Class == justext.Good:
		return keptByContext
	case g.ContextFree == justext.Bad:
		return droppedByItself
	}
	return droppedByContext
}

// justextDetails tells all that is known of paragraph i.
func justextDetails(p *Page, paragraphs []justext.Paragraph, config *justext.Config, verdicts *[len(justextStages)][]verdict, i int) *Details {
	g := &paragraphs[i]
	d := &Details{Text: stopWords(g.Text, config), Start: g.Start, End: g.End, Path: g.XPath(), Kept: g.Class == justext.Good, Reason: g.Reason.String()}
	for s, stage := range justextStages {
		v := verdicts[s][i]
		changed := s == 0 || v.class != verdicts[s-1][i].class
		why := ""
		if changed {
			why = v.reason.String()
		}
		d.Stages = append(d.Stages, Stage{Name: stage.name, Class: v.class.String(), Why: why, Changed: changed})
	}
	d.Numbers = []Number{
		{Name: "Length", Value: float64(g.Chars), Max: max(float64(g.Chars), 1.5*float64(config.LengthHigh), 1), Unit: "code points",
			Marks: []Threshold{{"low", float64(config.LengthLow)}, {"high", float64(config.LengthHigh)}}, Verdict: lengthVerdict(g, config)},
		{Name: "Link density", Value: g.LinkDensity(), Max: max(1, g.LinkDensity()), Unit: fmt.Sprintf("%d of %d code points", g.LinkChars, g.Chars),
			Marks: []Threshold{{"highest", config.MaxLinkDensity}}, Verdict: above(g.LinkDensity() > config.MaxLinkDensity, "too many links", "few enough links")},
		{Name: "Stop word density", Value: g.StopWordDensity(), Max: 1, Unit: stopWordUnit(g, config),
			Marks: []Threshold{{"low", config.StopWordsLow}, {"high", config.StopWordsHigh}}, Verdict: stopWordVerdict(g, config)},
	}
	if g.Heading || g.Image {
		d.Numbers = append(d.Numbers, headingDistance(paragraphs, verdicts, config, i))
	}
	return d
}

func above(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

func lengthVerdict(g *justext.Paragraph, config *justext.Config) string {
	switch length := int(g.Chars); {
	case length < config.LengthLow:
		return "short"
	case length > config.LengthHigh:
		return "long"
	}
	return "medium"
}

func stopWordUnit(g *justext.Paragraph, config *justext.Config) string {
	if config.Unspaced {
		return fmt.Sprintf("%d of %d letters", g.StopWords, g.Words)
	}
	return fmt.Sprintf("%d of %d words", g.StopWords, g.Words)
}

func stopWordVerdict(g *justext.Paragraph, config *justext.Config) string {
	switch density := g.StopWordDensity(); {
	case config.StopWords.Len() == 0 || config.StopWordsHigh == 0:
		return "not looked at, since there is no stop list"
	case density >= config.StopWordsHigh:
		return "many"
	case density >= config.StopWordsLow:
		return "some"
	}
	return "few"
}

// headingDistance tells how far good text is from a heading. It is measured after
// the context-free stage, as the heading pre-processing does.
func headingDistance(paragraphs []justext.Paragraph, verdicts *[len(justextStages)][]verdict, config *justext.Config, i int) Number {
	n := Number{Name: "Distance to good text", Max: max(1, 2*float64(config.MaxHeadingDistance)), Unit: "code points",
		Marks: []Threshold{{"highest", float64(config.MaxHeadingDistance)}}}
	for k := i + 1; k < len(paragraphs); k++ {
		if verdicts[0][k].class == justext.Good {
			n.Verdict = above(n.Value > float64(config.MaxHeadingDistance), "too far", "near enough")
			n.Max = max(n.Max, n.Value)
			return n
		}
		n.Value += float64(paragraphs[k].Chars)
	}
	n.Verdict, n.Max = "no good text follows", max(n.Max, n.Value)
	return n
}

// stopWords marks the stop words of a text.
func stopWords(text string, config *justext.Config) []Piece {
	if config.StopWords.Len() == 0 {
		return []Piece{{Text: text}}
	}
	if config.Unspaced {
		return stopWordsUnspaced(text, config.StopWords)
	}
	var pieces []Piece
	for text != "" {
		word := strings.IndexFunc(text, func(r rune) bool { return r > ' ' })
		if word < 0 {
			word = len(text)
		}
		pieces = addPiece(pieces, text[:word], false)
		text = text[word:]
		end := strings.IndexFunc(text, func(r rune) bool { return r <= ' ' })
		if end < 0 {
			end = len(text)
		}
		pieces = addPiece(pieces, text[:end], config.StopWords.Contains(text[:end]))
		text = text[end:]
	}
	return pieces
}

// addPiece appends a text to pieces, or to the last of them if it is marked alike.
func addPiece(pieces []Piece, text string, mark bool) []Piece {
	if text == "" {
		return pieces
	}
	if n := len(pieces); n > 0 && !mark && !pieces[n-1].Mark {
		pieces[n-1].Text += text
		return pieces
	}
	return append(pieces, Piece{text, mark})
}

// longestStopWord is how many letters a stop word of a language without spaces may
// have to be marked.
const longestStopWord = 12

// stopWordsUnspaced marks the stop words of a text without spaces: at each place the
// longest that begins there. Nothing is marked if the list counts in another way.
func stopWordsUnspaced(text string, list *stoplists.List) []Piece {
	var pieces []Piece
	marked := 0
	for rest := text; rest != ""; {
		n := longestAt(rest, list)
		if n == 0 {
			_, size := utf8.DecodeRuneInString(rest)
			pieces, rest = addPiece(pieces, rest[:size], false), rest[size:]
			continue
		}
		marked += utf8.RuneCountInString(rest[:n])
		pieces, rest = addPiece(pieces, rest[:n], true), rest[n:]
	}
	if want, _ := list.CountUnspaced(text); want != marked {
		return []Piece{{Text: text}}
	}
	return pieces
}

// longestAt returns the length in bytes of the longest stop word at the beginning of
// a text, or 0.
func longestAt(text string, list *stoplists.List) (longest int) {
	letters := 0
	for i, r := range text {
		if letters == longestStopWord || !unicode.IsLetter(r) && !unicode.IsMark(r) {
			break
		}
		letters++
		end := i + utf8.RuneLen(r)
		if r < utf8.RuneSelf || end > len(text) {
			break
		}
		if list.Contains(text[:end]) {
			longest = end
		}
	}
	return longest
}
