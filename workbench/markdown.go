package main

import "strings"

// cellEscapes replaces what would end a cell of a table in Markdown, or its row.
var cellEscapes = strings.NewReplacer("|", `\|`, "\r\n", " ", "\n", " ", "\r", " ")

// markdown returns a table in Markdown. The first row is the head. All columns
// but the first are aligned to the right.
func markdown(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("|")
		for _, cell := range row {
			b.WriteString(" " + cellEscapes.Replace(cell) + " |")
		}
		b.WriteByte('\n')
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|--:", max(len(row)-1, 0)) + "|\n")
		}
	}
	return b.String()
}
