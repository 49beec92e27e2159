package language

import "testing"

func TestWhatWasPutElsewhere(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"We moved the gateway to Virginia last night.", "The gateway is deployed in Oregon.", true},
		{"We've migrated our wiki from Ulm to Bonn.", "Our wiki is hosted in Ulm.", true},
		{"Ida moved the printer to the second floor.", "The printer is in the basement.", true},
		{"moved the choir to thursdays", "The choir is on Mondays.", true},
		{"moved the choir to thursdays", "The rehearsal is on Mondays.", false},
		{"I moved the ferry bot to my NUC", "The ferry bot runs on a Contabo VPS.", true},
		{"I moved everything to my Proxmox box", "The ferry bot runs on a Contabo VPS.", true},
		{"I moved the ferry bot to my NUC", "The ferry bot runs on Python.", false},
		{"I moved the charts to my NUC", "The ferry bot runs on a Contabo VPS.", false},
		{"We moved the booking service from MySQL to SQLite.", "The booking service is hosted in Ulm.", false}, // not where it is
		{"We moved the booking service to Bonn.", "The booking service is written in Go.", false},
		{"I moved the chair to the kitchen.", "The table is in the hall.", false},
		{"We moved the meeting to Friday.", "The meeting is in room 4.", false}, // to another time
		{"The meeting was moved to Friday.", "The meeting is in room 4.", false},
		{"The meeting was moved to the first floor.", "The meeting is in room 4.", true},

		{"I started a new job at Kesper Foods last week.", "I work at Brandt Logistics as a data engineer.", true},
		{"I've started a new job at Kesper.", "I work for Brandt Logistics.", true},
		{"My sister got a position with the city.", "My sister works for a bank.", true},
		{"My sister got a position with the city.", "I work for a bank.", false},
		{"I got a job for you.", "I work at Brandt.", false},
		{"I found a job at Kesper for my brother.", "I work at Brandt Logistics.", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}
