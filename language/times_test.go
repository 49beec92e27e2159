package language

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is a Wednesday.
var clock = time.Date(2026, 5, 13, 10, 30, 0, 0, time.FixedZone("here", 2*3600))

func stampOf(t time.Time) string {
	switch {
	case t.Year() == 1:
		return "-"
	case t.Year() == 9999:
		return "+"
	case t.Hour() == 0 && t.Minute() == 0:
		return t.Format("2006-01-02")
	}
	return t.Format("2006-01-02T15:04")
}

var timeTests = []struct{ in, want string }{
	{"today", "2026-05-13 2026-05-14"},
	{"see you tomorrow", "2026-05-14 2026-05-15"},
	{"yesterday we met", "2026-05-12 2026-05-13"},
	{"the day before yesterday", "2026-05-11 2026-05-12"},
	{"the day after tomorrow", "2026-05-15 2026-05-16"},
	{"tonight", "2026-05-13T18:00 2026-05-14"},
	{"last night", "2026-05-12T18:00 2026-05-13T06:00"},
	{"this morning", "2026-05-13T06:00 2026-05-13T12:00"},
	{"yesterday evening", "2026-05-12T18:00 2026-05-13"},
	{"3 days ago", "2026-05-10 2026-05-11"},
	{"seventy days ago", "2026-03-04 2026-03-05"},
	{"eighty days ago", "2026-02-22 2026-02-23"},
	{"three weeks ago", "2026-04-20 2026-04-27"},
	{"a couple of months ago", "2026-03-01 2026-04-01"},
	{"two years ago", "2024-01-01 2025-01-01"},
	{"an hour ago", "2026-05-13T09:00 2026-05-13T10:00"},
	{"half an hour ago", "2026-05-13T10:00 2026-05-13T10:01"},
	{"in two weeks", "2026-05-25 2026-06-01"},
	{"in 5 days", "2026-05-18 2026-05-19"},
	{"two days from now", "2026-05-15 2026-05-16"},
	{"slots are 25 minutes from now on", ""},
	{"last week", "2026-05-04 2026-05-11"},
	{"last_week", "2026-05-04 2026-05-11"},
	{"this week", "2026-05-11 2026-05-18"},
	{"next month", "2026-06-01 2026-07-01"},
	{"last year", "2025-01-01 2026-01-01"},
	{"next quarter", "2026-07-01 2026-10-01"},
	{"over the last three days", "2026-05-10 2026-05-13T10:30"},
	{"the past 2 hours", "2026-05-13T08:30 2026-05-13T10:30"},
	{"the next 2 weeks", "2026-05-13T10:30 2026-05-28"},
	{"last Friday", "2026-05-08 2026-05-09"},
	{"last Wednesday", "2026-05-06 2026-05-07"},
	{"next Friday", "2026-05-22 2026-05-23"},
	{"this Friday", "2026-05-15 2026-05-16"},
	{"meet on Friday", "2026-05-15 2026-05-16"},
	{"we met on Friday", "2026-05-08 2026-05-09"},
	{"the regatta was moved to Friday", "2026-05-15 2026-05-16"},
	{"the regatta was moved to the 3rd", "2026-06-03 2026-06-04"},
	{"the regatta was put off until Friday", "2026-05-15 2026-05-16"},
	{"the hull goes to the yard on June 6, Ida promised it", "2026-06-06 2026-06-07"},
	{"Ida moved the regatta, it's July 3", "2026-07-03 2026-07-04"},
	{"the race, which was hard, was on March 3", "2026-03-03 2026-03-04"},
	{"we met on a boat, on Friday", "2026-05-08 2026-05-09"},
	{"Ida leaves on the 3rd, Ole left on the 8th", "2026-06-03 2026-06-04 | 2026-05-08 2026-05-09"},
	{"we moved on Friday", "2026-05-08 2026-05-09"},
	{"we spoke to him on Friday", "2026-05-08 2026-05-09"},
	{"every Friday we deploy", ""},
	{"last weekend", "2026-05-09 2026-05-11"},
	{"it broke over the weekend", "2026-05-09 2026-05-11"},
	{"we move on the weekend of June 6th", "2026-06-06 2026-06-08"},
	{"the weekend of the 5th", "2026-06-06 2026-06-08"},
	{"the weekend around 14 June", "2026-06-13 2026-06-15"},
	{"the weekend of the fair", "2026-05-16 2026-05-18"},
	{"March 3rd, 2025", "2025-03-03 2025-03-04"},
	{"3 March 2025", "2025-03-03 2025-03-04"},
	{"the 3rd of March", "2026-03-03 2026-03-04"},
	{"due March 3", "2027-03-03 2027-03-04"},
	{"we met on December 24", "2025-12-24 2025-12-25"},
	{"May 2023", "2023-05-01 2023-06-01"},
	{"in 2022", "2022-01-01 2023-01-01"},
	{"in 2022 people", ""},
	{"in October", "2026-10-01 2026-11-01"},
	{"we moved in October", "2025-10-01 2025-11-01"},
	{"you may march on", ""},
	{"March 10-12", "2026-03-10 2026-03-13"},
	{"the kiln rests from the 20th until the 25th", "2026-05-20 2026-05-26"},
	{"Ida is away from the 4th to the 18th of July", "2026-07-04 2026-07-19"},
	{"the bridge is shut from the 28th to the 3rd of July", "2026-06-28 2026-07-04"},
	{"Black Friday is on the 29th", "2026-05-29 2026-05-30"},
	{"Good Friday is a holiday", ""},
	{"June 3 to June 5", "2026-06-03 2026-06-06"},
	{"2026-05-01", "2026-05-01 2026-05-02"},
	{"2026-05", "2026-05-01 2026-06-01"},
	{"at 2026-05-01T08:15:00Z it fell", "2026-05-01T10:15 2026-05-01T10:16"},
	{"25/3/2026", "2026-03-25 2026-03-26"},
	{"3/4/2026", ""},
	{"February 30", ""},
	{"the bridge is shut from Monday to Wednesday", "2026-05-18 2026-05-21"},
	{"the bridge is shut from Thursday to Tuesday", "2026-05-14 2026-05-20"},
	{"the bridge is shut from Friday on", "2026-05-15 +"},
	{"since Monday", "2026-05-11 2026-05-13T10:30"},
	{"since 2019", "2019-01-01 2026-05-13T10:30"},
	{"before March 3", "- 2026-03-03"},
	{"after March 3", "2026-03-04 +"},
	{"until Friday", "2026-05-13T10:30 2026-05-16"},
	{"between March 3 and March 9", "2026-03-03 2026-03-10"},
	{"from 2019 to 2021", "2019-01-01 2022-01-01"},
	{"at 5pm", "2026-05-13T17:00 2026-05-13T18:00"},
	{"tomorrow at 9:15", "2026-05-14T09:15 2026-05-14T09:16"},
	{"at 5 pm on Friday", "2026-05-15T17:00 2026-05-15T18:00"},
	{"at 9 people", ""},
	{"Q3 2025", "2025-07-01 2025-10-01"},
	{"in Q1", "2026-01-01 2026-04-01"},
	{"by the end of the month", "2026-05-13T10:30 2026-06-01"},
	{"end of next week", "2026-05-24 2026-05-25"},
	{"away until the end of March", "2026-05-13T10:30 2027-04-01"},
	{"before month-end", "- 2026-05-31"},
	{"the end of june", "2026-06-30 2026-07-01"},
	{"we sail at the beginning of february", "2026-02-01 2026-02-02"},
	{"by the end of january", "2026-05-13T10:30 2027-02-01"},
	{"done by the end of may", "2026-05-13T10:30 2026-06-01"},
	{"by early june", "2026-05-13T10:30 2026-06-11"},
	{"until mid march", "2026-05-13T10:30 2027-03-16"},
	{"by the middle of june", "2026-05-13T10:30 2026-06-16"},
	{"by late june", "2026-05-13T10:30 2026-07-01"},
	{"in mid june", "2026-06-01 2026-07-01"},
	{"away until next week", "2026-05-13T10:30 2026-05-18"},
	{"away until next month", "2026-05-13T10:30 2026-06-01"},
	{"away until 2027", "2026-05-13T10:30 2027-01-01"},
	{"shut till q4", "2026-05-13T10:30 2026-10-01"},
	{"shut until the end of october", "2026-05-13T10:30 2026-11-01"},
	{"shut until late october", "2026-05-13T10:30 2026-11-01"},
	{"shut until the 30th", "2026-05-13T10:30 2026-05-31"},
	{"shut this week, until friday", "2026-05-11 2026-05-18 | 2026-05-13T10:30 2026-05-16"},
	{"done by october", "2026-05-13T10:30 2026-11-01"},
	{"until october", "2026-05-13T10:30 2026-10-01"},
	{"the dock is shut until march", "2026-05-13T10:30 2027-03-01"},
	{"the crew is paid by jan", ""},
	{"they have to march", ""},
	{"the end of may wood", ""},
	{"due 20th", "2026-05-20 2026-05-21"},
	{"by 20th street", ""},
	{"on the 20th", "2026-05-20 2026-05-21"},
	{"gestern und heute", "2026-05-12 2026-05-13 | 2026-05-13 2026-05-14"},
	{"встретились вчера", "2026-05-12 2026-05-13"},
	{"version 2.0 has 3 items and 10 days", ""},
	{"done by eow", "2026-05-13T10:30 2026-05-18"},
	{"we met the other day", "2026-05-06 2026-05-13"},
	{"it fell over just now", "2026-05-13T10:30 2026-05-13T10:31"},
	{"we sail over the weekend", "2026-05-16 2026-05-18"},
	{"it takes this minute", ""},
	{"the past year", "2025-05-13T10:30 2026-05-13T10:30"},
	{"we moved last June", "2025-06-01 2025-07-01"},
	{"over the last couple of days", "2026-05-11 2026-05-13T10:30"},
	{"the next 3 people", ""},
	{"within two days", "2026-05-13T10:30 2026-05-15T10:30"},
	{"by end of week", "2026-05-13T10:30 2026-05-18"},
	{"until mid-june", "2026-05-13T10:30 2026-06-16"},
	{"Oct. 2025", "2025-10-01 2025-11-01"},
	{"the race is in Oct.", "2026-10-01 2026-11-01"},
	{"due March the 20th", "2027-03-20 2027-03-21"},
	{"Ole left on the 20th", "2026-04-20 2026-04-21"},
	{"Ole left on the 31st", ""},
	{"the Sun is up", ""},
	{"we moved in Q4", "2025-10-01 2026-01-01"},
	{"2026-13", ""},
	{"2026/05", ""},
	{"2026-05-1", ""},
	{"13/13/2026", ""},
	{"31/4/2026", ""},
	{"tomorrow at 10:30pm", "2026-05-14T22:30 2026-05-14T22:31"},
	{"at 12 am", "2026-05-13 2026-05-13T01:00"},
	{"Yesterday I ran. Tomorrow I rest.", "2026-05-12 2026-05-13 | 2026-05-14 2026-05-15"},
	{"the lid is at a, b and c", ""},
}

