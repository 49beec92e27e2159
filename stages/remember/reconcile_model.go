package remember

import (
	"context"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/tools"
)

// reconcileModel asks what new memories do to older ones that are like them
// (O34), before the decision is made. Its verdict stands where the rules would
// read the words; who may outdo whom is decided as ever.
type reconcileModel struct {
	Deps
	ask *prompt.Asker
}

// pair is a new memory and a known one.
type pair struct{ n, old memtide.ID }

// judged is what a model has said of pairs.
type judged struct {
	of map[pair]verdict
	by string
}

type pairsIn struct {
	Pairs []pairIn `json:"pairs"`
}

type pairIn struct {
	N   int    `json:"n"`
	New itemIn `json:"new"`
	Old itemIn `json:"old"`
}

type pairsOut struct {
	Verdicts []pairOut `json:"verdicts"`
}

type pairOut struct {
	N       int    `json:"n"`
	Verdict string `json:"verdict" enum:"keep|supersedes|contradiction"`
}

// A new memory is held against so many older ones, a half-turn against so many
// in all.
const (
	pairsEach = 10 // O34
	pairsAll  = 40
)

var verdictsOut = map[string]verdict{"keep": keepBoth, "supersedes": supersedes, "contradiction": contradicts}

func (m reconcileModel) judge(ctx context.Context, h event.Half, ids []memtide.ID) judged {
	if !m.ask.Has(layerReconcile) {
		return judged{}
	}
	in, pairs, err := m.pairs(ctx, h, ids)
	if err != nil || len(pairs) == 0 {
		return judged{}
	}
	out, r, err := prompt.Ask[pairsOut](ctx, m.ask, layerReconcile, in)
	if err != nil {
		return judged{} // llm has written down why; the rules decide
	}
	j := judged{map[pair]verdict{}, r.Model}
	for _, v := range out.Verdicts {
		if v.N >= 1 && v.N <= len(pairs) {
			j.of[pairs[v.N-1]] = verdictsOut[v.Verdict]
		}
	}
	return j
}

func (m reconcileModel) pairs(ctx context.Context, h event.Half, ids []memtide.ID) (in pairsIn, pairs []pair, err error) {
	err = m.Ledger.Read(ctx, h.Space, func(v ledger.View) error {
		find := tools.NewFinder(v)
		for _, id := range ids {
			n, err := v.Graph.Node(id)
			if err != nil {
				return err
			}
			near, err := find.Alike(tools.Like{Text: n.Content, Kinds: reconciled, Project: n.Project, Limit: reconcileTop})
			if err != nil {
				return err
			}
			count := 0
			for _, s := range near {
				old := s.Node
				if s.Likeness < reconcileFrom || slices.Contains(ids, old.ID) || old.Project != n.Project {
					continue
				}
				if count++; count > pairsEach || len(pairs) == pairsAll {
					break
				}
				pairs = append(pairs, pair{n.ID, old.ID})
				in.Pairs = append(in.Pairs, pairIn{len(pairs), asItem(n), asItem(old)})
			}
		}
		return nil
	})
	return in, pairs, err
}

func asItem(n *memtide.Node) itemIn {
	return itemIn{Kind: n.Kind, Date: n.CreatedAt.Format(time.DateOnly), Text: clip(n.Content, 2*similarText)}
}
