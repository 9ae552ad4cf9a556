// Justext prints the main content of web pages, without menus, advertisements
// and other boilerplate. It takes the flags and has the formats of Python
// jusText's command:
//
//	justext page.html
//	justext -s cs -format jsonl -o pages.jsonl pages/
//
// Usage:
//
//	justext [flags] [FILE|FOLDER|-]...
//
// Flags may come before and after the files, with one dash or two; "--" ends
// them. -h or -help prints all of them with their defaults, -V or -version the
// version.
//
// # Files and folders
//
// A folder stands for the pages in it and in the folders below, in the order of
// their names. Pages are the regular files that end in .html, .htm, .xhtml or
// .shtml, in upper or lower case, also followed by .gz, and symbolic links to
// such files. Symbolic links to folders are not followed. A folder without pages
// is an error that says which files it has.
//
// A file that is named on the command line is a page whatever its name. "-" is
// standard input, and so is the absence of files. A page that is compressed by
// gzip is unpacked. A file that begins as another format, such as PDF, ZIP or
// WARC, is an error, and so is an address: fetch it, and give its page on
// standard input.
//
// All cores work, and the output has the order of the input. Only a few pages a
// core are in memory, however many there are, and of pages of 8 MiB and more only
// two.
//
// # Methods
//
// -algo justext is the default.
//
// -algo boilerpipe takes the text as boilerpipe 1.2.0 does. It has no language.
// -extractor says which of its extractors to use: article (the default),
// article-sentences, canola, default, largest-content, num-words-rules,
// everything, or everything=K for stretches of at least K words. With
// -words-by-script the words of Chinese, Japanese and other scripts without
// spaces are counted by their characters, as the thresholds of the extractors
// need it. With -noscript the text of noscript elements is read as well; some
// forums have all their text there.
//
// -algo victor labels blocks by a trained model, which is built in or is the file
// of -model. Blocks are kept so that the expected F1 of the page's words is
// largest. -other P drops instead each block that is boilerplate with a
// probability of P or more: a low P keeps what is certain, a high one nearly
// everything.
//
// The kinds of text to keep or to drop, whatever the model says, are a choice too.
// -preset article keeps the headline, subheadings, lists, tables, code, quotes and
// captions of the article, and drops bylines, comments of readers and links to other
// articles. -preset everything keeps bylines and comments of readers as well. -preset
// cleaneval follows the guidelines of the competition CleanEval. -preset model is the
// default: the model decides. -include and -exclude take kinds, separated by commas,
// and change the preset: headline, heading, text, list, table, code, quote, caption,
// byline, comment, related, navigation, legal, share and form. What is included is
// kept where it belongs to the article. The posts of a forum are text, not comments.
// docs/victor.md of this module says how each kind is told.
//
// Several methods with commas between them, as in -algo victor,justext, give the union:
// every word that any of them keeps, once and in the order of the page. The blocks are
// those of the first method, divided where another one keeps only a part. -format jsonl
// says of each block which methods keep it. Each method has its flags. The page is decoded
// once; time and memory are those of the methods together.
//
// # Language
//
// -s, or -lang, is the language of the pages for -algo justext. It is one of
//
//   - auto, the default: each page is taken in the language whose stop list fits
//     it best;
//   - a BCP 47 tag, an English name or Python jusText's name of a language;
//     -list-stoplists prints the three for every language;
//   - a file with a stop list in UTF-8, one word a line, which takes precedence
//     over a language with that name;
//   - None, for no stop list.
//
// With auto, -lang-by-paragraph looks for the language of each paragraph too, so
// that a page in two languages keeps both. It takes twice the time.
//
// # Thresholds
//
// -length-low and -length-high (70 and 200 code points), -stopwords-low and
// -stopwords-high (shares of 0.30 and 0.32), -max-link-density (a share of 0.2)
// and -max-heading-distance (200 code points) are the parameters of jusText. Some
// languages have other defaults, such as lengths of 25 and 70 for Chinese. A flag
// holds for every language; if only one of a low and a high threshold is given
// and they would cross, the other one is set to the same value. With -no-headings
// headings are treated as other text; with -no-headlines an h1 is treated as any
// other heading.
//
// -python cleans pages as Python jusText 3.0.2 does: with Python's own stop list
// as a file the output is the same. As shipped, Python's first pass over headings
// has no effect. -python with -fixed-headings makes it work as documented.
//
// # Formats
//
// -format default has the lines of the main content: "<p> text", for headings
// "<h> text". Where an extractor of boilerpipe puts a heading and the text after it
// into one block, the heading is "<p>" too. The characters &, < and > are character
// references. -format text has the text as it is. -format jsonl, tree and meta have a
// line of JSON for each page; see below.
//
// -format markdown, html and tei show the structure of the content as well:
// headings, lists, tables, code, quotes, figures, links, footnotes and formulas.
// markdown is CommonMark with the tables, strikethrough and footnotes of GitHub
// Flavored Markdown, html a document with the elements for these and nothing that
// runs, tei a document of TEI P5. docs/structure.md of this module says how they are
// made. -links says where links stand: inline, by reference at the end (in markdown
// only) or none. -images=false leaves out the images, -tables=false the data tables,
// -comments=false the comments of readers as far as ids or classes name them.
// -title=false leaves out the heading that repeats the title of the page, and in
// markdown and html makes other headings of level 1 ones of level 2.
//
// With text and markdown, if there may be several pages, each follows a line
// "==> name <==", and a blank line separates them. Pages in html, tei and highlight
// follow each other, each a document of its own; -d gives each a file.
//
// Only -algo justext has the other formats of Python: boilerplate has the
// paragraphs that are boilerplate as well, as "<b> text". detailed has all
// paragraphs, with class, context-free class, heading and XPath. krdwrd has a
// line for each text node: 3 for good text, 2 for a good heading, 1 for
// boilerplate, a tab, and the text. These and default are the same as Python's
// byte for byte, apart from control characters; pages follow each other without
// anything between.
//
// Only -algo boilerpipe has highlight: the whole page with its main content marked.
// It is inert: scripts, event handlers, forms, frames and the like are left out. With
// -as-written they are kept.
//
// No format but those of JSON has control characters other than tab and line feed:
// they are left out, or a space takes their place. JSON escapes them, and the line
// separators of Unicode too.
//
// # Addresses
//
// -urls FILE gives the addresses of the pages, so that links and images become
// absolute and metadata complete. Each line has the name of a page as the command
// prints it, a tab, and an address that begins with http:// or https://.
//
// # JSON Lines
//
// -format jsonl has an object for each page on a line of its own. Every method gives
//
//	file      name of the page
//	algo      justext, boilerpipe or victor; several with "+" between them
//	title     of the page
//	lang      BCP 47 tag, or "" if it is not known
//	encoding  that the page was read in
//	text      the main content, as -format text has it, without the last line feed
//	metadata  what the page says about itself
//	blocks    the blocks of the page, in order
//
// The object metadata has title, authors, date, date_text, modified,
// modified_text, site, lang, description, image, categories, tags, license, url and
// type, without those that the page does not say. Days are YYYY-MM-DD; date_text
// and modified_text are the times as found. authors, categories and tags are
// lists. docs/metadata.md of this module says where they are looked for. lang is the
// language of the text if justext, as the only method, has found it. -format meta prints these
// fields alone, after file, with every method.
//
// -format tree has file, algo and tree: title, lang and the children of the tree,
// each with kind, start, end and what else its kind has.
//
// and of each block keep, kind (text, heading, list, table, code, quote,
// caption, image, form; where victor is the first method also headline, byline, comment, related,
// navigation, legal, share), text, new_line (a line begins with the block; otherwise
// it goes on in the line of the block before), start and end (its bytes in the
// page in UTF-8), and level (of headings, 1 to 6). After these stand the fields
// of the method:
//
//   - justext: lang_by (what decided the language: script, words or attribute),
//     lang_margin (how clearly, in bits) and paths_cut; for blocks lang (if it is
//     not the page's), class, cf_class, reason, heading, xpath, dom_path, words,
//     stopwords, link_chars and tags;
//   - boilerpipe: extractor; for blocks labels, words, anchor_words,
//     wrapped_words, wrapped_lines, text_density, link_density, offset_start,
//     offset_end, tag_level, heading and list_item;
//   - victor: labels, and types (the probability of each type that the page may
//     have: article, forum, product, collection, listing, documentation, service;
//     empty if it has no blocks); for blocks label and marginals (the probability of
//     each of labels);
//   - several methods: for blocks kept_by (the methods that keep the block) and no
//     fields of the methods.
//
// For example, -format jsonl -fields blocks.keep,blocks.reason,blocks.text tells why
// each paragraph of a page was kept or dropped.
//
// A page that failed has error as its last field, and only file besides if it
// gave nothing. -fields selects fields, separated by commas: "title,text" or
// "text,blocks.keep,blocks.text". file and error are always there. Without metadata
// and blocks the command is faster. In a file name that is not UTF-8, the bytes that
// are not, and "%", are percent-encoded, and so is a name that looks like the result
// of that, so that no two files have the same name.
//
// The paths of a page, in jsonl and detailed, have at most 1 MiB together, or 16
// times the bytes of the page if that is more. The paragraphs after that have ""
// for a path, and paths_cut or a message says so. Of 2,512 real pages none has a
// fifth of that.
//
// # Output
//
// -o writes to a file. It does not replace a file with content unless -f is
// given, and never one that the command reads. The output is never read as a page,
// also where it is standard output that goes to a file in a folder of pages.
//
// -d writes a file for each page to a folder, under the path of the page with .txt,
// .json, .md, .html or .xml added; existing files are kept unless -f is given. A file
// that cannot be written to its end, as on a full disk, is removed; the last one of a
// run that was killed may be cut. Command lines with which two pages would have the
// same file, or a file would take the place of a page, are refused.
//
// -resume continues a file of -format jsonl, tree or meta that a run has left
// unfinished: pages that are in it are skipped, also those that failed, and a last
// line that was cut is written anew. The flags must be those of the first run. To
// make sure, the first lines of the file are compared with what the command writes
// of these pages now, unless they have changed since.
//
// On a terminal a line of progress is shown. After a run over several pages a
// line on standard error tells how many there were, how many failed, were without
// text or without language, and for how many the language is a guess: the lang
// attribute decided, or the words did with a margin below 1 bit. -quiet leaves
// out both.
//
// # Encodings and limits
//
// -encoding is for pages that neither declare an encoding nor are valid UTF-8;
// the default is windows-1252, with -python utf-8. With -enc-force all pages are
// read in it. -enc-errors says what becomes of bytes that the encoding does not
// have: replace makes them U+FFFD, ignore leaves them out, with strict the page
// fails.
//
// -max-bytes (67108864), -max-blocks (1000000) and -max-elements (4000000; with
// -format markdown, html, tei and tree 1000000) limit a page; 0 is for no limit. One tag or comment may have half of -max-bytes. A
// page that exceeds a limit fails; what comes before is printed.
//
// # Errors and exit status
//
// A page, file or folder that fails is reported, in jsonl, tree and meta in its
// line and otherwise on standard error, and the others go on. So is a page whose
// file of -d cannot be written, always on standard error. The exit status is
//
//	0    all went well
//	1    a page failed, or the output could not be written
//	2    the command line is wrong; the output was not touched
//	130  interrupted (SIGINT)
//	141  the reader of the output has closed it
//	143  terminated (SIGTERM)
//
// After SIGINT and SIGTERM the page that is being written is completed, so that
// no line is cut; a second signal ends the command at once.
package main
