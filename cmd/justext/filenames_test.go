package main

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// Names of files and what JSON has for them.
var jsonNames = map[string]string{
	"a.html":            "a.html",
	"é.html":            "é.html",
	"100%.html":         "100%.html",
	"100%25.html":       "100%25.html",
	"a%20b.html":        "a%20b.html",
	"caf%C3%A9.html":    "caf%C3%A9.html",
	"latin1\xe9 5%":     "latin1%E9 5%25",
	"latin1%E9 5%25":    "latin1%25E9 5%2525",
	"latin1%25E9":       "latin1%2525E9",
	"latin1%e9":         "latin1%e9", // lower case is never written
	"half\xc3":          "half%C3",
	"half%C3":           "half%25C3",
	"\xff%":             "%FF%25",
	"\ufffd":            "\ufffd",
	"":                  "",
	"line\nfeed\x1b[2J": "line\nfeed\x1b[2J",
}

func TestJSONNames(t *testing.T) {
	for name, want := range jsonNames {
		if got := jsonName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
		checkJSONName(t, name)
	}
}

// checkJSONName: the name that JSON has leads back to the file, so no two files
// have the same.
func checkJSONName(t *testing.T, name string) {
	t.Helper()
	if encoded := jsonName(name); fileName(encoded) != name || !utf8.ValidString(encoded) {
		t.Errorf("%q becomes %q, which becomes %q", name, encoded, fileName(encoded))
	}
}

// TestJSONNamesAreInjective makes names of the parts that matter, and checks that
// no two of them become the same.
func TestJSONNamesAreInjective(t *testing.T) {
	parts := []string{"%", "25", "E9", "\xe9", "C3", "\xc3", "A9", "\xa9", "a", "é", "%25", "%E9", "\ufffd", "/"}
	random := rand.New(rand.NewPCG(1, 2))
	from := make(map[string]string)
	for range 200_000 {
		name := ""
		for range 1 + random.IntN(6) {
			name += parts[random.IntN(len(parts))]
		}
		checkJSONName(t, name)
		encoded := jsonName(name)
		if other, ok := from[encoded]; ok && other != name {
			t.Fatalf("%q and %q become %q", name, other, encoded)
		}
		from[encoded] = name
	}
}

func FuzzJSONName(f *testing.F) {
	for name := range jsonNames {
		f.Add(name)
	}
	f.Fuzz(checkJSONName)
}
