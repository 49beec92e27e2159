package daemon

import (
	"context"
	"errors"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

// prompts returns prompts with their receipts, oldest first, as far as the text
// is still in TURNS.
func (d *Daemon) prompts(ctx context.Context, in control.PromptsRequest) (p control.PromptsPage, err error) {
	p.Last = in.Behind
	size := 0
	err = d.bus.Replay(ctx, bus.Replay{Flow: event.Trace, Space: in.Space, From: in.Behind + 1}, func(m bus.Message) error {
		if size > 2<<20 {
			return errPage
		}
		p.Last = m.Seq
		r, err := event.Decode[event.Receipt](m.Body)
		if err != nil || r.Mode != event.ModePrompt || r.PromptID == "" || r.Client == control.ReplayClient || r.At.Before(in.Since) {
			return err
		}
		id := memtide.TurnID(memtide.Turn{Space: in.Space, Session: r.Session, PromptID: r.PromptID, Role: memtide.RoleUser})
		c, known, err := d.ledger.Recorded(ctx, in.Space, memtide.NewChangeID("record", id))
		if err != nil || !known || c.Cause.Seq == 0 {
			return err
		}
		t, err := d.bus.Get(ctx, event.Turns, c.Cause.Seq)
		if errors.Is(err, bus.ErrGone) {
			return nil // erased since
		}
		if err != nil {
			return err
		}
		turn, err := event.Decode[event.TurnTaken](t.Body)
		size += len(turn.Text)
		if err != nil {
			return err
		}
		old := control.OldPrompt{Receipt: r.ID, At: r.At, Session: r.Session, PromptID: r.PromptID, Project: r.Project, Text: turn.Text, Injected: r.Injected, Tokens: r.Tokens, Own: nil}
		err = d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
			old.Own = v.Graph.ByTurn(id)
			return nil
		})
		p.Prompts = append(p.Prompts, old)
		return err
	})
	if errors.Is(err, errPage) {
		return p, nil
	}
	p.Ends = true
	return p, err
}
