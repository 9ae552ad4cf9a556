package input

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
)

// A signature is how files of a format begin, by the MIME Sniffing Standard,
// section 6, or by the specification of the format. In pattern, "?" stands for any
// byte. If the pattern alone could begin a page, check looks at the rest.
type signature struct {
	offset  int
	pattern string
	name    string
	check   func(data []byte) bool
}

// signatures are those of formats that come along with pages in crawls. None of
// them begins an HTML page in any encoding.
var signatures = []signature{
	{0, "%PDF-", "a PDF document", nil},
	{0, "%!PS-Adobe-", "a PostScript document", nil},
	{0, "{\\rtf1", "an RTF document", nil},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Microsoft Office document", nil},

	{0, "\x1f\x8b", "gzip-compressed data", nil},
	{0, "\x1f\x9d", "compress-compressed data", isBinary},
	{0, "BZh?1AY&SY", "bzip2-compressed data", nil},
	{0, "\xfd7zXZ\x00", "xz-compressed data", nil},
	{0, "LZIP\x01", "lzip-compressed data", nil},
	{0, "\x04\x22\x4d\x18", "LZ4-compressed data", nil},
	{0, "\x28\xb5\x2f\xfd", "zstd-compressed data", nil},
	{0, "PK\x03\x04", "a ZIP archive", nil},
	{0, "PK\x05\x06", "an empty ZIP archive", nil},
	{0, "7z\xbc\xaf\x27\x1c", "a 7z archive", nil},
	{0, "Rar!\x1a\x07", "a RAR archive", nil},
	{0, "MSCF\x00\x00\x00\x00", "a cabinet archive", nil},
	{0, "!<arch>\n", "an ar archive", nil},
	{0, "\xed\xab\xee\xdb", "an RPM package", isBinary},
	{257, "ustar", "a tar archive", isBinary},
	{0, "WARC/?.?", "a WARC file", isWARC},
	{0, "filedesc://", "an ARC file", isARC},

	{0, "PAR1\x15", "a Parquet file", nil},
	{0, "Obj\x01", "an Avro file", isBinary},
	{0, "ORC\x0a", "an ORC file", isBinary},
	{0, "\x89HDF\r\n\x1a\n", "an HDF5 file", nil},
	{0, "SQLite format 3\x00", "an SQLite database", nil},

	{0, "\x89PNG\r\n\x1a\n", "a PNG image", nil},
	{0, "\xff\xd8\xff", "a JPEG image", nil},
	{0, "GIF87a", "a GIF image", isBinary},
	{0, "GIF89a", "a GIF image", isBinary},
	{0, "II*\x00", "a TIFF image", isTIFF},
	{0, "MM\x00*", "a TIFF image", isTIFF},
	{0, "BM????\x00\x00\x00\x00", "a BMP image", nil},
	{0, "\x00\x00\x01\x00?\x00", "an icon", nil},
	{0, "\x00\x00\x02\x00?\x00", "a cursor", nil},
	{0, "RIFF????WEBPVP8", "a WebP image", nil},
	{0, "8BPS\x00\x01", "a Photoshop image", nil},
	{0, "\x00\x00\x00\x0cjP  \r\n\x87\n", "a JPEG 2000 image", nil},
	{0, "\x00\x00\x00\x0cJXL \r\n\x87\n", "a JPEG XL image", nil},

	{0, "RIFF????WAVE", "a WAV file", isBinary},
	{0, "RIFF????AVI ", "an AVI film", isBinary},
	{0, "FORM????AIFF", "an AIFF file", isBinary},
	{0, ".snd\x00\x00\x00", "an AU file", nil},
	{0, "MThd\x00\x00\x00\x06", "a MIDI file", nil},
	{0, "\x00\x00??ftyp", "an MP4, HEIC or AVIF file", isBaseMedia},
	{0, "OggS\x00", "an Ogg file", nil},
	{0, "fLaC\x00", "a FLAC file", nil},
	{0, "ID3?\x00", "an MP3 file", isID3},
	{0, "\xff", "an MP3 file", isMP3},
	{0, "\x1a\x45\xdf\xa3", "a Matroska or WebM film", nil},
	{0, "FLV\x01", "a Flash film", nil},
	{0, "CWS?", "a Flash program", isBinary},
	{0, "FWS?", "a Flash program", isBinary},
	{0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11", "a Windows Media file", nil},

	{0, "wOFF\x00\x01\x00\x00", "a WOFF font", nil},
	{0, "wOFFOTTO", "a WOFF font", isBinary},
	{0, "wOF2\x00\x01\x00\x00", "a WOFF2 font", nil},
	{0, "wOF2OTTO", "a WOFF2 font", isBinary},
	{0, "\x00\x01\x00\x00\x00", "a TrueType font", nil},
	{0, "OTTO\x00", "an OpenType font", nil},
	{0, "ttcf\x00", "an OpenType font", nil},
	{34, "LP\x00\x00\x00\x00\x00\x00", "an EOT font", nil},

	{0, "\x7fELF", "an ELF program", nil},
	{0, "MZ", "a Windows program", isPE},
	{0, "\xcf\xfa\xed\xfe", "a Mach-O program", isBinary},
	{0, "\x00asm\x01\x00\x00\x00", "a WebAssembly program", nil},
	{0, "\xca\xfe\xba\xbe", "a Java class", isBinary},
	{0, "PACK\x00\x00\x00", "a Git pack", nil},
}

// binaryFormat returns the name of the format whose signature a page has, also
// after a byte order mark of UTF-8 and white space, or "".
func binaryFormat(raw []byte) string {
	name := formatOf(raw)
	if name != "" {
		return name
	}
	if rest := bytes.TrimLeft(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")), " \t\n\f\r"); len(rest) < len(raw) {
		return formatOf(rest)
	}
	return ""
}

func formatOf(data []byte) string {
	if len(data) == 0 || data[0] == '<' || isUTF16Text(data) {
		return ""
	}
	for i := range signatures {
		if s := &signatures[i]; s.matches(data) {
			return s.name
		}
	}
	return ""
}

func (s *signature) matches(data []byte) bool {
	if len(data) < s.offset+len(s.pattern) {
		return false
	}
	for i, at := range data[s.offset:][:len(s.pattern)] {
		if c := s.pattern[i]; c != at && c != '?' {
			return false
		}
	}
	return s.check == nil || s.check(data)
}

// isUTF16Text reports whether a page is UTF-16 without a byte order mark: its first
// "<" begins a tag, and its beginning has no control characters.
func isUTF16Text(data []byte) bool {
	var order binary.ByteOrder = binary.LittleEndian
	switch fromPattern(data) {
	case "":
		return false
	case "utf-16be":
		order = binary.BigEndian
	}
	tag := false
	for begin := data[:min(len(data), pattern)]; len(begin) >= 2; begin = begin[2:] {
		c := order.Uint16(begin)
		if c < ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r' {
			return false
		}
		if c == '<' && !tag {
			if len(begin) < 4 {
				return false
			}
			next := order.Uint16(begin[2:])
			tag = next < utf8.RuneSelf && (ascii.IsLetter(byte(next)) || next == '!' || next == '?' || next == '/')
			if !tag {
				return false
			}
		}
	}
	return tag
}

