package retrieve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// toolloopModel lets a model look things up with tools until it has all (O16).
// What the planned searches find is there from the start, so that a model which
// breaks off costs nothing but its time.
type toolloopModel struct {
	toolloopRules
	ask *prompt.Asker
}

// Bounds of the loop.
const (
	maxLoopTurns  = 8
	maxLoopCalls  = 8
	maxLoopErrors = 3
	maxResult     = 4000
	nudge         = "Call at least one tool, or done if the memory cannot help."
)

type loopIn struct {
	Message  string    `json:"message"`
	Now      time.Time `json:"now"`
	Strategy string    `json:"strategy,omitempty"`
	Entities []nameIn  `json:"entities,omitempty"`
	Found    []string  `json:"found,omitempty"`
}

func (m toolloopModel) search(ctx context.Context, in event.SearchPlanned) (event.Payload, error) {
	found, pins, err := m.find(ctx, in)
	if err != nil || in.Query.Mode == event.ModeSessionStart {
		return foundIn(in, found, pins), err
	}
	l := loop{toolloopModel: m, in: in, found: &found}
	if by, err := l.run(ctx); err != nil && by == "" {
		return nil, err // no model has answered; what one that broke off has found is used
	}
	return foundIn(in, found, pins), nil
}

// loop is one talk with the model.
type loop struct {
	toolloopModel
	in    event.SearchPlanned
	found *candidates
	made  []string
}

// firstLook is how much of the first search the model is shown.
const firstLook = 8

// run talks, and returns the model that answered, "" for none. A model that looks
// further does not ask again for what it was shown at first: that counts as looked
// up, too.
func (l *loop) run(ctx context.Context) (by string, err error) {
	seen := l.found.best(firstLook)
	first, err := l.show(ctx, seen)
	if err != nil {
		return "", err
	}
	defer func() {
		if len(l.made) > 0 {
			wanted(seen)
			l.found.merge(seen)
		}
	}()
	q := l.in.Query
	req, err := l.ask.Request(layerToolloop, loopIn{q.Text, q.Now, l.in.Strategy, namesIn(l.in.Class), first})
	if err != nil {
		return "", err
	}
	req.Tools = loopTools
	return l.ask.Talk(ctx, req, prompt.Talk{Turns: maxLoopTurns, Calls: maxLoopCalls, Errors: maxLoopErrors, Nudge: nudge, Call: l.call})
}

// call carries one call out.
func (l *loop) call(ctx context.Context, c llm.Call) (string, error) {
	tool, ok := loopSearches[c.Name]
	if !ok {
		return "", fmt.Errorf("there is no tool %q; the tools are %s", c.Name, strings.Join(toolNames(), ", "))
	}
	var args loopArgs
	if err := json.Unmarshal(c.Arguments, &args); err != nil || args.empty() {
		return "", errors.New("the arguments do not fit: give a text or a name")
	}
	key := c.Name + "\x00" + args.key()
	if slices.Contains(l.made, key) {
		return "", errors.New("this was asked before; its result stands above")
	}
	l.made = append(l.made, key)
	cs, err := l.look(ctx, tool, args)
	if err != nil {
		return "", errUnread
	}
	wanted(cs)
	l.found.merge(cs)
	lines, err := l.show(ctx, cs)
	if err != nil {
		return "", errUnread
	}
	return result(lines), nil
}

var errUnread = errors.New("the memory could not be read")

// result joins lines up to the bound of one result.
func result(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if b.Len()+len(line) > maxResult {
			fmt.Fprintf(&b, "… %d more: ask more narrowly, or with a name", len(lines)-i)
			break
		}
		b.WriteString(line + "\n")
	}
	if b.Len() == 0 {
		return "nothing found"
	}
	return b.String()
}

// look runs the search behind a tool.
func (l *loop) look(ctx context.Context, s event.Search, args loopArgs) (found []event.Candidate, err error) {
	err = l.memory.Read(ctx, l.in.Query.Space, func(v ledger.View) error {
		searcher := tools.NewSearcher(v, l.in.Query, l.in.Class.Times...)
		s.Text = headTail(redact.Clean(strings.TrimSpace(args.Text+" "+args.Name)).Text, event.MaxQuery)
		if args.Name != "" {
			if id := entityID(v.Graph, args.Name); !id.IsZero() {
				s.Names = []event.Name{{Name: args.Name, ID: id}}
			}
		}
		found, err = searcher.Run(s, nil)
		if err != nil || s.Tool != event.SearchEntity && s.Tool != event.SearchRelationships || len(s.Names) > 0 {
			return err
		}
		// No entity has just this name: one that has its words.
		found, err = searcher.Run(event.Search{Tool: event.SearchText, Text: s.Text, Kinds: s.Kinds, Limit: s.Limit}, nil)
		return err
	})
	return found, err
}

// show returns candidates as the model reads them, without those that may not
// be shown.
func (l *loop) show(ctx context.Context, cs []event.Candidate) (lines []string, err error) {
	err = l.memory.Read(ctx, l.in.Query.Space, func(v ledger.View) error {
		for _, c := range cs {
			n, err := v.Graph.Shared(c.ID)
			if err != nil || !n.Live() || n.Trust == memtide.TrustRecalled || tools.IsWithheld(n) {
				continue
			}
			if line := told(v.Graph, n, language.Terms(l.in.Query.Text), l.in.Query); line != "" {
				lines = append(lines, line)
			}
		}
		return nil
	})
	return lines, err
}

// told is one memory as a line for the model, "" where nothing is left of it to tell.
func told(tx *graphdb.Tx, n *memtide.Node, query []string, q event.Query) string {
	said := n.Content
	if n.Kind == memtide.Summary {
		if said = current(tx, n); said == "" {
			return ""
		}
	}
	text := strings.ReplaceAll(excerpt(said, query), "\n", " ⏎ ")
	if n.Kind == memtide.Entity {
		text = strings.Join(append([]string{n.CanonicalName, text, n.Summary}, relations(tx, n, query, q)...), "; ")
	}
	return fmt.Sprintf("[%s] (%s) %s: %s", n.ID.Short(), tools.When(n, q.Now.Location()).Format(time.DateOnly), n.Kind, text)
}
