package ledger

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// inOrder hands what work makes of each part to then, in the order of the parts
// and one at a time. Several parts are worked on at the same time, as many as
// there are processors. It returns the first error; nothing of it runs any more
// then.
func inOrder[In, Out any](ctx context.Context, parts func(func(In) error) error, work func(context.Context, In) (Out, error), then func(context.Context, Out) error) error {
	g, ctx := errgroup.WithContext(ctx)
	width := runtime.GOMAXPROCS(0)
	places, made := make(chan struct{}, width), make(chan chan Out, 2*width)
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
			g.Go(func() error {
				defer func() { <-places }()
				defer close(out) // without a value: it has failed
				o, err := work(ctx, part)
				if err == nil {
					out <- o
				}
				return err
			})
			return nil
		})
	})
	g.Go(func() error {
		for out := range made {
			o, ok := <-out
			if !ok {
				return nil // work says why
			}
			if err := then(ctx, o); err != nil {
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
