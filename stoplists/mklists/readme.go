package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

const readme = "README.md"

// replacePart puts text into README.md between the two comments that name the part.
func replacePart(name, text string) error {
	data, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	begin, end := "<!-- "+name+": written by mklists -->\n", "<!-- end of "+name+" -->"
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s: no part %s", readme, name)
	}
	return os.WriteFile(readme, []byte(before+begin+text+end+after), 0o644)
}

// languageTable is the table of all lists, in Markdown.
func languageTable(rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d languages.\n\n", len(rows))
	b.WriteString("| tag | name | jusText's name | words | coverage | words counted | source |\n|---|---|---|---:|---:|---:|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %.3f | %s | %s |\n",
			r.Tag, r.Name, r.JusText, thousands(r.Words), r.Coverage, corpusSize(r), r.Source)
	}
	b.WriteString("\n")
	return b.String()
}

// corpusSize is the number of words counted; the tables have this one number for wordfreq.
func corpusSize(r row) string {
	if r.tokens == 100_000_000 {
		return "over 100,000,000"
	}
	return thousands(r.tokens)
}

func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

// writeMissing names in README.md the languages of jusText that have no table.
func writeMissing(names map[string]string, s *shelf) error {
	var missing []string
	for code, name := range names {
		if s.table(code) == nil {
			missing = append(missing, fmt.Sprintf("%s (%s)", name, code))
		}
	}
	slices.Sort(missing)
	text := fmt.Sprintf("\n%d: %s.\n\n", len(missing), strings.Join(missing, ", "))
	return replacePart("missing", text)
}
