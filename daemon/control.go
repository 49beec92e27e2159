package daemon

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/tools"
)

// controlReply is the answer of the control door.
type controlReply struct {
	control.Refusal
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
				return controlReply{Refusal: refusalOf(name, err)}
			},
		})
}

// hasSpace returns an error that names the spaces there are where there is none
// with a name. The space of the settings is always there.
func (d *Daemon) hasSpace(ctx context.Context, name memtide.Space) error {
	if name == memtide.Space(d.cfg.Space) {
		return nil
	}
	return tools.InSpace(ctx, d.ledger, name)
}

// inSpace lets fn look only into a space that there is: of a mistyped name it would
// make one. In has a field Space.
func inSpace[In, Out any](d *Daemon, fn func(ctx context.Context, in In) (Out, error)) func(context.Context, In) (Out, error) {
	return func(ctx context.Context, in In) (out Out, err error) {
		if err := d.hasSpace(ctx, memtide.Space(reflect.ValueOf(in).FieldByName("Space").String())); err != nil {
			return out, err
		}
		return fn(ctx, in)
	}
}

// decision is verb for what changes the memory. It waits for the disk no longer
// than a half-turn does, and not at all for one that has refused a moment ago.
func decision[In, Out any](d *Daemon, name string, fn func(ctx context.Context, in In) (Out, error)) bus.Stage {
	return verb(name, func(ctx context.Context, in In) (Out, error) {
		wait := decideWithin
		if _, err := d.bus.Failing(); err != nil {
			wait = refuseWithin
		}
		ctx, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		out, err := fn(ctx, in)
		if folder.IsFull(err) {
			err = fmt.Errorf("the disk of %s is full; make room, then see memtide log whether it is decided (%w)", d.cfg.Home, err)
		}
		return out, err
	})
}

const (
	decideWithin = 10 * time.Second // that a decision waits for the disk
	refuseWithin = time.Second      // the same, where the disk has refused a moment ago
)

// control returns the doors of the command line.
func (d *Daemon) control() []bus.Stage {
	return []bus.Stage{
		verb("status", d.status),
		verb("dashboard", d.dashboard),
		verb("settings", func(context.Context, struct{}) (map[string]string, error) { return d.cfg.Texts(), nil }),
		verb("stop", func(context.Context, struct{}) (bool, error) {
			d.ended.Store(true)
			// The reply goes out first.
			time.AfterFunc(50*time.Millisecond, d.stop)
			return true, nil
		}),
		decision(d, "remember", d.remember),
		verb("find", inSpace(d, d.find)),
		verb("archived", inSpace(d, d.archived)),
		verb("projects", inSpace(d, d.projects)),
		verb("lookup", inSpace(d, d.lookup)),
		verb("browse", inSpace(d, d.browse)),
		verb("stats", inSpace(d, d.stats)),
		verb("sessions", inSpace(d, d.sessions)),
		verb("weak", inSpace(d, d.weak)),
		verb("entity", inSpace(d, d.entity)),
		decision(d, "merge-entities", inSpace(d, d.mergeEntities)),
		decision(d, "set-entity", inSpace(d, d.setEntity)),
		decision(d, "forget", inSpace(d, d.forget)),
		decision(d, "correct", inSpace(d, d.correct)),
		decision(d, "confirm", inSpace(d, d.confirm)),
		decision(d, "pin", inSpace(d, d.pin)),
		decision(d, "vote", inSpace(d, d.vote)),
		decision(d, "undo", inSpace(d, d.undo)),
		decision(d, "agent", inSpace(d, d.agent)),
		verb("became", inSpace(d, d.became)),
		verb("conflicts", inSpace(d, d.conflicts)),
		decision(d, "settle", inSpace(d, d.settle)),
		verb("quarantine", inSpace(d, d.quarantine)),
		decision(d, "accept", inSpace(d, d.accept)),
		decision(d, "drop", inSpace(d, d.drop)),
		verb("show", inSpace(d, d.show)),
		verb("rules", inSpace(d, d.rules)),
		verb("log", inSpace(d, d.changes)),
		verb("tail", inSpace(d, d.tail)),
		verb("watch", inSpace(d, d.happened)),
		verb("receipts", inSpace(d, d.receipts)),
		verb("source", inSpace(d, d.source)),
		verb("story", inSpace(d, d.story)),
		verb("decisions", inSpace(d, d.decisions)),
		verb("metrics", inSpace(d, d.metrics)),
		verb("turns", inSpace(d, d.turns)),
		verb("folders", inSpace(d, d.folders)),
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
		verb("job", inSpace(d, d.runJob)),
		verb("backup", d.startBackup),
		verb("check", inSpace(d, func(ctx context.Context, in control.SpaceRequest) ([]string, error) {
			return d.ledger.Check(ctx, in.Space)
		})),
		verb("logs", func(ctx context.Context, _ struct{}) (bool, error) { return true, d.ledger.Whole(ctx) }),
		verb("space", inSpace(d, func(context.Context, control.SpaceRequest) (bool, error) { return true, nil })),
		verb("spaces", func(ctx context.Context, _ struct{}) ([]memtide.Space, error) { return d.ledger.Spaces(ctx) }),
		verb("pending", func(ctx context.Context, in control.SpaceRequest) (int, error) {
			return d.ledger.Pending(ctx, in.Space)
		}),
		verb("decided", func(ctx context.Context, in control.SpaceRequest) (bool, error) {
			return true, d.ledger.AwaitDecided(ctx, in.Space)
		}),
		verb("due", func(ctx context.Context, _ struct{}) (int, error) {
			return d.bus.Waiting(ctx, event.Maintain, maintain.Worker)
		}),
		verb("reindex", inSpace(d, d.reindex)),
		decision(d, "erase", inSpace(d, d.erase)),
		verb("call-off", inSpace(d, d.callOffErasures)),
		decision(d, "restore", inSpace(d, d.restore)),
		verb("asof", inSpace(d, d.asOf)),
		verb("turnpage", inSpace(d, d.turnPage)),
		verb("prompts", inSpace(d, d.prompts)),
		decision(d, "promote", d.promote),
		verb("export", inSpace(d, d.export)),
		verb("head", inSpace(d, d.head)),
		verb("content", inSpace(d, d.content)),
		verb("reply-look", d.models.Look),
		verb("reply-keep", func(ctx context.Context, in llm.Keep) (bool, error) { return true, d.models.Keep(ctx, in) }),
		decision(d, "bring", d.bring),
		decision(d, "link", d.link),
		verb("descent", inSpace(d, d.descent)),
		decision(d, "rollback", inSpace(d, d.rollback)),
		verb("scan", inSpace(d, d.scan)),
		verb("said-below", inSpace(d, d.saidBelow)),
		decision(d, "move", inSpace(d, d.move)),
		decision(d, "redact", inSpace(d, d.redact)),
		verb("operation", d.work.look),
		verb("leave", d.work.leave),
	}
}
