//go:build unix

package daemon

import (
	"context"
	"io"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// atLine does something once, when a line is logged, before whoever logs it goes on.
type atLine struct {
	slog.Handler
	line string
	do   func()
	once *sync.Once
}

func (h atLine) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == h.line {
		h.once.Do(h.do)
	}
	return nil
}

// Who asks a daemon to stop that is about to open its storage anew has it stopped.
func TestAStopIsNotLostWhileStorageIsOpenedAnew(t *testing.T) {
	ctx := daemontest.Within(t, time.Minute)
	cfg := config.Default()
	cfg.Home = t.TempDir()
	var cl *client.Client
	log := slog.New(atLine{slog.NewTextHandler(io.Discard, nil), "clients do not find the daemon", func() {
		if _, err := client.Control[bool](ctx, cl, "stop", struct{}{}); err != nil {
			t.Error(err)
		}
	}, new(sync.Once)})
	ended, run := make(chan error, 1), hookbridge.NewPaths(cfg.Home).RunFile()
	go func() { ended <- Serve(ctx, cfg, log, Options{}) }()
	var err error
	for cl, err = client.Dial(cfg); err != nil; cl, err = client.Dial(cfg) {
		if ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	defer cl.Close()
	info, err := hookbridge.ReadRun(run)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(info.Socket); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil || ctx.Err() != nil {
			t.Errorf("ends with %v, %v", err, ctx.Err())
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it goes on")
	}
}
