package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
)

// A daemon has its backups checked by the program that it is; here that is the test.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == CheckVerb {
		if err := ServeCheck(context.Background(), os.Args[2], os.Args[3], os.Stdin, os.Stdout, func() { os.Exit(1) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// testDaemon starts a daemon on a folder that goes with the test.
func testDaemon(t *testing.T) *Throwaway {
	t.Helper()
	w, err := StartThrowaway(t.Context(), config.Default(), Options{NoSync: true})
	return daemontest.Started(t, w, err)
}

// The head of each log has its copy in the first life of a daemon, too.
func TestTheHeadOfEachLogHasACopyAtOnce(t *testing.T) {
	w := testDaemon(t)
	for _, stream := range []string{bus.StreamTurns, bus.StreamLedger} {
		if _, err := os.Stat(filepath.Join(w.Dir, "nats", "jetstream", "$G", "streams", stream, "meta.kept")); err != nil {
			t.Error(err)
		}
	}
}

// backedUp is a daemon with something in it.
func backedUp(t *testing.T, turns int) *Throwaway {
	t.Helper()
	w := testDaemon(t)
	talkOn(t, w.Client, 0, turns)
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	return w
}

// talkOn says something that is worth to be kept, in one session.
func talkOn(t *testing.T, cl *client.Client, from, until int) {
	t.Helper()
	things := []string{"barge", "lantern", "ferry", "anchor", "kiln", "orchard", "press", "loom", "mill"}
	places := []string{"northern quay", "old weir", "chapel", "granary", "lower lock", "boathouse", "cooperage"}
	for n := from; n < until; n++ {
		daemontest.Say(t, cl, event.TurnRequest{Role: memtide.RoleUser, Session: "s1", PromptID: fmt.Sprint("p", n), Client: "claude-code",
			Text: fmt.Sprintf("The %s number %d belongs to the %s.", things[n%len(things)], n, places[n%len(places)]), Time: time.Date(2026, 5, 1, 9, n, 0, 0, time.UTC)})
	}
}

// A failure that goes on fills no disk with its log, and another one is logged.
func TestWhatFailsAgainAndAgainIsLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	d := &Daemon{log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx, cancel := context.WithCancel(t.Context())
	open := make(chan struct{})
	close(open)
	n := 0
	err := d.every(ctx, time.Microsecond, open, func(context.Context) error {
		switch n++; {
		case n == 9:
			return nil
		case n == 12:
			cancel()
		case n > 5 && n < 9:
			return errors.New("the second")
		}
		return errors.New("the first")
	})
	if first, second := strings.Count(log.String(), "the first"), strings.Count(log.String(), "the second"); err != nil || first != 2 || second != 1 {
		t.Errorf("%v; logged %d and %d times, want 2 and 1", err, first, second)
	}
}

// The lock of a data folder that a daemon runs on was tidied away: the next one starts no
// server on the same logs, and leaves the way to the first.
func TestASecondDaemonTouchesNothing(t *testing.T) {
	cfg := config.Default()
	cfg.Home, cfg.Space = t.TempDir(), string(memtide.DefaultSpace)
	first, err := Open(t.Context(), cfg, slog.New(slog.DiscardHandler), Options{NoSync: true}) // it does not run, and looks after nothing
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	look := func() (files []string) {
		t.Helper()
		for _, dir := range []string{"nats", "run"} {
			err := filepath.WalkDir(filepath.Join(cfg.Home, dir), func(path string, e fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				st, err := e.Info()
				if err == nil {
					files = append(files, fmt.Sprint(path, st.Size(), st.ModTime()))
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return files
	}
	before := look()
	if err := os.Remove(filepath.Join(cfg.Home, "lock")); err != nil {
		t.Fatal(err)
	}
	d, err := Open(t.Context(), cfg, slog.New(slog.DiscardHandler), Options{NoSync: true})
	if err == nil {
		err = d.Close()
		t.Errorf("two daemons have one folder (%v)", err)
	}
	for i, f := range look() {
		if i >= len(before) || f != before[i] {
			t.Errorf("touched: %s", f)
		}
	}
}
