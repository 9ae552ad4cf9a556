package main

import (
	_ "embed" // for names.tsv
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// ownNames are the names of the tags whose name in Unicode's CLDR is that of
// another list, or that have none.
var ownNames = map[string]string{
	"kzj":           "Coastal Kadazan",
	"rm-puter":      "Romansh (Puter)",
	"rm-rumgr":      "Romansh (Rumantsch Grischun)",
	"rm-surmiran":   "Romansh (Surmiran)",
	"rm-sursilv":    "Romansh (Sursilvan)",
	"rm-sutsilv":    "Romansh (Sutsilvan)",
	"rm-vallader":   "Romansh (Vallader)",
	"sr-Latn":       "Serbian (Latin)", // CLDR: Serbo-Croatian, which is sh here
	"vec-u-sd-itpd": "Venetian (Padua)",
}

// namesTSV has the names of the languages that CLDR does not name: a line of
// column names, and then the subtag and the name of each. The names are
// those of ISO 639-3, as they are in the IANA Language Subtag
// Registry of 2025-08-25 (the first Description of a language).
//
//go:embed names.tsv
var namesTSV string

var registeredNames = sync.OnceValue(func() map[string]string {
	names := make(map[string]string)
	for line := range strings.Lines(namesTSV) {
		subtag, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		names[subtag] = name
	}
	return names
})

// englishName returns the English name of a language, "" if none is known.
func englishName(tag string) string {
	if name, ok := ownNames[tag]; ok {
		return name
	}
	t, err := language.Raw.Parse(tag)
	if err != nil {
		return ""
	}
	if name := display.English.Tags().Name(t); name != "" && !strings.HasPrefix(name, "Unknown language") {
		return name
	}
	base, script, _ := t.Raw()
	name := registeredNames()[base.String()]
	if name != "" && strings.Contains(tag, "-"+script.String()) {
		name += " (" + display.English.Scripts().Name(script) + ")"
	}
	return name
}
