package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/hookbridge"
)

// throwaway is a daemon in this process, on a data folder that goes with it.
type throwaway struct {
	*daemon
	client *client
	dir    string
	shred  bool // its files are overwritten at the end
	cancel context.CancelFunc
	done   chan error
}

// startThrowaway starts a daemon with the given configuration on an empty
// folder.
func startThrowaway(ctx context.Context, cfg config.Config, opts daemonOptions) (*throwaway, error) {
	dir, err := os.MkdirTemp(opts.parent, "memtide-*")
	if err != nil {
		return nil, err
	}
	cfg.Home, cfg.Space, cfg.Bus.Listen, cfg.Bus.URL = dir, string(memtide.DefaultSpace), "", ""
	if opts.now == nil {
		opts.now = time.Now
	}
	d, err := openDaemon(ctx, cfg, slog.New(slog.DiscardHandler), opts)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	ctx, cancel := context.WithCancel(ctx)
	t := &throwaway{daemon: d, dir: dir, cancel: cancel, done: make(chan error, 1)}
	ready := make(chan struct{})
	go func() { t.done <- d.run(ctx, opts.now, func() { close(ready) }) }()
	select {
	case <-ready:
	case err := <-t.done:
		t.done <- nil
		return nil, errors.Join(err, t.end())
	}
	info, err := hookbridge.ReadRun(d.paths.RunFile())
	if err == nil {
		nc, derr := dialInfo(info, embedded.UserCLI)
		if derr == nil {
			t.client = on(nc)
			return t, nil
		}
		err = derr
	}
	return nil, errors.Join(err, t.end())
}

// end stops the daemon and removes its folder.
func (t *throwaway) end() error {
	if t.client != nil {
		t.client.close()
	}
	t.cancel()
	err := errors.Join(<-t.done, t.close())
	if t.shred {
		return errors.Join(err, shredAll(t.dir))
	}
	return errors.Join(err, os.RemoveAll(t.dir))
}

// settle waits until every half-turn of a space has its decisions.
func (c *client) settle(ctx context.Context, space memtide.Space, tell func(left int)) error {
	for {
		n, err := control[int](ctx, c, "pending", spaceRequest{space})
		if err != nil {
			return err
		}
		if tell != nil {
			tell(n)
		}
		if n == 0 {
			return nil
		}
		if err := bus.Pause(ctx, time.Duration(min(max(n/4, 5), 200))*time.Millisecond); err != nil {
			return fmt.Errorf("%d half-turns are not decided yet: %w", n, err)
		}
	}
}

// rest waits until nothing is on its way in a space: half-turns are decided and
// no job is due. What is measured after it does not hang on how far the jobs,
// which summarise a session when the next begins, happen to be.
func (c *client) rest(ctx context.Context, space memtide.Space) error {
	for {
		if err := c.settle(ctx, space, nil); err != nil {
			return err
		}
		n, err := control[int](ctx, c, "due", struct{}{})
		if err != nil || n == 0 {
			return err
		}
		if err := bus.Pause(ctx, 20*time.Millisecond); err != nil {
			return fmt.Errorf("%d jobs have not run yet: %w", n, err)
		}
	}
}
