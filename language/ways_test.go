package language

import (
	"slices"
	"testing"
	"time"
)

func TestOverrules(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
		part         bool
	}{
		// How the listener writes to the speaker is what was said last.
		{"Always answer in Danish.", "Answer in English from now on.", Updates, false},
		{"Always answer in Danish.", "English only please.", Updates, false},
		{"Always answer in Danish.", "Never answer in Danish, English only please.", Updates, false},
		{"Always reply in Danish.", "Stop replying in Danish.", Updates, false},
		{"Keep your answers short.", "Give me long, detailed answers.", Updates, false},
		{"Call me Ida.", "Please call me Dr. Berg.", Updates, false},
		{"Always use metric units.", "Imperial units please.", Updates, false},

		{"From now on answer me in British English.", "Answer me in American English instead of British English from now on.", Updates, false},

		// Of other things it must be said that this is new.
		{"Write docs in Danish.", "Write docs in English from now on.", Updates, false},
		{"Write docs in Danish.", "Write docs in English.", Denies, false},
		{"Write docs and comments in Danish.", "Write comments in English from now on.", Updates, true},
		{"Use British spelling and metric units.", "Use American spelling from now on.", Updates, true},
		{"Use snake_case for variables.", "Use camelCase for variables from now on.", Updates, false},
		{"Indent with spaces.", "Indent with tabs from now on.", Updates, false},
		{"Show dates as DD/MM/YYYY.", "Show dates as YYYY-MM-DD from now on.", Updates, false},
		{"Use 24-hour time.", "Use 12-hour time from now on.", Updates, false},
		{"Name branches after the ticket.", "Name branches after the author from now on.", Updates, false},
		{"Start reports with a table.", "Start reports with a chart from now on.", Updates, false},
		{"Start reports with a table.", "Start reports with a chart.", Unrelated, false}, // and with a table
		{"Always tag releases.", "Don't tag releases anymore.", Updates, false},
		{"Always tag releases.", "Never tag releases.", Denies, false},
		{"Always explain the plan.", "Don't explain the plan, just do it.", Denies, false},
		{"Always ask before running migrations.", "Run migrations without asking from now on.", Updates, false},
		{"Always squash commits before merging.", "Never squash commits.", Denies, false},

		{"Sort imports alphabetically.", "Sort imports automatically from now on.", Unrelated, false}, // and alphabetically
		{"Write release-notes in Danish.", "Write meeting-notes in English from now on.", Unrelated, false},

		// Of something else, in some case, or the same once more.
		{"Always answer in Danish.", "Write commit messages in English.", Unrelated, false},
		{"Always answer in Danish.", "Translate the notes into English.", Unrelated, false},
		{"Answer in Danish when I write Danish.", "Answer in English.", Unrelated, false},
		{"Always answer in Danish.", "Answer in English if somebody else writes.", Unrelated, false},
		{"Always answer in Danish.", "Reply in Danish.", Unrelated, false},
		{"Don't answer in Danish.", "Answer in English.", Unrelated, false},
		{"Keep your answers short.", "Keep functions short.", Unrelated, false},
		{"Keep functions short.", "Give me long answers.", Unrelated, false},
		{"Use single quotes in Python.", "Use double quotes in JSON.", Unrelated, false},
		{"Use snake_case for functions.", "Use PascalCase for classes.", Unrelated, false},
		{"Never squash commits.", "Squash commits before merging.", Unrelated, false},
		{"Always tag releases.", "Don't tag branches.", Unrelated, false},
		{"Call me Ida.", "Call me when the build is done.", Unrelated, false},
		{"Write tests with pytest.", "Write tests for each parser from now on.", Unrelated, false},
	} {
		got, part := NewStatement(c.newer, time.Time{}).Overrules(NewStatement(c.older, time.Time{}))
		if got != c.want || part != c.part {
			t.Errorf("%q, %q: %d %v, want %d %v", c.older, c.newer, got, part, c.want, c.part)
		}
	}
}

func TestOtherOrder(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Always add tests.", "Don't add comments to tests.", true},
		{"Always add tests.", "Don't add tests to the sketches.", false},
		{"Always add tests.", "The tests are slow.", false},
	} {
		if got := NewStatement(c.a, time.Time{}).OtherOrder(NewStatement(c.b, time.Time{})); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"Always answer in Danish.", "Please reply in Danish.", true},
		{"Always answer in Danish.", "Danish only please.", true},
		{"Use metric units.", "Metric units please.", true},
		{"Write all comments in English.", "Comments in English please.", true},
		{"Call me Ida.", "Please call me Ida.", true},
		{"Always answer in Danish.", "Write docs in Danish.", false},
		{"Use single quotes.", "Use single quotes in Python.", false},
		{"Stop replying in Danish.", "Reply in Danish.", false},
		{"Use metric units and ISO dates.", "Metric units please.", false},
		{"Always answer in Danish, and sign with Ida.", "Answer in Danish.", false},
	} {
		if got := NewStatement(c.newer, time.Time{}).Repeats(NewStatement(c.older, time.Time{})); got != c.want {
			t.Errorf("%q, %q: %v", c.older, c.newer, got)
		}
	}
}

func TestAspects(t *testing.T) {
	if got := Aspects("Please answer in German."); !slices.Contains(got, "english") || slices.Contains(got, "metric") {
		t.Errorf("the languages: %v", got)
	}
	if got := Aspects("Call me Ida."); !slices.Contains(got, "address") {
		t.Errorf("how one is called: %v", got)
	}
	for _, none := range []string{"The harbour is closed.", "It holds as long as the rope does.", "Answer in German if Ida asks."} {
		if got := Aspects(none); len(got) > 0 {
			t.Errorf("%q: %v", none, got)
		}
	}
}

func TestWhatIsSaidOfTheWayAlone(t *testing.T) {
	for s, want := range map[string]bool{
		"English only please.":                    true,
		"Imperial units please.":                  true,
		"Please use British English.":             true,
		"Stop replying in Danish.":                true,
		"Commit messages in Danish from now on.":  true,
		"Double quotes please.":                   true,
		"24 hour clock please":                    true,
		"Just call me Ida.":                       true,
		"Danish please":                           false, // may be what was asked for
		"please switch to Danish":                 false,
		"Is that British English?":                false,
		"My units are metric please":              true,
		"English muffins please.":                 false,
		"Stop whistling in Danish.":               false,
		"The docs were in British English please": false,
	} {
		if got := CuesOf(s).Directs; got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestWhatIsWantedFromNowOn(t *testing.T) {
	for s, want := range map[string]bool{
		"Never amend commits.":                                 true,
		"Please always annotate the tags.":                     true,
		"Don't add a line to every log anymore.":               true,
		"Stop explaining your reasoning.":                      true,
		"Show dates as DD/MM/YYYY from now on.":                true,
		"Name branches after the author from now on.":          true,
		"From now on I'd like thorough replies.":               true,
		"Your replies should be in Danish.":                    true,
		"Your reply should have been longer.":                  false,
		"From now on I'd like that.":                           false,
		"Never mind.":                                          false,
		"Don't worry anymore.":                                 false,
		"Don't do that anymore.":                               false,
		"Stop the engine.":                                     false,
		"Always amend?":                                        false,
		"It amends commits.":                                   false,
		"Don't add that to the log anymore, the disk is full.": false,
	} {
		if got := CuesOf(s).Standing; got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
