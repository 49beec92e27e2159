package scheduler

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/wholefile"
)

// State is what is remembered between runs of the daemon.
type State struct {
	Last  map[string]time.Time                `json:"last"`            // rule → newest time that was fired, or when it began
	Begun map[string]time.Time                `json:"begun,omitempty"` // rule → when it began
	Seen  map[string]map[memtide.Space]uint64 `json:"seen"`            // job → space → last half-turn at that time
	Ended map[string][]Outcome                `json:"ended,omitempty"` // job → what came of it, the newest first, one a space
	// Running are the runs that have begun and of which nothing has come yet. In
	// a file that no process holds they were cut off.
	Running []Begun `json:"running,omitempty"`
}

// Begun is a run of a job that has begun.
type Begun struct {
	Due  event.JobDue `json:"due"`
	At   time.Time    `json:"at"`
	Last uint64       `json:"last"` // sequence of the space's last change set before it
}

// Outcome is what came of a job on a space.
type Outcome struct {
	At time.Time `json:"at"` // when it ended
	event.JobEnded
}

// kept is the number of spaces of which a job's outcome is remembered.
const kept = 20

func (s *Scheduler) load() error {
	s.state = State{Last: map[string]time.Time{}, Begun: map[string]time.Time{}, Seen: map[string]map[memtide.Space]uint64{}, Ended: map[string][]Outcome{}}
	raw, err := os.ReadFile(s.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read schedule: %w", err)
	}
	var st State
	if err := json.Unmarshal(raw, &st); err != nil {
		// Only a hint: without it a job runs once more and finds nothing to do.
		s.log.Warn("schedule file is not read", slog.String("file", s.path), slog.Any("err", err))
		return nil
	}
	if st.Last != nil && st.Seen != nil {
		s.state.Last, s.state.Seen = st.Last, st.Seen
	}
	if st.Begun != nil {
		s.state.Begun = st.Begun
	}
	if st.Ended != nil {
		s.state.Ended = st.Ended
	}
	s.state.Running = st.Running
	s.cutOff = slices.Clone(st.Running)
	return nil
}

// beginAt lets a rule that has never fired begin. The lock is held.
func (s *Scheduler) beginAt(key string, now time.Time) {
	s.state.Last[key], s.state.Begun[key] = now, now
}

// lastRun returns when a rule fired last, the zero time for never. The lock is held.
func (s *Scheduler) lastRun(key string) time.Time {
	if last := s.state.Last[key]; !last.Equal(s.state.Begun[key]) {
		return last
	}
	return time.Time{}
}

// fired takes down the time that a rule has fired for.
func (s *Scheduler) fired(key string, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Last[key] = at
}

// seen returns the last half-turn of a space at a job's last run.
func (s *Scheduler) seen(job string, space memtide.Space) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.Seen[job][space]
}

// see takes down the last half-turn of a space that a job has run for.
func (s *Scheduler) see(job string, space memtide.Space, seq uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Seen[job] == nil {
		s.state.Seen[job] = map[memtide.Space]uint64{}
	}
	s.state.Seen[job][space] = seq
}

// save writes the state down. The lock is held.
func (s *Scheduler) save() error {
	raw, err := json.MarshalIndent(s.state, "", "  ")
	if err != nil {
		return fmt.Errorf("encode schedule: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("write schedule: %w", err)
	}
	if err := wholefile.Write(s.path, raw, wholefile.Options{}); err != nil {
		return fmt.Errorf("write schedule: %w", err)
	}
	return nil
}

// Begin takes down that a job has begun, so that a process that dies in it leaves
// word of it. [Scheduler.Note] ends it. A second attempt takes the place of the
// first.
func (s *Scheduler) Begin(ctx context.Context, due event.JobDue) error {
	last, err := s.bus.Last(ctx, event.ChangeDecided{}, due.Space)
	if err != nil && !errors.Is(err, bus.ErrGone) {
		return fmt.Errorf("note the beginning of a job: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Running = append(s.others(due), Begun{due, s.opts.Now().UTC().Truncate(time.Millisecond), last.Seq})
	return s.save()
}

// others returns the runs that have begun, without those of a due job. The lock
// is held.
func (s *Scheduler) others(due event.JobDue) []Begun {
	return slices.DeleteFunc(slices.Clone(s.state.Running), func(b Begun) bool { return b.Due.JobID() == due.JobID() })
}

// CutOff returns the runs that processes before this one have begun and not
// ended, in the order of their beginnings. They are on record until
// [Scheduler.Note] is told what came of them.
func (s *Scheduler) CutOff() []Begun { return s.cutOff }

// Note takes down what came of a job.
func (s *Scheduler) Note(_ context.Context, ended event.JobEnded) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.DeleteFunc(s.state.Ended[ended.Due.Job], func(o Outcome) bool { return o.Due.Space == ended.Due.Space })
	s.state.Running = s.others(ended.Due)
	all = slices.Insert(all, 0, Outcome{s.opts.Now().UTC().Truncate(time.Millisecond), ended})
	s.state.Ended[ended.Due.Job] = all[:min(len(all), kept)]
	return s.save()
}

// Line is what a person sees of a rule.
type Line struct {
	Job   string        `json:"job"`
	Space memtide.Space `json:"space,omitempty"` // of a rule for one space
	Cron  string        `json:"cron"`            // "" is never
	Idle  string        `json:"idle,omitempty"`  // also after so much quiet
	Last  time.Time     `json:"last,omitzero"`   // the zero time is never
	Next  time.Time     `json:"next,omitzero"`
	Ended []Outcome     `json:"ended,omitempty"` // what came of it, the newest first, one a space
}

// Lines returns the table with the last and next time of each rule, in the time zone of
// the table, and what came of its last runs.
func (s *Scheduler) Lines() []Line {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Line
	for _, r := range s.rules {
		l := Line{Job: r.Job, Space: r.space, Cron: r.cron, Last: s.lastRun(r.key())}
		for _, o := range s.state.Ended[r.Job] {
			_, own := r.Spaces[o.Due.Space]
			if r.space == o.Due.Space || r.space == "" && !own {
				l.Ended = append(l.Ended, o)
			}
		}
		if l.Last.IsZero() && len(l.Ended) > 0 { // by hand, or when a session was over
			l.Last = l.Ended[0].At
		}
		l.Last = l.Last.In(s.opts.Location)
		if r.when != nil {
			l.Next = r.when.Next(s.opts.Now().In(s.opts.Location))
		}
		if r.Idle > 0 && r.space == "" {
			l.Idle = r.Idle.String()
		}
		out = append(out, l)
	}
	return out
}

// next returns the first time at which a rule will be due, zero for never.
func (s *Scheduler) next() (first time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.rules {
		if r.when == nil {
			continue
		}
		if at := r.when.Next(s.opts.Now().In(s.opts.Location)); first.IsZero() || !at.IsZero() && at.Before(first) {
			first = at
		}
	}
	return first
}

func sorted(m map[memtide.Space]string) []memtide.Space { return slices.Sorted(maps.Keys(m)) }
