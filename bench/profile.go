package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/seed42075109/justext"
)

// stages are the parts of the work, in order. No public function cuts a page into
// paragraphs without reading it, so that Segment is timed as a whole and Decode by
// itself.
var stages = []string{
	"read and decode", "scan and cut into paragraphs", "context-free classes", "heading pre-processing", "context-sensitive classes", "heading post-processing", "text of the result",
}

// profile prints the share of each stage in the time on one core.
func profile(w io.Writer, pages []page, o options) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	x, err := justext.New("en", justext.DefaultConfig())
	if err != nil {
		return err
	}
	rounds := make([][]float64, len(stages)) // milliseconds, by stage and round
	var whole []float64
	for round := range o.rounds + 1 {
		spent, total, err := profileRound(x, pages)
		if err != nil {
			return err
		}
		if round == 0 {
			continue // to warm up
		}
		for stage, d := range spent {
			rounds[stage] = append(rounds[stage], milliseconds(d))
		}
		whole = append(whole, milliseconds(total))
	}
	fmt.Fprint(w, profileTable(rounds, median(whole)))
	return nil
}

func profileTable(rounds [][]float64, whole float64) table {
	var sum float64
	for _, stage := range rounds {
		sum += median(stage)
	}
	t := table{{"stage, all pages, one core", "ms", "share, %"}}
	for i, stage := range rounds {
		t = append(t, []string{stages[i], number(median(stage)), number(100 * median(stage) / sum)})
	}
	return append(t,
		[]string{"sum", number(sum), number(100)},
		[]string{"Extract and Text together", number(whole), number(100 * whole / sum)})
}

// profileRound returns the time of each stage over all pages, and the time of all
// stages together.
func profileRound(x *justext.Extractor, pages []page) (spent []time.Duration, whole time.Duration, err error) {
	runtime.GC()
	spent = make([]time.Duration, len(stages))
	var buffer bytes.Buffer
	for _, p := range pages {
		if err := profilePage(x, p.html, &buffer, spent); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	runtime.GC()
	start := time.Now()
	for _, p := range pages {
		paragraphs, err := x.Extract(bytes.NewReader(p.html))
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", p.name, err)
		}
		_ = justext.Text(paragraphs)
	}
	return spent, time.Since(start), nil
}

// profilePage adds the times of the stages for a page. The buffer is reused for the
// next page, as Segment reuses its own.
func profilePage(x *justext.Extractor, html []byte, buffer *bytes.Buffer, spent []time.Duration) error {
	config := x.Config()
	clock := time.Now()
	lap := func() time.Duration {
		last := clock
		clock = time.Now()
		return clock.Sub(last)
	}

	buffer.Reset()
	if _, err := buffer.ReadFrom(bytes.NewReader(html)); err != nil {
		return err
	}
	if _, _, err := x.Decode(buffer.Bytes(), ""); err != nil {
		return err
	}
	decode := lap()
	document, err := x.Segment(context.Background(), bytes.NewReader(html), "")
	paragraphs := document.Paragraphs
	segment := lap()
	spent[0] += decode
	spent[1] += segment - decode

	justext.ClassifyContextFree(paragraphs, config)
	spent[2] += lap()
	justext.PreprocessHeadings(paragraphs, config)
	spent[3] += lap()
	justext.ClassifyContextSensitive(paragraphs)
	spent[4] += lap()
	justext.PostprocessHeadings(paragraphs, config)
	spent[5] += lap()
	_ = justext.Text(paragraphs)
	spent[6] += lap()
	return err
}
