// Package warc reads and writes web archives: the files in which crawlers keep
// what they fetched.
//
// A [Reader] reads WARC 0.17 to 1.1, ARC 1 and 2, and WACZ. WARC and ARC files
// may be plain or compressed with gzip, bzip2, zstd or lz4, one member for each
// record or otherwise; a zstd file may begin with its dictionary. The format is
// told by the content and never by a file's name. A [Writer] writes WARC 1.1.
//
// # Reading
//
// Reading is sequential and needs no seeking. The legal order of calls is
//
//	NewReader ( Next ( Read )* [ Record.Close ] )* Reader.Close
//
// Next skips whatever the caller did not read of the record before. A record
// and its block are valid until the following call of Next; the strings of a
// record may be kept. No record is held in memory: a Reader needs at most about
// 3 MB, and what the decompression takes, however large the file, its records or
// the lengths that they declare. A header of more than 960 KiB, a frame of zstd
// with a window of more than 64 MiB and a dictionary of more than 16 MiB are
// damage.
//
// # Damage
//
// Archives are often damaged: a crawler was killed, a disk was full, a length
// is wrong. A Reader loses nothing that stands before the damage, says what is
// wrong and where, and goes on with the next record that it can find. Next
// reports each piece of damage once, as a *[Damage], in the order of the file.
// Only io.EOF and errors of the underlying reader end the reading.
//
// Every byte of the unpacked archive belongs either to exactly one record, as
// counted by Record.Size, or to exactly one Damage, as counted by
// Damage.Length. In the same way, each byte of a compressed file belongs either
// to a member that was unpacked to its end or to one Damage that is Packed.
//
// A record that declares too great a length swallows the records after it. The
// Reader notices when the record does not end where it should. It then goes
// back to the first record header within the block. In a compressed file, and
// in one that cannot seek, it can go back 64 and 512 KiB at most; but there a
// record also ends where a member begins with another one.
//
// A Reader is no validator. It accepts lines that end in LF only, fields
// without a date or a record identifier, unknown types and unknown fields
// without a word; it reports only what bears on where a record begins and ends
// or on what type it has.
package warc
