package daemon

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/folder"
)

// Serve runs a daemon with the given settings until ctx ends, and opens the storage
// anew where only that helps.
func Serve(ctx context.Context, cfg config.Config, log *slog.Logger, opts Options) error {
	if err := folder.FewHandles(); err != nil {
		log.Error("daemon does not start", slog.Any("err", err))
		return err
	}
	again := newHeals()
	for {
		err := serveOnce(ctx, cfg, log, opts, again)
		if !errors.Is(err, errReopen) {
			return err
		}
		log.Warn("storage is opened anew")
	}
}

func serveOnce(ctx context.Context, cfg config.Config, log *slog.Logger, opts Options, again *heals) error {
	d, err := Open(ctx, cfg, log, opts)
	if err != nil {
		log.Error("daemon does not start", slog.Any("err", err))
		return err
	}
	d.heals = again
	log.Info("daemon starts", slog.String("version", client.Version()), slog.String("home", cfg.Home), slog.Int("pid", os.Getpid()))
	err = d.Run(ctx, time.Now, func() {
		log.Info("daemon is ready", slog.Duration("after", time.Since(d.started)))
	})
	if errors.Is(err, embedded.ErrDisplaced) {
		log.Error("daemon ends at once: what it closed by name would be another's", slog.Any("err", err))
		return err
	}
	if errors.Is(err, errReopen) && d.ended.Load() {
		err = nil // it is the next one that was not asked for
	}
	log.Info("daemon stops", slog.Any("err", err))
	if cerr := d.Close(); err == nil {
		err = cerr
	}
	return err
}