// isBinary reports whether one of the first bytes is none that text has (MIME
// Sniffing Standard, section 3, "binary data byte").
func isBinary(data []byte) bool {
	const header = 512 // bytes that are looked at
	return bytes.ContainsFunc(data[:min(len(data), header)], func(c rune) bool {
		return c < ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r' && c != 0x1b
	})
}

// isWARC checks that the first line has a version and nothing else.
func isWARC(data []byte) bool {
	line, _, _ := bytes.Cut(data[:min(len(data), 16)], []byte("\n"))
	digits := bytes.Trim(line[len("WARC/"):], " \r")
	return len(digits) <= 4 && len(bytes.Trim(digits, "0123456789.")) == 0
}

// isARC checks that the first line of an ARC file has the five values of its
// version block: address, host, date, type and length.
func isARC(data []byte) bool {
	line, _, ok := bytes.Cut(data[:min(len(data), 1024)], []byte("\n"))
	return ok && len(bytes.Fields(line)) >= 5 && !bytes.ContainsRune(line, '<')
}

// isTIFF checks that the file has a directory where its header says.
func isTIFF(data []byte) bool {
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 'M' {
		order = binary.BigEndian
	}
	const header, maxEntries = 8, 1024
	if len(data) < header {
		return false
	}
	at := int64(order.Uint32(data[4:]))
	if at < header || at+2 > int64(len(data)) {
		return false
	}
	entries := order.Uint16(data[at:])
	return entries > 0 && entries <= maxEntries
}

// isBaseMedia checks the size of the first box of an ISO base media file (MIME
// Sniffing Standard, section 6.2.1).
func isBaseMedia(data []byte) bool {
	const least = 12
	size := binary.BigEndian.Uint32(data)
	return size >= least && size%4 == 0 && len(data) >= least
}

// isID3 checks the header of an ID3 tag: its version and a size of four bytes below
// 0x80.
func isID3(data []byte) bool {
	const header = 10
	if len(data) < header || data[3] < 2 || data[3] > 4 || data[5]&0x0f != 0 {
		return false
	}
	return data[6]|data[7]|data[8]|data[9] < 0x80
}

// isPE checks that the header of a Windows program is where its beginning says.
func isPE(data []byte) bool {
	const offsetAt = 0x3c
	if len(data) < offsetAt+4 {
		return false
	}
	at := int64(binary.LittleEndian.Uint32(data[offsetAt:]))
	return at+4 <= int64(len(data)) && string(data[at:at+4]) == "PE\x00\x00"
}

// isMP3 checks that two frames of MPEG audio follow each other (MIME Sniffing
// Standard, section 6.2.3).
func isMP3(data []byte) bool {
	size := mp3FrameSize(data)
	return size > 0 && size <= len(data) && mp3FrameSize(data[size:]) > 0
}

// Rates of MPEG audio, layer 3, by the values of their fields: in 1000 bits a second
// for version 1 and for later versions, and in samples a second.
var (
	mp3BitRates = [2][15]int{
		{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
		{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
	}
	mp3SampleRates = [4][3]int{{11025, 12000, 8000}, {}, {22050, 24000, 16000}, {44100, 48000, 32000}}
)

// mp3FrameSize returns the size of the frame that the data begins with, or 0.
func mp3FrameSize(data []byte) int {
	const layer3 = 1
	if len(data) < 4 || data[0] != 0xff || data[1]&0xe0 != 0xe0 || data[1]>>1&3 != layer3 {
		return 0
	}
	version, bitRate, sampleRate, padding := data[1]>>3&3, data[2]>>4, data[2]>>2&3, int(data[2]>>1&1)
	if version == 1 || bitRate == 0 || bitRate == 15 || sampleRate == 3 {
		return 0
	}
	perSample, rates := 144, &mp3BitRates[0]
	if version != 3 {
		perSample, rates = 72, &mp3BitRates[1]
	}
	return perSample*rates[bitRate]*1000/mp3SampleRates[version][sampleRate] + padding
}
