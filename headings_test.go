package justext_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/seed42075109/justext"
)

// blocks makes paragraphs of words such as "hs>n:40": h for a heading or i for
// an image or neither, the context-free class, after ">" the class if it is
// another, and after ":" the number of characters, 10 if there is none. The
// letters of the classes are those of sequence.
func blocks(words string) (paragraphs []justext.Paragraph) {
	for _, word := range strings.Fields(words) {
		p := justext.Paragraph{Chars: 10}
		kind, chars, ok := strings.Cut(word, ":")
		if ok {
			n, err := strconv.Atoi(chars)
			if err != nil {
				panic(err)
			}
			p.Chars = int32(n)
		}
		p.Heading, p.Image = kind[0] == 'h', kind[0] == 'i'
		if p.Heading || p.Image {
			kind = kind[1:]
		}
		p.ContextFree = classOf(kind[0])
		p.Class = classOf(kind[len(kind)-1])
		paragraphs = append(paragraphs, p)
	}
	return paragraphs
}

// A headingTest has paragraphs, in the notation of blocks, for one of the heading stages,
// and the classes that it should give them.
type headingTest struct {
	name, blocks, want string
	change             func(*justext.Config)
}

func checkHeadings(t *testing.T, stage func([]justext.Paragraph, justext.Config), becomes justext.Class, tests []headingTest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := justext.DefaultConfig()
			if test.change != nil {
				test.change(&config)
			}
			before, paragraphs := blocks(test.blocks), blocks(test.blocks)
			stage(paragraphs, config)
			if got := letters(paragraphs); got != test.want {
				t.Errorf("%s:\n got %s\nwant %s", test.blocks, got, test.want)
			}
			for i, p := range paragraphs {
				checkHeadingReason(t, test.blocks, i, before[i], p, becomes)
			}
		})
	}
}

// checkHeadingReason checks that nothing in a paragraph has changed but its class and
// reason, and these only together.
func checkHeadingReason(t *testing.T, input string, i int, before, p justext.Paragraph, becomes justext.Class) {
	t.Helper()
	want := before
	if p.Class != before.Class {
		want.Class, want.Reason = becomes, justext.HeadingBeforeGood
		if p.Image {
			want.Reason = justext.ImageBeforeGood
		}
	}
	if p != want {
		t.Errorf("%s: paragraph %d:\n got %+v\nwant %+v", input, i, p, want)
	}
}

func TestPreprocessHeadings(t *testing.T) {
	noHeadings := func(c *justext.Config) { c.NoHeadings = true }
	python302 := func(c *justext.Config) { c.Python302 = true }
	images := func(c *justext.Config) { c.Images = true }
	both := func(c *justext.Config) { c.Images, c.NoHeadings = true, true }
	checkHeadings(t, justext.PreprocessHeadings, justext.NearGood, []headingTest{
		{"right before good", "hs G", "n G", nil},
		{"nothing follows", "hs", "s", nil},
		{"no good follows", "hs s n B", "s s n B", nil},
		{"good only before", "G hs", "G s", nil},
		{"not a heading", "s G", "s G", nil},
		{"good, bad and near good headings stay", "hG hB hn G", "G B n G", nil},
		{"nothing at all", "", "", nil},

		{"distance 200", "hs s:200 G", "n s G", nil},
		{"distance 201", "hs s:201 G", "s s G", nil},
		{"distance 200 of several", "hs s:100 B:60 n:40 G", "n s B n G", nil},
		{"distance 201 of several", "hs s:100 B:60 n:41 G", "s s B n G", nil},
		{"the heading's own length does not count", "hs:5000 G", "n G", nil},
		{"nor does that of the good one", "hs G:5000", "n G", nil},
		{"to the nearest good", "hs s:200 G s:500 G", "n s G s G", nil},
		{"past one that is too far", "hs s:300 hs s:100 G", "s s n s G", nil},
		{"MaxHeadingDistance 0", "hs:9 hs:9 G", "s n G", func(c *justext.Config) { c.MaxHeadingDistance = 0 }},
		{"MaxHeadingDistance 0, empty between", "hs s:0 G", "n s G", func(c *justext.Config) { c.MaxHeadingDistance = 0 }},

		{"several in a row", "hs:60 hs:70 hs:80 G", "n n n G", nil},
		{"several in a row, the first too far", "hs:60 hs:70 hs:80 hs:60 G", "s n n n G", nil},
		{"headings of several texts", "hs s G hs s G B:201 hs B", "n s G n s G B s B", nil},

		{"NoHeadings", "hs G", "s G", noHeadings},
		{"Python302", "hs G", "s G", python302},

		{"an image without Images", "iB G", "B G", nil},
		{"an image", "iB G", "n G", images},
		{"an image at distance 200", "iB s:200 G", "n s G", images},
		{"an image at distance 201", "iB s:201 G", "B s G", images},
		{"an image after good", "G iB", "G B", images},
		{"bad but no image", "B G", "B G", images},
		{"images and headings", "hs iB G", "n n G", images},
		{"images without headings", "hs iB G", "s n G", both},
	})
}

