package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/textindex"
)

// shortestID is how much of a short id names a memory: with less a slip of the
// finger names another one.
const shortestID = 4

// ErrShort says that too little of an id was given; it is a graphdb.ErrNotFound, too.
var ErrShort = fmt.Errorf("%w (of an id at least %d characters)", graphdb.ErrNotFound, shortestID)

// ErrAmbiguous says that an id stands for several memories.
var ErrAmbiguous = errors.New("id stands for several memories; give more of it")

// Note is a memory that a person states.
type Note struct {
	Kind    memtide.Kind // "" is a fact
	Text    string
	Project string // "" belongs to the user everywhere
	At      time.Time
}

// NoteKinds are those that a person can state.
func NoteKinds() []memtide.Kind {
	return []memtide.Kind{memtide.Fact, memtide.Event, memtide.Instruction, memtide.Opinion, memtide.Plan}
}

// Remember keeps what a person states, in their words, with secrets taken out. It
// takes the place of nothing. What holds already as the person's own, with the
// same kind and project, is not kept twice: then the change set has no
// operations, and its reason names the memory. The error is memtide.ErrInvalid
// for a note that cannot be kept.
func Remember(ctx context.Context, l *ledger.Ledger, space memtide.Space, note Note) (memtide.ChangeSet, error) {
	text, err := stated("note", note.Text)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	if note.Kind = cmp.Or(note.Kind, memtide.Fact); !slices.Contains(NoteKinds(), note.Kind) {
		return memtide.ChangeSet{}, fmt.Errorf("%w note: kind is %q, want fact, event, instruction, opinion or plan", memtide.ErrInvalid, note.Kind)
	}
	note.Project = redact.Name(note.Project)
	at := note.At.UTC().Truncate(time.Millisecond)
	c := request("remember", space, memtide.Hash(text, string(note.Kind), note.Project, at.String()), at)
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		known, err := held(v, note.Kind, note.Project, text)
		if err != nil {
			return err
		}
		if known != nil {
			c.Reason = fmt.Sprintf("known already as %s, %s", known.ID.Short(), known.CreatedAt.Format(time.DateOnly))
			return nil
		}
		n := &memtide.Node{
			ID: memtide.NewID(at, c.ID, 0), Kind: note.Kind, Subtype: memtide.Stated, Content: text, CreatedAt: at,
			BaseConfidence: 1, Importance: 4, Salience: memtide.FullSalience, Trust: memtide.TrustUser, Project: note.Project,
			Source: memtide.Source{Client: "cli", Role: memtide.RoleUser},
		}
		stand(n)
		if sets := SetsIn(text, memtide.Turn{Role: memtide.RoleUser, Trust: memtide.TrustUser}); note.Kind == memtide.Fact && sets != "" {
			n.Attributes = WithAttribute(n.Attributes, Sets, sets)
		}
		c.Ops = append(c.Ops, memtide.AddNode(n))
		return nil
	})
}

// stated returns what is kept of a text that a person states for something.
func stated(what, text string) (string, error) {
	clean := strings.TrimSpace(redact.Clean(norm.NFC.String(text)).Text)
	switch {
	case clean != "":
		return clean, nil
	case strings.TrimSpace(text) != "":
		return "", fmt.Errorf("%w %s: nothing is left of the text without what is private or was put in by a client", memtide.ErrInvalid, what)
	}
	return "", fmt.Errorf("%w %s: text is empty", memtide.ErrInvalid, what)
}

// held returns the memory of the user's own that says just this and holds, nil if
// there is none.
func held(v ledger.View, kind memtide.Kind, project, text string) (*memtide.Node, error) {
	found, err := Described(v, text, 50)
	for _, n := range found {
		if n.Kind == kind && n.Project == project && n.Live() && n.Trust >= memtide.TrustUser &&
			n.Attributes[Quarantine] == "" && plainly(n.Content) == plainly(text) {
			return n, nil
		}
	}
	return nil, err
}

// stand marks what a person states as an instruction, and what they state as
// their opinion and words as a preference, as a standing directive.
func stand(n *memtide.Node) {
	cues := language.CuesOf(n.Content)
	switch {
	case n.Kind == memtide.Instruction:
		n.Scope = 0.5
	case n.Kind == memtide.Opinion && cues.Directs:
		n.Scope = 1
	default:
		return
	}
	how := ledger.StandsWish
	if cues.Standing {
		how = ledger.StandsAlways
	}
	n.Attributes = WithAttribute(n.Attributes, ledger.Standing, how)
}

// request begins the change set of a verb.
func request(stage string, space memtide.Space, id string, at time.Time) memtide.ChangeSet {
	return memtide.ChangeSet{
		ID: memtide.NewChangeID(stage, id), Space: space, At: at, Actor: "user",
		Cause: memtide.Cause{Kind: "request", ID: id, Stage: stage},
	}
}

