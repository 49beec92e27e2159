package maintain

import (
	"context"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

const (
	pageSize     = 30                  // episodes that one summary is made from
	lookBack     = 30 * 24 * time.Hour // sessions that a nightly run looks at
	summaryLines = 6
	summaryChars = 1200
	ofSession    = "session"

	stageRecord  = "record" // of change sets that make an episode
	lateSessions = 500      // older ones that one night sums up
)

// consolidate makes a summary of a session, or, when none is named, of each
// session with something new, and then looks for what single turns have missed.
// A page of episodes is summarised once.
func consolidate(ctx context.Context, r *run) ([]unit, error) {
	sessions := []string{r.due.Session}
	if err := r.allDecided(ctx); err != nil {
		return nil, err
	}
	if r.due.Session == "" {
		var err error
		if sessions, err = r.pending(ctx); err != nil {
			return nil, err
		}
	}
	var units []unit
	for _, session := range sessions {
		if err := r.rest(ctx); err != nil {
			return nil, err
		}
		pages, err := r.pages(ctx, session)
		if err != nil {
			return nil, err
		}
		if r.models.Has(layerConsolidate) {
			if err := r.settleAll(ctx, pages); err != nil {
				return nil, err
			}
			pages = nil
		}
		units = append(units, pages...)
		if r.due.Session != "" {
			continue // the prompt that has begun the next session comes first
		}
		missed, err := r.missed(ctx, session)
		if err != nil {
			return nil, err
		}
		units = append(units, missed...)
	}
	return units, nil
}

// A session has ended when the next begins or its client says so: its last
// half-turns may still be on their way then, and a page that is summarised
// without them is not summarised again. In a space that is not at rest soon, as
// while a year is brought in, a job goes on with what is decided; a night does the rest.
const (
	decidedAtMost = 5 * time.Second
	decidedEvery  = 10 * time.Millisecond
)

// allDecided returns when every half-turn of the space has its decisions, after
// 5 s at the latest. Then it notes how far they have come.
func (r *run) allDecided(ctx context.Context) error {
	for end := time.Now().Add(decidedAtMost); time.Now().Before(end); {
		done, err := r.Ledger.AllDecided(ctx, r.due.Space)
		if err != nil || done {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(decidedEvery):
		}
	}
	through, err := r.Ledger.DecidedThrough(ctx, r.due.Space)
	r.through = &through
	return err
}

// isDecided reports whether what comes of a half-turn is known.
func (r *run) isDecided(ctx context.Context, id memtide.ID) (ok bool, err error) {
	if r.through == nil {
		return true, nil
	}
	var turn string
	err = r.read(ctx, func(v ledger.View) error {
		n, err := v.Graph.Node(id)
		if err == nil {
			turn = n.Source.Turn
		}
		return err
	})
	if err != nil {
		return false, err
	}
	c, known, err := r.Ledger.Recorded(ctx, r.due.Space, memtide.NewChangeID(stageRecord, turn))
	return !known || c.Cause.Seq <= *r.through, err
}

// pending returns the sessions that have been spoken in lately, the first one
// first, and then older ones that have no summary.
func (r *run) pending(ctx context.Context) ([]string, error) {
	var ids []memtide.ID
	var all []string
	err := r.read(ctx, func(v ledger.View) error {
		ids = v.Graph.ByTime(r.at.Add(-lookBack), r.at, 0, graphdb.OldestFirst)
		all = slices.Collect(v.Graph.Sessions)
		return nil
	})
	if err != nil {
		return nil, err
	}
	left, err := r.left(ctx, all)
	if err != nil {
		return nil, err
	}
	var sessions []string
	seen := map[string]bool{"": true}
	err = r.each(ctx, ids, func(_ ledger.View, n *memtide.Node) error {
		if s := n.Source.Session; n.Kind == memtide.Episode && !seen[s] {
			seen[s] = true
			sessions = append(sessions, s)
		}
		return nil
	})
	for _, s := range left {
		if !seen[s] {
			sessions = append(sessions, s)
		}
	}
	return sessions, err
}

// left returns which sessions are older, and have no summary with their last half-turn
// nor the decision that none is worth it, the newest first: they have come out of a
// transcript or from a spool, and no other session has followed. One night sums up some.
func (r *run) left(ctx context.Context, all []string) (sessions []string, err error) {
	last := map[string]memtide.ID{}
	for part := range slices.Chunk(all, slice) {
		if err := r.rest(ctx); err != nil {
			return nil, err
		}
		err := r.read(ctx, func(v ledger.View) error {
			for _, s := range part {
				id, ok := v.Graph.LastBefore(s, "", r.at.Add(-lookBack))
				if ok && !summarised(v.Graph, id) && !r.decided(v, pageInput(s, []memtide.ID{id})) {
					last[s] = id
					sessions = append(sessions, s)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(sessions, func(a, b string) int { return last[b].Compare(last[a]) })
	return sessions[:min(len(sessions), lateSessions)], nil
}

// pages returns a unit for each page of a session that has no summary. A page is of one
// project, whatever was said between: its summary is told there and nowhere else. The one
// with the last half-turn is the last, since [run.left] takes that for all.
func (r *run) pages(ctx context.Context, session string) ([]unit, error) {
	var todo [][]memtide.ID
	err := r.read(ctx, func(v ledger.View) error {
		open, err := unsummarised(v.Graph, session)
		for _, of := range open {
			for page := range slices.Chunk(of, pageSize) {
				if len(page) >= 2 && !r.decided(v, pageInput(session, page)) {
					todo = append(todo, page)
				}
			}
		}
		slices.SortFunc(todo, func(a, b []memtide.ID) int { return a[len(a)-1].Compare(b[len(b)-1]) })
		return err
	})
	if err != nil {
		return nil, err
	}
	var units []unit
	for _, page := range todo {
		switch ok, err := r.isDecided(ctx, page[len(page)-1]); {
		case err != nil:
			return nil, err
		case !ok:
			continue
		}
		w := r.write(ctx, page)
		units = append(units, unit{input: pageInput(session, page), at: page[len(page)-1].Time(), lone: w == nil, decide: func(v ledger.View, c *memtide.ChangeSet) error {
			return summarise(v, c, session, page, w)
		}})
	}
	return units, nil
}

func pageInput(session string, page []memtide.ID) string {
	return session + "/" + page[len(page)-1].String()
}

// unsummarised returns the episodes of a session that no summary is made from, by
// project, of each the oldest first.
func unsummarised(tx *graphdb.Tx, session string) (map[string][]memtide.ID, error) {
	var open []memtide.ID
	for id, kind := range tx.InSession(session) {
		if kind == memtide.Episode && !summarised(tx, id) {
			open = append(open, id)
		}
	}
	slices.Reverse(open)
	nodes, err := tx.Nodes(open)
	if err != nil {
		return nil, err
	}
	live := map[string][]memtide.ID{}
	for _, n := range nodes {
		if n != nil && n.Live() {
			live[n.Project] = append(live[n.Project], n.ID)
		}
	}
	return live, nil
}

// stillOpen returns errNothing where an episode of a page was erased, forgotten or
// summarised since the page was planned: what a model has written of it, which may
// take minutes, says what is gone. The next run plans what is left anew.
func stillOpen(tx *graphdb.Tx, page []memtide.ID) error {
	nodes, err := tx.Nodes(page)
	if err != nil {
		return err
	}
	for i, n := range nodes {
		if n == nil || !n.Live() || summarised(tx, page[i]) {
			return errNothing
		}
	}
	return nil
}

func summarised(tx *graphdb.Tx, episode memtide.ID) bool {
	for l := range tx.InLinks(episode, memtide.DerivedFrom) {
		if n, err := tx.Node(l.Node); err == nil && n.Kind == memtide.Summary && n.Subtype == ofSession {
			return true
		}
	}
	return false
}

// summarise completes the change set of one page: the words of the session
// that were worth keeping, in order, with its place and time. Its trust is the
// lowest of its sources.
func summarise(v ledger.View, c *memtide.ChangeSet, session string, page []memtide.ID, by *written) error {
	tx := v.Graph
	if err := stillOpen(tx, page); err != nil {
		return err
	}
	first, err := tx.Node(page[0])
	if err != nil {
		return err
	}
	n := &memtide.Node{
		ID: memtide.NewID(c.At, c.ID, 0), Kind: memtide.Summary, Subtype: ofSession, CreatedAt: c.At, EventTime: first.CreatedAt,
		Trust: memtide.TrustConfirmed, BaseConfidence: 0.8, Importance: 2, Salience: memtide.FullSalience, Project: first.Project,
		Source: memtide.Source{Client: first.Source.Client, Session: session},
	}
	last, err := tx.Node(page[len(page)-1])
	if err != nil {
		return err
	}
	n.Tags = memtide.SessionTagsOf(last)
	lines, trust, err := highlights(tx, page, first.Project)
	if err != nil {
		return err
	}
	if len(lines) == 0 && (by == nil || by.Summary == "" && len(by.Missed) == 0) {
		c.Reason = "nothing in these episodes is worth a summary"
		return nil
	}
	n.Trust = min(trust, first.Trust)
	head := memtide.SummaryHead(first.CreatedAt.Format(time.DateOnly), first.Project)
	n.Content = head + memtide.SummaryText(lines)
	if by != nil {
		if err := by.add(v, c, n, page); err != nil || n.Content == head {
			return err
		}
	}
	c.Ops = append(c.Ops, memtide.AddNode(n))
	for i, id := range page {
		c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(c.At, c.ID, 1+i), Kind: memtide.DerivedFrom,
			From: n.ID, To: id, CreatedAt: c.At}))
	}
	if before := previous(tx, n); !before.IsZero() {
		c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(c.At, c.ID, 1+len(page)), Kind: memtide.Temporal,
			From: n.ID, To: before, CreatedAt: c.At}))
	}
	return nil
}

