package daemon

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// A log that a newer memtide has written on is named as one, once, and nothing is
// decided in its space.
func TestALogOfANewerVersionIsNamed(t *testing.T) {
	w := backedUp(t, 1)
	ctx := daemontest.Within(t, time.Minute)
	const songs memtide.Space = "songs"
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	c := memtide.ChangeSet{ID: memtide.NewChangeID("test", "a"), Space: songs, At: at, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: "a", Stage: "test"}}
	c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(at, c.ID, 0), Kind: "song", Content: "La.", CreatedAt: at, Trust: memtide.TrustUser}))
	bulk, err := w.bus.NewBulk(songs)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bulk.Publish(ctx, []event.Payload{event.ChangeDecided{ChangeSet: c}}); err != nil {
		t.Fatal(err)
	}
	st, err := w.status(ctx, control.SpaceRequest{Space: songs})
	if err != nil || len(st.Problems) != 1 || !strings.Contains(st.Problems[0], memtide.ErrNewer.Error()) {
		t.Errorf("%v: problems %q", err, st.Problems)
	}
	if _, err := w.ledger.Decide(ctx, c, nil); err == nil || !strings.Contains(err.Error(), memtide.ErrNewer.Error()) {
		t.Errorf("a decision: %v", err)
	}
}
