package stoplists

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// relatives returns three paragraphs in each of the languages that are close to
// another. They have about 200 characters, were written for this test, and say the
// same in all languages.
func relatives(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob("testdata/relatives/*.txt")
	if err != nil || len(files) < 19 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	texts := make(map[string][]string)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".txt")] = strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	return texts
}

// hardToTell has the languages whose paragraphs are not always told apart: Bosnian,
// Croatian and Serbian in Latin script share nearly all frequent words.
var hardToTell = map[string]bool{"bs": true, "hr": true, "sr-Latn": true}

// TestIdentifyRelatives: a paragraph is enough to tell close relatives apart.
func TestIdentifyRelatives(t *testing.T) {
	right := 0
	for tag, paragraphs := range relatives(t) {
		if len(paragraphs) != 3 {
			t.Fatalf("%s: %d paragraphs, want 3", tag, len(paragraphs))
		}
		for _, paragraph := range paragraphs {
			guess := Identify(paragraph)
			switch {
			case hardToTell[tag] && !hardToTell[guess.Tag]:
				t.Errorf("%s: %+v, want one of the three", tag, guess)
			case hardToTell[tag] && guess.Tag == tag:
				right++
			case !hardToTell[tag] && (guess.Tag != tag || guess.Margin < 10):
				t.Errorf("%s: %+v", tag, guess)
			}
		}
		if whole := Identify(strings.Join(paragraphs, " ")); whole.Tag != tag && tag != "bs" {
			t.Errorf("%s: %+v of all three paragraphs", tag, whole)
		}
	}
	t.Logf("Bosnian, Croatian, Serbian (Latin): %d of 9 paragraphs right", right)
	if right < 6 {
		t.Errorf("%d of 9 paragraphs in Bosnian, Croatian and Serbian right, want 6 or more", right)
	}
}

// TestIdentifyScripts: some languages are identified by their script.
func TestIdentifyScripts(t *testing.T) {
	for tag, text := range map[string]string{
		"el": "Καλημέρα κόσμε", "ka": "გამარჯობა მსოფლიო", "hy": "Բարև աշխարհ", "ko": "안녕하세요 세계",
		"zh": "你好，世界。Hello", "ja": "世界の皆さん、こんにちは。", "th": "สวัสดีชาวโลก", "ta": "வணக்கம் உலகம்",
	} {
		if guess := Identify(text); guess.Tag != tag || !guess.ByScript {
			t.Errorf("%q: %+v, want %s by script", text, guess, tag)
		}
	}
}

// TestIdentifyNothing: without words there is no guess.
func TestIdentifyNothing(t *testing.T) {
	for _, text := range []string{"", " \n ", "1234 5678", "… — !?", "\xff\xfe", "xqzzk"} {
		if guess := Identify(text); guess.Tag != "" || guess.Known != 0 {
			t.Errorf("%q: %+v", text, guess)
		}
	}
}

// TestIdentifierReset: what was added before Reset leaves no trace.
func TestIdentifierReset(t *testing.T) {
	texts := relatives(t)
	var d Identifier
	d.Add(strings.Join(texts["da"], " "))
	d.Reset()
	d.Add(texts["cs"][0])
	if got, want := d.Guess(), Identify(texts["cs"][0]); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	d.Reset()
	if got := d.Guess(); got != (Guess{}) {
		t.Errorf("%+v after Reset", got)
	}
}

