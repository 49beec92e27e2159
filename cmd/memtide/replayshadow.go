package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/llm"
	prompts "github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/wholefile"
)

func shadowFile(cfg config.Config) string {
	return filepath.Join(cfg.Home, daemon.ShadowsFolder, memtide.Space(cfg.Space).Token()+".jsonl")
}

// again is one reading of all half-turns in a world of its own.
type again struct {
	cl       *client.Client
	cfg      config.Config // of the shadow
	file     string
	modelled bool
	records  *liveRecords
	turns    int
}

// readAgain is what a reading has come to.
type readAgain struct {
	control.ExportHead
	HalfTurns int             `json:"half_turns"`
	ByRules   int             `json:"by_rules"`         // half-turns of which the rules read a part because a model failed
	Models    []llm.Spent     `json:"models,omitempty"` // what the models took for it
	Estimate  *replayEstimate `json:"estimate,omitempty"`
}

// replayTurns reads all half-turns again in a world of its own, and keeps what
// has become of them as an export.
func (a *app) replayTurns(ctx context.Context, cl *client.Client, r replaying) (err error) {
	in := again{cl: cl, file: shadowFile(cl.Config())}
	if in.cfg, in.modelled, err = shadowConfig(cl.Config(), r.engine); err != nil {
		return err
	}
	if in.modelled { // before a half-turn is read: an erasure ends the session
		if in.records, err = newLiveRecords(ctx, cl); err != nil {
			return err
		}
	}
	dir := filepath.Dir(in.file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make folder of shadows: %w", err)
	}
	if err := daemon.DropLeftShadows(dir); err != nil {
		return err
	}
	est, err := in.estimate(ctx, a)
	if err != nil {
		return err
	}
	if est.HalfTurns == 0 {
		return none("nothing was said in space %s", cl.Space())
	}
	if r.dryRun {
		return a.print(est, est.write)
	}
	est.write(a.io.err)
	if !r.yes && !a.agree("read them again into a shadow?") {
		return none("nothing is read")
	}
	start := time.Now()
	out, err := in.run(ctx, a)
	if err != nil {
		return err
	}
	out.Estimate = &est
	return a.print(out, func(w io.Writer) { out.write(w, time.Since(start)) })
}

func (r readAgain) write(w io.Writer, took time.Duration) {
	fmt.Fprintf(w, "%s read in %.1f s\nstate hash of the shadow    %s\ncontent hash of the shadow  %s\n", memtide.Count(r.HalfTurns, "half-turn"), took.Seconds(), r.Hash, r.Content)
	if len(r.Models) > 0 {
		writeCosts(w, r.Models)
	}
	if r.ByRules > 0 {
		fmt.Fprintf(w, "of %s the rules read a part, because a model failed; to read again asks for what is missing\n", memtide.Count(r.ByRules, "half-turn"))
	}
	fmt.Fprintln(w, "memtide replay diff shows what it has come to")
}

// read feeds a throw-away daemon with the half-turns as they lie in TURNS. Where
// a model reads, one after the other: so the same replies lead to the same
// memory. The world is the caller's to end, unless there is an error.
func (g again) read(ctx context.Context, a *app, what string, watch *watched) (w *daemon.Throwaway, err error) {
	opts := daemon.Options{NoSync: true, Parent: filepath.Dir(g.file), Models: daemon.ModelRun{CallsAnHour: noHour}}
	if g.modelled {
		opts.Models.Owner = g.records
		opts.Watch = func(m *llm.Models) prompts.Model {
			watch.Models = m
			return watch
		}
	}
	if w, err = daemon.StartThrowaway(ctx, g.cfg, opts); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.End())
		}
	}()
	if _, wrong := w.Models(); wrong != nil {
		return nil, wrong
	}
	ctx, gone := context.WithCancelCause(ctx)
	var guard sync.WaitGroup
	guard.Go(func() { daemon.GuardShadow(ctx, filepath.Dir(w.Dir), gone) })
	defer func() {
		if err != nil && context.Cause(ctx) != ctx.Err() {
			err, w.Shred = context.Cause(ctx), true
		}
		gone(nil)
		guard.Wait()
	}()
	bar := progress.Bar(a.io.err, int64(g.turns), what)
	defer bar.Finish()
	space, n := memtide.Space(g.cfg.Space), 0
	err = eachTurn(ctx, g.cl, space, func(t event.TurnTaken) error {
		_, err := w.Bus().Publish(ctx, t, bus.Meta{ID: t.ID, Space: t.Space, Trace: t.ID})
		if err != nil || !g.modelled {
			bar.Add(1)
			return err
		}
		if err := w.Client.Settle(ctx, space, nil); err != nil {
			return err
		}
		if why := watch.halt(); why != nil {
			return fmt.Errorf("the models have stopped at half-turn %d of %d, and nothing is taken into the shadow; what was paid for is recorded and is not paid again, so try again later: %w", n+1, g.turns, why)
		}
		n++
		bar.Add(1)
		return nil
	})
	if err == nil {
		err = w.Client.Settle(ctx, space, nil)
	}
	return w, err
}

// run reads the half-turns and writes the shadow.
func (g again) run(ctx context.Context, a *app) (out readAgain, err error) {
	watch := newWatched(false)
	w, err := g.read(ctx, a, "reading again", watch)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, w.End()) }()
	out.HalfTurns, out.ByRules = g.turns, watch.byRules()
	models, _ := w.Models() // read has looked what is wrong with them
	if out.Models, err = models.Costs(""); err != nil {
		return out, err
	}
	space := memtide.Space(g.cfg.Space)
	if out.ExportHead, err = client.Control[control.ExportHead](ctx, w.Client, "head", control.SpaceRequest{Space: space}); err != nil {
		return out, err
	}
	if out.Content, err = client.Control[string](ctx, w.Client, "content", control.SpaceRequest{Space: space}); err != nil {
		return out, err
	}
	out.Version, out.Space, out.AsOf = exportVersion, space, time.Now().UTC()
	return out, writeShadow(ctx, w.Client, out.ExportHead, g.file)
}

// writeShadow writes nodes and links of a space to a file, whole or not at all.
func writeShadow(ctx context.Context, cl *client.Client, h control.ExportHead, path string) error {
	err := wholefile.Fill(path, func(out io.Writer) error {
		enc := json.NewEncoder(out)
		if err := enc.Encode(control.ExportLine{Head: &h}); err != nil {
			return err
		}
		return pages(ctx, cl, h.Space, 0, []string{"nodes", "edges"}, func(l control.ExportLine) error { return enc.Encode(l) })
	}, wholefile.Options{})
	if err != nil {
		return fmt.Errorf("write shadow: %w", err)
	}
	return nil
}
