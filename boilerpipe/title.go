package boilerpipe

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// This file finds the block that repeats the title of the page
// (docs/boilerpipe.md, "Title match"). Titles often begin or end with the name of the
// site.

// titleSeparators are the sets of characters at which a title is split. Each set
// gives a candidate.
var titleSeparators = [...]string{"|»:", "|»:()", "|»:()-", "|»:()-,"}

// DocumentTitleMatch labels the blocks whose text is the title of the page, or
// its longest part, with [LabelTitle].
func DocumentTitleMatch(d *TextDocument) (changed bool) {
	candidates := titleCandidates(trim(d.Title))
	if len(candidates) == 0 {
		return false
	}
	return d.each(func(b *TextBlock) bool {
		return slices.Contains(candidates, trim(b.Text)) && b.label(LabelTitle)
	})
}

// titleCandidates returns the texts that a headline with this title may have.
func titleCandidates(title string) (candidates []string) {
	if title == "" {
		return nil
	}
	candidates = append(candidates, title)
	for _, separators := range titleSeparators {
		if part := longestPart(title, separators); part != "" {
			candidates = append(candidates, part)
		}
	}
	return candidates
}

// longestPart returns the longest part of a title between separators, the first of
// several, trimmed. Parts that contain ".com" are passed over. It returns "" if the
// title has one part only. Each character is looked at a fixed number of times.
func longestPart(title, separators string) (longest string) {
	most, parts, empty := 0, 0, 0
	for rest, more := title, true; more; {
		var part string
		part, rest, more = nextPart(rest, separators)
		if part == "" {
			empty++ // it does not count unless another part follows
			continue
		}
		parts += 1 + empty
		empty = 0
		if n := units(part); n > most && !strings.Contains(part, ".com") {
			longest, most = part, n
		}
	}
	if parts < 2 {
		return ""
	}
	return trim(longest)
}

// nextPart cuts a title at its first separator and the spaces around that, and
// reports whether there is one.
func nextPart(title, separators string) (part, rest string, more bool) {
	at := strings.IndexAny(title, separators)
	if at < 0 {
		return title, "", false
	}
	_, size := utf8.DecodeRuneInString(title[at:])
	return strings.TrimRight(title[:at], " "), strings.TrimLeft(title[at+size:], " "), true
}
