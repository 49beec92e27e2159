package maintain

import (
	"context"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/tools"
)

type enrichIn struct {
	Name       string      `json:"name"`
	Before     string      `json:"before,omitempty"`
	Statements []statement `json:"statements"`
}

type statement struct {
	Date string `json:"date"`
	Text string `json:"text"`
}

type enrichOut struct {
	Summary string `json:"summary"`
}

const (
	enrichShown = 20  // statements that a model writes from
	enrichChars = 600 // of what it writes
)

// wording is what a model has written of an entity, and what from; its zero
// value is none.
type wording struct {
	text, model string
	from        []*memtide.Node
}

// word has a model write a profile in words of its own (Y23), from the newest
// statements. What brings a name or a number of its own is not taken, and the
// rules' lines stand.
func (r *run) word(ctx context.Context, p profile) wording {
	if r.dry || !r.models.Has(layerEnrich) {
		return wording{}
	}
	ctx, stop := prompt.Within(ctx)
	defer stop()
	in := enrichIn{Name: p.name}
	var w wording
	source := p.name + "."
	err := r.read(ctx, func(v ledger.View) error {
		if p.before != nil && !tools.WordedOfGone(v.Graph, p.before) {
			in.Before = p.before.Content
		}
		said, _, err := mentioned(v, p.entity)
		w.from = said[p.project][:min(len(said[p.project]), enrichShown)]
		for _, n := range w.from {
			in.Statements = append(in.Statements, statement{n.CreatedAt.Format(time.DateOnly), n.Content})
			source += "\n" + n.Content
		}
		return err
	})
	if err != nil {
		return wording{}
	}
	out, reply, err := prompt.Ask[enrichOut](ctx, r.models, layerEnrich, in)
	w.text, w.model = strings.TrimSpace(out.Summary), reply.Model
	if err != nil || len(w.text) > enrichChars || !language.Faithful(w.text, source) {
		return wording{}
	}
	return w
}

// holds reports whether all that a text was written from still holds.
func holds(v ledger.View, from []*memtide.Node) bool {
	for _, n := range from {
		if !isLive(v.Graph, n.ID) {
			return false
		}
	}
	return true
}
