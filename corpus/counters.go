package corpus

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// Counters count what was read and what became of it. The same input gives the
// same counters in every run.
type Counters struct {
	Records  int64    `json:"records"`  // of the input: the sum of Outcomes
	Outcomes Outcomes `json:"outcomes"` // each record in exactly one
	Damage   Tally    `json:"damage"`   // pieces of damage by kind

	Rows      Tally `json:"rows"`      // records written, by method
	Status    Tally `json:"status"`    // responses by HTTP status
	Languages Tally `json:"languages"` // records written, by language
	Truncated Tally `json:"truncated"` // records written, by the reasons why they are not whole

	ArchiveBytes int64 `json:"archive_bytes"` // of records, unpacked
	PageBytes    int64 `json:"page_bytes"`    // of the pages that were cleaned
	TextBytes    int64 `json:"text_bytes"`    // of the texts that were written
}

// A Tally counts by name. In a Tally are at most maxNames names; what has
// another one is counted as "other".
type Tally map[string]int64

// maxNames is how many different names a Tally has, so that a hostile crawl
// cannot fill the memory with languages.
const maxNames = 1000

// Add adds n to the count of name, "unknown" if that is empty.
func (t *Tally) Add(name string, n int64) {
	if *t == nil {
		*t = Tally{}
	}
	if name == "" {
		name = "unknown"
	}
	if _, known := (*t)[name]; !known && len(*t) >= maxNames {
		name = "other"
	}
	(*t)[name] += n
}

// addAll adds the counts of another Tally, in the order of its names, so that
// the result does not depend on chance.
func (t *Tally) addAll(other Tally) {
	for _, name := range slices.Sorted(maps.Keys(other)) {
		t.Add(name, other[name])
	}
}

// Add adds other counters.
func (c *Counters) Add(other *Counters) {
	c.Records += other.Records
	for i, n := range other.Outcomes {
		c.Outcomes[i] += n
	}
	c.Damage.addAll(other.Damage)
	c.Rows.addAll(other.Rows)
	c.Status.addAll(other.Status)
	c.Languages.addAll(other.Languages)
	c.Truncated.addAll(other.Truncated)
	c.ArchiveBytes += other.ArchiveBytes
	c.PageBytes += other.PageBytes
	c.TextBytes += other.TextBytes
}

// count counts a record of the input.
func (c *Counters) count(o Outcome) {
	c.Records++
	c.Outcomes[o]++
}

// addStatus counts the status of a response; 0 is a response without one.
func (c *Counters) addStatus(status int) {
	if status == 0 {
		c.Status.Add("none", 1)
		return
	}
	c.Status.Add(strconv.Itoa(status), 1)
}

// Times say how long the stages worked, all goroutines together. Waiting is not
// counted; time for which the processor worked for others is.
type Times struct {
	Read  time.Duration `json:"read_ns"`  // unpack archives, find records, decode bodies
	Clean time.Duration `json:"clean_ns"` // methods, metadata, language, encoding of records
	Write time.Duration `json:"write_ns"` // duplicates, compression, files
}

// Add adds other times.
func (t *Times) Add(other Times) {
	t.Read += other.Read
	t.Clean += other.Clean
	t.Write += other.Write
}
