// Package progress follows a piece of work of the daemon that takes longer than a reply
// may, and shows on a terminal how far it is.
package progress

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

// Job lets the daemon do a job and waits for it; out is told.
func Job(ctx context.Context, cl *client.Client, in control.JobRequest, out io.Writer) (control.JobResult, error) {
	return Followed[control.JobResult](ctx, cl, "job", in, Bar(out, -1, in.Job))
}

// Followed is [Follow] for who wants the result, also of what has ended with an error.
func Followed[Out any](ctx context.Context, cl *client.Client, verb string, in any, bar *Shown) (Out, error) {
	var out Out
	op, err := Follow(ctx, cl, verb, in, bar)
	if op.Result == nil {
		return out, err
	}
	raw, merr := json.Marshal(op.Result)
	if merr == nil {
		merr = json.Unmarshal(raw, &out)
	}
	return out, cmp.Or(err, merr)
}

// Reindex lets the daemon rebuild a space, and shows on out how far it is.
func Reindex(ctx context.Context, cl *client.Client, in control.SpaceRequest, out io.Writer) (ledger.Rebuilt, error) {
	var r ledger.Rebuilt
	op, err := Follow(ctx, cl, "reindex", in, Bar(out, -1, "rebuilding"))
	ierr := op.Into(&r) // also what a rebuild that came to another state has to say
	return r, cmp.Or(err, ierr)
}

// Follow begins a piece of work of the daemon by its verb, shows how far it is, and
// returns it when it has ended. The error is what it has ended with, too;
// [control.Absent] where what was asked for is not there. When ctx ends first, the daemon
// gives up what leaves all as it was, which is the error; with everything else it goes on,
// and the error is [Left].
func Follow(ctx context.Context, cl *client.Client, verb string, in any, bar *Shown) (control.Operation, error) {
	if ctx.Err() != nil {
		return control.Operation{}, ctx.Err()
	}
	// Who lets go of a request would not know whether anything has begun, or ended.
	held := context.WithoutCancel(ctx)
	op, err := client.Control[control.Operation](held, cl, verb, in)
	if err != nil {
		return op, err
	}
	for id := op.ID; !op.Ended; {
		if bus.Pause(ctx, 50*time.Millisecond) != nil {
			op, err = leave(ctx, cl, id)
		} else {
			op, err = client.Control[control.Operation](held, cl, "operation", struct{ ID int }{id})
		}
		if err != nil {
			bar.Clear()
			if bar.waits != "" && (errors.Is(err, client.ErrGone) || errors.Is(err, client.ErrBetween)) {
				err = Left{Cause: err}
			} else if errors.Is(err, client.ErrGone) {
				err = fmt.Errorf("%s: %w", verb, client.ErrGone) // "operation" is no word of a command
			}
			return op, err
		}
		bar.wait(op.Waits)
		if op.Total > 0 {
			bar.ChangeMax64(int64(op.Total))
			bar.Set64(int64(op.Done))
		}
	}
	bar.Finish()
	if op.Missing {
		return op, control.Absent(op.Error)
	}
	if op.Error != "" {
		return op, errors.New(op.Error)
	}
	return op, nil
}

// Left is the error of who waits no longer for work that the daemon finishes: because of
// an interrupt, or because the daemon has gone, which has noted it.
type Left struct{ Cause error }

// Error implements error.
func (l Left) Error() string {
	if errors.Is(l.Cause, client.ErrGone) || errors.Is(l.Cause, client.ErrBetween) {
		return "the daemon has stopped; what it was asked for is noted, and is made or finished when it starts again; see memtide status"
	}
	return "interrupted; the daemon goes on with it and finishes; see memtide status"
}

// Unwrap returns why nobody waits.
func (l Left) Unwrap() error { return l.Cause }

// leave tells the daemon that nobody waits for an operation any longer. What it returns
// has ended.
func leave(ctx context.Context, cl *client.Client, id int) (control.Operation, error) {
	op, err := client.Control[control.Operation](context.WithoutCancel(ctx), cl, "leave", struct{ ID int }{id})
	if errors.Is(err, client.ErrGone) {
		return op, err
	}
	if err != nil || !op.Ended { // an older daemon does not know the verb, and goes on
		return op, Left{Cause: ctx.Err()}
	}
	return op, nil
}

// Told returns what a piece of work of this process tells how far it is, and what
// takes the bar away again, which is there from the first word on.
func Told(out io.Writer, what string) (tell func(done, total int), end func()) {
	var bar *Shown
	tell = func(done, total int) {
		if bar == nil {
			bar = Bar(out, int64(total), what)
		}
		bar.ChangeMax64(int64(total))
		bar.Set64(int64(done))
	}
	return tell, func() {
		if bar != nil {
			bar.Finish()
		}
	}
}

// Bar returns a bar that says on out what is done, of total things; where that is no
// terminal, one that shows nothing but its first line. A total of -1 is not known yet.
func Bar(out io.Writer, total int64, what string) *Shown {
	to := out
	f, ok := out.(*os.File)
	if ok {
		st, err := f.Stat()
		ok = err == nil && st.Mode()&os.ModeCharDevice != 0
	}
	if !ok {
		fmt.Fprintf(out, "%s …\n", what)
		out = io.Discard
	}
	return &Shown{to: to, ProgressBar: progressbar.NewOptions64(total, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetWidth(30), progressbar.OptionSetPredictTime(true),
		// Without a total the bar would turn a spinner in a goroutine that races
		// with the total when that comes, and outlives a rebuild that is cut off.
		progressbar.OptionSetSpinnerChangeInterval(0))}
}

// Shown is a [Bar], with where words beside it go.
type Shown struct {
	*progressbar.ProgressBar
	to    io.Writer
	waits string // what was said last
}

// wait says what the work waits for, once each.
func (s *Shown) wait(why string) {
	if why == "" || why == s.waits {
		return
	}
	s.waits = why
	s.Clear()
	fmt.Fprintf(s.to, "it waits %s; it is noted, and made also where the daemon stops before; Ctrl-C waits no longer, memtide status shows it, memtide erase --call-off calls it off\n", why)
}
