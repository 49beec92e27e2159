package tools

import (
	"cmp"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// Stats are the figures of a space (N25).
type Stats struct {
	Kinds    map[memtide.Kind]graphdb.Count `json:"kinds"`
	Projects []ProjectCount                 `json:"projects"` // the one with the newest memory first; "" is everywhere
	Days     []DayCount                     `json:"days"`     // without gaps, the oldest first, ending with the day that was asked for
	Used     []*memtide.Node                `json:"used"`     // what answers have used most, at most 10
	Accesses int                            `json:"accesses"` // uses of all that is live, by answers
	Unused   int                            `json:"unused"`   // live memories that no answer has used
}

// ProjectCount is how much belongs to a project.
type ProjectCount struct {
	Project string    `json:"project"`
	Live    int       `json:"live"`   // memories; half-turns and entities are not counted
	Gone    int       `json:"gone"`   // memories that were superseded or archived
	Heard   int       `json:"heard"`  // half-turns
	Newest  time.Time `json:"newest"` // when something of it was said last
}

// DayCount is what was said on a day of a clock, and what is known of it now.
type DayCount struct {
	Day   string `json:"day"` // 2026-11-30
	Made  int    `json:"made"`
	Heard int    `json:"heard"` // half-turns
}

// statDays is how many days back [StatsOf] counts.
const statDays = 30

// mostUsed is how many memories [StatsOf] names that are used most.
const mostUsed = 10

// StatsOf counts what a space holds, on the clock of now's zone. Of the live memories it reads how
// often they were used, of all else the indexes.
func StatsOf(v ledger.View, now time.Time) (Stats, error) {
	s := Stats{Kinds: v.Graph.Counts(), Projects: []ProjectCount{}, Used: []*memtide.Node{}}
	s.countDays(v, now)
	n := 0
	for _, c := range s.Kinds {
		n += c.Live + c.Archived + c.Superseded
	}
	all := make(map[memtide.ID]counted, n)
	for _, kind := range memtide.Kinds {
		for id, state := range v.Graph.OfKind(kind) {
			all[id] = counted{kind, state}
		}
	}
	for project := range v.Graph.Projects {
		s.countProject(v, project, all)
	}
	slices.SortFunc(s.Projects, func(a, b ProjectCount) int {
		return cmp.Or(b.Newest.Compare(a.Newest), cmp.Compare(a.Project, b.Project))
	})
	return s, s.countUses(v)
}

// counted is what the index of kinds says of a node.
type counted struct {
	kind  memtide.Kind
	state graphdb.State
}

// countUses counts what answers have used, and reads those that they have used most.
func (s *Stats) countUses(v ledger.View) error {
	var used []weighed
	for _, kind := range weakKinds {
		for id, state := range v.Graph.OfKind(kind) {
			if state != graphdb.Live {
				continue
			}
			n, err := v.Graph.Uses(id)
			if err != nil {
				return err
			}
			if n == 0 {
				s.Unused++
				continue
			}
			s.Accesses += n
			used = append(used, weighed{id, n})
		}
	}
	slices.SortFunc(used, func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), b.id.Compare(a.id))
	})
	for _, w := range used[:min(len(used), mostUsed)] {
		n, err := v.Graph.Node(w.id)
		if err != nil {
			return err
		}
		s.Used = append(s.Used, n)
	}
	return nil
}

// countDays counts by day what stands in the index of kinds: an id has the time of its
// cause.
func (s *Stats) countDays(v ledger.View, now time.Time) {
	at := map[string]int{}
	for i := range statDays {
		day := now.AddDate(0, 0, i+1-statDays).Format(time.DateOnly)
		at[day] = i
		s.Days = append(s.Days, DayCount{Day: day})
	}
	since := now.AddDate(0, 0, -statDays)
	for _, kind := range memtide.Kinds {
		if kind == memtide.Entity {
			continue
		}
		for id := range v.Graph.Made(kind, since, now.AddDate(0, 0, 1)) {
			i, ok := at[id.Time().In(now.Location()).Format(time.DateOnly)]
			switch {
			case !ok:
			case kind == memtide.Episode:
				s.Days[i].Heard++
			default:
				s.Days[i].Made++
			}
		}
	}
}

func (s *Stats) countProject(v ledger.View, project string, all map[memtide.ID]counted) {
	p := ProjectCount{Project: project}
	for id := range v.Graph.InProject(project) {
		if at := id.Time(); at.After(p.Newest) {
			p.Newest = at
		}
		switch c := all[id]; {
		case c.kind == memtide.Entity:
		case c.kind == memtide.Episode:
			p.Heard++
		case c.state == graphdb.Live:
			p.Live++
		default:
			p.Gone++
		}
	}
	if p.Live+p.Gone+p.Heard > 0 {
		s.Projects = append(s.Projects, p)
	}
}

// SessionLine is one session and what was learnt in it.
type SessionLine struct {
	Session string    `json:"session"`
	Client  string    `json:"client,omitempty"`
	Project string    `json:"project,omitempty"`
	From    time.Time `json:"from"`
	Until   time.Time `json:"until"`
	Heard   int       `json:"heard"`  // half-turns
	Learnt  int       `json:"learnt"` // memories that were made of them, whether they hold still or not
}

// SessionsPage is one page of sessions, the last first.
type SessionsPage struct {
	Sessions []SessionLine `json:"sessions"`
	Total    int           `json:"total"` // on all pages
}

// Sessions lists the sessions of which a space holds something. It reads the index of
// sessions, and one memory of each that is on the page.
func Sessions(v ledger.View, offset, limit int) (SessionsPage, error) {
	out := SessionsPage{Sessions: []SessionLine{}}
	newest := map[string]memtide.ID{}
	var all []SessionLine
	for session := range v.Graph.Sessions {
		line := SessionLine{Session: session}
		for id, kind := range v.Graph.InSession(session) {
			at := id.Time()
			if line.From.IsZero() || at.Before(line.From) {
				line.From = at
			}
			if at.After(line.Until) {
				line.Until = at
			}
			switch kind {
			case memtide.Episode:
				line.Heard++
			case memtide.Entity:
				continue // it belongs to no session
			case memtide.Summary:
			default:
				line.Learnt++
			}
			if last, ok := newest[session]; !ok || id.Compare(last) > 0 {
				newest[session] = id
			}
		}
		if _, ok := newest[session]; ok {
			all = append(all, line)
		}
	}
	slices.SortFunc(all, func(a, b SessionLine) int {
		return cmp.Or(b.Until.Compare(a.Until), cmp.Compare(a.Session, b.Session))
	})
	out.Total = len(all)
	from := min(max(offset, 0), len(all))
	for _, line := range all[from:min(from+max(limit, 1), len(all))] {
		n, err := v.Graph.Node(newest[line.Session])
		if err != nil {
			return out, err
		}
		line.Client, line.Project = n.Source.Client, n.Project
		out.Sessions = append(out.Sessions, line)
	}
	return out, nil
}
