package remember

import (
	"context"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/llm/prompt"
)

// classifyModel has a model choose the sentences worth reading (O14, N15). What
// the user asks to be kept, and a plain rule, is kept without asking. A long
// half-turn is judged in pieces of about 500 tokens, each with the end of what
// stands before it (N17); what is beyond mostJudged the rules have read.
type classifyModel struct {
	rules classifyRules
	ask   *prompt.Asker
}

type gateIn struct {
	Role      memtide.Role `json:"role"`
	Before    string       `json:"before,omitempty"`
	Sentences []numbered   `json:"sentences"`
}

type numbered struct {
	N    int    `json:"n"`
	Text string `json:"text"`
}

type gateOut struct {
	Keep []int `json:"keep" doc:"numbers of sentences"`
}

// mostJudged bounds what a model judges of one half-turn, in bytes: 33 questions.
const mostJudged = 64 << 10

func (m classifyModel) classify(ctx context.Context, h event.Half, t event.TurnTaken) (event.TurnClassified, error) {
	ruled, err := m.rules.classify(ctx, h, t)
	if err != nil {
		return ruled, err
	}
	all, until := toJudge(t)
	keep := slices.DeleteFunc(slices.Clone(ruled.Keep), func(k event.Span) bool {
		i := slices.IndexFunc(all, func(s event.Span) bool { return s.Start <= k.Start && k.End <= s.End })
		return k.Start < until && (i < 0 && !binds(t, k) || i >= 0 && !binds(t, all[i]))
	})
	for piece := range stretches(all) {
		in := gateIn{Role: t.Role, Before: before(t.Turn, piece[0].Start), Sentences: numberedOf(t.Text, piece)}
		out, _, err := prompt.Ask[gateOut](ctx, m.ask, layerGate, in)
		if err != nil {
			return ruled, err
		}
		for _, n := range out.Keep {
			if n < 1 || n > len(piece) {
				continue
			}
			s := piece[n-1]
			if !slices.ContainsFunc(keep, func(k event.Span) bool { return k.Start < s.End && s.Start < k.End }) {
				keep = append(keep, s)
			}
		}
	}
	slices.SortFunc(keep, func(a, b event.Span) int { return a.Start - b.Start })
	out := event.TurnClassified{Half: h, Keep: keep}
	if len(keep) == 0 {
		out.Reason = "the model sees nothing worth keeping"
	}
	return out, nil
}

// toJudge returns the sentences that a model is to judge, and the place from
// which on it reads nothing.
func toJudge(t event.TurnTaken) (all []event.Span, until int) {
	size := 0
	for _, s := range ownSentences(t.Turn) {
		if size += s.End - s.Start; size > mostJudged {
			return all, s.Start
		}
		if act := language.ActOf(t.Text[s.Start:s.End]); !act.Machine && !act.Slash {
			all = append(all, s)
		}
	}
	return all, len(t.Text)
}

func numberedOf(text string, spans []event.Span) []numbered {
	out := make([]numbered, len(spans))
	for i, s := range spans {
		out[i] = numbered{i + 1, text[s.Start:s.End]}
	}
	return out
}
