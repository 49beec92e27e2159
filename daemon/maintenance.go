package daemon

import (
	"context"
	"encoding/json"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/scheduler"
	"github.com/memtide/memtide/stages/maintain"
)

// table is the table of jobs as it is configured.
func table(cfg config.Config) []scheduler.Entry {
	var t []scheduler.Entry
	for _, name := range config.JobNames() {
		e := scheduler.Entry{Job: name, Cron: cfg.Jobs.Cron[name], Spaces: map[memtide.Space]string{}}
		if cfg.Jobs.Off(name) {
			e.Cron = ""
		}
		for space, line := range cfg.Jobs.Of(name) {
			e.Spaces[memtide.Space(space)] = line
		}
		switch name {
		case "drain":
			if cfg.Remember.NewestWins == 0 {
				continue
			}
		case "consolidate":
			e.Idle = time.Duration(cfg.Jobs.IdleMinutes) * time.Minute
		case "sweep", "backup":
			e.Only = memtide.Space(cfg.Space)
		}
		if e.Cron != "" || e.Idle > 0 || len(e.Spaces) > 0 {
			t = append(t, e)
		}
	}
	return t
}

func location(cfg config.Config) *time.Location {
	loc, err := time.LoadLocation(cfg.Jobs.Timezone)
	if err != nil {
		return time.Local // Validate has read it
	}
	return loc
}

// maintenance is what the jobs need.
func (d *Daemon) maintenance() maintain.Deps {
	return maintain.Deps{Bus: d.bus, Ledger: d.ledger, NewestWins: days(d.cfg.Remember.NewestWins), MaxSize: d.cfg.Jobs.MaxSize,
		Host: host{d}, Begun: d.sched.Begin, Note: d.sched.Note, Model: d.models,
		Told: func(err error) error { return folder.NoRoom(d.cfg.Home, err) }}
}

// The most that a reply says of the change sets of a job.
const (
	mostChanges = 200
	mostBytes   = 4 << 20
)

// runJob does a job at its owner's request.
func (d *Daemon) runJob(_ context.Context, in control.JobRequest) (control.Operation, error) {
	if err := in.Space.Validate(); err != nil {
		return control.Operation{}, err
	}
	if in.At.IsZero() {
		in.At = d.now()
	}
	at := in.At.In(location(d.cfg)).Truncate(time.Millisecond) // on the clock of the jobs, by which a day is over
	due := event.JobDue{Job: in.Job, Space: in.Space, ScheduledAt: at, Cause: "request"}
	t := task{verb: "job", what: "job " + in.Job, space: in.Space}
	if in.DryRun {
		t.what, t.givenUp = t.what+" --dry-run", "interrupted"
	}
	return d.work.begin(t, func(ctx context.Context, _ func(done, total uint64)) (any, error) {
		ended, sets, err := maintain.Run(ctx, d.maintenance(), due, in.DryRun)
		if err != nil {
			ended.Outcome, ended.Error = event.JobFailed, err.Error()
		}
		r := control.JobResult{Ended: ended, DryRun: in.DryRun, Count: len(sets)}
		size := 0
		for _, c := range sets[:min(len(sets), mostChanges)] {
			raw, merr := json.Marshal(c)
			if size += len(raw); merr != nil || size > mostBytes {
				break
			}
			r.Changes = append(r.Changes, c)
		}
		if !in.DryRun {
			if nerr := d.sched.Note(ctx, ended); err == nil {
				err = nerr
			}
		}
		return r, err
	}), nil
}
