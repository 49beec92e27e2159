package tools

import (
	"cmp"
	"fmt"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// Asker is who asks for a verb; the zero value is the user at their terminal. A program that
// asks in the user's place is named in the log, and is believed as its trust says: what it
// puts in the place of a memory has that trust, it takes the place of nothing that is
// believed more, and it is no order.
type Asker struct {
	Name   string        // the actor of the change set: http, http:NAME
	Client string        // under which its tool is known, "" where it has not said so
	Trust  memtide.Trust // that its words have
}

// name is the actor of a change set.
func (a Asker) name() string { return cmp.Or(a.Name, "user") }

// said is how the reason of a change set calls it.
func (a Asker) said() string {
	if a.Name == "" {
		return "the user"
	}
	return a.Name
}

// may returns why a text may not take the place of a memory.
func (a Asker) may(old *memtide.Node, text string) error {
	switch {
	case a.Name == "":
		return nil
	case old.Trust > a.Trust, old.Pinned, old.Kind == memtide.Entity:
		return fmt.Errorf("memory %s %w: its trust is %s, that of %s is %s; correct it yourself with: memtide correct %s TEXT, or raise the tool with tools.NAME.trust",
			old.ID.Short(), ErrBelieved, old.Trust, a.Name, a.Trust, old.ID.Short())
	case a.Trust < memtide.TrustUser && (language.Instructs(text) || language.Overrides(text) || language.AddressesAgents(text)):
		return fmt.Errorf("the new text %w; state a rule yourself with: memtide remember --kind instruction TEXT", ErrOrders)
	}
	return nil
}

// sign lets what takes the place of a memory come from a program that asks. What it says is
// not vouched for by the user, so it keeps the confidence and the decay of what was there.
func (a Asker) sign(n, old *memtide.Node) {
	if a.Name == "" {
		return
	}
	n.Trust, n.ConfirmedAt, n.BaseConfidence, n.DecayRate = a.Trust, old.ConfirmedAt, old.BaseConfidence, old.DecayRate
	n.Source = memtide.Source{Client: cmp.Or(a.Client, a.Name), Role: memtide.RoleAgent}
}
