package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/wholefile"
)

const (
	drainEvery = 3 * time.Second        // a hook that found the daemon away has spooled
	drainFirst = 250 * time.Millisecond // that the first clients wait for the spool
	markEvery  = 30 * time.Second       // where a start resumes
	idleEvery  = 2 * time.Second        // a look whether anybody asks

	answerEvery  = time.Second           // a look whether hooks may come again
	answerWithin = 50 * time.Millisecond // half of what a hook gives the greeting
)

// Run keeps the daemon going until ctx ends. ready, which may be nil, is
// called when clients can come in.
func (d *Daemon) Run(ctx context.Context, now func() time.Time, ready func()) error {
	ctx, d.stop = context.WithCancel(ctx)
	defer d.stop()
	g, ctx := errgroup.WithContext(ctx)
	d.work.ctx, d.work.home = ctx, d.cfg.Home
	open, announced := make(chan struct{}), make(chan struct{})
	g.Go(func() error {
		return d.bus.Run(ctx, d.pipeline(now), bus.RunOptions{TurnsFrom: d.ledger.TurnsFrom(ctx), TurnsAgain: d.ledger.TurnsFrom,
			Ready: func() { close(open) }})
	})
	g.Go(func() error { return d.ledger.Run(ctx) })
	warm := make(chan struct{})
	g.Go(func() error {
		defer close(warm)
		d.warm(ctx)
		return nil
	})
	g.Go(func() error {
		select {
		case <-ctx.Done():
			return nil
		case <-open:
		}
		// What waits in the spool was said before what hooks bring from now on:
		// an answer must not overtake its prompt. A long spool has to go on later.
		dctx, cancel := context.WithTimeout(ctx, drainFirst)
		if err := d.drain(dctx); err != nil && dctx.Err() == nil {
			d.log.Warn("drain", slog.Any("err", err))
		}
		cancel()
		if err := d.sayCutOff(ctx); err != nil && ctx.Err() == nil {
			d.log.Warn("look after what was cut off", slog.Any("err", err))
		}
		if err := d.eraseAgain(ctx); err != nil && ctx.Err() == nil {
			d.log.Error("an erasure cannot be made again", slog.Any("err", err))
			d.unerased = fmt.Errorf("%w; it is tried again at the next start", err)
		}
		if err := d.announce(); err != nil {
			return err
		}
		close(announced)
		if ready != nil {
			ready()
		}
		<-warm
		if err := d.finishErasures(ctx); errors.Is(err, errReopen) {
			return err
		} else if err != nil && ctx.Err() == nil {
			d.log.Error("an erasure is not finished; it is tried again at the next start", slog.Any("err", err))
			d.work.tell(fmt.Sprintf("an erasure is not finished, and it is tried again at the next start: %v", err))
		}
		d.eraseWished()
		return d.sched.Run(ctx)
	})
	g.Go(func() error { return d.every(ctx, drainEvery, announced, d.drain) })
	g.Go(func() error { return d.every(ctx, answerEvery, announced, d.answering) })
	g.Go(func() error { return d.watchStorage(ctx) })
	g.Go(func() error { return d.watchLeft(ctx) })
	g.Go(func() error { return d.watchPlace(ctx, announced) })
	g.Go(func() error { return d.keepVectors(ctx, announced) })
	g.Go(func() error {
		return d.every(ctx, markEvery, open, func(ctx context.Context) error { return d.ledger.Mark(ctx) })
	})
	g.Go(func() error { return d.tidyAfterStart(ctx, open) })
	if d.cfg.HTTP.Listen != "" {
		g.Go(func() error { return d.serveHTTP(ctx, announced) })
	}
	g.Go(func() error {
		return d.every(ctx, idleEvery, open, func(context.Context) error { return d.rest(time.Now()) })
	})
	err := g.Wait()
	d.work.wg.Wait()
	if errors.Is(err, embedded.ErrDisplaced) {
		return err // what has our names is somebody else's
	}
	// Whoever comes now shall not find a dead socket.
	if rerr := os.Remove(d.paths.RunFile()); rerr != nil && !errors.Is(rerr, os.ErrNotExist) {
		err = errors.Join(err, rerr)
	}
	mctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if merr := d.ledger.Mark(mctx); merr != nil {
		d.log.Warn("mark", slog.Any("err", merr))
	}
	return err
}

