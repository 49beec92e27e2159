package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/stages/maintain"
)

func spaceOf(cfg config.Config) memtide.Space { return memtide.Space(cfg.Space) }

// controlReply is the answer of the control door.
type controlReply struct {
	controlled
	Result any `json:"result,omitempty"`
}

// verb opens one control door: it answers what the owner's command line asks.
func verb[In, Out any](name string, fn func(ctx context.Context, in In) (Out, error)) bus.Stage {
	run := func(ctx context.Context, in In) (controlReply, error) {
		out, err := fn(ctx, in)
		if err != nil {
			return controlReply{}, err
		}
		return controlReply{Result: out}, nil
	}
	return bus.NewDoor("control."+name, "the owner's command line: "+name, event.SubjectControl+"."+name, nil, run,
		bus.DoorOptions[In, controlReply]{
			Workers: 4, Timeout: 10 * time.Minute,
			Refuse: func(err error) controlReply {
				return controlReply{controlled: refused(name, err)}
			},
		})
}

// decision is verb for what changes the memory. It waits for the disk no longer
// than a half-turn does, and not at all for one that has refused a moment ago.
func decision[In, Out any](d *daemon, name string, fn func(ctx context.Context, in In) (Out, error)) bus.Stage {
	return verb(name, func(ctx context.Context, in In) (Out, error) {
		wait := decideWithin
		if _, err := d.bus.Failing(); err != nil {
			wait = refuseWithin
		}
		ctx, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		out, err := fn(ctx, in)
		if fullDisk(err) {
			err = fmt.Errorf("the disk of %s is full; make room, then see memtide log whether it is decided (%w)", d.cfg.Home, err)
		}
		return out, err
	})
}

const (
	decideWithin = 10 * time.Second
	refuseWithin = time.Second
)

// control returns the doors of the command line.
func (d *daemon) control() []bus.Stage {
	return []bus.Stage{
		verb("status", d.status),
		verb("stop", func(context.Context, struct{}) (bool, error) {
			// The reply goes out first.
			time.AfterFunc(50*time.Millisecond, d.stop)
			return true, nil
		}),
		decision(d, "remember", d.remember),
		verb("find", d.find),
		verb("archived", d.archived),
		verb("lookup", d.lookup),
		verb("weak", d.weak),
		verb("entity", d.entity),
		decision(d, "merge-entities", d.mergeEntities),
		decision(d, "forget", d.forget),
		decision(d, "correct", d.correct),
		decision(d, "confirm", d.confirm),
		decision(d, "pin", d.pin),
		decision(d, "vote", d.vote),
		decision(d, "undo", d.undo),
		verb("conflicts", d.conflicts),
		decision(d, "settle", d.settle),
		verb("quarantine", d.quarantine),
		decision(d, "accept", d.accept),
		decision(d, "drop", d.drop),
		verb("show", d.show),
		verb("rules", d.rules),
		verb("log", d.changes),
		verb("tail", d.tail),
		verb("receipts", d.receipts),
		verb("source", d.source),
		verb("story", d.story),
		verb("turns", d.turns),
		verb("dead", d.dead),
		verb("resend", func(ctx context.Context, in struct{ Seq uint64 }) (bool, error) {
			return true, d.bus.Resend(ctx, in.Seq)
		}),
		verb("models", d.modelsReport),
		verb("models-test", d.tryModels),
		verb("costs", d.costs),
		verb("vectors", d.vectors),
		verb("vectors-migrate", d.startMigrate),
		verb("jobs", func(context.Context, struct{}) (any, error) { return d.sched.Lines(), nil }),
		verb("job", d.runJob),
		verb("backup", d.startBackup),
		verb("check", func(ctx context.Context, in spaceRequest) ([]string, error) { return d.ledger.Check(ctx, in.Space) }),
		verb("spaces", func(ctx context.Context, _ struct{}) ([]memtide.Space, error) { return d.ledger.Spaces(ctx) }),
		verb("pending", func(ctx context.Context, in spaceRequest) (int, error) { return d.ledger.Pending(ctx, in.Space) }),
		verb("decided", func(ctx context.Context, in spaceRequest) (bool, error) {
			return true, d.ledger.AwaitDecided(ctx, in.Space)
		}),
		verb("due", func(ctx context.Context, _ struct{}) (int, error) {
			return d.bus.Waiting(ctx, event.Maintain, maintain.Worker)
		}),
		verb("reindex", d.reindex),
		decision(d, "erase", d.erase),
		decision(d, "restore", d.restore),
		verb("asof", d.asOf),
		verb("turnpage", d.turnPage),
		verb("prompts", d.prompts),
		decision(d, "promote", d.promote),
		verb("export", d.export),
		verb("head", d.head),
		verb("content", d.content),
		verb("reply-look", d.models.Look),
		verb("reply-keep", func(ctx context.Context, in llm.Keep) (bool, error) { return true, d.models.Keep(ctx, in) }),
		decision(d, "bring", d.bring),
		decision(d, "link", d.link),
		verb("descent", d.descent),
		decision(d, "rollback", d.rollback),
		verb("scan", d.scan),
		decision(d, "redact", d.redact),
		verb("operation", d.work.look),
	}
}

type spaceRequest struct {
	Space memtide.Space `json:"space"`
}

// operations are pieces of work that take longer than a reply may: the caller
// starts one and looks at it until it is done.
type operations struct {
	ctx context.Context // of the running daemon
	wg  sync.WaitGroup
	mu  sync.Mutex
	n   int
	all map[int]*operation
}

type operation struct {
	ID    int    `json:"id"`
	Done  uint64 `json:"done"`
	Total uint64 `json:"total"`
	Ended bool   `json:"ended"`
	controlled
	Result any `json:"result,omitempty"`
}

// begin runs fn for a verb in the background; the daemon waits for it when it stops.
func (o *operations) begin(verb string, fn func(ctx context.Context, tell func(done, total uint64)) (any, error)) operation {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.all == nil {
		o.all = map[int]*operation{}
	}
	o.n++
	op := &operation{ID: o.n}
	o.all[op.ID] = op
	o.wg.Go(func() {
		result, err := fn(o.ctx, func(done, total uint64) {
			o.mu.Lock()
			op.Done, op.Total = done, total
			o.mu.Unlock()
		})
		o.mu.Lock()
		defer o.mu.Unlock()
		op.Ended, op.Result = true, result
		if err != nil {
			op.controlled = refused(verb, err)
		}
	})
	return *op
}

func (o *operations) look(_ context.Context, in struct{ ID int }) (operation, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	op := o.all[in.ID]
	if op == nil {
		return operation{}, nothing("operation %d is over", in.ID)
	}
	if op.Ended {
		delete(o.all, in.ID) // its result may be large, and speak of what is erased
	}
	return *op, nil
}
