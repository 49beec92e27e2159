package daemon

import (
	"context"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
)

// host is what jobs do beside a memory.
type host struct{ d *Daemon }

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
	r, err := h.d.backup(ctx, control.BackupRequest{}, true)
	if err != nil || r.Same {
		return "", err
	}
	return r.String(), nil
}

// startBackup makes a backup at its owner's request.
func (d *Daemon) startBackup(_ context.Context, in control.BackupRequest) (control.Operation, error) {
	t := task{verb: "backup", what: "backup", givenUp: "interrupted; the backup is given up, and no copy is left of it"}
	return d.work.begin(t, func(ctx context.Context, _ func(done, total uint64)) (any, error) { return d.backup(ctx, in, false) }), nil
}
