package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// markdownTitles are the sections of an export for people behind the rules.
var markdownTitles = []struct {
	kind  memtide.Kind
	title string
}{
	{memtide.Instruction, "How things are done"}, {memtide.Fact, "Facts"}, {memtide.Opinion, "Preferences"}, {memtide.Plan, "Plans"},
	{memtide.Event, "Events"}, {memtide.Entity, "Names"}, {memtide.Summary, "Sessions"},
}

// markdownHead begins an export for people, and markdownExport knows it again: its
// items are no memories, for dates and ids stand among their words.
const markdownHead = "# Memory %s\n\nAs of %s. Dates are when it was said.\n"

var markdownExport = regexp.MustCompile(`^# Memory [^\r\n]+\r?\n\r?\nAs of [-: 0-9]+\. Dates are when it was said\.`)

// holding is what holds at a moment, in the order of a space.
type holding struct {
	rules  []*memtide.Node // in force, as memtide rules has them
	byKind map[memtide.Kind][]*memtide.Node
	live   map[memtide.ID]*memtide.Node
	next   map[memtide.ID]memtide.ID   // of what does not hold: what has superseded it
	amends map[memtide.ID][]memtide.ID // by what they amend
}

// exportMarkdown writes what holds, the rules first, then by kind, each newest first.
// What was said stands in the JSON lines.
func exportMarkdown(ctx context.Context, cl *client.Client, view memtide.Space, at time.Time, w io.Writer) error {
	h := holding{byKind: map[memtide.Kind][]*memtide.Node{}, live: map[memtide.ID]*memtide.Node{}, next: map[memtide.ID]memtide.ID{}, amends: map[memtide.ID][]memtide.ID{}}
	err := pages(ctx, cl, view, 0, []string{"nodes", "edges"}, func(l control.ExportLine) error {
		switch n := l.Node; {
		case n == nil && l.Edge.Kind == memtide.Amends:
			h.amends[l.Edge.To] = append(h.amends[l.Edge.To], l.Edge.From)
		case n == nil:
		case !n.Live():
			h.next[n.ID] = n.SupersededBy
		case tools.InForce(n, at):
			h.rules, h.live[n.ID] = append(h.rules, n), n
		default:
			h.byKind[n.Kind], h.live[n.ID] = append(h.byKind[n.Kind], n), n
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, markdownHead, oneLine(string(cl.Space())), at.Format(time.DateTime)); err != nil {
		return err
	}
	if err := h.section(w, "Rules", h.rules); err != nil {
		return err
	}
	for _, s := range markdownTitles {
		if err := h.section(w, s.title, h.byKind[s.kind]); err != nil {
			return err
		}
	}
	return nil
}

func (h *holding) section(w io.Writer, title string, all []*memtide.Node) error {
	if len(all) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\n## %s\n\n", title)
	for _, n := range slices.Backward(all) {
		text := n.Content
		if n.Kind == memtide.Entity && !strings.HasPrefix(text, n.CanonicalName) {
			text = n.CanonicalName + ": " + text
		}
		where := n.Trust.String()
		if n.Project != "" {
			where += ", project " + oneLine(n.Project)
		}
		line := fmt.Sprintf("- %s — %s (%s, %s)", n.CreatedAt.Local().Format(time.DateOnly), oneLine(text), n.ID.Short(), where)
		for _, by := range h.since(n.ID) {
			line += fmt.Sprintf(" — since then: %s (%s)", oneLine(by.Content), by.ID.Short())
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(control.Plain(s)), " ") }

// since is [tools.SinceThen] for what holds: what tells that a part of it has changed, and
// what amends that in turn, the newest first.
func (h *holding) since(id memtide.ID) (out []*memtide.Node) {
	met := map[memtide.ID]bool{id: true}
	for todo := []memtide.ID{id}; len(todo) > 0; todo = todo[1:] {
		for _, by := range h.amends[todo[0]] {
			for walked := 0; h.live[by] == nil && !h.next[by].IsZero() && walked < len(h.next); walked++ {
				by = h.next[by]
			}
			if n := h.live[by]; n != nil && !met[by] {
				met[by] = true
				out, todo = append(out, n), append(todo, by)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *memtide.Node) int { return tools.LastSaid(b).Compare(tools.LastSaid(a)) })
	return out
}
