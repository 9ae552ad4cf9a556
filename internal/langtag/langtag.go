// Package langtag brings what pages declare as their language into one form.
package langtag

import (
	"bytes"
	"strings"

	"golang.org/x/text/language"
)

// longest is how many bytes a tag of registered parts may need (BCP 47, section
// 4.4.1).
const longest = 35

// Short returns the BCP 47 tag of the language that a text names, with the script
// if it is given and is not the usual one, and without region and variants: "en"
// for "en_US", "sr-Latn" for "sr-latn-RS", "he" for "iw". It returns "" for what is
// not the tag of a language.
func Short(text string) string {
	text = strings.ReplaceAll(strings.TrimSpace(text), "_", "-")
	if text == "" || len(text) > longest {
		return ""
	}
	const canonical = language.DeprecatedBase | language.SuppressScript
	tag, err := canonical.Parse(text)
	if _, isValue := err.(language.ValueError); err != nil && !isValue { //nolint:errorlint // Parse does not wrap
		return ""
	}
	if err != nil { // then Parse has left the tag as it was written
		if tag, err = canonical.Canonicalize(tag); err != nil {
			return ""
		}
	}
	base, script, _ := tag.Raw()
	name := base.String()
	if name == "und" || name == "mul" || name == "zxx" || name == "mis" {
		return ""
	}
	if written := script.String(); written != "Zzzz" {
		name += "-" + written
	}
	return name
}

// Declared returns what the lang attribute of a page declares, with "-" for "_", if it has
// the form of a BCP 47 tag, and otherwise "".
func Declared(value []byte) string {
	value = bytes.TrimSpace(value)
	if len(value) == 0 || len(value) > longest {
		return ""
	}
	if tag := strings.ReplaceAll(string(value), "_", "-"); IsWellFormed(tag) {
		return tag
	}
	return ""
}

// IsWellFormed reports whether a text has the form of a BCP 47 tag. Its parts need not be
// registered.
func IsWellFormed(text string) bool {
	_, err := language.Parse(text)
	_, isUnknown := err.(language.ValueError) //nolint:errorlint // Parse does not wrap
	return err == nil || isUnknown
}
