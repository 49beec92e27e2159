package language

import (
	"testing"
	"time"
)

func TestWhatIsSetWithoutAVerb(t *testing.T) {
	for prompt, want := range map[string]string{
		"the mast, actually grey. ole changed his mind": "the mast is grey now",
		"mast: navy please":                             "the mast is navy now",
		"harbour mast teal from now on":                 "the harbour mast is teal now",
		"crane limit to 60":                             "the crane limit is 60 now",
		"the crane limit back to 60, 40 was tight":      "the crane limit is 60 now",
		"alarm at lock 7 to 2.1":                        "the alarm at lock 7 is 2.1 now",
		"hmm tab width 4 please":                        "the tab width is 4 now",
		"port 8090 for the crane api, 8080 is taken":    "the crane api runs on port 8090 now",
		"room 12 for our retro":                         "the retro is in room 12 now",
		"make the mast blue, ole doesn't like the red":  "the mast is blue now",
		"what about the mast, grey?":                    "",
		"from 5 to 10":                                  "",
		"the mast, grey":                                "",
		"it took 5 minutes now":                         "",
		"we have 5 cranes now":                          "",
		"the crane stops at 40, 50 in winter":           "",
		"port 8090 for it":                              "",
		"port 8090 is taken":                            "",
		"tests red again":                               "",
		"the mast is red, the hull is grey":             "",
	} {
		if got := SetTo(prompt); got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}

func TestWhatIsMadeOtherMayBeCalledShorter(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"the logo is green now", "the harbour logo is red", true},
		{"the alarm at lock 7 is 2.1 now", "the tide alarm at lock 7 is 2.4", true},
		{"the alarm at lock 8 is 2.1 now", "the alarm at lock 7 is 2.4", false},
		{"the harbour logo is green now", "the logo is red", false},
		{"the harbour is green now", "the harbour logo is red", false},
	} {
		if got := MadeOther(c.newer, c.older); got != c.want {
			t.Errorf("%q of %q: %v", c.newer, c.older, got)
		}
	}
}

// What has a number for its name is another thing by another number.
func TestOneOfManyBehindAPlace(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         Relation
	}{
		{"the alarm is 2.1 m at lock 8 now", "the alarm is 2.4 m at lock 7", Unrelated},
		{"the alarm at lock 8 is 2.1 m now", "the alarm at lock 7 is 2.4 m", Unrelated},
		{"the alarm at lock 7 is 2.1 m now", "the alarm at lock 7 is 2.4 m", Updates},
	} {
		if got := Relate(NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{}), nil); got != c.want {
			t.Errorf("%q of %q: %v", c.newer, c.older, got)
		}
	}
}