// rest gives back, at a moment, the memory of what nobody has asked for in a while.
func (d *Daemon) rest(now time.Time) error {
	released, err := d.ledger.Idle(now)
	if rested := d.lately.Rest(now); released || rested {
		language.Forget()
		giveBack() // nobody asks: the time for it is now
		err = errors.Join(err, d.records.Release())
	}
	return err
}

// sayAgain is how long a failure that goes on is not logged again.
const sayAgain = 10 * time.Minute

// repeats is what was logged last of something that is tried time after time: the log
// grows for as long as the daemon runs.
type repeats struct {
	said string
	at   time.Time
}

// news reports whether an error is worth a line: another one than the last, or again after
// a while, or after nil.
func (r *repeats) news(err error, now time.Time) bool {
	switch {
	case err == nil:
		*r = repeats{}
		return false
	case err.Error() == r.said && now.Sub(r.at) < sayAgain:
		return false
	}
	*r = repeats{err.Error(), now}
	return true
}

// every calls fn once open is closed, and then each time. A failure is logged
// and tried again: none of these may end the daemon. One that goes on is logged once in
// a while: the log grows for as long as the daemon runs.
func (d *Daemon) every(ctx context.Context, wait time.Duration, open <-chan struct{}, fn func(context.Context) error) error {
	select {
	case <-ctx.Done():
		return nil
	case <-open:
	}
	t := time.NewTicker(wait)
	defer t.Stop()
	var logged repeats
	for {
		if err := fn(ctx); logged.news(err, time.Now()) && ctx.Err() == nil {
			d.log.Warn("housekeeping", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}

// errReopen ends a run whose server has given up on its files, or has lost its
// socket: only opening them anew helps.
var errReopen = errors.New("storage has to be opened anew")

// placeEvery is how often the daemon looks whether clients still find it.
const placeEvery = 2 * time.Second

// watchPlace comes back into sight when somebody has tidied run.json or the
// socket away: the daemon holds the lock, so no hook could start another one. It
// ends when the whole folder is gone or is another one.
func (d *Daemon) watchPlace(ctx context.Context, announced <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return nil
	case <-announced:
	}
	return watch(ctx, placeEvery, func() error {
		switch err := d.server.InPlace(); {
		case errors.Is(err, embedded.ErrUnreachable):
			d.log.Warn("clients do not find the daemon", slog.Any("err", err))
			return errReopen
		case err != nil:
			return err
		case exists(d.paths.RunFile()):
			return nil
		}
		d.log.Warn("run.json was removed; it is written again")
		return d.announce()
	})
}

// watch calls fn time after time until ctx ends or fn fails, and returns that
// failure.
func watch(ctx context.Context, wait time.Duration, fn func() error) error {
	t := time.NewTicker(wait)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
		if err := fn(); err != nil {
			return err
		}
	}
}

// storageEvery is how often the daemon looks whether its logs take what is published.
const storageEvery = 2 * time.Second

// watchStorage returns errReopen when the logs refuse what is published though
// the disk would take it. That they are as large as they may be stays so.
func (d *Daemon) watchStorage(ctx context.Context) error {
	var logged repeats
	return watch(ctx, storageEvery, func() error {
		since, err := d.bus.Failing()
		if err == nil || time.Since(since) < storageEvery || !d.cfg.Bus.Embedded() {
			return nil
		}
		if logged.news(err, time.Now()) {
			d.log.Error("nothing can be stored", slog.Any("err", err))
		}
		if !errors.Is(err, bus.ErrBound) && folder.Probe(d.cfg.Home) == nil {
			return errReopen
		}
		return nil
	})
}

// storage says what keeps the logs from storing anything: the server inside does
// not, it is silent.
func (d *Daemon) storage() error {
	err := folder.Probe(d.cfg.Home)
	if folder.IsFull(err) {
		return fmt.Errorf("the disk of %s is full; make room, then try again", d.cfg.Home)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w; memtide status says what to do", err)
	}
	return folder.Handles(err)
}

// announce writes run.json: from now on clients find the daemon.
func (d *Daemon) announce() error {
	info := event.RunInfo{
		PID: os.Getpid(), Started: d.started.UTC(), Version: client.Version(),
		Socket: d.server.Socket(), Address: d.server.Address(), Listen: d.server.Listen(), Secrets: d.server.Secrets(),
		WaitMS: int(d.wait().Milliseconds()), Home: d.cfg.Home,
	}
	raw, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return fmt.Errorf("encode run.json: %w", err)
	}
	if err := wholefile.Write(d.paths.RunFile(), raw, wholefile.Options{Apart: true}); err != nil {
		return fmt.Errorf("write run.json: %w", err)
	}
	return hookbridge.Started(d.paths, Env(d.cfg))
}

