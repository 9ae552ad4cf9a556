package boilerpipe

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed42075109/justext/internal/neko"
	"github.com/seed42075109/justext/internal/tags"
)

// An Image is an img element among the content of a page.
type Image struct {
	Src           string // as in the page, where it may be relative
	Alt           string
	Width, Height string // as in the page, or "" if it has none

	// Area is width times height if both are whole numbers, else -1. Images are
	// sorted by it.
	Area int
}

// Images returns the images that stand between texts of the content, the largest
// first. source is the UTF-8 text of the page (see Extractor.Decode) from which d was
// read. The addresses are the page's own, of any scheme. boilerpipe 1.2.0 does not
// have this; the rules are those of the next version (docs/boilerpipe.md, "Images").
func Images(source []byte, d *TextDocument) []Image {
	f := &imageFinder{mode: d.mode, content: newContent(d)}
	_ = replay(context.Background(), source, &f.scanner, d.mode, f, nil) // it fails only if its context is done
	slices.SortStableFunc(f.found, func(a, b Image) int {
		return cmp.Or(cmp.Compare(b.Area, a.Area), strings.Compare(a.Src, b.Src))
	})
	return f.found
}

// An imageFinder finds images in the events of a page.
type imageFinder struct {
	mode      mode
	scanner   neko.Scanner
	content   content
	inIgnored int
	inContent bool    // the last text was content
	waiting   []Image // until more content follows
	found     []Image
}

// hides reports whether no images are looked for in the element.
func (f *imageFinder) hides(tag openTag) bool {
	return f.mode.isLeftOut(tag.local) && tag.local != tags.Object
}

func (f *imageFinder) startTag(tag openTag) {
	if f.hides(tag) {
		f.inIgnored++
	}
	if tag.local == tags.Img && f.inIgnored == 0 && f.inContent {
		if image := f.image(tag.at); image.Src != "" {
			f.waiting = append(f.waiting, image)
		}
	}
}

func (f *imageFinder) image(at span) (image Image) {
	for name, value := range f.scanner.Attrs(int(at.start), int(at.end)) {
		var field *string
		switch strings.ToLower(string(name)) {
		case "src":
			field = &image.Src
		case "alt":
			field = &image.Alt
		case "width":
			field = &image.Width
		case "height":
			field = &image.Height
		}
		if field != nil && *field == "" {
			*field = string(value)
		}
	}
	image.Area = area(image.Width, image.Height)
	return image
}

// area returns the product of two numbers as they are written, or -1.
func area(width, height string) int {
	w, err := strconv.ParseUint(width, 10, 31)
	if err != nil {
		return -1
	}
	h, err := strconv.ParseUint(height, 10, 31)
	if err != nil {
		return -1
	}
	return int(min(w*h, math.MaxInt32))
}

func (f *imageFinder) endTag(tag openTag) {
	if f.hides(tag) {
		f.inIgnored--
	}
}

func (f *imageFinder) text(piece neko.Event, _ gap) {
	if f.inIgnored > 0 || isBlank(piece.Text) {
		return
	}
	if f.inContent = f.content.has(piece); f.inContent {
		f.found = append(f.found, f.waiting...)
		f.waiting = f.waiting[:0]
	}
}
