// Package methods has, for tests, the methods whose results package render writes.
package methods

import (
	"testing"

	"github.com/seed42075109/justext"
	"github.com/seed42075109/justext/boilerpipe"
	"github.com/seed42075109/justext/page"
	"github.com/seed42075109/justext/victor"
)

// A Method is one of the three, made with some configuration.
type Method interface {
	page.Cleaner
	Decode(b []byte, contentType string) ([]byte, page.Encoding, error)
}

// All returns the methods by name. Their documents have events where the method knows
// them.
func All(tb testing.TB) map[string]Method {
	tb.Helper()
	ofJustext, ofVictor := justext.DefaultConfig(), victor.DefaultConfig()
	ofJustext.Events, ofVictor.Events = true, true
	return map[string]Method{
		"justext":                made(justext.New("en", ofJustext))(tb),
		"boilerpipe":             made(boilerpipe.New(boilerpipe.Article(), boilerpipe.DefaultConfig()))(tb),
		"boilerpipe, everything": made(boilerpipe.New(boilerpipe.KeepEverything(), boilerpipe.DefaultConfig()))(tb),
		"victor":                 made(victor.New(victor.DefaultModel(), ofVictor))(tb),
	}
}

// made returns the method that a call of New returned, or ends the test with its error.
func made[M Method](m M, err error) func(testing.TB) Method {
	return func(tb testing.TB) Method {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return m
	}
}
