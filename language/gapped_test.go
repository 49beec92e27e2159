package language

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestGapped(t *testing.T) {
	for _, c := range []struct {
		sentence string
		want     []string
	}{
		{"The ferry moved to 9:30 and the market to Thursday.", []string{"The ferry moved to 9:30", "the market moved to Thursday"}},
		{"The pump is on 48 volts now and the bell on 90 watts.", []string{"The pump is on 48 volts now", "the bell is on 90 watts now"}},
		{"Kelp is on 17 now, brine on 8.", []string{"Kelp is on 17 now", "brine is on 8 now"}},
		{"Notes go to Ulm now, bills to Bonn and maps to Kiel.", []string{"Notes go to Ulm now", "bills go to Bonn now", "maps go to Kiel now"}},
		{"We're on kelp 22 and brine 17 now.", []string{"We're on kelp 22", "We're on brine 17 now"}},
		{"We moved the barn to Ulm and the mill to Bonn.", []string{"We moved the barn to Ulm", "We moved the mill to Bonn"}},
		{"The break is 20 minutes and the seat limit 5.", []string{"The break is 20 minutes", "the seat limit is 5"}},
		{"Deliveries are on Mondays now and fairs monthly.", []string{"Deliveries are on Mondays now", "fairs are monthly now"}},
		{"The courier goes to Ulm on Mondays and to Kiel on Fridays.", []string{"The courier goes to Ulm on Mondays", "The courier goes to Kiel on Fridays"}},
		{"We use kelp 22 and brine 17.", []string{"We use kelp 22", "We use brine 17"}},
		{"The break is 20 minutes and the seat limit is 5.", nil}, // it has its own verb
		{"Fairs are weekly and monthly.", nil},
		{"We moved, and gate 5.", nil},
		{"The barn is at 9 and we at 10.", nil},
		{"The ferry is at the pier and the market of Ulm.", nil},
		{"The ferry is at 9 and (so they say) the market at 10.", nil},
		{"We're on kelp 22 and brine 17?", nil},
		{"The ferry is at 9" + strings.Repeat(" and the market at 10", 10), nil}, // a list of data
		{"Are on Monday the ferry and on Friday the market", nil},
		{"The ferry leaves at 9 and 11.", nil},
		{"I ate 3 apples and two pears.", nil},
		{"The plan is 3 meetings and 4 dinners.", nil},
		{"The quick fix worked and the trial passed in 3 minutes.", nil},
		{"Is the ferry on Monday and the market on Friday?", nil},
	} {
		if got := newReading(c.sentence).gapped(); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q", c.sentence, got)
		}
	}
}

// A sentence that tells of two things at once changes both of them, and no third one.
func TestUpdatesByPart(t *testing.T) {
	at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"The market is on Wednesday.", "The ferry moved to 9:30 and the market to Thursday.", true},
		{"The ferry is at 10.", "The ferry moved to 9:30 and the market to Thursday.", true},
		{"Brine is on 7.", "Kelp is on 17 now, brine on 8.", true},
		{"Fairs are weekly.", "Deliveries are on Mondays now and fairs monthly.", true},
		{"The seat limit is 3.", "The break is 20 minutes and the seat limit 5.", true},
		{"Tilda lives in Turku.", "Mia moved to Lund and Tilda to Oslo.", true},
		{"The choir is on Wednesday.", "The ferry moved to 9:30 and the market to Thursday.", false},
		{"Salt is on 7.", "Kelp is on 17 now, brine on 8.", false},
		{"Tours are weekly.", "Deliveries are on Mondays now and fairs monthly.", false},
		{"The left gate weighs 80 kg.", "The right gate weighs 90 kg now and the crane 200 kg.", false},
	} {
		if got := NewStatement(c.newer, at.Add(time.Hour)).UpdatesByPart(NewStatement(c.older, at), nil); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}
