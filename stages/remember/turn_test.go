package remember

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What is held is bounded in number and in bytes, and what goes is the oldest.
func TestLately(t *testing.T) {
	l := NewLately()
	take := func(seq uint64, size int) {
		l.put(seq, event.TurnTaken{Turn: memtide.Turn{Text: strings.Repeat("x", size)}})
	}
	for seq := range uint64(latelyTurns + 10) {
		take(seq, 1)
	}
	if _, ok := l.get(9); ok || len(l.of) != latelyTurns || len(l.order) != latelyTurns {
		t.Errorf("%d half-turns are held, %d in order; the tenth: %v", len(l.of), len(l.order), ok)
	}
	if got, ok := l.get(10); !ok || got.Text != "x" {
		t.Error("the eleventh is gone")
	}
	for seq := range uint64(9) {
		take(1000+seq, latelyBytes/8)
	}
	if _, ok := l.get(1008); !ok || l.bytes > latelyBytes || len(l.of) != 8 {
		t.Errorf("%d bytes in %d half-turns are held; the newest: %v", l.bytes, len(l.of), ok)
	}
	before := l.bytes
	l.heard(memtide.Turn{Text: "x"})
	if n := l.Drop(1004, 1005, 7); n != 2 || len(l.order) != 6 || l.bytes != before-2*(latelyBytes/8) {
		t.Errorf("%d were dropped; %d in order, %d bytes", n, len(l.order), l.bytes)
	}
	if _, ok := l.get(1004); ok || l.last != nil {
		t.Error("what was dropped is there, or what was read of it")
	}
	take(1004, latelyBytes/8)
	if _, ok := l.get(1004); !ok {
		t.Error("what was dropped does not come again")
	}
	take(2000, latelyBytes)
	if _, ok := l.get(2000); ok {
		t.Error("one takes all the room")
	}
}

// The days of what was named before go with it; a notice of the moment, and a choice that is
// asked for, tell nothing.
func TestDaysGoWithTheirThing(t *testing.T) {
	for text, want := range map[string]string{
		"the test ship is the Brisa, 2 masts. sea trial there tue jun 9, delivery fri jun 19": "the test ship is the Brisa, 2 masts. sea trial there tue jun 9, delivery fri jun 19",
		"the office is in Ghent. party 12 June, move 14 June":                                 "the office is in Ghent. party 12 June, move 14 June",
		"the office is in Ghent. I was there 3 June.":                                         "the office is in Ghent.",
		"the log is in /var/log. look at jun 9":                                               "the log is in /var/log.",
		"changed my mind on the masts.":                                                       "",
		"I changed my mind about the port: it's 9000.":                                        "I changed my mind about the port: it's 9000.",
		"Tea time, back in an hour!":                                                          "",
		"I'm back in March.":                                                                  "I'm back in March.",
		"the crane is back in an hour":                                                        "the crane is back in an hour",
		"queue: kafka or nats":                                                                "",
		"cache: redis, and sqlite for tests":                                                  "cache: redis, and sqlite for tests",
		"reverse a list in ruby, short":                                                       "",
		"reverse proxy: caddy":                                                                "reverse proxy: caddy",
	} {
		got := ""
		for _, f := range items(t, said(memtide.RoleUser, text)) {
			got += f.Content
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
