package conformance_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	root   = "../.." // the folder of the module
	module = "github.com/seed42075109/justext"
	xNet   = "golang.org/x/net"
	xText  = "golang.org/x/text"
)

// An importRule says which packages the package in a folder may import, apart from
// its tests. Packages of this module are named by their folders, others by their
// modules. The standard library is allowed except for what refused lists.
type importRule struct {
	folder  string
	may     []string
	refused []string
}

// importRules has a rule for every package. The methods do not import each other,
// the CRF knows no HTML, the measures know no method, and golang.org/x/net is known only
// to the package that decodes character references and to those that read trees.
var importRules = []importRule{
	{folder: "page", refused: []string{"net/http"}},
	{folder: ".", may: []string{"page", "internal/ascii", "internal/context", "internal/eight", "internal/input", "internal/langtag", "internal/room", "internal/scan", "internal/space", "internal/tags", "internal/tree", "stoplists", xNet, xText}, refused: []string{"net/http"}},
	{folder: "internal/ascii"},
	{folder: "internal/context"},
	{folder: "internal/eight"},
	{folder: "internal/langtag", may: []string{xText}, refused: []string{"net/http"}},
	{folder: "internal/room"},
	{folder: "internal/modelfile"},
	{folder: "internal/scripts"},
	{folder: "internal/space", may: []string{"internal/eight"}},
	{folder: "internal/tags", may: []string{"internal/ascii", "internal/eight", "internal/markup"}, refused: []string{"net/http"}},
	{folder: "internal/markup", may: []string{"internal/ascii"}, refused: []string{"net/http"}},
	{folder: "internal/refs", may: []string{"internal/ascii", xNet}, refused: []string{"net/http"}},
	{folder: "internal/input", may: []string{"page", "internal/ascii", "internal/eight", "internal/markup", xText}, refused: []string{"net/http"}},
	{folder: "internal/scan", may: []string{"page", "internal/ascii", "internal/markup", "internal/refs", "internal/tags"}, refused: []string{"net/http"}},
	{folder: "internal/neko", may: []string{"page", "internal/ascii", "internal/markup", "internal/refs", "internal/tags"}, refused: []string{"net/http"}},
	{folder: "internal/tree", may: []string{"page", "internal/ascii", "internal/markup", "internal/tags", xNet}, refused: []string{"net/http"}},
	{folder: "stoplists", may: []string{"internal/eight", "internal/scripts", xText}, refused: []string{"net/http"}},
	{folder: "stoplists/mkfold", may: []string{xText}, refused: []string{"net/http"}},
	{folder: "stoplists/mklist", may: []string{"stoplists"}, refused: []string{"net/http"}},
	{folder: "stoplists/mklists", may: []string{"stoplists", xText}},
	{folder: "boilerpipe", may: []string{"page", "internal/ascii", "internal/input", "internal/langtag", "internal/neko", "internal/room", "internal/scan", "internal/scripts", "internal/space", "internal/tags", "internal/tree", xNet, xText}, refused: []string{"net/http"}},
	{folder: "victor", may: []string{"page", "internal/ascii", "internal/context", "internal/eight", "internal/input", "internal/langtag", "internal/markup", "internal/modelfile", "internal/room", "internal/scan", "internal/scripts", "internal/space", "internal/tags", "internal/tree", "victor/crf", "victor/langid", "victor/trees", xNet, xText}, refused: []string{"net/http"}},
	{folder: "victor/crf", may: []string{"internal/modelfile"}, refused: []string{"net/http"}},
	{folder: "victor/trees", may: []string{"internal/modelfile"}, refused: []string{"net/http"}},
	{folder: "victor/langid", refused: []string{"net/http"}},
	{folder: "union", may: []string{"page", "internal/input"}, refused: []string{"net/http"}},
	{folder: "metadata", may: []string{"page", "internal/ascii", "internal/eight", "internal/input", "internal/langtag", "internal/markup", "internal/refs", "internal/room", "internal/space", "internal/tags"}, refused: []string{"net/http"}},
	{folder: "metadata/mkmonths", may: []string{xText}, refused: []string{"net/http"}},
	{folder: "render", may: []string{"page", "internal/ascii", "internal/eight", "internal/markup", "internal/refs", "internal/room", "internal/scan", "internal/space", "internal/tags"}, refused: []string{"net/http"}},
	{folder: "render/internal/methods", may: []string{".", "page", "boilerpipe", "victor"}}, // tests only
	{folder: "eval", may: []string{"page", "internal/scripts", "internal/space", xText}, refused: []string{"net/http"}},
	{folder: "internal/conformance"},                  // tests only
	{folder: "internal/hostile", may: []string{xNet}}, // tests only
	{folder: "internal/refdata"},
	{folder: "internal/picture", may: []string{".", "page", "victor"}},
	{folder: "cmd/justext", may: []string{".", "page", "stoplists", "boilerpipe", "victor", "victor/crf", "eval", "render", "metadata", "union"}},
}

