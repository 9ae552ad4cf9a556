package main

// help fits a terminal of 80 columns and 24 lines.
const help = `Usage: justext [flags] [FILE|FOLDER|-]...
Print the main content of web pages: of standard input if no FILE is given.
Defaults are in parentheses; a flag without a value is off by default.
  -algo A               method: (justext), boilerpipe or victor
  -format F             (default), text, jsonl; justext has boilerplate,
                        detailed and krdwrd too, boilerpipe html
  -fields F,F           fields of jsonl to print, such as title,text (all)
  -o FILE, -d DIR       write to FILE (standard output); a file per page to DIR
  -f, -resume, -quiet   replace FILE; continue FILE; print no summary
  -encoding E           encoding of pages that declare none (windows-1252)
  -enc-force            read all pages in that encoding
  -enc-errors E         for invalid bytes: (replace), ignore or strict
  -max-bytes, -max-blocks, -max-elements N  limits (67108864, 1000000, 4000000)
  -s, -lang L           language: (auto), English, en, a file of words, or None
  -lang-by-paragraph    find the language of each paragraph, with -s auto
  -length-low, -length-high, -max-heading-distance N  characters (70, 200, 200)
  -stopwords-low, -stopwords-high, -max-link-density N  shares (0.3, 0.32, 0.2)
  -no-headings, -no-headlines  treat headings as other text; treat h1 as h2
  -python, -fixed-headings  work as Python jusText 3.0.2; but fix its headings
  -extractor X          boilerpipe's (article), canola, everything=K ...
  -words-by-script, -noscript  count Chinese by characters; read noscript too
  -as-written           keep scripts, forms and frames in html
  -model FILE, -other P  of victor (built in); drop from probability P (best F1)
  -list-stoplists, -V, -version, -h, -help  print languages, version, help
`
