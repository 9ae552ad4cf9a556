package boilerpipe

import (
	"strings"
	"unicode/utf8"
)

// This file finds the block that repeats the title of the page. That has often
// the name of the site behind or before it.

// titleSeparators are the sets of characters at which a title is divided, one
// set a candidate.
var titleSeparators = [...]string{"|»:", "|»:()", "|»:()-", "|»:()-,"}

// DocumentTitleMatch labels the blocks whose text is the title of the page, or
// its longest part, with [LabelTitle].
func DocumentTitleMatch(d *TextDocument) (changed bool) {
	candidates := titleCandidates(trim(d.Title))
	if len(candidates) == 0 {
		return false
	}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		text := trim(b.Text)
		for _, candidate := range candidates {
			if text == candidate {
				changed = b.label(LabelTitle) || changed
			}
		}
	}
	return changed
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

// longestPart returns the longest part of a title between separators, the first
// of several, without the parts that name a site; "" where nothing separates.
func longestPart(title, separators string) (longest string) {
	parts := titleParts(title, separators)
	if len(parts) < 2 {
		return ""
	}
	taken := false
	for _, part := range parts {
		if strings.Contains(part, ".com") {
			continue
		}
		if !taken || units(part) > units(longest) {
			longest, taken = part, true
		}
	}
	return trim(longest)
}

// titleParts splits a title at each separator, with the spaces around it. Empty
// parts at its end are dropped.
func titleParts(title, separators string) (parts []string) {
	for {
		at := strings.IndexAny(title, separators)
		if at < 0 {
			parts = append(parts, title)
			break
		}
		parts = append(parts, strings.TrimRight(title[:at], " "))
		_, size := utf8.DecodeRuneInString(title[at:])
		title = strings.TrimLeft(title[at+size:], " ")
	}
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}
