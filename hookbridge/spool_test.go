package hookbridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func TestSpoolDrain(t *testing.T) {
	dir := t.TempDir()
	s := NewSpool(dir)
	for i, text := range []string{"third", "first", "second", "second again"} {
		at := testTime.Add([]time.Duration{30, 10, 20, 20}[i] * time.Nanosecond)
		if err := s.Put(event.TurnRequest{Text: text, Time: at}, at); err != nil {
			t.Fatal(err)
		}
	}
	makeFile(t, filepath.Join(dir, "0000000000000000001-1-1.json"), `{"text":`)
	makeFile(t, filepath.Join(dir, "0000000000000000002-1-1.json"), `{"text":"refuse me"}`)
	makeFile(t, filepath.Join(dir, "0000000000000000003-1-1.json.tmp"), `{"text":"its writer died"}`)
	makeFile(t, filepath.Join(dir, "0000000000000000004-1-1.json.tmp"), `{"text":"being written"}`)
	old := time.Now().Add(-2 * orphanAge)
	if err := os.Chtimes(filepath.Join(dir, "0000000000000000003-1-1.json.tmp"), old, old); err != nil {
		t.Fatal(err)
	}
	var got []string
	passing := errors.New("disk is full")
	send := func(r event.TurnRequest) error {
		switch {
		case r.Text == "refuse me":
			return fmt.Errorf("%w: text: nonsense", ErrRefused)
		case r.Text == "second" && len(got) < 3:
			got = append(got, "(stop)")
			return passing
		}
		got = append(got, r.Text)
		return nil
	}
	d := &Drainer{Dir: dir}
	if err := d.Drain(t.Context(), send); !errors.Is(err, passing) {
		t.Fatalf("first drain: %v", err)
	}
	if err := d.Drain(t.Context(), send); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"its writer died", "first", "(stop)", "second", "second again", "third"}, got); d != "" {
		t.Error(d)
	}
	state, err := ReadSpool(dir)
	if err != nil || state.Files != 1 || state.Bad != 2 {
		t.Errorf("left %+v, %v", state, err)
	}
	why, err := os.ReadFile(filepath.Join(dir, "bad", "0000000000000000002-1-1.reason"))
	if err != nil || !strings.Contains(string(why), "nonsense") {
		t.Errorf("reason %q, %v", why, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "0000000000000000004-1-1.json.tmp")); err != nil {
		t.Error("took a file that was being written")
	}
}

// A hook that was ended between making its file and writing it leaves an empty one,
// which says what to do.
func TestAnEmptyFileSaysWhy(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "0000000000000000005-1-1.json.tmp")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, testTime, testTime); err != nil {
		t.Fatal(err)
	}
	if err := (&Drainer{Dir: dir}).Drain(t.Context(), func(event.TurnRequest) error { t.Error("sent"); return nil }); err != nil {
		t.Fatal(err)
	}
	st, err := ReadSpool(dir)
	if err != nil || len(st.Aside) != 1 || !strings.Contains(st.Aside[0], "memtide import claude-code") {
		t.Errorf("%+v, %v", st, err)
	}
}

// A file that no half-turn is as large as moves aside, and is not read to its end; what is no
// file does not wait.
func TestAFileThatIsNoHalfTurnMovesAside(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "0000000000000000001-1-1.json")
	if err := errors.Join(os.WriteFile(large, nil, 0o600), os.Truncate(large, 4<<30), os.Mkdir(filepath.Join(dir, "0000000000000000002-1-1.json"), 0o700)); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := (&Drainer{Dir: dir}).Drain(t.Context(), func(event.TurnRequest) error { t.Error("sent"); return nil }); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 256<<20 {
		t.Errorf("%d MiB were taken", n>>20)
	}
	st, err := ReadSpool(dir)
	if err != nil || st.Files != 0 || len(st.Aside) != 1 || !strings.Contains(st.Aside[0], "which no half-turn has") {
		t.Errorf("%+v, %v", st, err)
	}
}

