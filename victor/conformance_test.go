package victor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed42075109/justext/internal/refdata"
)

// shared has the pages and the reference outputs, which lie beside the project;
// the tests skip where they are missing.
const shared = "../../shared"

// archive is where the collection of that name is.
func archive(name string) string { return filepath.Join(shared, "bench", name+".tar.gz") }

// annotatedPages are Victor's 51 pages in native span form, by name.
func annotatedPages(t testing.TB) (pages [][]byte) {
	files := refdata.Archive(t, archive("victor-cleaneval-dev"))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "anno/") && strings.HasSuffix(name, ".anno") {
			pages = append(pages, files[name])
		}
	}
	return pages
}

// TestConformanceCounts compares how often each feature has each value.
func TestConformanceCounts(t *testing.T) {
	want, err := os.ReadFile(filepath.Join(shared, "conformance/victor-feature-counts.txt"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]map[int32]int, len(features))
	for i := range counts {
		counts[i] = make(map[int32]int)
	}
	blocks, alts := 0, 0
	var p layout
	for _, source := range annotatedPages(t) {
		if err := p.read(context.Background(), source, format{annotated: true, images: true}); err != nil {
			t.Fatal(err)
		}
		blocks += len(p.blocks)
		for i := range p.blocks {
			if p.blocks[i].inside&inImg != 0 {
				alts++
			}
			for f := range features {
				counts[f][features[f].of(&p, &p.blocks[i])]++
			}
		}
	}
	if blocks != 12079 {
		t.Errorf("%d blocks, want 12079", blocks)
	}
	got := []string{fmt.Sprintf("alt %d", alts)}
	for f := range features {
		got = append(got, features[f].name+" "+countsText(counts[f]))
	}
	slices.Sort(got)
	wants := strings.Split(strings.TrimSpace(string(want)), "\n")
	for i := range max(len(got), len(wants)) {
		if i >= len(got) || i >= len(wants) || got[i] != wants[i] {
			t.Errorf("got  %s\nwant %s", got[min(i, len(got)-1)], wants[min(i, len(wants)-1)])
		}
	}
}

func countsText(counts map[int32]int) string {
	var parts []string
	for _, v := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d: %d", v, counts[v]))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
