package langtag

import (
	"strings"
	"testing"

	"golang.org/x/text/language"
)

func TestShort(t *testing.T) {
	for text, want := range map[string]string{
		"en": "en", "EN": "en", "en-US": "en", " en_us ": "en", "en-Latn-GB": "en", "en-GB-oxendict": "en", "de-1996": "de", "pt-BR": "pt",
		"sr-Latn": "sr-Latn", "sr_latn_RS": "sr-Latn", "zh-Hant-TW": "zh-Hant", "zh-TW": "zh", "zh-cn": "zh", "iw": "he", "in-ID": "id", "In-Ur": "id", "iw-QQ": "he", "xh": "xh", "haw": "haw",
		"en-ZZ": "en", "en-u-nu-latn": "en",
		"": "", " ": "", "und": "", "mul": "", "zxx": "", "x": "", "english": "", "a b": "", "en,de": "", "\x1b[31m": "", "日本": "", "-": "", "{{lang}}": "", "en\x00": "",
		strings.Repeat("en-", 100): "",
	} {
		if got := Short(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzShort(f *testing.F) {
	for _, seed := range []string{"en-US", "sr_Latn", "x-default", "i-klingon", "zh-min-nan", "art-lojban", "en-a-bbb-x-a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		short := Short(text)
		if _, err := language.Parse(short); short != "" && (err != nil || Short(short) != short) {
			t.Errorf("%q: %q, then %q, %v", text, short, Short(short), err)
		}
	})
}
