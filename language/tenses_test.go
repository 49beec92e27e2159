package language

import (
	"testing"
	"time"
)

// october is a Wednesday.
var october = time.Date(2026, 10, 7, 9, 0, 0, 0, time.UTC)

// A day without a year beside what is to come is the next one, unless the last one is hardly
// over; what has been, and what tells of it, stays where it was.
func TestWhatIsToComeIsTheNextOne(t *testing.T) {
	for text, want := range map[string]string{
		"the boat is a sloop, handover planned for nov 15": "2026-11-15",
		"price 900 euro paid, launch oct 30":               "2026-10-30",
		"papers signed, kickoff nov 1":                     "2026-11-01",
		"talk scheduled for nov 3":                         "2026-11-03",
		"flights to Faro booked for jan 20":                "2027-01-20",
		"the launch was planned for nov 15":                "2026-11-15",
		"we planned the regatta for nov 15":                "2026-11-15",
		"the season starts aug 20":                         "2027-08-20",
		"the lease of the shed ends apr 5":                 "2027-04-05",
		"we're moving to Faro apr 20":                      "2027-04-20",
		"flying to Faro apr 20":                            "2027-04-20",
		"we fly to Faro on apr 20":                         "2027-04-20",
		"wedding is april 18":                              "2027-04-18",
		"hull painted white, launch in april":              "2027-04-01",
		"launch q2":                                        "2027-04-01",
		"mast ordered, inspection friday":                  "2026-10-09",
		"meeting with Odile sep 30":                        "2026-09-30",
		"release sep 28 is slow":                           "2026-09-28",
		"the launch was planned for sep 15 but slipped":    "2026-09-15",
		"notes of the meeting on apr 20":                   "2026-04-20",
		"the recording of the talk apr 20 is lost":         "2026-04-20",
		"the launch on nov 3 broke the mast":               "2025-11-03",
		"we painted the hull, nov 3":                       "2025-11-03",
		"we met on nov 3":                                  "2025-11-03",
		"the hull was painted for the launch on nov 3":     "2025-11-03",
		"the meeting on apr 20 went well":                  "2026-04-20",
		"the crane has been in use from apr 20":            "2026-04-20",
		"we booked the crane on nov 3":                     "2025-11-03",
		"the gauge logs end apr 20":                        "2026-04-20",
	} {
		if w, ok := Occasion(text, october); !ok || w.From.Format(time.DateOnly) != want {
			t.Errorf("%q: %v %v, want %s", text, w.From, ok, want)
		}
	}
}

// What a day is called in haste, and whose day something is.
func TestDaysInHaste(t *testing.T) {
	for text, want := range map[string]string{
		"we met yday":                                     "06 07",
		"the notes on yesterdays leak":                    "06 07",
		"yesterday's leak is mended":                      "06 07",
		"todays trip is short":                            "07 08",
		"tomorrow's trip is off":                          "08 09",
		"tomorrows trip is off":                           "08 09",
		"off next week, tue to fri":                       "13 17",
		"away next week tuesday to friday":                "13 17",
		"next week (mon-wed) the lock is shut":            "12 15",
		"we sail next week on thursday":                   "15 16",
		"away this week, thu and fri":                     "08 10",
		"last week monday the lock broke":                 "28 29",
		"next week, Tom is away":                          "12 19",
		"next week Mondays are free":                      "12 19",
		"next week to Friday harbour":                     "12 19",
		"off next week, fri to tue":                       "12 19",
		"the yesterdays of old":                           "",
		"all our yesterdays":                              "",
		"Odile joins the crew on dec 1, so I work nights": "01 02",
		"every year we meet, on May 3 or so":              "",
		"every May 3 the crew dines":                      "",
	} {
		got := ""
		if w, ok := Occasion(text, october); ok {
			got = w.From.Format("02") + " " + w.Until.Format("02")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Said on a Monday, the weekend of what has been is the last one, of all else the next one.
func TestWhichWeekendIsSpokenOf(t *testing.T) {
	monday := time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC)
	const last, next = "2026-10-03", "2026-10-10"
	for text, want := range map[string]string{
		"the pump died twice this weekend":         last,
		"we had a storm this weekend":              last,
		"this weekend was rainy":                   last,
		"the mast broke this weekend":              last,
		"the gauge went blind this weekend":        last,
		"lost the anchor this weekend":             last,
		"the lamp kept flickering this weekend":    last,
		"someone shut the lock this weekend":       last,
		"I've been sick this weekend":              last,
		"didn't sail this weekend":                 last,
		"outage of the tide gauge this weekend":    last,
		"ferry down twice this weekend":            last,
		"the gauge wasn't read this weekend":       last,
		"Ole has mended the nets this weekend":     last,
		"the weekend was rainy":                    last,
		"we are in Faro this weekend":              next,
		"we sail this weekend":                     next,
		"I'll mend the nets this weekend":          next,
		"regatta this weekend":                     next,
		"the regatta is this weekend":              next,
		"are you in Faro this weekend":             next,
		"planned outage this weekend":              next,
		"we're going to be down this weekend":      next,
		"the regatta was moved to this weekend":    next,
		"I have to mend the nets this weekend":     next,
		"can you look at the outage this weekend?": next,
		"no ferry this weekend":                    next,
	} {
		if w, ok := Occasion(text, monday); !ok || w.From.Format(time.DateOnly) != want {
			t.Errorf("%q: %v %v, want %s", text, w.From, ok, want)
		}
	}
	friday := monday.AddDate(0, 0, 4)
	for text, want := range map[string]string{"we had a storm this weekend": last, "outage this weekend": next, "the ferry is down this weekend": next} {
		if w, ok := Occasion(text, friday); !ok || w.From.Format(time.DateOnly) != want {
			t.Errorf("on Friday, %q: %v %v, want %s", text, w.From, ok, want)
		}
	}
}
