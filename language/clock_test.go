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
		"the lamp goes on at 3 tomorrow":       "19 15:00",
		"the review is tomorrow at 4":          "19 16:00",
		"let's meet on Friday at 2:30":         "20 14:30",
		"demo at 3 next Tuesday":               "24 15:00",
		"we'll call them at 1 on Thursday":     "19 13:00",
		"dinner on Saturday at 6":              "21 18:00",
		"I have to pick Ben up tomorrow at 5":  "19 17:00",
		"the talk on 24 November at 2":         "24 14:00",
		"can we do it tomorrow at 6:15?":       "19 18:15",
		"standup is tomorrow at 9":             "19 09:00",
		"the dentist is on Friday at 7":        "20 07:00",
		"the boat leaves tomorrow at 4am":      "19 04:00",
		"the boat leaves tomorrow at 04:00":    "19 04:00",
		"the boat leaves tomorrow at 16:00":    "19 16:00",
		"we'll start early, tomorrow at 5":     "19 05:00",
		"the backup will run tomorrow at 2":    "19 02:00",
		"maintenance is on Friday at 3":        "20 03:00",
		"we leave tomorrow morning at 4":       "19 04:00",
		"we met yesterday at 4":                "17 04:00",
		"the lock was shut on Monday at 2":     "16 02:00",
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
