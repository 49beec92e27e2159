package bus

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/nats-io/nats.go/micro"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// DoorFunc answers one request. A request that is at fault is answered with a
// reply that says so; an error is the door's own failure.
type DoorFunc[In, Out any] func(ctx context.Context, in In) (Out, error)

// DoorOptions tune a front door.
type DoorOptions[In, Out any] struct {
	Timeout time.Duration // default 30 s
	Workers int           // requests at a time; default 1, which keeps them in order
	// Flows says that the reply is made by stages, which a shutdown ends: then nothing is
	// to be waited for. What a door does itself has its whole timeout.
	Flows  bool
	Called string // the subject as who sends to it knows it; default the door's own
	// Refuse makes the reply to a request that cannot be answered, or not be read,
	// which is memtide.ErrInvalid: it is the same the next time.
	Refuse func(err error) Out
	// After runs when the reply has gone out.
	After func(ctx context.Context, in In, out Out)
}

type door struct {
	subject string
	timeout time.Duration
	workers int
	flows   bool
	serve   func(ctx context.Context, body []byte) (reply any, after func(context.Context))
}

// NewDoor returns a stage that answers requests on a subject, as an endpoint
// of the NATS service "memtide". says lists the kinds that it publishes.
func NewDoor[In, Out any](name, doc, subject string, says []event.Payload, fn DoorFunc[In, Out], opts DoorOptions[In, Out]) Stage {
	s := Stage{Name: name, Doc: doc, Hears: subject}
	for _, p := range says {
		s.Says = append(s.Says, p.Kind())
	}
	d := &door{subject: subject, timeout: opts.Timeout, workers: max(opts.Workers, 1), flows: opts.Flows}
	if d.timeout == 0 {
		d.timeout = 30 * time.Second
	}
	called := cmp.Or(opts.Called, subject)
	d.serve = func(ctx context.Context, body []byte) (any, func(context.Context)) {
		var in In
		if err := json.Unmarshal(body, &in); err != nil {
			return opts.Refuse(fmt.Errorf("%w request: it does not fit %s: %w", memtide.ErrInvalid, called, event.BadJSON[In](body, err))), nil
		}
		out, err := fn(ctx, in)
		if err != nil {
			return opts.Refuse(err), nil
		}
		if opts.After == nil {
			return out, nil
		}
		return out, func(ctx context.Context) { opts.After(ctx, in, out) }
	}
	s.door = d
	return s
}

// runDoors serves all doors as one service until ctx ends.
func (b *Bus) runDoors(ctx context.Context, dial Dial, doors []Stage) error {
	nc, err := dial("doors")
	if err != nil {
		return fmt.Errorf("connect doors: %w", err)
	}
	defer nc.Close()
	svc, err := micro.AddService(nc, micro.Config{Name: "memtide", Version: "1.0.0", Description: "memory for coding agents"})
	if err != nil {
		return fmt.Errorf("add service: %w", err)
	}
	var work gate
	for _, s := range doors {
		places := make(chan struct{}, s.door.workers)
		handler := micro.HandlerFunc(func(req micro.Request) {
			if s.door.workers == 1 {
				work.Do(func() { b.knock(ctx, s, req) })
				return
			}
			places <- struct{}{}
			work.Go(func() {
				defer func() { <-places }()
				b.knock(ctx, s, req)
			})
		})
		if err := svc.AddEndpoint(event.Token(s.Name), handler, micro.WithEndpointSubject(s.Hears)); err != nil {
			return fmt.Errorf("add endpoint %s: %w", s.Name, err)
		}
	}
	if err := nc.Flush(); err != nil {
		return fmt.Errorf("flush doors: %w", err)
	}
	b.ready.Done()
	<-ctx.Done()
	err = svc.Stop()
	work.Wait()
	return err
}

func (b *Bus) knock(ctx context.Context, s Stage, req micro.Request) {
	start := time.Now()
	var failed error
	defer func() {
		if r := recover(); r != nil {
			failed = fmt.Errorf("panic: %v", r)
			b.log.Error("door panicked", slog.String("stage", s.Name), slog.Any("err", failed), slog.String("stack", string(debug.Stack())))
		}
		b.watchers.tell(Delivery{Stage: s.Name, Kind: s.Hears, Attempt: 1, Took: time.Since(start), Verdict: "answered"})
	}()
	// A shutdown lets the request in hand finish: its half-turn may be durable already.
	running := ctx
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.door.timeout)
	defer cancel()
	asked := withVia(ctx, req.Headers().Get(HeaderVia))
	if s.door.flows {
		var cancel context.CancelFunc
		asked, cancel = linger(asked, running, afterStop)
		defer cancel()
	}
	reply, after := s.door.serve(asked, req.Data())
	body, err := event.Encode(reply)
	if err == nil {
		err = req.Respond(body)
	}
	if err != nil {
		b.log.Warn("reply", slog.String("stage", s.Name), slog.Any("err", err))
	}
	if after != nil {
		ctx, cancel := linger(ctx, running, afterStop)
		defer cancel()
		after(ctx)
	}
}

// afterStop is what a shutdown leaves to the work behind a reply, for which nobody waits
// and which on a full disk would hold the end up for its whole timeout, and to a request
// whose reply other stages would make.
const afterStop = time.Second

// linger returns a copy of ctx that ends when running has ended for so long.
func linger(ctx, running context.Context, so time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	forget := context.AfterFunc(running, func() {
		t := time.NewTimer(so)
		defer t.Stop()
		select {
		case <-ctx.Done():
		case <-t.C:
			cancel()
		}
	})
	return ctx, func() { forget(); cancel() }
}
