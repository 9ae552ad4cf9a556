package langid

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed42075109/justext/internal/refdata"
)

const (
	english = "The ferry leaves the harbour early in the morning, and those who come late have to wait for the next one, which may be full."
	german  = "Die Fähre verlässt den Hafen früh am Morgen, und wer zu spät kommt, muss auf die nächste warten, die voll sein kann."
	czech   = "Trajekt vyplouvá z přístavu brzy ráno a ti, kdo přijdou pozdě, musí počkat na další, který může být plný."
)

func lookup(t testing.TB, tag string) *Profile {
	t.Helper()
	p, err := Lookup(tag)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestShipped(t *testing.T) {
	if _, err := shipped(); err != nil {
		t.Fatal(err)
	}
	profiles := Profiles()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("profiles of %d languages", len(profiles)); !strings.Contains(string(readme), want) {
		t.Errorf("README.md does not say %q", want)
	}
	for i, p := range profiles {
		if i > 0 && profiles[i-1].Tag >= p.Tag {
			t.Errorf("%s comes after %s", p.Tag, profiles[i-1].Tag)
		}
		if len(p.grams) == 0 || len(p.trigrams) == 0 {
			t.Errorf("%s has %d n-grams and %d trigrams", p.Tag, len(p.grams), len(p.trigrams))
		}
	}
	if _, err := Lookup("xx"); !errors.Is(err, ErrUnknownLanguage) {
		t.Errorf("error %v", err)
	}
}

func TestNearest(t *testing.T) {
	for tag, text := range map[string]string{"en": english, "de": german, "cs": czech} {
		nearest, distance := Nearest(text, Profiles())
		if nearest.Tag != tag {
			t.Errorf("%q is nearest to %s, at %.2f; %s is at %.2f", text, nearest.Tag, distance, tag, lookup(t, tag).Distance(text))
		}
		for _, other := range []string{english, german, czech} {
			if p := lookup(t, tag); other != text && p.Foreign(other) <= p.Foreign(text) {
				t.Errorf("in %q are %.2f words foreign to %s, in %q %.2f", other, p.Foreign(other), tag, text, p.Foreign(text))
			}
		}
	}
	if p, distance := Nearest(english, nil); p != nil || !math.IsInf(distance, 1) {
		t.Errorf("%v at %v of none", p, distance)
	}
}

// TestRange: both values go from 0 to 1 and are 1 where there is nothing to
// compare.
func TestRange(t *testing.T) {
	p := lookup(t, "en")
	for _, text := range []string{"", " 12, 3", "a", english, czech, strings.Repeat("x", 1000), "中文", "\xff\xfe"} {
		for _, v := range []float64{p.Distance(text), p.Foreign(text)} {
			if !(v >= 0 && v <= 1) {
				t.Errorf("%q: %v", text, v)
			}
		}
	}
	for _, text := range []string{"", " 12, 3"} {
		if p.Distance(text) != 1 || p.Foreign(text) != 1 {
			t.Errorf("%q: %v and %v, want 1", text, p.Distance(text), p.Foreign(text))
		}
	}
}

// TestOwnText: a profile is near the text that it was built from, and the same
// whether it was built of a text or of its words.
func TestOwnText(t *testing.T) {
	var whole, words Builder
	whole.AddText(english)
	for word := range strings.FieldsFuncSeq(english, func(r rune) bool { return r == ' ' || r == ',' || r == '.' }) {
		words.AddWord(word, 1)
	}
	a, b := whole.Profile("en", 0), words.Profile("en", 0)
	if d := a.Distance(english); d > 0.02 {
		t.Errorf("distance %v of the text itself", d)
	}
	if f := a.Foreign(english); f != 0 {
		t.Errorf("%v of the text's words are foreign to it", f)
	}
	for k, v := range a.trigrams {
		if math.Abs(float64(v-b.trigrams[k])) > 1e-6 {
			t.Errorf("trigram %q: %v of the text, %v of its words", string(k[:]), v, b.trigrams[k])
		}
	}
}

func TestFile(t *testing.T) {
	var b Builder
	b.AddText(czech)
	want := b.Profile("cs", 50)
	var file bytes.Buffer
	if err := Write(&file, []*Profile{want, want}); err != nil {
		t.Fatal(err)
	}
	read, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil || len(read) != 2 {
		t.Fatalf("%d profiles, error %v", len(read), err)
	}
	got := read[1]
	if got.Tag != "cs" || len(got.grams) != len(want.grams) || len(got.trigrams) != 50 {
		t.Errorf("%s with %d n-grams and %d trigrams", got.Tag, len(got.grams), len(got.trigrams))
	}
	for _, text := range []string{czech, german} {
		if math.Abs(got.Distance(text)-want.Distance(text)) > 0.001 || math.Abs(got.Foreign(text)-want.Foreign(text)) > 0.2 {
			t.Errorf("%q: %v and %v, before %v and %v", text, got.Distance(text), got.Foreign(text), want.Distance(text), want.Foreign(text))
		}
	}
	for n := range file.Len() {
		if _, err := Read(bytes.NewReader(file.Bytes()[:n])); !errors.Is(err, ErrProfiles) {
			t.Errorf("cut off after %d bytes: error %v", n, err)
		}
	}
	if _, err := Read(bytes.NewReader(append(file.Bytes(), 0))); !errors.Is(err, ErrProfiles) {
		t.Errorf("more after the end: error %v", err)
	}
	broken := errors.New("broken")
	if _, err := Read(iotest.ErrReader(broken)); !errors.Is(err, broken) || errors.Is(err, ErrProfiles) {
		t.Errorf("error %v", err)
	}
}

// TestDamage: a file in which some bits are changed gives an error or the same
// profiles.
func TestDamage(t *testing.T) {
	var b Builder
	b.AddText(german + english)
	var file bytes.Buffer
	if err := Write(&file, []*Profile{b.Profile("de", 0)}); err != nil {
		t.Fatal(err)
	}
	want, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		damaged := bytes.Clone(file.Bytes())
		for range 1 + rng.IntN(3) {
			damaged[rng.IntN(len(damaged))] ^= 1 << rng.IntN(8)
		}
		if got, err := Read(bytes.NewReader(damaged)); err == nil && !reflect.DeepEqual(got, want) {
			t.Fatal("other profiles without an error")
		} else if err != nil && !errors.Is(err, ErrProfiles) {
			t.Fatal(err)
		}
	}
}

