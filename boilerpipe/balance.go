package boilerpipe

import (
	"slices"

	"github.com/seed42075109/justext/internal/ascii"
	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/scan"
	"github.com/seed42075109/justext/internal/tags"
)

// This file keeps the open elements as boilerpipe 1.2.0's own tag balancer does
// (docs/boilerpipe.md, "Element balance"): which start tags are dropped, which
// elements they imply and close, and what an end tag closes. The original searches
// its stack for many of these answers. Here each open element links to the next
// one of its kind further out, so that a page with 100,000 open elements costs no
// more than any other.

// A handler takes the balanced events of a page.
type handler interface {
	startTag(openTag)
	endTag(openTag)
	text(piece neko.Event, before gap)
}

// A span is a byte range of the page.
type span struct{ start, end int32 }

// An openTag is the start tag of an element.
type openTag struct {
	rule  tags.Tag // by which the balancer knows it
	local tags.Tag // its name without a prefix, or tags.None
	at    span     // its place in the page; empty if it is implied
}

// implied reports whether the page does not have the tag.
func (t openTag) implied() bool { return t.at.start == t.at.end }

// An openElement is an element on the stack. Places on the stack are counted
// from 1; 0 is none.
type openElement struct {
	openTag
	same  int32 // the place of the nearest element of the same rule further out
	block int32 // the place of the nearest block further out
}

// An earlyText is a piece of text that waits for a tag.
type earlyText struct {
	piece  neko.Event
	before gap
}

// A balancer makes balanced events of the tags of a page.
type balancer struct {
	to      handler
	scanner *neko.Scanner
	shown   scan.Elements // as browsers keep them, for gap
	mode    mode
	open    []openElement

	nearest      [tags.NumKnown]int32 // the place of the innermost element, by rule
	nearestBlock int32                // the place of the innermost block
	pushed       int                  // how many elements have been opened
	held         []openTag            // elements to be opened again

	seenRoot, seenHead, seenBody bool
	formOpen                     bool
	forced                       bool        // the next start tag is implied
	headEndForced                bool        // the head's end tag is no longer delayed
	final                        bool        // the page has ended
	skipping                     bool        // a noscript element of the head is left out
	pending                      []tags.Tag  // delayed end tags
	early                        []earlyText // text before any tag
	pos                          int32       // in the page
	gap                          gap         // between the last text and what follows
	earlyGap                     gap         // likewise of the last early text
}

// maxHeld bounds how many inline elements are opened again after one tag, so
// that a thousand open <b> do not make two thousand events of every tag. The
// original has no such bound (docs/boilerpipe.md, "Element balance").
const maxHeld = 32

// maxEarly bounds how many pieces of text before any tag wait for one.
const maxEarly = 4096

func (b *balancer) reset(to handler, scanner *neko.Scanner, mode mode) {
	*b = balancer{
		to: to, scanner: scanner, mode: mode, shown: b.shown,
		open: b.open[:0], held: b.held[:0], pending: b.pending[:0], early: b.early[:0], gap: noGap,
	}
	b.shown.Reset(maxShown)
}

// event takes one event of the page.
func (b *balancer) event(e neko.Event) {
	if b.skips(e) {
		return
	}
	b.pos = int32(e.End)
	switch e.Kind {
	case neko.Text:
		gap := b.gap
		b.gap = noGap
		if !b.seenBody && !isBlank(e.Text) {
			b.shown.Text()
		}
		b.text(e, gap)
	case neko.StartTag, neko.EmptyTag:
		if !b.isHidden(e) {
			b.tagGap(b.shown.Start, e)
		}
		tag := openTag{ruleOf(e.Tag), e.Local, span{int32(e.Start), int32(e.End)}}
		b.start(tag)
		if e.Kind == neko.EmptyTag && tag.rule == tags.None { // all others stay open, or are empty anyway
			b.end(tag.rule)
		}
	case neko.EndTag:
		b.tagGap(b.shown.End, e)
		b.end(ruleOf(e.Tag))
	case neko.Separator:
		b.separator()
	}
}

// maxShown is how many open elements are kept to find gaps, as in Chromium.
const maxShown = 512

// tagGap notes the gap that a tag of the page leaves: that of the elements which begin or
// end in a browser because of it. Elements of unknown names leave none.
func (b *balancer) tagGap(apply func(tags.Tag) []scan.Event, e neko.Event) {
	tag := e.Tag
	if tag == tags.None {
		tag = unknownTag(b.scanner.Name(e.Start))
	}
	for _, made := range apply(tag) {
		if made.Tag < tags.NumKnown {
			b.gap, b.earlyGap = min(b.gap, gaps[made.Tag]), min(b.earlyGap, gaps[made.Tag])
		}
	}
}

// unknownTag returns a number for a name that has no constant, whatever its case: a hash
// (FNV-1a), so that nothing is kept of a page with many names. Names of one number are taken
// for one name.
func unknownTag(name []byte) tags.Tag {
	const numbers = 1 << 12
	hash := uint32(2166136261)
	for _, c := range name {
		hash = (hash ^ uint32(ascii.Lower(c))) * 16777619
	}
	return tags.NumKnown + tags.Tag(hash%numbers)
}

