package victor

// This file measures a page that has been cut into blocks: everything that needs more
// than the block itself.

// A paragraph is a run of blocks without a line break between them (docs/victor.md,
// "Paragraphs").
type paragraph struct {
	index       int32 // in the page
	first, last int32 // blocks
	node        int32
	chars       int32 // that are not white space, without alternative texts; so are those below
	linkChars   int32
	words       int32
	sentences   int32
	inside      inside
	group       int32
	kind        paragraphKind
	good        bool  // in context
	date        uint8 // see dateOf
}

// noteParagraph puts a block into its paragraph.
func (p *layout) noteParagraph(b *block) {
	index := int32(len(p.blocks))
	if len(p.paragraphs) == 0 || p.breaks || b.split.br >= enough {
		p.paragraphs = append(withRoom(p, p.paragraphs, p.format.limits.MaxBlocks), paragraph{index: int32(len(p.paragraphs)), first: index, node: b.node, inside: b.inside})
	}
	b.paragraph = int32(len(p.paragraphs) - 1)
	p.paragraphs[b.paragraph].last = index
}

// twinOf returns the number of the first block with the same words, which may be the block
// itself. It must be asked about all blocks in order.
func (p *layout) twinOf(b *block) int32 {
	first, known := p.twins[b.key]
	if !known {
		first = b.index
		p.twins[b.key] = first
	}
	return first
}

// measure counts the characters and tokens of each block, and then adds them up for
// groups, paragraphs and elements.
func (p *layout) measure() {
	if p.twins == nil {
		p.twins = make(map[uint64]int32)
	}
	clear(p.twins)
	for i := range p.blocks {
		b := &p.blocks[i]
		b.counts = p.format.tokens.count(p.textOf(b))
		b.firstTwin = p.twinOf(b)
		p.blocks[b.firstTwin].twins++
		p.words += b.alpha
		p.sentences += b.sentences
		if b.inside&inA == 0 {
			p.tdWords[b.td] += b.alpha
			p.divWords[b.div] += b.alpha
		}
		p.paragraphs[b.paragraph].add(b)
		p.tallyBlock(b)
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		b.twins = p.blocks[b.firstTwin].twins
		p.maxTd = max(p.maxTd, scale(p.tdWords[b.td], p.words, groupSteps))
		p.maxDiv = max(p.maxDiv, scale(p.divWords[b.div], p.words, groupSteps))
	}
	for i := range p.paragraphs {
		g := &p.paragraphs[i]
		g.classify()
		g.date = uint8(dateOf(p, g))
		p.tallyParagraph(g)
	}
	p.inContext()
	p.findZone()
	p.sumText()
	p.weigh()
	p.makeGroups()
	if len(p.twins) > maxEntries {
		p.twins = nil
	}
	if len(p.groupOf) > maxEntries {
		p.groupOf = nil
	}
	p.survey() // after the maps have been released
}

// maxEntries is how many entries a map may have that is kept for the next page, and a
// list that grows by doubling.
const maxEntries = 1 << 16

func (p *layout) textOf(b *block) []byte { return p.text[b.text.begin:b.text.end] }

func (g *paragraph) add(b *block) {
	if b.inside&inImg != 0 {
		return
	}
	g.chars += b.chars - b.whiteChars
	g.words += b.alpha
	g.sentences += b.sentences
	if b.inside&inA != 0 {
		g.linkChars += b.chars - b.whiteChars
	}
}
