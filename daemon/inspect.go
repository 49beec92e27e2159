package daemon

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

func (d *Daemon) remember(ctx context.Context, in control.RememberRequest) (memtide.ChangeSet, error) {
	return tools.Remember(ctx, d.ledger, in.Space, tools.Note{Kind: in.Kind, Text: in.Text, Project: in.Project, At: time.Now()})
}

// listed returns how many are listed for who asks for n.
func listed(n int) int { return max(1, min(n, control.MostListed)) }

// find returns the memories that an id or a description means.
func (d *Daemon) find(ctx context.Context, in control.FindRequest) (control.Meant, error) {
	var m control.Meant
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

func (d *Daemon) forget(ctx context.Context, in control.ForgetRequest) (memtide.ChangeSet, error) {
	return tools.ForgetBy(ctx, d.ledger, in.Space, d.asker(in.By), in.IDs, time.Now())
}

// show returns one memory with its links, its source and its history.
func (d *Daemon) show(ctx context.Context, in control.ShowRequest) (control.Shown, error) {
	out := control.Shown{Names: map[string]string{}}
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
					out.Names[end.String()] = control.FirstWords(n.Content)
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
		err = d.history(ctx, in, &out)
	}
	return out, err
}

// history fills in the changes of a memory. To walk through a whole log takes a second for each
// hundred thousand decisions; who wants less is given the newest, and the one that has made it.
func (d *Daemon) history(ctx context.Context, in control.ShowRequest, out *control.Shown) error {
	after := uint64(0)
	if in.Newest > 0 {
		log, err := d.bus.State(ctx, bus.StreamLedger)
		if err != nil {
			return err
		}
		after = log.Last - min(log.Last, in.Newest)
	}
	all, whole, err := d.ledger.HistoryBehind(ctx, in.Space, out.Node.ID, after)
	if err != nil {
		return err
	}
	out.History, out.Unread = all, !whole
	if whole || out.Node.Source.Turn == "" {
		return nil
	}
	for _, stage := range []string{"store", "record"} {
		c, err := d.ledger.Change(ctx, in.Space, string(memtide.NewChangeID(stage, out.Node.Source.Turn)))
		if errors.Is(err, ledger.ErrNoChange) {
			continue
		}
		if err != nil {
			return err
		}
		if c.Makes(out.Node.ID) {
			out.History = append(out.History, c)
		}
	}
	return nil
}

// sourceTurn returns the half-turn that a node comes from, nil where there is
// none.
func (d *Daemon) sourceTurn(ctx context.Context, space memtide.Space, n *memtide.Node) (*memtide.Turn, error) {
	if n.Source.Turn == "" {
		return nil, nil
	}
	t, err := d.turnOf(ctx, space, n.Source.Turn)
	if err != nil || t == nil {
		return nil, err
	}
	return &t.Turn, nil
}

// turnOf returns the half-turn with an id by the decisions on it, nil where there is none
// or its text is erased.
func (d *Daemon) turnOf(ctx context.Context, space memtide.Space, id string) (*control.StoredTurn, error) {
	for _, stage := range []string{"store", "record"} {
		c, known, err := d.ledger.Recorded(ctx, space, memtide.NewChangeID(stage, id))
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
		return &control.StoredTurn{Seq: m.Seq, Turn: t.Turn}, err
	}
	return nil, nil
}

// source fills in Sources and Words.
func (d *Daemon) source(ctx context.Context, in control.Told) (control.Told, error) {
	in.Sources, in.Words = map[string]string{}, map[string]string{}
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
			in.Sources[id.String()], in.Words[id.String()] = control.SaidBy(n), control.FirstWords(n.Content)
		}
		return nil
	})
	return in, err
}

// receipts returns receipts, newest first, or the one whose id begins as in.ID.
func (d *Daemon) receipts(ctx context.Context, in control.ReceiptsRequest) ([]control.Told, error) {
	var all []control.Told
	err := d.newest(ctx, event.Trace, bus.StreamTrace, in.Before, func(m bus.Message) (bool, error) {
		if m.Space != in.Space || m.Kind != (event.Receipt{}).Kind() {
			return true, nil
		}
		r, err := event.Decode[event.Receipt](m.Body)
		if err != nil {
			return false, err
		}
		switch {
		case in.ID == r.ID:
			all = []control.Told{{Receipt: r, Seq: m.Seq}}
			return false, nil
		case strings.HasPrefix(r.ID, in.ID) && in.Fits(r):
			all = append(all, control.Told{Receipt: r, Seq: m.Seq})
		}
		return in.ID != "" || len(all) < in.Limit, nil
	})
	if in.ID != "" && len(all) > 1 {
		return nil, fmt.Errorf("%q begins %s; give more of it", in.ID, memtide.Count(len(all), "receipt"))
	}
	for i := range all {
		err = errors.Join(err, d.outcome(ctx, &all[i]))
		if in.Prompts && err == nil {
			all[i].Prompt, err = d.promptOf(ctx, all[i])
		}
	}
	if in.Limit == 1 && len(all) == 1 && err == nil {
		all[0], err = d.source(ctx, all[0])
	}
	return all, err
}

