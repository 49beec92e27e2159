package remember

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// filter reads what extract has not taken: one sentence, one item of one
// kind.
func (r mineRules) filter(_ context.Context, in event.ItemsExtracted, t event.TurnTaken) (event.ItemsFiltered, error) {
	out := event.ItemsFiltered{Half: in.Half, Items: in.Items}
	of := r.lately.heard(t.Turn)
	taken := make(map[event.Span]bool, len(in.Items))
	for _, f := range in.Items {
		taken[f.Span] = f.Reported == nil // what was found is the cause of something only where store finds a report
	}
	out.Items = append(out.Items, r.each(in.Keep, func(s event.Span) *event.Found {
		if taken[s] {
			return nil
		}
		text := t.Text[s.Start:s.End]
		cues := of.cuesOf(text)
		kind, subtype, ok := kindOf(text, cues, t.Role)
		if !ok {
			return nil
		}
		f := of.found(s, kind, cues)
		if kind == memtide.Plan && !language.Says(text) && over(text, t.Clock()) {
			return nil // an order that names a day: backfill the table from January on
		}
		f.Subtype = subtype
		if f.Kind != kind {
			f.Subtype = "definitional" // planned, and then so with no end
		}
		if subtype == "presumed" {
			f.Confidence = min(f.Confidence, 0.6)
		}
		return &f
	})...)
	out.Items = eachOnce(out.Items)
	if len(out.Items) == 0 {
		out.Reason = "nothing worth keeping"
	}
	return out, nil
}

// over reports whether the time of which a text speaks has passed when it is said.
func over(text string, now time.Time) bool {
	w, ok := language.Occasion(text, now)
	return ok && !w.Until.After(now)
}

// eachOnce returns items without those that were read before in the same half-turn,
// where only the place is another. Nothing after this would see it: a new item is
// held against what is known, and never against its neighbours. A sentence whose
// "it" means something else is another item.
func eachOnce(items []event.Found) (once []event.Found) {
	had := make(map[string][]event.Found, len(items)) // by their words
	for _, f := range items {
		placeless := f
		placeless.Span = event.Span{}
		if slices.ContainsFunc(had[f.Content], func(o event.Found) bool { return reflect.DeepEqual(o, placeless) }) {
			continue
		}
		had[f.Content] = append(had[f.Content], placeless)
		once = append(once, f)
	}
	return once
}

// kindOf says what a sentence tells, false when it is not worth keeping.
func kindOf(text string, c language.Cues, role memtide.Role) (kind memtide.Kind, subtype string, ok bool) {
	if role == memtide.RoleAgent {
		return memtide.Fact, memtide.Found, true // extract has taken its decisions, and causes of what went wrong
	}
	switch {
	case c.Preference:
		return memtide.Opinion, "preference", true
	case c.Opinion && c.Judges:
		return memtide.Opinion, "user_opinion", true
	case c.Plan:
		return memtide.Plan, "intended", true
	case c.Event:
		return memtide.Event, "action", true
	case c.Opinion:
		return memtide.Opinion, "user_opinion", true
	}
	switch {
	case language.BackToTool(text):
		return memtide.Event, memtide.Decision, true
	case c.Cause:
		return memtide.Fact, "causal", true
	case c.Condition:
		return memtide.Fact, "conditional", true
	case c.Comparison:
		return memtide.Fact, "comparative", true
	case c.Negation:
		return memtide.Fact, "negation", true
	}
	switch {
	case language.ActOf(text).Tell, language.Permits(text), language.Retracts(text), language.TellsDuty(text), language.LeavesFor(text):
		return memtide.Fact, "definitional", true
	case language.Presumes(text, language.Span{}):
		return memtide.Fact, "presumed", true
	}
	return "", "", false
}

// standAlone keeps a memory that was handed over as such.
func standAlone(t event.TurnTaken) event.Found {
	kind := t.Fact
	h := newHeard(t.Turn)
	f := h.found(event.Span{Start: 0, End: len(t.Text)}, kind, language.Cues{})
	f.Project = t.Project
	f.Subtype = memtide.Stated
	f = doubted(f, t.Turn)
	cues := language.CuesOf(t.Text)
	if kind == memtide.Instruction && f.Kind == kind {
		cues.Directs = true // who hands it over as an instruction says so
	}
	h.stand(&f, t.Text, cues)
	if kind == memtide.Instruction {
		f.Subtype = instructionType(t.Text)
	}
	return f
}
