package main

// help fits a terminal of 80 columns and 24 lines.
const help = `Usage: justext [flags] [FILE|FOLDER|-]...
Prints the main content of web pages: of standard input if there is no FILE. In a
FOLDER it reads .html .htm .xhtml .shtml, also with .gz. Defaults in parentheses.
  -algo A                 (justext), boilerpipe or victor
  -format F               (default), text, jsonl, or boilerplate, detailed, krdwrd
                          of justext, or html of boilerpipe
  -fields F,F             fields of jsonl (all), such as title,text,blocks.keep
  -o FILE, -f, -resume    output (standard output); replace or continue the FILE
  -d DIR                  write a file for each page to DIR
  -quiet                  print no progress and no summary
  -encoding E, -enc-force of pages that declare none (windows-1252); of all pages
  -enc-errors E           invalid bytes: (replace), ignore or strict, which fails
  -max-bytes, -max-blocks, -max-elements N  a page's (67108864, 1000000, 4000000)
  -s, -lang L             language (auto), as English or pt-BR; a list file; None
  -lang-by-paragraph      with auto, find the language of each paragraph (off)
  -length-low, -length-high, -max-heading-distance N  characters (70, 200, 200)
  -stopwords-low, -stopwords-high, -max-link-density N  shares (0.30, 0.32, 0.2)
  -no-headings, -no-headlines  headings are as other text; h1 is as h2 (off)
  -python, -fixed-headings  as Python jusText 3.0.2; but mend its headings (off)
  -extractor X            of boilerpipe: (article), canola, default, everything …
  -words-by-script        count words of Chinese and the like by letters (off)
  -model FILE, -other P   victor's model (built in); noise from probability P (0.5)
  -list-stoplists, -V, -version, -h, -help  print languages, version, this help
`
