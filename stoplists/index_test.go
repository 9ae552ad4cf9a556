package stoplists

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ lang, want string }{
		// tags of lists, in any case
		{"cs", "cs"}, {"CS", "cs"}, {" en ", "en"}, {"sr-Latn", "sr-Latn"}, {"SR_latn", "sr-Latn"}, {"sh", "sh"}, {"rm-sursilv", "rm-sursilv"},
		// regions, scripts, variants and extensions are dropped
		{"pt-BR", "pt"}, {"pt_PT", "pt"}, {"zh-TW", "zh"}, {"zh-Hant", "zh"}, {"zh-Hant-HK", "zh"}, {"ro-MD", "ro"}, {"fa-AF", "fa"},
		{"en-US", "en"}, {"en-US-u-co-phonebk", "en"}, {"de-CH-1996", "de"}, {"be-tarask", "be"}, {"sh-BA", "sh"}, {"bs-Cyrl", "bs"},
		// the script decides, whether it is given or likely
		{"sr-Latn-RS", "sr-Latn"}, {"sr-Cyrl-RS", "sr"}, {"sr-RS", "sr"}, {"sr-ME", "sr-Latn"},
		// codes of three letters, terminological and bibliographic
		{"ces", "cs"}, {"cze", "cs"}, {"eng", "en"}, {"ger", "de"}, {"deu", "de"}, {"hbs", "sh"}, {"nob", "nb"},
		// deprecated codes and aliases
		{"iw", "he"}, {"iw-IL", "he"}, {"in", "id"}, {"mo", "ro"}, {"mo-MD", "ro"}, {"jw", "jv"}, {"no", "nb"}, {"no-NO", "nb"}, {"no-bok", "nb"},
		{"tl", "tl"}, {"fil", "tl"}, {"fil-PH", "tl"}, {"prs", "fa"}, {"rm", "rm-rumgr"}, {"rm-CH", "rm-rumgr"},
		{"vec", "vec-u-sd-itpd"}, {"vec-IT", "vec-u-sd-itpd"}, {"ctd", "ctd-Latn"},
		// languages within a macrolanguage
		{"cmn", "zh"}, {"cmn-Hans-CN", "zh"}, {"arb", "ar"}, {"pes", "fa"}, {"zsm", "ms"}, {"ekk", "et"}, {"lvs", "lv"}, {"swh", "sw"}, {"kmr", "ku"}, {"als", "sq"},
		// names, those of jusText and others
		{"Czech", "cs"}, {"czech", "cs"}, {"Serbo_Croatian", "sh"}, {"serbo-croatian", "sh"}, {"SERBO CROATIAN", "sh"},
		{"Norwegian_Bokmal", "nb"}, {"Norwegian Bokmål", "nb"}, {"norwegian bokma\u030al", "nb"}, {"Tagalog", "tl"}, {"Filipino", "tl"},
		{"Simple_English", "en"}, {"Belarusian_Taraskievica", "be"}, {"Bengali", "bn"}, {"Bangla", "bn"}, {"romansh", "rm-rumgr"},
		{"Serbian (Latin)", "sr-Latn"}, {"Saint Lucian Creole French", "acf"}, {"konso", "kxc"},
		// a code before the name of another language: Gor is also gqr
		{"gor", "gor"}, {"ewe", "ee"}, {"Lao", "lo"},
	} {
		got, err := Find(c.lang)
		if err != nil {
			t.Errorf("Find(%q): %v", c.lang, err)
		} else if got.Tag != c.want {
			t.Errorf("Find(%q) = %s, want %s", c.lang, got.Tag, c.want)
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	for _, lang := range []string{"", " ", "-", "und", "tlh", "x-private", "Klingon", "tol", "Tol", "Mon", "cs.txt", "english-czech", "\xff", "en\x00", strings.Repeat("a-", 5000)} {
		if _, err := Find(lang); !errors.Is(err, ErrUnknownLanguage) || !strings.Contains(err.Error(), "-list-stoplists") {
			t.Errorf("Find(%.20q): %v", lang, err)
		}
		if list, err := Lookup(lang); !errors.Is(err, ErrUnknownLanguage) || list != nil {
			t.Errorf("Lookup(%.20q): %v, %v", lang, list, err)
		}
	}
}

// TestNamesAreTheirOwn: every tag and every name of the index leads to its own entry.
func TestNamesAreTheirOwn(t *testing.T) {
	for _, lang := range Languages() {
		for _, name := range []string{lang.Tag, lang.JusText, lang.Name, strings.ToUpper(lang.Tag), strings.ReplaceAll(lang.Tag, "-", "_")} {
			if name == "" || name == lang.Name && len(name) <= shortName {
				continue
			}
			if got, err := Find(name); err != nil || got.Tag != lang.Tag {
				t.Errorf("Find(%q) = %s, %v, want %s", name, got.Tag, err, lang.Tag)
			}
		}
	}
	for k, tag := range aliases {
		if index().byKey[tag] == nil {
			t.Errorf("the alias %s leads to %s, which is no list", k, tag)
		}
		if k != key(k) {
			t.Errorf("the alias %s is never met", k)
		}
	}
}

// jusTextNames has the names of jusText's lists that the index has, with their tags.
var jusTextNames = strings.Fields(`
	Afrikaans=af Albanian=sq Arabic=ar Armenian=hy Azerbaijani=az Basque=eu Belarusian=be Bengali=bn Bosnian=bs
	Breton=br Bulgarian=bg Catalan=ca Cebuano=ceb Chuvash=cv Croatian=hr Czech=cs Danish=da Dutch=nl English=en
	Esperanto=eo Estonian=et Finnish=fi French=fr Galician=gl Georgian=ka German=de Greek=el Gujarati=gu Haitian=ht
	Hebrew=he Hindi=hi Hungarian=hu Icelandic=is Indonesian=id Irish=ga Italian=it Javanese=jv Kannada=kn Kazakh=kk
	Korean=ko Kurdish=ku Kyrgyz=ky Latin=la Latvian=lv Lithuanian=lt Luxembourgish=lb Macedonian=mk Malay=ms
	Malayalam=ml Maltese=mt Newar=new Norwegian_Bokmal=nb Occitan=oc Persian=fa Polish=pl Portuguese=pt Quechua=qu
	Romanian=ro Russian=ru Serbian=sr Serbo_Croatian=sh Slovak=sk Slovenian=sl Spanish=es Sundanese=su Swahili=sw
	Swedish=sv Tagalog=tl Tamil=ta Telugu=te Turkish=tr Turkmen=tk Ukrainian=uk Urdu=ur Uzbek=uz Vietnamese=vi
	Waray_Waray=war Welsh=cy Yoruba=yo`)

func TestJusTextNames(t *testing.T) {
	for _, pair := range jusTextNames {
		name, tag, _ := strings.Cut(pair, "=")
		if got, err := Find(name); err != nil || got.Tag != tag || got.JusText != name {
			t.Errorf("Find(%q) = %s (%s), %v, want %s", name, got.Tag, got.JusText, err, tag)
		}
	}
	n := 0
	for _, lang := range Languages() {
		if lang.JusText != "" {
			n++
		}
	}
	if n != len(jusTextNames) {
		t.Errorf("the index has %d names of jusText, this table %d", n, len(jusTextNames))
	}
}

func TestLanguages(t *testing.T) {
	languages := Languages()
	if !slices.IsSortedFunc(languages, func(a, b Language) int { return strings.Compare(a.Tag, b.Tag) }) {
		t.Error("not sorted by tag")
	}
	for _, lang := range languages {
		if lang.Name == "" || lang.Name == lang.Tag || lang.Source == "" || lang.Words == 0 || lang.Coverage < 0 || lang.Coverage > 1 {
			t.Errorf("%+v", lang)
		}
	}
	names := make(map[string]string)
	for _, lang := range languages {
		if other := names[lang.Name]; other != "" {
			t.Errorf("%s and %s are both named %s", other, lang.Tag, lang.Name)
		}
		names[lang.Name] = lang.Tag
	}
	languages[0].Tag = "changed"
	if Languages()[0].Tag == "changed" {
		t.Error("Languages is no copy")
	}
}

// TestPackedListsAgree: lists.bin and index.tsv agree with lists/*.txt. If this
// fails, run "go run ./mklists -pack" in this folder.
func TestPackedListsAgree(t *testing.T) {
	files, err := filepath.Glob("lists/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	languages := Languages()
	if len(files) != len(languages) {
		t.Fatalf("%d texts, %d in the index", len(files), len(languages))
	}
	for _, lang := range languages {
		f, err := os.Open(filepath.Join("lists", lang.Tag+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := Parse(f)
		_ = f.Close()
		if err != nil {
			t.Fatal(err)
		}
		list := mustLookup(t, lang.Tag)
		if lang.Words != list.Len() || !slices.Equal(list.Words(), text.Words()) {
			t.Errorf("%s: index %d, packed %d, text %d words, or others", lang.Tag, lang.Words, list.Len(), text.Len())
		}
	}
}

// TestSizeBudget bounds what the package adds to every program that imports it.
func TestSizeBudget(t *testing.T) {
	const budget = 2_500_000
	if n := len(listsBin) + len(indexTSV); n > budget {
		t.Errorf("%d bytes are embedded, over %d", n, budget)
	}
}

func TestLookupConcurrently(t *testing.T) {
	tags := []string{"cs", "Czech", "ces-CZ", "en", "eng", "ta"}
	lists := make([]*List, 8*len(tags))
	var wg sync.WaitGroup
	for i := range lists {
		wg.Go(func() {
			list, err := Lookup(tags[i%len(tags)])
			if err != nil || !list.Contains(list.Words()[0]) {
				t.Errorf("%s: %v", tags[i%len(tags)], err)
			}
			lists[i] = list
		})
	}
	wg.Wait()
	for i := range lists {
		if lists[i] != lists[i%len(tags)] || lists[0] != lists[1] || lists[1] != lists[2] {
			t.Fatal("a language was opened twice")
		}
	}
}

// TestDamagedBlock: damaged data give an error, not a panic.
func TestDamagedBlock(t *testing.T) {
	whole := index().byKey["cs"].block
	for name, data := range map[string]string{"cut": whole[:len(whole)/2], "empty": "", "other": "no DEFLATE"} {
		e := &entry{Language: Language{Tag: "cs"}, block: data}
		if list, err := e.open(); err == nil || list != nil || !strings.Contains(err.Error(), "list of cs") {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	for _, tag := range []string{"en", "cs"} {
		data := index().byKey[tag].block
		b.Run(tag, func(b *testing.B) {
			for b.Loop() {
				if _, err := (&entry{block: data}).open(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkIndex(b *testing.B) {
	for b.Loop() {
		parseIndex()
	}
}

func BenchmarkFind(b *testing.B) {
	for _, lang := range []string{"cs", "Czech", "pt-BR"} {
		b.Run(lang, func(b *testing.B) {
			for b.Loop() {
				if _, err := Find(lang); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
