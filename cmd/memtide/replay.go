package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
)

// How replays are asked for.
type replaying struct {
	from, engine, since  string
	shadow, prompts, yes bool
	verbose              bool
}

func replayCmd(a *app) *cobra.Command {
	var r replaying
	c := &cobra.Command{
		Use: "replay --from turns --shadow | replay --prompts", Short: "read what was said again into a shadow, or ask old prompts again", Args: cobra.NoArgs,
		Long: `memtide replay --from turns --shadow reads all half-turns of a space again, as
the settings are now, into a store of its own; nothing in the memory changes. It
says first how much that is, and asks. Then

  memtide replay diff     what the shadow has more, less and otherwise
  memtide replay promote  take that over, in changes that can be undone
  memtide replay drop     throw the shadow away

memtide replay --prompts --since 30d asks the prompts of the last 30 days again,
with the clock of then, and shows what would be injected by the memory and the
settings of today against what was (the receipts know that). What has come since
then does not count.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if r.engine != "rules" {
				return usage("--engine is %q; there is: rules", r.engine)
			}
			cl, cfg, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.close()
			switch {
			case r.prompts && r.from == "" && !r.shadow:
				return a.replayPrompts(c.Context(), cl, spaceOf(cfg), r)
			case !r.prompts && r.from == "turns" && r.shadow:
				return a.replayTurns(c.Context(), cl, cfg, r)
			}
			return usage("say either --from turns --shadow, or --prompts; see memtide replay --help")
		},
	}
	f := c.Flags()
	f.StringVar(&r.from, "from", "", "\"turns\": read the half-turns again")
	f.BoolVar(&r.shadow, "shadow", false, "into a store of its own")
	f.StringVar(&r.engine, "engine", "rules", "which engine reads: rules")
	f.BoolVar(&r.prompts, "prompts", false, "ask old prompts again")
	f.StringVar(&r.since, "since", "30d", "with --prompts: those since then")
	f.BoolVarP(&r.verbose, "verbose", "v", false, "with --prompts: also those that nothing changes for")
	f.BoolVarP(&r.yes, "yes", "y", false, "do not ask")
	c.AddCommand(replayDiffCmd(a), replayPromoteCmd(a), replayDropCmd(a))
	return c
}

// turnPage is a stretch of TURNS of one space.
type turnPage struct {
	Turns []event.TurnTaken `json:"turns"`
	Last  uint64            `json:"last"`  // sequence up to which was read
	Total uint64            `json:"total"` // messages that TURNS holds, of all spaces
	Ends  uint64            `json:"ends"`  // sequence at which TURNS ends
}

type turnPageRequest struct {
	Space  memtide.Space `json:"space"`
	Behind uint64        `json:"behind"`
}

// turnPage reads half-turns, oldest first.
func (d *daemon) turnPage(ctx context.Context, in turnPageRequest) (p turnPage, err error) {
	st, err := d.bus.State(ctx, bus.StreamTurns)
	if err != nil {
		return p, err
	}
	p.Total, p.Ends, p.Last = st.Messages, st.Last, in.Behind+5000
	size := 0
	err = d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: in.Space, From: in.Behind + 1, Until: p.Last}, func(m bus.Message) error {
		if size += len(m.Body); len(p.Turns) > 0 && size > 4<<20 {
			return errPage
		}
		t, err := event.Decode[event.TurnTaken](m.Body)
		p.Turns, p.Last = append(p.Turns, t), m.Seq
		return err
	})
	if errors.Is(err, errPage) {
		return p, nil
	}
	p.Last = max(p.Last, min(in.Behind+5000, st.Last))
	return p, err
}

// eachTurn hands every half-turn of a space to fn, oldest first.
func eachTurn(ctx context.Context, cl *client, space memtide.Space, fn func(event.TurnTaken) error) error {
	for req := (turnPageRequest{Space: space}); ; {
		p, err := control[turnPage](ctx, cl, "turnpage", req)
		if err != nil {
			return err
		}
		for _, t := range p.Turns {
			if err := fn(t); err != nil {
				return err
			}
		}
		if req.Behind = p.Last; p.Last >= p.Ends {
			return nil
		}
	}
}

// shadowsFolder holds what replays have come to, by space.
const shadowsFolder = "shadows"

func shadowFile(cfg config.Config) string {
	return filepath.Join(cfg.Home, shadowsFolder, spaceOf(cfg).Token()+".jsonl")
}

// A rough rate of the rules, for the estimate: half-turns a second on two busy
// cores.
const rulesRate = 250

// replayTurns reads all half-turns again in a world of its own, and keeps what
// has become of them as an export.
func (a *app) replayTurns(ctx context.Context, cl *client, cfg config.Config, r replaying) error {
	turns, bytes := 0, 0
	err := eachTurn(ctx, cl, spaceOf(cfg), func(t event.TurnTaken) error {
		turns, bytes = turns+1, bytes+len(t.Text)
		return nil
	})
	if err != nil {
		return err
	}
	if turns == 0 {
		return none("nothing was said in space %s", spaceOf(cfg))
	}
	fmt.Fprintf(a.io.err, "%d half-turns, %s of text, by the rules: about %s, no model calls, no cost\n", turns, size(uint64(bytes)),
		(time.Duration(turns/rulesRate+1) * time.Second).Round(time.Second))
	if !r.yes && !a.agree("read them again into a shadow?") {
		return none("nothing is read")
	}
	dir := filepath.Join(cfg.Home, shadowsFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make folder of shadows: %w", err)
	}
	if err := removeRuns(dir); err != nil {
		return err
	}
	start := time.Now()
	h, err := a.runShadow(ctx, cl, cfg, turns)
	if err != nil {
		return err
	}
	return a.print(h, func(w io.Writer) {
		fmt.Fprintf(w, "%d half-turns read in %.1f s; state hash of the shadow %s\nmemtide replay diff shows what it has come to\n", turns, time.Since(start).Seconds(), h.Hash)
	})
}

// removeRuns removes worlds that earlier replays have left.
func removeRuns(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, "memtide-*"))
	for _, l := range left {
		err = errors.Join(err, os.RemoveAll(l))
	}
	return err
}

// runShadow feeds a throw-away daemon with the half-turns as they lie in TURNS.
// Jobs do not run there.
func (a *app) runShadow(ctx context.Context, cl *client, cfg config.Config, turns int) (h exportHead, err error) {
	space, file := spaceOf(cfg), shadowFile(cfg)
	quiet := cfg
	quiet.Jobs.Cron = map[string]string{}
	for _, job := range config.JobNames() {
		quiet.Jobs.Cron[job] = "off"
	}
	w, err := startThrowaway(ctx, quiet, daemonOptions{noSync: true, parent: filepath.Dir(file)})
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, w.end()) }()
	bar := progress(a.io.err, int64(turns), "reading again")
	defer bar.Finish()
	err = eachTurn(ctx, cl, space, func(t event.TurnTaken) error {
		bar.Add(1)
		_, err := w.bus.Publish(ctx, t, bus.Meta{ID: t.ID, Space: t.Space, Trace: t.ID})
		return err
	})
	if err != nil {
		return h, err
	}
	if err := w.client.settle(ctx, space, nil); err != nil {
		return h, err
	}
	if h, err = control[exportHead](ctx, w.client, "head", spaceRequest{space}); err != nil {
		return h, err
	}
	h.Version, h.Space, h.AsOf = exportVersion, space, time.Now().UTC()
	return h, writeShadow(ctx, w.client, h, file)
}

// writeShadow writes nodes and links of a space to a file, whole or not at all.
func writeShadow(ctx context.Context, cl *client, h exportHead, path string) error {
	f, err := os.OpenFile(path+".tmp", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write shadow: %w", err)
	}
	out := bufio.NewWriterSize(f, 1<<20)
	enc := json.NewEncoder(out)
	err = enc.Encode(exported{Head: &h})
	if err == nil {
		err = pages(ctx, cl, h.Space, 0, []string{"nodes", "edges"}, func(l exported) error { return enc.Encode(l) })
	}
	if err = errors.Join(err, out.Flush(), f.Close()); err == nil {
		err = os.Rename(path+".tmp", path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write shadow: %w", err), os.Remove(path+".tmp"))
	}
	return nil
}