// Forget archives memories: retrieval no longer finds them, and they can be
// brought back. What is archived already is left as it is.
func Forget(ctx context.Context, l *ledger.Ledger, space memtide.Space, ids []memtide.ID, now time.Time) (memtide.ChangeSet, error) {
	return ForgetBy(ctx, l, space, Asker{}, ids, now)
}

// ForgetBy is [Forget] as somebody asks for it.
func ForgetBy(ctx context.Context, l *ledger.Ledger, space memtide.Space, by Asker, ids []memtide.ID, now time.Time) (memtide.ChangeSet, error) {
	at := now.UTC().Truncate(time.Millisecond)
	parts := []string{at.String()}
	for _, id := range ids {
		parts = append(parts, id.String())
	}
	c := request("forget", space, memtide.Hash(parts...), at)
	c.Actor = by.name()
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		for i, id := range ids {
			n, err := v.Graph.Node(id)
			if err != nil {
				return fmt.Errorf("forget %s: %w", id.Short(), err)
			}
			if err := by.may(n, "forget "+id.Short()); err != nil {
				return err
			}
			if n.ArchivedAt.IsZero() && !slices.Contains(ids[:i], id) {
				c.Ops = append(c.Ops, memtide.SetNode(n, "archived_at", at))
			}
		}
		if len(c.Ops) == 0 {
			c.Reason = "already forgotten"
		}
		return nil
	})
}

// Resolve returns the memory that an id, or its last seven characters, names.
func Resolve(v ledger.View, what string) (memtide.ID, error) {
	if id, err := memtide.ParseID(what); err == nil {
		return id, nil
	}
	short := strings.ToLower(strings.Trim(what, "[]"))
	if 0 < len(short) && len(short) < shortestID {
		return memtide.ID{}, fmt.Errorf("memory %q: %w", what, ErrShort)
	}
	ids := v.Graph.ByShort(short)
	switch len(ids) {
	case 0:
		return memtide.ID{}, fmt.Errorf("memory %q: %w", what, graphdb.ErrNotFound)
	case 1:
		return ids[0], nil
	}
	var names []string
	for _, id := range ids[:min(len(ids), 5)] {
		names = append(names, strings.ToLower(id.String()))
	}
	return memtide.ID{}, fmt.Errorf("memory %q: %w: %s", what, ErrAmbiguous, strings.Join(names, ", "))
}

// Find returns the memories that what means: the one with that id, or the live
// ones that are described by it, best first.
func Find(v ledger.View, what string, limit int) ([]*memtide.Node, error) {
	if !strings.ContainsAny(what, " \t\n") {
		id, err := Resolve(v, what)
		if err == nil {
			n, err := v.Graph.Node(id)
			return []*memtide.Node{n}, err
		}
		if errors.Is(err, ErrAmbiguous) {
			return nil, err
		}
	}
	return Described(v, what, limit)
}

// Described returns the live memories that a description fits, best first. It
// looks them up by their words: no text leaves the process.
func Described(v ledger.View, what string, limit int) ([]*memtide.Node, error) {
	terms := v.Text.Parse(what)
	var nodes []*memtide.Node
	for _, h := range v.Text.Search(textindex.Query{Terms: terms, Limit: limit, Weigh: v.Filter(ledger.Scope{Any: true})}) {
		// A description must fit in most of its words, and those that were said just
		// before or after do not count: forgetting is not guessing.
		if 2*h.Own <= len(terms) {
			continue
		}
		n, err := v.Graph.Node(h.ID)
		if errors.Is(err, graphdb.ErrNotFound) {
			continue // stored since this reader began
		}
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// Echoes returns what else would still say what some memories say once these
// are forgotten: the half-turn that hardly says more, and summaries that repeat
// it (same); and half-turns that say it beside other things (beside).
func Echoes(v ledger.View, nodes []*memtide.Node) (same, beside []*memtide.Node, err error) {
	met := map[memtide.ID]bool{}
	for _, n := range nodes {
		met[n.ID] = true
	}
	for _, n := range nodes {
		if n.Kind == memtide.Episode || n.Kind == memtide.Summary {
			continue
		}
		for k := range v.Graph.OutLinks(n.ID, memtide.DerivedFrom) {
			episode, err := v.Graph.Node(k.Node)
			if err != nil {
				return nil, nil, err
			}
			if episode.Live() && !met[episode.ID] && strings.Contains(episode.Content, n.Content) {
				met[episode.ID] = true
				if 2*len(n.Content) >= len(episode.Content) {
					same = append(same, episode)
				} else {
					beside = append(beside, episode)
				}
			}
			for k := range v.Graph.InLinks(episode.ID, memtide.DerivedFrom) {
				s, err := v.Graph.Node(k.Node)
				if err != nil {
					return nil, nil, err
				}
				if s.Kind == memtide.Summary && s.Live() && !met[s.ID] && strings.Contains(s.Content, n.Content) {
					met[s.ID] = true
					same = append(same, s)
				}
			}
		}
	}
	return same, beside, nil
}
