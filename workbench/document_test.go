package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// trainingGuide is the document whose commands TestTrainingGuide runs.
const trainingGuide = "../docs/train-your-own.md"

// consoleCommands returns the commands in the blocks of a document that are marked
// as console, without their prompt.
func consoleCommands(document string) (commands []string) {
	inConsole := false
	for line := range strings.Lines(document) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			inConsole = line == "```console"
		} else if command, ok := strings.CutPrefix(line, "$ "); ok && inConsole {
			commands = append(commands, command)
		}
	}
	return commands
}

// TestTrainingGuide runs the commands of docs/train-your-own.md as they are
// written, one after the other in one folder, on small pages. In place of the
// clone there is a link to this repository.
func TestTrainingGuide(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	repository, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for i := range 12 {
		name, page, _ := smallPage(i)
		writeFiles(t, folder, map[string]string{"pages/" + name + ".html": page})
	}
	_, page, _ := smallPage(20)
	writeFiles(t, folder, map[string]string{"new/page.html": page})
	writeGoldPages(t, filepath.Join(folder, "mine"), 6)
	writeGoldPages(t, filepath.Join(folder, "more"), 3)

	printed := make(map[string]string)
	for _, command := range consoleCommands(readFile(t, trainingGuide)) {
		if strings.HasPrefix(command, "git clone ") {
			if err := os.Symlink(repository, filepath.Join(folder, "justext")); err != nil {
				t.Skip(err)
			}
			continue
		}
		process := exec.Command(shell, "-c", command)
		process.Dir = folder
		out, err := process.CombinedOutput()
		if err != nil {
			t.Fatalf("$ %s\n%s%v", command, out, err)
		}
		printed[command] = string(out)
	}
	for command, want := range map[string]string{
		"./workbench crossval annotated":                            "| shipped: blocks F1 | words F1 |",
		"./workbench label -model my.model new/page.html":           "comes back at night.",
		"./workbench eval -model my.model corrected":                "| corrected | 1 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 |",
		"./workbench eval corrected":                                "| corrected | 1 | ",
		"./workbench crossval -folds 5 mine":                        "| 1 | 6 | ",
		"./workbench features":                                      "| token.alpha-abs | ",
		"./workbench train -o my.model annotated":                   "12 pages, ",
		"./workbench label -format spans -o annotated pages/*.html": "",
	} {
		if out, found := printed[command]; !found || !strings.Contains(out, want) {
			t.Errorf("$ %s\nwas run: %v, want %q in\n%s", command, found, want, out)
		}
	}
	for _, name := range []string{"curve.svg", "pages.tsv", "texts/annotated/aaa.txt"} {
		if readFile(t, filepath.Join(folder, name)) == "" {
			t.Errorf("%s is empty", name)
		}
	}
}

// TestTrainingGuideTemplate: the template in the document can be read.
func TestTrainingGuideTemplate(t *testing.T) {
	_, template, found := strings.Cut(readFile(t, trainingGuide), "```\nlabels ")
	template, _, closed := strings.Cut(template, "```")
	file := filepath.Join(t.TempDir(), "template.txt")
	writeFiles(t, filepath.Dir(file), map[string]string{"template.txt": "labels " + template})
	if parsed, err := findTemplate(file); !found || !closed || err != nil || len(parsed.Rows) != 3 {
		t.Errorf("found %v, %d rows, error %v", found && closed, len(parsed.Rows), err)
	}
}
