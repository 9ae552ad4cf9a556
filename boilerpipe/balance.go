package boilerpipe

import (
	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/tags"
)

// This file keeps the open elements as boilerpipe 1.2.0's own tag balancer does
// (reference, section 4): which start tags are dropped, which elements they
// imply and close, what an end tag reaches. Links between the open elements
// answer in a step or two what the rules look through the whole stack for, so
// that a page of 100,000 open elements costs no more than any other.

// A handler takes the balanced events. A tag that is implied has the empty span
// at the place that implies it.
type handler interface {
	startTag(name tags.Tag, at span)
	endTag(name tags.Tag)
	text(piece neko.Event)
}

// A span is a part of the page.
type span struct{ start, end int32 }

// An openElement is an element on the stack. Places on the stack are counted
// from 1; 0 is none.
type openElement struct {
	rule  tags.Tag // by which the rules know it
	name  tags.Tag // as it is written
	at    span     // its start tag
	same  int32    // the place of the nearest element of the same rule further out
	block int32    // the place of the nearest block further out
}

// A balancer makes balanced events of the tags of a page.
type balancer struct {
	to   handler
	open []openElement

	nearest      [tags.NumKnown]int32 // the place of the innermost element, by rule
	nearestBlock int32                // the place of the innermost block
	pushed       int                  // how many elements have been opened
	held         []openElement        // elements to be opened again

	seenRoot, seenHead, seenBody bool
	formOpen                     bool
	forced                       bool         // the next start tag is implied
	headEndForced                bool         // the head's end tag is no longer delayed
	final                        bool         // the page has ended
	pending                      []tags.Tag   // delayed end tags
	early                        []neko.Event // text before any tag
	pos                          int32        // in the page
}

// maxHeld bounds how many inline elements are opened again after one tag, so
// that a thousand open <b> do not make two thousand events of every tag. The
// original has no such bound; the conformance tests say that the pages come out as
// there.
const maxHeld = 32

// maxEarly bounds how many pieces of text before any tag wait for one.
const maxEarly = 4096

func (b *balancer) reset(to handler) {
	*b = balancer{to: to, open: b.open[:0], held: b.held[:0], pending: b.pending[:0], early: b.early[:0]}
}

// event takes one event of the page.
func (b *balancer) event(e neko.Event) {
	at := span{int32(e.Start), int32(e.End)}
	b.pos = at.end
	switch e.Kind {
	case neko.Text:
		b.text(e)
	case neko.StartTag:
		b.start(e.Tag, at)
	case neko.EmptyTag:
		b.start(e.Tag, at)
		if ruleOf(e.Tag) == tags.None { // reference, section 4.3: all others stay open, or are empty anyway
			b.end(e.Tag)
		}
	case neko.EndTag:
		b.end(e.Tag)
	case neko.Separator:
		b.separator()
	}
}

// start applies the rules to a start tag (reference, section 4.2, by its
// numbers).
func (b *balancer) start(name tags.Tag, at span) {
	forced := b.forced
	b.forced = false
	rule := ruleOf(name)
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
		b.to.startTag(name, at)
		b.to.endTag(name)
	} else {
		b.push(rule, name, at)
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
	b.start(rule, span{b.pos, b.pos})
	return b.pushed > before && b.top() == rule
}

// holdInline closes the innermost inline elements and keeps them to be opened
// again.
func (b *balancer) holdInline() {
	for elements[b.top()].kind&inline != 0 {
		b.held = append(b.held, b.open[len(b.open)-1])
		b.pop()
	}
}

// reopen opens the held elements from the given one on, the last first.
func (b *balancer) reopen(first int) {
	for i := len(b.held) - 1; i >= first; i-- {
		if e := b.held[i]; i < first+maxHeld {
			b.forced = true
			b.start(e.name, e.at)
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

// end applies the rules to an end tag (reference, section 4.3).
func (b *balancer) end(name tags.Tag) {
	rule := ruleOf(name)
	switch {
	case (rule == tags.Body || rule == tags.HTML) && !b.final, rule == tags.Head && !b.headEndForced:
		b.pending = append(b.pending, rule)
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
			b.held = append(b.held, e)
		}
		b.pop()
	}
	b.pop()
	b.reopen(first)
}

// text passes text on (reference, section 4.4).
func (b *balancer) text(piece neko.Event) {
	if len(b.open) == 0 {
		if len(b.early) > 0 || len(trim(piece.Text)) > 0 {
			b.early = append(b.early, piece)
		}
		if len(b.early) == maxEarly {
			b.force(tags.Body)
		}
		return
	}
	if isBlank(piece.Text) {
		if len(b.open) < 2 || len(b.pending) == 1 {
			return
		}
	} else if top := b.top(); top == tags.Head || top == tags.HTML {
		b.force(tags.Body)
	}
	b.to.text(piece)
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
	b.early = b.early[:0]
	for _, piece := range early {
		b.text(piece)
	}
}

// endPending carries out the delayed end tags (reference, section 4.5). Those
// that are delayed once more are forgotten.
func (b *balancer) endPending() {
	for _, rule := range b.pending {
		b.headEndForced = true
		b.end(rule)
	}
	b.pending = b.pending[:0]
}

// finish ends the page (reference, section 4.6).
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

func (b *balancer) push(rule, name tags.Tag, at span) {
	b.open = append(b.open, openElement{rule: rule, name: name, at: at, same: b.nearest[rule], block: b.nearestBlock})
	place := int32(len(b.open))
	b.nearest[rule] = place
	if elements[rule].kind&block != 0 {
		b.nearestBlock = place
	}
	b.pushed++
	b.to.startTag(name, at)
}

func (b *balancer) pop() {
	e := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.nearest[e.rule] = e.same
	b.nearestBlock = e.block
	b.to.endTag(e.name)
}

// popTo closes the elements down to and including the one at a place.
func (b *balancer) popTo(place int32) {
	for int32(len(b.open)) >= place {
		b.pop()
	}
}

// size returns how many bytes of memory the balancer holds, about.
func (b *balancer) size() int {
	const element, event, tag = 24, 56, 4
	return (cap(b.open)+cap(b.held))*element + cap(b.early)*event + cap(b.pending)*tag
}
