package folder_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/folder"
)

// One at a time does something, in a folder that is not there yet, too; who waits can be told
// to stop.
func TestInTurn(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	var all sync.WaitGroup
	var at, done atomic.Int32
	for range 20 {
		all.Go(func() {
			err := folder.InTurn(t.Context(), home, func() error {
				if n := at.Add(1); n != 1 {
					t.Errorf("%d at once", n)
				}
				time.Sleep(time.Millisecond)
				done.Add(1)
				at.Add(-1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := done.Load(); n != 20 {
		t.Errorf("%d of 20 had a turn", n)
	}
	boom := errors.New("boom")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := folder.InTurn(t.Context(), home, func() error {
		if err := folder.InTurn(ctx, home, func() error { t.Error("two at once"); return nil }); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		return boom
	})
	if !errors.Is(err, boom) {
		t.Error(err)
	}
}