// isHidden reports whether a start tag is of an input that no browser shows.
func (b *balancer) isHidden(e neko.Event) bool {
	if e.Tag != tags.Input {
		return false
	}
	for name, value := range b.scanner.Attrs(e.Start, e.End) {
		if ascii.EqualFold(name, "type") {
			return ascii.EqualFold(value, "hidden")
		}
	}
	return false
}

// skips reports whether an event is left out because it is in a noscript element
// before the body. What such an element contains is for the head, but would
// begin the body and hide the title after it.
func (b *balancer) skips(e neko.Event) bool {
	switch {
	case b.skipping:
		b.skipping = e.Kind != neko.EndTag || e.Tag != tags.Noscript
		return true
	case e.Kind == neko.StartTag && e.Tag == tags.Noscript && !b.mode.original:
		b.skipping = !b.seenBody && len(b.early) == 0 && b.scanner.NoscriptEnds()
	}
	return b.skipping
}

// start applies the rules to a start tag. The numbers are those of
// docs/boilerpipe.md, "Start tags".
func (b *balancer) start(tag openTag) {
	forced := b.forced
	b.forced = false
	rule := tag.rule
	if forced && (rule == tags.Table || rule == tags.Select) { // 1
		return
	}
	if !b.admits(rule) || !b.underParent(rule) { // 2 and 3
		return
	}
	first := len(b.held)
	e := &elements[rule]
	if e.kind == 0 { // 4
		b.holdInline()
	}
	b.leaveHead()    // 5
	b.closeFor(rule) // 6
	b.seenRoot = true
	if e.kind&empty != 0 { // 7
		b.to.startTag(tag)
		b.to.endTag(tag)
	} else {
		b.push(tag)
	}
	b.reopen(first)        // 8
	if rule == tags.Body { // 9
		b.reportEarly()
	}
}

// admits reports whether a start tag may open anything at all: html, head, body
// and an open form are there once.
func (b *balancer) admits(rule tags.Tag) bool {
	switch rule {
	case tags.HTML:
		return !b.seenRoot
	case tags.Head:
		return first(&b.seenHead)
	case tags.Body:
		if !b.seenHead {
			b.force(tags.Head)
			b.end(tags.Head)
		}
		b.endPending()
		return first(&b.seenBody)
	case tags.Form:
		return first(&b.formOpen)
	case tags.Frameset, tags.None:
		b.endPending()
	}
	return true
}

// first sets a flag and reports whether it was not set.
func first(flag *bool) bool {
	was := *flag
	*flag = true
	return !was
}

// underParent sees to it that a parent of the element is open, and reports
// whether one is.
func (b *balancer) underParent(rule tags.Tag) bool {
	if rule == tags.HTML {
		return true
	}
	e := &elements[rule]
	if b.seenRoot && (e.parents[0] == tags.Head && b.seenBody || b.hasParent(e)) {
		return true
	}
	return b.force(e.parents[0])
}

// hasParent reports whether one of the element's parents is open, of a part of a
// table within the innermost table.
func (b *balancer) hasParent(e *element) bool {
	outer := int32(0)
	if e.bounded {
		outer = b.nearest[tags.Table]
	}
	return b.innermost(e.parents) > outer
}

// innermost returns the place of the innermost open element of several rules.
func (b *balancer) innermost(rules []tags.Tag) (place int32) {
	for _, rule := range rules {
		place = max(place, b.nearest[rule])
	}
	return place
}

// force opens an implied element and reports whether it is the innermost then.
func (b *balancer) force(rule tags.Tag) bool {
	before := b.pushed
	b.forced = true
	b.start(openTag{rule, rule, span{b.pos, b.pos}})
	return b.pushed > before && b.top() == rule
}

// holdInline closes the innermost inline elements and keeps them to be opened
// again.
func (b *balancer) holdInline() {
	for elements[b.top()].kind&inline != 0 {
		b.held = append(b.held, b.open[len(b.open)-1].openTag)
		b.pop()
	}
}

// reopen opens the held elements from the given one on, the last first.
func (b *balancer) reopen(first int) {
	for i := len(b.held) - 1; i >= first; i-- {
		if e := b.held[i]; i < first+maxHeld {
			b.forced = true
			b.start(e)
		}
	}
	b.held = b.held[:first]
}

// leaveHead closes a script, and what is open in the head.
func (b *balancer) leaveHead() {
	n := len(b.open)
	if n > 1 && b.top() == tags.Script || n > 2 && b.open[n-2].rule == tags.Head {
		b.pop()
	}
}

// closeFor closes the elements that a start tag ends. Blocks and its parents
// protect what is around them, unless the element closes its own kind.
func (b *balancer) closeFor(rule tags.Tag) {
	e := &elements[rule]
	if len(e.closes) == 0 && rule == tags.Table {
		for elements[b.top()].kind&inline != 0 {
			b.pop()
		}
	}
	for {
		ended := b.innermost(e.closes)
		if ended == 0 || e.nestable && max(b.nearestBlock, b.innermost(e.parents)) > ended {
			return
		}
		b.popTo(ended)
	}
}