// promptOf returns the words of the prompt of a receipt, "" where they are not there.
func (d *Daemon) promptOf(ctx context.Context, r control.Told) (string, error) {
	id := r.HalfTurnID()
	if id == "" {
		return "", nil
	}
	t, err := d.turnOf(ctx, r.Space, id)
	if err != nil || t == nil {
		return "", err
	}
	return control.OneLine(t.Text), nil
}

// outcome adds to a receipt what the answer to its prompt has used. The answer
// has the prompt's id; without one nobody knows which it is.
func (d *Daemon) outcome(ctx context.Context, r *control.Told) error {
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

// newest walks a stream from its end, or from what stands below a sequence, until fn says
// stop.
func (d *Daemon) newest(ctx context.Context, flow event.Flow, stream string, before uint64, fn func(bus.Message) (bool, error)) error {
	st, err := d.bus.State(ctx, stream)
	if err != nil {
		return err
	}
	last := st.Last
	if before > 0 {
		last = min(last, before-1)
	}
	for seq := last; seq >= st.First && seq > 0; seq-- {
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

// wholeHash is the length of an id that [memtide.Hash] makes.
const wholeHash = 32

// turns returns half-turns, newest first.
func (d *Daemon) turns(ctx context.Context, in control.TurnsRequest) ([]control.StoredTurn, error) {
	var all []control.StoredTurn
	if len(in.ID) == wholeHash && in.Session == "" && in.Before == 0 { // the log is not read for what its decisions name
		switch t, err := d.turnOf(ctx, in.Space, in.ID); {
		case err != nil:
			return nil, err
		case t != nil:
			return []control.StoredTurn{*t}, nil
		}
	}
	err := d.newest(ctx, event.Turns, bus.StreamTurns, in.Before, func(m bus.Message) (bool, error) {
		if m.Space != in.Space {
			return true, nil
		}
		t, err := event.Decode[event.TurnTaken](m.Body)
		if err != nil {
			return false, fmt.Errorf("half-turn %d: %w", m.Seq, err)
		}
		if (in.Session == "" || t.Session == in.Session) && strings.HasPrefix(t.ID, in.ID) {
			all = append(all, control.StoredTurn{Seq: m.Seq, Turn: t.Turn})
		}
		return len(all) < in.Limit, nil
	})
	return all, err
}

func (d *Daemon) dead(ctx context.Context, in control.DeadRequest) ([]control.DeadReply, error) {
	if in.Seq != 0 {
		l, err := d.bus.GetDead(ctx, in.Seq)
		r := control.DeadReplyOf(l)
		r.Text = string(l.Body)
		return []control.DeadReply{r}, err
	}
	most := in.Limit
	if in.Space != "" {
		if err := d.hasSpace(ctx, in.Space); err != nil {
			return nil, err
		}
		most = math.MaxInt
	}
	ls, err := d.bus.DeadBefore(ctx, in.Before, most)
	var all []control.DeadReply
	for _, l := range ls {
		if (in.Space == "" || l.Space == in.Space) && len(all) < in.Limit {
			all = append(all, control.DeadReplyOf(l))
		}
	}
	return all, err
}

// reindex rebuilds a space in the background.
func (d *Daemon) reindex(_ context.Context, in control.SpaceRequest) (control.Operation, error) {
	if err := in.Space.Validate(); err != nil {
		return control.Operation{}, err
	}
	t := task{verb: "reindex", what: "reindex", space: in.Space, givenUp: "interrupted; the rebuild is given up, and the graph is the one before it"}
	return d.work.begin(t, func(ctx context.Context, tell func(done, total uint64)) (any, error) {
		return d.ledger.Rebuild(ctx, in.Space, tell)
	}), nil
}