// A half-turn whose time can be read and not be written moves aside, and those behind
// it go on.
func TestATimeThatCannotBeWrittenMovesAside(t *testing.T) {
	dir := t.TempDir()
	for name, at := range map[string]string{"1": "2026-11-01T10:00:00+24:00", "2": "2026-11-01T10:00:00+01:00"} {
		if err := os.WriteFile(filepath.Join(dir, name+".json"), []byte(`{"role":"user","text":"x","prompt_id":"`+name+`","time":"`+at+`"}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var sent []string
	err := (&Drainer{Dir: dir}).Drain(t.Context(), func(r event.TurnRequest) error {
		_, err := event.Encode(r)
		sent = append(sent, r.PromptID)
		return err
	})
	why, _ := os.ReadFile(filepath.Join(dir, "bad", "1.reason")) // none is told below
	if err != nil || len(sent) != 1 || sent[0] != "2" || !strings.HasPrefix(string(why), "time: ") {
		t.Errorf("sent %q, %v; reason %q", sent, err, why)
	}
}

func TestDrainStops(t *testing.T) {
	none := &Drainer{Dir: filepath.Join(t.TempDir(), "none")}
	if err := none.Drain(t.Context(), nil); err != nil {
		t.Errorf("without a folder: %v", err)
	}
	dir := t.TempDir()
	if err := NewSpool(dir).Put(event.TurnRequest{Text: "x"}, testTime); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (&Drainer{Dir: dir}).Drain(ctx, func(event.TurnRequest) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// A half-turn that the daemon cannot take in time does not hold up those behind it for
// ever: the third time it moves aside, whole, with what is to be done. A wait for
// which something else is to blame does not count.
func TestALateHalfTurnMovesAside(t *testing.T) {
	dir := t.TempDir()
	for n, text := range []string{"slow", "behind it"} {
		if err := NewSpool(dir).Put(event.TurnRequest{Text: text}, testTime.Add(time.Duration(n))); err != nil {
			t.Fatal(err)
		}
	}
	d := &Drainer{Dir: dir}
	var got []string
	drain := func(late error) error {
		return d.Drain(t.Context(), func(r event.TurnRequest) error {
			if r.Text == "slow" && late != nil {
				return late
			}
			got = append(got, r.Text)
			return nil
		})
	}
	late, sick := fmt.Errorf("%w: deadline exceeded", ErrLate), errors.New("the disk is full")
	for n, why := range []error{late, sick, sick, sick, late} {
		if err := drain(why); !errors.Is(err, why) || len(got) > 0 {
			t.Fatalf("drain %d: %v, taken %q", n, err, got)
		}
	}
	if err := drain(late); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"behind it"}, got); d != "" {
		t.Error(d)
	}
	state, err := ReadSpool(dir)
	if err != nil || state.Files != 0 || state.Bad != 1 || len(state.Aside) != 1 {
		t.Fatalf("left %+v, %v", state, err)
	}
	path, why, _ := strings.Cut(state.Aside[0], ": ")
	if !strings.Contains(why, "not taken in time") || !strings.Contains(why, "move the file back into "+dir) {
		t.Errorf("reason %q", why)
	}
	if err := os.Rename(path, filepath.Join(dir, filepath.Base(path))); err != nil {
		t.Fatal(err)
	}
	if err := drain(late); !errors.Is(err, late) {
		t.Errorf("what was moved back is not tried as before: %v", err)
	}
	if err := drain(nil); err != nil || got[len(got)-1] != "slow" {
		t.Errorf("what was moved back is not taken: %v, %q", err, got)
	}
}

// What is said in a space that takes nothing waits, and nothing of that space goes
// before it; other spaces go on.
func TestASpaceThatTakesNothingHoldsUpNoOther(t *testing.T) {
	dir := t.TempDir()
	for n, space := range []memtide.Space{"shut", "", "shut", "work", "gone"} {
		if err := NewSpool(dir).Put(event.TurnRequest{Space: space, Text: fmt.Sprint(n)}, testTime.Add(time.Duration(n))); err != nil {
			t.Fatal(err)
		}
	}
	why := errors.New("written by a newer version")
	var sent []string
	err := (&Drainer{Dir: dir}).Drain(t.Context(), func(r event.TurnRequest) error {
		sent = append(sent, r.Text)
		if r.Space == "shut" || r.Space == "gone" {
			return fmt.Errorf("%w: %w", ErrShut, why)
		}
		return nil
	})
	if d := cmp.Diff([]string{"0", "1", "3", "4"}, sent); d != "" || !errors.Is(err, why) {
		t.Errorf("%v\n%s", err, d)
	}
	if state, err := ReadSpool(dir); err != nil || state.Files != 3 || state.Bad != 0 {
		t.Errorf("left %+v, %v", state, err)
	}
}

func TestSpoolFull(t *testing.T) {
	for name, s := range map[string]*Spool{"files": {files: 2, bytes: 1 << 20}, "bytes": {files: 100, bytes: 120}} {
		s.dir = t.TempDir()
		var dropped int
		for i := range 5 {
			err := s.Put(event.TurnRequest{Text: fmt.Sprint("half-turn ", i), Session: "abcdefgh"}, testTime.Add(time.Duration(i)))
			if err != nil && !errors.Is(err, ErrSpoolFull) {
				t.Fatal(err)
			}
			if err != nil {
				dropped++
			}
		}
		state, err := ReadSpool(s.dir)
		if err != nil || dropped < 2 || state.Full.Dropped != dropped || state.Files != 5-dropped {
			t.Errorf("%s: dropped %d, state %+v, %v", name, dropped, state, err)
		}
		if !state.Full.Since.Before(state.Full.Last) {
			t.Errorf("%s: full %+v", name, state.Full)
		}
		if err := ForgetFull(s.dir); err != nil {
			t.Error(err)
		}
		if _, full := ReadFull(s.dir); full {
			t.Errorf("%s: still full", name)
		}
	}
}

func TestDownGrows(t *testing.T) {
	dir := t.TempDir()
	now := testTime
	want := downFirst
	for range 8 {
		if isDown(dir, now) {
			t.Fatalf("down at %v", now)
		}
		if err := setDown(dir, now); err != nil {
			t.Fatal(err)
		}
		d, _ := ReadDown(dir)
		if d.Wait != want || !isDown(dir, now.Add(want-1)) || isDown(dir, now.Add(want)) {
			t.Fatalf("wait %v, want %v", d.Wait, want)
		}
		now, want = now.Add(want), min(2*want, downLast)
	}
	if isDown(dir, now.Add(-24*time.Hour)) {
		t.Error("a pause of another clock counts")
	}
	if err := clearDown(dir); err != nil || isDown(dir, now) {
		t.Error("not cleared")
	}
}

// A file FULL is there because something was dropped, whatever it says.
func TestADamagedFULLCountsAsDropped(t *testing.T) {
	for _, damaged := range []string{"", "null", "{}", "{", `{"dropped":-3}`, `[]`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, fullName), []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, ok := ReadFull(dir); !ok || f.Dropped != 1 {
			t.Errorf("%q: %+v, %v", damaged, f, ok)
		}
		if s, err := ReadSpool(dir); err != nil || s.Full.Dropped != 1 {
			t.Errorf("%q: %+v, %v", damaged, s, err)
		}
	}
	if f, ok := ReadFull(t.TempDir()); ok || f.Dropped != 0 {
		t.Errorf("without one: %+v", f)
	}
}

// A hook whose time is over while the disk syncs, or while two hundred others are at the
// folder, leaves behind what was said: it is written before anything else.
func TestAHookThatEndsInTheMiddleLosesNothing(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 {
		s := NewSpool(dir)
		ended := make(chan struct{})
		s.written = func() { runtime.Goexit() } // the process is gone
		go func() {
			defer close(ended)
			t.Error("went on: ", s.Put(event.TurnRequest{Text: fmt.Sprint("half-turn ", i)}, testTime.Add(time.Duration(i))))
		}()
		<-ended
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * orphanAge)
	for i, e := range entries {
		if i == len(entries)-1 {
			old = time.Now().Add(24 * time.Hour) // by a clock that was set back since
		}
		if err := os.Chtimes(filepath.Join(dir, e.Name()), old, old); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	if err := (&Drainer{Dir: dir}).Drain(t.Context(), func(r event.TurnRequest) error { got = append(got, r.Text); return nil }); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"half-turn 0", "half-turn 1", "half-turn 2"}, got); d != "" {
		t.Error(d)
	}
}

// Whatever year a clock has, what was said by it is kept.
func TestAClockThatIsFarOff(t *testing.T) {
	for _, year := range []int{1, 1600, 1970, 2300, 9999, 10_000, 200_000} {
		p, at := newPaths(t), time.Date(year, 2, 1, 0, 0, 0, 0, time.UTC)
		Main(t.Context(), Options{Client: ClientClaude, Stdin: strings.NewReader(payload("hook_event_name", "Stop", "last_assistant_message", "Done.")), Stdout: io.Discard,
			Now: func() time.Time { return at }, Env: []string{"MEMTIDE_HOME=" + p.Home, "MEMTIDE_NO_START=1"}})
		got := spooled(t, p)
		if len(got) != 1 || got[0].Text != "Done." || year < 10_000 && !got[0].Time.Equal(at) || year > 9999 && !got[0].Time.IsZero() {
			t.Errorf("%d: kept %v", year, got)
		}
	}
}
