// Package victor labels the blocks of web pages as main content or noise with a model
// that was learned from pages: a conditional random field, as in Victor, the page cleaner
// of Spousta, Marek and Pecina (2008) that it follows, or decision trees. It comes with a
// model of trees. Models for other kinds of pages can be trained: see
// docs/train-your-own.md.
//
//	blocks, err := victor.Extract(reader)
//	fmt.Println(victor.Text(blocks))
//
// # The algorithm
//
// docs/victor.md describes it rule by rule; this is a summary.
//
// A page is read as the HTML standard says, and elements that hold no text to read, such
// as iframe and object, are deleted. A [Block] is the text between two tags of any kind:
// "<p>Hello <b>world</b>!</p>" has three. Each block gets a value for each feature: what
// its characters and words are like, which elements enclose it and which tags precede it,
// how much of the page's text is in its group, where on the page it stands. [Features]
// lists them. A [Template] selects features of a block and of its neighbours. A [Model]
// has weights for their values, whose sums give the probability of each label (package
// victor/crf), or it has decision trees that ask for them (package victor/trees). A
// [Decision] makes labels of the probabilities.
//
// # Labels
//
// Every label set has "other", which is noise; all other labels are content. The model
// that comes with the package has "text" and "other". [Template2007] has header,
// paragraph, list, continuation and other, [Template2008] header, text and other.
//
// # Precision and recall
//
// By default, blocks are chosen as content so that the expected F1 of the page's text
// is largest. To prefer precision or recall, choose the decision [ByThreshold] and set
// Config.MaxOther, as Victor does.
//
// # Kinds of text
//
// Each block has a kind, such as headline, byline, caption or comment: see
// [Document.View]. Config.Include and Config.Exclude say which kinds are text, whatever
// the model says of a block; [Presets] has choices for common purposes:
//
//	config := victor.DefaultConfig()
//	err := config.SetKinds("article", "", "")
//
// # Type of a page
//
// [Document] has the probability of each type that the page as a whole may have, such as
// article, forum or product: Document.Types. A model of its own tells them, [TypeModel]. The
// labels depend on them if the template of the model of blocks says so, as that of the
// shipped model does.
//
// # Training
//
// [Template.ReadPage] and [Template.ReadAnnotated] read pages, and [NewProblem] makes of
// them the problem that an optimizer has to solve, [NewTreeProblem] the one from which
// trees are learned. [TrainTypes] learns a model of types. The command in workbench/, a
// module of its own, does all of this. Pages for annotation and annotated pages are in native span
// form: [Extractor.WriteSpans].
//
// # Stability
//
// The part of the API that labels pages is meant to stay: Extract, [Extractor],
// [Config], [Document], [Block], [Text], [CleanEval], [Preset],
// [DefaultModel] and [ReadModel].
// The part for training is not stable, and until version 1 of the module any release
// may change or remove it: [Template], [Row], [Page], [Problem], [TreeProblem],
// [Feature], [TypeModel], and the packages victor/crf, victor/trees and victor/langid. A
// model file can be read by every release that has its version of the format.
package victor
