package maintain

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/tools"
)

type consolidateIn struct {
	Date    string   `json:"date"`
	Project string   `json:"project,omitempty"`
	Before  string   `json:"before,omitempty"`
	Turns   []turnIn `json:"turns"`
	Known   []string `json:"known,omitempty"`
}

type turnIn struct {
	N    int          `json:"n"`
	Who  memtide.Role `json:"who"`
	Text string       `json:"text"`
}

type consolidateOut struct {
	Summary string      `json:"summary"`
	Missed  []missedOut `json:"missed" maxitems:"10"`
}

type missedOut struct {
	N    int    `json:"n"`
	Kind string `json:"kind" enum:"fact|event|opinion|plan"`
	Text string `json:"text"`
}

const (
	turnChars   = 1500 // of one half-turn that a model reads
	summaryMost = 1200 // bytes of its summary
	missedMost  = 300  // bytes of one thing that was missed
)

// written is what a model has made of a page.
type written struct {
	consolidateOut
	by string
}

// write has a model read a page of episodes (Y22): what it was about, and
// what no single turn has said. Nil leaves the page to the rules.
func (r *run) write(ctx context.Context, page []memtide.ID) *written {
	if r.dry || !r.models.Has(layerConsolidate) {
		return nil
	}
	ctx, stop := prompt.Within(ctx)
	defer stop()
	var in consolidateIn
	var all []string
	err := r.read(ctx, func(v ledger.View) error {
		nodes, err := v.Graph.Nodes(page)
		for i, n := range nodes {
			if n == nil {
				continue
			}
			if i == 0 {
				in.Date, in.Project = n.CreatedAt.Format(time.DateOnly), n.Project
				if s, err := v.Graph.Node(previous(v.Graph, &memtide.Node{Project: n.Project, CreatedAt: n.CreatedAt})); err == nil && !tools.WordedOfGone(v.Graph, s) {
					in.Before = s.Content
				}
			}
			if !tools.IsWithheld(n) {
				in.Turns = append(in.Turns, turnIn{i + 1, n.Source.Role, clip(n.Content, turnChars)})
				all = append(all, n.Content)
			}
			for l := range v.Graph.InLinks(n.ID, memtide.DerivedFrom) {
				if m, err := v.Graph.Node(l.Node); err == nil && m.Live() && m.Kind != memtide.Summary && m.Kind != memtide.Entity &&
					(m.Project == n.Project || m.Project == "") {
					in.Known = append(in.Known, m.Content)
				}
			}
		}
		return err
	})
	if err != nil || len(in.Turns) == 0 {
		return nil
	}
	out, reply, err := prompt.Ask[consolidateOut](ctx, r.models, layerConsolidate, in)
	if err != nil {
		return nil // llm has written down why
	}
	w := &written{out, reply.Model}
	source := strings.Join(all, "\n")
	if w.Summary = strings.TrimSpace(w.Summary); len(w.Summary) > summaryMost || !language.Faithful(w.Summary, source) {
		w.Summary = ""
	}
	w.Missed = nil
	for _, m := range out.Missed {
		m.Text = strings.TrimSpace(m.Text)
		if m.N >= 1 && m.N <= len(page) && m.Text != "" && len(m.Text) <= missedMost && language.Faithful(m.Text, source) {
			w.Missed = append(w.Missed, m)
		}
	}
	return w
}

var missedKinds = map[string]memtide.Kind{"fact": memtide.Fact, "event": memtide.Event, "opinion": memtide.Opinion, "plan": memtide.Plan}

// add completes the change set of a page with what a model has seen in it. Both
// are believed no more than the least believed turn of the page: who knows which
// of them the words come from.
func (w *written) add(v ledger.View, c *memtide.ChangeSet, summary *memtide.Node, page []memtide.ID) error {
	trust, err := lowest(v.Graph, page)
	if err != nil {
		return err
	}
	withheld, err := withheldIn(v.Graph, page)
	if err != nil {
		return err
	}
	if w.Summary != "" && !tellsOf(w.Summary, withheld) {
		head, _, _ := strings.Cut(summary.Content, ": ")
		summary.Content = head + ": " + w.Summary
		summary.Trust = min(summary.Trust, trust)
		summary.Attributes = map[string]string{tools.Worded: w.by}
	}
	if len(w.Missed) == 0 {
		return nil
	}
	ops, find := tools.NewWriter(v, c), tools.NewFinder(v)
	for range len(page) + 2 {
		ops.ID() // those of the summary and its edges
	}
	for _, m := range w.Missed {
		source, err := v.Graph.Node(page[m.N-1])
		if err != nil {
			return err
		}
		if tools.IsWithheld(source) || min(trust, source.Trust) < memtide.TrustUser && language.Instructs(m.Text) {
			continue // nobody's order comes in by this door
		}
		near, err := find.Alike(tools.Like{Text: m.Text, Kinds: []memtide.Kind{missedKinds[m.Kind]}, Project: source.Project, Limit: 1})
		if err != nil {
			return err
		}
		if len(near) > 0 && near[0].Likeness >= alreadyTold {
			continue
		}
		n := &memtide.Node{ID: ops.ID(), Kind: missedKinds[m.Kind], Subtype: subtypeAnswer, Content: m.Text, CreatedAt: source.CreatedAt,
			BaseConfidence: 0.7, DecayRate: 0.02, Importance: 2, Salience: memtide.FullSalience,
			Trust: min(trust, source.Trust), Source: source.Source, Project: source.Project, Tags: slices.Clone(source.Tags),
			Attributes: map[string]string{tools.Worded: w.by}}
		ops.Add(n)
		ops.Edge(memtide.DerivedFrom, n.ID, source.ID)
	}
	return nil
}

// withheldIn returns what the half-turns of a page are withheld for.
func withheldIn(tx *graphdb.Tx, page []memtide.ID) (texts []string, err error) {
	for _, id := range page {
		n, err := tx.Node(id)
		if err != nil {
			return nil, err
		}
		if !tools.IsWithheld(n) {
			continue
		}
		for l := range tx.InLinks(id, memtide.DerivedFrom) {
			m, err := tx.Node(l.Node)
			if err != nil {
				return nil, err
			}
			if !m.Live() {
				texts = append(texts, language.Fold(strings.TrimRight(m.Content, ".!")))
			}
		}
	}
	return texts, nil
}

// tellsOf reports whether a summary says what is withheld: a model that was not shown it may
// have it from the reply to it.
func tellsOf(summary string, withheld []string) bool {
	folded := language.Fold(summary)
	return slices.ContainsFunc(withheld, func(s string) bool { return strings.Contains(folded, s) })
}

// alreadyTold is the likeness from which something is not missed.
const alreadyTold = 0.9

func lowest(tx *graphdb.Tx, ids []memtide.ID) (memtide.Trust, error) {
	trust := memtide.TrustConfirmed
	for _, id := range ids {
		n, err := tx.Node(id)
		if err != nil {
			return 0, err
		}
		trust = min(trust, n.Trust)
	}
	return trust, nil
}
