package metadata

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/ascii"
)

// TestMonthNames: every name of a month in every language is read between day
// and year, in its own language.
func TestMonthNames(t *testing.T) {
	if len(languages) < 40 {
		t.Errorf("%d languages, want at least 40", len(languages))
	}
	for _, l := range languages {
		r := newDateReader(l.tag, "")
		for m, list := range l.months {
			for _, name := range strings.Fields(list) {
				for _, text := range []string{"14 " + name + " 2019", "14. " + strings.ToUpper(name) + " 2019", name + " 14, 2019"} {
					want := newDay(2019, m+1, 14)
					if found, ok := r.first(text); !ok || found.day != want {
						t.Errorf("%s: %s: got %v, want %v", l.tag, text, found.day, want)
					}
				}
			}
		}
	}
}

// TestDateForms reads dates as they are written in many languages.
func TestDateForms(t *testing.T) {
	for _, test := range []struct{ lang, text string }{
		{"en", "October 14, 2019"}, {"en", "Oct. 14th 2019"}, {"en", "Monday, 14th of October 2019"}, {"en", "OCT 14 2019"}, {"en", "14-Oct-2019"}, {"en", "14 Oct '19"},
		{"en", "Mon Oct 14 10:30:00 2019"}, {"en", "2019/10/14"}, {"en", "2019-10-14"}, {"en", "10/14/2019"}, {"en-GB", "14/10/2019"}, {"en", "14/10/2019"}, {"en", "10/14/19"},
		{"de", "14. Oktober 2019"}, {"de", "Montag, 14.10.2019"}, {"de", "14.10.19"}, {"de", "14. Okt. 2019"}, {"de", "14.10. 2019"},
		{"fr", "lundi 14 octobre 2019"}, {"fr", "le 14 oct. 2019"}, {"es", "14 de octubre de 2019"}, {"es", "lunes, 14 de octubre del 2019"}, {"pt", "14 de outubro de 2019"},
		{"ca", "14 d’octubre de 2019"}, {"it", "14 ottobre 2019"}, {"nl", "14 oktober 2019"}, {"sv", "14 oktober 2019"}, {"da", "14. oktober 2019"}, {"nb", "14. oktober 2019"},
		{"fi", "14. lokakuuta 2019"}, {"pl", "14 października 2019"}, {"cs", "14. října 2019"}, {"sk", "14. októbra 2019"}, {"sl", "14. oktober 2019"}, {"hr", "14. listopada 2019."},
		{"sr", "14. октобар 2019."}, {"bg", "14 октомври 2019 г."}, {"ru", "14 октября 2019"}, {"uk", "14 жовтня 2019 р."}, {"hu", "2019. október 14."}, {"lt", "2019 m. spalio 14 d."},
		{"lv", "2019. gada 14. oktobrī"}, {"et", "14. oktoober 2019"}, {"ro", "14 octombrie 2019"}, {"el", "14 Οκτωβρίου 2019"}, {"tr", "14 Ekim 2019"}, {"az", "14 oktyabr 2019"},
		{"id", "14 Oktober 2019"}, {"vi", "14 tháng 10, 2019"}, {"vi", "ngày 14 tháng 10 năm 2019"}, {"th", "14 ตุลาคม 2562"}, {"hi", "14 अक्टूबर 2019"}, {"hi", "१४ अक्टूबर २०१९"},
		{"ar", "14 أكتوبر 2019"}, {"ar", "١٤ أكتوبر ٢٠١٩"}, {"he", "14 באוקטובר 2019"}, {"fa", "14 اکتبر 2019"}, {"zh", "2019年10月14日"}, {"ja", "2019年10月14日(月)"}, {"ko", "2019년 10월 14일"}, {"ko", "2019. 10. 14"},
	} {
		r := newDateReader(test.lang, "")
		found, ok := r.first(test.text)
		if !ok || found.day != 20191014 {
			t.Errorf("%s: %s: got %v", test.lang, test.text, found.day)
		}
	}
}

// TestNoDates are texts that look like dates and are none.
func TestNoDates(t *testing.T) {
	r := newDateReader("en", "")
	for _, text := range []string{
		"", "2019", "May 2019", "14 May", "31/31/2019", "30 February 2019", "version 1.2.3", "10.0.0.1", "192.168.12.2019", "1/2", "$12.05.2019", "2019-13-14",
		"tel. 12-34-5678", "10:30:2019", "ISBN 978-3-16-148410-0", "3.5 (13 reviews)", "chapter 14, page 2019", "2026\nDec 26",
	} {
		if found, ok := r.first(text); ok {
			t.Errorf("%q: got %v", text, found.day)
		}
	}
}

