package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

func TestRebuildComesToTheSameHash(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, log := open(t, h.Bus, dir, ledger.Options{})
	const sets = 700 // more than one batch
	for i := range sets {
		add(t, l, home, fmt.Sprint(i), fmt.Sprintf("shelf %d holds box %d", i, i*i))
	}
	add(t, l, "work", "x", "not of this space")
	before := hashOf(t, l, home)
	var told []uint64
	r, err := l.Rebuild(t.Context(), home, func(done, total uint64) {
		if total != sets {
			t.Errorf("total %d", total)
		}
		told = append(told, done)
	})
	if err != nil || r.Before != before || r.After != before || r.ChangeSets != sets || r.Operations != sets {
		t.Errorf("rebuilt %+v, %v; hash was %s", r, err, before)
	}
	if len(told) < 2 || told[len(told)-1] != sets {
		t.Errorf("progress %v", told)
	}
	if got := hashOf(t, l, home); got != before || log.String() != "" {
		t.Errorf("hash %s, was %s; log %s", got, before, log)
	}
	add(t, l, home, "after", "and life goes on")
	left, err := filepath.Glob(filepath.Join(dir, home.Token(), "graph.db?*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left over: %v %v", left, err)
	}
}

// While a space is rebuilt it is read and decided in, and what was decided
// meanwhile is in graph and text index afterwards.
func TestRebuildWhileLifeGoesOn(t *testing.T) {
	h := bustest.Start(t)
	l, log := open(t, h.Bus, t.TempDir(), ledger.Options{})
	ids := map[memtide.ID]bool{}
	for i := range 600 {
		ids[add(t, l, home, fmt.Sprint(i), fmt.Sprintf("shelf %d holds box %d", i, i*i))] = true
	}
	look := func() error {
		return l.Read(t.Context(), home, func(v ledger.View) error {
			for id := range ids {
				if !v.Graph.Has(id) || !v.Text.Has(id) {
					return fmt.Errorf("%s is not there", id)
				}
			}
			return nil
		})
	}
	for round := range 3 {
		ended := make(chan error, 1)
		go func() {
			r, err := l.Rebuild(t.Context(), home, nil)
			if err == nil && r.Before != r.After {
				err = ledger.ErrMismatch
			}
			ended <- err
		}()
		for i, done := 0, false; !done; i++ {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
				done = true
			default:
			}
			ids[add(t, l, home, fmt.Sprint("meanwhile", round, i), fmt.Sprintf("drawer %d of round %d is empty", i, round))] = true
			if err := look(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if found, err := l.Check(t.Context(), home); err != nil || len(found) > 0 || log.String() != "" {
		t.Errorf("check %v, %v; log %s", found, err, log)
	}
}

// A graph that is not what LEDGER says is told, kept beside, and replaced.
func TestRebuildTellsADifference(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	add(t, l, home, "a", "tea is in the upper drawer")
	want := hashOf(t, l, home)
	shut(t, l)
	// A change set that is in no log, under the sequence of one that is.
	path := filepath.Join(dir, home.Token(), "graph.db")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	db, err := graphdb.Open(path, graphdb.Options{Space: home, Incarnation: h.Incarnation()})
	if err != nil {
		t.Fatal(err)
	}
	forged := draft(home, "test", "a", noon)
	if err := fact("tea is nowhere")(ledger.View{}, &forged); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Apply(1, forged), db.Close()); err != nil {
		t.Fatal(err)
	}
	l, _ = open(t, h.Bus, dir, ledger.Options{})
	r, err := l.Rebuild(t.Context(), home, nil)
	if !errors.Is(err, ledger.ErrMismatch) || r.After != want || r.Before == want {
		t.Errorf("rebuilt %+v, %v; LEDGER's hash is %s", r, err, want)
	}
	kept, err := filepath.Glob(filepath.Join(dir, home.Token(), "graph.db.before-*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("the old graph: %v %v", kept, err)
	}
	if got := hashOf(t, l, home); got != want {
		t.Errorf("hash %s, LEDGER's is %s", got, want)
	}
}

// A graph whose file is damaged where its opening does not look is replaced, whatever
// can still be read of it, and that is no difference between it and LEDGER.
func TestRebuildReplacesADamagedGraph(t *testing.T) {
	const text = "tea is in the upper drawer"
	for name, damage := range map[string]func(raw []byte, at int){
		"no JSON":      func(raw []byte, at int) { raw[at] = '"' },
		"no node":      func(raw []byte, at int) { raw[bytes.LastIndex(raw[:at], []byte(`{"id"`))-1] = 0xfe },
		"a whole page": func(raw []byte, at int) { clear(raw[at&^4095 : at&^4095+4096]) },
	} {
		t.Run(name, func(t *testing.T) {
			h := bustest.Start(t)
			dir := t.TempDir()
			l, _ := open(t, h.Bus, dir, ledger.Options{})
			add(t, l, home, "a", text)
			want := hashOf(t, l, home)
			shut(t, l)
			path := filepath.Join(dir, home.Token(), "graph.db")
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for at := 0; ; { // each copy that a page has left
				next := bytes.Index(raw[at:], []byte(text))
				if next < 0 {
					break
				}
				at += next
				damage(raw, at)
				at++
			}
			if err := os.WriteFile(path, raw, 0o600); err != nil {
				t.Fatal(err)
			}
			l, log := open(t, h.Bus, dir, ledger.Options{})
			r, err := l.Rebuild(t.Context(), home, nil)
			if err != nil || r.Damaged == "" && !strings.Contains(log.String(), "graph is damaged") || r.After != want {
				t.Errorf("rebuilt %+v, %v; LEDGER's hash is %s", r, err, want)
			}
			kept, err := filepath.Glob(filepath.Join(dir, home.Token(), "graph.db.damaged-*"))
			if err != nil || len(kept) != 1 {
				t.Errorf("the old graph: %v %v", kept, err)
			}
			if found, err := l.Check(t.Context(), home); err != nil || len(found) > 0 {
				t.Errorf("check %v, %v", found, err)
			}
		})
	}
}

func TestAnExchangedLedgerChangesNothing(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	id := add(t, l, home, "a", "tea is in the upper drawer")
	before := hashOf(t, l, home)
	shut(t, l)

	js, err := jetstream.New(h.Conn())
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), bus.StreamLedger); err != nil {
		t.Fatal(err)
	}
	b, err := bus.New(t.Context(), h.Server.Dial, bus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if b.Incarnation() == h.Incarnation() {
		t.Fatal("the new LEDGER has the name of the old one")
	}
	l, log := open(t, b, dir, ledger.Options{})
	_, err = l.Decide(t.Context(), draft(home, "test", "b", noon), fact("a word too many"))
	if !errors.Is(err, ledger.ErrForeign) {
		t.Errorf("decided: %v", err)
	}
	if _, err := l.Rebuild(t.Context(), home, nil); !errors.Is(err, ledger.ErrForeign) {
		t.Errorf("rebuilt: %v", err)
	}
	if err := l.Foreign(t.Context(), home); !errors.Is(err, ledger.ErrForeign) {
		t.Errorf("says %v", err)
	}
	err = l.Read(t.Context(), home, func(v ledger.View) error {
		_, err := v.Graph.Node(id)
		if err == nil && !v.Text.Has(id) {
			err = errors.New("its words are not found")
		}
		return err
	})
	if err != nil {
		t.Errorf("read: %v", err)
	}
	if got := hashOf(t, l, home); got != before || log.String() == "" || count(t, b, bus.StreamLedger) != 0 {
		t.Errorf("hash %s, was %s; log %q; LEDGER holds %d", got, before, log, count(t, b, bus.StreamLedger))
	}
	// Another space is free.
	add(t, l, "work", "a", "a first word")
	// And the graph stays what it was, also after a second start.
	shut(t, l)
	l, _ = open(t, b, dir, ledger.Options{})
	if err := l.Foreign(t.Context(), home); !errors.Is(err, ledger.ErrForeign) {
		t.Errorf("after a second start: %v", err)
	}
	if err := l.Foreign(t.Context(), "work"); err != nil {
		t.Errorf("the new space: %v", err)
	}
}

// turn publishes a half-turn and returns its sequence.
func turn(t *testing.T, b *bus.Bus, space memtide.Space, text string) uint64 {
	t.Helper()
	tt := memtide.Turn{Space: space, Role: memtide.RoleUser, Text: text, Time: noon, Trust: memtide.TrustUser}
	tt.ID = memtide.TurnID(tt)
	s, err := b.Publish(t.Context(), event.TurnTaken{Turn: tt}, bus.Meta{ID: tt.ID, Space: space})
	if err != nil {
		t.Fatal(err)
	}
	return s.Seq
}

// The mark never passes a half-turn that lacks a decision, whatever else is
// decided in its own space or in others.
func TestTheMarkNeverSkipsAnUndecidedHalfTurn(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{MaxOpen: 1})
	spaces := []memtide.Space{"a", "b", "c"}
	var seqs []uint64
	for i := range 9 {
		seqs = append(seqs, turn(t, h.Bus, spaces[i%3], fmt.Sprintf("word %d", i)))
	}
	decide := func(i int, stage, awaits string) {
		t.Helper()
		c := draft(spaces[i%3], stage, fmt.Sprint(i), noon)
		c.Cause.Kind, c.Cause.Seq = "turn", seqs[i]
		_, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
			c.Reason, c.Awaits = "nothing to keep", awaits
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	was := uint64(1)
	from := func(atMost uint64, why string) {
		t.Helper()
		if err := l.Mark(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := l.TurnsFrom(t.Context())
		if got > atMost || got < was {
			t.Errorf("%s: resumes at %d, want %d to %d", why, got, was, atMost)
		}
		was = got
	}
	from(1, "nothing is decided")
	for i := range 9 {
		decide(i, "record", "")
	}
	from(1, "only recorded")
	for _, i := range []int{0, 3, 6, 1} {
		decide(i, "store", "")
	}
	from(seqs[2], "the third space lacks its first")
	decide(2, "store", "reconcile")
	from(seqs[2], "the third space's first awaits another stage")
	decide(2, "reconcile", "")
	from(seqs[4], "the second space lacks its second")
	if n, err := l.Pending(t.Context(), "b"); n != 2 || err != nil {
		t.Errorf("%d half-turns pending in b, want 2 (%v)", n, err)
	}
	if done, err := l.AllDecided(t.Context(), "b"); done || err != nil {
		t.Errorf("two half-turns are pending, and all are decided (%v)", err)
	}
	over, end := context.WithCancel(t.Context())
	end()
	if err := l.AwaitDecided(over, "b"); err == nil {
		t.Error("two half-turns are pending, and nobody waits for them")
	}
	awaited := make(chan error, 1)
	go func() { awaited <- l.AwaitDecided(t.Context(), "b") }()
	for _, i := range []int{4, 5, 7, 8} {
		decide(i, "store", "")
	}
	if err := <-awaited; err != nil {
		t.Errorf("all are decided: %v", err)
	}
	from(seqs[8]+1, "all are decided")
	for _, name := range []memtide.Space{"b", "nothing was said here"} {
		if done, err := l.AllDecided(t.Context(), name); !done || err != nil {
			t.Errorf("not all is decided in %q (%v)", name, err)
		}
	}
	if was != seqs[8]+1 {
		t.Errorf("all are decided, and the mark stands at %d of %d", was, seqs[8]+1)
	}
	late := turn(t, h.Bus, "new", "a first word")
	from(late, "a space that nobody has opened")

	shut(t, l)
	l, _ = open(t, h.Bus, dir, ledger.Options{})
	from(late, "after a reopen")
	if err := os.WriteFile(filepath.Join(dir, "resume.json"), []byte(`{"incarnation":"another","turns":99}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := l.TurnsFrom(t.Context()); got != 1 {
		t.Errorf("a mark of another ledger counts: %d", got)
	}
	ahead := fmt.Sprintf(`{"incarnation":%q,"turns":%d}`, h.Bus.Incarnation(), late+7)
	if err := os.WriteFile(filepath.Join(dir, "resume.json"), []byte(ahead), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := l.TurnsFrom(t.Context()); got != 1 {
		t.Errorf("a mark behind the end of TURNS counts: %d", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "resume.json"), []byte(`{"turns":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := l.TurnsFrom(t.Context()); got != 1 {
		t.Errorf("a broken mark counts: %d", got)
	}
}
