package eval

import (
	"cmp"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// said is one entry of a corpus with the time that it is fed with.
type said struct {
	Entry
	given moment
	at    time.Time
}

// undated is when a store begins that dates nothing. It is fixed so that the
// figures do not depend on the day of the run.
func undated() time.Time { return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC) }

// chronicle puts a corpus in the order of its times. What was said at the same
// time is a second apart, in the order of the corpus; what has no time was
// said last, for that is when it became known.
func chronicle(corpus []Entry) ([]said, error) {
	all := make([]said, len(corpus))
	var last time.Time
	for i, e := range corpus {
		m, err := parseTime(e.Time)
		if err != nil {
			return nil, err
		}
		all[i] = said{Entry: e, given: m, at: m.at}
		if m.at.After(last) {
			last = m.at
		}
	}
	if last.IsZero() {
		last = undated()
	}
	slices.SortStableFunc(all, func(a, b said) int {
		if a.given.at.IsZero() != b.given.at.IsZero() {
			if a.given.at.IsZero() {
				return 1
			}
			return -1
		}
		return a.given.at.Compare(b.given.at)
	})
	var end time.Time // of all before
	for i := range all {
		s := &all[i]
		if s.given.at.IsZero() {
			s.at = last
		}
		if i > 0 && !s.at.After(end) {
			s.at = end.Add(time.Second)
		}
		end = s.at
	}
	return all, nil
}

// clock returns the moment that a query is asked at: its own time, or, where
// that is later, the time at which the last thing was fed that had been said
// by then. Without a time of its own a query comes when all is said.
func clock(all []said, q moment) time.Time {
	now := q.at
	for _, s := range all {
		known := q.at.IsZero() || s.given.at.IsZero() || !s.given.at.After(q.end())
		if known && !s.at.Before(now) {
			now = s.at.Add(time.Second)
		}
	}
	return now
}

// factKinds are the kinds that a stand-alone memory may be handed over as.
func factKinds() []memtide.Kind {
	return []memtide.Kind{memtide.Entity, memtide.Fact, memtide.Event, memtide.Instruction, memtide.Opinion, memtide.Plan}
}

// request makes what is handed over of an entry.
func (s said) request(space memtide.Space) event.TurnRequest {
	r := event.TurnRequest{Space: space, Role: memtide.RoleUser, Text: s.Text, Session: s.Session, Project: s.Project, Client: clientName, Time: s.at}
	switch s.Speaker {
	case "assistant":
		r.Role = memtide.RoleAgent
	case "user", "":
	default:
		r.Speaker = s.Speaker // a person, as the user is one
	}
	if s.Session != "" {
		return r
	}
	r.Fact = memtide.Fact
	if k := memtide.Kind(s.Kind); slices.Contains(factKinds(), k) {
		r.Fact = k
	}
	return r
}

// clientName is who the half-turns come from.
const clientName = "eval"

// spaceOf names the space of a store: the same in every run of the same cases.
func spaceOf(cases, store string) memtide.Space {
	return memtide.Space("eval-" + memtide.Hash("eval", cases, store))
}

// key maps what comes back to the corpus.
type key map[string]unit // by id of the half-turn

// unit is one entry of the corpus.
type unit struct {
	id     string
	counts []string // evidence that it brings: what it was made of, else itself
}

// keyOf joins the entries with the replies to their half-turns. Of two entries
// that became one half-turn the first counts.
func keyOf(all []said, replies []event.TurnReply) key {
	k := key{}
	for i, s := range all {
		id := replies[i].ID
		if _, known := k[id]; known || id == "" {
			continue
		}
		u := unit{id: s.ID, counts: s.Refs}
		if len(u.counts) == 0 {
			u.counts = []string{s.ID}
		}
		k[id] = u
	}
	return k
}

// clean puts the requested k in order, and says up to which place an answer
// has to go.
func cleanK(ks []int) (sorted []int, limit int) {
	if len(ks) == 0 {
		ks = []int{5, 10, 25, 50}
	}
	sorted = slices.Compact(slices.SortedFunc(slices.Values(ks), cmp.Compare))
	return sorted, max(sorted[len(sorted)-1], fixedK)
}
