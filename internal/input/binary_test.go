package input

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/seed42075109/justext/internal/hostile"
	"github.com/seed42075109/justext/internal/refdata"
)

// beginnings are the beginnings of files, by the name of their format.
var beginnings = map[string][]string{
	"a PDF document":              {"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"},
	"a PostScript document":       {"%!PS-Adobe-3.0 EPSF-3.0\n"},
	"an RTF document":             {"{\\rtf1\\ansi"},
	"a Microsoft Office document": {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"},
	"gzip-compressed data":        {"\x1f\x8b\x08\x00"},
	"bzip2-compressed data":       {"BZh91AY&SY", "BZh11AY&SY"},
	"xz-compressed data":          {"\xfd7zXZ\x00"},
	"zstd-compressed data":        {"\x28\xb5\x2f\xfd"},
	"LZ4-compressed data":         {"\x04\x22\x4d\x18"},
	"lzip-compressed data":        {"LZIP\x01"},
	"compress-compressed data":    {"\x1f\x9d\x90"},
	"a ZIP archive":               {"PK\x03\x04"},
	"a 7z archive":                {"7z\xbc\xaf\x27\x1c"},
	"a RAR archive":               {"Rar!\x1a\x07\x00"},
	"a tar archive":               {tarOf("a.html")},
	"a WARC file":                 {"WARC/1.0\r\n", "WARC/1.1\n", "WARC/0.18\r\n"},
	"an ARC file":                 {"filedesc://a.arc 0.0.0.0 20090101000000 text/plain 76\n1 0 x"},
	"a Parquet file":              {"PAR1\x15\x04"},
	"an Avro file":                {"Obj\x01\x04"},
	"an SQLite database":          {"SQLite format 3\x00"},
	"a PNG image":                 {"\x89PNG\r\n\x1a\n", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x00\x3c\x00\x00\x00\x3c"},
	"a JPEG image":                {"\xff\xd8\xff\xe0"},
	"a GIF image":                 {"GIF89a\x01\x00\x01\x00", "GIF87a\x3c\x00\x3c\x00"},
	"a TIFF image":                {"II*\x00\x08\x00\x00\x00\x0b\x00", "MM\x00*\x00\x00\x00\x08\x00\x0b"},
	"a BMP image":                 {"BM\x36\x00\x30\x00\x00\x00\x00\x00"},
	"an icon":                     {"\x00\x00\x01\x00\x02\x00\x3c\x00"},
	"a WebP image":                {"RIFF\x24\x00\x00\x00WEBPVP8 ", "RIFFabcdWEBPVP8L"},
	"a WAV file":                  {"RIFF\x24\x00\x00\x00WAVEfmt "},
	"an AVI film":                 {"RIFF\x24\x00\x00\x00AVI LIST"},
	"an MP4, HEIC or AVIF file":   {"\x00\x00\x00\x20ftypisom", "\x00\x00\x00\x1cftypavif", "\x00\x00\x01\x00ftypmp42"},
	"an Ogg file":                 {"OggS\x00\x02"},
	"a FLAC file":                 {"fLaC\x00\x00\x00\x22"},
	"an MP3 file":                 {"ID3\x04\x00\x00\x00\x00\x0f\x76", "ID3\x03\x00\x40\x00\x00\x0f\x76", mp3("\xff\xfb\x90\x00", 417), mp3("\xff\xf3\x40\xc4", 104)},
	"a Matroska or WebM film":     {"\x1a\x45\xdf\xa3"},
	"a WOFF font":                 {"wOFF\x00\x01\x00\x00", "wOFFOTTO\x00\x00"},
	"a WOFF2 font":                {"wOF2\x00\x01\x00\x00"},
	"a TrueType font":             {"\x00\x01\x00\x00\x00\x0f"},
	"an OpenType font":            {"OTTO\x00\x0c"},
	"an ELF program":              {"\x7fELF\x02\x01"},
	"a Windows program":           {"MZ" + strings.Repeat("\x00", 0x3a) + "\x40\x00\x00\x00PE\x00\x00"},
	"a WebAssembly program":       {"\x00asm\x01\x00\x00\x00"},
	"a Java class":                {"\xca\xfe\xba\xbe\x00\x00\x00\x37"},
}

func tarOf(name string) string {
	header := make([]byte, 512)
	copy(header, name)
	copy(header[257:], "ustar\x0000")
	return string(header)
}

// mp3 has two frames of a size.
func mp3(header string, size int) string {
	return strings.Repeat(header+strings.Repeat("\x00", size-len(header)), 2)
}

func TestBinaryFormats(t *testing.T) {
	for name, begins := range beginnings {
		for _, begin := range begins {
			for _, before := range []string{"", "\xef\xbb\xbf", "\r\n", "\xef\xbb\xbf \n\t"} {
				data := before + begin + "\x00 and more"
				if got := binaryFormat([]byte(data)); got != name && !(strings.Contains(begin, "II*") && got == "") {
					t.Errorf("%.40q: %q, want %q", data, got, name)
				}
			}
			for n := range begin { // not to panic on what was cut
				binaryFormat([]byte(begin[:n]))
			}
		}
	}
}

// Text that begins like a file of another format is text.
func TestTextIsNoBinary(t *testing.T) {
	for _, text := range []string{
		"", " ", "\xef\xbb\xbf", "MZ and others", "BM, a company", "II* is a class", "MM", "RIFF and WAVE", "RIFFraffWAVE of", "FORM ONE AIFF", "ID3 is an algorithm",
		"GIF89a is a format of 1989", "WARC/1.0 is a format", "WARC/1.0 <p>", "PAR1", "OTTO wurde geboren", "ORC\nis a file", "BZh", "CWS is a system", "FWS", "PKZIP", "Obj", "Rar!",
		"ÿû", "\xff\xfb\x90 text", "\xca\xfe\xba\xbe text", "\x1b[1m<p>text", "filedesc:// is how they begin<p>", "ttcf", "LZIP", "<" + "\x00\x00", "ustar",
		strings.Repeat("x", 257) + "ustar and more " + strings.Repeat("y", 600), strings.Repeat("x", 34) + "LP of music",
	} {
		for _, page := range []string{text, "\xef\xbb\xbf" + text, "\n" + text, text + "<!DOCTYPE html><p>" + text} {
			if got := binaryFormat([]byte(page)); got != "" {
				t.Errorf("%.40q: %s", page, got)
			}
		}
	}
}

// TestPagesAreNoBinary: no page of HTML is refused, in UTF-8 or UTF-16, with a byte
// order mark or without, after white space or other text.
func TestPagesAreNoBinary(t *testing.T) {
	check := func(name string, source []byte) {
		t.Helper()
		for _, before := range []string{"", "\xef\xbb\xbf", "\r\n\t"} {
			if got := binaryFormat(append([]byte(before), source...)); got != "" {
				t.Errorf("%s after %q: %s", name, before, got)
			}
		}
		begin := source[:min(len(source), 4096)]
		for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
			for _, mark := range []unicode.BOMPolicy{unicode.IgnoreBOM, unicode.UseBOM} {
				wide, err := unicode.UTF16(order, mark).NewEncoder().Bytes(begin)
				if got := binaryFormat(wide); err != nil || got != "" {
					t.Errorf("%s in UTF-16: %s, %v", name, got, err)
				}
			}
		}
	}
	for name, page := range hostile.OddPages {
		if begin, _, _ := strings.Cut(name, " "); begin != "binary" {
			check(name, []byte(page))
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 { // any text without control characters, and then HTML
		var text []rune
		for range random.IntN(30) {
			text = append(text, []rune{' ' + random.Int32N(95), 0xa0 + random.Int32N(0x700), 0x3000 + random.Int32N(0x6000)}[random.IntN(3)])
		}
		check(string(text), []byte(string(text)+"<!DOCTYPE html><p>"+string(text)))
	}
}

// TestSharedPagesAreNoBinary reads the pages of the folder shared.
func TestSharedPagesAreNoBinary(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads thousands of pages")
	}
	for _, file := range []string{"bench/scrapinghub.tar.gz", "bench/l3s-gn1.tar.gz", "bench/canola.tar.gz", "bench/daniel.tar.gz"} {
		pages := 0
		for name, content := range refdata.Files(t, "../../../shared/"+file) {
			if !strings.Contains(name, ".htm") {
				continue
			}
			pages++
			if got := binaryFormat(content()); got != "" {
				t.Errorf("%s: %s", name, got)
			}
		}
		t.Logf("%s: %d pages", file, pages)
	}
}

// What is read in UTF-16 without a byte order mark may begin with characters whose
// bytes look like a signature.
func TestUTF16LooksLikeSignature(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, begin := range []string{"MM\x00*", "II*\x00", "OTTO\x00x", "\x00asm\x01a", "ID3\x03", "BM", "PK\x03\x04", "\xff\xd8\xff\xe0", "\x1f\x8b\x08\x1f"} {
			page := []byte(begin)
			for _, c := range "<p>text of the page" {
				page = order.AppendUint16(page, uint16(c))
			}
			if got := binaryFormat(page); got != "" {
				t.Errorf("%.12q: %s", page, got)
			}
		}
	}
}