func TestTimes(t *testing.T) {
	for _, tt := range timeTests {
		var got []string
		for _, w := range Times(tt.in, clock) {
			line := stampOf(w.From) + " " + stampOf(w.Until)
			if w.Text != tt.in[w.Start:w.End] {
				t.Errorf("Times(%q): text %q is not at %d–%d", tt.in, w.Text, w.Start, w.End)
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " | ")); diff != "" {
			t.Errorf("Times(%q):\n%s", tt.in, diff)
		}
	}
}

// What English shortens so is another word elsewhere, and no time.
func TestTimesOfOtherTongues(t *testing.T) {
	for in, want := range map[string]string{
		"Mon oncle est sur le bateau":         "",
		"Sun heisst der Kahn":                 "",
		"Boje 5 am Kai ist weg":               "",
		"El mar 3 es muy frio":                "",
		"Der Kahn ist gestern gesunken":       "gestern",
		"Der Kahn ist seit 2024-03-05 weg":    "2024-03-05",
		"Das Boot kommt nicht am 5 um 17:30":  "17:30",
		"The boat leaves Mon at 5 am":         "Mon at 5 am",
		"Boat at 5 am":                        "at 5 am",
		"Der Kahn ist nicht weg. Mon at 5 am": "Mon at 5 am",
	} {
		var got []string
		for _, w := range Times(in, clock) {
			got = append(got, w.Text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestShiftKeepsToTheMonth(t *testing.T) {
	day := time.Date(2026, 3, 31, 9, 0, 0, 0, time.UTC)
	for n, want := range map[int]string{-1: "2026-02-28", 1: "2026-04-30", 11: "2027-02-28", 12: "2027-03-31"} {
		if got := shift(day, months, n).Format("2006-01-02"); got != want {
			t.Errorf("%d months from March 31 is %s, want %s", n, got, want)
		}
	}
}
