package view

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Method is a cleaning method with its settings.
type Method struct {
	Name string `json:"method"` // justext, boilerpipe, victor or gold
	// Settings has the settings that differ from the defaults, by the names of their
	// controls, as they are written on a command line.
	Settings map[string]string `json:"settings,omitempty"`
}

// ErrRequest is wrapped by the errors of requests that ask for what is not there or
// have settings out of range.
var ErrRequest = errors.New("bad request")

// A Control is a setting that can be changed.
type Control struct {
	Name    string   `json:"name"` // as in Method.Settings
	Label   string   `json:"label"`
	Kind    string   `json:"kind"` // number, share, flag, choice or language
	Default string   `json:"default"`
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Step    float64  `json:"step"`
	Choices []string `json:"choices,omitempty"`
	Help    string   `json:"help"`

	field string // of the Go configuration, "" if it is written in another way
	flag  string // of the command line, "" if there is none
}

// The kinds of controls.
const (
	number   = "number"
	share    = "share"
	flagKind = "flag"
	choice   = "choice"
	language = "language"
)

// controls are the controls of each method, in the order in which they are shown.
var controls = map[string][]Control{
	"justext": {
		{Name: "lang", Label: "Stop list", Kind: language, Default: "auto", flag: "lang",
			Help: "BCP 47 tag of a language, auto to identify the language of the page, or none to do without a stop list"},
		{Name: "length-low", Label: "Length, low", Kind: number, Default: "70", Max: 400, Step: 1, field: "LengthLow", flag: "length-low",
			Help: "A shorter block is short. In code points."},
		{Name: "length-high", Label: "Length, high", Kind: number, Default: "200", Max: 800, Step: 1, field: "LengthHigh", flag: "length-high",
			Help: "A longer block is long. In code points."},
		{Name: "stopwords-low", Label: "Stop words, low", Kind: share, Default: "0.3", Max: 1, Step: 0.01, field: "StopWordsLow", flag: "stopwords-low",
			Help: "A block with a lower stop word density is bad"},
		{Name: "stopwords-high", Label: "Stop words, high", Kind: share, Default: "0.32", Max: 1, Step: 0.01, field: "StopWordsHigh", flag: "stopwords-high",
			Help: "A block with at least this stop word density is good if it is long, and near good otherwise"},
		{Name: "max-link-density", Label: "Link density", Kind: share, Default: "0.2", Max: 1, Step: 0.01, field: "MaxLinkDensity", flag: "max-link-density",
			Help: "A block with a higher link density is bad"},
		{Name: "max-heading-distance", Label: "Heading distance", Kind: number, Default: "200", Max: 2000, Step: 10, field: "MaxHeadingDistance", flag: "max-heading-distance",
			Help: "How far a heading may be from the good text after it, in code points"},
		{Name: "no-headings", Label: "Headings are ordinary blocks", Kind: flagKind, Default: "false", field: "NoHeadings", flag: "no-headings",
			Help: "Leave out both heading stages"},
		{Name: "no-headlines", Label: "h1 is an ordinary heading", Kind: flagKind, Default: "false", field: "NoHeadlines", flag: "no-headlines",
			Help: "Otherwise an h1 is good by itself"},
		{Name: "images", Label: "Images before good text", Kind: flagKind, Default: "false", field: "Images",
			Help: "Keep the alternative text of an image that is shortly before good text"},
		{Name: "python", Label: "As Python jusText", Kind: flagKind, Default: "false", flag: "python",
			Help: "Read markup as Python jusText does"},
	},
	"boilerpipe": {
		{Name: "extractor", Label: "Extractor", Kind: choice, Default: "article", Choices: extractorNames(), flag: "extractor",
			Help: "The list of filters"},
		{Name: "min-words", Label: "Words, at least", Kind: number, Default: "0", Max: 200, Step: 1,
			Help: "With the extractor everything: the fewest words of a block that is kept"},
		{Name: "words-by-script", Label: "Words by script", Kind: flagKind, Default: "false", field: "WordsByScript", flag: "words-by-script",
			Help: "Count words of scripts without spaces, such as Chinese, by their letters"},
	},
	"victor": {
		{Name: "model", Label: "Model", Kind: choice, Default: shippedModel, Choices: []string{shippedModel}, flag: "model",
			Help: "The model that comes with package victor, or one that was trained here or named on the command line"},
		{Name: "decision", Label: "Decision", Kind: choice, Default: "expected-f1", Choices: []string{"expected-f1", "threshold", "marginal"},
			Help: "Take the blocks with the largest expected F1, or those below the threshold on noise, or the most probable label of each block"},
		{Name: "other", Label: "Threshold on noise", Kind: share, Default: "0.5", Max: 1, Step: 0.01, flag: "other",
			Help: "With the decision threshold: a block is noise from this probability of noise on"},
		{Name: "min-f1", Label: "Least expected F1", Kind: share, Default: "0.25", Max: 1, Step: 0.01, field: "MinF1", flag: "min-f1",
			Help: "With the decision expected-f1: a page with a lower expected F1 has no content"},
	},
	"gold": {},
}

