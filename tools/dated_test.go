package tools

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
)

func TestDated(t *testing.T) {
	now := time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC) // a Wednesday
	for _, tt := range []struct {
		kind          memtide.Kind
		text          string
		happens, ends string
	}{
		{memtide.Plan, "I will finish the report by Friday.", "2026-11-20", "2026-11-21"},
		{memtide.Plan, "She is on leave until the 14th of December.", "2026-11-18", "2026-12-15"},
		{memtide.Plan, "Only two trips a week until january.", "2026-11-18", "2027-01-01"},
		{memtide.Plan, "Ole is in Faro til the 30th.", "2026-11-18", "2026-12-01"},
		{memtide.Plan, "No ferry until next week.", "2026-11-18", "2026-11-23"},
		{memtide.Plan, "The trip is put off until Friday.", "2026-11-20", "2026-11-21"},
		{memtide.Plan, "The hull is to be dry by january.", "2027-01-31", "2027-02-01"},
		{memtide.Plan, "We are going to move next week.", "2026-11-23", "2026-11-30"},
		{memtide.Plan, "I see the dentist today.", "2026-11-18", "2026-11-19"},
		{memtide.Plan, "I want to rewrite the parser after Friday.", "2026-11-21", ""},
		{memtide.Plan, "I want to rewrite the parser.", "", ""},
		{memtide.Plan, "The talk is on December 4, the thesis is due on January 20.", "2026-12-04", "2027-01-21"},
		{memtide.Plan, "The talk was on November 3, the thesis is due on January 20.", "2027-01-20", "2027-01-21"},
		{memtide.Plan, "Odile wants to see the mast, she sailed last weekend.", "", ""},
		{memtide.Plan, "I want to sail on Friday and rewrite the parser after December 4.", "2026-11-20", ""},
		{memtide.Event, "Odile saw the mast last weekend.", "2026-11-14", ""},
		{memtide.Fact, "Rollouts are on Thursdays, because the meeting is on December 4 now.", "", ""},
		{memtide.Fact, "We use oak 3.12 because 3.10 goes out of support in October 2027.", "", ""},
		{memtide.Fact, "Because of the storm the race is on December 4.", "2026-12-04", ""},
		{memtide.Event, "Decision: we use sqlc instead of gorm for the tides, gorm's preload killed us last year.", "", ""},
		{memtide.Event, "Decision: we use sqlc instead of gorm from December 4 on.", "2026-12-04", ""},
		{memtide.Fact, "I told you in 2019 we used svn, now we use git.", "", ""},
		{memtide.Event, "We moved to the quay last year, and it rained.", "2025-01-01", ""},
		{memtide.Fact, "She is on leave until the 14th of December.", "2026-11-18", ""},
		{memtide.Fact, "The hull is to be dry by Friday.", "2026-11-20", ""},
		{memtide.Fact, "The hull is wet before Friday.", "", ""},
		{memtide.Instruction, "The hull must be dry by december 1.", "2026-12-01", "2026-12-02"},
		{memtide.Instruction, "By the end of january all keys have to be new.", "2027-01-31", "2027-02-01"},
		{memtide.Instruction, "Do not deploy until Friday.", "2026-11-18", "2026-11-21"},
		{memtide.Instruction, "Always send the weekly report by Friday.", "2026-11-18", ""},
		{memtide.Instruction, "Never merge until Monday is over.", "2026-11-18", ""},
	} {
		_, d := Dated(tt.kind, tt.text, now)
		if got := [2]string{day(d.Happens), day(d.Ends)}; got != [2]string{tt.happens, tt.ends} {
			t.Errorf("%s %q: %q", tt.kind, tt.text, got)
		}
	}
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
