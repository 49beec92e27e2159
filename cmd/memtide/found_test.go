package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// A search calls the words of a memory what show, log and export call them. What travels
// keeps its names.
func TestASearchNamesThingsAsOtherCommandsDo(t *testing.T) {
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	r := event.AskReply{ID: "r", TookUS: 7, Items: []event.Item{{ID: memtide.NewID(at, "x", 0), Kind: memtide.Fact, Text: "The rent is 400.", Time: at, Score: 0.5}}}
	raw, err := json.Marshal(foundOf(r))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"content":"The rent is 400."`, `"at":"2026-05-01T10:00:00Z"`, `"took_us":7`} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("%s is not in %s", want, raw)
		}
	}
	if strings.Contains(string(raw), `"text"`) || strings.Contains(string(raw), `"time"`) {
		t.Errorf("two names for one thing: %s", raw)
	}
	if raw, err := json.Marshal(foundOf(event.AskReply{})); err != nil || !strings.Contains(string(raw), `"items":[]`) {
		t.Errorf("of nothing: %s, %v", raw, err)
	}
}
