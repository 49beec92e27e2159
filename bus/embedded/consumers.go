package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/nats-io/nats-server/v2/server"
)

// dropDamaged removes the files of consumers that the server could not read. It would
// refuse each of them for ever, also to make it anew, and whoever hears by it could not
// start. What is lost is which messages were delivered and how often; on a work queue
// those that are done are gone by themselves.
func dropDamaged(ns *server.Server, dir string, log *slog.Logger) error {
	info, err := ns.Jsz(&server.JSzOptions{Accounts: true, Streams: true, Consumer: true})
	if err != nil {
		return fmt.Errorf("list consumers: %w", err)
	}
	for _, account := range info.AccountDetails {
		if account.Name != server.DEFAULT_GLOBAL_ACCOUNT {
			continue
		}
		for _, stream := range account.Streams {
			if err := dropDamagedOf(stream, filepath.Join(streamDir(dir, stream.Name), "obs"), log); err != nil {
				return err
			}
		}
	}
	return nil
}

func dropDamagedOf(stream server.StreamDetail, obs string, log *slog.Logger) error {
	entries, err := os.ReadDir(obs)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list consumers of %s: %w", stream.Name, err)
	}
	for _, e := range entries {
		known := func(c *server.ConsumerInfo) bool { return c.Name == e.Name() }
		if !e.IsDir() || slices.ContainsFunc(stream.Consumer, known) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(obs, e.Name())); err != nil {
			return fmt.Errorf("remove damaged consumer %s of %s: %w", e.Name(), stream.Name, err)
		}
		if log != nil {
			log.Warn("a consumer's files are damaged; it is made anew", slog.String("stream", stream.Name), slog.String("consumer", e.Name()))
		}
	}
	return nil
}
