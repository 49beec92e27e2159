package remember

import (
	"cmp"
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
	ctx, stop := prompt.Within(ctx)
	defer stop()
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

// pairs returns what the model is asked of: what is like enough to be about the
// same, and what the rules would settle. They decide nothing behind its back.
func (m reconcileModel) pairs(ctx context.Context, h event.Half, ids []memtide.ID) (in pairsIn, pairs []pair, err error) {
	err = m.Ledger.Read(ctx, h.Space, func(v ledger.View) error {
		r := newReconciler(v, judged{}, &m.Lately.read)
		all, err := r.meet(ids)
		for _, m := range all {
			for i, old := range m.unclear(r) {
				if i == pairsEach || len(pairs) == pairsAll {
					break
				}
				pairs = append(pairs, pair{m.n.ID, old.ID})
				in.Pairs = append(in.Pairs, pairIn{len(pairs), asItem(m.n), asItem(old)})
			}
		}
		return err
	})
	return in, pairs, err
}

// unclear returns the older memories of which a model may say something else than
// that both hold: first those that the rules would settle, then the most like.
func (m *meeting) unclear(r *reconciler) []*memtide.Node {
	ruled := func(old *memtide.Node) bool {
		return slices.ContainsFunc(m.held, func(h held) bool { return h.ID == old.ID && h.does != keepBoth })
	}
	likeness := map[memtide.ID]tools.Likeness{}
	var olds []*memtide.Node
	for _, old := range m.near {
		if !r.meets(m.n, old) {
			continue
		}
		if likeness[old.ID] = r.find.Likeness(m.n.Content, old.Content); likeness[old.ID] >= reconcileFrom || ruled(old) {
			olds = append(olds, old)
		}
	}
	slices.SortStableFunc(olds, func(a, b *memtide.Node) int {
		if ruled(a) != ruled(b) {
			if ruled(a) {
				return -1
			}
			return 1
		}
		return cmp.Compare(likeness[b.ID], likeness[a.ID])
	})
	return olds
}

func asItem(n *memtide.Node) itemIn {
	return itemIn{Kind: n.Kind, Date: n.CreatedAt.Format(time.DateOnly), Text: clip(n.Content, 2*similarText)}
}
