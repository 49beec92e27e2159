package language

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSpelled(t *testing.T) {
	for fast, careful := range map[string]string{
		"dont use tabs in the almanac":         "don't use tabs in the almanac",
		"the heron doesnt eat bread":           "the heron doesn't eat bread",
		"thats the gauge of the east tank":     "that's the gauge of the east tank",
		"lets try the brass valve":             "let's try the brass valve",
		"ok, lets go with the brass valve":     "ok, let's go with the brass valve",
		"if so lets proceed with the winch":    "if so let's proceed with the winch",
		"agreed, lets do the east pier":        "agreed, let's do the east pier",
		"ive moved to Bergen":                  "I've moved to Bergen",
		"we arent going to paint the gate":     "we aren't going to paint the gate",
		"you shouldnt pour above the red mark": "you shouldn't pour above the red mark",
		"u dont have to oil teh winch":         "you don't have to oil the winch",
		"pls alwyas rinse teh sieve first":     "please always rinse the sieve first",
		"plz never pour b4 the lamp is out":    "please never pour before the lamp is out",
		"the yard is shut til the 9th":         "the yard is shut until the 9th",
		"we decided to go w/ brass":            "we decided to go with brass",
		"we left w/o the ladder bc it rained":  "we left without the ladder because it rained",
		"were on valve 17 now":                 "we're on valve 17 now",
		"its not on shelf 6":                   "it's not on shelf 6",
		"ill order a new sieve tmrw":           "I'll order a new sieve tomorrow",
		"the hinges r loose":                   "the hinges are loose",
		"visitors shoud sign in":               "visitors should sign in",
		"wich sieve did we order":              "which sieve did we order",
		"nvm, keep the old sieve":              "nevermind, keep the old sieve",
		"can u oil the winch":                  "can you oil the winch",
		"id prefer brass over tin":             "I'd prefer brass over tin",
	} {
		if diff := cmp.Diff(handCues(careful), handCues(fast)); diff != "" {
			t.Errorf("%q against %q (-want +got):\n%s", fast, careful, diff)
		}
		if a, b := ActOf(careful), ActOf(fast); a != b {
			t.Errorf("%q does %+v, want %+v", fast, b, a)
		}
	}
	for _, s := range []string{"the lever lets you turn it", "the heron shook its tail", "the valves were on the shelf", "the id like the name is a number", "plot it in r then",
		"two of them, Ada and Finn, were both sailors", "it shook, its only door ajar"} {
		for i, w := range tokenize(s) {
			if got := spelled(s)[i].text; got != w.text {
				t.Errorf("%q: %q is read as %q", s, w.text, got)
			}
		}
	}
}

func TestNeverMindLeadsOver(t *testing.T) {
	for _, s := range []string{"Never mind, keep brass", "nvm keep brass", "nvm, keep brass"} {
		if c := handCues(s); c.Instruction < 0.7 || c.Standing {
			t.Errorf("%q is read as %+v", s, c)
		}
	}
}

func TestTermsOfHaste(t *testing.T) {
	for fast, careful := range map[string]string{
		"whats teh pw of stg":           "what's the password of staging",
		"u shoud ask b4 the svc is cut": "you should ask before the service is cut",
		"acct of the pg db":             "account of the Postgres database",
	} {
		if diff := cmp.Diff(Terms(careful), Terms(fast)); diff != "" {
			t.Errorf("%q against %q (-want +got):\n%s", fast, careful, diff)
		}
	}
}

// A word in haste is not another word: what stands in its place has to be known.
func TestSlips(t *testing.T) {
	for slip, w := range map[string]string{"teh": "the", "taht": "that", "alwyas": "always", "allways": "always", "befor": "before", "becasue": "because"} {
		if got := respell(slip); got != w {
			t.Errorf("%q is read as %q, want %q", slip, got, w)
		}
	}
	for _, w := range []string{"three", "form", "cold", "ever", "wit", "aws", "then", "there", "quiet", "four"} {
		if got := respell(w); got != w {
			t.Errorf("%q is read as %q", w, got)
		}
	}
}

// A verb in which two letters have changed places orders before what is to be done.
func TestSlippedVerbOrders(t *testing.T) {
	for _, s := range []string{"wirte a label for the lamp", "pls udpate the lock", "can u craete a gate"} {
		if a := ActOf(s); !a.Command || a.Tell {
			t.Errorf("%q does %+v", s, a)
		}
	}
	for _, s := range []string{"theirs the gate is", "sacred the lamp", "Wirte the keeper is ill"} {
		for i, w := range tokenize(s) {
			if got := spelled(s)[i].text; got != w.text {
				t.Errorf("%q: %q is read as %q", s, w.text, got)
			}
		}
	}
}

// A noun that is a verb, too, orders nothing where it has a verb of its own.
func TestNounBeforeItsVerbIsNoOrder(t *testing.T) {
	for s, command := range map[string]bool{
		"demo for the school is on friday at 3": false, "text on the hull is blue": false, "text to Ida that the pier is shut": true, "request from the keeper was refused": false,
		"wait for the boat": true, "check with the keeper if the lock is open": true, "look for the lamp that is out": true,
	} {
		if got := ActOf(s).Command; got != command {
			t.Errorf("%q orders: %v, want %v", s, got, command)
		}
	}
}
