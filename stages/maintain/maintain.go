// Package maintain keeps a memory in order: jobs that are due, one file each.
//
//	scheduler ──▶ job.due ──▶ MAINTAIN ──▶ the job ──▶ change set
//	intake    ──▶    ″
//
// A job proposes one change set a unit of its work and may run any number of
// times: the id of the change set names what it was decided on, so a second
// firing finds the first one's decision.
package maintain

import (
	"context"
	"fmt"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// Deps is what the jobs need from outside.
type Deps struct {
	Bus    *bus.Bus
	Ledger *ledger.Ledger
	// NewestWins is the age from which a contradiction that nobody has settled
	// goes to what was said last; 0 leaves it open for ever.
	NewestWins time.Duration
}

// job does the work of one due job on one space.
type job func(ctx context.Context, d Deps, due event.JobDue) error

// jobs are all that can be due.
var jobs = map[string]job{
	"consolidate": consolidate,
	"drain":       drain,
}

// Stages returns the stages of the flow: one consumer that runs whatever is
// due, one job at a time.
func Stages(d Deps) []bus.Stage {
	run := func(ctx context.Context, due event.JobDue) (event.Payload, error) {
		j, known := jobs[due.Job]
		if !known {
			return nil, bus.Permanent(fmt.Errorf("no job is named %q", due.Job))
		}
		return nil, j(ctx, d, due)
	}
	return []bus.Stage{
		bus.NewStage("maintain.consolidate", "the jobs that are due: a summary of each session that has something new, chained to the one before; old contradictions", run,
			bus.StageOptions[event.JobDue]{Timeout: consolidateTimeout, Attempts: 3}),
	}
}
