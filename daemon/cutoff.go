package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/scheduler"
	"github.com/memtide/memtide/wholefile"
)

// A process may die in the middle of a long piece of work. What it had in hand
// stands in state/inhand.json, and for a job in the book of the scheduler; a rebuild
// leaves a note beside its graph. The next start looks what has come of each, and
// says on which side of it the memory is.

// underway is a piece of work that has begun.
type underway struct {
	Verb  string        `json:"verb"` // erase, backup, vectors
	At    time.Time     `json:"at,omitzero"`
	Space memtide.Space `json:"space,omitempty"`
	Dir   string        `json:"dir,omitempty"`  // of a backup: the folder of all of them
	Name  string        `json:"name,omitempty"` // of a backup: that of its own
	From  string        `json:"from,omitempty"` // of a change of the embedder
	To    string        `json:"to,omitempty"`
	// Of an erasure that waits, or that nobody waits for: what is asked for. The next start
	// makes it. At is zero before its turn has come.
	Asked control.EraseRequest `json:"asked,omitzero"`
	Since time.Time            `json:"since,omitzero"`  // that it is asked for
	Tried int                  `json:"tried,omitempty"` // how often a process has died of it, or in it
}

// inHand is what is being done. Of what a former process had in hand it knows
// until that is settled.
type inHand struct {
	path string
	mu   sync.Mutex
	all  []underway
}

func (h *inHand) load() ([]underway, error) {
	raw, err := os.ReadFile(h.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what was in hand: %w", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := json.Unmarshal(raw, &h.all); err != nil {
		return nil, fmt.Errorf("read %s: %w", h.path, err)
	}
	return slices.Clone(h.all), nil
}

// begin writes down that something begins; end, which is called once, that it
// has ended, however.
func (h *inHand) begin(p underway) (end func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, p)
	if err := h.save(); err != nil {
		h.all = h.all[:len(h.all)-1]
		return nil, err
	}
	return func() { h.end(p) }, nil
}

// change writes down that something has become something else.
func (h *inHand) change(from, to underway) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.Index(h.all, from)
	if i < 0 {
		return fmt.Errorf("%s is not in hand", from.Verb)
	}
	h.all[i] = to
	if err := h.save(); err != nil {
		h.all[i] = from
		return err
	}
	return nil
}

// end forgets a piece of work. Where that cannot be written, the next start looks
// after something that has ended, and finds it so.
func (h *inHand) end(p underway) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if i := slices.Index(h.all, p); i >= 0 {
		h.all = slices.Delete(h.all, i, i+1)
	}
	if err := h.save(); err != nil {
		slog.Default().Warn("what is in hand is not noted", slog.Any("err", err))
	}
}

