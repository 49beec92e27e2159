//go:build unix

package hookbridge

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A pipe in the place of a file of the run folder, or of the log, keeps no hook, and nothing that
// was said is lost by it.
func TestAPipeInThePlaceOfAStateFileIsNotWaitedFor(t *testing.T) {
	turn := sha256.Sum256([]byte("t-1"))
	for _, c := range []struct{ client, event, field, file string }{
		{ClientClaude, "UserPromptSubmit", "prompt", filepath.Join("run", downName)},
		{ClientClaude, "Stop", "last_assistant_message", filepath.Join("run", downName)},
		{ClientClaude, "UserPromptSubmit", "prompt", filepath.Join("run", startName)},
		{ClientClaude, "UserPromptSubmit", "prompt", "debug"},
		{ClientCodex, "UserPromptSubmit", "prompt", filepath.Join("run", "turns", hex.EncodeToString(turn[:16]))},
		{ClientGemini, "BeforeAgent", "prompt", filepath.Join("run", filepath.Base((&hook{payload: Payload{Session: "s-1"}}).geminiFile()))},
		{ClientGemini, "BeforeAgent", "prompt", "debug"},
	} {
		p := newPaths(t)
		path := filepath.Join(p.Home, c.file)
		if err := errors.Join(p.Make(), os.MkdirAll(filepath.Dir(path), 0o700)); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip(err)
		}
		done := make(chan struct{})
		bitten := false
		go func() {
			defer close(done)
			Main(t.Context(), Options{
				Client: c.client, Stdin: strings.NewReader(payload("hook_event_name", c.event, "turn_id", "t-1", c.field, "I like teal")), Stdout: os.Stdout,
				Env:  []string{"MEMTIDE_HOME=" + p.Home, "MEMTIDE_NO_START=1", "MEMTIDE_HOOK_DEBUG=" + filepath.Join(p.Home, "debug")},
				Exit: func(int) { bitten = true },
			})
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: %s is waited for", c.client, c.file)
		}
		if got := spooled(t, p); len(got) != 1 || got[0].Text != "I like teal" || bitten {
			t.Errorf("%s, %s: %s: kept %v, ended by the watchdog %v", c.client, c.event, c.file, got, bitten)
		}
	}
}

// Nor is one that stands where the spool says that it was full, by who asks for it.
func TestAPipeThatSaysThatTheSpoolWasFull(t *testing.T) {
	p := newPaths(t)
	if err := p.Make(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(p.Spool, fullName), 0o600); err != nil {
		t.Skip(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, full := ReadFull(p.Spool); !full {
			t.Error("that something was dropped is not said")
		}
	}()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("the pipe is waited for")
	}
}
