package language

import (
	"slices"
	"testing"
	"time"
)

// Who wants something to be as it was names neither the value that goes nor the one that comes back.
func TestGoesBack(t *testing.T) {
	for prompt, want := range map[string]bool{
		"40 wore the belt out, back to the old pace":          true,
		"the ferry leaves at its earlier time, put it back":   true,
		"go back to the previous limit":                       true,
		"switch it back please":                               true,
		"put that back, thanks":                               true,
		"set the pace back to what it was":                    true,
		"revert that":                                         true,
		"restore the original limit":                          true,
		"undo the last change":                                true,
		"should we go back to the old pace?":                  false,
		"don't go back to the old pace":                       false,
		"I'm back, where were we":                             false,
		"the backup runs at 3":                                false,
		"send it back to the supplier":                        false,
		"the old pace was fine":                               false,
		"add a back button to the page and a link to the top": false,
	} {
		if got := GoesBack(prompt); got != want {
			t.Errorf("%q: %v", prompt, got)
		}
	}
}

// What a reply calls so again is what a prompt has back that names no value itself.
func TestCarried(t *testing.T) {
	const back = "40 wore the belt out, back to the old pace"
	for _, c := range []struct {
		reply, prompt string
		want          []string
	}{
		{"`BELT_PACE` is 25 again.", back, []string{"25"}},
		{"The belt runs 25 cm a second again.", back, nil},
		{"I set the pace back to 25 cm.", back, []string{"25"}},
		{"The tests run on Fedora again.", back, []string{"fedora"}},
		{"`BELT_PACE` is 25 now.", back, nil},
		{"`BELT_PACE` is 25 again.", "add a test for the belt", nil},
		{"`BELT_PACE` is 25 now.", "25 for all", []string{"25"}},
	} {
		if got := Carried(c.reply, c.prompt); !slices.Equal(got, c.want) {
			t.Errorf("%q as the answer to %q: %q", c.reply, c.prompt, got)
		}
	}
}

// A value that is so again takes the place of the one in between as one that is so now does.
func TestAValueThatIsSoAgain(t *testing.T) {
	day := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"The limit is 40.", "The limit is 25 again.", true},
		{"The limit is 40.", "The limit is back at 25.", true},
		{"`BELT_PACE` is 40 now.", "`BELT_PACE` is 25 again.", true},
		{"The ferry leaves at 16:00.", "The ferry leaves at 15:30 again.", true},
		{"I set the limit to 40.", "I set the limit back to 25.", true},
		{"Changed the ferry to 16:00 in the timetable.", "Changed the ferry back to 15:30 in the timetable.", true},
		{"The crossing takes 40 minutes.", "The crossing back takes 25 minutes.", false},
		{"The ferry leaves at 16:00.", "The ferry back leaves at 15:30.", false},
		{"Lunch is at 12.", "Karla is back at 13 from lunch.", false},
	} {
		if got := Relate(NewStatement(c.newer, day.Add(48*time.Hour)), NewStatement(c.older, day), nil) == Updates; got != c.want {
			t.Errorf("%q, then %q: %v", c.older, c.newer, got)
		}
	}
}
