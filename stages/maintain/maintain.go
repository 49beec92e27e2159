// Package maintain keeps a memory in order: jobs that are due, one file each.
//
//	scheduler ──▶ job.due ──▶ MAINTAIN ──▶ the job ──▶ units ──▶ guard ──▶ change sets
//	intake    ──▶    ″                        └──────▶ job.ended ──▶ who keeps the book
//
// It promises:
//
//   - A job proposes one change set a unit of its work and may run any number
//     of times: the id of the change set names what was decided on, so a second
//     firing finds the first one's decision.
//   - A job is a planner, which may take its time and looks at the memory in
//     slices between prompts, and pure decisions over a view.
//   - Nothing is removed. Before a change set is published, a guard holds it
//     against what no job may do; one that fails is refused, and says why.
//   - A dry run makes the same decisions and publishes none.
//   - A model is asked by a planner, which may wait, and never by a decision. In
//     a dry run none is asked.
//
// # Files
//
// Each has its word here; a test holds them.
//
//	maintain    the stage, and the table of jobs
//	run         one job on one space: its units, its decisions, what it reads
//	guard       refuses a change set that does what no job may do
//	watch       refuses one after which a question no longer finds what it found
//	clock       leaves a night out where the clock has leapt
//
//	turnover, drain, decay, prune    jobs by rules
//	consolidate, enrich, infer       jobs by rules, or by a model
//	link                             a job by what answers have used together
//	missed                           consolidate: short answers, which say nothing alone
package maintain

import (
	"context"
	"embed"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
)

// Deps is what the jobs need from outside.
type Deps struct {
	Bus    *bus.Bus
	Ledger *ledger.Ledger
	// NewestWins is the age from which a contradiction that nobody has settled
	// goes to what was said last; 0 leaves it open for ever.
	NewestWins time.Duration
	// MaxSize is the size in bytes of what is live in a space, above which prune
	// archives; 0 is no bound.
	MaxSize int64
	Host    Host // nil: its jobs have nothing to do
	// Begun is told that a job begins, which may be cut off anywhere; nil is nobody.
	Begun func(ctx context.Context, due event.JobDue) error
	// Note is told what came of a job; nil is nobody.
	Note func(ctx context.Context, ended event.JobEnded) error
	// Told says what a person is told of the error of a job; nil is the error itself.
	Told func(err error) error
	// Model answers for the model engines; nil is none. A planner asks it, a
	// decision never.
	Model prompt.Model

	models *prompt.Asker
}

// The layers of the flow: each has a prompt of this name and may have a model.
const (
	layerConsolidate = "consolidate"
	layerEnrich      = "enrich"
	layerInfer       = "infer"
)

// Worker is the stage that does the jobs.
const Worker = "maintain.consolidate"

//go:embed prompts
var promptFiles embed.FS

// Prompts returns what the models of the flow are told.
func Prompts() []prompt.File { return prompt.Files(promptFiles) }

// Host does what concerns the machine and not the memory alone. Each returns
// what it has done, for people.
type Host interface {
	Sweep(ctx context.Context, space memtide.Space) (string, error)
	Snapshot(ctx context.Context, space memtide.Space) (string, error)
	Backup(ctx context.Context) (string, error)
}

// planner says what there is to decide. It may wait.
type planner func(ctx context.Context, r *run) ([]unit, error)

// unit is one decision of a job. Its id is made of the job and the input; the
// same input is decided once. decide is pure; it returns errNothing where a
// look at the space shows that there is nothing to decide any more.
type unit struct {
	input  string
	at     time.Time // of the cause; zero is when the job was due
	lone   bool      // it adds one memory at most and archives none: no watch minds
	decide func(v ledger.View, c *memtide.ChangeSet) error
}

// jobs are all that can be due.
var jobs = map[string]planner{
	"turnover":    timed(turnover),
	"consolidate": consolidate,
	"decay":       timed(decay),
	"enrich":      enrich,
	"infer":       infer,
	"link":        link,
	"drain":       timed(drain),
	"prune":       timed(prune),
	"sweep":       hosted(func(ctx context.Context, h Host, due event.JobDue) (string, error) { return h.Sweep(ctx, due.Space) }),
	"snapshot":    hosted(func(ctx context.Context, h Host, due event.JobDue) (string, error) { return h.Snapshot(ctx, due.Space) }),
	"backup":      hosted(func(ctx context.Context, h Host, _ event.JobDue) (string, error) { return h.Backup(ctx) }),
}

// hosted makes a planner of what the host does.
func hosted(do func(ctx context.Context, h Host, due event.JobDue) (string, error)) planner {
	return func(ctx context.Context, r *run) ([]unit, error) {
		if r.dry {
			r.ended.Note = "left out: it changes nothing in the memory"
		}
		if r.Host == nil || r.dry {
			return nil, nil
		}
		note, err := do(ctx, r.Host, r.due)
		r.ended.Note = note
		return nil, err
	}
}

const (
	jobTimeout  = 10 * time.Minute
	jobAttempts = 4
)

// backoff is how long a job waits that has failed. What it had decided before
// stays decided.
var backoff = []time.Duration{30 * time.Second, 2 * time.Minute, 10 * time.Minute}

// Stages returns the stages of the flow: one consumer that runs whatever is
// due, one job at a time, and one that takes note of what came of it.
func Stages(d Deps) []bus.Stage {
	work := func(ctx context.Context, due event.JobDue) (event.Payload, error) {
		ended, _, err := Run(ctx, d, due, false)
		if err != nil {
			return nil, err
		}
		return ended, nil
	}
	note := func(ctx context.Context, ended event.JobEnded) (event.Payload, error) {
		if d.Note == nil {
			return nil, nil
		}
		return nil, d.Note(ctx, ended)
	}
	return []bus.Stage{
		bus.NewStage(Worker, "the jobs that are due, one at a time: each proposes change sets, a guard holds them against what no job may do", work,
			bus.StageOptions[event.JobDue]{Timeout: jobTimeout, Attempts: jobAttempts, Backoff: backoff, Says: []event.Payload{event.JobEnded{}},
				GivenUp: func(_ context.Context, due event.JobDue, why string) (event.Payload, error) {
					return event.JobEnded{Due: due, Outcome: event.JobFailed, Error: why}, nil
				}}),
		bus.NewStage("maintain.note", "takes note of what came of a job", note, bus.StageOptions[event.JobEnded]{}),
	}
}

// Run does one due job and says what came of it, with the change sets that it
// has made. In a dry run it publishes none of them: each is then decided on the
// space as it stands, and not on what the one before would have made of it.
func Run(ctx context.Context, d Deps, due event.JobDue, dry bool) (event.JobEnded, []memtide.ChangeSet, error) {
	plan := jobs[due.Job]
	if plan == nil {
		return event.JobEnded{}, nil, bus.Permanent(fmt.Errorf("no job is named %q", due.Job))
	}
	failed := func(err error) error {
		if d.Told != nil {
			err = d.Told(err)
		}
		return fmt.Errorf("%s: %w", due.Job, err)
	}
	if d.Begun != nil && !dry {
		if err := d.Begun(ctx, due); err != nil {
			return event.JobEnded{Due: due}, nil, failed(err)
		}
	}
	d.models = prompt.New(d.Model, Prompts())
	r := &run{Deps: d, due: due, dry: dry, at: due.ScheduledAt.UTC().Truncate(time.Millisecond), ended: event.JobEnded{Due: due}}
	err := r.all(ctx, plan)
	if err != nil {
		err = failed(err)
	}
	return r.ended, r.sets, err
}
