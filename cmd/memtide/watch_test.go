package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// memtide watch prints what was, oldest first, and then each thing once as it happens, until it is interrupted.
func TestWatch(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		a := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
		said := 0
		say := func(text string) {
			t.Helper()
			said++
			r, err := a.Client.Turn(t.Context(), event.TurnRequest{Role: memtide.RoleUser, Text: text, Session: strings.Repeat("s", said), Client: "tool"})
			if err != nil || r.Error != "" {
				t.Fatal(err, r.Error)
			}
			if err := a.Client.Settle(t.Context(), memtide.DefaultSpace, nil); err != nil {
				t.Fatal(err)
			}
		}
		ask := func(prompt string) {
			t.Helper()
			if _, err := a.Client.Ask(t.Context(), event.AskRequest{Prompt: prompt, Session: "q", Client: "tool", Mode: event.ModePrompt, DeadlineMS: 5000}); err != nil {
				t.Fatal(err)
			}
		}
		say("The tide pump runs at 40 rpm.")
		ctx, stop := context.WithCancel(t.Context())
		out, w := io.Pipe()
		var problems bytes.Buffer
		ended := make(chan int, 1)
		args := []string{"watch", "--home", a.Dir}
		if asJSON {
			args = append(args, "--json")
		}
		go func() {
			ended <- run(ctx, args, stdio{strings.NewReader(""), w, &problems})
			w.Close()
		}()
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		seen := map[string]int{}
		until := func(text, object string) {
			t.Helper()
			for lines.Scan() {
				if seen[lines.Text()]++; asJSON {
					var h struct{ Given, Decided json.RawMessage }
					if err := json.Unmarshal(lines.Bytes(), &h); err != nil || (h.Given == nil) == (h.Decided == nil) {
						t.Fatalf("%s: %v", lines.Text(), err)
					}
					if strings.Contains(lines.Text(), object) {
						return
					}
				} else if strings.Contains(lines.Text(), text) {
					return
				}
			}
			t.Fatalf("ends before %q: %s", text, problems.String())
		}
		until("+ fact [", "40 rpm")
		ask("How fast does the tide pump run?")
		until("< tool - prompt: 1 memory, ", `{"given"`)
		ask("thanks!")
		until("nothing, acknowledgement (", "acknowledgement")
		say("The tide pump runs at 55 rpm now.")
		until("The tide pump runs at 40 rpm.: now [", "superseded_by")
		if _, err := client.Control[memtide.ChangeSet](t.Context(), a.Client, "remember", control.RememberRequest{Space: memtide.DefaultSpace, Kind: memtide.Opinion, Text: "I like the quay."}); err != nil {
			t.Fatal(err)
		}
		until("+ opinion [", "I like the quay.")
		stop()
		for lines.Scan() {
			seen[lines.Text()]++
		}
		for line, n := range seen {
			if n > 1 || strings.Contains(line, "+ episode") {
				t.Errorf("printed %d times: %s", n, line)
			}
		}
		if code := <-ended; code != exitOK {
			t.Errorf("exit %d: %s", code, problems.String())
		}
	}
}
