package daemon

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge"
)

// metrics returns the numbers of this daemon. Nothing is counted while prompts are answered:
// what is known of those stands in their receipts.
func (d *Daemon) metrics(ctx context.Context, in control.MetricsRequest) (m control.Metrics, err error) {
	trace, err := d.bus.State(ctx, bus.StreamTrace)
	if err != nil {
		return m, err
	}
	if in.Begin {
		m.Last = trace.Last
		return m, nil
	}
	if err := d.numbers(ctx, in, &m); err != nil {
		return m, err
	}
	if trace.Last < in.Behind { // TRACE was made anew
		in.Behind = 0
	}
	m.Last = min(trace.Last, in.Behind+control.MostPrompts)
	m.More = m.Last < trace.Last
	if m.Last == in.Behind {
		return m, nil
	}
	return m, d.bus.Replay(ctx, bus.Replay{Flow: event.Trace, From: in.Behind + 1, Until: m.Last}, func(msg bus.Message) error {
		if msg.Kind != event.KindOf[event.Receipt]() {
			return nil
		}
		r, err := event.Decode[event.Receipt](msg.Body)
		if err != nil || r.Client == control.ReplayClient {
			return err
		}
		m.Prompts = append(m.Prompts, control.PromptTold{Mode: r.Mode, Injected: len(r.Injected), Tokens: r.Tokens, TookUS: r.TookUS, Stages: r.Stages})
		return nil
	})
}

// numbers fills in all but the prompts.
func (d *Daemon) numbers(ctx context.Context, in control.MetricsRequest, m *control.Metrics) (err error) {
	r := &m.Status
	*r = control.Status{Running: true, Version: client.Version(), PID: os.Getpid(), Started: d.started.UTC(), Home: d.cfg.Home,
		RSS: rss(), Space: in.Space, Models: d.models.Status()}
	for _, step := range []func() error{
		func() (err error) { r.Turns, err = d.bus.State(ctx, bus.StreamTurns); return err },
		func() (err error) { r.Ledger, err = d.bus.State(ctx, bus.StreamLedger); return err },
		func() (err error) { r.Dead, err = d.bus.DeadCount(ctx); return err },
		func() (err error) { r.Pending, err = d.ledger.Pending(ctx, in.Space); return err },
		func() (err error) { r.Spool, err = hookbridge.ReadSpool(d.paths.Spool); return err },
		func() (err error) { m.Consumers, err = d.bus.Consumers(ctx); return err },
		func() (err error) { m.Disk, err = sizes(d.cfg.Home); return err },
		func() error { return d.memories(ctx, r) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// sizes returns how many bytes lie in a folder, by what is right below it.
func sizes(dir string) (map[string]int64, error) {
	all := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // files come and go
		}
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		st, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		below, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		part, _, _ := strings.Cut(below, string(filepath.Separator))
		all[part] += st.Size()
		return nil
	})
	return all, err
}
