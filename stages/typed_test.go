package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/stagestest"
	"github.com/memtide/memtide/wordvec"
)

// What is asked in haste finds what was said with care, and the other way round.
func TestTypedInHasteIsFound(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorldWith(t, stagestest.Options{Words: words})
	for i, text := range []string{"The tide gauge listens on port 4100.", "The password of the boathouse is changed every spring.", "Vilja looks after the reservations.",
		"teh siren svc restarts at noon", "were painting the hull on mondays"} {
		w.say(string(rune('a'+i)), "", text)
	}
	w.settle()
	for ask, want := range map[string]string{
		"wich prot does teh guage need":        "4100",
		"whens teh boathouse pw changed":       "every spring",
		"who handles resevrations":             "Vilja",
		"When does the siren service restart?": "noon",
		"When do we paint the hull?":           "mondays",
	} {
		if block := w.ask(event.AskRequest{Session: "z" + want, Prompt: ask}).Block; !strings.Contains(block, want) {
			t.Errorf("%s\n%s", ask, block)
		}
	}
	for _, needless := range []string{"thnaks", "u there?", "pls go on", "fix teh lint errs", "kk thx", "wdym"} {
		if r := w.ask(event.AskRequest{Session: "y", Prompt: needless}); r.Block != "" {
			t.Errorf("%s\n%s", needless, r.Block)
		}
	}
}

// What is told in haste is kept as what is told with care.
func TestTypedInHasteIsKept(t *testing.T) {
	w := newWorld(t)
	for i, text := range []string{"were on sqlite 3 and zig 0.13", "pls alwyas rinse teh sieve first", "u cant bring any dogs in here", "its not 6 lamps anymore we have 8 lamps on the pier",
		"u there?", "wdym", "idk"} {
		w.say(string(rune('a'+i)), "", text)
	}
	w.settle()
	got := strings.Join(w.live(memories...), "\n")
	for _, want := range []string{"sqlite 3", "rinse teh sieve", "any dogs", "we have 8 lamps"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not kept of\n%s", want, got)
		}
	}
	for _, needless := range []string{"there", "wdym", "idk"} {
		if strings.Contains(got, needless) {
			t.Errorf("%q is kept of\n%s", needless, got)
		}
	}
}
