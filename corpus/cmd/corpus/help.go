package main

const help = `corpus makes text corpora of web archives (WARC, ARC, WACZ).

  corpus run    find the main content of the pages in archives and write it
  corpus stat   count what is in archives
  corpus check  look for damage in archives, or verify the output of a run
  corpus pack   put a folder of pages into an archive

corpus SUBCOMMAND -h explains the flags and gives examples.
`

const runHelp = `corpus run [flags] FILE|FOLDER|-...

Reads web archives, finds the main content of each page and writes it. The files
may be WARC 0.17 to 1.1, ARC or WACZ, plain or compressed with gzip, bzip2, zstd
or lz4. A folder stands for the archives and the HTML pages in it, and - for
standard input.

Each input gets one output file in the folder that -o names. A run that was
killed goes on where it stopped if you start it again with the same flags; the
output is the same, byte for byte, as that of a run that was not killed.

Examples:
  corpus run -o out/ crawl/*.warc.gz
  corpus run -o out/ -format parquet -algo victor -languages de,en -min-words 50 crawl/*.warc.gz
  corpus run -o out/ -list paths.txt -shard 3/16 -quiet -report report-3.json
  curl -s https://example.org/a.warc.gz | corpus run -o - - > a.jsonl

Input:
  -list FILE         read paths from FILE, one a line; - is standard input
  -shard I/N         take the I-th of every N inputs, for N machines or jobs

Text:
  -algo NAMES        victor (default), justext, boilerpipe; several with commas
                     give a record each
  -union             one record for each page: what any method of -algo keeps
  -lang TAG          language of the pages, for justext (default auto)
  -markdown          text as Markdown, with headings, lists, tables and links
  -metadata          authors, dates, site and more of each page

Which pages:
  -languages TAGS    only texts in these languages, such as en,pt-BR
  -min-words N       only texts of at least N words
  -min-kept SHARE    only pages of whose text at least SHARE is kept, from 0 to 1
  -url REGEXP        only addresses that match
  -not-url REGEXP    no addresses that match
  -mime TYPES        only these types (default text/html,application/xhtml+xml);
                     with text/plain, plain text and WET are taken as they are
  -status CODES      only these HTTP statuses (default 200)
  -exact             leave out pages whose text an earlier page of the run has
  -near              the same for texts that are nearly equal

Output:
  -o FOLDER          where the output goes; - is standard output
  -format NAME       jsonl (default), vertical or txt, each also with .gz or .zst;
                     parquet; wet or wet.gz
  -row-group BYTES   size of the row groups of Parquet (default 16777216)

Limits:
  -max-body BYTES    cut longer pages (default 8388608)
  -timeout DURATION  time for one page (default 10s)
  -workers N         pages that are cleaned at once (default: the processors)
  -files N           inputs that are read at once (default: the processors)

Reports:
  -quiet             log errors alone, and show no progress
  -report FILE       write a report as JSON
  -metrics ADDRESS   serve metrics for Prometheus at ADDRESS, such as :9090

The exit status is 0 if all inputs were read and written whole, 1 if an input is
damaged, could not be read, or the output not written, 2 for a wrong command line
and 130 after a signal. Pages that cannot be cleaned are counted in the report
and do not change the status.
`

const statHelp = `corpus stat [-json] FILE|-...

Counts the records of web archives: by what they hold, by HTTP status and by
type, with the damage. With -json each file is one JSON object on a line.

Example:
  corpus stat crawl/*.warc.gz

The exit status is 1 if a file is damaged or cannot be read.
`

const checkHelp = `corpus check FILE|FOLDER|-...

Looks for damage in web archives and prints one line for each piece of it: the
file, the offset in bytes, and what is wrong. If FOLDER is the output of "corpus
run", it verifies that every output file has the checksum and the counters that
its note states.

Examples:
  corpus check crawl/*.warc.gz
  corpus check out/

The exit status is 1 if anything is wrong.
`

const packHelp = `corpus pack -o FILE FOLDER|PAGE...

Writes the pages in folders (.html, .htm, .xhtml, .shtml, also with .gz) to a web
archive of resource records. The date of a record is that of the file. The name
of FILE says how it is compressed: .warc, .warc.gz or .warc.zst.

Flags:
  -o FILE    the archive; it is replaced if it exists
  -base URL  the addresses of the pages are URL and the path in the folder;
             otherwise they are file: URLs

Example:
  corpus pack -o site.warc.gz -base https://example.org/ site/
`
