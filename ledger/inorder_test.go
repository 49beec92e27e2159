package ledger

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

// Parts come out in their order, one piece at a time while somebody is at work,
// and the first error ends it all.
func TestInOrder(t *testing.T) {
	wrong := errors.New("wrong")
	for _, x := range []struct {
		name       string
		busy       bool
		work, then int // the part that fails there; -1 for none
	}{{"side by side", false, -1, -1}, {"in turns", true, -1, -1}, {"work fails", true, 30, -1}, {"then fails", false, -1, 30}} {
		t.Run(x.name, func(t *testing.T) {
			var running, most atomic.Int32
			enter := func() (leave func()) {
				n := running.Add(1)
				for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				return func() { running.Add(-1) }
			}
			var got, want []int
			err := inOrder(t.Context(), &bulk{atWork: func() bool { return x.busy }},
				func(part func(int) error) error {
					for i := range 100 {
						if err := part(i); err != nil {
							return err
						}
					}
					return nil
				},
				func(_ context.Context, i int) (int, error) {
					defer enter()()
					if i == x.work {
						return 0, wrong
					}
					return i * i, nil
				},
				func(_ context.Context, sq int) error {
					defer enter()()
					if len(got) == x.then {
						return wrong
					}
					got = append(got, sq)
					return nil
				})
			fails := x.work >= 0 || x.then >= 0
			if fails != (err != nil) || fails && !errors.Is(err, wrong) {
				t.Errorf("error %v", err)
			}
			for i := range got {
				want = append(want, i*i)
			}
			if !slices.Equal(got, want) || !fails && len(got) != 100 || fails && len(got) > 30 {
				t.Errorf("%d parts: %v", len(got), got)
			}
			if x.busy && most.Load() > 1 {
				t.Errorf("%d pieces at a time while somebody is at work", most.Load())
			}
		})
	}
}
