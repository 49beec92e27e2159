package daemon

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// agent makes a change that an agent has asked for by a tool, as far as mcp.changes lets it.
func (d *Daemon) agent(ctx context.Context, in control.AgentRequest) (none memtide.ChangeSet, err error) {
	if name, is := strings.CutPrefix(in.By, memtide.ByMCP); !is || name == "" {
		return none, fmt.Errorf("%w request: by is %q, want %sNAME", memtide.ErrInvalid, in.By, memtide.ByMCP)
	}
	if d.cfg.MCP.Changes == "none" {
		return none, errors.New("mcp.changes is none: agents read only. The user can set it to own or all, or make the change: see memtide --help")
	}
	acting := tools.Acting{By: in.By, All: d.cfg.MCP.Changes == "all", At: time.Now()}
	if in.Do == control.AgentUndo {
		c, err := tools.AgentTakesBack(ctx, d.ledger, in.Space, in.What, acting)
		if err != nil {
			err = d.strayed(ctx, in.Space, in.What, err)
		}
		return c, err
	}
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return none, err
	}
	switch in.Do {
	case control.AgentForget:
		return tools.AgentForgets(ctx, d.ledger, in.Space, id, acting)
	case control.AgentReinforce, control.AgentDemote:
		weight := d.cfg.Remember.Reinforce
		if in.Do == control.AgentDemote {
			weight = -d.cfg.Remember.Demote
		}
		return tools.AgentVotes(ctx, d.ledger, in.Space, id, weight, acting)
	case control.AgentReplace:
		by, err := d.resolve(ctx, in.Space, in.With)
		if err != nil {
			return none, err
		}
		return tools.AgentReplaces(ctx, d.ledger, in.Space, id, by, acting)
	}
	return none, fmt.Errorf("%w request: do is %q, want %s, %s, %s, %s or %s", memtide.ErrInvalid, in.Do,
		control.AgentForget, control.AgentReinforce, control.AgentDemote, control.AgentReplace, control.AgentUndo)
}

// becameWithin is how long who asks waits for the decision on a half-turn.
const becameWithin = 5 * time.Second

// became tells what has become of a half-turn that was handed over as one fact: it waits for the
// decisions on it.
func (d *Daemon) became(ctx context.Context, in control.BecameRequest) (out control.Became, err error) {
	within, cancel := context.WithTimeout(ctx, becameWithin)
	defer cancel()
	all, whole, err := d.decidedOn(ctx, within, in.Space, in.Turn)
	if err != nil || !whole {
		return control.Became{}, err
	}
	for _, c := range all {
		if c.Cause.Stage == "store" {
			out.Change = c.ChangeSet
		}
	}
	out.Decided = true
	return out, d.ledger.Read(ctx, in.Space, func(v ledger.View) error { return tellBecame(v, in.Turn, &out) })
}

// tellBecame finds the memory that a decision has made, or has found to be there.
func tellBecame(v ledger.View, turn string, out *control.Became) error {
	for _, op := range out.Change.Ops {
		if op.Node.IsZero() || !op.Whole() && op.Field != "access_count" {
			continue
		}
		n, err := v.Graph.Node(op.Node)
		if err != nil {
			return err
		}
		if n.Kind == memtide.Entity || n.Kind == memtide.Episode {
			continue
		}
		if made := n.Source.Turn == turn && op.Whole(); made || out.Node == nil {
			out.Node, out.Known = n, !made
		}
	}
	if out.Node == nil {
		return nil
	}
	for l := range v.Graph.OutLinks(out.Node.ID, memtide.Supersedes) {
		out.Replaces = append(out.Replaces, l.Node)
	}
	all, err := tools.Conflicts(v)
	for _, c := range all {
		switch out.Node.ID {
		case c.A.ID:
			out.Opposes = append(out.Opposes, c.B.ID)
		case c.B.ID:
			out.Opposes = append(out.Opposes, c.A.ID)
		}
	}
	return err
}
