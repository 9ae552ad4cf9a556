package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"
)

const (
	doublings = 8
	// smallest is the size in bytes that is doubled. The real page is the largest
	// one of at most realFactor times this size, so that the last step is within
	// the limits of the library.
	smallest   = 32 << 10
	realFactor = 4
)

// A shape is a page of any length.
type shape struct {
	name string
	make func(step int) []byte // each step doubles the size of the page
}

// growth prints how the time grows with the size of a page.
func growth(w io.Writer, pages []page, _ options) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	methods, err := methods()
	if err != nil {
		return err
	}
	t := table{{"page", "MB", "ms", "MB/s", "× step before"}}
	for _, m := range methods {
		for _, s := range append(shapes(), realShape(pages)) {
			progress("growth: %s, %s", m.name, s.name)
			if t, err = growShape(t, m, s); err != nil {
				return err
			}
		}
	}
	fmt.Fprint(w, t)
	return nil
}

// growShape adds the rows for a shape, processed by a method.
func growShape(t table, m row, s shape) (table, error) {
	var last time.Duration
	for step := range doublings + 1 {
		html := s.make(step)
		spent, err := fastest(m.run, html)
		if err != nil {
			return t, fmt.Errorf("%s, %s of %d bytes: %w", m.name, s.name, len(html), err)
		}
		t = append(t, growthRow(m.name+": "+s.name, len(html), spent, last))
		last = spent
	}
	return t, nil
}

func growthRow(name string, n int, spent, last time.Duration) []string {
	step := ""
	if last > 0 {
		step = number(quotient(spent, last))
	}
	return []string{name, number(megabytes(n)), number(milliseconds(spent)), number(rate(n, spent)), step}
}

// fastest returns the shortest time of several runs, since noise only adds to it.
func fastest(run func([]byte) error, html []byte) (least time.Duration, err error) {
	const runs, atLeast = 3, 100 * time.Millisecond
	runtime.GC()
	for begin, n := time.Now(), 0; n < runs || time.Since(begin) < atLeast; n++ {
		start := time.Now()
		if err := run(html); err != nil {
			return 0, err
		}
		if spent := time.Since(start); n == 0 || spent < least {
			least = spent
		}
	}
	return least, nil
}

// shapes returns pages of the kinds that have made programs slow: many blocks for
// the neighbour searches of jusText, depth for trees, attributes for tokenizers.
func shapes() []shape {
	return []shape{
		synthetic("short blocks", "", func(i int) string { return fmt.Sprintf("<p>Item %d</p>\n", i) }, ""),
		synthetic("nested div", "", func(int) string { return "<div>a word " }, "</div>"),
		synthetic("unclosed p", "", func(int) string { return "<p>a paragraph that nothing ends " }, ""),
		synthetic("unclosed b", "", func(int) string { return "<b>it is bold, and <p>ever bolder " }, ""),
		synthetic("stray end tags", strings.Repeat("<div>", 500), func(int) string { return "text </i></span></p>" }, ""),
		synthetic("attributes of one tag", "<div ", func(i int) string { return fmt.Sprintf("a%d=\"value\" ", i) }, ">"),
	}
}

// synthetic returns a shape that consists of a beginning, as many parts as fit into
// its size, and an end. An end tag is repeated for each part.
func synthetic(name, begin string, part func(i int) string, end string) shape {
	return shape{name, func(step int) []byte {
		var b bytes.Buffer
		b.WriteString("<!DOCTYPE html><html><body>" + begin)
		parts := 0
		for size := smallest << step; b.Len()+parts*closing(end) < size; parts++ {
			b.WriteString(part(parts))
		}
		if closing(end) == 0 {
			parts = 1
		}
		b.WriteString(strings.Repeat(end, parts))
		return b.Bytes()
	}}
}

// closing returns the length of an end tag in bytes, and 0 for other ends, which
// come once.
func closing(end string) int {
	if strings.HasPrefix(end, "</") {
		return len(end)
	}
	return 0
}

// realShape returns a shape that repeats the body of a real page.
func realShape(pages []page) shape {
	var body []byte
	for _, p := range pages {
		if b := bodyOf(p.html); len(b) > len(body) && len(b) <= realFactor*smallest {
			body = b
		}
	}
	return shape{"a real page, repeated", func(step int) []byte {
		html := []byte("<!DOCTYPE html><html><body>")
		return append(html, bytes.Repeat(body, 1<<step)...)
	}}
}

// bodyOf returns what is between the tags of the body, or nil if one is missing.
func bodyOf(html []byte) []byte {
	lower := bytes.ToLower(html)
	begin := bytes.Index(lower, []byte("<body"))
	end := bytes.LastIndex(lower, []byte("</body"))
	if len(lower) != len(html) || begin < 0 || end < begin {
		return nil
	}
	tag := bytes.IndexByte(html[begin:end], '>')
	if tag < 0 {
		return nil
	}
	return html[begin+tag+1 : end]
}