// TestWriteRefuses: what could not be read again is not written.
func TestWriteRefuses(t *testing.T) {
	var b Builder
	b.AddText(german)
	for _, tag := range []string{"", "d e", "de\n", "\u00a0de", "d\xff"} {
		if err := Write(io.Discard, []*Profile{b.Profile(tag, 9)}); err == nil {
			t.Errorf("tag %q is written", tag)
		}
	}
	if err := Write(io.Discard, []*Profile{nil}); err == nil {
		t.Error("nil is written")
	}
}

func TestLookup(t *testing.T) {
	for tag, want := range map[string]string{"EN": "en", "en-US": "en", "pt-BR": "pt", "de_DE": "de", "zh-Hant-TW": "zh", "cs": "cs"} {
		if p, err := Lookup(tag); err != nil || p.Tag != want {
			t.Errorf("%q: %v, error %v, want %s", tag, p, err, want)
		}
	}
	for _, tag := range []string{"", "xx", "x-klingon", "klingon", "english", "-", "e"} {
		if _, err := Lookup(tag); !errors.Is(err, ErrUnknownLanguage) {
			t.Errorf("%q: error %v", tag, err)
		}
	}
}

func TestBroken(t *testing.T) {
	for _, test := range []struct {
		text string
		want float64
	}{
		{"", 0}, {english, 0}, {"\n\t", 0}, {"a\ufffdbc", 0.25}, {"\x01\x02ab", 0.5}, {"Ã©tÃ©", 0.4}, {"Âge", 0}, {"\ue000", 1},
	} {
		if got := Broken(test.text); got != test.want {
			t.Errorf("Broken(%q) = %v, want %v", test.text, got, test.want)
		}
	}
}

func TestFilter(t *testing.T) {
	f := NewFilter(lookup(t, "cs"))
	for text, want := range map[string]bool{czech: true, english: false, german: false, "": false, czech + strings.Repeat("\ufffd", 9): false} {
		if got := f.Keep(text); got != want {
			t.Errorf("Keep(%q) = %v, distance %v, foreign %v", text, got, f.Profile.Distance(text), f.Profile.Foreign(text))
		}
	}
	anyLanguage := Filter{MaxBroken: 0.1}
	if !anyLanguage.Keep(german) || anyLanguage.Keep("\ufffd") {
		t.Error("without a profile it is not the broken characters alone that count")
	}
}

// TestQuality identifies gold texts of many languages. Where it differs from
// meta.jsonl, that has the language of the country and not of the page.
func TestQuality(t *testing.T) {
	right, all := 0, 0
	for _, collection := range []string{"daniel", "fundus-tests", "zh-web68"} {
		for text, tag := range goldTexts(t, collection) {
			nearest, _ := Nearest(text, Profiles())
			if nearest.Tag == tag {
				right++
			}
			all++
		}
	}
	t.Logf("%d of %d texts", right, all)
	if share := float64(right) / float64(all); share < 0.97 {
		t.Errorf("%.3f of the texts are identified, want 0.97", share)
	}
}

