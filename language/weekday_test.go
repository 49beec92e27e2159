package language

import (
	"testing"
	"time"
)

// A weekday before a day is one with it, and the month of a day without one is that in which
// the weekday is right.
func TestAWeekdayWithItsDay(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC) // a Sunday
	for in, want := range map[string]string{
		"The keel is laid on Friday the 18th.":            "2026-12-18",
		"the keel is laid on friday 18th":                 "2026-12-18",
		"keel: thursday the 22nd 15:30":                   "2026-12-22",
		"The keel is laid on Tuesday, 15 December.":       "2026-12-15",
		"The keel is laid on Tuesday, December 15.":       "2026-12-15",
		"The keel is laid on Friday the 8th.":             "2027-01-08",
		"The keel was laid on Monday the 23rd.":           "2026-11-23",
		"The keel was laid on Friday the 30th.":           "2026-10-30",
		"The keel is laid on Friday, 2026-12-18.":         "2026-12-18",
		"The keel is laid on Thursday the 31st.":          "2026-12-31",
		"The keel is laid on Monday the 31st.":            "2026-12-31",
		"The keel was laid on Saturday the 31st.":         "2026-10-31",
		"The keel is laid on Sunday the 29th.":            "2026-11-29",
		"The keel was laid on Sunday the 29th.":           "2026-11-29",
		"The keel is laid on Friday.":                     "2026-12-04",
		"The keel is laid on Friday, the 3rd attempt.":    "2026-12-04",
		"The keel is laid on Friday in May.":              "2026-12-04",
		"The keel is laid on Friday, the mast on the 9th": "2026-12-04",
	} {
		got := ""
		if all := Times(in, now); len(all) > 0 {
			got = all[0].From.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}
