package language

import (
	"testing"
	"time"
)

func TestTheSameIsDoneAnotherWayNow(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"We store receipts in Ceph now.", "We store receipts in Minio.", true},
		{"Receipts are stored in Ceph now.", "We store receipts in Minio.", true}, // the passive says the same
		{"We run the checks with tox these days.", "The checks run with nox.", true},
		{"The client talks to the broker over QUIC now.", "The client talks to the broker over TCP.", true},
		{"Labels are printed by Zebra these days.", "The labels are printed by an old script.", true},
		{"The mirror is refreshed hourly now.", "The mirror is refreshed every night.", true},
		{"The bill is sent via Postmark from now on.", "The bill is sent via Sendgrid.", true},

		{"Dario Fontana now works at the mill.", "Dario Fontana works at the port authority.", true},

		{"We store receipts in Ceph.", "We store receipts in Minio.", false}, // both may hold
		{"We store backups in Ceph now.", "We store receipts in Minio.", false},
		{"The client talks to the cache over QUIC now.", "The client talks to the broker over TCP.", false},
		{"Receipts are stored in the EU now.", "Receipts are stored in Minio.", false},           // a place of another sort
		{"Receipts are stored in plain text now.", "Receipts are stored in Minio.", false},       // no place at all
		{"The mirror runs on Sundays now.", "The mirror runs on the old box.", false},            // when, and not where
		{"The mirror listens on port 873 now.", "The mirror listens on the second card.", false}, // a port for a port
		{"We also store receipts in Ceph now.", "We store receipts in Minio.", false},
		{"We eat lunch on Sundays now.", "We eat lunch on the roof.", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}

func TestWhatHasMovedByItself(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"Actually the relay moved to port 2525.", "The relay listens on port 25 behind haproxy.", true},
		{"Translations have moved to Weblate.", "Translations live in the locale folder.", true},
		{"The warehouse moved to Bremen.", "The warehouse is in Kiel.", true},
		{"The relay moved to Bremen.", "The relay listens on port 25.", false},
		{"The relay moved to port 2525.", "The relay is in Kiel.", false},
		{"The warehouse moved to Friday.", "The warehouse is in Kiel.", false},
		{"We moved to Bremen.", "The warehouse is in Kiel.", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}

func TestWhatWasCalledOrMadeOtherwise(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"We renamed the main table to ledger.", "The main table is called bookings.", true},
		{"I renamed the table bookings to ledger.", "The main table is called bookings.", true},
		{"I renamed the table users to people.", "The main table is called bookings.", false},
		{"I rewrote the exporter in Zig.", "The exporter is written in Perl.", true},
		{"The manual has been converted to Typst.", "The manual is written in LaTeX.", true},
		{"I rewrote the exporter in Zig.", "The importer is written in Perl.", false},
		{"We changed the font of the manual to Source Sans.", "The font of the manual is Inter.", true},
		{"The font of the manual was changed to Source Sans.", "The font of the manual is Inter.", true},
		{"We changed the logo of the manual to a fox.", "The font of the manual is Inter.", false},
		{"The colour of the gate is now green.", "The colour of the gate is red.", true},
		{"The editor is now Zed instead of Nano.", "The editor is Emacs.", false}, // it names another one
		{"The editor is now Zed instead of Emacs.", "The editor is Emacs.", true},
		{"The gate is now heavy.", "The gate is wide.", false}, // it may be both
		{"The build machine runs on Java 21 now.", "The build machine runs on Java 17.", true},
		{"I got a new bike, a Gazelle.", "My bike is a Batavus.", true},
		{"I got a new lamp, a Gazelle.", "My bike is a Batavus.", false},
		{"Elena is our product manager now.", "Our product manager is Kofi.", true},
		{"Elena is our neighbour now.", "Our product manager is Kofi.", false},
		{"My new vet is Dr. Lang.", "My vet is Dr. Moreau.", true},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}

func TestWhatIsGivenUp(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"I stopped learning Dutch and took up Welsh.", "I'm learning Dutch.", true},
		{"I stopped learning Dutch.", "I'm learning Welsh.", false},
		{"I quit Ironworks and joined the rowing club.", "My gym is Ironworks.", true},
		{"I quit Ironworks.", "My favourite band is Alloy.", false},
		{"The bugs are in Linear, we cancelled Jira.", "We use Jira.", true},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}

func TestSomebodyElseIsSaidToAnswerForIt(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"The billing service is now owned by Ruben.", "Lena owns the billing service.", true},
		{"The billing service is led by Ruben since May.", "The billing service is led by Lena.", true},
		{"Lena handed the billing service over to Ruben.", "Lena owns the billing service.", true},
		{"Lena passed the billing service on to Ruben.", "Lena maintains the billing service.", true},
		{"Lena handed the newsletter over to Ruben.", "Lena owns the billing service.", false},
		{"Lena handed the keys to Ruben.", "Lena owns the keys.", false},
		{"The billing service is owned by Ruben.", "Lena owns the billing service.", false}, // they may share it
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}

func TestCounterparts(t *testing.T) {
	for s, want := range map[string]string{
		"I moved to Bergen last month.":            "lives live",
		"I started a new job at Kesper last week.": "works work",
		"We moved the gateway to Bergen.":          "",
		"The job failed.":                          "",
	} {
		if got := Counterparts(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}

func TestHowThingsAreDoneAsARule(t *testing.T) {
	for s, want := range map[string]bool{
		"We pin versions with a lock file.":  true,
		"Checks run with `tox -p`.":          true,
		"Releases need a ticket.":            true,
		"Exports to the archive need no key": true,
		"The font of the manual is Inter.":   true,
		"We stored receipts in Minio.":       false,
		"We are testing with the old key.":   false,
		"This needs a review.":               false,
		"The page needs a header.":           false,
		"We store it in the drawer today.":   false,
	} {
		if got := newReading(s).arranges(); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestApart(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"We format Python with ruff now.", "We format Go with gofmt.", true},
		{"The mirror runs on Sundays now.", "The mirror runs on the old box.", true},
		{"Exports to the archive need no key.", "Exports to partners need a key.", true},
		{"The mirror runs on the new box now.", "The mirror runs on the old box.", false},
		{"Exports to partners need no key.", "Exports to partners need a key.", false},
	} {
		if got := NewStatement(c.newer, now).OfAnother(NewStatement(c.older, now)); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
	if NewStatement("He plays chess now, too.", now).Corrects() {
		t.Error("what comes on top corrects nothing")
	}
	three, team := NewStatement("Three people of the team work from home.", now), NewStatement("The team has five people.", now.Add(-time.Hour))
	if Relate(three, team, nil) == Updates {
		t.Error("some of a whole are not how many there are")
	}
	if got := Changes("The queue will be NATS, RabbitMQ is gone."); len(got) != 1 || got[0].Old != "RabbitMQ" {
		t.Errorf("gone: %q", got)
	}
	if got := Changes("We are dropping Jira for Linear."); len(got) != 1 || got[0] != (Change{"Jira", "Linear"}) {
		t.Errorf("dropped: %q", got)
	}
	if got := Changes("We dropped the kids for school."); len(got) != 0 {
		t.Errorf("dropped: %q", got)
	}
}
