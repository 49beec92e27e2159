package language

import "testing"

func TestDirects(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bool
	}{
		{"Always answer in Danish.", true},
		{"Never touch the vendor folder.", true},
		{"Please always name the file first.", true},
		{"Secrets must never be logged.", true},
		{"Keep answers under ten lines.", true},
		{"When you write SQL, use upper case keywords.", true},
		{"In this repository never touch the vendor folder.", true},
		{"For the docs, always use British spelling.", true},
		{"I prefer tabs over spaces.", true},
		{"I like it when answers are short.", true},
		{"I'm new to Zig and prefer long explanations.", true},
		{"I prefer this layout over nested folders.", true},

		{"Our big pump is the P9, don't use it without asking me.", false}, // it may be anything
		{"Our pump is the P9, don't use the big one without asking me.", true},
		{"The archive is huge, so never read it without a limit.", true},
		{"The pump is loud, don't start it yet.", false},
		{"Fix the pump, don't touch the archive.", false},
		{"Fix the pump, don't use the big one without asking me.", false},

		{"We use Bazel for builds.", false},
		{"In the summer people never eat before nine.", false},
		{"I always forget the password.", false},
		{"Let's write a test for the parser.", false},
		{"Fix the login page.", false},
		{"I want you to fix the login page.", false},
		{"I prefer the second option.", false},
		{"I prefer this over that.", false},
		{"I'd rather show you the log.", false},
		{"I'd rather have the hull dry, so she sails on the 28th.", false},
		{"I'd rather have flat folders.", true},
		{"Do you prefer tabs or spaces?", false},
		{"I'm not sure if I prefer tabs.", false},
		{"Keep going, you'll do great.", false},
		{"This should help a lot.", false},
		{"Should be a fun evening!", false},
		{"We should meet the vendor on Monday.", false},

		{"Gather all the planks you need to mend the hull.", false},
		{"You need to sign all the papers.", true},
		{"Whatever you do, you need to keep the hatch shut.", true},
		{"Use the small winch first.", false},
		{"When you lift the hull, use the small winch first.", true},
		{"Make sure the crane can turn in both directions.", false},
		{"Make sure nobody can enter the dock without a badge.", true},
		{"Make sure tests can run without the network when you add one.", true},
		{"Key type is forbidden.", false},
		{"Field name is required.", false},
		{"Open fire and welding is forbidden.", true},
		{"All paint is forbidden.", true},
		{"Paint on board is forbidden.", true},
		{"For new members you need to sign a form.", true},
		{"Use winch oil first.", false},
		{"If a hull leaks, use winch oil first.", true},
		{"Before lifting, check the chain first.", true},
		{"Ask about any new dependency first.", true},
		{"Use every tool in dry mode first.", true},
		{"Tests are required.", true},
		{"Make sure cranes can turn all their arms.", false},
		{"Ensure cranes can turn all their arms.", false},
		{"Smoking is forbidden.", true},
		{"Images only from our own registry please", true},
		{"I do not like abbreviations in names", true},
		{"I would rather we met on the 28th", false},
	} {
		if got := handCues(c.in).Directs; got != c.want {
			t.Errorf("%q directs %v, want %v", c.in, got, c.want)
		}
	}
}

func TestPreferred(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"I've never sailed, and I prefer short answers, so can you explain knots?", "I prefer short answers"},
		{"I prefer early mornings, so I set an alarm, but I'm not sure it will help me", "I prefer early mornings, so I set an alarm"},
		{"I'm rebuilding the shed and I like my screws sorted, what do I need?", "I like my screws sorted"},
		{"Should I prioritize sleep over work?", ""},
		{"I wonder if I prefer tea.", ""},
		{"The crane lifts forty tons.", ""},
		{"", ""},
	} {
		s := Preferred(c.in)
		if got := c.in[s.Start:s.End]; got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestLeaningIsAPreference(t *testing.T) {
	for in, want := range map[string]bool{
		"I'm considering trains over flights for the trip.":    true,
		"I prioritized range and comfort over speed.":          true,
		"We value clarity over brevity.":                       true,
		"I'm considering a walk over the hill.":                false,
		"They prioritized range over speed.":                   false,
		"I'm considering the offer, it is over 30 000 crowns.": false,
		"I'm really considering trains over flights":           true,
		"I am considering trains over flights":                 true,
	} {
		if got := handCues(in).Preference; got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// Where a rule holds may be said first: the subject stands behind it.
func TestARuleOfAPlace(t *testing.T) {
	for text, want := range map[string]bool{
		"In this repository we use tabs, never spaces.": true,
		"For our workshop, we always oil the loom.":     true,
		"In this case I think the loom is fine.":        false,
		"In this repository the loom broke yesterday.":  false,
	} {
		if got := handCues(text).Directs; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
