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
