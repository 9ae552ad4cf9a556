package victor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/refdata"
)

// shared is the folder, beside the project, of pages and of what the originals make of them. Tests
// that need it are skipped if it is missing.
const shared = "../../shared"

// archive returns the file of a collection.
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
	counts := make([]map[int32]int, len(blockFeatures))
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
			for f := range blockFeatures {
				counts[f][blockFeatures[f].of(&p, &p.blocks[i])]++
			}
		}
	}
	if blocks != 12079 {
		t.Errorf("%d blocks, want 12079", blocks)
	}
	got := []string{fmt.Sprintf("alt %d", alts)}
	for f := range blockFeatures {
		got = append(got, blockFeatures[f].name+" "+countsText(counts[f]))
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

// TestConformancePages compares the blocks of the 51 pages as they came with
// those of the annotated form, which HTML Tidy had made of them. Only the ASCII
// letters and digits of a block are compared, because the annotated form has
// lost characters that its makers decoded wrongly.
func TestConformancePages(t *testing.T) {
	files := refdata.Archive(t, archive("victor-cleaneval-dev"))
	template := Template2007()
	pages, same, all, common, blank := 0, 0, 0, 0, 0
	for name, annotated := range files {
		id, ok := strings.CutSuffix(filepath.Base(name), ".anno")
		if !ok {
			continue
		}
		p, err := template.ReadAnnotated(bytes.NewReader(annotated), DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		q, err := template.ReadPage(bytes.NewReader(files["html/"+id+".html"]), "", DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Len() {
			if isBlank(p.Text(i)) {
				blank++
			}
		}
		want, got := asciiWords(p), asciiWords(q)
		pages++
		all += len(want)
		common += inCommon(want, got)
		if slices.Equal(want, got) {
			same++
		}
	}
	t.Logf("%d of %d pages have the same blocks, %d of %d blocks are found; %d annotated blocks are blank", same, pages, common, all, blank)
	if pages != 51 || same < 40 || float64(common) < 0.99*float64(all) {
		t.Errorf("%d of %d pages have the same blocks, %d of %d blocks are found; want 40 of 51 and 99 %%", same, pages, common, all)
	}
}

// asciiWords returns the ASCII letters and digits of each block that has any.
func asciiWords(p *Page) (all []string) {
	for i := range p.Len() {
		keep := func(r rune) rune {
			if r < utf8.RuneSelf && ascii.IsAlphanumeric(byte(r)) {
				return r
			}
			return -1
		}
		if text := strings.Map(keep, string(p.Text(i))); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// inCommon returns the length of the longest common subsequence.
func inCommon(a, b []string) int {
	lengths := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			above := lengths[j+1]
			lengths[j+1] = max(above, lengths[j])
			if a[i] == b[j] {
				lengths[j+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return lengths[len(b)]
}
