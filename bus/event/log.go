package event

import "github.com/memtide/memtide"

// TurnTaken is a half-turn in TURNS: scrubbed, with its id, durable.
type TurnTaken struct {
	memtide.Turn
	// Fact is set on a stand-alone memory (see [TurnRequest]).
	Fact memtide.Kind `json:"fact,omitempty"`
	// Shown is set on an agent's half: the memories that its prompt was given,
	// in the order in which they were shown. It stands here so that what is
	// decided on an answer follows from TURNS alone.
	Shown []memtide.ID `json:"shown,omitempty"`
	// Conflicts is set on the user's half that follows a question which of two
	// memories holds: it may be the answer.
	Conflicts []Conflict `json:"conflicts,omitempty"`
}

// Kind names the message.
func (TurnTaken) Kind() string { return "turn.taken.v1" }

// Flow is TURNS.
func (TurnTaken) Flow() Flow { return Turns }

// ChangeDecided is a change set in LEDGER.
type ChangeDecided struct {
	memtide.ChangeSet
	// Carries are the decisions of the same space that were made just before this one and
	// have no message of their own, in their order.
	Carries []memtide.NoChange `json:"carries,omitempty"`
}

// Each returns the decisions that the message holds, in their order: what it carries, and
// its own.
func (c ChangeDecided) Each() []memtide.ChangeSet {
	all := make([]memtide.ChangeSet, 0, len(c.Carries)+1)
	for _, n := range c.Carries {
		all = append(all, n.In(c.Space))
	}
	return append(all, c.ChangeSet)
}

// Kind names the message.
func (ChangeDecided) Kind() string { return "change.decided.v1" }

// Flow is LEDGER.
func (ChangeDecided) Flow() Flow { return Ledger }