// end applies the rules to an end tag (docs/boilerpipe.md, "End tags").
func (b *balancer) end(rule tags.Tag) {
	switch {
	case (rule == tags.Body || rule == tags.HTML) && !b.final, rule == tags.Head && !b.headEndForced:
		b.delay(rule)
		return
	case rule == tags.Form:
		b.formOpen = false
	}
	place := b.reach(rule)
	switch {
	case place > 0:
		b.close(place)
	case rule == tags.P && b.force(tags.P): // a stray </p> makes an empty paragraph
		b.pop()
	}
}

// delay keeps an end tag for endPending. All that matters of it is whether it is
// the only one and which ones there are, so that the list stays short.
func (b *balancer) delay(rule tags.Tag) {
	if len(b.pending) < 2 || !slices.Contains(b.pending, rule) {
		b.pending = append(b.pending, rule)
	}
}

// reach returns the place of the element that an end tag closes, or 0: a block
// keeps end tags in unless their elements are containers or not nestable.
func (b *balancer) reach(rule tags.Tag) int32 {
	place := b.nearest[rule]
	if e := &elements[rule]; e.nestable && e.kind&container == 0 && b.nearestBlock > place {
		return 0
	}
	return place
}

// close closes the element at a place and all in it. The inline ones in an
// inline element, and font, are opened again.
func (b *balancer) close(place int32) {
	first := len(b.held)
	isInline := elements[b.open[place-1].rule].kind&inline != 0
	for int32(len(b.open)) > place {
		if e := b.open[len(b.open)-1]; isInline && (elements[e.rule].kind&inline != 0 || e.rule == tags.Font) {
			b.held = append(b.held, e.openTag)
		}
		b.pop()
	}
	b.pop()
	b.reopen(first)
}

// text passes text on (docs/boilerpipe.md, "Text and comments").
func (b *balancer) text(piece neko.Event, before gap) {
	if len(b.open) == 0 {
		if len(b.early) > 0 || len(trim(piece.Text)) > 0 {
			b.early = append(b.early, earlyText{piece, before})
			b.earlyGap = noGap
		}
		if len(b.early) == maxEarly {
			b.force(tags.Body)
		}
		return
	}
	if isBlank(piece.Text) {
		if len(b.open) < 2 || len(b.pending) == 1 {
			b.gap = min(b.gap, before, spaceGap)
			return
		}
	} else if top := b.top(); top == tags.Head || top == tags.HTML {
		b.force(tags.Body)
		before, b.gap = min(before, b.gap), noGap // the gap after early text
	}
	b.to.text(piece, before)
}

// separator takes a comment or the like: it shows only where text stands before
// any tag.
func (b *balancer) separator() {
	if len(b.early) > 0 {
		if !b.seenBody {
			b.force(tags.Body)
		}
		b.reportEarly()
	}
}

// reportEarly passes on the text before any tag.
func (b *balancer) reportEarly() {
	early := b.early
	if len(early) == 0 {
		return
	}
	b.early = b.early[:0]
	b.gap = min(b.gap, b.earlyGap)
	for _, e := range early {
		b.text(e.piece, e.before)
	}
}

// endPending carries out the delayed end tags (docs/boilerpipe.md, "Delayed end tags"). Those
// that are delayed once more are forgotten.
func (b *balancer) endPending() {
	for _, rule := range b.pending {
		b.headEndForced = true
		b.end(rule)
	}
	b.pending = b.pending[:0]
}

// finish ends the page (docs/boilerpipe.md, "End of the page").
func (b *balancer) finish() {
	b.final = true
	b.endPending()
	if !b.seenRoot {
		b.force(tags.Body)
	}
	for len(b.open) > 0 {
		b.pop()
	}
}

// top returns the rule of the innermost open element. Where none is open, it is
// that of an unknown element, which is none of those that the rules ask for.
func (b *balancer) top() tags.Tag {
	if len(b.open) == 0 {
		return tags.None
	}
	return b.open[len(b.open)-1].rule
}

func (b *balancer) push(tag openTag) {
	b.open = append(b.open, openElement{tag, b.nearest[tag.rule], b.nearestBlock})
	place := int32(len(b.open))
	b.nearest[tag.rule] = place
	if elements[tag.rule].kind&block != 0 {
		b.nearestBlock = place
	}
	b.pushed++
	b.to.startTag(tag)
}

func (b *balancer) pop() {
	e := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.nearest[e.rule] = e.same
	b.nearestBlock = e.block
	b.to.endTag(e.openTag)
}

// popTo closes the elements down to and including the one at a place.
func (b *balancer) popTo(place int32) {
	for int32(len(b.open)) >= place {
		b.pop()
	}
}

// size returns how many bytes of memory the balancer holds, about.
func (b *balancer) size() int {
	const element, held, early = 24, 16, 72
	return cap(b.open)*element + cap(b.held)*held + cap(b.early)*early + b.shown.Size()
}