// TestImports checks the table above against every package of the module.
func TestImports(t *testing.T) {
	t.Chdir(root)
	found := packageFolders(t)
	for _, folder := range found {
		if !slices.ContainsFunc(importRules, func(r importRule) bool { return r.folder == folder }) {
			t.Errorf("package %s has no line in importRules: say there what it may import", folder)
		}
	}
	for _, rule := range importRules {
		if !slices.Contains(found, rule.folder) {
			t.Errorf("package %s of importRules does not exist", rule.folder)
			continue
		}
		for _, file := range goFiles(t, rule.folder) {
			for _, imported := range importsOf(t, file) {
				if slices.Contains(rule.refused, imported) || !isStandard(imported) && !slices.Contains(rule.may, importName(imported)) {
					t.Errorf("%s imports %q; package %s may import only the standard library without %q, and %q",
						file, imported, rule.folder, rule.refused, rule.may)
				}
			}
		}
	}
}

// TestImportsOfTests: tests may use packages of the module and the two modules
// that it requires, and no third.
func TestImportsOfTests(t *testing.T) {
	t.Chdir(root)
	for _, folder := range packageFolders(t) {
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			for _, imported := range importsOf(t, file) {
				name := importName(imported)
				if !isStandard(imported) && name != xNet && name != xText && !strings.HasPrefix(imported+"/", module+"/") {
					t.Errorf("%s imports %q: tests may import no third module", file, imported)
				}
			}
		}
	}
}

var requirement = regexp.MustCompile(`(?m)^(?:require)?\s+(\S+) v\S+`)

// TestRequirements reads the text of go.mod: two requirements, nothing
// replaced.
func TestRequirements(t *testing.T) {
	t.Chdir(root)
	content, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, match := range requirement.FindAllStringSubmatch(string(content), -1) {
		got = append(got, match[1])
	}
	slices.Sort(got)
	if want := []string{xNet, xText}; !slices.Equal(got, want) {
		t.Errorf("go.mod requires %q, want %q", got, want)
	}
	for _, line := range strings.Split(string(content), "\n") {
		switch first, _, _ := strings.Cut(strings.TrimSpace(line), " "); first {
		case "replace", "exclude", "retract":
			t.Errorf("go.mod has %q", line)
		case "module":
			if line != "module "+module {
				t.Errorf("go.mod has %q, want module %s", line, module)
			}
		}
	}
	if _, err := os.Stat("go.work"); err == nil {
		t.Error("there is a go.work")
	}
}

// packageFolders returns the folders of the module that have Go files. Folders
// with a go.mod are modules of their own.
func packageFolders(t *testing.T) (folders []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipFolder(name, entry.Name())
		}
		folder := filepath.ToSlash(filepath.Dir(name))
		if strings.HasSuffix(name, ".go") && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

// skipFolder skips what the go command does not look into.
func skipFolder(name, base string) error {
	if name == "." {
		return nil
	}
	if base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return fs.SkipDir
	}
	if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

// goFiles returns the Go files of a folder that are no tests, whatever their
// build constraints.
func goFiles(t *testing.T, folder string) (files []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(filepath.FromSlash(folder), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		if !strings.HasSuffix(file, "_test.go") {
			files = append(files, file)
		}
	}
	return files
}

func importsOf(t *testing.T, file string) (paths []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, imported)
	}
	return paths
}

// isStandard reports whether a package is of the standard library: its path
// begins without a dot.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

// importName returns what importRules call a package: the folder of one of
// this module, the module of one of golang.org/x, else the path.
func importName(imported string) string {
	if imported == module {
		return "."
	}
	if folder, ok := strings.CutPrefix(imported, module+"/"); ok {
		return folder
	}
	if parts := strings.Split(imported, "/"); len(parts) > 2 && parts[0] == "golang.org" {
		return path.Join(parts[:3]...)
	}
	return imported
}
