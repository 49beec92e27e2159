package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/hookbridge"
)

// Starting says how this program is started as a daemon. The zero value adds nothing.
type Starting struct {
	Env   []string // names of variables that it gets beside the usual ones
	Flags []string // of serve
}

// Connect reaches the daemon of a data folder. Where none runs it starts this
// program as one and waits for it, for ten seconds at most. The error is [ErrMute], or
// says why the daemon did not start.
func Connect(ctx context.Context, cfg config.Config, how Starting) (*Client, error) {
	c, err := Dial(cfg)
	if err == nil || !errors.Is(err, ErrAway) {
		return c, err
	}
	if err := startDetached(cfg, how); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnstarted, err)
	}
	for wait := time.Now().Add(10 * time.Second); time.Now().Before(wait); {
		if c, err = Dial(cfg); err == nil {
			return c, nil
		}
		if err := notStarted(cfg, false); err != nil {
			return nil, err
		}
		if err := bus.Pause(ctx, 20*time.Millisecond); err != nil {
			return nil, err
		}
	}
	return nil, notStarted(cfg, true)
}

// startDetached starts this program as a daemon.
func startDetached(cfg config.Config, how Starting) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	paths := hookbridge.NewPaths(cfg.Home)
	if err := cmp.Or(folder.Seal(cfg.Home), paths.Make()); err != nil {
		return err
	}
	return hookbridge.Launch(self, paths, os.Environ(), how.Env, how.Flags...)
}
