package bus

import "sync"

// workers are goroutines that do the same work with one thing after the other,
// as many at a time as are wanted at most. They stay: the stack of a new goroutine
// is small, and to let it grow for each message anew takes longer than to hand
// the message over.
type workers[T any] struct {
	do   func(T)
	todo chan T
	left int // that may still be started
	wg   sync.WaitGroup
}

func newWorkers[T any](most int, do func(T)) *workers[T] {
	return &workers[T]{do: do, todo: make(chan T), left: most}
}

// give hands v to a worker who is free, and waits for one where all that may be
// are at work. Only one goroutine may call it.
func (w *workers[T]) give(v T) {
	select {
	case w.todo <- v:
		return
	default:
	}
	if w.left == 0 {
		w.todo <- v
		return
	}
	w.left--
	w.wg.Go(func() {
		w.do(v)
		for v := range w.todo {
			w.do(v)
		}
	})
}

// wait returns when all that was given is done. Nothing may be given afterwards.
func (w *workers[T]) wait() {
	close(w.todo)
	w.wg.Wait()
}
