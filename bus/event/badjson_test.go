package event_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

// TestBadJSONNamesTheField: who writes lines for memtide reads what to mend, in
// words of JSON and not of Go.
func TestBadJSONNamesTheField(t *testing.T) {
	for line, want := range map[string]string{
		`{"role":"user","text":"a"`:     "cut off in the middle",
		`not json`:                      "it is no JSON",
		`[{"role":"user"}]`:             "it is a JSON array, want one object in braces",
		`{"role":"user","text":7}`:      "text is a number, want a text in quotes",
		`{"tags":"x"}`:                  "tags is a string, want a list",
		`{"text":"a","time":"tuesday"}`: `time is "tuesday", want RFC 3339`,
		`{"text":"a","time":5}`:         "time is 5, want RFC 3339",
		`{"text":"a","trust":7}`:        "trust is a number, want a text in quotes",
		`{"text":"a","trust":"boss"}`:   `trust: trust "boss": want one of`,
		`{"text":"a","unplaced":7}`:     "unplaced is a number, want true or false",
	} {
		var r event.TurnRequest
		err := json.Unmarshal([]byte(line), &r)
		if err == nil {
			t.Fatalf("%s can be read", line)
		}
		if got := event.BadJSON[event.TurnRequest]([]byte(line), err).Error(); !strings.Contains(got, want) || strings.Contains(got, "Go ") {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	var ask event.AskRequest
	line := []byte(`{"prompt":"a","now":"tuesday"}`)
	if got := event.BadJSON[event.AskRequest](line, json.Unmarshal(line, &ask)).Error(); !strings.HasPrefix(got, `now is "tuesday"`) {
		t.Errorf("%s: %q", line, got)
	}
}
