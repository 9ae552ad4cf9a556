package stoplists_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed42075109/justext/stoplists"
)

func ExampleLookup() {
	list, err := stoplists.Lookup("pt-BR") // or "pt", "por", "Portuguese"
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list.Words()[:5])

	_, err = stoplists.Lookup("Klingon")
	fmt.Println(errors.Is(err, stoplists.ErrUnknownLanguage))
	// Output:
	// [de a o e que]
	// true
}

func ExampleFind() {
	lang, err := stoplists.Find("sr-Latn-RS")
	fmt.Println(lang.Tag, lang.Name, err)
	// Output: sr-Latn Serbian (Latin) <nil>
}

func ExampleParse() {
	list, err := stoplists.Parse(strings.NewReader("the\nof\nand\n"))
	fmt.Println(list.Len(), list.Contains("And"), err)

	_, err = stoplists.Parse(strings.NewReader("a\n\xe8esk\xfd\n"))
	fmt.Println(err)
	// Output:
	// 3 true <nil>
	// stoplists: line 2 is not UTF-8; save the list as UTF-8, for example with `iconv -f windows-1252 -t utf-8`
}

func ExampleLimitError() {
	_, err := stoplists.Parse(strings.NewReader("the\n" + strings.Repeat("of ", 2000)))
	var limit *stoplists.LimitError
	if errors.As(err, &limit) {
		fmt.Println(limit.Value, limit.Limit, "from byte", limit.Offset)
	}
	// Output: 4096 bytes in a line from byte 4
}

func ExampleLanguages() {
	for _, lang := range stoplists.Languages() {
		if lang.Tag == "cs" || lang.Tag == "en" {
			fmt.Printf("%s: %s, %.2f of running words, from %s\n", lang.Tag, lang.Name, lang.Coverage, lang.Source)
		}
	}
	// Output:
	// cs: Czech, 0.70 of running words, from Unilex + wordfreq
	// en: English, 0.70 of running words, from wordfreq
}

func ExampleNew() {
	list := stoplists.New("Les", "été", "les")
	fmt.Println(list.Words())
	// Output: [les été]
}

func ExampleList_Contains() {
	list := stoplists.New("été", "λόγος")
	fmt.Println(list.Contains("ÉTÉ"), list.Contains("E\u0301te\u0301"), list.Contains("ΛΌΓΟΣ"), list.Contains("ete"))
	// Output: true true true false
}

func ExampleIdentify() {
	guess := stoplists.Identify("Se alguém quer plantar tomates na varanda, é bom saber que eles precisam de muito sol e de água todos os dias.")
	fmt.Println(guess.Tag, "and not", guess.Next, guess.Margin > 10)
	// Output: pt and not gl true
}

func ExampleIdentifier() {
	var identifier stoplists.Identifier
	for _, text := range []string{
		"Vi gik en tur i skoven, og der var ikke andre end os.",
		"Wir gingen im Wald spazieren, und es war sonst niemand da.",
	} {
		identifier.Reset()
		identifier.Add(text)
		guess := identifier.Guess()
		fmt.Println(guess.Tag, guess.Known, "of", guess.Words)
	}
	// Output:
	// da 11 of 13
	// de 9 of 11
}

func ExampleList_Count() {
	list := stoplists.New("the", "of", "and")
	fmt.Println(list.Count("The size of the garden"))
	// Output: 3
}

func ExampleList_CountUnspaced() {
	list := stoplists.New("的", "我们", "在")
	fmt.Println(list.CountUnspaced("我们在北京的家。"))
	// Output: 4 7
}

func ExampleCounter() {
	var counter stoplists.Counter
	for _, text := range []string{"The dog sees the cat.", "The cat sees the house, the garden and the street."} {
		counter.Add(text)
	}
	list, covered := counter.List(0.60)
	words := list.Words()
	fmt.Printf("%q cover %.2f of %d running words\n", words, covered, counter.Words())

	rarest := words[len(words)-1]
	if n := counter.Count(rarest); n < stoplists.MinCount {
		fmt.Printf("%q was counted %d times: too little text\n", rarest, n)
	}
	// Output:
	// ["the" "cat" "sees"] cover 0.67 of 15 running words
	// "sees" was counted 2 times: too little text
}

func ExampleCut() {
	// Occurrences in a million words.
	table := []stoplists.Frequency{{Word: "og", Count: 40_000}, {Word: "i", Count: 30_000}, {Word: "at", Count: 20_000}}
	list, covered := stoplists.Cut(table, 1_000_000, 0.06)
	fmt.Println(list.Words(), covered)
	// Output: [og i] 0.07
}
