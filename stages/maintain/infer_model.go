package maintain

import (
	"context"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
)

type inferIn struct {
	Pairs []inferPair `json:"pairs"`
}

type inferPair struct {
	N       int    `json:"n"`
	Earlier string `json:"earlier"`
	Later   string `json:"later"`
}

type inferOut struct {
	Verdicts []inferVerdict `json:"verdicts"`
}

type inferVerdict struct {
	N    int    `json:"n"`
	Link string `json:"link" enum:"none|later_is_cause|later_is_effect"`
}

const (
	inferPage  = 10
	inferChars = 400 // of each text
)

var links = map[string]direction{"none": unsaid, "later_is_cause": isCause, "later_is_effect": isEffect}

// inferModel has a model read the pairs, ten at a time. Each pair is decided
// once, also one without a cause: nobody pays for it again. What the model passes
// over the rules read: else it would come again every night, and as many of them as
// a run takes would keep all later pairs out.
func (r *run) inferModel(ctx context.Context, ids []memtide.ID) ([]unit, error) {
	ctx, stop := prompt.Within(ctx)
	defer stop()
	var pairs []inferPair
	var ends [][2]memtide.ID
	err := r.each(ctx, ids, func(v ledger.View, later *memtide.Node) error {
		if len(pairs) == inferPairs || later.Kind != memtide.Episode || !later.Live() {
			return nil
		}
		earlier, ok := said(v, later.ID)
		if !ok || r.decided(v, later.ID.String()) {
			return nil
		}
		before, err := v.Graph.Node(earlier)
		if err == nil && before.Live() {
			pairs = append(pairs, inferPair{len(pairs) + 1, clip(before.Content, inferChars), clip(later.Content, inferChars)})
			ends = append(ends, [2]memtide.ID{earlier, later.ID})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var units []unit
	for page := range slices.Chunk(pairs, inferPage) {
		out, reply, err := prompt.Ask[inferOut](ctx, r.models, layerInfer, inferIn{page})
		if err != nil {
			return nil, err
		}
		ways := map[int]direction{}
		for _, verdict := range out.Verdicts {
			if way, known := links[verdict.Link]; known {
				ways[verdict.N] = way
			}
		}
		for _, p := range page {
			end := ends[p.N-1]
			way, answered := ways[p.N]
			units = append(units, unit{input: end[1].String(), decide: func(v ledger.View, c *memtide.ChangeSet) error {
				if !answered {
					return byWords(v, c, end)
				}
				err := because(v, c, end, way)
				c.Reason += ", says " + reply.Model
				return err
			}})
		}
	}
	return units, nil
}

// byWords is because for a pair of which the words of the later half-turn decide.
func byWords(v ledger.View, c *memtide.ChangeSet, pair [2]memtide.ID) error {
	later, err := live(v, pair[1])
	if err != nil {
		return err
	}
	return because(v, c, pair, causes(later.Content))
}

// clip cuts a text to n characters.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + " …"
	}
	return s
}
