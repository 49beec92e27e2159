//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// fileLimit is how many files the daemon may have open here: what macOS gives by
// default, and a quarter of what most Linux systems give.
const fileLimit = 256

// narrow lets a daemon start under a limit of open files. A shell sets it: Go
// raises a soft limit to the hard one when a program starts.
func narrow(t *testing.T, p *process) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "narrow")
	script := fmt.Sprintf("#!/bin/sh\nulimit -n %d || exit 1\nexec '%s' \"$@\"\n", fileLimit, p.bin)
	if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	p.bin = path
}

func manySpace(n int) memtide.Space { return memtide.Space(fmt.Sprintf("harbour/agent %04d", n)) }

func manyText(n int) string {
	return fmt.Sprintf("The staging server of pier %d is named heron%d.", n, n)
}

// atOnce is how many spaces are told or asked something at a time.
const atOnce = 8

// each calls fn for the numbers below n, some at a time.
func each(ctx context.Context, n int, fn func(ctx context.Context, i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for i := range n {
		g.Go(func() error { return fn(ctx, i) })
	}
	return g.Wait()
}

// Two thousand spaces are told one thing each, and each knows its own and
// nothing else, now and after the next start, under a limit of 256 open files.
func TestTwoThousandSpaces(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute or more")
	}
	const spaces = 2000
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	narrow(t, p)
	cl := p.start()
	ctx := daemontest.Within(t, 15*time.Minute)
	watch := watchFiles(t, p)
	start := time.Now()
	lap := func(what string) {
		t.Logf("%s: %s", what, time.Since(start).Round(time.Millisecond))
		start = time.Now()
	}
	if err := each(ctx, spaces, func(ctx context.Context, i int) error {
		r, err := cl.Turn(ctx, event.TurnRequest{Space: manySpace(i), Role: memtide.RoleUser, Session: "s", PromptID: "1", Client: "many", Text: manyText(i)})
		if err != nil || r.Outcome != event.TurnNew {
			return fmt.Errorf("half-turn %d: %+v %w", i, r, err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	lap("told")
	if err := each(ctx, spaces, func(ctx context.Context, i int) error { return cl.Settle(ctx, manySpace(i), nil) }); err != nil {
		t.Fatal(err)
	}
	lap("decided")
	recallAll(ctx, t, cl, spaces/10)
	lap("a tenth was asked")
	all, err := client.Control[[]memtide.Space](ctx, cl, "spaces", struct{}{})
	if err != nil || len(all) != spaces {
		t.Errorf("%d spaces, want %d (%v)", len(all), spaces, err)
	}
	watch.end(t)
	cl.Close()
	p.stop()
	lap("stopped")

	cl = p.start()
	defer cl.Close()
	watch = watchFiles(t, p)
	lap("started")
	recallAll(ctx, t, cl, spaces)
	lap("all were asked")
	watch.end(t)
	if r, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: manySpace(7)}); err != nil || r.Dead != 0 || r.Memories[memtide.Episode].Live != 1 {
		t.Errorf("status %+v %v", r, err)
	}
	raw, err := os.ReadFile(filepath.Join(p.home, "log", "memtide.log"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "too many open files") {
			t.Errorf("log: %s", line)
		}
	}
}

// recallAll requires each of the first spaces to answer with its own memory, and
// no other: the question is the same in all of them.
func recallAll(ctx context.Context, t *testing.T, cl *client.Client, spaces int) {
	t.Helper()
	err := each(ctx, spaces, func(ctx context.Context, i int) error {
		r, err := cl.Ask(ctx, event.AskRequest{Space: manySpace(i), Mode: event.ModeQuery, Session: "later", Client: "many", Limit: 10,
			Prompt: "What is the staging server named?", DeadlineMS: 60_000})
		if err != nil {
			return fmt.Errorf("space %d: %w", i, err)
		}
		if len(r.Items) == 0 {
			return fmt.Errorf("space %d knows nothing", i)
		}
		for _, item := range r.Items {
			if !strings.Contains(item.Text, fmt.Sprintf("heron%d.", i)) {
				return fmt.Errorf("space %d answers %q", i, item.Text)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// spacesOpen is how many spaces a ledger keeps open at most; as many more as
// are in use at one moment may be open on top, and for no longer.
const spacesOpen = 64

// spacesInUse is how many may be in use at one moment here: one by each who asks,
// and one by each lane of each stage that remembers.
const spacesInUse = atOnce + bus.Lanes*8

// fileWatch looks at the open files of a daemon again and again. Where the
// system has no /proc it sees none.
type fileWatch struct {
	dir          string
	stop, gone   chan struct{}
	files, opens int // at most: open files, open spaces
}

func watchFiles(t *testing.T, p *process) *fileWatch {
	t.Helper()
	w := &fileWatch{dir: fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid), stop: make(chan struct{}), gone: make(chan struct{})}
	go func() {
		defer close(w.gone)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-w.stop:
				return
			case <-tick.C:
				w.look()
			}
		}
	}()
	return w
}

// look returns how many spaces are open.
func (w *fileWatch) look() (opens int) {
	entries, err := os.ReadDir(w.dir)
	if err != nil {
		return 0
	}
	for _, e := range entries {
		to, err := os.Readlink(filepath.Join(w.dir, e.Name()))
		if err == nil && strings.HasSuffix(to, string(filepath.Separator)+"graph.db") {
			opens++
		}
	}
	w.files, w.opens = max(w.files, len(entries)), max(w.opens, opens)
	return opens
}

// end fails the test when too many spaces were open at one time, or stay open when
// nobody uses them.
func (w *fileWatch) end(t *testing.T) {
	t.Helper()
	close(w.stop)
	<-w.gone
	t.Logf("at most %d open files of %d, of them %d of spaces", w.files, fileLimit, w.opens)
	if w.opens > spacesOpen+spacesInUse {
		t.Errorf("%d spaces were open at one time, want %d at most and the %d that may be in use", w.opens, spacesOpen, spacesInUse)
	}
	quiet := time.Now().Add(time.Minute)
	for w.look() > spacesOpen && time.Now().Before(quiet) {
		time.Sleep(50 * time.Millisecond)
	}
	if n := w.look(); n > spacesOpen {
		t.Errorf("%d spaces are open and nobody uses them, want %d at most", n, spacesOpen)
	}
}
