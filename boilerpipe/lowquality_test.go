package boilerpipe

import "testing"

func TestIsLowQuality(t *testing.T) {
	for _, test := range []struct {
		before, content Statistics
		want            bool
	}{
		{Statistics{90, 9}, Statistics{75, 3}, false},
		{Statistics{89, 9}, Statistics{75, 3}, true},
		{Statistics{90, 9}, Statistics{69, 1}, true},
		{Statistics{90, 9}, Statistics{70, 2}, false},
		{Statistics{90, 9}, Statistics{74, 3}, true},
		{Statistics{}, Statistics{}, true},
	} {
		if got := IsLowQuality(test.before, test.content); got != test.want {
			t.Errorf("%+v: got %v", test, got)
		}
	}
}

func TestStatistics(t *testing.T) {
	d := documentOf("3 4+ 5+")
	if all, content := d.Statistics(false), d.Statistics(true); all != (Statistics{12, 3}) || content != (Statistics{9, 2}) {
		t.Errorf("got %+v, %+v", all, content)
	}
}
