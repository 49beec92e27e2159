package daemon

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// projects returns the projects that memories belong to, by name.
func (d *Daemon) projects(ctx context.Context, in control.SpaceRequest) (all []string, err error) {
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		all = tools.Projects(v)
		return nil
	})
	return all, err
}

// foldersLooked is how many of the newest half-turns are looked at for their folders:
// some months of work, and less than a second.
const foldersLooked = 20_000

// folders returns where the newest half-turns of each project were said, the folder
// with the most of them first. It looks at no disk but that of the log.
func (d *Daemon) folders(ctx context.Context, in control.SpaceRequest) ([]control.Folder, error) {
	st, err := d.bus.State(ctx, bus.StreamTurns)
	if err != nil {
		return nil, err
	}
	type place struct{ project, cwd string }
	said := map[place]int{}
	from := max(st.First, st.Last-min(st.Last, foldersLooked-1))
	err = d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: in.Space, From: from}, func(m bus.Message) error {
		t, err := event.Decode[event.TurnTaken](m.Body)
		if err != nil {
			return fmt.Errorf("half-turn %d: %w", m.Seq, err)
		}
		if t.Project != "" && t.Cwd != "" {
			said[place{t.Project, t.Cwd}]++
		}
		return d.bus.Quiet(ctx)
	})
	var all []control.Folder
	for p, n := range said {
		all = append(all, control.Folder{Project: p.project, Cwd: p.cwd, Turns: n})
	}
	slices.SortFunc(all, func(a, b control.Folder) int {
		return cmp.Or(cmp.Compare(b.Turns, a.Turns), cmp.Compare(a.Project, b.Project), cmp.Compare(a.Cwd, b.Cwd))
	})
	return all[:min(len(all), control.MostListed)], err
}
