package retrieve

import (
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What a pronoun means, and a tool of the trade, is no name that only the store knows.
func TestAKnownNameIsOneThatThePromptHas(t *testing.T) {
	id := memtide.ID{15: 1}
	for want, names := range map[bool][]event.Name{
		true:  {{Name: "Docker", ID: id}, {Name: "Heron", ID: id}},
		false: {{Name: "Docker", ID: id}, {Name: "Heron", ID: id, Meant: true}, {Name: "Wren"}},
	} {
		if got := knows(event.Class{Entities: names}); got != want {
			t.Errorf("%v: %v", names, got)
		}
	}
}
