package retrieve

import (
	"context"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/tools"
)

// classifyRules reads what a prompt mentions and wants, and abstains for one
// that needs no memory.
type classifyRules struct{ memory reader }

func (r classifyRules) classify(ctx context.Context, in event.PromptAsked) (event.Payload, error) {
	q := in.Query
	if q.Mode == event.ModeSessionStart {
		class := event.Class{Intent: string(language.IntentGeneral), Resumes: q.Begins && q.Project != ""}
		return event.PromptClassified{Query: q, Class: class}, nil
	}
	if why := needsNone(language.ActOf(q.Text), q); why != "" {
		return silence(q, event.Class{}, why), nil
	}
	var named []event.Name
	err := r.memory.Read(ctx, q.Space, func(v ledger.View) error {
		q.Text = tools.Respell(v, q.Text)
		named = entities(v.Graph, q.Text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	act := language.ActOf(q.Text)
	if why := needsNone(act, q); why != "" {
		return silence(q, event.Class{}, why), nil // thnaks
	}
	class := event.Class{
		Entities: named,
		Intent:   string(language.IntentOf(q.Text)), Ask: act.Ask || act.Command, Question: act.Ask && !act.Command, Tell: act.Tell,
		Deep: deep(q.Text),
	}
	for _, w := range language.Times(q.Text, memtide.Clock(q.Now)) {
		class.Times = append(class.Times, event.Range{From: w.From, Until: w.Until})
	}
	return classified(ctx, r.memory, q, class, in.Turns)
}

// classified sends a prompt on its path: the full one, or that of a session that has
// state. What takes up earlier work names all that it needs; later in a session, who
// names no work, or goes on with what has been spoken of there, means what stands there.
func classified(ctx context.Context, memory reader, q event.Query, class event.Class, turns []event.Past) (event.Payload, error) {
	class.Again = len(turns) > 0
	if r, ok := language.Resumes(q.Text); ok && q.Mode != event.ModeSubagent && (!class.Again || r.Topic != "") {
		here := false
		if class.Again && r.Order {
			if err := memory.Read(ctx, q.Space, func(v ledger.View) error {
				here = spokenOf(v, q.Session, r.Topic, turns)
				return nil
			}); err != nil {
				return nil, err
			}
		}
		if !here {
			class.Resumes, class.Topic = true, r.Topic
		}
	}
	if q.Mode != event.ModeSubagent {
		class.Overview = language.Overview(q.Text)
	}
	if class.Again && !class.Resumes && class.Overview == "" {
		return event.PromptContinued{Query: q, Class: class, Turns: turns}, nil
	}
	return event.PromptClassified{Query: q, Class: class}, nil
}

// spokenOf reports whether a session has a word of a topic: in a prompt before, or in a reply. The replies
// are not read: a long session has megabytes of them, and the index knows their words.
func spokenOf(v ledger.View, session, topic string, turns []event.Past) bool {
	of := language.Terms(topic)
	if slices.ContainsFunc(turns, func(p event.Past) bool {
		return slices.ContainsFunc(language.Terms(p.Prompt), func(t string) bool { return slices.Contains(of, t) })
	}) {
		return true
	}
	var replies []memtide.ID
	for id, kind := range v.Graph.InSession(session) {
		if kind == memtide.Episode {
			if n, err := v.Graph.Shared(id); err == nil && answered(n) {
				replies = append(replies, id)
			}
		}
	}
	hits := v.Text.Score(textindex.Query{Terms: v.Text.Parse(topic)}, replies)
	return slices.ContainsFunc(hits, func(h textindex.Hit) bool { return h.Own > 0 })
}

// needsNone says why a prompt needs no memory, "" when it may. A person who
// asks the memory itself always gets an answer.
func needsNone(a language.Act, q event.Query) string {
	switch {
	case q.Mode == event.ModeQuery:
		return ""
	case a.Machine:
		return "machine text"
	case a.Slash:
		return "slash command"
	case a.Thanks:
		return "acknowledgement"
	}
	return ""
}

// registry looks names up among the entities of a space. It remembers what was
// looked up: texts share words.
type registry struct {
	tx     *graphdb.Tx
	known  map[string]string // "" where there is no such name
	begins map[string]bool   // by first word: some name begins with it
}

func newRegistry(tx *graphdb.Tx) registry {
	return registry{tx, map[string]string{}, map[string]bool{}}
}

// Lookup returns the canonical name of the entity with a name or alias.
func (r registry) Lookup(folded string) (string, bool) {
	first, _, _ := strings.Cut(folded, " ")
	some, asked := r.begins[first]
	if !asked {
		some = r.tx.NameBegins(first)
		r.begins[first] = some
	}
	if !some {
		return "", false
	}
	name, asked := r.known[folded]
	if asked {
		return name, name != ""
	}
	name, ok := r.find(folded)
	r.known[folded] = name
	return name, ok
}

func (r registry) find(folded string) (string, bool) {
	n, err := tools.EntityOf(r.tx, folded)
	if err != nil || n == nil {
		return "", false
	}
	return n.CanonicalName, true
}

// maxEntities bounds the names of one prompt: as many entities are shown (O21).
const maxEntities = 15

// entities returns the names in a text, with the entities that they stand for.
func entities(tx *graphdb.Tx, text string) []event.Name {
	var names []event.Name
	for _, m := range language.Mentions(text, newRegistry(tx)) {
		name := event.Name{Name: m.Name}
		if slices.ContainsFunc(names, func(n event.Name) bool { return strings.EqualFold(n.Name, name.Name) }) {
			continue
		}
		name.ID = entityID(tx, m.Name)
		if names = append(names, name); len(names) == maxEntities {
			break
		}
	}
	return names
}

// entityID returns the entity with a name; the zero id where there is none.
func entityID(tx *graphdb.Tx, name string) memtide.ID {
	n, err := tools.EntityOf(tx, language.Fold(name))
	if err != nil || n == nil {
		return memtide.ID{}
	}
	return n.ID
}

var aggregates = []string{"all", "every", "list", "compare", "comparison", "summarize", "summarise", "summary",
	"overview", "history", "everything", "difference", "differences", "between", "timeline"}

// deep reports whether a prompt is complex (Y20): long, or about many things.
func deep(text string) bool {
	words := language.Words(text)
	joins := 0
	for _, w := range words {
		f := strings.ToLower(w.Text)
		if slices.Contains(aggregates, f) {
			return true
		}
		if f == "and" || f == "or" || f == "but" {
			joins++
		}
	}
	return len(words) >= 40 || joins >= 2 && len(words) >= 10
}
