package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
)

// host is what jobs do beside a memory.
type host struct{ d *daemon }

// Sweep takes in what the hooks of a client have missed.
func (h host) Sweep(ctx context.Context, _ memtide.Space) (string, error) { return h.d.sweep(ctx) }

// Snapshot writes the text index of a space to disk.
func (h host) Snapshot(ctx context.Context, space memtide.Space) (string, error) {
	if err := h.d.ledger.Snapshot(ctx, space); err != nil {
		return "", err
	}
	return "text index written", nil
}

// Backup copies the data folder, if anything is new.
func (h host) Backup(ctx context.Context) (string, error) {
	if !h.d.cfg.Bus.Embedded() {
		return "", nil // its owner backs the logs up
	}
	r, err := h.d.backup(ctx, backupRequest{}, true)
	if err != nil || r.Same {
		return "", err
	}
	return r.String(), nil
}

func (r backupReport) String() string {
	s := fmt.Sprintf("%s: %s, %s, %d %s, opened and found right", r.Dir, memtide.Size(uint64(r.Bytes)), memtide.Count(r.Spaces, "space"), r.Memories, memtide.Agree(r.Memories, "node or name", "nodes and names"))
	if n := len(r.Removed); n > 0 {
		s += fmt.Sprintf("; %d old ones removed", n)
	}
	return s
}

// startBackup makes a backup at its owner's request.
func (d *daemon) startBackup(_ context.Context, in backupRequest) (operation, error) {
	return d.work.begin("backup", func(ctx context.Context, _ func(done, total uint64)) (any, error) { return d.backup(ctx, in, false) }), nil
}

func backupCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "backup [DIR]", Short: "copy the data folder while the daemon runs, and check the copy", Args: cobra.MaximumNArgs(1),
		Long: `Copies both logs as they stand at one moment, the vectors and the settings into a
new folder below DIR, and opens the copy: each space, made anew from its log, must
have its state hash. Without DIR it goes to backups/ in the data folder, where
jobs.keep_backups of them stay. memtide restore puts one back.`,
		RunE: func(c *cobra.Command, args []string) error {
			var in backupRequest
			if len(args) > 0 && args[0] == "" {
				return usage("DIR is empty; leave it out for backups/ in the data folder; see memtide backup --help")
			}
			if len(args) > 0 {
				dir, err := filepath.Abs(args[0])
				if err != nil {
					return err
				}
				in.Dir = dir
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.close()
			r, err := followed[backupReport](c.Context(), cl, "backup", in, progress(a.io.err, -1, "backing up"))
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { fmt.Fprintln(w, r.String()) })
		},
	}
}
