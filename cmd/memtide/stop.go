package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/hookbridge"
)

// stopReport is what stop prints.
type stopReport struct {
	Stopped bool      `json:"stopped"`
	Hold    time.Time `json:"hooks_wait_until,omitzero"`
}

func stopCmd(a *app) *cobra.Command {
	var hold time.Duration
	c := &cobra.Command{
		Use: "stop", Short: "stop the daemon", Args: cobra.NoArgs,
		Long: `Stops the daemon, and keeps hooks from starting it again for a while, so that the
data folder can be copied or the program be exchanged. What is said meanwhile waits
in the spool. Every command that needs the daemon starts it at any time.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if hold < 0 || hold > hookbridge.MaxStop {
				return usage("--hold is %v, want 0s to %v", hold, hookbridge.MaxStop)
			}
			r, err := a.stop(c.Context(), hold)
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) {
				fmt.Fprintln(w, "stopped")
				if !r.Hold.IsZero() {
					fmt.Fprintf(w, "hooks do not start it before %s; memtide serve does\n", r.Hold.Local().Format(time.TimeOnly))
				}
			})
		},
	}
	c.Flags().DurationVar(&hold, "hold", hookbridge.MaxStop, "how long hooks leave it stopped; with 0s the next hook starts it")
	return c
}

// stop returns when the daemon is gone.
func (a *app) stop(ctx context.Context, hold time.Duration) (stopReport, error) {
	cfg, err := a.config()
	if err != nil {
		return stopReport{}, err
	}
	cl, err := running(ctx, cfg)
	if err != nil {
		return stopReport{}, err
	}
	defer cl.Close()
	// Before it is asked to end, or a hook in between starts the next one.
	r, paths, unheld := stopReport{Stopped: true}, hookbridge.NewPaths(cfg.Home), error(nil)
	if now := time.Now(); hold > 0 {
		if err := hookbridge.Stopped(paths, now, hold); err != nil {
			unheld = fmt.Errorf("the daemon stops, but the next hook starts it again: %w", err)
		} else {
			r.Hold = now.Add(hold)
		}
	}
	// One that ends at once may take its reply along; that it is gone is seen below.
	if _, err := client.Control[bool](ctx, cl, "stop", struct{}{}); err != nil && !errors.Is(err, client.ErrGone) {
		if !r.Hold.IsZero() {
			err = errors.Join(err, hookbridge.Unstopped(paths))
		}
		return stopReport{}, err
	}
	return r, errors.Join(gone(ctx, cfg), unheld)
}

// running connects to the daemon that runs. One that is just starting, or opens its
// storage anew, is not in sight for a moment, and has the data folder.
func running(ctx context.Context, cfg config.Config) (*client.Client, error) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	unheld := 0
	for late := time.After(10 * time.Second); ; {
		cl, err := client.Dial(cfg)
		if err == nil || errors.Is(err, client.ErrMute) {
			return cl, err
		}
		if unheld++; !folder.Unheld(cfg.Home) {
			unheld = 0
		}
		if unheld == looksUnheld {
			return nil, none("%v", client.ErrAway)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-late:
			return nil, fmt.Errorf("a process has the data folder and cannot be asked to stop: a restore, or a daemon that does not come up; see %s", cfg.LogFile())
		case <-tick.C:
		}
	}
}

// looksUnheld is how many looks in turn find a data folder that nobody holds: a daemon
// lets it go for an instant when it opens its storage anew.
const looksUnheld = 3

// gone waits until nobody holds the data folder.
func gone(ctx context.Context, cfg config.Config) error {
	run := hookbridge.NewPaths(cfg.Home).RunFile()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(30 * time.Second); ; {
		if _, err := os.Stat(run); os.IsNotExist(err) && folder.Unheld(cfg.Home) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-late:
			return fmt.Errorf("the daemon does not stop; see %s", cfg.LogFile())
		case <-tick.C:
		}
	}
}
