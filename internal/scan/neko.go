package scan

import "bytes"

// This file reads pages as NekoHTML's scanner does, the one that boilerpipe
// 1.2.0 stands on (boilerpipe's reference, section 3). In this dialect the
// Scanner yields the tags as they stand in the page: what is open, and what
// must be, is the business of the reader of the events.

var (
	// nekoWhole are the elements whose content is raw text up to an end tag that
	// may have white space behind its name; also where the start tag is written
	// as an empty one.
	nekoWhole = Tags(Script, Iframe, Noframes)
	// nekoRaw are the elements whose content is raw text up to the bare end tag.
	nekoRaw = Tags(Style, Xmp, Plaintext, CommentElement, Textarea, Title)
	// nekoDecoded are those of them with character references.
	nekoDecoded = Tags(Textarea, Title)
)

// nekoTitle is how far the end of a title may be for its content to be raw, in
// bytes. NekoHTML looks for it in the rest of a window of 2,048 units
// (reference, section 3.4 and appendix A).
const nekoTitle = 2048

// neko is the state of the Scanner in the dialect NekoHTML.
type neko struct {
	on      bool
	raw     Tag  // the element whose raw text is read, or None
	rawEnd  int  // where that ends
	endless bool // no "-->" follows, so that nobody need look again
	title   int  // where the next "</title>" is, if not before pos
}

// nextNeko is Next in the dialect NekoHTML.
func (s *Scanner) nextNeko() bool {
	for s.pos < len(s.src) && !s.lost {
		if s.neko.raw != None && s.pos >= s.neko.rawEnd {
			s.neko.raw = None
		}
		if s.nekoStep() {
			return true
		}
	}
	return false
}

// nekoStep reads one piece of the page and reports whether it made an event.
func (s *Scanner) nekoStep() bool {
	c := s.src[s.pos]
	switch {
	case s.neko.raw != None && !(c == '&' && nekoDecoded.Has(s.neko.raw)):
		s.nekoRawText()
	case c == '&':
		text, next := s.refs.decode(s.src[:s.nekoLimit()], s.pos)
		s.nekoText(text, next)
	case c == '<':
		return s.nekoMarkup()
	default:
		s.nekoRun()
	}
	return true
}

// nekoText makes the event of a piece of text that ends at end.
func (s *Scanner) nekoText(text []byte, end int) {
	s.Event = Event{Kind: Text, Text: text, Start: s.pos, End: end}
	s.pos = end
}

// nekoEvent makes an event of the markup from start to s.pos, and reports that
// it did.
func (s *Scanner) nekoEvent(kind Kind, tag Tag, start int) bool {
	s.Event = Event{Kind: kind, Tag: tag, Start: start, End: s.pos}
	return true
}

// nekoLimit is where the text ends that pos is in.
func (s *Scanner) nekoLimit() int {
	if s.neko.raw != None {
		return s.neko.rawEnd
	}
	return len(s.src)
}

// nekoRun reads text up to the next "<" or "&" (reference, section 3.1).
func (s *Scanner) nekoRun() {
	if s.pos >= s.runEnd {
		s.runEnd = len(s.src)
		if n := bytes.IndexByte(s.src[s.pos:], '<'); n >= 0 {
			s.runEnd = s.pos + n
		}
	}
	end := s.runEnd
	if n := bytes.IndexByte(s.src[s.pos:end], '&'); n >= 0 {
		end = s.pos + n
	}
	s.nekoText(s.src[s.pos:end], end)
}

// nekoRawText reads raw text: at once, or before the next "<" or "&" where the
// reader may see the text (reference, section 3.4).
func (s *Scanner) nekoRawText() {
	end := s.neko.rawEnd
	if s.neko.raw != Style && !nekoWhole.Has(s.neko.raw) {
		if n := bytes.IndexAny(s.src[s.pos+1:end], "<&"); n >= 0 {
			end = s.pos + 1 + n
		}
	}
	s.nekoText(s.src[s.pos:end], end)
}

// nekoMarkup reads what begins with "<" (reference, section 3.2).
func (s *Scanner) nekoMarkup() bool {
	next := byte(0)
	if s.pos+1 < len(s.src) {
		next = s.src[s.pos+1]
	}
	switch {
	case isLetter(next):
		return s.nekoStartTag()
	case next == '/':
		return s.nekoEndTag()
	case next == '!':
		return s.nekoDeclaration()
	case next == '?':
		return s.nekoInstruction()
	}
	end := nekoNameEnd(s.src, s.pos+1)
	s.nekoText(s.src[s.pos:end], end)
	return true
}

func (s *Scanner) nekoStartTag() bool {
	at := s.pos
	if s.started++; s.MaxElements > 0 && s.started > s.MaxElements {
		s.stop("MaxElements", s.MaxElements)
		return false
	}
	tag, p := s.nekoTag(at + 1)
	end, how := tagEnd(s.src, p, nekoAttr)
	s.jump(end)
	if s.lost || how == cutOff {
		return false
	}
	kind := StartTag
	if how == selfDone {
		kind = EmptyTag
	}
	s.beginRaw(tag, kind == EmptyTag)
	return s.nekoEvent(kind, tag, at)
}