// highlights returns what was kept of the page's half-turns and belongs to the
// project, in order, each once, at most summaryLines. What the agent found out repeats
// what the user has said more often than not.
func highlights(tx *graphdb.Tx, page []memtide.ID, project string) (lines []string, trust memtide.Trust, err error) {
	trust = memtide.TrustConfirmed
	chars := 0
	for _, id := range page {
		for l := range tx.InLinks(id, memtide.DerivedFrom) {
			n, err := tx.Node(l.Node)
			if err != nil {
				return nil, 0, err
			}
			if n.Kind == memtide.Summary || n.Kind == memtide.Entity || n.Subtype == memtide.Found || !n.Live() || n.Project != project || chars+len(n.Content) > summaryChars ||
				slices.Contains(lines, n.Content) {
				continue
			}
			chars += len(n.Content)
			trust = min(trust, n.Trust)
			if lines = append(lines, n.Content); len(lines) == summaryLines {
				return lines, trust, nil
			}
		}
	}
	return lines, trust, nil
}

// previous returns the newest summary before n in the same project.
func previous(tx *graphdb.Tx, n *memtide.Node) memtide.ID {
	for _, id := range tx.ByKind(memtide.Summary, 50) {
		if s, err := tx.Node(id); err == nil && s.Subtype == ofSession && s.Project == n.Project && s.CreatedAt.Before(n.CreatedAt) && s.Live() {
			return id
		}
	}
	return memtide.ID{}
}
