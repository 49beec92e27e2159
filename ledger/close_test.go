package ledger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
)

// While a space is closed, which may write a large index, another one is read,
// and who asks for the same one gets it when that is done, with all that it held.
func TestClosingASpaceHoldsUpNoOther(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, err := Open(h.Bus, dir, Options{MaxIdle: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}()
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	keep := func(space memtide.Space, text string) {
		t.Helper()
		c := memtide.ChangeSet{ID: memtide.NewChangeID("test", text), Space: space, At: at, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: text, Stage: "test"}}
		if _, err := l.Decide(t.Context(), c, func(_ View, c *memtide.ChangeSet) error {
			c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(at, c.ID, 0), Kind: memtide.Fact, Content: text, CreatedAt: at, Trust: memtide.TrustUser}))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	texts := func(ctx context.Context, space memtide.Space) (n int, err error) {
		err = l.Read(ctx, space, func(v View) error { n = v.Text.Len(); return nil })
		return n, err
	}
	keep("large", "tea is in the upper drawer")
	writes, goOn := make(chan struct{}, 10), make(chan struct{})
	l.atClose = func(memtide.Space) { writes <- struct{}{}; <-goOn }
	ended := make(chan error, 1)
	go func() {
		released, err := l.Idle(time.Now().Add(2 * time.Minute))
		if err == nil && !released {
			err = fmt.Errorf("nothing was closed")
		}
		ended <- err
	}()
	<-writes
	keep("other", "salt is in the lower drawer")
	if n, err := texts(t.Context(), "other"); n != 1 || err != nil {
		t.Errorf("the other one has %d texts, %v", n, err)
	}
	if released, err := l.Idle(time.Now()); released || err != nil {
		t.Errorf("a second look: %v, %v", released, err)
	}
	type answer struct {
		n   int
		err error
	}
	same := make(chan answer, 1)
	go func() { n, err := texts(t.Context(), "large"); same <- answer{n, err} }()
	select {
	case a := <-same:
		t.Errorf("was read while it is closed: %+v", a)
	case <-time.After(50 * time.Millisecond):
	}
	close(goOn)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if a := <-same; a.n != 1 || a.err != nil {
		t.Errorf("opened anew it has %+v", a)
	}
	if _, err := os.Stat(filepath.Join(l.folder("large"), "text.snap")); err != nil {
		t.Error(err)
	}
}

// A space that is opened and given back between the moment in which it is closed and that in
// which it leaves the table stays there: its file is locked, and nobody else could open it.
func TestASpaceThatIsOpenedAnewWhileItClosesStays(t *testing.T) {
	x := newHeld(t)
	close(x.goOn)
	if err := x.read(t.Context(), "small"); err != nil {
		t.Fatal(err)
	}
	x.mu.Lock()
	s := x.spaces["small"]
	begun := s.beginClose()
	x.mu.Unlock()
	if !begun {
		t.Fatal("somebody has its lock")
	}
	if err := s.closeHeld(); err != nil {
		t.Fatal(err)
	}
	s.mu.Unlock()
	if err := inTime(t, func() error { return x.read(t.Context(), "small") }); err != nil {
		t.Fatal(err)
	}
	x.closed(s)
	if x.spaces["small"] != s || x.openNow() != 1 {
		t.Error("an open space is not in the table")
	}
	if err := inTime(t, func() error { return x.read(t.Context(), "small") }); err != nil {
		t.Error(err)
	}
}