func TestPostprocessHeadings(t *testing.T) {
	noHeadings := func(c *justext.Config) { c.NoHeadings = true }
	python302 := func(c *justext.Config) { c.Python302 = true }
	checkHeadings(t, justext.PostprocessHeadings, justext.Good, []headingTest{
		{"was short", "hs>B G", "G G", nil},
		{"was near good", "hn>B G", "G G", nil},
		{"was bad", "hB G", "B G", nil},
		{"was short and became near good before", "hs>B s>B G", "G B G", nil},
		{"not a heading", "s>B G", "B G", nil},
		{"good stays", "hs>G G", "G G", nil},
		{"nothing follows", "hs>B", "B", nil},
		{"good only before", "G hs>B", "G B", nil},
		{"nothing at all", "", "", nil},

		{"distance 200", "hs>B B:200 G", "G B G", nil},
		{"distance 201", "hs>B B:201 G", "B B G", nil},
		{"distance 201 of several", "hs>B B:100 B:100 B:1 G", "B B B B G", nil},
		{"the heading's own length does not count", "hs>B:5000 G", "G G", nil},
		{"to the nearest good", "hs>B B:200 G B:500 G", "G B G B G", nil},

		{"NoHeadings", "hs>B G", "B G", noHeadings},
		{"Python302 has this stage", "hs>B G", "G G", python302},

		// "The post-processing is not iterative, i.e. the header blocks
		// re-classified as GOOD do not affect the classification of any other
		// preceding header blocks." Their characters still count.
		{"in a row", "hs>B:60 hs>B:70 hs>B:70 G", "G G G G", nil},
		{"not iterative", "hs>B:10 hs>B:201 G", "B G G", nil},
		{"not iterative, by what lies between", "hs>B:10 B:150 hs>B:10 B:100 G", "B B G B G", nil},
		{"but one that was good before counts", "hs>B:10 B:150 hG:10 B:100 G", "G B G B G", nil},
	})
}

// TestHeadingStagesAgreeWithForwardSearch compares both stages with their
// description: from each heading, look ahead as far as the distance allows.
func TestHeadingStagesAgreeWithForwardSearch(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		config := justext.DefaultConfig()
		config.NoHeadings, config.Images = random.IntN(8) == 0, random.IntN(2) == 0
		config.MaxHeadingDistance = []int{0, 10, 50, 200}[random.IntN(4)]
		input := randomBlocks(random)

		got, want := blocks(input), blocks(input)
		justext.PreprocessHeadings(got, config)
		forwardSearch(want, config, justext.NearGood, func(p justext.Paragraph) bool {
			return p.Heading && p.Class == justext.Short && !config.NoHeadings || p.Image && p.Class == justext.Bad && config.Images
		})
		compareLetters(t, "pre-processing", config, input, got, want)

		got, want = blocks(input), blocks(input)
		justext.PostprocessHeadings(got, config)
		forwardSearch(want, config, justext.Good, func(p justext.Paragraph) bool {
			return p.Heading && p.Class == justext.Bad && p.ContextFree != justext.Bad && !config.NoHeadings
		})
		compareLetters(t, "post-processing", config, input, got, want)
	}
}

func randomBlocks(random *rand.Rand) string {
	words := make([]string, random.IntN(16))
	for i := range words {
		kind := []string{"", "h", "h", "i"}[random.IntN(4)]
		class := string("GBsn"[random.IntN(4)])
		if random.IntN(2) == 0 {
			class += ">" + string("GBsn"[random.IntN(4)])
		}
		words[i] = fmt.Sprintf("%s%s:%d", kind, class, random.IntN(5)*random.IntN(30))
	}
	return strings.Join(words, " ")
}

// forwardSearch gives a class to each of the paragraphs that are eligible and
// from which a Good one is reached within the distance. It looks at the
// classes from before the stage.
func forwardSearch(paragraphs []justext.Paragraph, config justext.Config, class justext.Class, eligible func(justext.Paragraph) bool) {
	before := append([]justext.Paragraph(nil), paragraphs...)
	for i := range paragraphs {
		if !eligible(before[i]) {
			continue
		}
		distance := 0
		for j := i + 1; j < len(before) && distance <= config.MaxHeadingDistance; j++ {
			if before[j].Class == justext.Good {
				paragraphs[i].Class = class
				break
			}
			distance += int(before[j].Chars)
		}
	}
}

func compareLetters(t *testing.T, stage string, config justext.Config, input string, got, want []justext.Paragraph) {
	t.Helper()
	if g, w := letters(got), letters(want); g != w {
		t.Fatalf("%s, distance %d, NoHeadings %v, Images %v:\n%s\n got %s\nwant %s",
			stage, config.MaxHeadingDistance, config.NoHeadings, config.Images, input, g, w)
	}
}

// TestHeadingsKeepWhatFollows goes through all stages after the first: the
// pre-processing keeps short paragraphs between a heading and its text.
func TestHeadingsKeepWhatFollows(t *testing.T) {
	tests := []struct {
		name, blocks, want string
		change             func(*justext.Config)
	}{
		{"heading, short, good", "B hs s G", "B G G G", nil},
		{"without pre-processing the short one is lost", "B hs s G", "B G B G", func(c *justext.Config) { c.Python302 = true }},
		{"without headings both", "B hs s G", "B B B G", func(c *justext.Config) { c.NoHeadings = true }},
		{"too far away", "B hs s:201 G", "B B B G", nil},
		{"an image between bad and good", "B iB G", "B B G", nil},
		{"an image with Images", "B iB G", "B G G", func(c *justext.Config) { c.Images = true }},
		{"an image whose text is too far away", "B iB s:201 G", "B B B G", func(c *justext.Config) { c.Images = true }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			config := justext.DefaultConfig()
			if test.change != nil {
				test.change(&config)
			}
			paragraphs := blocks(test.blocks)
			justext.PreprocessHeadings(paragraphs, config)
			justext.ClassifyContextSensitive(paragraphs)
			justext.PostprocessHeadings(paragraphs, config)
			if got := letters(paragraphs); got != test.want {
				t.Errorf("%s:\n got %s\nwant %s", test.blocks, got, test.want)
			}
		})
	}
}
