package daemon

import (
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/tools"
)

// Of a history only the newest part of the log is read where that is asked for; what has made the
// memory stands behind it all the same, and it is said that there may be more.
func TestTheNewestOfAHistory(t *testing.T) {
	d, err := StartThrowaway(t.Context(), config.Default(), Options{NoSync: true})
	daemontest.Started(t, d, err)
	ctx := daemontest.Within(t, time.Minute)
	for _, text := range []string{"The crane is painted green.", "The lighthouse keeper is called Odile.", "The ferry leaves at nine."} {
		daemontest.Say(t, d.Client, event.TurnRequest{Role: memtide.RoleUser, Text: text, Session: "s", Client: "claude-code"})
		if err := d.Client.Settle(ctx, memtide.DefaultSpace, nil); err != nil {
			t.Fatal(err)
		}
	}
	found, err := client.Control[control.Meant](ctx, d.Client, "find", control.FindRequest{Space: memtide.DefaultSpace, What: "crane painted", About: true, Limit: 1})
	if err != nil || len(found.Nodes) != 1 {
		t.Fatal(found, err)
	}
	id := found.Nodes[0].ID
	show := func(newest uint64) control.Shown {
		t.Helper()
		s, err := client.Control[control.Shown](ctx, d.Client, "show", control.ShowRequest{Space: memtide.DefaultSpace, What: id.String(), History: true, Newest: newest})
		if err != nil || len(s.History) == 0 || !s.History[len(s.History)-1].Makes(id) {
			t.Fatalf("%v: %+v", err, s.History)
		}
		return s
	}
	if s := show(1); len(s.History) != 1 || !s.Unread {
		t.Errorf("unread %v: %+v", s.Unread, s.History)
	}
	if _, err := client.Decide[memtide.ChangeSet](ctx, d.Client, "pin", control.NodeRequest{Space: memtide.DefaultSpace, What: id.String(), On: true}); err != nil {
		t.Fatal(err)
	}
	if s := show(1); len(s.History) != 2 || !s.Unread || s.History[0].Cause.Stage != "pin" {
		t.Errorf("unread %v: %+v", s.Unread, s.History)
	}
	for _, all := range []uint64{0, 1 << 40} {
		if s := show(all); len(s.History) != 2 || s.Unread {
			t.Errorf("%d: unread %v: %+v", all, s.Unread, s.History)
		}
	}
}

// Figures that are counted at once are counted for each who asks; others stand for a while, in
// their own space, and a count that failed does not.
func TestFiguresStandAsLongAsTheyCost(t *testing.T) {
	var f figures
	now, counts := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC), 0
	ask := func(space memtide.Space, takes time.Duration, fails error) int {
		s, err := f.of(space, func() time.Time { return now }, func() (tools.Stats, error) {
			now = now.Add(takes)
			counts++
			return tools.Stats{Unused: counts}, fails
		})
		if !errors.Is(err, fails) {
			t.Error(err)
		}
		return s.Unused
	}
	for i, c := range []struct {
		space memtide.Space
		waits time.Duration // before
		takes time.Duration
		fails error
		want  int
	}{
		{"home", 0, countedQuickly, nil, 1},
		{"home", 0, countedQuickly, nil, 2},
		{"home", 0, time.Second, nil, 3},
		{"home", 0, time.Second, nil, 3},
		{"home", figuresStand*time.Second - 1, time.Second, nil, 3},
		{"work", 0, time.Second, nil, 4},
		{"home", 0, time.Second, nil, 5},
		{"home", figuresStand * time.Second, time.Second, errors.New("gone"), 6},
		{"home", 0, time.Second, nil, 7},
	} {
		now = now.Add(c.waits)
		if got := ask(c.space, c.takes, c.fails); got != c.want {
			t.Errorf("%d: %d, want %d", i, got, c.want)
		}
	}
}
