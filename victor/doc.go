// Package victor labels the blocks of web pages as content or noise with a
// conditional random field, as Victor does, the page cleaner of Spousta, Marek
// and Pecina (2008). It comes with a model, and people train their own on pages
// of the kind that they have: see docs/train-your-own.md.
//
//	blocks, err := victor.Extract(reader)
//	fmt.Println(victor.Text(blocks))
//
// # The algorithm
//
// A page is read as the HTML standard has it, and elements that have no text to
// read, such as iframe and object, are deleted. A [Block] is the text between two
// tags of any kind: "<p>Hello <b>world</b>!</p>" has three. Each block gets the
// values of features: what its characters and words are like, which elements are
// around it and which tags before it, how much of the page's text is in its
// group, where it stands. [Features] is the table of them. A [Template] says
// which of them, at which neighbours of the block, its label is told by; a
// [Model] has a weight for each value, neighbour and label. The probability of
// each label follows from the sums of the weights (package victor/crf), and a
// [Decision] makes labels of the probabilities.
//
// # Labels
//
// Every label set has "other", which is noise; all other labels are content. The
// model that comes with the package has "text" and "other". [Template2007] has
// header, paragraph, list, continuation and other, [Template2008] header, text
// and other.
//
// # Precision and recall
//
// By default those blocks are taken under which the F1 of the page's text is
// expected to be largest. With [ByThreshold], Config.MaxOther is the seed's way to
// choose precision or recall: a block is noise from that probability of noise on.
//
// # Training
//
// [Template.ReadPage] and [Template.ReadAnnotated] read pages, [NewProblem] makes
// of them what an optimizer has to solve. The command in workbench/, a module of
// its own, does all of it. Pages for annotation and annotated ones are in native
// span form: [Extractor.WriteSpans].
package victor