// TestIdentifyInPieces: a text may be added in pieces, and case, decomposition and
// punctuation do not matter.
func TestIdentifyInPieces(t *testing.T) {
	text := relatives(t)["pt"][0]
	var d Identifier
	for _, word := range strings.Fields(text) {
		d.Add("“" + strings.ToUpper(word) + "”!")
	}
	if got, want := d.Guess(), Identify(text); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestEveryListHasAScript: a list whose script is not in the table could never be the
// result.
func TestEveryListHasAScript(t *testing.T) {
	v := vocabulary()
	for _, l := range v.written[noScript] {
		t.Errorf("the list of %s is in none of the scripts", v.tags[l])
	}
	if len(v.tags) >= 1<<(16-weightBits) {
		t.Errorf("%d languages do not fit into an entry", len(v.tags))
	}
}

// TestCountUnspaced: the longest words are found, and only in scripts without spaces.
func TestCountUnspaced(t *testing.T) {
	list := New("的", "我们", "我", "a", "今天天气")
	for _, test := range []struct {
		text          string
		stop, letters int
	}{
		{"", 0, 0},
		{"我", 1, 1},
		{"我们", 2, 2},      // the longer one
		{"今天天", 0, 3},     // only the beginning of a word
		{"今天天气", 4, 4},    // the longest word
		{"我的，我们的。", 5, 5}, // punctuation is not a letter
		{"我 们", 1, 2},     // a word ends at a space
		{"我abc的", 2, 5},   // Latin letters belong to no word
		{"12:30 我", 1, 1},
		{"\xff我\xff", 1, 1},
	} {
		if stop, letters := list.CountUnspaced(test.text); stop != test.stop || letters != test.letters {
			t.Errorf("%q: %d of %d, want %d of %d", test.text, stop, letters, test.stop, test.letters)
		}
	}
	var none *List
	if stop, letters := none.CountUnspaced("我们"); stop != 0 || letters != 2 {
		t.Errorf("without a list: %d of %d, want 0 of 2", stop, letters)
	}
}

// TestUnspacedWordsFindThemselves: in a word of a list for a language without spaces,
// every letter belongs to a stop word, in either normal form.
func TestUnspacedWordsFindThemselves(t *testing.T) {
	for _, tag := range []string{"zh", "ja", "th", "lo", "km", "my", "bo"} {
		list, err := Lookup(tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range list.Words() {
			if strings.ContainsFunc(word, func(r rune) bool { return writings[scriptOf(r)].unspaced == "" }) {
				continue // a few have Latin letters or punctuation
			}
			for _, form := range []string{word, norm.NFD.String(word)} {
				if stop, letters := list.CountUnspaced(form); stop != letters || letters == 0 {
					t.Errorf("%s: %q: %d of %d letters", tag, form, stop, letters)
				}
			}
		}
	}
}

// TestIdentifyAFewLetters: a symbol is not a text in its language.
func TestIdentifyAFewLetters(t *testing.T) {
	for _, text := range []string{"12 345 π 67 89", "中 1", "5 kΩ 7 Ω"} {
		if guess := Identify(text); guess.Tag != "" {
			t.Errorf("%q: %+v", text, guess)
		}
	}
}

// FuzzIdentify: the numbers of a guess are consistent, whatever the text.
func FuzzIdentify(f *testing.F) {
	f.Add("Ráno jsme vyšli z chalupy ještě za tmy.")
	f.Add("今日は公園で\xffたくさんの人を見ました。")
	f.Add("E\u0301te\u0301 ĹĽ 12 ﬁn")
	list := New("的", "été", "今日")
	f.Fuzz(func(t *testing.T, text string) {
		guess := Identify(text)
		if guess.Known > guess.Words || guess.Margin < 0 || guess.Tag == "" && (guess.Known > 0 || guess.Next != "") {
			t.Errorf("%+v", guess)
		}
		if stop, letters := list.CountUnspaced(text); stop > letters || letters > len(text) {
			t.Errorf("%d of %d letters", stop, letters)
		}
	})
}

// BenchmarkOpenAll opens every list, as the first Identifier does.
func BenchmarkOpenAll(b *testing.B) {
	for b.Loop() {
		openVocabulary()
	}
}

// BenchmarkIdentify identifies the language of 600 characters.
func BenchmarkIdentify(b *testing.B) {
	text, err := os.ReadFile("testdata/relatives/pt.txt")
	if err != nil {
		b.Fatal(err)
	}
	var d Identifier
	for b.Loop() {
		d.Reset()
		d.Add(string(text))
		d.Guess()
	}
}
