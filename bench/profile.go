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

// stages are the parts of the work, in order. The public functions do not
// separate reading from cutting: Segment is timed whole and Decode by itself.
var stages = []string{
	"read and decode", "scan and cut into paragraphs", "context-free classes", "headings before", "context", "headings after", "text of the result",
}

// profile prints where the time goes, on one core.
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
			continue // it warmed up
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
		[]string{"Extract and Text in one go", number(whole), number(100 * whole / sum)})
}

// profileRound returns the time of each stage over all pages, and that of all
// in one go.
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

// profilePage adds the times of a page's stages. buffer is used again for the
// next page, as Segment does with its own.
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
