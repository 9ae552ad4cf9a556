package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed42075109/justext/victor"
)

// featuresCommand prints the table of features. If there are pages, it prints a
// line for each block instead, in the form of CRF++: the values of all features,
// and the label at the end.
func featuresCommand(args []string, out io.Writer) error {
	flags := newFlags("features", "[FILE...]")
	name := flags.String("template", "2007", "read pages as this `template` does: 2007, 2008, shipped, general, modern or the name of a file")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		rows := [][]string{{"feature", "values"}}
		for _, f := range victor.Features() {
			rows = append(rows, []string{f.Name, f.Values})
		}
		_, err := io.WriteString(out, markdown(rows))
		return err
	}
	template, err := findTemplate(*name)
	if err != nil {
		return err
	}
	for _, name := range flags.Args() {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		s := source{id: name, file: name, html: content, annotated: isAnnotated(content)}
		page, err := s.read(&template, new(contentLabels))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := writeValues(out, page); err != nil {
			return err
		}
	}
	return nil
}

func writeValues(out io.Writer, page *victor.Page) error {
	for i := range page.Len() {
		values := strings.Trim(fmt.Sprint(page.Values(i)), "[]")
		if _, err := fmt.Fprintf(out, "%d %s %s\n", i, values, page.Label(i)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(out)
	return err
}
