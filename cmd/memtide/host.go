package main

import (
	"context"

	"github.com/memtide/memtide"
)

// host is what jobs do beside a memory.
type host struct{ d *daemon }

func (h host) Sweep(context.Context, memtide.Space) (string, error)    { return "", nil }
func (h host) Snapshot(context.Context, memtide.Space) (string, error) { return "", nil }
func (h host) Backup(context.Context) (string, error)                  { return "", nil }
