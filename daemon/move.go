package daemon

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

func (d *Daemon) move(ctx context.Context, in control.MoveRequest) (memtide.ChangeSet, error) {
	return tools.Move(ctx, d.ledger, in.Space, tools.Moving{IDs: in.IDs, From: in.From, To: in.To, At: time.Now()})
}

// saidBelow looks for the memories of what was said in a folder or below it.
func (d *Daemon) saidBelow(_ context.Context, in control.SaidBelowRequest) (control.Operation, error) {
	return d.work.begin(task{verb: "said-below", what: "looking what a move would take", space: in.Space, givenUp: "interrupted; nothing is moved"}, func(ctx context.Context, tell func(done, total uint64)) (any, error) {
		b := below{folders: in.Folders, projects: map[string][]string{}, elsewhere: map[string]bool{}, sessions: map[string]string{}}
		n, done := 0, uint64(0)
		n, err := d.bus.Count(ctx, bus.Replay{Flow: event.Turns, Space: in.Space})
		if err == nil {
			err = d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: in.Space}, func(m bus.Message) error {
				t, err := event.Decode[event.TurnTaken](m.Body)
				if err != nil {
					return fmt.Errorf("half-turn %d: %w", m.Seq, err)
				}
				b.add(t.Turn)
				done++
				tell(done, uint64(n))
				return d.bus.Quiet(ctx)
			})
		}
		if err != nil {
			return nil, fmt.Errorf("look for what was said there: %w", err)
		}
		found := control.SaidBelow{Projects: map[string][]memtide.ID{}, Saying: map[string][]memtide.ID{}}
		for project, turns := range b.projects {
			var saying []memtide.ID
			if found.Projects[project], saying, err = d.madeOf(ctx, in.Space, project, turns, b.whole(project)); err != nil {
				return nil, err
			}
			found.Saying[project] = saying
		}
		return found, nil
	}), nil
}

// below gathers the half-turns that were said below some folders, by project, and the
// sessions of which nothing was said elsewhere.
type below struct {
	folders   []string
	projects  map[string][]string
	elsewhere map[string]bool
	sessions  map[string]string // to the project
}

func (b *below) add(t memtide.Turn) {
	in := slices.ContainsFunc(b.folders, func(f string) bool {
		rest, ok := strings.CutPrefix(t.Cwd, f)
		return ok && (rest == "" || strings.ContainsAny(rest[:1], `/\`))
	})
	switch {
	case !in || t.Project == "":
		b.elsewhere[t.Session] = true
	default:
		b.projects[t.Project] = append(b.projects[t.Project], t.ID)
		b.sessions[t.Session] = t.Project
	}
}

// whole returns the sessions of a project of which nothing was said elsewhere.
func (b *below) whole(project string) (sessions []string) {
	for s, of := range b.sessions {
		if s != "" && of == project && !b.elsewhere[s] {
			sessions = append(sessions, s)
		}
	}
	return sessions
}

// madeOf returns the memories of half-turns, and the summaries of sessions, that a
// project has now, the oldest first, and which of them say its name.
func (d *Daemon) madeOf(ctx context.Context, space memtide.Space, project string, turns, sessions []string) (ids, saying []memtide.ID, err error) {
	look := func(keys []string, of func(ledger.View, string) []memtide.ID, fits func(*memtide.Node) bool) error {
		for part := range slices.Chunk(keys, scanSlice) {
			if err := d.bus.Quiet(ctx); err != nil {
				return err
			}
			err := d.ledger.Read(ctx, space, func(v ledger.View) error {
				for _, key := range part {
					for _, id := range of(v, key) {
						n, err := v.Graph.Node(id)
						if err != nil {
							return err
						}
						if tools.Movable(n, project) && fits(n) {
							ids = append(ids, id)
							if tools.SaysProject(n, project) {
								saying = append(saying, id)
							}
						}
					}
				}
				return nil
			})
			if err != nil {
				return fmt.Errorf("read memories: %w", err)
			}
		}
		return nil
	}
	err = look(turns, func(v ledger.View, id string) []memtide.ID { return v.Graph.ByTurn(id) }, func(*memtide.Node) bool { return true })
	if err == nil {
		err = look(sessions, func(v ledger.View, s string) []memtide.ID { return v.Graph.BySession(s) }, func(n *memtide.Node) bool { return n.Kind == memtide.Summary })
	}
	slices.SortFunc(ids, memtide.ID.Compare)
	slices.SortFunc(saying, memtide.ID.Compare)
	return slices.Compact(ids), slices.Compact(saying), err
}
