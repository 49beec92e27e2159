package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge"
)

// connect reaches the daemon, and starts one where that is allowed.
func (a *app) connect(ctx context.Context) (*client.Client, error) {
	cfg, err := a.config()
	if err != nil {
		return nil, err
	}
	var cl *client.Client
	if noStart() {
		cl, err = client.Dial(cfg)
		err = startable(err, cfg.Home)
	} else if flags, ferr := a.handedOn(); ferr != nil {
		return nil, ferr
	} else {
		cl, err = client.Connect(ctx, cfg, client.Starting{Env: daemon.Env(cfg), Flags: flags})
	}
	if err != nil {
		return nil, err
	}
	a.tellUnheard(ctx, cl)
	return cl, nil
}

// noStart reports whether nobody may start a daemon but memtide serve.
func noStart() bool { return os.Getenv("MEMTIDE_NO_START") == "1" }

// startable adds to the error of a daemon that is away how one comes to run.
func startable(err error, home string) error {
	switch {
	case !errors.Is(err, client.ErrAway):
		return err
	case noStart():
		return fmt.Errorf("%w, and MEMTIDE_NO_START is set; start it with: memtide serve", err)
	}
	if said := client.Failed(home); said != "" {
		return fmt.Errorf("%w; the last one that was started ended: %s", err, said)
	}
	if down, ok := hookbridge.ReadDown(hookbridge.NewPaths(home).Run); ok && down.Holds(time.Now()) {
		return fmt.Errorf("%w; a command that needs it starts it", err)
	}
	return fmt.Errorf("%w; the next prompt starts it, and so does a command that needs it", err)
}

// asks is the body of a command whose first step is to connect.
func (a *app) asks(run func(ctx context.Context, cl *client.Client, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		cl, err := a.connect(c.Context())
		if err != nil {
			return err
		}
		defer cl.Close()
		return run(c.Context(), cl, args)
	}
}

// limit is a flag with how many of what it lists a command prints at most.
type limit struct{ n *int }

func (l limit) String() string { return strconv.Itoa(*l.n) }
func (l limit) Type() string   { return "int" }

// Set implements pflag's Value.
func (l limit) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > control.MostListed {
		return fmt.Errorf("want a number from 1 to %d", control.MostListed)
	}
	*l.n = n
	return nil
}

// limitFlag gives a command that lists something its --limit.
func limitFlag(c *cobra.Command, n *int, by int, what string) {
	*n = by
	c.Flags().VarP(limit{n}, "limit", "n", fmt.Sprintf("at most this many%s (1 to %d)", what, control.MostListed))
}
