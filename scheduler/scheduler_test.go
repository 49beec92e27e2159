package scheduler

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

func say(t *testing.T, h *bustest.Harness, space memtide.Space, id string) {
	t.Helper()
	turn := event.TurnTaken{Turn: memtide.Turn{ID: id, Space: space, Text: "x"}}
	if _, err := h.Publish(t.Context(), turn, bus.Meta{ID: id, Space: space}); err != nil {
		t.Fatal(err)
	}
}

var (
	day   = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	daily = []Entry{{Job: "consolidate", Cron: "0 3 * * *"}}
)

// run starts a scheduler, lets it fire what is due, and returns how many jobs
// MAINTAIN holds afterwards.
func run(t *testing.T, h *bustest.Harness, table []Entry, path string, now time.Time) uint64 {
	t.Helper()
	s, err := New(h.Bus, table, path, Options{Location: time.UTC, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.begin(); err != nil {
		t.Fatal(err)
	}
	if err := s.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Run(ctx); err != nil {
		t.Fatal(err)
	}
	st, err := h.State(t.Context(), bus.StreamMaintain)
	if err != nil {
		t.Fatal(err)
	}
	return st.Messages
}

func TestMissedRunsAreCaughtUpOnce(t *testing.T) {
	h := bustest.Start(t)
	path := filepath.Join(t.TempDir(), "schedule.json")
	say(t, h, "a", "1")
	if n := run(t, h, daily, path, day); n != 0 {
		t.Fatalf("the first start fired %d jobs; nothing was missed", n)
	}
	if n := run(t, h, daily, path, day.Add(72*time.Hour)); n != 1 {
		t.Fatalf("after three nights without a daemon %d jobs, want 1", n)
	}
	if n := run(t, h, daily, path, day.Add(73*time.Hour)); n != 1 {
		t.Errorf("caught up twice: %d jobs", n)
	}
	if n := run(t, h, daily, path, day.Add(96*time.Hour)); n != 1 {
		t.Errorf("a space without new half-turns was not skipped: %d jobs", n)
	}
	say(t, h, "a", "2")
	if n := run(t, h, daily, path, day.Add(120*time.Hour)); n != 2 {
		t.Errorf("a new half-turn and a new night: %d jobs, want 2", n)
	}
}

// A machine that was in another year for a while keeps its nights.
func TestAClockThatGoesBackStopsNoJob(t *testing.T) {
	for name, wrong := range map[string]time.Duration{"a second": time.Second, "four years": 4 * 365 * 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			h := bustest.Start(t)
			path := filepath.Join(t.TempDir(), "schedule.json")
			say(t, h, "a", "1")
			run(t, h, daily, path, day)
			night := day.Add(15 * time.Hour)
			run(t, h, daily, path, night.Add(wrong))
			fired := run(t, h, daily, path, night.Add(-time.Second))
			say(t, h, "a", "2")
			run(t, h, daily, path, night.Add(time.Hour))
			if n := run(t, h, daily, path, night.Add(24*time.Hour)); n <= fired {
				t.Errorf("%d jobs after the clock was set right, %d before", n, fired)
			}
			say(t, h, "a", "3")
			before := run(t, h, daily, path, night.Add(47*time.Hour))
			if n := run(t, h, daily, path, night.Add(48*time.Hour)); n != before+1 {
				t.Errorf("the next night: %d jobs, want %d", n, before+1)
			}
		})
	}
}

