package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/llm/llmtest"
)

// herons is how many memories have a vector that is made anew.
const herons = 120

// TestCrashInAChangeOfTheEmbedder kills the daemon with -9 inside a change from
// one embedder to the next. The next start says which of the two serves, searches
// find what is there, and the change ends by itself with a vector of every memory.
func TestCrashInAChangeOfTheEmbedder(t *testing.T) {
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Delay: 10 * time.Millisecond} })
	home := filepath.Join(t.TempDir(), "home")
	told := newProcess(t, home, nightEnv()...)
	cl := told.start()
	for n := range herons {
		note := control.RememberRequest{Space: memtide.DefaultSpace, Text: fmt.Sprintf("The heron number %d stands at the northern pond.", n)}
		if _, err := client.Control[memtide.ChangeSet](daemontest.Within(t, time.Minute), cl, "remember", note); err != nil {
			t.Fatal(err)
		}
	}
	cl.Close()
	told.stop()
	// A price that the daemon does not spend by itself: the change begins when it is asked for.
	text := strings.NewReplacer("URL", s.URL).Replace(vectorsToml) + "[models.prices]\n\"near/test-embed\" = { in = 1000000.0 }\n"
	if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := newCutting(t, home, func(ctx context.Context, cl *client.Client) (control.Operation, error) {
		return client.Control[control.Operation](ctx, cl, "vectors-migrate", struct{ Back bool }{})
	}, append(nightEnv(), "NEAR_KEY=near-secret-0123", "MEMTIDE_NO_START=1", "MEMTIDE_MODELS_DAILY_USD=0.0")...)
	p, cl := c.undisturbed()
	cl.Close()
	p.kill()
	served := map[bool]int{} // the new one?
	c.each(func(ctx context.Context, p *process, cl *client.Client) bool {
		whole(ctx, t, cl)
		r, err := client.Control[control.VectorsReport](ctx, cl, "vectors", struct{ Estimate bool }{})
		if err != nil {
			t.Fatal(err)
		}
		said := cutOffs(ctx, t, p, cl)
		// A change whose vectors are all paid for goes on by itself, and may have ended since that was said.
		ended := r.ID == r.Wanted && strings.Contains(said, "goes on from there")
		if said != "" && !ended && !strings.Contains(said, r.ID+" serves") {
			t.Errorf("%s serves, and it says %q", r.ID, said)
		}
		northern(ctx, t, cl)
		if served[r.ID == r.Wanted]++; r.ID != r.Wanted {
			// One whose vectors are all paid for may have ended by itself in between.
			_, err := progress.Follow(ctx, cl, "vectors-migrate", struct{ Back bool }{}, progress.Bar(os.Stderr, -1, "embedding"))
			if err != nil && !strings.Contains(err.Error(), "serves already") {
				t.Error(err)
			}
		}
		r, err = client.Control[control.VectorsReport](ctx, cl, "vectors", struct{ Estimate bool }{})
		if err != nil || r.ID != r.Wanted || r.Building || r.Recorded[r.Wanted] < herons {
			t.Errorf("the change has not ended: %+v, %v", r, err)
		}
		northern(ctx, t, cl)
		return said != ""
	})
	t.Logf("the new one serves %d times, the old one %d times", served[true], served[false])
}

// northern fails the test unless a search finds one of the herons.
func northern(ctx context.Context, t *testing.T, cl *client.Client) {
	t.Helper()
	reply, err := cl.Ask(ctx, event.AskRequest{Space: memtide.DefaultSpace, Mode: event.ModeQuery, Prompt: "Where does heron number 77 stand?", DeadlineMS: 20_000, Limit: 5})
	if err != nil || len(reply.Items) == 0 || !strings.Contains(reply.Items[0].Text, "77") {
		t.Errorf("%+v, %v: %s", reply.Items, err, reply.Reason)
	}
}
