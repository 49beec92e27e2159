package language

import "testing"

// What is said with a hesitation behind a value revises it, and what begins anew does not.
func TestRevises(t *testing.T) {
	for _, tt := range []struct {
		before, s string
		want      bool
	}{
		{"backups run at 03:00", "hmm no make that 04:30", true},
		{"backups run at 03:00", "no make that 04:30 bc the boats come in at 3", true},
		{"backups run at 03:00", "scratch that, 04:30", true},
		{"backups run at 03:00", "scratch that, make it 04:30", true},
		{"backups run at 03:00", "no, 04:30", true},
		{"backups run at 03:00", "sorry, at 04:30", true},
		{"backups run at 03:00", "I mean 04:30", true},
		{"the gala is on Thursday", "no wait, on Friday", true},
		{"the gala is on 3 May", "actually no, 4 May", true},
		{"the watch is 8h", "ok 12h", true},
		{"the watch is 8h", "ok 12h then", true},
		{"the watch is 8h", "hm let's make it 12h", true},
		{"the watch is 8h", "on second thought 12h", true},
		{"the cap is 40 EUR", "hmm, make that 55 EUR", true},
		{"the watch is too long", "make it 4h with a pause", true},
		{"the pause is too short", "make it 30s", true},
		{"the cap is too low", "raise it to 20 MB", true},
		{"the watch is 8h", "ok 12h is what the others have asked about", false},
		{"the watch is 8h", "ok, 4 files changed", false},
		{"the watch is 8h", "the mate wants 12h", false},
		{"the watch is 8h", "no 4 men stand it", false},
		{"the watch is 8h", "ok 8h", false},
		{"the title is too long", "make it blue", false},
		{"the title is too long", "make it 2 lines", false},
		{"can you shorten the title?", "make it 2 lines", false},
		{"the watch is too long", "it is 4h on other ships", false},
		{"the watch is too long", "ok, 4h", false},
	} {
		if got := Revises(tt.s, tt.before); got != tt.want {
			t.Errorf("%q, %q: %v", tt.before, tt.s, got)
		}
	}
}

// What was told a sentence before may be taken back.
func TestWithdraws(t *testing.T) {
	for _, tt := range []struct {
		before, s string
		want      bool
	}{
		{"we move from brass to steel", "hm no actually keep brass till the gala, too much hangs on it", true},
		{"we move from brass to steel", "no wait, we stay with brass", true},
		{"we move from brass to steel", "hmm, on second thought let's keep the brass", true},
		{"we move from brass to steel", "actually no, leave it", true},
		{"we move from brass to steel", "no, keep things as they are", true},
		{"we move from brass to steel", "scratch that", true},
		{"we move from brass to steel", "Scratch that, I was too fast.", true},
		{"we move from brass to steel", "hm forget what I said", true},
		{"we move from brass to steel", "never mind", true},
		{"we move from brass to steel", "no, keep the tests green", false},
		{"we move from brass to steel", "keep brass for the rail", false},
		{"we move from brass to steel", "never mind the smell of it", false},
		{"we move from brass to steel", "no rail is left", false},
		{"we move from brass to steel", "actually it was cheap", false},
		{"we move from brass to steel", "forget that hatch", false},
	} {
		if got := Withdraws(tt.s, tt.before); got != tt.want {
			t.Errorf("%q, %q: %v", tt.before, tt.s, got)
		}
	}
}

// A text that revises itself gives what it says last.
func TestTheLastValueOfAText(t *testing.T) {
	testFollows(t, []followed{
		{"backups run every night at 04:30", "backups run at 02:00. hmm no make that 03:00", Updates},
		{"backups run every night at 02:00", "backups run at 02:00. hmm no make that 03:00", Updates},
		{"backups run every night at 03:00", "backups run at 02:00. hmm no make that 03:00", Unrelated},
		{"backups run at 02:00. hmm no make that 03:00", "backups run at 04:30 now", Updates},
		{"backups run at 02:00. hmm no make that 03:00", "backups run at 03:00", Unrelated},
		{"the night watch is 12h", "the watch is too long. make it 4h", Updates},
		{"the night watch is 12h", "the pause is too long. make it 4h", Unrelated},
	})
}

// A value alone, behind a sentence that begins with another one of the same measure, goes in its place.
func TestGoesInstead(t *testing.T) {
	for _, tt := range []struct {
		before, s string
		want      bool
	}{
		{"14 April won't work, the quay is let", "21 April", true},
		{"40 EUR keeps people away", "35 EUR as a start", true},
		{"14 April won't work, the quay is let", "14 April", false},
		{"14 April won't work, the quay is let", "21 April is free", false},
		{"14 April won't work, the quay is let", "40 EUR", false},
		{"The quay is let on 14 April", "21 April", false},
		{"14 April won't work, the quay is let", "is it 21 April?", false},
	} {
		if got := GoesInstead(tt.s, tt.before); got != tt.want {
			t.Errorf("%q behind %q: %v", tt.s, tt.before, got)
		}
	}
}
