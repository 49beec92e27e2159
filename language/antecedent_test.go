package language

import (
	"strings"
	"testing"
)

func TestAntecedent(t *testing.T) {
	for _, c := range []struct{ before, sentence, want string }{
		{"Nora Dahl joined us in May. ", "She maintains the parser.", "Nora Dahl"},
		{"My uncle sold the boat. ", "He bought a van.", "the user's uncle"},
		{"My uncle Olaf sold the boat. ", "His van is red.", "Olaf"},
		{"Nora Dahl met Ruth Berg. ", "She was late.", ""},
		{"The boat was sold. ", "He bought a van.", ""},
		{"Nora Dahl joined us. The weather was bad. ", "She was late.", ""},
		{"Nora Dahl joined us. ", "It was late.", ""},
		{"", "She was late.", ""},
	} {
		who, ok := Antecedent(c.before+c.sentence, len(c.before), len(c.before+c.sentence))
		if who != c.want || ok != (c.want != "") {
			t.Errorf("%q: %q, %v", c.before+c.sentence, who, ok)
		}
	}
}

func FuzzAntecedent(f *testing.F) {
	f.Add("Nora Dahl joined us. She was late.", 21)
	f.Add("my uncle's van. He", 16)
	f.Fuzz(func(t *testing.T, text string, start int) {
		if start < 0 || start > len(text) {
			return
		}
		if who, ok := Antecedent(text, start, len(text)); ok && (who == "" || !strings.HasPrefix(who, "the user's ") && !strings.Contains(text, who)) {
			t.Errorf("%q at %d: %q", text, start, who)
		}
	})
}

func TestReminder(t *testing.T) {
	for in, want := range map[string]string{
		"Please remember that the side gate is locked at nine.": "the side gate is locked at nine.",
		"remember: the side gate is locked":                     "the side gate is locked",
		"Keep in mind that Ruth is on leave":                    "Ruth is on leave",
		"Note that, on Sundays, nobody is in":                   "on Sundays, nobody is in",
		"Don't forget that the key is under the mat.":           "the key is under the mat.",
		"Remember to lock the gate":                             "",
		"Do you remember that the gate is locked?":              "",
		"Remember that?":                                        "",
		"Remember that.":                                        "",
		"I remember that the gate was locked":                   "",
	} {
		got := ""
		if s, ok := Reminder(in); ok {
			got = in[s.Start:s.End]
		}
		if got != want {
			t.Errorf("Reminder(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestGossipTautologyAndThoughts(t *testing.T) {
	for _, tt := range []struct {
		in  string
		yes string
		no  string
	}{
		{"I heard that Olaf is getting divorced", "Gossip", ""},
		{"Ruth says Olaf drinks again", "Gossip", ""},
		{"Word from Rosa: our baker is broke", "", "Gossip"},
		{"Rumour has it that the baker is broke", "Gossip", ""},
		{"Ruth told me that the release slips to June", "", "Gossip"},
		{"I heard that my sister is pregnant", "", "Gossip"},
		{"Olaf is getting divorced, so I take his shift", "", "Gossip"},
		{"A boat is a boat", "Truism", ""},
		{"Rules are rules.", "Truism", ""},
		{"A boat is a home", "", "Truism"},
		{"Maybe we should split the parser some day", "Opinion Hedged", ""},
		{"We could move to Bazel someday", "Opinion", ""},
		{"The upload hangs because the proxy buffers it", "Cause Trouble", ""},
		{"The upload is fast because the proxy buffers it", "Cause", "Trouble"},
	} {
		got := " " + named(handCues(tt.in)) + " "
		for _, w := range strings.Fields(tt.yes) {
			if !strings.Contains(got, " "+w+" ") {
				t.Errorf("handCues(%q) lacks %s, has%s", tt.in, w, got)
			}
		}
		for _, w := range strings.Fields(tt.no) {
			if strings.Contains(got, " "+w+" ") {
				t.Errorf("handCues(%q) must not show %s, has%s", tt.in, w, got)
			}
		}
	}
	for in, most := range map[string]float64{"Maybe we should split the parser": 0.4, "My sister lives in Rome": 0, "My uncle no longer works for the bank": 0} {
		if got := handCues(in).Instruction; got > most {
			t.Errorf("handCues(%q).Instruction = %v, want at most %v", in, got, most)
		}
	}
	for in, want := range map[string]bool{"In the tools repository we use ninja, not make": true, "We use ninja here": false, "Our rule: we use ninja, not make": true} {
		if got := handCues(in).Directs; got != want {
			t.Errorf("handCues(%q).Directs = %v", in, got)
		}
	}
}
