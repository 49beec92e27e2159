package daemon

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
)

// operations are pieces of work that take longer than a reply may: the caller
// starts one and looks at it until it is done, or leaves it.
type operations struct {
	ctx  context.Context // of the running daemon
	home string
	wg   sync.WaitGroup
	mu   sync.Mutex
	n    int
	all  map[int]*operation
	lost []string // what has failed when nobody waited for it any more
}

// task says what an operation is.
type task struct {
	verb  string
	what  string // as status tells it
	space memtide.Space
	// What is so when it is given up, of work that leaves everything as it was then.
	// Work without it goes on, whoever waits.
	givenUp string
	asked   time.Time     // before this daemon has started; zero: now
	unseen  bool          // nobody asks for its result
	waits   func() string // what it waits for; nil: for nothing
	keep    func() error  // notes it on the disk, when nobody waits for it any more; nil: nothing does
}

type operation struct {
	control.Operation
	task
	began time.Time
	stop  context.CancelFunc
	ended chan struct{}
	left  bool      // nobody asks for its result
	over  time.Time // when it ended
}

// resultKept is how long the result of an operation waits for who has begun it, and who asks
// several times a second: a client that was killed says nothing.
const resultKept = 10 * time.Minute

// leaveWithin is how long who leaves waits for work that was told to stop.
const leaveWithin = 10 * time.Second

// begin runs fn in the background; the daemon waits for it when it stops.
func (o *operations) begin(t task, fn func(ctx context.Context, tell func(done, total uint64)) (any, error)) control.Operation {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.all == nil {
		o.all = map[int]*operation{}
	}
	maps.DeleteFunc(o.all, func(_ int, op *operation) bool { return op.Ended && time.Since(op.over) > resultKept })
	o.n++
	ctx, stop := context.WithCancel(o.ctx)
	op := &operation{Operation: control.Operation{ID: o.n}, task: t, began: t.asked.UTC(), stop: stop, ended: make(chan struct{}), left: t.unseen}
	if t.asked.IsZero() {
		op.began = time.Now().UTC()
	}
	o.all[op.ID] = op
	o.wg.Go(func() {
		defer stop()
		result, err := fn(ctx, func(done, total uint64) {
			o.mu.Lock()
			op.Done, op.Total = done, total
			o.mu.Unlock()
		})
		o.mu.Lock()
		defer o.mu.Unlock()
		op.Ended, op.Result, op.over = true, result, time.Now()
		if err != nil {
			op.Refusal = refusalOf(t.verb, folder.NoRoom(o.home, err))
			if op.GivenUp = ctx.Err() != nil && o.ctx.Err() == nil; op.GivenUp {
				op.Error = t.givenUp
			}
		}
		if op.left {
			delete(o.all, op.ID)
			if err != nil && t.givenUp == "" && !errors.Is(err, errCalledOff) {
				o.lost = append(o.lost, fmt.Sprintf("%s of space %q, asked for at %s, has failed: %s", op.what, op.space, op.began.Local().Format(time.DateTime), op.Error))
			}
		}
		close(op.ended)
	})
	return op.Operation
}

func (o *operations) look(_ context.Context, in struct{ ID int }) (control.Operation, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	op := o.all[in.ID]
	if op == nil {
		return control.Operation{}, notFoundf("operation %d is over", in.ID)
	}
	if op.Ended {
		delete(o.all, in.ID) // its result may be large, and speak of what is erased
	}
	return op.now(), nil
}

// now returns how far an operation is. The lock of the operations is held.
func (op *operation) now() control.Operation {
	o := op.Operation
	if op.waits != nil && !op.Ended {
		o.Waits = op.waits()
	}
	return o
}

// leave is for who waits no longer. Work that can be given up is stopped, and leave
// returns what has come of it; other work goes on.
func (o *operations) leave(ctx context.Context, in struct{ ID int }) (control.Operation, error) {
	o.mu.Lock()
	op := o.all[in.ID]
	if op != nil {
		op.left = true
	}
	o.mu.Unlock()
	if op == nil {
		return control.Operation{}, notFoundf("operation %d is over", in.ID)
	}
	if op.keep != nil {
		if err := op.keep(); err != nil {
			return control.Operation{}, err
		}
	}
	if op.givenUp != "" {
		op.stop()
		ctx, cancel := context.WithTimeout(ctx, leaveWithin)
		defer cancel()
		select {
		case <-op.ended:
		case <-ctx.Done():
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if op.Ended {
		delete(o.all, in.ID)
	}
	return op.Operation, nil
}

// tell lets failed name something.
func (o *operations) tell(what string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lost = append(o.lost, what)
}

// failed returns what has become of the work that nobody waited for, where it came to
// nothing.
func (o *operations) failed() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.lost)
}

// atWork returns the operations that have not ended, the oldest first.
func (o *operations) atWork() (all []control.Work) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range o.all {
		if !op.Ended {
			all = append(all, control.Work{What: op.what, Space: op.space, Began: op.began, Done: op.Done, Total: op.Total, Waits: op.now().Waits})
		}
	}
	slices.SortFunc(all, func(a, b control.Work) int { return a.Began.Compare(b.Began) })
	return all
}
