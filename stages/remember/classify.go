package remember

import (
	"context"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// classify is the gate: which sentences may hold something to keep?
func classify(d Deps) bus.Stage {
	rules := classifyRules{d.Bus.Quiet, d.Bus.Asked}
	e := engines[event.Half, event.TurnClassified]{rules.classify, classifyModel{rules, d.models}.classify, layerGate, d.models}
	run := func(ctx context.Context, t event.TurnTaken) (event.Payload, error) {
		h := half(ctx, t)
		d.Lately.put(h.Seq, t)
		if t.Fact != "" {
			return event.TurnClassified{Half: h, Keep: []event.Span{{Start: 0, End: len(t.Text)}}}, nil
		}
		if d.Intake.Sources != nil && !slices.Contains(d.Intake.Sources, t.Role) {
			return event.TurnClassified{Half: h, Reason: "words of this role are not mined"}, nil
		}
		if t.Trust <= memtide.TrustRecalled {
			return event.TurnClassified{Half: h, Reason: "our own text coming back"}, nil
		}
		out, err := e.think(ctx, h, t)
		if err == nil && len(t.Conflicts) > 0 {
			out, err = d.withoutReply(ctx, out, t)
		}
		if err != nil {
			return out, err
		}
		out.Mended, err = d.mendedBy(ctx, h, t)
		if m := out.Mended; m != nil {
			out.Keep = slices.DeleteFunc(out.Keep, func(s event.Span) bool { return s.Start < m.End && m.Start < s.End })
			out.Reason = ""
		}
		if err != nil {
			return out, err
		}
		if found := foundBy(t.Turn); found != nil {
			out.Mended, out.Reason = found, ""
			return out, nil
		}
		of, err := d.wishOf(ctx, h, t)
		return withCarried(out, carriedOut(t.Turn, of)), err
	}
	return bus.NewStage("remember.classify", "the gate: which sentences may hold something to keep", run,
		bus.StageOptions[event.TurnTaken]{
			Timeout: d.patience(),
			Says:    []event.Payload{event.TurnClassified{}},
			GivenUp: func(ctx context.Context, t event.TurnTaken, why string) (event.Payload, error) {
				h := half(ctx, t)
				h.Dead = why
				return event.TurnClassified{Half: h}, nil
			},
		})
}

// longestAnswer is the number of words up to which a sentence that answers a
// question says nothing without it.
const longestAnswer = 6

// withoutReply leaves out the sentence that answers which of two memories holds:
// "drizzle is right" is no memory. resolve reads it. What has the form of an answer and chooses
// none of the two is said of something else: "keep the cache in redis".
func (d Deps) withoutReply(ctx context.Context, out event.TurnClassified, t event.TurnTaken) (event.TurnClassified, error) {
	reply, ok := readReply(t.Turn)
	r := reply.Span
	if !ok || len(strings.Fields(t.Text[r.Start:r.End])) > longestAnswer {
		return out, nil
	}
	if chooses, err := d.chooses(ctx, out.Half, t); err != nil || !chooses {
		return out, err
	}
	if out.Keep = slices.DeleteFunc(out.Keep, func(s event.Span) bool { return s.Start < r.End && r.Start < s.End }); len(out.Keep) == 0 {
		out.Reason = "it answers which of two memories holds"
	}
	return out, nil
}
