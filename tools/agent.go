package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// ErrUsers says that a memory, or a change, is the user's, and that an agent has no say in it.
var ErrUsers = errors.New("is not an agent's to change")

// Acting is an agent that asks for a change by a tool (docs/decisions/0042).
type Acting struct {
	By  string // the actor of the change set: memtide.ByMCP and the name of its client
	All bool   // the user lets agents change what is the user's, too
	At  time.Time
}

// AnyProject is the project of an agent that the user lets look into all of them. It is no name.
const AnyProject = "*"

// MaySee reports whether an agent that works in a project, "" for none, may be told of a memory:
// of what is the user's everywhere and of that project, but nothing that is kept from agents.
func MaySee(n *memtide.Node, project string) bool {
	return n.Attributes[Quarantine] == "" && !IsWithheld(n) && n.Trust != memtide.TrustRecalled &&
		(n.Project == "" || n.Project == project || project == AnyProject)
}

// MayChange returns why an agent may not change or forget a memory, nil where it may: without All
// only what an agent has said, and neither a rule, nor a name, nor what the user has pinned or
// confirmed. The error is [ErrUsers].
func MayChange(n *memtide.Node, in Acting) error {
	why := ""
	switch {
	case n.Kind == memtide.Entity, n.Kind == memtide.Summary, n.Kind == memtide.Episode:
		why = "it is of kind " + string(n.Kind)
	case n.Kind == memtide.Instruction, n.Pinned:
		why = "it is a rule of the user"
	case in.All:
	case n.Trust > memtide.TrustAgent:
		why = "it comes from the user (trust " + n.Trust.String() + ")"
	case n.Source.Role != memtide.RoleAgent:
		why = "no agent has said it (trust " + n.Trust.String() + ")"
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("memory %s %w: %s", n.ID.Short(), ErrUsers, why)
}

// agents begins the change set of what an agent has asked for.
func agents(stage string, space memtide.Space, in Acting, parts ...string) memtide.ChangeSet {
	at := in.At.UTC().Truncate(time.Millisecond)
	c := request(stage, space, memtide.Hash(append(parts, in.By, at.String())...), at)
	c.Actor = in.By
	return c
}

// changeable returns a memory that an agent may change.
func changeable(v ledger.View, id memtide.ID, in Acting) (*memtide.Node, error) {
	n, err := claim(v, id)
	if err != nil {
		return nil, err
	}
	return n, MayChange(n, in)
}

// AgentForgets is [Forget] of one memory for an agent. The errors are those of verbs, and [ErrUsers].
func AgentForgets(ctx context.Context, l *ledger.Ledger, space memtide.Space, id memtide.ID, in Acting) (memtide.ChangeSet, error) {
	c := agents("forget", space, in, id.String())
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := changeable(v, id, in)
		if err != nil {
			return err
		}
		return NewWriter(v, c).Set(n, "archived_at", c.At)
	})
}

// AgentVotes is [Vote] for an agent: in favour of any memory, against one that it may change.
func AgentVotes(ctx context.Context, l *ledger.Ledger, space memtide.Space, id memtide.ID, weight float64, in Acting) (memtide.ChangeSet, error) {
	stage := voteStage(weight)
	return l.Decide(ctx, agents(stage, space, in, id.String()), func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := claim(v, id)
		if err == nil && weight < 0 {
			err = MayChange(n, in)
		}
		if err != nil {
			return err
		}
		return NewWriter(v, c).vote(n, weight)
	})
}

// AgentReplaces lets a memory that an agent has just noted take the place of another one, which
// stays with its history. It is worth what its own source is: nothing makes an agent's words
// more than agent-said.
func AgentReplaces(ctx context.Context, l *ledger.Ledger, space memtide.Space, old, by memtide.ID, in Acting) (memtide.ChangeSet, error) {
	c := agents("replace", space, in, old.String(), by.String())
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		if old == by {
			return fmt.Errorf("%w replacement: memory %s says that already", memtide.ErrInvalid, old.Short())
		}
		was, err := changeable(v, old, in)
		if err != nil {
			return err
		}
		n, err := claim(v, by)
		if err != nil {
			return err
		}
		if n.Project != "" && n.Project != was.Project {
			return fmt.Errorf("%w replacement: memory %s is of project %q, and %s of %q", memtide.ErrInvalid, by.Short(), n.Project, old.Short(), was.Project)
		}
		c.Reason = "an agent has put " + by.Short() + " in the place of " + old.Short()
		w := NewWriter(v, c)
		if err := w.Previous(n, was); err != nil {
			return err
		}
		return w.Supersede(n, was)
	})
}

// AgentTakesBack takes one change back for an agent: without All only one that an agent has asked
// for. The errors are those of [PlanUndo] and [TakeBack], and [ErrUsers].
func AgentTakesBack(ctx context.Context, l *ledger.Ledger, space memtide.Space, change string, in Acting) (memtide.ChangeSet, error) {
	target, err := l.Change(ctx, space, change)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	if !in.All && !strings.HasPrefix(target.Actor, memtide.ByMCP) {
		return memtide.ChangeSet{}, fmt.Errorf("change %s %w: it was made by %s", shortChange(target.ID), ErrUsers, target.Actor)
	}
	plan, err := PlanUndo(ctx, l, space, Undoing{Change: string(target.ID)})
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	plan.By = Asker{Name: in.By, Trust: memtide.TrustConfirmed} // whose change it is was looked at above
	done, err := TakeBack(ctx, l, space, plan, in.At)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return *done.Change, nil
}