// warm opens the default space, so that the first prompt does not wait for it.
func (d *Daemon) warm(ctx context.Context) {
	if _, err := d.ledger.Pending(ctx, memtide.Space(d.cfg.Space)); err != nil && ctx.Err() == nil {
		d.log.Warn("open default space", slog.Any("err", err))
	}
}

// answering ends the pause that hooks have begun because the daemon was too
// slow for them, once it greets as fast as they want it, on the way that they take.
func (d *Daemon) answering(ctx context.Context) error {
	if down, ok := hookbridge.ReadDown(d.paths.Run); !ok || down.Stopped {
		return nil
	}
	start := time.Now()
	at := event.RunInfo{Socket: d.server.Socket(), Address: d.server.Address(), Secrets: d.server.Secrets()}
	nc, err := client.Conn(at, embedded.UserCLI, nats.Timeout(answerWithin))
	if err != nil {
		return nil // deaf, or still too slow: at the next tick again
	}
	defer nc.Close()
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	if nc.FlushWithContext(ctx) != nil || time.Since(start) > answerWithin {
		return nil
	}
	_, err = hookbridge.Answering(d.paths)
	return err
}

// drain hands over what hooks have spooled while no daemon was there.
func (d *Daemon) drain(ctx context.Context) error {
	nc, err := d.server.Dial("drain")
	if err != nil {
		return err
	}
	defer nc.Close()
	c := client.On(nc)
	set, unset := hookbridge.FirstSet(d.paths.Spool), time.Duration(0)
	return d.spool.Drain(ctx, func(t event.TurnRequest) error {
		if now := d.now(); memtide.Unset(t.Time) && !memtide.Unset(now) {
			t.Time = now // its hook came before the clock was set: it would be older than all else
			if before := set.Add(unset*time.Millisecond - time.Second); !set.IsZero() && before.Before(now) {
				t.Time, unset = before, unset+1 // and what was said after that behind it
			}
		}
		r, err := c.Turn(ctx, t)
		if place := d.server.InPlace(); errors.Is(place, embedded.ErrDisplaced) {
			return place // the spool is another folder's, and what was stored went with this one
		}
		_, sick := d.bus.Failing() // then no half-turn is to blame for the wait
		return spoolTaken(r, err, ctx.Err() == nil && sick == nil)
	})
}

// spoolTaken says how a half-turn of the spool was taken. Late says that one which was
// not taken in time is itself to blame.
func spoolTaken(r event.TurnReply, err error, late bool) error {
	switch {
	case err == nil && r.Error != "" && !r.Retry:
		return fmt.Errorf("%w: %s", hookbridge.ErrRefused, r.Error)
	case err == nil && r.Error != "":
		err = errors.New(r.Error)
	}
	if err != nil && r.Shut {
		return fmt.Errorf("%w: %w", hookbridge.ErrShut, err)
	}
	if late && (r.Late || errors.Is(err, context.DeadlineExceeded)) {
		return fmt.Errorf("%w: %w", hookbridge.ErrLate, err)
	}
	return err
}
