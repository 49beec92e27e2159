package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// What the daemon answers about single memories, half-turns and receipts.

type rememberRequest struct {
	Space   memtide.Space `json:"space"`
	Kind    memtide.Kind  `json:"kind"`
	Text    string        `json:"text"`
	Project string        `json:"project"`
}

func (d *daemon) remember(ctx context.Context, in rememberRequest) (memtide.ChangeSet, error) {
	return tools.Remember(ctx, d.ledger, in.Space, tools.Note{Kind: in.Kind, Text: in.Text, Project: in.Project, At: time.Now()})
}

type findRequest struct {
	Space memtide.Space `json:"space"`
	What  string        `json:"what"`            // id, short id, or a description
	About bool          `json:"about,omitempty"` // a description, whatever it looks like
	Limit int           `json:"limit"`
}

// meant is what an id or a description means, and what else says the same.
type meant struct {
	Nodes  []*memtide.Node `json:"nodes"`
	Echoes []*memtide.Node `json:"echoes,omitempty"` // say hardly anything else
	Beside []*memtide.Node `json:"beside,omitempty"` // say it beside other things
}

// find returns the memories that an id or a description means.
func (d *daemon) find(ctx context.Context, in findRequest) (meant, error) {
	var m meant
	look := tools.Find
	if in.About {
		look = tools.Described
	}
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		if m.Nodes, err = look(v, in.What, in.Limit); err == nil {
			m.Echoes, m.Beside, err = tools.Echoes(v, m.Nodes)
		}
		return err
	})
	return m, err
}

func (d *daemon) archived(ctx context.Context, in findRequest) (nodes []*memtide.Node, err error) {
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		nodes, err = tools.Archived(v, in.What, listed(in.Limit))
		return err
	})
	return nodes, err
}

type forgetRequest struct {
	Space memtide.Space `json:"space"`
	IDs   []memtide.ID  `json:"ids"`
}

func (d *daemon) forget(ctx context.Context, in forgetRequest) (memtide.ChangeSet, error) {
	return tools.Forget(ctx, d.ledger, in.Space, in.IDs, time.Now())
}

type shown struct {
	Node    *memtide.Node     `json:"node"`
	Out     []memtide.Edge    `json:"out,omitempty"`
	In      []memtide.Edge    `json:"in,omitempty"`
	Names   map[string]string `json:"names,omitempty"`   // first words of the nodes at the other ends
	Turn    *memtide.Turn     `json:"turn,omitempty"`    // the half-turn that it comes from
	History []ledger.Logged   `json:"history,omitempty"` // the newest first
}

type showRequest struct {
	Space   memtide.Space `json:"space"`
	What    string        `json:"what"`
	History bool          `json:"history"`
}

// show returns one memory with its links, its source and its history.
func (d *daemon) show(ctx context.Context, in showRequest) (shown, error) {
	out := shown{Names: map[string]string{}}
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		id, err := tools.Resolve(v, in.What)
		if err != nil {
			return err
		}
		if out.Node, err = v.Graph.Node(id); err != nil {
			return err
		}
		if out.Out, err = v.Graph.Out(id); err != nil {
			return err
		}
		if out.In, err = v.Graph.In(id); err != nil {
			return err
		}
		for _, e := range slices.Concat(out.Out, out.In) {
			for _, end := range []memtide.ID{e.From, e.To} {
				if n, err := v.Graph.Node(end); err == nil && end != id {
					out.Names[end.String()] = firstWords(n.Content)
				}
			}
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	if out.Turn, err = d.sourceTurn(ctx, in.Space, out.Node); err != nil {
		return out, err
	}
	if in.History {
		out.History, err = d.ledger.History(ctx, in.Space, out.Node.ID)
	}
	return out, err
}

// sourceTurn returns the half-turn that a node comes from, nil where there is
// none.
func (d *daemon) sourceTurn(ctx context.Context, space memtide.Space, n *memtide.Node) (*memtide.Turn, error) {
	if n.Source.Turn == "" {
		return nil, nil
	}
	for _, stage := range []string{"store", "record"} {
		c, known, err := d.ledger.Recorded(ctx, space, memtide.NewChangeID(stage, n.Source.Turn))
		if err != nil {
			return nil, err
		}
		if !known || c.Cause.Seq == 0 {
			continue
		}
		m, err := d.bus.Get(ctx, event.Turns, c.Cause.Seq)
		if errors.Is(err, bus.ErrGone) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		t, err := event.Decode[event.TurnTaken](m.Body)
		return &t.Turn, err
	}
	return nil, nil
}

func firstWords(s string) string {
	// What was stored before there was a rule for it is not put on a screen.
	s = strings.Join(strings.Fields(redact.Name(s[:min(len(s), 4096)])), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return s
}

type receiptsRequest struct {
	Space memtide.Space `json:"space"`
	ID    string        `json:"id"` // or its beginning; "" is every one
	Limit int           `json:"limit"`
}

// told is a receipt and what became of what it speaks of.
type told struct {
	event.Receipt
	Answered bool         `json:"answered,omitempty"` // the answer to the prompt is there
	Used     []memtide.ID `json:"used,omitempty"`     // memories that gained because the answer used them
	// Sources says of each candidate who said it, where: "user, session s1, half-turn 4787af5e53a4".
	Sources map[string]string `json:"sources,omitempty"`
}

// source fills in Sources.
func (d *daemon) source(ctx context.Context, in told) (told, error) {
	in.Sources = map[string]string{}
	ids := slices.Clone(in.Injected)
	for _, c := range in.Candidates {
		ids = append(ids, c.ID)
	}
	for _, c := range in.Drops {
		ids = append(ids, c.ID)
	}
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		for _, id := range ids {
			n, err := v.Graph.Node(id)
			if errors.Is(err, graphdb.ErrNotFound) {
				continue // erased since
			}
			if err != nil {
				return err
			}
			in.Sources[id.String()] = saidBy(n)
		}
		return nil
	})
	return in, err
}

