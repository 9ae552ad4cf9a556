package metadata_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/seed42075109/justext/metadata"
)

const examplePage = `<html lang="en">
<head><title>Rain and snow | The Daily Cloud</title>
<meta property="og:site_name" content="The Daily Cloud">
<meta property="article:published_time" content="2021-05-12T23:30:00-05:00"></head>
<body><h1>Rain and snow</h1>
<p>By Ann Other and Bob Else, 12 May 2021</p>
<p>It rained.</p></body></html>`

func Example() {
	x, err := metadata.New(metadata.DefaultConfig())
	if err != nil {
		panic(err)
	}
	known := metadata.Known{
		URL:     "https://cloud.example.org/rain",
		Crawled: time.Date(2021, 6, 1, 0, 0, 0, 0, time.UTC),
	}
	m, err := x.Document(context.Background(), strings.NewReader(examplePage), "text/html; charset=utf-8", known)
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Title.Text)
	fmt.Println(m.Authors.Texts())
	fmt.Println(m.Published.Day, "from", m.Published.Text)
	fmt.Println(m.Site.Text, "/", m.Language.Text)
	// Output:
	// Rain and snow
	// [Ann Other Bob Else]
	// 2021-05-12 from 2021-05-12T23:30:00-05:00
	// The Daily Cloud / en
}

func ExampleExtract() {
	m, err := metadata.Extract(strings.NewReader(examplePage), metadata.Known{})
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Title.Text)
	// Output: Rain and snow
}

// Each value says where it was found, and what else was found.
func ExampleValue() {
	m, err := metadata.Extract(strings.NewReader(examplePage), metadata.Known{})
	if err != nil {
		panic(err)
	}
	v := m.Published.Value
	fmt.Printf("%s by %v %s: %s\n", v.Day, v.Source, v.Name, examplePage[v.Start:v.End])
	for _, v := range m.Published.Others {
		fmt.Printf("%s by %v %s: %s\n", v.Day, v.Source, v.Name, examplePage[v.Start:v.End])
	}
	// Output:
	// 2021-05-12 by meta article:published_time: 2021-05-12T23:30:00-05:00
	// 2021-05-12 by byline text: 12 May 2021
}

// In strict mode, a value that only one kind of source has is withheld.
func ExampleConfig_strict() {
	config := metadata.DefaultConfig()
	config.Strict = true
	x, err := metadata.New(config)
	if err != nil {
		panic(err)
	}
	m, err := x.Extract(strings.NewReader(examplePage), metadata.Known{})
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Title.Text, m.Published.Day, len(m.Authors.Values), "authors;", m.Authors.Others[0].Text, "is among the others")
	// Output: Rain and snow 2021-05-12 0 authors; Ann Other is among the others
}

// Summary is the form in which the command prints metadata.
func ExampleMetadata_Summary() {
	m, err := metadata.Extract(strings.NewReader(examplePage), metadata.Known{URL: "https://cloud.example.org/rain"})
	if err != nil {
		panic(err)
	}
	s := m.Summary()
	fmt.Println(s.Title, s.Date, s.DateText, s.URL)
	// Output: Rain and snow 2021-05-12 2021-05-12T23:30:00-05:00 https://cloud.example.org/rain
}