// beginRaw begins the raw text of an element, if it has any.
func (s *Scanner) beginRaw(tag Tag, empty bool) {
	if !nekoWhole.Has(tag) && (empty || !nekoRaw.Has(tag)) {
		return
	}
	s.neko.raw = tag
	switch {
	case tag == Script:
		s.neko.rawEnd = s.nekoScriptEnd()
	case nekoWhole.Has(tag):
		s.neko.rawEnd = nekoRawEnd(s.src, s.pos, names[tag], true)
	case tag == Title:
		if s.neko.title < s.pos {
			s.neko.title = nekoRawEnd(s.src, s.pos, names[tag], false)
		}
		s.neko.rawEnd = s.neko.title
		if s.neko.rawEnd == len(s.src) || s.neko.rawEnd > s.pos+nekoTitle {
			s.neko.raw = None
		}
	default:
		s.neko.rawEnd = nekoRawEnd(s.src, s.pos, names[tag], false)
	}
}

// nekoScriptEnd returns the offset of the end tag of the script at s.pos:
// within "<!--" and "-->" none is seen, if there is a "-->".
func (s *Scanner) nekoScriptEnd() int {
	p := s.pos
	end := nekoRawEnd(s.src, p, "script", true)
	for {
		n := bytes.Index(s.src[p:end], []byte("<!--"))
		if n < 0 {
			return end
		}
		next, ok := s.nekoCommentEnd(p + n + len("<!--"))
		if !ok {
			return end
		}
		if p = next; p > end {
			end = nekoRawEnd(s.src, p, "script", true)
		}
	}
}

// nekoCommentEnd returns the offset behind the next "-->" at or after p, and
// whether there is one.
func (s *Scanner) nekoCommentEnd(p int) (end int, ok bool) {
	if !s.neko.endless {
		if n := bytes.Index(s.src[p:], []byte("-->")); n >= 0 {
			return p + n + len("-->"), true
		}
		s.neko.endless = true
	}
	return 0, false
}

// nekoEndTag reads an end tag up to the next ">", in quotes or not. One without
// a name vanishes.
func (s *Scanner) nekoEndTag() bool {
	at, p := s.pos, s.pos+len("</")
	tag, nameEnd := s.nekoTag(p)
	s.jump(find(s.src, nameEnd, ">"))
	return nameEnd > p && !s.lost && s.nekoEvent(EndTag, tag, at)
}

// nekoDeclaration reads what begins with "<!".
func (s *Scanner) nekoDeclaration() bool {
	at, rest := s.pos, s.src[s.pos:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		end, ok := s.nekoCommentEnd(at + len("<!--"))
		if !ok {
			end = find(s.src, at+len("<!--"), ">")
		}
		s.jump(end)
	case hasPrefixFold(rest, "<![cdata["):
		s.jump(find(s.src, at, "]]>"))
	case hasPrefixFold(rest, "<!doctype"):
		s.jump(nekoDoctypeEnd(s.src, at))
		return false
	default:
		s.jump(nekoBalanced(s.src, at+len("<!")))
		return false
	}
	return s.nekoEvent(Separator, None, at)
}

// nekoInstruction reads what begins with "<?". With a name other than xml it
// ends at "?>" or "/>", else like a tag.
func (s *Scanner) nekoInstruction() bool {
	at, p := s.pos, s.pos+len("<?")
	nameEnd := nekoNameEnd(s.src, p)
	if name := s.src[p:nameEnd]; len(name) > 0 && !equalFold(name, "xml") {
		end := nameEnd
		for end < len(s.src) {
			end = find(s.src, end, ">")
			if last := s.src[end-1-1]; end-len("?>") >= nameEnd && (last == '?' || last == '/') {
				break
			}
		}
		s.jump(end)
		return s.nekoEvent(Separator, None, at)
	}
	end, _ := tagEnd(s.src, nameEnd, nekoAttr)
	s.jump(end)
	return false
}

// nekoTag reads the name at p.
func (s *Scanner) nekoTag(p int) (tag Tag, end int) {
	h := uint32(hashStart)
	for end = p; end < len(s.src); {
		n := nekoNameLen(s.src, end)
		if n == 0 {
			break
		}
		for _, c := range s.src[end : end+n] {
			h = hashByte(h, c)
		}
		end += n
	}
	return s.tag(s.src[p:end], h), end
}

// Local returns the tag of what follows the first colon in a tag's name, and
// the tag itself where there is no colon.
func (s *Scanner) Local(t Tag) Tag {
	if t < NumKnown {
		return t
	}
	name := []byte(s.unknowns[t-NumKnown])
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		return s.named(name[i+1:])
	}
	return t
}
