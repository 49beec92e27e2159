package daemon

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// A store that is as large as bus.max_store lets it be takes no half-turn, and opening it anew
// would not help: the daemon goes on answering, and says what would.
func TestAFullStoreIsNotOpenedAnew(t *testing.T) {
	cfg := config.Default()
	cfg.Bus.MaxStore, cfg.Trace.MaxBytes = 6<<20, 1<<20
	d, err := StartThrowaway(t.Context(), cfg, Options{NoSync: true})
	w := daemontest.Started(t, d, err)
	ctx := daemontest.Within(t, time.Minute)
	refused := ""
	for i := 0; refused == "" && i < 100; i++ {
		r, err := w.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: "one", PromptID: fmt.Sprint(i), Client: "claude-code", Time: time.Now(),
			Text: fmt.Sprintf("The lamp number %d is red. ", i) + strings.Repeat("It hangs in the hall of the mill. ", 10000)})
		if err != nil {
			t.Fatal(err)
		}
		if refused = r.Error; refused != "" && !r.Retry {
			t.Fatalf("it is refused for good: %s", refused)
		}
	}
	if refused == "" {
		t.Fatal("the store is never full")
	}
	time.Sleep(3 * storageEvery)
	st, err := client.Control[control.Status](ctx, w.Client, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
	if err != nil || !strings.Contains(strings.Join(st.Problems, "\n"), "bus.max_store") {
		t.Errorf("problems %q, %v", st.Problems, err)
	}
}
