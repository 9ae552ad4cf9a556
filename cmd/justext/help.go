package main

// help fits a terminal of 80 columns and 24 lines.
const help = `Usage: justext [flags] [FILE|FOLDER|-]...
Print the main content of web pages: of standard input if no FILE is given.
Defaults are in parentheses; a flag without a value is off by default.
  -algo A,A             (justext), boilerpipe, victor; of several what any keeps
  -format F             (default), text, jsonl, markdown, html, tei, tree, meta;
         justext also: boilerplate, detailed, krdwrd; boilerpipe also: highlight
  -fields F,F, -urls FILE  fields of jsonl (all); lines of name, tab, address
  -links L              of markdown, html and tei: (inline), reference or none
  -title=false, -images=false, -tables=false, -comments=false  leave them out
  -o FILE, -d DIR       write to FILE (standard output); a file per page to DIR
  -f, -resume, -quiet   replace FILE; continue FILE; print no summary
  -encoding E, -enc-force  of pages that declare none (windows-1252); of all
  -enc-errors E         for invalid bytes: (replace), ignore or strict
  -max-bytes, -max-blocks, -max-elements N  limits (67108864, 1000000, 4000000)
  -s, -lang L, -lang-by-paragraph  (auto), English, en, a file of words, or None
  -length-low, -length-high, -max-heading-distance N  characters (70, 200, 200)
  -stopwords-low, -stopwords-high, -max-link-density N  shares (0.3, 0.32, 0.2)
  -no-headings, -no-headlines  treat headings as other text; treat h1 as h2
  -python, -fixed-headings  work as Python jusText 3.0.2; but fix its headings
  -extractor X, -as-written  boilerpipe's (article), canola ...; keep scripts
  -words-by-script, -noscript  count Chinese by characters; read noscript too
  -model FILE, -other P  of victor (built in); drop from probability P (best F1)
  -preset P, -include K,K, -exclude K,K  kinds of text for victor (model)
  -list-stoplists, -V, -version, -h, -help  print languages, version, help
`