func saidBy(n *memtide.Node) string {
	s := string(n.Source.Role)
	if n.Source.Session != "" {
		s += ", session " + n.Source.Session
	}
	if n.Source.Turn != "" {
		s += ", half-turn " + short(n.Source.Turn)
	}
	return strings.TrimPrefix(s, ", ")
}

// receipts returns receipts, newest first.
func (d *daemon) receipts(ctx context.Context, in receiptsRequest) ([]told, error) {
	var all []told
	err := d.newest(ctx, event.Trace, bus.StreamTrace, func(m bus.Message) (bool, error) {
		if m.Space != in.Space || m.Kind != (event.Receipt{}).Kind() {
			return true, nil
		}
		r, err := event.Decode[event.Receipt](m.Body)
		if err != nil {
			return false, err
		}
		if strings.HasPrefix(r.ID, in.ID) {
			all = append(all, told{Receipt: r})
		}
		return len(all) < in.Limit, nil
	})
	for i := range all {
		err = errors.Join(err, d.outcome(ctx, &all[i]))
	}
	if in.Limit == 1 && len(all) == 1 && err == nil {
		all[0], err = d.source(ctx, all[0])
	}
	return all, err
}

// outcome adds to a receipt what the answer to its prompt has used. The answer
// has the prompt's id; without one nobody knows which it is.
func (d *daemon) outcome(ctx context.Context, r *told) error {
	if r.PromptID == "" || r.Mode != event.ModePrompt {
		return nil
	}
	id := memtide.TurnID(memtide.Turn{Space: r.Space, Session: r.Session, PromptID: r.PromptID, Role: memtide.RoleAgent})
	var err error
	if r.Answered, err = d.ledger.Known(ctx, r.Space, memtide.NewChangeID("record", id)); err != nil || !r.Answered {
		return err
	}
	c, _, err := d.ledger.Recorded(ctx, r.Space, memtide.NewChangeID("reinforce", id))
	for _, op := range c.Ops {
		if op.Field == "access_count" && slices.Contains(r.Injected, op.Node) {
			r.Used = append(r.Used, op.Node)
		}
	}
	return err
}

// newest walks a stream from its end, until fn says stop.
func (d *daemon) newest(ctx context.Context, flow event.Flow, stream string, fn func(bus.Message) (bool, error)) error {
	st, err := d.bus.State(ctx, stream)
	if err != nil {
		return err
	}
	for seq := st.Last; seq >= st.First && seq > 0; seq-- {
		m, err := d.bus.Get(ctx, flow, seq)
		if errors.Is(err, bus.ErrGone) {
			continue
		}
		if err != nil {
			return err
		}
		if more, err := fn(m); err != nil || !more {
			return err
		}
	}
	return nil
}

type storedTurn struct {
	Seq uint64 `json:"seq"`
	memtide.Turn
}

type turnsRequest struct {
	Space   memtide.Space `json:"space"`
	Session string        `json:"session"`
	Limit   int           `json:"limit"`
}

// turns returns half-turns, newest first.
func (d *daemon) turns(ctx context.Context, in turnsRequest) ([]storedTurn, error) {
	var all []storedTurn
	err := d.newest(ctx, event.Turns, bus.StreamTurns, func(m bus.Message) (bool, error) {
		if m.Space != in.Space {
			return true, nil
		}
		t, err := event.Decode[event.TurnTaken](m.Body)
		if err != nil {
			return false, fmt.Errorf("half-turn %d: %w", m.Seq, err)
		}
		if in.Session == "" || t.Session == in.Session {
			all = append(all, storedTurn{m.Seq, t.Turn})
		}
		return len(all) < in.Limit, nil
	})
	return all, err
}

type deadRequest struct {
	Limit int    `json:"limit"`
	Seq   uint64 `json:"seq"`
}

type deadReply struct {
	bus.DeadLetter
	Text string `json:"body,omitempty"` // of one letter only
}

func (d *daemon) dead(ctx context.Context, in deadRequest) ([]deadReply, error) {
	if in.Seq != 0 {
		l, err := d.bus.GetDead(ctx, in.Seq)
		return []deadReply{{l, string(l.Body)}}, err
	}
	ls, err := d.bus.Dead(ctx, in.Limit)
	var all []deadReply
	for _, l := range ls {
		all = append(all, deadReply{DeadLetter: l})
	}
	return all, err
}

// reindex rebuilds a space in the background.
func (d *daemon) reindex(_ context.Context, in spaceRequest) (operation, error) {
	if err := in.Space.Validate(); err != nil {
		return operation{}, err
	}
	return d.work.begin("reindex", func(ctx context.Context, tell func(done, total uint64)) (any, error) {
		return d.ledger.Rebuild(ctx, in.Space, tell)
	}), nil
}
