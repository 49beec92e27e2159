package maintain

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

const (
	consolidateTimeout = 5 * time.Minute
	pageSize           = 30                  // episodes that one summary is made from (Y22)
	lookBack           = 30 * 24 * time.Hour // sessions that a nightly run looks at
	summaryLines       = 6
	summaryChars       = 1200
)

// consolidate makes a summary of a session, or, when none is named, of each
// session with something new. It is safe to repeat: a page of episodes is
// summarised once.
func consolidate(ctx context.Context, d Deps, due event.JobDue) error {
	sessions := []string{due.Session}
	if due.Session == "" {
		var err error
		if sessions, err = pending(ctx, d, due); err != nil {
			return err
		}
	}
	for _, session := range sessions {
		if err := d.Bus.Quiet(ctx); err != nil {
			return err
		}
		if err := consolidateSession(ctx, d, due, session); err != nil {
			return fmt.Errorf("consolidate: %w", err)
		}
	}
	return nil
}

// pending returns the sessions that have been spoken in lately.
func pending(ctx context.Context, d Deps, due event.JobDue) ([]string, error) {
	var sessions []string
	err := d.Ledger.Read(ctx, due.Space, func(v ledger.View) error {
		since := due.ScheduledAt.Add(-lookBack)
		for _, id := range v.Graph.ByTime(since, due.ScheduledAt, 0, graphdb.NewestFirst) {
			n, err := v.Graph.Node(id)
			if err != nil {
				return err
			}
			if s := n.Source.Session; n.Kind == memtide.Episode && s != "" && !slices.Contains(sessions, s) {
				sessions = append(sessions, s)
			}
		}
		return nil
	})
	return sessions, err
}

// consolidateSession summarises the pages of a session that have no summary.
func consolidateSession(ctx context.Context, d Deps, due event.JobDue, session string) error {
	for {
		var page []memtide.ID
		err := d.Ledger.Read(ctx, due.Space, func(v ledger.View) (err error) {
			page, err = nextPage(v.Graph, session)
			return err
		})
		if err != nil || len(page) < 2 {
			return err
		}
		last := page[len(page)-1]
		c := memtide.ChangeSet{
			ID: memtide.NewChangeID("consolidate", session+"/"+last.String()), Space: due.Space,
			Cause: memtide.Cause{Kind: "job", ID: due.JobID(), Stage: "consolidate"},
			Actor: "job:consolidate", At: last.Time(),
		}
		if _, err := d.Ledger.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
			return summarise(v.Graph, c, session, page)
		}); err != nil {
			return err
		}
		if len(page) < pageSize {
			return nil
		}
	}
}

// nextPage returns the first episodes of a session that no summary is made
// from, oldest first, at most a page.
func nextPage(tx *graphdb.Tx, session string) ([]memtide.ID, error) {
	var page []memtide.ID
	for _, id := range tx.BySession(session) {
		n, err := tx.Node(id)
		if err != nil {
			return nil, err
		}
		if n.Kind != memtide.Episode || !n.Live() || summarised(tx, id) {
			continue
		}
		if page = append(page, id); len(page) == pageSize {
			break
		}
	}
	return page, nil
}

func summarised(tx *graphdb.Tx, episode memtide.ID) bool {
	for l := range tx.InLinks(episode, memtide.DerivedFrom) {
		if n, err := tx.Node(l.Node); err == nil && n.Kind == memtide.Summary {
			return true
		}
	}
	return false
}

// summarise completes the change set of one page: the words of the session
// that were worth keeping, in order, with its place and time. Its trust is the
// lowest of its sources.
func summarise(tx *graphdb.Tx, c *memtide.ChangeSet, session string, page []memtide.ID) error {
	first, err := tx.Node(page[0])
	if err != nil {
		return err
	}
	n := &memtide.Node{
		ID: memtide.NewID(c.At, c.ID, 0), Kind: memtide.Summary, Subtype: "session", CreatedAt: c.At, EventTime: first.CreatedAt,
		Trust: memtide.TrustConfirmed, BaseConfidence: 0.8, Importance: 2, Project: first.Project,
		Source: memtide.Source{Client: first.Source.Client, Session: session},
	}
	lines, trust, err := highlights(tx, page, first.Project)
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		c.Reason = "nothing in these episodes is worth a summary"
		return nil
	}
	n.Trust = min(trust, first.Trust)
	head := "Session of " + first.CreatedAt.Format("2006-01-02")
	if first.Project != "" {
		head += " in " + first.Project
	}
	n.Content = head + ": " + strings.Join(lines, " ")
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
// project, in order, each once, at most summaryLines.
func highlights(tx *graphdb.Tx, page []memtide.ID, project string) (lines []string, trust memtide.Trust, err error) {
	trust = memtide.TrustConfirmed
	chars := 0
	for _, id := range page {
		for l := range tx.InLinks(id, memtide.DerivedFrom) {
			n, err := tx.Node(l.Node)
			if err != nil {
				return nil, 0, err
			}
			if n.Kind == memtide.Summary || n.Kind == memtide.Entity || !n.Live() || n.Project != project || chars+len(n.Content) > summaryChars ||
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
		if s, err := tx.Node(id); err == nil && s.Project == n.Project && s.CreatedAt.Before(n.CreatedAt) && s.Live() {
			return id
		}
	}
	return memtide.ID{}
}