// methodNames are the methods in the order in which they are offered.
var methodNames = []string{"justext", "boilerpipe", "victor", "gold"}

// check returns an error that wraps ErrRequest if there is no such method, or if it
// has a setting that it does not know or whose value makes no sense.
func (m *Method) check() error {
	table, known := controls[m.Name]
	if !known {
		return fmt.Errorf("%w: there is no method %q, only %s", ErrRequest, m.Name, strings.Join(methodNames, ", "))
	}
	for name, value := range m.Settings {
		i := slices.IndexFunc(table, func(c Control) bool { return c.Name == name })
		if i < 0 {
			return fmt.Errorf("%w: %s has no setting %q", ErrRequest, m.Name, name)
		}
		if err := table[i].check(value); err != nil {
			return fmt.Errorf("%w: %s of %s: %w", ErrRequest, name, m.Name, err)
		}
	}
	return m.checkOrder()
}

// check returns an error if the control cannot have a value.
func (c *Control) check(value string) error {
	switch c.Kind {
	case number:
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 1_000_000 {
			return fmt.Errorf("%q is not a whole number from 0 to 1,000,000", value)
		}
	case share:
		f, err := strconv.ParseFloat(value, 64)
		if err != nil || !(f >= 0 && f <= 10) {
			return fmt.Errorf("%q is not a number from 0 to 10", value)
		}
	case flagKind:
		if value != "true" && value != "false" {
			return fmt.Errorf("%q is neither true nor false", value)
		}
	case choice:
		if c.Name != "model" && !slices.Contains(c.Choices, value) {
			return fmt.Errorf("%q is none of %s", value, strings.Join(c.Choices, ", "))
		}
	case language:
		if len(value) > 40 {
			return errors.New("the tag is too long")
		}
	}
	return nil
}

// checkOrder returns an error if a low threshold is above the high one.
func (m *Method) checkOrder() error {
	for _, pair := range [...][2]string{{"length-low", "length-high"}, {"stopwords-low", "stopwords-high"}} {
		low, high := m.Settings[pair[0]], m.Settings[pair[1]]
		if low != "" && high != "" && toFloat(low) > toFloat(high) {
			return fmt.Errorf("%w: %s is %s and %s only %s", ErrRequest, pair[0], low, pair[1], high)
		}
	}
	return nil
}

// get returns the value of a setting, or its default.
func (m *Method) get(name string) string {
	if value, set := m.Settings[name]; set {
		return value
	}
	for _, c := range controls[m.Name] {
		if c.Name == name {
			return c.Default
		}
	}
	return ""
}

// is reports whether a flag is set.
func (m *Method) is(name string) bool { return m.get(name) == "true" }

// key returns a text that is the same for the same method and settings.
func (m *Method) key() string {
	names := make([]string, 0, len(m.Settings))
	for name, value := range m.Settings {
		names = append(names, name+"="+value)
	}
	slices.Sort(names)
	return m.Name + ";" + strings.Join(names, ";")
}

// toFloat converts a value that check has accepted.
func toFloat(value string) float64 {
	f, _ := strconv.ParseFloat(value, 64)
	return f
}

