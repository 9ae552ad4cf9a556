package input

import "bytes"

// binaryFormats are the first bytes of formats that come along with pages in
// crawls and are not HTML. They are taken from the MIME Sniffing Standard,
// section 6, and the specifications of the formats. A signature that text may
// begin with, such as that of BMP or of Windows programs, is left out.
var binaryFormats = []struct {
	offset    int
	signature string
	name      string
}{
	{0, "%PDF-", "a PDF document"},
	{0, "%!PS-Adobe-", "a PostScript document"},
	{0, "{\\rtf", "an RTF document"},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Microsoft Office document"},
	{0, "\x1f\x8b", "gzip-compressed data"},
	{0, "BZh91AY&SY", "bzip2-compressed data"},
	{0, "\xfd7zXZ\x00", "xz-compressed data"},
	{0, "\x28\xb5\x2f\xfd", "zstd-compressed data"},
	{0, "PK\x03\x04", "a ZIP archive"},
	{0, "PK\x05\x06", "an empty ZIP archive"},
	{0, "7z\xbc\xaf\x27\x1c", "a 7z archive"},
	{0, "Rar!\x1a\x07", "a RAR archive"},
	{257, "ustar", "a tar archive"},
	{0, "WARC/0.", "a WARC file"},
	{0, "WARC/1.", "a WARC file"},
	{0, "filedesc://", "an ARC file"},
	{0, "PAR1\x15", "a Parquet file"},
	{0, "SQLite format 3\x00", "an SQLite database"},
	{0, "\x89PNG\r\n\x1a\n", "a PNG image"},
	{0, "\xff\xd8\xff", "a JPEG image"},
	{0, "GIF87a", "a GIF image"},
	{0, "GIF89a", "a GIF image"},
	{0, "II*\x00", "a TIFF image"},
	{0, "MM\x00*", "a TIFF image"},
	{0, "\x00\x00\x01\x00", "an icon"},
	{8, "WEBPVP8", "a WebP image"},
	{8, "WAVEfmt ", "a WAV file"},
	{8, "AVI LIST", "an AVI film"},
	{0, "\x00\x00\x00\x14ftyp", "an MP4 file"},
	{0, "\x00\x00\x00\x18ftyp", "an MP4 file"},
	{0, "\x00\x00\x00\x1cftyp", "an MP4 file"},
	{0, "\x00\x00\x00\x20ftyp", "an MP4 file"},
	{0, "OggS\x00", "an Ogg file"},
	{0, "ID3\x02", "an MP3 file"},
	{0, "ID3\x03", "an MP3 file"},
	{0, "ID3\x04", "an MP3 file"},
	{0, "fLaC\x00", "a FLAC file"},
	{0, "\x1a\x45\xdf\xa3", "a Matroska or WebM film"},
	{0, "wOFF\x00\x01", "a WOFF font"},
	{0, "wOFFOTTO", "a WOFF font"},
	{0, "wOF2\x00\x01", "a WOFF2 font"},
	{0, "wOF2OTTO", "a WOFF2 font"},
	{0, "\x7fELF", "an ELF program"},
	{0, "\x00asm", "a WebAssembly program"},
	{0, "\xca\xfe\xba\xbe", "a Java class"},
}

// binaryFormat returns the name of the format whose signature a page has, or "".
func binaryFormat(raw []byte) string {
	for _, f := range binaryFormats {
		if len(raw) > f.offset && bytes.HasPrefix(raw[f.offset:], []byte(f.signature)) {
			return f.name
		}
	}
	return ""
}
