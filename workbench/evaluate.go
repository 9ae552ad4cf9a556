package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed42075109/justext/victor"
)

// A cleaned is the text of a page in two forms, and its blocks if they were
// compared with labels.
type cleaned struct {
	text   string
	marked string           // with CleanEval's marks <p>, <h> and <l> before paragraphs, headings and list items
	blocks *confusionMatrix // nil if the blocks were not compared
}

// A cleaner takes the text out of a page.
type cleaner func(s *source) (cleaned, error)

// evalOptions are the flags of eval.
type evalOptions struct {
	config                     victor.Config
	conventions                *conventions
	with, model                string
	content                    *contentLabels
	rouge, cleaneval, snippets bool
	pages                      []string
}

func parseEval(args []string) (*evalOptions, error) {
	o := new(evalOptions)
	flags := newFlags("eval", "PAGES...")
	decision := decisionFlags(flags)
	o.conventions = conventionsFlag(flags)
	o.content = contentFlag(flags)
	flags.StringVar(&o.with, "with", "victor", "score the cleaner of this `name`, victor, justext or boilerpipe (its Article extractor), the union of several of these, separated by commas, or the texts ID.txt or COLLECTION/ID.txt in a folder")
	flags.StringVar(&o.model, "model", "", "use the model in this `file` for victor (default: the model that comes with package victor)")
	flags.BoolVar(&o.rouge, "rouge", false, "print ROUGE-LSum too; sentences are found by Punkt as trained for English")
	flags.BoolVar(&o.cleaneval, "cleaneval", false, "print the scores of CleanEval too; marks of paragraphs come from gold_kinds/ID.txt or stand in the text, else each line is a paragraph")
	flags.BoolVar(&o.snippets, "snippets", false, "instead, count the snippets of labels/ID.json that are in the text")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	o.pages = flags.Args()
	if len(*o.conventions) > 0 && o.with != "victor" {
		return nil, errors.New("-conventions needs -with victor")
	}
	var err error
	o.config, err = decision()
	return o, err
}

// evalCommand scores a cleaner, or texts that one has made before.
func evalCommand(args []string, out io.Writer) error {
	o, err := parseEval(args)
	if err != nil {
		return err
	}
	clean, err := o.cleaner()
	if err != nil {
		return err
	}
	sources, err := load(o.pages)
	if err != nil {
		return err
	}
	if err := o.content.check(sources); err != nil {
		return err
	}
	var table string
	if o.snippets {
		table, err = snippetTable(sources, clean)
	} else {
		table, err = o.scoreTable(sources, clean)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, table)
	return err
}

// cleaner returns the cleaner that the flag -with names.
func (o *evalOptions) cleaner() (cleaner, error) {
	switch {
	case o.with == "victor":
		return o.victorText()
	case o.with == "justext":
		return justextText, nil
	case o.with == "boilerpipe":
		return newBoilerpipe()
	case strings.Contains(o.with, ","):
		model, err := loadModel(o.model)
		if err != nil {
			return nil, err
		}
		return unionText(strings.Split(o.with, ","), model, o.config)
	}
	if info, err := os.Stat(o.with); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("-with %q: want victor, justext, boilerpipe, several of these, or a folder", o.with)
	}
	return folderText(o.with), nil
}

// victorText returns a cleaner that labels pages with a model. The blocks of an
// annotated page are compared with its annotation.
func (o *evalOptions) victorText() (cleaner, error) {
	model, err := loadModel(o.model)
	if err != nil {
		return nil, err
	}
	labellers, err := o.conventions.labellers(model, o.config)
	if err != nil {
		return nil, err
	}
	template := model.Template()
	return func(s *source) (cleaned, error) {
		x := labellers.of(s.collection)
		if !s.annotated {
			blocks, err := x.label(s.reader(), s.contentType())
			return cleanedBlocks(blocks), err
		}
		page, err := s.read(&template, o.content)
		if err != nil {
			return cleaned{}, err
		}
		blocks, err := x.labelPage(page)
		if err != nil {
			return cleaned{}, err
		}
		c := cleanedBlocks(blocks)
		c.blocks = compareBlocks(&template, page, blocks)
		return c, nil
	}, nil
}

// compareBlocks compares the labels of blocks with those that the page was given
// when it was read.
func compareBlocks(t *victor.Template, page *victor.Page, blocks []victor.Block) *confusionMatrix {
	c := new(confusionMatrix)
	for i := range blocks {
		c.add(t.Map(page.Label(i)), blocks[i].Label)
	}
	return c
}

// folderText returns a cleaner that reads texts which were made before. A missing
// text is empty.
func folderText(folder string) cleaner {
	return func(s *source) (cleaned, error) {
		for _, name := range []string{filepath.Join(folder, s.collection, s.id+".txt"), filepath.Join(folder, s.id+".txt")} {
			content, err := os.ReadFile(name)
			if !errors.Is(err, fs.ErrNotExist) {
				return withMarks(string(content)), err
			}
		}
		return cleaned{}, nil
	}
}

// withMarks makes each line of a text a paragraph, unless the text has CleanEval's
// marks already.
func withMarks(text string) cleaned {
	for _, mark := range [...]string{"<p>", "<h>", "<l>"} {
		if strings.Contains(text, mark) {
			return cleaned{text: text, marked: text}
		}
	}
	var marked strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			marked.WriteString("<p>" + line)
		}
	}
	return cleaned{text: text, marked: marked.String()}
}

// rightText returns the text that a page should give: its gold text or, if it has
// none, the text of the blocks that are labelled as content.
func (s *source) rightText(content *contentLabels) (cleaned, error) {
	switch {
	case s.hasGold && s.kinds == "":
		return withMarks(s.gold), nil
	case s.hasGold:
		return cleaned{text: s.gold, marked: markKinds(s.kinds)}, nil
	}
	template := victor.Template2007() // which has all labels
	page, err := s.read(&template, content)
	if err != nil {
		return cleaned{}, err
	}
	return labelledText(page), nil
}

// markKinds turns a gold text with the kinds of paragraphs, "p\tThe ferry …", into
// CleanEval's form.
func markKinds(kinds string) string {
	var marked strings.Builder
	for line := range strings.Lines(kinds) {
		if kind, text, found := strings.Cut(line, "\t"); found {
			marked.WriteString("<" + kind + ">" + text)
		}
	}
	return marked.String()
}
