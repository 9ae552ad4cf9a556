package view

// Details are all that is known of how a method has judged a block.
type Details struct {
	Text   []Piece `json:"text"`
	Start  int32   `json:"start"` // in bytes of the UTF-8 text of the page
	End    int32   `json:"end"`
	Path   string  `json:"path"`
	Kept   bool    `json:"kept"`
	Reason string  `json:"reason"`

	Stages   []Stage   `json:"stages"`
	Numbers  []Number  `json:"numbers,omitempty"`
	Tree     []Step    `json:"tree,omitempty"`     // of the decision tree, from its root
	Labels   []Label   `json:"labels,omitempty"`   // with their probabilities
	Features []Feature `json:"features,omitempty"` // those that weighed most, the heaviest first
	Tags     []string  `json:"tags,omitempty"`     // what filters have labelled the block with
}

// A Piece is a part of a text that is marked or not: a stop word of justext.
type Piece struct {
	Text string `json:"t"`
	Mark bool   `json:"m,omitempty"`
}

// A Stage is what a stage has left of a block.
type Stage struct {
	Name    string `json:"name"`
	Class   string `json:"class"`
	Why     string `json:"why,omitempty"`
	Changed bool   `json:"changed,omitempty"` // by this stage
}

// A Number is a figure of a block and the thresholds that it is compared with.
type Number struct {
	Name    string      `json:"name"`
	Value   float64     `json:"value"`
	Max     float64     `json:"max"` // of the scale on which it is drawn
	Unit    string      `json:"unit,omitempty"`
	Marks   []Threshold `json:"marks,omitempty"`
	Verdict string      `json:"verdict,omitempty"`
}

// A Threshold is a value that a figure is compared with.
type Threshold struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// A Step is a condition on the path through a decision tree.
type Step struct {
	Condition string `json:"condition"`
	Holds     bool   `json:"holds"`
}

// A Label is a label with its probability.
type Label struct {
	Name        string  `json:"name"`
	Probability float64 `json:"probability"`
}

// A Feature is a feature that a block has, and how much it weighs for each label, in
// the order of Details.Labels.
type Feature struct {
	Name    string    `json:"name"`
	Weights []float64 `json:"weights"`
	Pull    float64   `json:"pull"` // toward content if positive, toward noise if negative
}