// Who is quiet is looked for after a clock that was ahead for one look, too.
func TestIdleAfterAClockThatWasAhead(t *testing.T) {
	for _, ahead := range []time.Duration{0, time.Hour, 365 * 24 * time.Hour} {
		h := bustest.Start(t)
		begun := time.Now()
		now := begun.Add(ahead)
		table := []Entry{{Job: "consolidate", Idle: 30 * time.Minute}}
		s, err := New(h.Bus, table, filepath.Join(t.TempDir(), "schedule.json"), Options{Location: time.UTC, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		for i, after := range []time.Duration{ahead, time.Minute, 40 * time.Minute} {
			if now = begun.Add(after); i == 1 {
				say(t, h, "a", "1")
			}
			if err := s.Tick(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if st, err := h.State(t.Context(), bus.StreamMaintain); err != nil || st.Messages != 1 {
			t.Errorf("%v ahead: %d jobs within forty minutes, want 1: %v", ahead, st.Messages, err)
		}
	}
}

// A job is told its time on the clock of the table: a day ends by that.
func TestAJobIsDueInTheZoneOfTheTable(t *testing.T) {
	for _, table := range [][]Entry{daily, {{Job: "consolidate", Idle: 30 * time.Minute}}} {
		h := bustest.Start(t)
		say(t, h, "a", "1")
		now := time.Now()
		s, err := New(h.Bus, table, filepath.Join(t.TempDir(), "schedule.json"), Options{Location: time.FixedZone("", -8*3600), Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.Tick(t.Context()); err != nil {
				t.Fatal(err)
			}
			now = now.Add(25 * time.Hour)
		}
		m, err := h.Last(t.Context(), event.JobDue{}, "a")
		if err != nil {
			t.Fatal(err)
		}
		due, err := event.Decode[event.JobDue](m.Body)
		if _, ahead := due.ScheduledAt.Zone(); err != nil || ahead != -8*3600 {
			t.Errorf("%s is due at %v: %v", table[0].Job, due.ScheduledAt, err)
		}
	}
}

// shorter is a bus whose log was put back to an earlier day.
type shorter struct{ *bus.Bus }

func (b shorter) Last(ctx context.Context, p event.Payload, space memtide.Space) (bus.Message, error) {
	m, err := b.Bus.Last(ctx, p, space)
	m.Seq -= 2
	return m, err
}

func TestARestoredLogIsNew(t *testing.T) {
	h := bustest.Start(t)
	table := []Entry{{Job: "decay", Cron: "0 3 * * *"}, {Job: "consolidate", Idle: 30 * time.Minute}}
	path := filepath.Join(t.TempDir(), "schedule.json")
	for _, id := range []string{"1", "2", "3"} {
		say(t, h, "a", id)
	}
	now := time.Now()
	run(t, h, table, path, now)
	if n := run(t, h, table, path, now.Add(24*time.Hour)); n != 2 {
		t.Fatalf("%d jobs, want 2", n)
	}
	s, err := New(shorter{h.Bus}, table, path, Options{Location: time.UTC, Now: func() time.Time { return now.Add(48 * time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen := s.state.Seen
	if seen["decay"]["a"] != 1 || seen["consolidate-idle"]["a"] != 1 {
		t.Errorf("fired up to %v, and the log ends at 1", seen)
	}
}

func TestTwoDaemonsFireOneJob(t *testing.T) {
	for _, table := range [][]Entry{daily, {{Job: "consolidate", Cron: "@every 7h"}}} {
		h := bustest.Start(t)
		say(t, h, "a", "1")
		dir := t.TempDir()
		// The second one was started later, and looks at another second.
		for i, name := range []string{"one.json", "two.json"} {
			run(t, h, table, filepath.Join(dir, name), day.Add(time.Duration(i)*37*time.Minute))
		}
		for i, name := range []string{"one.json", "two.json"} {
			if n := run(t, h, table, filepath.Join(dir, name), day.Add(24*time.Hour+time.Duration(i)*13*time.Second)); n != 1 {
				t.Errorf("%s, %s: MAINTAIN holds %d jobs, want 1", table[0].Cron, name, n)
			}
		}
	}
}

func TestASpaceHasTimesOfItsOwn(t *testing.T) {
	h := bustest.Start(t)
	path := filepath.Join(t.TempDir(), "schedule.json")
	table := []Entry{{Job: "decay", Cron: "0 3 * * *", Spaces: map[memtide.Space]string{"b": "0 15 * * *", "c": ""}}}
	for _, space := range []memtide.Space{"a", "b", "c"} {
		say(t, h, space, string(space))
	}
	run(t, h, table, path, day)
	if n := run(t, h, table, path, day.Add(4*time.Hour)); n != 1 {
		t.Errorf("at 16:00 %d jobs, want that of b", n)
	}
	if n := run(t, h, table, path, day.Add(16*time.Hour)); n != 2 {
		t.Errorf("at 04:00 %d jobs, want those of a and b", n)
	}
}

func TestAQuietSpaceIsDueOnce(t *testing.T) {
	h := bustest.Start(t)
	path := filepath.Join(t.TempDir(), "schedule.json")
	table := []Entry{{Job: "consolidate", Idle: 30 * time.Minute}}
	say(t, h, "a", "1")
	now := time.Now()
	for _, c := range []struct {
		after time.Duration
		want  uint64
	}{{10 * time.Minute, 0}, {31 * time.Minute, 1}, {40 * time.Minute, 1}, {80 * time.Minute, 1}} {
		if n := run(t, h, table, path, now.Add(c.after)); n != c.want {
			t.Errorf("after %s: %d jobs, want %d", c.after, n, c.want)
		}
	}
}

func TestWhatConcernsTheMachineIsFiredForOneSpace(t *testing.T) {
	h := bustest.Start(t)
	path := filepath.Join(t.TempDir(), "schedule.json")
	table := []Entry{{Job: "backup", Cron: "10 5 * * *", Only: "default"}}
	say(t, h, "a", "1")
	run(t, h, table, path, day)
	for i := range 3 { // nothing is said meanwhile
		if n := run(t, h, table, path, day.Add(time.Duration(24*(i+1))*time.Hour)); n != uint64(i+1) {
			t.Errorf("night %d: %d jobs", i+1, n)
		}
	}
}

func TestTimesAreThoseOfTheZone(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	s, err := New(nil, daily, filepath.Join(t.TempDir(), "s"), Options{Location: berlin, Now: func() time.Time { return day }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "consolidate", Space: "a"}, Outcome: event.JobDone}); err != nil {
		t.Fatal(err)
	}
	if l := s.Lines()[0]; l.Last.Location() != berlin || l.Next.Location() != berlin {
		t.Errorf("last %s, next %s", l.Last, l.Next)
	}
	if got, want := s.Lines()[0].Next, time.Date(2026, 11, 21, 2, 0, 0, 0, time.UTC); !got.Equal(want) {
		t.Errorf("next %s, want %s", got, want)
	}
}

// A rule that has only begun was never run, also for who reads the book later;
// then its last run is the last time of the table that it was fired for.
func TestARuleThatHasOnlyBegunWasNeverRun(t *testing.T) {
	h := bustest.Start(t)
	path := filepath.Join(t.TempDir(), "schedule.json")
	line := func() Line {
		t.Helper()
		s, err := New(h.Bus, daily, path, Options{Location: time.UTC, Now: func() time.Time { return day }})
		if err != nil {
			t.Fatal(err)
		}
		return s.Lines()[0]
	}
	say(t, h, "a", "1")
	run(t, h, daily, path, day)
	if l := line(); !l.Last.IsZero() || l.Next.IsZero() {
		t.Errorf("begun: %+v", l)
	}
	s, err := New(h.Bus, daily, path, Options{Now: func() time.Time { return day.Add(time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "consolidate", Space: "a"}, Outcome: event.JobDone}); err != nil {
		t.Fatal(err)
	}
	if l := line(); !l.Last.Equal(day.Add(time.Hour)) {
		t.Errorf("run by hand: %+v", l)
	}
	run(t, h, daily, path, day.Add(24*time.Hour))
	if l := line(); !l.Last.Equal(day.Add(15 * time.Hour)) {
		t.Errorf("fired: %+v", l)
	}
}

// refusing is a bus that takes nothing.
type refusing struct{ *bus.Bus }

var errFull = errors.New("full")

func (refusing) Publish(context.Context, event.Payload, bus.Meta) (bus.Stored, error) {
	return bus.Stored{}, errFull
}

func TestWhatCouldNotBeFiredIsDueStill(t *testing.T) {
	h := bustest.Start(t)
	path := filepath.Join(t.TempDir(), "schedule.json")
	say(t, h, "a", "1")
	run(t, h, daily, path, day)
	s, err := New(refusing{h.Bus}, daily, path, Options{Location: time.UTC, Now: func() time.Time { return day.Add(24 * time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Tick(t.Context()); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	if n := run(t, h, daily, path, day.Add(24*time.Hour)); n != 1 {
		t.Errorf("%d jobs, want 1", n)
	}
}

func TestTheBookIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "schedule.json")
	open := func() *Scheduler {
		s, err := New(nil, daily, path, Options{Location: time.UTC, Now: func() time.Time { return day }})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	for i, space := range []memtide.Space{"a", "b", "a"} {
		err := s.Note(t.Context(), event.JobEnded{Due: event.JobDue{Job: "consolidate", Space: space}, Outcome: event.JobDone, Changes: i + 1})
		if err != nil {
			t.Fatal(err)
		}
	}
	l := open().Lines()[0]
	if len(l.Ended) != 2 || l.Ended[0].Due.Space != "a" || l.Ended[0].Changes != 3 || l.Ended[1].Changes != 2 || !l.Ended[0].At.Equal(day) {
		t.Errorf("%+v", l.Ended)
	}
}

func TestEveryBadLineIsNamed(t *testing.T) {
	table := []Entry{{Job: "decay", Cron: "whenever"}, {Job: "link", Cron: "1 2 3"}, {Job: "sweep", Cron: "@every 5s"},
		{Job: "infer", Cron: "0 3 * * *", Spaces: map[memtide.Space]string{"work": "never"}}}
	_, err := New(nil, table, filepath.Join(t.TempDir(), "s"), Options{})
	for _, want := range []string{"jobs.decay", "jobs.link", "jobs.sweep", "jobs.infer@work"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}
