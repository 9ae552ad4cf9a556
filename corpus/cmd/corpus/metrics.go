package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/seed42075109/justext/corpus"
)

// serveMetrics serves the progress of a job in the text format of Prometheus at
// /metrics of an address, if there is one. The function that it returns ends
// the service.
func serveMetrics(address string, job *corpus.Job) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		writeMetrics(w, job.Progress())
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(listener)
	return func() { server.Close() }, nil
}

// writeMetrics writes the progress as metrics.
func writeMetrics(w io.Writer, p corpus.Progress) {
	metric := func(name, kind, help string, value float64) {
		fmt.Fprintf(w, "# HELP corpus_%s %s\n# TYPE corpus_%s %s\ncorpus_%s %g\n", name, help, name, kind, name, value)
	}
	metric("inputs", "gauge", "Inputs of this run.", float64(p.Inputs))
	metric("inputs_finished", "gauge", "Inputs that are done, by earlier runs too.", float64(p.Finished))
	metric("inputs_failed_total", "counter", "Inputs that could not be read.", float64(p.Failed))
	metric("read_bytes_total", "counter", "Bytes of the inputs that were read.", float64(p.Read))
	metric("page_bytes_total", "counter", "Bytes of the pages that were cleaned.", float64(p.PageBytes))
	metric("rows_total", "counter", "Texts that were written.", float64(p.Rows))
	metric("damage_total", "counter", "Pieces of damage that were found.", float64(p.Damage))
	fmt.Fprint(w, "# HELP corpus_records_total Records of the inputs by what became of them.\n# TYPE corpus_records_total counter\n")
	for i := 1; i < len(p.Outcomes); i++ {
		fmt.Fprintf(w, "corpus_records_total{outcome=%q} %d\n", corpus.Outcome(i), p.Outcomes[i])
	}
	fmt.Fprint(w, "# HELP corpus_stage_seconds_total Time that the goroutines of a stage have worked.\n# TYPE corpus_stage_seconds_total counter\n")
	for _, stage := range []struct {
		name string
		took time.Duration
	}{{"read", p.Times.Read}, {"clean", p.Times.Clean}, {"write", p.Times.Write}} {
		fmt.Fprintf(w, "corpus_stage_seconds_total{stage=%q} %g\n", stage.name, stage.took.Seconds())
	}
}