// toInt converts a value that check has accepted.
func toInt(value string) int {
	n, _ := strconv.Atoi(value)
	return n
}

// Forms are the settings of a method in the forms in which they can be copied.
type Forms struct {
	Go    string `json:"go"`    // statements
	Flags string `json:"flags"` // a command line
}

// Forms returns the settings of a method to copy.
func (m *Method) Forms() Forms {
	switch m.Name {
	case "justext":
		return m.justextForms()
	case "boilerpipe":
		return m.boilerpipeForms()
	case "victor":
		return m.victorForms()
	}
	return Forms{}
}

// fields returns an assignment to a field of config for each setting that has one.
func (m *Method) fields() (lines []string) {
	for _, c := range controls[m.Name] {
		if value, set := m.Settings[c.Name]; set && c.field != "" && value != c.Default {
			lines = append(lines, "config."+c.field+" = "+value)
		}
	}
	return lines
}

// flags returns a command with a flag for each setting that has one.
func (m *Method) flags(command string) string {
	var line strings.Builder
	line.WriteString(command)
	for _, c := range controls[m.Name] {
		value, set := m.Settings[c.Name]
		switch {
		case !set || c.flag == "" || value == c.Default:
		case c.Kind == flagKind:
			line.WriteString(" -" + c.flag)
		default:
			line.WriteString(" -" + c.flag + " " + shellWord(value))
		}
	}
	return line.String()
}

// shellWord quotes a word for a shell if it needs that.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-=/:", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func (m *Method) justextForms() Forms {
	lang := m.justextLang()
	lines := []string{fmt.Sprintf("config, err := justext.ConfigFor(%q)", lang)}
	if lang == "auto" || m.is("python") {
		lines = []string{"config := justext.DefaultConfig()"}
	}
	if m.is("python") {
		lines = []string{"config := justext.PythonConfig()"}
	}
	fields := m.fields()
	if len(fields) > 0 && (lang == "auto" || m.is("python")) {
		lines = append(lines, "config.Languages = nil // the parameters below are for every language")
	}
	lines = append(append(lines, fields...), fmt.Sprintf("x, err := justext.New(%q, config)", lang))
	command := Method{Name: m.Name, Settings: m.Settings}
	flags := command.flags("justext")
	if lang == "auto" {
		flags = strings.Replace(flags, "justext", "justext -lang auto", 1)
	}
	return Forms{Go: strings.Join(lines, "\n"), Flags: flags}
}

func (m *Method) boilerpipeForms() Forms {
	name, k := m.get("extractor"), m.get("min-words")
	call := "boilerpipe." + extractors[extractorNumber(name)].call + "()"
	flags := *m
	if name == "everything" && k != "0" {
		call = "boilerpipe.KeepEverythingWithMinKWords(" + k + ")"
		flags.Settings = map[string]string{"extractor": "everything=" + k, "words-by-script": m.get("words-by-script")}
	}
	lines := append([]string{"config := boilerpipe.DefaultConfig()"}, m.fields()...)
	lines = append(lines, "x, err := boilerpipe.New("+call+", config)")
	return Forms{Go: strings.Join(lines, "\n"), Flags: flags.flags("justext -algo boilerpipe")}
}

func (m *Method) victorForms() Forms {
	lines := append([]string{"config := victor.DefaultConfig()"}, m.fields()...)
	flags := Method{Name: m.Name, Settings: map[string]string{}}
	for name, value := range m.Settings {
		if name != "other" {
			flags.Settings[name] = value
		}
	}
	command := flags.flags("workbench label")
	switch m.get("decision") {
	case "threshold":
		lines = append(lines, "config.Decision, config.MaxOther = victor.ByThreshold, "+m.get("other"))
		command += " -other " + m.get("other")
	case "marginal":
		lines = append(lines, "config.Decision = victor.ByMarginal")
		command += " -marginal"
	}
	model := "victor.DefaultModel()"
	if m.get("model") != shippedModel {
		lines = append(lines, "model, err := victor.ReadModel(file) // "+m.get("model"))
		model = "model"
	}
	lines = append(lines, "x, err := victor.New("+model+", config)")
	return Forms{Go: strings.Join(lines, "\n"), Flags: command}
}
