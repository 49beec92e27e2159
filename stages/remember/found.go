package remember

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// Often it is the user who finds out what was wrong, and says so to the agent: "it was the
// card", "found it, a stale lock". What it explains was said a prompt or two before, and what
// was done about it is told behind it.

const (
	longestFound  = 3   // sentences, with those that tell what was done about it
	mostFound     = 400 // bytes of them, and of the report where it stands in the same half-turn
	shortMend     = 60  // bytes of a sentence that only says that it goes well again: works now
	reportsBefore = 2   // prompts in which the trouble may have been reported
)

// foundBy finds in the user's half-turn what they have found to be the cause of something.
// Of what, store looks up, unless it is reported in the same half-turn.
func foundBy(t memtide.Turn) *event.Mended {
	if t.Role != memtide.RoleUser || t.Trust < memtide.TrustUser || t.Session == "" {
		return nil
	}
	own := ownSentences(t)
	for i, s := range own {
		if !language.FoundCause(t.Text[s.Start:s.End]) && !mendedNext(t, own[i:]) {
			continue
		}
		found := event.Mended{Span: s}
		for _, next := range own[i+1 : min(i+longestFound, len(own))] {
			text := t.Text[next.Start:next.End]
			if act := language.ActOf(text); !act.Tell && !mendedNext(t, []event.Span{s, next}) || act.Ask || act.Command || rules(language.CuesOf(text)) || next.End-s.Start > mostFound || quotesBetween(t, s.End, next.Start) {
				break
			}
			found.End = next.End
		}
		before := t
		before.Text, before.Quotes = t.Text[:s.Start], nil
		for _, q := range t.Quotes {
			if q.End <= s.Start { // the sentence is none, so that no quote goes over its beginning
				before.Quotes = append(before.Quotes, q)
			}
		}
		if spans, _ := reports(before, false); len(spans) > 0 {
			found.Reported = event.Report{Turn: t.ID, Spans: spans}
			if first := spans[0].Start; found.End-first <= mostFound && !quotesBetween(t, first, s.Start) {
				found.Start = first
			}
		}
		return &found
	}
	return nil
}

// mendedNext reports whether the first sentence says what was the matter, and the next only that it goes well again.
func mendedNext(t memtide.Turn, own []event.Span) bool {
	return len(own) > 1 && own[1].End-own[1].Start <= shortMend && !quotesBetween(t, own[0].End, own[1].Start) &&
		!language.TellsMend(t.Text[own[1].Start:own[1].End]) && language.TellsMend(t.Text[own[0].Start:own[1].End])
}

// quotesBetween reports whether somebody else's words stand between two places of a half-turn.
func quotesBetween(t memtide.Turn, from, to int) bool {
	return slices.ContainsFunc(t.Quotes, func(q memtide.Quote) bool { return from <= q.Start && q.End <= to })
}

// explained settles what the user has found: behind a report of trouble, and where they say themselves that it
// goes well again, it is the cause, and what else was made of the same sentences is left out; else it is no more
// than what they say. What is left out keeps its
// place, which is what a model goes by, and has no words.
func (w *writer) explained(items []event.Found) ([]event.Found, error) {
	at := slices.IndexFunc(items, func(f event.Found) bool { return f.Reported != nil })
	if at < 0 || w.t.Role != memtide.RoleUser {
		return items, nil
	}
	found := items[at]
	report := *found.Reported
	if report.Turn == "" {
		var err error
		if report, err = w.reportBefore(); err != nil {
			return nil, err
		}
	}
	items = slices.Clone(items)
	switch items[at].Reported = &report; {
	case report.Turn != "":
	case language.TellsMend(found.Content):
		items[at].Reported = nil
	default:
		items[at].Content = ""
		return items, nil
	}
	for i, f := range items {
		if i != at && found.Span.Start <= f.Span.Start && f.Span.End <= found.Span.End && (f.Kind != memtide.Instruction || f.Attributes[ledger.Standing] == "") && f.Attributes[tools.Quarantine] == "" {
			items[i].Content = ""
		}
	}
	return items, nil
}

// reportBefore returns what the user said to go wrong in one of the last prompts of the session.
func (w *writer) reportBefore() (event.Report, error) {
	at, prompts := w.episode(), 0
	for range 2 * reportsBefore {
		var said *memtide.Node
		for before := range w.v.Graph.OutLinks(at, memtide.Temporal) {
			n, err := w.v.Graph.Node(before.Node)
			if err != nil {
				return event.Report{}, err
			}
			said = n
		}
		if said == nil || prompts == reportsBefore {
			break
		}
		at = said.ID
		if said.Source.Role != memtide.RoleUser {
			continue
		}
		prompts++
		words := tools.OwnWords(said)
		spans, _ := reports(memtide.Turn{Role: memtide.RoleUser, Text: words}, false)
		if len(spans) == 0 {
			continue
		}
		if words != said.Content {
			spans = nil // they are not where they stand in all of it
		}
		return event.Report{Turn: said.Source.Turn, Spans: spans}, nil
	}
	return event.Report{}, nil
}
