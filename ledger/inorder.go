package ledger

import (
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

// pause is called by work in bulk between slices of at most a millisecond; nil
// is none. Its error ends the work.
type pause func(context.Context) error

func (p pause) now(ctx context.Context) error {
	if p == nil {
		return ctx.Err()
	}
	return p(ctx)
}

// bulk is work in bulk that a person may prompt beside.
type bulk struct {
	stand  pause       // between slices
	atWork func() bool // is somebody? nil: nobody is
	turn   sync.Mutex  // of the pieces that run while somebody is
}

// bulk returns work in bulk that stands back for prompts.
func (l *Ledger) bulk() *bulk { return &bulk{stand: l.bus.Quiet, atWork: l.bus.AtWork} }

// do runs one piece of the work: one at a time while somebody is at work, which
// leaves a processor to others.
func (b *bulk) do(piece func()) {
	if b.atWork != nil && b.atWork() {
		b.turn.Lock()
		defer b.turn.Unlock()
	}
	piece()
}

// ahead is how many parts are begun before the first of them is taken: more than a
// transaction of [applying] has, or decoding would wait for it.
const ahead = 20

// inOrder hands what work makes of each part to then, in the order of the parts
// and one at a time. Several parts are worked on at the same time, as many as
// there are processors. It returns the first error; nothing of it runs any more
// then.
func inOrder[In, Out any](ctx context.Context, b *bulk, parts func(func(In) error) error, work func(context.Context, In) (Out, error), then func(context.Context, Out) error) error {
	g, ctx := errgroup.WithContext(ctx)
	width := runtime.GOMAXPROCS(0)
	places, made := make(chan struct{}, width), make(chan chan Out, ahead)
	g.Go(func() error {
		defer close(made)
		return parts(func(part In) error {
			out := make(chan Out, 1)
			if err := send(ctx, places, struct{}{}); err != nil {
				return err
			}
			if err := send(ctx, made, out); err != nil {
				return err
			}
			g.Go(func() (err error) {
				defer func() { <-places }()
				defer close(out) // without a value: it has failed
				b.do(func() {
					var o Out
					if o, err = work(ctx, part); err == nil {
						out <- o
					}
				})
				return err
			})
			return nil
		})
	})
	g.Go(func() (err error) {
		for out := range made {
			o, ok := <-out
			if !ok {
				return nil // work says why
			}
			b.do(func() { err = then(ctx, o) })
			if err != nil {
				return err
			}
		}
		return nil
	})
	return g.Wait()
}

func send[T any](ctx context.Context, to chan<- T, v T) error {
	select {
	case to <- v:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
