package remember

import (
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/tools"
)

// storeModel asks what becomes of the items of a half-turn, all at once (F12,
// F13), before the decision is made: no model is waited for inside one. What it
// says is a proposal. The decision holds it against the memory as it is then,
// the trust of both sides and the numbers in them; an item that nothing was said
// of is stored by the rules (O33).
type storeModel struct {
	Deps
	ask *prompt.Asker
}

// proposal is what a model wants to be done with one item.
type proposal struct {
	do     string // doAdd, … as the model names it
	target memtide.ID
	by     string // the model
	open   bool   // it has not been asked what the item does to known memories
}

// What a model may want done. "delete", an item that says only that the target no
// longer holds, is done as doUpdate is: the item takes its place.
const (
	doAdd      = "add"
	doNoop     = "noop"
	doUpdate   = "update"
	doConflict = "conflict"
)

type audnIn struct {
	Items   []itemIn    `json:"items"`
	Similar []similarIn `json:"similar"`
}

type similarIn struct {
	ID   string       `json:"id"`
	Kind memtide.Kind `json:"kind"`
	Date string       `json:"date"`
	Text string       `json:"text"`
}

type audnOut struct {
	Verdicts []verdictOut `json:"verdicts"`
}

type verdictOut struct {
	N      int    `json:"n"`
	Do     string `json:"do" enum:"add|noop|update|delete|conflict"`
	Target string `json:"target,omitempty" doc:"the id of a similar memory"`
}

// What a model is shown of the memory: five like each item, cut short (F12).
const (
	similarTop  = 5
	similarText = 280 // characters
)

// layer returns the engine that the settings give: the loop with tools, the
// batch, or the plain question whether something is new; "" is the rules.
func (m storeModel) layer() string {
	for _, l := range []string{layerStoreLoop, layerStore, layerNovelty} {
		if m.ask.Has(l) {
			return l
		}
	}
	return ""
}

// propose returns what the model wants done with the items, by place; nil where
// there is no model, nothing to ask, or no answer.
func (m storeModel) propose(ctx context.Context, t event.TurnTaken, items []event.Found) map[int]proposal {
	layer := m.layer()
	if layer == "" || len(items) == 0 {
		return nil
	}
	ctx, stop := prompt.Within(ctx)
	defer stop()
	var p map[int]proposal
	var err error
	if layer == layerStoreLoop {
		p, err = m.loop(ctx, t, items)
	} else {
		p, err = m.batch(ctx, t, items, layer)
	}
	if err != nil {
		return nil // llm has written down why; the rules decide
	}
	return p
}

func (m storeModel) batch(ctx context.Context, t event.TurnTaken, items []event.Found, layer string) (map[int]proposal, error) {
	var in audnIn
	shown := map[string]memtide.ID{}
	err := m.Ledger.Read(ctx, t.Space, func(v ledger.View) error {
		find := tools.NewFinder(v)
		for i, f := range items {
			in.Items = append(in.Items, itemIn{i + 1, f.Kind, t.Time.Format(time.DateOnly), f.Content})
			near, err := find.Alike(tools.Like{Text: f.Content, Kinds: reconciled, Project: f.Project, Limit: similarTop})
			if err != nil {
				return err
			}
			for _, s := range near {
				if n := s.Node; shown[n.ID.Short()].IsZero() {
					shown[n.ID.Short()] = n.ID
					in.Similar = append(in.Similar, similarIn{n.ID.Short(), n.Kind, n.CreatedAt.Format(time.DateOnly), clip(n.Content, similarText)})
				}
			}
		}
		return nil
	})
	if err != nil || len(in.Similar) == 0 {
		return nil, err // nothing is like them: they are new
	}
	out, r, err := prompt.Ask[audnOut](ctx, m.ask, layer, in)
	if err != nil {
		return nil, err
	}
	proposals := map[int]proposal{}
	for _, v := range out.Verdicts {
		target := shown[v.Target]
		if v.N < 1 || v.N > len(items) || target.IsZero() && v.Do != doAdd || layer == layerNovelty && v.Do != doNoop {
			continue
		}
		proposals[v.N-1] = proposal{do: v.Do, target: target, by: r.Model}
	}
	return proposals, nil
}

// clip cuts a text to n characters.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + " …"
	}
	return s
}

// most changes of one memory that models may make in an hour: where models may
// rewrite what they have written, one rewriting can lead to the next.
const (
	mostChanges   = 3
	changesWithin = time.Hour
)

// proposed does with an item what a model wants, where that may be done; false
// leaves it to the rules.
func (w *writer) proposed(f event.Found, p proposal) (bool, error) {
	if p.do == doAdd {
		return true, w.add(f)
	}
	old, err := w.v.Graph.Node(p.target)
	if err != nil || !old.Live() || w.touched[old.ID] || old.Project != f.Project || f.Attributes[tools.Quarantine] != "" {
		return false, nil // gone or changed since it was asked
	}
	switch p.do {
	case doNoop:
		if !saysAll(old.Content, f.Content) {
			return false, nil
		}
		w.touched[old.ID] = true
		return true, w.again(f, old)
	case doConflict:
		id, err := w.added(f)
		if err == nil {
			w.link(memtide.Contradicts, id, old.ID)
		}
		return true, err
	}
	if !w.mayReplace(f, old) {
		return false, nil
	}
	f.Attributes = tools.WithAttribute(f.Attributes, tools.PreviousText, old.Content)
	id, err := w.added(f)
	if err != nil || id.IsZero() {
		return true, err
	}
	w.touched[old.ID] = true
	return true, w.ops.Supersede(&memtide.Node{ID: id}, old)
}

// saysAll reports whether a memory may say all that an item says, as a model holds:
// it has the same numbers, every name, and affirms or denies as the item does. An
// item that is taken for known is kept nowhere else.
func saysAll(known, item string) bool {
	return sameNumbers(known, item) && sameSide(known, item) && language.Faithful(item, known)
}

// mayReplace holds a model's wish to replace a memory against the rules that no
// model stands above: nobody's word takes the place of the word of somebody who
// is to be believed more, or of what the user has pinned or confirmed; nothing
// replaces what was said later; and no memory changes all the time.
func (w *writer) mayReplace(f event.Found, old *memtide.Node) bool {
	if old.Pinned || !old.ConfirmedAt.IsZero() || f.Trust < min(old.Trust, memtide.TrustUser) || tools.LastSaid(old).After(w.order) ||
		old.Attributes["speaker"] != w.t.Speaker {
		return false
	}
	changes := 0
	for id, n := old.ID, 0; n < mostChanges; n++ {
		var before memtide.ID
		for l := range w.v.Graph.OutLinks(id, memtide.Supersedes) {
			before = l.Node
		}
		node, err := w.v.Graph.Node(id)
		if err != nil || before.IsZero() || w.at.Sub(node.CreatedAt) > changesWithin {
			break
		}
		id = before
		changes++
	}
	return changes < mostChanges
}

// added is [writer.add] that returns the new node; zero for what became the
// description of an entity.
func (w *writer) added(f event.Found) (memtide.ID, error) {
	err := w.add(f)
	return w.kept[itemKey(f)], err
}
