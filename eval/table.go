package eval

import "strings"

// cells escapes what would end a cell of a table in Markdown, or its row.
var cells = strings.NewReplacer("|", `\|`, "\r\n", " ", "\n", " ", "\r", " ")

// Markdown returns a table in Markdown: its first row is the head. All columns
// but the first are set to the right. A "|" in a cell is escaped, and an end of
// line becomes a space.
func Markdown(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("|")
		for _, cell := range row {
			b.WriteString(" " + cells.Replace(cell) + " |")
		}
		b.WriteByte('\n')
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|--:", max(len(row)-1, 0)) + "|\n")
		}
	}
	return b.String()
}
