package main

import (
	"github.com/seed42075109/justext/victor"
)

// This file tells the types of pages as those of other pages are told: by models that
// were not trained on pages of the same site.

// typeParts is into how many parts the pages that types are learned from are divided.
const typeParts = 5

// setTypes sets the types of pages. The typed pages, if any, are divided into parts by
// site. A page of the same family of collections and of one of these sites has the types
// that a model of the other parts tells, any other page those that a model of all parts
// tells.
func setTypes(sources []source, pages []*victor.Page, typed []string) error {
	if len(typed) == 0 {
		return nil
	}
	known, err := loadTyped(typed)
	if err != nil {
		return err
	}
	all, bySite, err := typeModels(known)
	if err != nil {
		return err
	}
	parallel(len(pages), func(i int) {
		model, found := bySite[familySite{family(sources[i].collection), siteOf(sources[i].url)}]
		if !found {
			model = all
		}
		pages[i].SetTypes(model.Types(pages[i]))
	})
	return nil
}

// A familySite is what the pages of a site in a family of collections have in common.
type familySite struct{ family, site string }

// typeModels trains a model of all pages, and for each site one of the parts that it is
// not in.
func typeModels(pages []typedPage) (all *victor.TypeModel, bySite map[familySite]*victor.TypeModel, err error) {
	if all, err = trainTypes(pages, typeTrees); err != nil {
		return nil, nil, err
	}
	bySite = make(map[familySite]*victor.TypeModel)
	for _, part := range siteParts(len(pages), func(i int) string { return pages[i].site }, typeParts, 1) {
		rest, of := divide(pages, part)
		if len(of) == 0 {
			continue
		}
		model, err := trainTypes(rest, typeTrees)
		if err != nil {
			return nil, nil, err
		}
		for i := range of {
			bySite[familySite{of[i].family, of[i].site}] = model
		}
	}
	return all, bySite, nil
}