// TestFilterOfTexts: what NewFilter says of gold texts, which profiles of their own language
// keep and those of others drop. Where meta.jsonl differs from the nearest profile, it
// has the language of the country and not of the page.
func TestFilterOfTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads two collections")
	}
	own, kept, others, wrong := 0, 0, 0, 0
	for _, collection := range []string{"daniel", "fundus-tests"} {
		for text, tag := range goldTexts(t, collection) {
			nearest, _ := Nearest(text, Profiles())
			if nearest.Tag != tag || tag == "zh" || tag == "ja" || tag == "ko" {
				continue
			}
			runes := normalize(text)
			counts, filter := countGrams(runes), NewFilter(nil)
			for _, p := range Profiles() { // as Keep does, which counts each time
				keep := p.distance(counts, len(runes)) <= filter.MaxDistance && p.foreignShare(runes) <= filter.MaxForeign
				switch {
				case p.Tag == tag && keep:
					own, kept = own+1, kept+1
				case p.Tag == tag:
					own++
				case keep:
					others, wrong = others+1, wrong+1
				default:
					others++
				}
			}
		}
	}
	t.Logf("%d of %d texts are kept for their language, %d of %d for another", kept, own, wrong, others)
	if kept < own || float64(wrong) > 0.003*float64(others) {
		t.Errorf("%d of %d texts are kept for their language, %d of %d for another", kept, own, wrong, others)
	}
}

// TestZeroValues: nothing panics.
func TestZeroValues(t *testing.T) {
	var p Profile
	var f Filter
	var b Builder
	if p.Distance(english) != 1 || p.Foreign(english) != 1 || !f.Keep(english) {
		t.Error("the zero Profile or Filter knows a language")
	}
	if empty := b.Profile("xx", 0); empty.Distance(english) != 1 {
		t.Error("a profile of nothing knows a language")
	}
}

// TestFileLimits: a file beyond a limit is refused by an error that names it.
func TestFileLimits(t *testing.T) {
	for name, test := range map[string]struct {
		file []byte
		want string
	}{
		"bomb":          {packed(bytes.Repeat([]byte("x"), 10<<20)), "16 times the file"},
		"tag":           {packed([]byte(strings.Repeat("x", 200) + " 1 1\n")), "a tag of more than 100 bytes"},
		"many trigrams": {packed([]byte("de 1 100001\n")), "there may be 400 and 100000"},
		"many n-grams":  {packed([]byte("de 401 1\n")), "there may be 400 and 100000"},
		"large":         {make([]byte, maxBytes+1), "more than 16777216 bytes"},
	} {
		if _, err := Read(bytes.NewReader(test.file)); !errors.Is(err, ErrProfiles) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", name, err, test.want)
		}
	}
}

// goldTexts are the gold texts of a collection with their languages.
func goldTexts(t *testing.T, collection string) map[string]string {
	t.Helper()
	tags := make(map[string]string)
	for _, p := range refdata.Pages(t, "../../../shared/bench/"+collection+".tar.gz") {
		tag, _, _ := strings.Cut(p.Lang, "-")
		if tag == "no" {
			tag = "nb"
		}
		tags[p.Gold] = tag
	}
	return tags
}

func FuzzRead(f *testing.F) {
	var b Builder
	b.AddText("ein Text")
	var file bytes.Buffer
	if err := Write(&file, []*Profile{b.Profile("de", 3)}); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	content, err := unpack(file.Bytes())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	f.Fuzz(func(t *testing.T, data []byte) {
		if profiles, err := Read(bytes.NewReader(data)); err != nil && (len(profiles) > 0 || !errors.Is(err, ErrProfiles)) {
			t.Errorf("%d profiles, error %v", len(profiles), err)
		}
		profiles, err := parse(data)
		if err != nil && (len(profiles) > 0 || !errors.Is(err, ErrProfiles)) {
			t.Errorf("%d profiles, error %v", len(profiles), err)
		}
		for _, p := range profiles {
			p.Distance("a text")
			p.Foreign("a text")
			if err := writable(p); err != nil {
				t.Errorf("what was read cannot be written: %v", err)
			}
		}
	})
}

// packed is content with a right checksum.
func packed(content []byte) []byte {
	var file bytes.Buffer
	z := zlib.NewWriter(&file)
	_, _ = z.Write(content) // a buffer takes all
	_ = z.Close()
	return file.Bytes()
}

func ExampleProfile() {
	czech, err := Lookup("cs")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{
		"Trajekt vyplouvá z přístavu brzy ráno a ti, kdo přijdou pozdě, musí počkat na další, který může být plný.",
		"The ferry leaves the harbour early in the morning, and those who come late have to wait for the next one.",
	} {
		fmt.Println(czech.Distance(text) < 0.55)
	}
	// Output:
	// true
	// false
}

func ExampleBuilder() {
	var b Builder
	b.AddText("Any text of the language; the more the better.")
	b.AddWord("language", 3) // or words with their frequencies
	profile := b.Profile("en", 2000)
	fmt.Printf("%.1f\n", profile.Foreign("the language of the text"))
	// Output: 0.0
}
