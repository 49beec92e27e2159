package ledger

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
)

// What half-turns that go have told of entities that stay, beside their descriptions: what
// they are called, and how they stand to each other. Both goes where nothing that stays
// says it, too.

// naming is what an entity was called, where some of that goes.
type naming struct {
	all  []string        // as if nothing were erased
	gone map[string]bool // folded
}

// own reports whether a change set is one of a half-turn that goes.
func (r *rewriter) own(c *memtide.ChangeSet) bool {
	return c.Cause.Kind == "turn" && r.turns[c.Cause.ID]
}

// names reports whether an operation may say what an entity is to be called no longer.
func (r *rewriter) names(c *memtide.ChangeSet, op memtide.Op) bool {
	switch {
	case op.Node.IsZero():
		return false
	case op.Field == "aliases":
		return len(r.naming) > 0 || r.own(c)
	case r.naming[op.Node] != nil:
		return true
	}
	return op.Whole() && r.own(c) && len(namesIn(op.To)) > 0
}

// namesIn returns the aliases of a node.
func namesIn(node json.RawMessage) []string {
	var n struct {
		Aliases []string `json:"aliases"`
	}
	if len(node) == 0 || json.Unmarshal(node, &n) != nil {
		return nil
	}
	return n.Aliases
}

// content takes the erased texts out of what a node says. An entity whose description says
// one is left with its name, as one that nobody has described: an agent is told what it says.
func (r *rewriter) content(n *memtide.Node, s string) string {
	left := r.strip(s)
	if n.Kind == memtide.Entity && left != s {
		return n.CanonicalName
	}
	return left
}

// describe is fieldOf for a content that says an erased text.
func (w *rewriting) describe(op memtide.Op, have *memtide.Node) (memtide.Op, error) {
	var s string
	if err := json.Unmarshal(op.To, &s); err != nil {
		return op, err
	}
	return memtide.SetNode(have, op.Field, w.content(have, s)), nil
}

// called returns what an entity that is called have is called behind an operation, which
// makes is of was.
func (w *rewriting) called(id memtide.ID, have, was, is []string) ([]string, error) {
	m := w.naming[id]
	if m == nil {
		m = &naming{gone: map[string]bool{}}
	}
	m.all = is
	out := slices.DeleteFunc(slices.Clone(have), func(a string) bool { return slices.Contains(was, a) && !slices.Contains(is, a) })
	for _, a := range is {
		if slices.Contains(was, a) || slices.Contains(out, a) {
			continue
		}
		key := language.Fold(a)
		switch {
		case w.own(w.c):
			said, err := w.saidToo(id, a)
			if err != nil {
				return nil, err
			}
			m.gone[key] = !said
		case w.c.Cause.Kind == "turn":
			m.gone[key] = false
		default: // two have become one, or something was taken back
			m.gone[key] = w.goneOfAny(key)
		}
		if m.gone[key] {
			w.naming[id] = m
		} else {
			out = append(out, a)
		}
	}
	return out, nil
}

// aliases lets an operation on them begin with what an entity is called now.
func (w *rewriting) aliases(op memtide.Op, have *memtide.Node) (memtide.Op, error) {
	var lists [2][]string
	for i, raw := range []json.RawMessage{op.From, op.To} {
		raw, err := w.value(raw)
		if err == nil && len(raw) > 0 {
			err = json.Unmarshal(raw, &lists[i])
		}
		if err != nil {
			return op, err
		}
	}
	names, err := w.called(have.ID, have.Aliases, lists[0], lists[1])
	w.hearNames(have) // nothing may be left of the operation
	if len(names) == 0 {
		names = nil
	}
	return memtide.SetNode(have, op.Field, names), err
}

func (r *rewriter) goneOfAny(key string) bool {
	for _, m := range r.naming {
		if m.gone[key] {
			return true
		}
	}
	return false
}

// saidToo reports whether something that stays calls an entity by an alias, or you have
// vouched for it.
func (p *erasePlan) saidToo(id memtide.ID, alias string) (said bool, err error) {
	name := plainWords(strings.TrimPrefix(language.Fold(alias), "my "))
	err = p.s.graph.View(func(tx *graphdb.Tx) error {
		e, err := tx.Node(id)
		if errors.Is(err, graphdb.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		said = e.Trust == memtide.TrustConfirmed
		for k := range tx.InLinks(id, memtide.Mentions) {
			if said || p.r.nodes[k.Node] {
				continue
			}
			n, err := tx.Node(k.Node)
			if err != nil {
				return err
			}
			said = strings.Contains(plainWords(language.Fold(n.Content)), name)
		}
		return nil
	})
	return said, err
}

// plainWords are the words of a text, with a blank before and behind each.
func plainWords(s string) string {
	return " " + strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }), " ") + " "
}

// shown reports whether an edge is a relation that nothing but half-turns that go has
// shown.
func (r *rewriter) shown(e *memtide.Edge) bool {
	return e.Kind == memtide.Relation && len(e.Evidence) > 0 && !slices.ContainsFunc(e.Evidence, func(t string) bool { return !r.turns[t] })
}

// toldBeside reports whether such a relation was told by a memory of the half-turn that
// stays: one of its change set that names both, where none that goes does.
func (w *rewriting) toldBeside(e *memtide.Edge) bool {
	from, to := map[memtide.ID]bool{}, map[memtide.ID]bool{}
	for _, op := range w.c.Ops {
		if m := op.WholeEdge(); m != nil && m.Kind == memtide.Mentions {
			from[m.From] = from[m.From] || m.To == e.From
			to[m.From] = to[m.From] || m.To == e.To
		}
	}
	stays := false
	for id := range from {
		if from[id] && to[id] {
			if w.rewriter.nodes[id] {
				return false
			}
			stays = true
		}
	}
	return stays
}

// carried returns what is left of decisions that change nothing: their reasons may quote.
func (r *rewriter) carried(all []memtide.NoChange) []memtide.NoChange {
	all = slices.Clone(all)
	for i := range all {
		all[i].Reason = cmp.Or(r.reasonLeft(all[i].Reason), "erased")
	}
	return all
}

// reasonLeft returns what a reason may still say.
func (r *rewriter) reasonLeft(s string) string {
	if s = r.strip(s); r.reason != nil {
		s = r.reason(s)
	}
	return s
}
