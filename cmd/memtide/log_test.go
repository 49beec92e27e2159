package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/ledger"
)

// memtide log --follow prints what is there, oldest first, and each decision
// once as it is made, until it is interrupted.
func TestLogFollows(t *testing.T) {
	a := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	tell := func(text string) {
		t.Helper()
		if _, err := client.Control[memtide.ChangeSet](t.Context(), a.Client, "remember", control.RememberRequest{Space: memtide.DefaultSpace, Kind: memtide.Fact, Text: text, Project: ""}); err != nil {
			t.Fatal(err)
		}
	}
	tell("The first crane is red.")
	tell("The second crane is blue.")
	ctx, stop := context.WithCancel(t.Context())
	out, w := io.Pipe()
	var problems bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"log", "--follow", "--json", "--home", a.Dir}, stdio{strings.NewReader(""), w, &problems})
		w.Close()
	}()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for _, want := range []string{"first", "second", "third", "fourth"} {
		if want == "third" {
			tell("The third crane is green.")
			tell("The fourth crane is white.")
		}
		if !lines.Scan() {
			t.Fatalf("ends before %s: %s", want, problems.String())
		}
		var c ledger.Logged
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil || c.Seq == 0 || !strings.Contains(lines.Text(), "The "+want+" crane") {
			t.Errorf("%s, want the %s crane (%v)", lines.Text(), want, err)
		}
	}
	stop()
	if lines.Scan() {
		t.Errorf("printed twice: %s", lines.Text())
	}
	if code := <-ended; code != exitOK {
		t.Errorf("exit %d: %s", code, problems.String())
	}
}

func TestParseSince(t *testing.T) {
	now := time.Date(2026, 5, 8, 12, 0, 0, 0, time.UTC)
	for s, want := range map[string]time.Time{
		"": {}, "90m": now.Add(-90 * time.Minute), "24h": now.Add(-24 * time.Hour), "7d": now.Add(-7 * 24 * time.Hour), "2w": now.Add(-14 * 24 * time.Hour),
		"2026-05-01T10:00:00Z": time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC), "2026-05-01": time.Date(2026, 5, 1, 0, 0, 0, 0, time.Local),
		"2026-05-01 10:30": time.Date(2026, 5, 1, 10, 30, 0, 0, time.Local), "0s": now,
	} {
		if got, err := parseSince(s, now); err != nil || !got.Equal(want) {
			t.Errorf("%q: %s %v, want %s", s, got, err, want)
		}
	}
	for _, s := range []string{"soon", "-1h", "-3d", "d", "2026-13-01", "7 days", "200000d", "99999999999w", "2026-05-01T10:00:00+24:00", "2026-05-01T10:00:00-24:00"} {
		var code exitCode
		if got, err := parseSince(s, now); !errors.As(err, &code) || code.code != exitUsage {
			t.Errorf("%q: %s %v", s, got, err)
		}
	}
}

// A list goes on where it has ended: page after page of decisions and of half-turns each is
// there once, also what is alike in time.
func TestListsGoOnWhereTheyHaveEnded(t *testing.T) {
	a := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", a.Dir)
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	for i := range 7 {
		daemontest.Say(t, a.Client, event.TurnRequest{Role: memtide.RoleUser, Session: "s", PromptID: string(rune('a' + i)), Time: at, Text: "Crane " + string(rune('A'+i)) + " is red."})
	}
	if err := a.Client.Rest(t.Context(), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	list := func(code int, args ...string) (ids []string) {
		t.Helper()
		var out, said bytes.Buffer
		if got := run(t.Context(), append(args, "--json"), stdio{strings.NewReader(""), &out, &said}); got != code {
			t.Fatalf("%v ends with %d, want %d: %s", args, got, code, &said)
		}
		var all []struct {
			ID string `json:"id"`
		}
		if code == exitOK {
			if err := json.Unmarshal(out.Bytes(), &all); err != nil {
				t.Fatal(err)
			}
		}
		for _, one := range all {
			ids = append(ids, one.ID)
		}
		return ids
	}
	for _, what := range [][]string{{"turns"}, {"turns", "--session", "s"}, {"log", "--all"}, {"log", "--stage", "record"}} {
		whole := list(exitOK, append(what, "-n", "100")...)
		paged := list(exitOK, append(what, "-n", "3")...)
		for last := 0; len(paged) > last; {
			last = len(paged)
			paged = append(paged, list(exitOK, append(what, "-n", "3", "--before", paged[last-1][:12])...)...)
		}
		if len(whole) < 7 || !slices.Equal(whole, paged) {
			t.Errorf("%v: %q, want %q", what, paged, whole)
		}
	}
	list(exitNone, "turns", "--before", "ffffffffffff")
	list(exitNone, "log", "--before", "ffffffffffff")
	list(exitUsage, "turns", "--before", "yesterday")
	list(exitUsage, "log", "--before", "ff")
	list(exitUsage, "log", "--before", "ffffffff", "--follow")
}

// Who follows the log into a file on a full disk is told, and does not go on for nothing.
func TestALineThatCannotBePrintedIsAnError(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		a := &app{json: asJSON, io: stdio{out: fullDisk{}}}
		if err := a.printLine(map[string]int{"a": 1}, func(w io.Writer) { fmt.Fprintln(w, "a line") }); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("JSON %v: %v", asJSON, err)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }
