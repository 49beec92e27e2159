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
// the user asks to be kept, and a plain rule, is kept without asking.
type classifyModel struct{ ask *prompt.Asker }

type gateIn struct {
	Role      memtide.Role `json:"role"`
	Sentences []numbered   `json:"sentences"`
}

type numbered struct {
	N    int    `json:"n"`
	Text string `json:"text"`
}

type gateOut struct {
	Keep []int `json:"keep" doc:"numbers of sentences"`
}

// gatePage is the number of sentences that are judged at a time.
const gatePage = 60

func (m classifyModel) classify(ctx context.Context, h event.Half, t event.TurnTaken) (event.TurnClassified, error) {
	ruled, err := classifyRules(ctx, h, t)
	if err != nil {
		return ruled, err
	}
	var all []event.Span
	seen := 0
	for _, s := range ownSentences(t.Turn) {
		if seen += s.End - s.Start; seen > mined {
			break
		}
		if act := language.ActOf(t.Text[s.Start:s.End]); !act.Machine && !act.Slash {
			all = append(all, s)
		}
	}
	keep := slices.DeleteFunc(slices.Clone(ruled.Keep), func(s event.Span) bool {
		text := t.Text[s.Start:s.End]
		_, asked := language.Reminder(text)
		return !asked && language.CuesOf(text).Instruction < instructionBar
	})
	for page := range slices.Chunk(all, gatePage) {
		in := gateIn{Role: t.Role, Sentences: numberedOf(t.Text, page)}
		out, _, err := prompt.Ask[gateOut](ctx, m.ask, layerGate, in)
		if err != nil {
			return ruled, err
		}
		for _, n := range out.Keep {
			if n < 1 || n > len(page) {
				continue
			}
			s := page[n-1]
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

func numberedOf(text string, spans []event.Span) []numbered {
	out := make([]numbered, len(spans))
	for i, s := range spans {
		out[i] = numbered{i + 1, text[s.Start:s.End]}
	}
	return out
}
