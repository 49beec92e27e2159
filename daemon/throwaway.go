package daemon

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/hookbridge"
)

// Throwaway is a daemon in this process, on a data folder that goes with it.
type Throwaway struct {
	*Daemon
	Client *client.Client // connected as the owner's command line
	Dir    string         // the data folder
	Shred  bool           // its files are overwritten at the end
	cancel context.CancelFunc
	done   chan error
}

// StartThrowaway starts a daemon with the given settings on an empty folder, and returns
// when it answers. It ends with ctx at the latest; the caller calls End in any case.
func StartThrowaway(ctx context.Context, cfg config.Config, opts Options) (*Throwaway, error) {
	dir, err := os.MkdirTemp(opts.Parent, worldPrefix+"*")
	if err != nil {
		return nil, err
	}
	cfg.Home, cfg.Space, cfg.Bus.Listen, cfg.Bus.URL, cfg.HTTP.Listen = dir, string(memtide.DefaultSpace), "", "", ""
	if opts.Now == nil {
		opts.Now = time.Now
	}
	d, err := Open(ctx, cfg, slog.New(slog.DiscardHandler), opts)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	ctx, cancel := context.WithCancel(ctx)
	t := &Throwaway{Daemon: d, Dir: dir, cancel: cancel, done: make(chan error, 1)}
	ready := make(chan struct{})
	go func() { t.done <- d.Run(ctx, opts.Now, func() { close(ready) }) }()
	select {
	case <-ready:
	case err := <-t.done:
		t.done <- nil
		return nil, errors.Join(err, t.End())
	}
	info, err := hookbridge.ReadRun(d.paths.RunFile())
	if err == nil {
		nc, derr := client.Conn(info, embedded.UserCLI)
		if derr == nil {
			t.Client = client.On(nc)
			return t, nil
		}
		err = derr
	}
	return nil, errors.Join(err, t.End())
}

// End stops the daemon and removes its folder.
func (t *Throwaway) End() error {
	if t.Client != nil {
		t.Client.Close()
	}
	t.cancel()
	err := errors.Join(<-t.done, t.Close())
	if t.Shred {
		return errors.Join(err, shredAll(t.Dir))
	}
	return errors.Join(err, os.RemoveAll(t.Dir))
}
