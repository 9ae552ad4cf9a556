package main

import (
	"slices"
	"testing"
)

func TestUzbekSpellings(t *testing.T) {
	for _, c := range []struct {
		word string
		want []string
	}{
		{"ва", []string{"ва", "va"}},
		{"ҳам", []string{"ҳам", "ham"}},
		{"қайси", []string{"қайси", "qaysi"}},
		{"ер", []string{"ер", "yer"}},
		{"деб", []string{"деб", "deb"}},
		{"бўлиб", []string{"бўлиб", "bo‘lib", "bo‘lib", "bo’lib", "boʻlib", "bo'lib", "bo`lib"}},
		{"таъмин", []string{"таъмин", "ta’min", "ta‘min", "ta’min", "taʻmin", "ta'min", "ta`min"}},
		{"яшаш", []string{"яшаш", "yashash"}},
	} {
		if got := uzbekSpellings(c.word); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.word, got, c.want)
		}
	}
}

func TestMalayalamSpellings(t *testing.T) {
	for _, c := range []struct {
		word string
		want []string
	}{
		{"ഞാന്", []string{"ഞാന്", "ഞാന്\u200d", "ഞാൻ"}},
		{"നിങ്ങള്", []string{"നിങ്ങള്", "നിങ്ങള്\u200d", "നിങ്ങൾ"}},
		{"ഞാൻ", []string{"ഞാൻ"}},
		{"അത്", []string{"അത്"}}, // the letter has no chillu
		{"്", []string{"്"}},
	} {
		if got := malayalamSpellings(c.word); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.word, got, c.want)
		}
	}
}

func TestRespell(t *testing.T) {
	if got := respell("kk", []string{"бар"}); !slices.Equal(got, []string{"бар"}) {
		t.Errorf("another language: %q", got)
	}
	if got := respell("uz", []string{"ва"}); !slices.Equal(got, []string{"ва", "va"}) {
		t.Errorf("Uzbek: %q", got)
	}
}
