package tools

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// Asker is who asks for a verb; the zero value is the user at their terminal. A program that
// asks in the user's place is named in the log, and is believed as its trust says: it changes,
// forgets and brings back nothing that is believed more, what it puts in the place of a memory
// has that trust, and is no order, and it takes back nothing that the user has done.
type Asker struct {
	Name   string        // the actor of the change set: http, http:NAME
	Client string        // under which the settings know its tool
	Trust  memtide.Trust // that its words have
}

// userActor is the actor of what the user does.
const userActor = "user"

// name is the actor of a change set.
func (a Asker) name() string { return cmp.Or(a.Name, userActor) }

// said is how the reason of a change set calls it.
func (a Asker) said() string {
	if a.Name == "" {
		return "the user"
	}
	return a.Name
}

// may returns why a memory is not this asker's to change; instead is what the user would call.
func (a Asker) may(n *memtide.Node, instead string) error {
	if a.Name == "" || n.Trust <= a.Trust {
		return nil
	}
	return fmt.Errorf("memory %s %w: its trust is %s, that of %s is %s; call memtide %s, or raise the tool: tools.%s.trust",
		n.ID.Short(), ErrBelieved, n.Trust, a.Name, a.Trust, instead, a.Client)
}

// maySay returns why a text may not take the place of a memory.
func (a Asker) maySay(old *memtide.Node, text string) error {
	switch {
	case a.Name == "":
		return nil
	case old.Kind == memtide.Entity:
		return fmt.Errorf("%w correction: memory %s is a name, and only the user says what it means: memtide correct %[2]s TEXT", memtide.ErrInvalid, old.ID.Short())
	case a.Trust < memtide.TrustUser && (language.Instructs(text) || language.Overrides(text) || language.AddressesAgents(text)):
		return fmt.Errorf("the new text %w; state a rule yourself with: memtide remember --kind instruction TEXT", ErrOrders)
	}
	return a.may(old, "correct "+old.ID.Short()+" TEXT")
}

// mayUndo returns why a change is not this asker's to take back.
func (a Asker) mayUndo(v ledger.View, c memtide.ChangeSet) error {
	if a.Name == "" {
		return nil
	}
	if c.Actor == userActor && a.Trust < memtide.TrustUser {
		return fmt.Errorf("change %s %w: the user has made it; call memtide undo %[1]s, or raise the tool: tools.%[3]s.trust", shortChange(c.ID), ErrBelieved, a.Client)
	}
	for _, op := range c.Ops {
		if op.Node.IsZero() || op.Counts() || op.Field == "last_accessed" {
			continue // that it was used or mentioned is no word of anybody's
		}
		n, err := v.Graph.Node(op.Node)
		if errors.Is(err, graphdb.ErrNotFound) {
			continue // it was taken away, or erased
		}
		if err == nil {
			err = a.may(n, "undo "+shortChange(c.ID))
		}
		if err != nil {
			return err
		}
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
	n.Source = memtide.Source{Client: a.Client, Role: memtide.RoleAgent}
}
