package retrieve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// readMain finds out what candidates say of the sentences of a prompt that ask for something, where
// the others only say what it is for: those have words, too, and so a memory that answers covers less of the
// prompt, and one that is only of what it is for covers much.
func (a *assembly) readMain(v ledger.View, cs []event.Candidate) {
	if a.main == "" {
		return
	}
	q := a.q
	q.Text, q.Recent = a.main, nil
	ids := make([]memtide.ID, len(cs))
	for i, c := range cs {
		ids[i] = c.ID
	}
	a.ofMain = tools.Fits(v, q, ids)
}

// followMain gives what has taken the place of a candidate what that says of the main part.
func (a *assembly) followMain(was, c event.Candidate) {
	if fit, has := a.ofMain[was.ID]; has && was.ID != c.ID && fit.BM25 > a.ofMain[c.ID].BM25 {
		a.ofMain[c.ID] = fit
	}
}

// relevance is the share of the prompt that a candidate covers, or of its main part, if that is more.
func (a *assembly) relevance(c event.Candidate) float64 {
	if c.BM25 == 0 {
		return c.Relevance
	}
	return max(c.Relevance, a.ofMain[c.ID].Relevance)
}

// answersMain reports whether a candidate says something of the main part of the prompt.
func (a *assembly) answersMain(c event.Candidate) bool {
	return a.main == "" || c.BM25 == 0 || a.ofMain[c.ID].BM25 >= leastOfOne
}

// openOfMain is [assembly.open] of the main part of a prompt as if it were all of it, where it asks for what is
// the speaker's, or for a value that a memory gives.
func (a *assembly) openOfMain() (open bool, words string) {
	if act := language.ActOf(a.main); a.main == "" || !act.Ask || act.Command {
		return false, ""
	}
	p := *a
	p.main, p.q.Text = "", a.main
	p.asks, p.tells, p.orders = true, false, false
	p.form = byForm(a.main, "")
	p.leaning = leaning(p.q, p.form)
	text := language.Fold(a.main)
	p.named = knows(event.Class{Entities: slices.DeleteFunc(slices.Clone(a.entities), func(n event.Name) bool {
		return !strings.Contains(text, language.Fold(n.Name))
	})})
	p.asked, p.counts = nil, nil // of the whole prompt
	p.kept = slices.Clone(a.kept)
	for i := range p.kept {
		c := &p.kept[i]
		fit := a.ofMain[c.ID]
		if c.BM25 == 0 {
			continue
		}
		if c.Relevance > 0 {
			c.Match *= fit.Relevance / c.Relevance
		}
		c.Relevance, c.BM25 = fit.Relevance, fit.BM25
	}
	if open, words = p.open(p.bar()); !open || !p.givesValue(language.NewLookups(p.q.Text)) && !language.AsksOfOurs(a.main) {
		return false, ""
	}
	return true, fmt.Sprintf("%s; of %q alone", words, a.main)
}
