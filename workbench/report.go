package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/seed42075109/justext/workbench/serve/view"
)

// writeReport writes the pages with colours and reasons to a file that needs nothing
// else.
func (o *serveOptions) writeReport(store *view.Store) (err error) {
	var methods []view.Method
	for name := range strings.SplitSeq(o.with, ",") {
		methods = append(methods, view.Method{Name: strings.TrimSpace(name)})
	}
	report, err := store.Report(methods)
	if err != nil {
		return fmt.Errorf("-report: %w", err)
	}
	return os.WriteFile(o.report, report, 0o666)
}
