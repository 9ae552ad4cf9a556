package neko

import (
	"bytes"

	"github.com/seed42075109/justext/internal/markup"
	"github.com/seed42075109/justext/internal/tags"
)

// This file reads the elements whose content is raw text, in which "<" begins no
// tag but that which ends it.

var (
	// isWhole are the elements of raw text that is one event, with an end tag that
	// may have white space after its name. A start tag written as an empty one begins
	// such text too.
	isWhole = tags.Of(tags.Script, tags.Iframe, tags.Noframes)
	// isRaw are the other elements of raw text. It ends at the bare end tag.
	isRaw = tags.Of(tags.Style, tags.Xmp, tags.Plaintext, tags.Comment, tags.Textarea, tags.Title)
	// hasReferences are those elements in which character references are decoded.
	hasReferences = tags.Of(tags.Textarea, tags.Title)
)

// maxTitle is how far away, in bytes, the end tag of a title may be for its content
// to be raw text. NekoHTML looks for it in the rest of a window of 2,048 UTF-16 units.
const maxTitle = 2048

// beginRaw begins the raw text of an element, if it has any.
func (s *Scanner) beginRaw(tag tags.Tag, empty bool) {
	if !isWhole.Has(tag) && (empty || !isRaw.Has(tag)) {
		return
	}
	s.raw = tag
	switch {
	case tag == tags.Script:
		s.rawEnd = s.scriptEnd()
	case isWhole.Has(tag):
		s.rawEnd = markup.EndTag(s.src, s.pos, tag.String(), spacedEnd)
	case tag == tags.Title:
		if s.titleEnd < s.pos {
			s.titleEnd = markup.EndTag(s.src, s.pos, tag.String(), bareEnd)
		}
		s.rawEnd = s.titleEnd
		if s.rawEnd == len(s.src) || s.rawEnd > s.pos+maxTitle {
			s.raw = tags.None
		}
	default:
		s.rawEnd = markup.EndTag(s.src, s.pos, tag.String(), bareEnd)
	}
}

// rawText reads raw text: all of it, or, for elements whose text may be shown, up to
// the next "<" or "&".
func (s *Scanner) rawText() {
	end := s.rawEnd
	if s.raw != tags.Style && !isWhole.Has(s.raw) {
		if n := bytes.IndexAny(s.src[s.pos+1:end], "<&"); n >= 0 {
			end = s.pos + 1 + n
		}
	}
	s.text(s.src[s.pos:end], end)
}

// scriptEnd returns the offset of the end tag of the script at s.pos. Between "<!--"
// and "-->" none counts, if there is a "-->".
func (s *Scanner) scriptEnd() int {
	p := s.pos
	end := markup.EndTag(s.src, p, "script", spacedEnd)
	for {
		n := bytes.Index(s.src[p:end], []byte("<!--"))
		if n < 0 {
			return end
		}
		next, ok := s.commentEnd(p + n + len("<!--"))
		if !ok {
			return end
		}
		if p = next; p > end {
			end = markup.EndTag(s.src, p, "script", spacedEnd)
		}
	}
}

// bareEnd reports whether ">" stands at p.
func bareEnd(src []byte, p int) bool { return p < len(src) && src[p] == '>' }

// spacedEnd reports whether ">" or white space stands at p.
func spacedEnd(src []byte, p int) bool {
	return bareEnd(src, p) || p < len(src) && SpaceLen(src, p) > 0
}
