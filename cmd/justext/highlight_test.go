package main

import (
	"strings"
	"testing"
)

// -format highlight runs nothing unless -as-written is given.
func TestHTMLIsInert(t *testing.T) {
	const page = `<body onload="a()"><p onclick="b()">text <a href="JaVa
Script:c()">link</a><iframe src="d"></iframe><form action="e"><input type=submit></form><script>f()</script><object data="g"></object>` +
		`<meta http-equiv=refresh content="0;url=h"><a href="data:text/html,i">data</a><svg onload="j()"></svg>`
	active := []string{"onload", "onclick", "script:c", "iframe", "form", "object", "refresh", "data:text/html"}
	got := justextOf(page, "-algo", "boilerpipe", "-format", "highlight")
	for _, what := range active {
		if strings.Contains(strings.ToLower(got.out), what) {
			t.Errorf("%s is kept: %s", what, got.out)
		}
	}
	if got.status != 0 || !strings.Contains(got.out, "text") || !strings.Contains(got.out, "link") {
		t.Errorf("%+v", got)
	}
	written := justextOf(page, "-algo", "boilerpipe", "-format", "highlight", "-as-written")
	if written.status != 0 || !strings.Contains(written.out, "onload") || !strings.Contains(strings.ToLower(written.out), "iframe") {
		t.Errorf("%+v", written)
	}
	if got := justextOf(page, "-algo", "boilerpipe", "-as-written"); got.status != 2 || !strings.Contains(got.errors, "-as-written works only with -format highlight") {
		t.Errorf("%+v", got)
	}
}

func TestNoscript(t *testing.T) {
	page := "<body><noscript><p>" + sentence("hidden") + "</p></noscript>"
	for args, want := range map[string]bool{"": false, "-noscript": true} {
		got := justextOf(page, append(strings.Fields(args), "-algo", "boilerpipe", "-extractor", "everything")...)
		if strings.Contains(got.out, "hidden") != want {
			t.Errorf("%q: %+v", args, got)
		}
	}
}
