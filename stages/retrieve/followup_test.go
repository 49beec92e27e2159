package retrieve

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// shut is a memory that must not be read.
type shut struct{}

func (shut) Has(context.Context, memtide.Space) (bool, error) { return true, nil }

var errShut = errors.New("memory was read")

func (shut) Read(context.Context, memtide.Space, func(ledger.View) error) error { return errShut }

func (shut) ReadFor(context.Context, memtide.Space, string, time.Duration, func(ledger.View) error) error {
	return errShut
}

func TestFollowupDecidesByTheWords(t *testing.T) {
	anna := []event.Name{{Name: "Anna"}}
	for _, c := range []struct {
		prompt string
		class  event.Class
		want   string // silent, full, recall
	}{
		{"go on", event.Class{}, "silent"},
		{"continue please", event.Class{}, "silent"},
		{"and Anna?", event.Class{Entities: anna}, "full"},
		{"yesterday?", event.Class{Times: []event.Range{{}}}, "full"},
		{"when is the release?", event.Class{Question: true}, "full"},
		{"and?", event.Class{Question: true}, "silent"},
		{"which database does the staging server use?", event.Class{}, "full"},
		{"what does Anna think of it?", event.Class{Entities: anna}, "full"},
		{"where does she live?", event.Class{}, "recall"},
		{"why is that?", event.Class{}, "recall"},
		{"What if they're late?", event.Class{}, "recall"},
		{"What if they’re late?", event.Class{}, "recall"},
	} {
		out, err := followupRules{shut{}}.followup(t.Context(), event.PromptContinued{Query: event.Query{Text: c.prompt}, Class: c.class})
		got := "none"
		switch out := out.(type) {
		case event.MemoryCurated:
			if got = "silent"; out.Reason == "" || out.Block != "" {
				t.Errorf("%q: silent without a reason: %+v", c.prompt, out)
			}
		case event.PromptClassified:
			got = "full"
		}
		if errors.Is(err, errShut) {
			got = "recall"
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s (%v)", c.prompt, got, c.want, err)
		}
	}
}

func TestDeepPrompts(t *testing.T) {
	for prompt, want := range map[string]bool{
		"where is the key?":                   false,
		"list all rules of this project":      true,
		"what is the difference to last week": true,
		"salt and pepper or oil":              false,
		"compare the two and tell me which of them is faster or smaller for our use": true,
	} {
		if got := deep(prompt); got != want {
			t.Errorf("%q: deep %v", prompt, got)
		}
	}
}