func (h *inHand) save() error {
	raw, err := json.MarshalIndent(h.all, "", "  ")
	if err != nil {
		return fmt.Errorf("encode what is in hand: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(h.path), 0o700); err != nil {
		return fmt.Errorf("note what is in hand: %w", err)
	}
	if err := wholefile.Write(h.path, raw, wholefile.Options{Synced: true}); err != nil {
		return fmt.Errorf("note what is in hand: %w", err)
	}
	return nil
}

// dropUnfinished removes files and folders that a process was writing when it
// died, under names of their own. Who calls it holds the folder.
func dropUnfinished(paths hookbridge.Paths, home string) error {
	var errs []error
	for _, p := range []struct{ dir, pattern string }{{home, "probe.*.tmp"}, {paths.Run, "run.*.tmp"}, {paths.Run, "start.json.*.tmp"},
		{home, "restore-[0-9]*"}} {
		left, err := wholefile.Glob(p.dir, p.pattern)
		errs = append(errs, err)
		for _, path := range left {
			errs = append(errs, os.RemoveAll(path))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("remove what was not finished: %w", err)
	}
	return nil
}

// sayCutOff says what has come of the work that a former process had in hand, and
// removes what it has left. Nobody can ask for anything yet.
func (d *Daemon) sayCutOff(ctx context.Context) error {
	var errs []error
	found, err := d.inHand.load()
	if err != nil {
		// What is to be finished stands in the logs; what was to be erased and waited does not.
		aside := d.inHand.path + ".damaged"
		errs = append(errs, err, os.Rename(d.inHand.path, aside))
		d.tellCutOff(fmt.Sprintf("what was in hand cannot be read, and lies in %s: ask again for an erasure that waited", aside))
	}
	came := map[string]string{} // verb → what has come of the last one
	for _, p := range found {
		said, open, err := d.cameOf(ctx, p)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		came[p.Verb] = said
		d.tellCutOff(said)
		switch {
		case open:
			d.wishes = append(d.wishes, p)
		case p.Verb == "erase":
			d.erasing = append(d.erasing, p) // until it is finished, for which the storage may be opened anew
		default:
			d.inHand.end(p)
		}
	}
	for _, b := range d.sched.CutOff() {
		ended, err := d.cameOfJob(ctx, b)
		if b.Due.Job == "backup" {
			ended.Note = cmp.Or(came["backup"], ended.Note)
		}
		if err == nil {
			d.tellCutOff(fmt.Sprintf("job %s in space %q was cut off: %s", b.Due.Job, b.Due.Space, ended.Note))
			err = d.sched.Note(ctx, ended)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// tellCutOff takes a line down for the log and for status.
func (d *Daemon) tellCutOff(said string) {
	d.log.Warn("work was cut off", slog.String("what", said))
	d.cutOff = append(d.cutOff, said)
}

// cameOfJob counts what a job had decided when it was cut off.
func (d *Daemon) cameOfJob(ctx context.Context, b scheduler.Begun) (event.JobEnded, error) {
	ended := event.JobEnded{Due: b.Due, Outcome: event.JobCutOff}
	err := d.ledger.Forwards(ctx, b.Due.Space, b.Last, func(c ledger.Logged) {
		if c.Cause.Kind == "job" && c.Cause.ID == b.Due.JobID() && len(c.Ops) > 0 {
			ended.Changes++
		}
	})
	if err != nil {
		return ended, fmt.Errorf("look after job %s that was cut off: %w", b.Due.Job, err)
	}
	again := "it comes again by itself within a minute"
	if b.Due.Cause == "request" {
		again = "to go on: memtide jobs run " + b.Due.Job
	}
	ended.Note = "the memory is the one before it; " + again
	if ended.Changes > 0 {
		ended.Note = fmt.Sprintf("%s %s made, each as a whole; %s", memtide.Count(ended.Changes, "change set"), memtide.Agree(ended.Changes, "was", "were"), again)
	}
	return ended, nil
}

// cameOf looks what has come of a piece of work. open says that this process is to make it.
func (d *Daemon) cameOf(ctx context.Context, p underway) (said string, open bool, err error) {
	at := p.At.Local().Format(time.DateTime)
	switch p.Verb {
	case "erase":
		return d.cameOfErasure(ctx, p)
	case "backup":
		said, err = p.settleBackup()
		return said, false, err
	case "vectors":
		s, _, err := d.records.Serving()
		if err != nil {
			return "", false, err
		}
		if s.ID == p.To {
			return fmt.Sprintf("the change of the embedder to %s was cut off after it: %s serves", p.To, s.ID), false, nil
		}
		return fmt.Sprintf("the change of the embedder to %s was cut off: %s serves; what was made is kept, and the change goes on from there", p.To, s.ID), false, nil
	}
	return fmt.Sprintf("%s of %s was cut off", p.Verb, at), false, nil
}

// settleBackup removes what a backup that was cut off has left, and says whether
// there is a copy.
func (p underway) settleBackup() (string, error) {
	var errs []error
	for _, pattern := range []string{partial + p.Name, checkName(partial+p.Name) + "*"} {
		left, err := wholefile.Glob(p.Dir, pattern)
		errs = append(errs, err)
		for _, dir := range left {
			errs = append(errs, os.RemoveAll(dir))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return "", fmt.Errorf("remove what a backup has left that was cut off: %w", err)
	}
	all, err := listBackups(p.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, b := range all {
		if b.Made.Equal(p.At) {
			return fmt.Sprintf("the backup was cut off after it was made: %s is whole", b.dir), nil
		}
	}
	return "the backup was cut off: there is no new copy, and those before it stand", nil
}