// TestMonthsByLanguage: the same word is another month in another language.
func TestMonthsByLanguage(t *testing.T) {
	for lang, want := range map[string]day{"hr": 20191014, "pl": 20191114, "cs": 20191114} {
		if found, _ := newDateReader(lang, "").first("14 listopad 2019"); found.day != want {
			t.Errorf("%s: got %v, want %v", lang, found.day, want)
		}
	}
}

// TestMachineDates reads values that are written for programs. The day is that of
// the value's own zone.
func TestMachineDates(t *testing.T) {
	for value, want := range map[string]string{
		"2019-10-14T23:59:00-10:00": "2019-10-14", "2019-10-14T00:00:00+13:00": "2019-10-14", "20191014": "2019-10-14", "20191014093000": "2019-10-14",
		"Mon, 14 Oct 2019 23:00:00 GMT": "2019-10-14", "1571011200": "2019-10-14", "1571011200000": "2019-10-14", "2019-10-14 08:00": "2019-10-14",
		"1950-01-02": "", "12": "", "n/a": "", "2019-02-30": "", "99999999999999": "",
	} {
		found, _ := newDateReader("en", "").machine(value)
		if got := found.day.String(); got != want {
			t.Errorf("%s: got %q, want %q", value, got, want)
		}
	}
}

// TestAddresses reads dates in addresses, which have one separator throughout.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.org/2019/10/14/a": "2019-10-14", "https://example.org/a-2019-10-14-b": "2019-10-14", "https://example.org/20191014/a": "2019-10-14",
		"https://example.org/2019/oct/14/a": "2019-10-14", "https://example.org/2019/1014/a": "2019-10-14", "https://example.org/2019_10_14.html": "2019-10-14",
		"https://example.org/2019/10/a": "", "https://example.org/2019-10/14": "", "https://2019-10-14.example.org/a": "", "https://example.org/id/1234567890": "",
	} {
		found, _ := inAddress(address)
		if got := found.day.String(); got != want {
			t.Errorf("%s: got %q, want %q", address, got, want)
		}
	}
}

// TestRelativeDates reads them in all languages of the table.
func TestRelativeDates(t *testing.T) {
	const now day = 20191017
	for _, l := range languages {
		r := newDateReader(l.tag, "")
		for entry := range strings.SplitSeq(l.relative, "|") {
			if entry == "" || entry[0] != 'd' {
				continue
			}
			text := strings.ReplaceAll(entry[1:], "{0}", "3")
			if got := r.relative(text, now); got != 20191014 {
				t.Errorf("%s: %s: got %v", l.tag, text, got)
			}
		}
	}
	for text, want := range map[string]day{
		"2 hours ago": now, "yesterday": 20191016, "1 week ago": 20191010, "2 months ago": 20190817, "3 years ago": 0, "13 days ago": 20191004,
		"todays news": 0, "a word": 0, "today's top stories": 0, "posted today": now, "yesterday, 10:30": 20191016, "what we know today": 0,
	} {
		if got := newDateReader("en", "").relative(text, now); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

// TestDays: every day of the calendar is one, and no other number is.
func TestDays(t *testing.T) {
	count := 0
	for m := 0; m <= 13; m++ {
		for d := 0; d <= 32; d++ {
			for _, year := range []int{2019, 2020} {
				if day := newDay(year, m, d); day != 0 {
					count++
					if want := fmt.Sprintf("%d-%02d-%02d", year, m, d); day.String() != want {
						t.Errorf("got %s, want %s", day, want)
					}
				}
			}
		}
	}
	if count != 365+366 {
		t.Errorf("%d days, want 731", count)
	}
}

// TestNextDigit compares nextDigit with a look at each byte.
func TestNextDigit(t *testing.T) {
	pieces := []string{"a", "word", " ", "1", "42", "/", ":", "\u0661", "\u0628", "\u0967", "\u0915", "\uff11", "\u4e2d", "\u0434\u0430", "\x80", "\xd9"}
	random := rand.New(rand.NewSource(1))
	for range 20_000 {
		var text []byte
		for range random.Intn(20) {
			text = append(text, pieces[random.Intn(len(pieces))]...)
		}
		want := 0
		for want < len(text) && !ascii.IsDigit(text[want]) && !digitLead[text[want]] {
			want++
		}
		if got := nextDigit(text, 0); got != want {
			t.Fatalf("%q: %d, want %d", text, got, want)
		}
	}
}
