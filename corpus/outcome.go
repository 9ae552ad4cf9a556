package corpus

import (
	"encoding/json"
	"fmt"

	"github.com/seed42075109/justext/corpus/payload"
)

// An Outcome says what became of a record of the input. Each record has exactly
// one. With several methods a page is Written if the text of any of them was;
// otherwise the outcome is that of the first method.
type Outcome uint8

// The outcomes.
const (
	Written Outcome = iota + 1 // at least one record was written

	// Records that are no pages, as package payload tells them apart.
	Revisit      // the body is that of an earlier record
	Conversion   // made from another record, such as the text in WET
	Request      // what the crawler sent
	Metadata     // about another record
	Warcinfo     // about the file
	DNS          // an answer of the domain name system
	Continuation // a later part of a record in segments
	UnknownType  // a record of no type or of an unknown one

	// Responses that are not taken.
	OtherStatus // a status that Filter.Status does not have, or none
	PlainText   // plain text, which Filter.MIME does not have
	OtherType   // another type that Filter.MIME does not have
	OtherURL    // an address that Filter.URL or Filter.NotURL leaves out

	// Pages that fail.
	BadMessage // a head or encodings beyond the limits
	NotHTML    // a file of another format that is said to be HTML
	Failed     // another error
	Deadline   // not cleaned within Config.Timeout
	Stuck      // as Deadline, and did not stop even then
	Panicked   // a method panicked

	// Pages that are left out.
	Empty          // no text was kept
	OtherLanguage  // a language that Filter.Languages does not have
	FewWords       // fewer words than Filter.MinWords
	LowShare       // a smaller share of the text kept than Filter.MinKept
	ExactDuplicate // the text of an earlier page
	NearDuplicate  // nearly the text of an earlier page

	outcomes
)

var outcomeNames = [outcomes]string{
	Written: "written", Revisit: "revisit", Conversion: "conversion", Request: "request", Metadata: "metadata",
	Warcinfo: "warcinfo", DNS: "dns", Continuation: "continuation", UnknownType: "unknown-type",
	OtherStatus: "other-status", PlainText: "plain-text", OtherType: "other-type", OtherURL: "other-url",
	BadMessage: "bad-message", NotHTML: "not-html", Failed: "failed", Deadline: "deadline", Stuck: "stuck",
	Panicked: "panicked", Empty: "empty", OtherLanguage: "other-language", FewWords: "few-words",
	LowShare: "low-share", ExactDuplicate: "exact-duplicate", NearDuplicate: "near-duplicate",
}

// String returns a short name such as "other-status".
func (o Outcome) String() string {
	if o == 0 || o >= outcomes {
		return fmt.Sprintf("Outcome(%d)", uint8(o))
	}
	return outcomeNames[o]
}

// IsFailure reports whether the page could not be cleaned.
func (o Outcome) IsFailure() bool { return o >= BadMessage && o <= Panicked }

// classOutcomes are the outcomes of records that are never pages.
var classOutcomes = map[payload.Class]Outcome{
	payload.Revisit: Revisit, payload.Conversion: Conversion, payload.Request: Request, payload.Metadata: Metadata,
	payload.Warcinfo: Warcinfo, payload.DNS: DNS, payload.Continuation: Continuation, payload.UnknownType: UnknownType,
}

// Outcomes counts records by their outcome. In JSON it is an object of those
// that are not 0, by name.
type Outcomes [outcomes]int64

// Total returns the number of records.
func (o *Outcomes) Total() (n int64) {
	for _, count := range o {
		n += count
	}
	return n
}

// MarshalJSON implements json.Marshaler.
func (o Outcomes) MarshalJSON() ([]byte, error) {
	counts := map[string]int64{}
	for i, n := range o {
		if n != 0 {
			counts[Outcome(i).String()] = n
		}
	}
	return json.Marshal(counts)
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *Outcomes) UnmarshalJSON(b []byte) error {
	var counts map[string]int64
	if err := json.Unmarshal(b, &counts); err != nil {
		return err
	}
	*o = Outcomes{}
	for i := Outcome(1); i < outcomes; i++ {
		o[i] = counts[i.String()]
		delete(counts, i.String())
	}
	for name := range counts {
		return fmt.Errorf("corpus: unknown outcome %.40q", name)
	}
	return nil
}

// AllOutcomes returns all outcomes.
func AllOutcomes() []Outcome {
	all := make([]Outcome, 0, outcomes-1)
	for o := Outcome(1); o < outcomes; o++ {
		all = append(all, o)
	}
	return all
}
