package language

import (
	"testing"
	"time"
)

func TestOccasion(t *testing.T) {
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC) // a Sunday
	const none = ""
	for _, c := range []struct{ text, want string }{
		// again and again
		{"Never push to main on a Friday.", none},
		{"Never push to main on Friday.", none},
		{"Always ask before you restart anything on Monday morning.", none},
		{"The office is closed on Sundays.", none},
		{"The standup is on Mondays at 9.", none},
		{"The job runs every night at 2am.", none},
		{"The parcels come daily at noon.", none},
		{"The report is sent weekly on Thursday.", none},
		{"We pay the rent on the 1st of each month.", none},
		{"The club meets on the first Sunday of the month.", none},
		{"I usually swim on Saturday morning.", none},
		{"No calls after 5pm.", none},
		{"She was born on a Tuesday.", none},
		{"We always had pizza on Friday.", none},
		{"The import starts at 01:00.", none},
		{"The deadline is 7am.", none}, // which is over today
		{"We will move to the pier in Q1.", "2027-01-01"},
		{"We're moving to the pier in Q1.", "2027-01-01"},
		{"The deadline is 5pm.", "2026-11-22"},

		{"Every month by the 3rd the log is due.", none},
		{"The log goes out each month by the 3rd.", none},
		{"The log goes to the harbour office monthly, by the 25th.", none},
		{"The monthly log is due on the 3rd.", none},
		{"The monthly log goes to Ole, by the 5th workday.", none},
		{"The log has to be in by the 5th working day.", none},
		{"Send the log by the 2nd business day of the month.", none},
		{"By the 10th day of the month the log is due.", none},
		{"The bills go out on the 15th every month.", none},
		{"On the 1st of each month we pay the crew.", none},
		{"The rent is due on the 1st, every month.", none},
		{"It works on the 2nd attempt.", none},
		{"We live on the 3rd floor.", none},

		// taken back at once
		{"The sails are due on the 26th, no wait, the 28th.", "2026-11-28"},
		{"The sails come on Tuesday, sorry, on Thursday.", "2026-11-26"},
		{"The review of the mast is on 3 December, I mean 5 December.", "2026-12-05"},
		{"The review of the mast is on the 26th, or rather on the 27th.", "2026-11-27"},
		{"The crew meets on Tuesday. Scratch that, Friday.", "2026-11-27"},
		{"The crew meets on Tuesday, actually Friday.", "2026-11-27"},
		{"The sails are due on the 26th, not the 28th.", "2026-11-26"},
		{"The sails are due on the 26th or the 28th.", "2026-11-26"},
		{"The sails are due on the 26th, no later than the 28th.", "2026-11-26"},
		{"The sails come on the 26th, so wait for the 28th.", "2026-11-26"},
		{"The crew meets on Tuesday, sorry about Friday.", "2026-11-24"},
		{"The crew meets on Tuesday and on Friday.", "2026-11-24"},

		// where it was moved from is not when it is, nor when that was told
		{"My coach moved our Thursday session to Friday.", "2026-11-27"},
		{"They pushed the review of the 24th back to the 26th.", "2026-11-26"},
		{"The crew meets on Tuesday and goes to Oslo on Friday.", "2026-11-24"},
		{"I moved the desk on Friday. On Monday we go to Oslo until Tuesday.", "2026-11-20"},
		{"We moved house on Friday, close to Saturday's fair.", "2026-11-20"},

		// once
		{"The log is due by the 3rd.", "2026-11-22"},
		{"The log is due on the 3rd.", "2026-12-03"},
		{"The monthly log is due by December 3.", "2026-11-22"},
		{"The monthly log was late on the 3rd.", "2026-11-03"},
		{"The monthly talk is next Friday.", "2026-11-27"},
		{"On the 24th Ida comes.", "2026-11-24"},
		{"By the 5th Ida has to be back.", "2026-12-05"},
		{"On Friday we deploy.", "2026-11-27"},
		{"On Friday we check each server.", "2026-11-27"},
		{"The nightly build broke on 12 November.", "2026-11-12"},
		{"I met her on a Friday in May.", "2026-05-01"},
		{"We decided on Monday to always squash.", "2026-11-16"},
		{"From Monday on, always use the new registry.", "2026-11-23"},
		{"I've never been so tired as last Friday.", "2026-11-20"},
		{"We will meet at 5pm.", "2026-11-22"},
		{"I had lunch with Ilka at noon.", "2026-11-22"},
		{"My birthday is on March 3.", "2027-03-03"},

		{"The ferry comes two weeks later, on December 9.", "2026-12-09"},
		{"The auction is three days earlier, December 2.", "2026-12-02"},
		{"The auction is three days earlier: December 2.", "2026-12-02"},
		{"The auction is three days earlier now: on December 2.", "2026-12-02"},
		{"The auction is three days earlier (December 2).", "2026-12-02"},
		{"The auction is three days earlier - December 2.", "2026-12-02"},
		{"The auction is three days earlier – on December 2.", "2026-12-02"},
		{"Two weeks later we set it to December 9.", "2026-11-30"},
		{"The ferry comes two weeks later.", "2026-11-30"},
		{"The ferry comes one day earlier.", none}, // than when?
		{"The ferry comes two weeks later, as the sluice is closed until May 3.", "2026-11-30"},

		{"We met before 2020.", none}, // no first moment
	} {
		got := none
		if w, ok := Occasion(c.text, now); ok {
			got = w.From.Format(time.DateOnly)
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
