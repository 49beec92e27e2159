package language

import (
	"testing"
	"time"
)

// The name of a month in small letters behind the number of a day is one, but where it is
// a verb.
func TestMonthInSmallLetters(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"the audit is on 4 dec":                         "4 dec 2026-12-04",
		"launch 4 jan":                                  "4 jan 2027-01-04",
		"the review is due 5 mar":                       "5 mar 2027-03-05",
		"deadline 2 may":                                "2 may 2027-05-02",
		"the gala is 2 may now":                         "2 may 2027-05-02",
		"the gala is on 4 may at the pier":              "4 may 2027-05-04",
		"gala 2 may in the hall":                        "2 may 2027-05-02",
		"by 6 may we sail":                              "by 6 may 2026-11-20",
		"the yard is shut between 2 may and 6 may":      "between 2 may and 6 may 2027-05-02",
		"on 10 march in the hall":                       "10 march 2027-03-10",
		"10 march 2027":                                 "10 march 2027 2027-03-10",
		"last order day is 13 dec, we sail on the 14th": "13 dec 2026-12-13",
		"2 may fail":                                    "",
		"1 may need a new mast":                         "",
		"of the 7 lamps 2 may be out":                   "",
		"of the 7 lamps only 2 may.":                    "",
		"these 2 may or may not hold":                   "",
		"step 3 may come later":                         "",
		"on which of the 5 may we sail":                 "",
		"20 march on the square":                        "",
		"about 20 march through the yard":               "",
		"the other 20 march on":                         "",
		"only 10 march, 4 stay":                         "",
	} {
		got := ""
		for _, w := range Times(text, now) {
			got = w.Text + " " + w.From.Format(time.DateOnly)
			break
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A day that is moved to another month takes the place of the old one, however it is written.
func TestADayIsMovedAcrossMonths(t *testing.T) {
	testFollows(t, []followed{
		{"the audit is on 27 november", "the audit is on 4 december now", Updates},
		{"the audit is on 27 nov", "the audit is on 4 dec now", Updates},
		{"the audit is on 27 nov", "the audit moves to 4 dec", Updates},
		{"the audit is on 27 nov", "the audit slips to 4 dec", Updates},
		{"the audit is on 27 nov", "the audit is postponed to 4 jan", Updates},
		{"the sail loft opens on 27 nov", "the sail loft opens on 4 dec now", Updates},
		{"the audit is on 27 november", "the gala is on 4 december now", Unrelated},
		{"the audit is on 27 november", "the second audit is on 4 december", Unrelated},
		{"the audit of the yard is on 27 november", "the audit of the loft is on 4 december now", Unrelated},
		{"the audit is on 27 nov", "the gala moves to 4 dec", Unrelated},
		{"the audit is on 27 nov", "the audit team moves to Bergen on 4 dec", Unrelated},
		{"Odd is away until the 16th, Siv sails the yawl so long", "the yawl refit moved to the 30th, Odd has the dentist on the 24th", Unrelated},
		{"the audit takes 4 hours", "of the 7 audits 2 may fail", Unrelated},

		// how much later it is, and the day itself
		{"the review is on 2 december", "the review is two days later: 4 december", Updates},
		{"the review is on 2 december", "the review is two days later now (4 december)", Updates},
		{"the chart is due 18 december", "Ragna wants the chart a week earlier: 11 december", Updates},
		{"the chart is due 18 december", "ragna wants the chart a week earlier, on 11 december", Updates},
		{"the chart is due 18 december", "the sails are due a week earlier: 11 december", Unrelated},
		{"the chart frame is due 18 december", "ragna wants the chart a week earlier: 11 december", Unrelated},
		{"ragna has the keys on 3 december", "ragna wants the chart a week earlier: 11 december", Unrelated},
		{"the chart is due 18 december, the sails 20 december", "ragna wants the chart a week earlier: 11 december", Unrelated},
	})
}
