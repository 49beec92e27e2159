package retrieve

import (
	"context"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/tools"
)

// classifyModel has a model read what a prompt mentions and wants (O14). What
// needs no memory by its form is not worth a question.
type classifyModel struct {
	classifyRules
	ask *prompt.Asker
}

type sentenceIn struct {
	Sentence string    `json:"sentence"`
	Message  string    `json:"message"`
	Now      time.Time `json:"now"`
	Recent   []string  `json:"recent,omitempty"`
}

type sentenceOut struct {
	Retrieve bool      `json:"retrieve"`
	Entities []string  `json:"entities" maxitems:"15"`
	Times    []spanOut `json:"times" maxitems:"5"`
	Intent   string    `json:"intent" enum:"why|when|who|what|general"`
	Asks     bool      `json:"asks"`
	Commands bool      `json:"commands"`
	Tells    bool      `json:"tells"`
	Deep     bool      `json:"deep"`
}

type spanOut struct {
	From  string `json:"from" doc:"2006-01-02"`
	Until string `json:"until" doc:"2006-01-02, exclusive"`
}

// A long message is read sentence by sentence, side by side, so that what one
// of them names is not lost among the others.
const (
	longMessage  = 400 // bytes
	maxSentences = 12
	sideBySide   = 4
)

func (m classifyModel) classify(ctx context.Context, in event.PromptAsked) (event.Payload, error) {
	q := in.Query
	if q.Mode == event.ModeSessionStart || needsNone(language.ActOf(q.Text), q) != "" {
		return m.classifyRules.classify(ctx, in)
	}
	parts := sentencesOf(q.Text)
	outs := make([]sentenceOut, len(parts))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(sideBySide)
	for i, part := range parts {
		g.Go(func() (err error) {
			outs[i], _, err = prompt.Ask[sentenceOut](gctx, m.ask, layerClassify, sentenceIn{part, q.Text, q.Now, q.Recent})
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	class, retrieve := merged(outs)
	if !retrieve && q.Mode != event.ModeQuery {
		return silence(q, class, "the model sees no need for memory"), nil
	}
	err := m.memory.Read(ctx, q.Space, func(v ledger.View) error {
		q.Text = tools.Respell(v, q.Text)
		for i := range class.Entities {
			class.Entities[i].ID = entityID(v.Graph, class.Entities[i].Name)
		}
		for _, n := range entities(v.Graph, q.Text) { // the registry knows names that a model overlooks
			if !named(class.Entities, n.Name) && len(class.Entities) < maxEntities {
				class.Entities = append(class.Entities, n)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return classified(ctx, m.memory, q, class, in.Turns)
}

// sentencesOf returns a short text whole, and the sentences of a long one.
func sentencesOf(text string) []string {
	if len(text) < longMessage {
		return []string{text}
	}
	var parts []string
	for _, s := range language.Sentences(text) {
		if part := strings.TrimSpace(text[s.Start:s.End]); part != "" && len(parts) < maxSentences {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		parts = []string{text}
	}
	return parts
}

// merged joins what was said of single sentences: any of them may ask, and the
// first that has an intent says it.
func merged(outs []sentenceOut) (c event.Class, retrieve bool) {
	c.Intent = string(language.IntentGeneral)
	commands := false
	for _, o := range outs {
		retrieve = retrieve || o.Retrieve
		c.Ask, c.Question = c.Ask || o.Asks || o.Commands, c.Question || o.Asks
		commands = commands || o.Commands
		c.Tell, c.Deep = c.Tell || o.Tells, c.Deep || o.Deep
		if c.Intent == string(language.IntentGeneral) {
			c.Intent = o.Intent
		}
		for _, name := range o.Entities {
			if name = strings.TrimSpace(name); name != "" && !named(c.Entities, name) && len(c.Entities) < maxEntities {
				c.Entities = append(c.Entities, event.Name{Name: name})
			}
		}
		for _, t := range o.Times {
			from, err1 := time.Parse(time.DateOnly, t.From)
			until, err2 := time.Parse(time.DateOnly, t.Until)
			if err1 == nil && err2 == nil && from.Before(until) {
				c.Times = append(c.Times, event.Range{From: from, Until: until})
			}
		}
	}
	c.Question = c.Question && !commands
	return c, retrieve
}

func named(names []event.Name, name string) bool {
	return slices.ContainsFunc(names, func(n event.Name) bool { return language.Fold(n.Name) == language.Fold(name) })
}
