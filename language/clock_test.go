package language

import (
	"testing"
	"time"
)

// An hour without am or pm is one of the part of the day that is named, and today one
// that is still to come; what was, and what is written as on a clock of 24 hours, is not
// moved.
func TestHoursWithoutAMorPM(t *testing.T) {
	morning := time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"out at 3 today":                       "18 15:00",
		"I leave at 4:30 today":                "18 16:30",
		"dinner is at 8 today":                 "18 20:00",
		"the ferry leaves today at 1:15":       "18 13:15",
		"today at 2:00 the lock is shut":       "18 14:00",
		"we will meet at 4":                    "18 16:00",
		"the lamp goes on at 3 tomorrow":       "19 03:00",
		"the boat leaves at 10 today":          "18 10:00",
		"the boat leaves at 12:30 today":       "18 12:30",
		"the job will run at 03:30 today":      "18 03:30",
		"the boat leaves at 3am today":         "18 03:00",
		"we left at 3 today":                   "18 03:00",
		"the boat came yesterday at 3:10":      "17 03:10",
		"tea is at 4 this afternoon":           "18 16:00",
		"supper is at 8 tonight":               "18 20:00",
		"tonight at 8 we eat":                  "18 20:00",
		"we eat tomorrow evening at 8":         "19 20:00",
		"the tide is at 8 this morning":        "18 08:00",
		"the dog barked last night at 2":       "18 02:00",
		"the dog barked last night at 2am":     "18 02:00",
		"the dog barked last night at 9pm":     "17 21:00",
		"the dog barks at 15:20 today":         "18 15:20",
		"the crane is inspected at 0:30 today": "18 00:30",
	} {
		got := Times(text, morning)
		if len(got) != 1 || got[0].From.Format("02 15:04") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}
