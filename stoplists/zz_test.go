package stoplists

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestZZ(t *testing.T) {
	s := time.Now()
	vocabulary()
	fmt.Println("open", time.Since(s), vocabulary().words.Len(), len(vocabulary().entries))
	fs, _ := filepath.Glob("testdata/relatives/*.txt")
	for _, f := range fs {
		b, _ := os.ReadFile(f)
		fmt.Print(filepath.Base(f), " ")
		for _, l := range append(strings.Split(strings.TrimSpace(string(b)), "\n"), string(b)) {
			g := Identify(l)
			fmt.Printf("%s/%s %.1f %d/%d  ", g.Tag, g.Next, g.Margin, g.Known, g.Words)
		}
		fmt.Println()
	}
	var d Identifier
	b, _ := os.ReadFile("testdata/relatives/es.txt")
	text := strings.Repeat(string(b), 4)
	b, _ = os.ReadFile("testdata/relatives/ru.txt")
	text = strings.Repeat(string(b), 4)
	for range 3 {
		s = time.Now()
		for range 1000 {
			d.Reset()
			d.Add(text)
			d.Guess()
		}
		fmt.Println(time.Since(s)/1000, d.words)
	}
}
