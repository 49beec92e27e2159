package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
)

// interruptedAt runs a command, and interrupts it when the daemon is at work on what.
// It returns the exit code and what was printed; caught says that it was in time.
func interruptedAt(t *testing.T, d *daemon.Throwaway, what string, args ...string) (code int, said string, caught bool) {
	t.Helper()
	t.Setenv("MEMTIDE_HOME", d.Dir)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	cl, done := dialled(t, d), make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
			if err == nil && len(st.Work) > 0 && st.Work[0].What == what {
				caught = true
				stop()
			}
		}
	}()
	var out bytes.Buffer
	code = run(ctx, args, stdio{strings.NewReader(""), &out, &out})
	stop()
	<-done
	return code, out.String(), caught
}

// Who interrupts an erasure is told that it goes on, by words and an exit code of its
// own, and it does.
func TestAnErasureThatIsInterruptedGoesOn(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	for try := range 20 {
		word := "heron" + strings.Repeat("x", try+1)
		var out bytes.Buffer
		if code := run(t.Context(), []string{"remember", "The staging machine is called " + word + "."}, stdio{strings.NewReader(""), io.Discard, &out}); code != exitOK {
			t.Fatal(out.String())
		}
		all, err := client.Control[control.Meant](t.Context(), d.Client, "find", control.FindRequest{Space: memtide.DefaultSpace, What: word, About: true, Limit: 1})
		if err != nil || len(all.Nodes) != 1 {
			t.Fatalf("%+v, %v", all, err)
		}
		id := all.Nodes[0].ID.String()
		code, said, caught := interruptedAt(t, d, "erase", "erase", id, "-y")
		if !caught || code == exitOK {
			continue // it was quicker
		}
		if code != exitLeft || !strings.Contains(said, "memtide: interrupted; the daemon goes on with it and finishes; see memtide status") {
			t.Fatalf("exit %d: %s", code, said)
		}
		for end := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			st, err := client.Control[control.Status](t.Context(), d.Client, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
			if err == nil && len(st.Work) == 0 {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("it does not end: %+v, %v", st.Work, err)
			}
		}
		if code := run(t.Context(), []string{"show", id}, stdio{strings.NewReader(""), io.Discard, io.Discard}); code != exitNone {
			t.Errorf("show ends with %d: it is not erased", code)
		}
		return
	}
	t.Skip("each erasure was quicker than the interrupt")
}

// Who interrupts a backup has none: a copy that somebody has given up does not turn up
// later.
func TestABackupThatIsInterruptedIsGivenUp(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{})
	to := t.TempDir()
	code, said, caught := interruptedAt(t, d, "backup", "backup", to)
	if !caught || code == exitOK {
		t.Skip("the backup was quicker than the interrupt")
	}
	if code != exitError || !strings.Contains(said, "memtide: interrupted; the backup is given up, and no copy is left of it") {
		t.Errorf("exit %d: %s", code, said)
	}
	if left, err := os.ReadDir(to); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// What a command on a throw-away daemon has begun ends with that daemon.
func TestNothingGoesOnOfWhatIsMeasured(t *testing.T) {
	left := func(*cobra.Command, []string) error {
		return fmt.Errorf("rebuild: %w", progress.Left{Cause: context.Canceled})
	}
	c, sub := &cobra.Command{RunE: left}, &cobra.Command{RunE: left}
	c.AddCommand(sub)
	endsWithIt(c)
	for _, c := range []*cobra.Command{c, sub} {
		if err := c.RunE(c, nil); err != context.Canceled {
			t.Errorf("it ends with %v", err)
		}
	}
}

// What a person is told of a change is so, whenever they interrupt it: "interrupted" is
// said only where nothing is changed.
func TestAnInterruptedChangeIsMadeOrNot(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	for try := range 40 {
		ctx, stop := context.WithCancel(t.Context())
		word := "heron" + strings.Repeat("x", try+1)
		timer := time.AfterFunc(time.Duration(try)*200*time.Microsecond, stop)
		var out bytes.Buffer
		code := run(ctx, []string{"remember", "The staging machine is called " + word + "."}, stdio{strings.NewReader(""), &out, &out})
		timer.Stop()
		stop()
		found, err := client.Control[control.Meant](t.Context(), d.Client, "find", control.FindRequest{Space: memtide.DefaultSpace, What: word, About: true, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if is := len(found.Nodes) > 0; is != (code == exitOK) || strings.Contains(out.String(), "memtide.control") {
			t.Errorf("exit %d and %q, and it is there: %v", code, out.String(), is)
		}
	}
}

// An import that is interrupted says how much is in, and again brings the rest.
func TestAnInterruptedImportSaysWhatIsIn(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	const most = 5 * bringNodes
	var cut int
	for try := range 4 {
		var list strings.Builder
		for i := range most {
			fmt.Fprintf(&list, "- Berth %d of port %d is closed.\n", i, try)
		}
		path := t.TempDir() + "/MEMORY.md"
		if err := os.WriteFile(path, []byte(list.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		timer := time.AfterFunc(time.Duration(try*15)*time.Millisecond, stop)
		first, err := importNotes(ctx, d.Client, memtide.DefaultSpace, path, bringing{own: true})
		timer.Stop()
		stop()
		rest, err2 := importNotes(t.Context(), d.Client, memtide.DefaultSpace, path, bringing{own: true})
		if err2 != nil || rest.Known != first.New || rest.New != most-first.New {
			t.Errorf("first %+v (%v), then %+v (%v)", first, err, rest, err2)
		}
		if err != nil {
			cut++
		}
	}
	if cut == 0 {
		t.Skip("each import was quicker than the interrupt")
	}
}
