package remember

import (
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// "It was moved to 5 March" names nothing: what is meant was told in the prompt before. No memory is made of it,
// and the half-turn itself amends what was made of that one, or that one where nothing was.

// talk is the exchange before a half-turn of the user in its session.
type talk struct {
	prompt, reply *memtide.Node // nil is none
}

// said is what the user wrote in that prompt.
func (b talk) said() string { return tools.OwnWords(b.prompt) }

// replied is what was answered.
func (b talk) replied() string {
	if b.reply == nil {
		return ""
	}
	return b.reply.Content
}

// exchangeBefore returns the exchange before the half-turn.
func (w *writer) exchangeBefore() (b talk, err error) {
	at := w.episode()
	for range mostHalvesBack {
		n, err := halfBefore(w.v, at)
		if err != nil || n == nil {
			return b, err
		}
		if at = n.ID; n.Source.Role != memtide.RoleUser {
			b.reply = n
			continue
		}
		if n.Trust >= memtide.TrustUser && n.Project == w.t.Project {
			b.prompt = n
		}
		return b, nil
	}
	return b, nil
}

// mostHalvesBack is how many half-turns the prompt before is looked for.
const mostHalvesBack = 4

// pointsBack settles a half-turn by what its exchange was before: the user gives what they told there another value,
// or takes back an order; an agent does not do what was ordered.
func (w *writer) pointsBack(read *kept) error {
	t := w.t
	if t.Session == "" || len(t.Text) > longestSet && t.Role == memtide.RoleUser || len(t.Quotes) > 0 || !w.v.Graph.Has(w.episode()) {
		return nil
	}
	b, err := w.exchangeBefore()
	if err != nil || b.prompt == nil {
		return err
	}
	switch {
	case t.Role == memtide.RoleAgent && t.Trust >= memtide.TrustAgent:
		if b.reply == nil && language.ActOf(b.said()).Command && language.Declines(t.Text, b.said()) {
			return w.standAsBefore(b.prompt.ID)
		}
	case t.Role == memtide.RoleUser && t.Trust >= memtide.TrustUser:
		if given, err := w.givenAnew(b, read); given || err != nil {
			return err
		}
		if language.TakesBack(t.Text, b.said()) {
			return w.standAsBefore(b.prompt.ID)
		}
	}
	return nil
}

// givenAnew notes what the half-turn gives another value, and reports whether it does: what the prompt before told, or
// what the reply told where that only asked.
func (w *writer) givenAnew(b talk, read *kept) (bool, error) {
	prompt, told := w.t.Text, b.said()
	if !language.GivesAnew(prompt, told, b.replied()) {
		if told = toldIn(b.replied()); told == "" {
			return false, nil
		}
		told = strings.ReplaceAll(b.said(), "?", ",") + "\n" + told // "on 12 December" says of nothing when it is
		if !language.GivesAnew(prompt, told, "") {
			return false, nil
		}
	}
	of, err := w.toldOf(b.prompt, told, read)
	if err == nil && len(of) == 0 && told == b.said() {
		of = []*memtide.Node{b.prompt}
	}
	for _, n := range of {
		w.amend(n)
	}
	return len(of) > 0, err
}

// toldIn returns what a text tells, without what it asks.
func toldIn(text string) (told string) {
	for _, s := range language.Sentences(text) {
		if said := text[s.Start:s.End]; !language.ActOf(said).Ask {
			told += said + "\n"
		}
	}
	return told
}

// toldOf returns the memories that tell the value that told gives, where that is given another one: those that were made of
// the prompt, else the only one that speaks of all that it speaks of.
func (w *writer) toldOf(prompt *memtide.Node, told string, read *kept) (of []*memtide.Node, err error) {
	tells := func(n *memtide.Node) bool {
		return slices.Contains(reconciled, n.Kind) && n.Live() && !n.Pinned && !tools.LastSaid(n).After(w.order) && language.GivesAnew(w.t.Text, n.Content, told)
	}
	for _, id := range w.v.Graph.ByTurn(prompt.Source.Turn) {
		n, err := w.v.Graph.Shared(id)
		if err != nil {
			return nil, err
		}
		if tells(n) {
			of = append(of, n)
		}
	}
	nouns := language.Nouns(tools.OwnWords(prompt))
	if len(of) > 0 || len(nouns) == 0 {
		return of[:min(len(of), mostReplaced)], nil
	}
	r := newReconciler(w.v, judged{}, read)
	near, err := r.find.Near(tools.Like{Text: tools.OwnWords(prompt), Kinds: reconciled, Project: w.t.Project, Limit: reconcileTop})
	if err != nil {
		return nil, err
	}
	for _, n := range near {
		if tells(n) && (n.Project == "" || n.Project == w.t.Project) && says(n.Content, strings.Join(nouns, " ")) {
			of = append(of, n)
		}
	}
	if len(of) > 1 {
		return nil, nil
	}
	return of, nil
}

// standAsBefore takes out what the half-turn of an order has amended.
func (w *writer) standAsBefore(order memtide.ID) error {
	amended, err := w.v.Graph.Out(order, memtide.Amends)
	if err != nil {
		return err
	}
	for _, e := range amended {
		w.c.Ops = append(w.c.Ops, memtide.AddEdge(&e).Inverse())
	}
	return nil
}
