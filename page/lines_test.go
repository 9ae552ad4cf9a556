package page_test

import (
	"slices"
	"testing"

	"github.com/seed42075109/justext/page"
)

func TestLines(t *testing.T) {
	blocks := []page.Block{
		{Text: "menu", NewLine: true},
		{Text: " One\n ", Keep: true, NewLine: true, Kind: page.Heading, Level: 2}, {Text: "line", Keep: true},
		{Text: " \n", Keep: true, NewLine: true},
		{Text: "left", Keep: true, NewLine: true}, {Text: "dropped"}, {Text: "right", Keep: true},
		{Text: "dropped", NewLine: true}, {Text: "its end", Keep: true},
		{Text: "dropped"}, {Text: "last", Keep: true, NewLine: true},
	}
	var got []string
	for line, block := range page.Lines(blocks) {
		got = append(got, block.Kind.String()+" "+line)
	}
	if want := []string{"heading One line", "text left right", "text its end", "text last"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for line := range page.Lines(blocks) {
		if line != "One line" {
			t.Errorf("%q", line)
		}
		break
	}
	for line := range page.Lines(nil) {
		t.Errorf("%q", line)
	}
}
