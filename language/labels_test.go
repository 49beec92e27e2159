package language

import (
	"testing"
	"time"
)

// A number in a name, a path or a place in a file counts nothing.
func TestLabelsAreNoValues(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for _, s := range []string{
		"Its tiles have gap-6 and grid-cols-2",
		"The run is in /data/runs/kite-3/2026-02-16_21-35-38Z-first.md",
		"Have a look at tide.ts:91:42",
		"The reader is in tide.ts:21-44",
		"See docs/2026/11/notes",
	} {
		if got := NewStatement(s, at).given; len(got) > 0 {
			t.Errorf("%q gives %+v", s, got)
		}
	}
	for s, want := range map[string]string{
		"The printer listens at http://lamp.local:8100": "8100",
		"The blood pressure is 120/80":                  "120/80",
		"We plan 30-40 guests":                          "30",
		"The rent is due on Mar-14":                     "14",
		"A 5-mile run":                                  "5",
		"It costs $20/month":                            "20",
	} {
		if got := NewStatement(s, at).given; len(got) == 0 || got[0].value != want {
			t.Errorf("%q gives %+v, want %s", s, got, want)
		}
	}
}
