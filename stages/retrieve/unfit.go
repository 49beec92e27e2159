package retrieve

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// session reads what the session has been shown since the client last forgot
// (N20). Who asks by hand is shown everything.
func (a *assembly) session(ctx context.Context, b *bus.Bus) error {
	if a.q.Session == "" || a.q.Mode == event.ModeQuery {
		return nil
	}
	s, err := b.SessionSince(ctx, a.q.Space, a.q.Session, a.q.State)
	a.shown = make(map[string]bool, len(s.Surfaced))
	for _, key := range s.Surfaced {
		a.shown[key] = true
	}
	if a.inContext, a.forgot = !s.Compacted, s.Forgot; len(s.Turns) > 0 {
		a.before = s.Turns[0].Prompt
	}
	return err
}

// unfit says why a node is not shown, "" when it may be.
func (a *assembly) unfit(n *memtide.Node) string {
	switch {
	case !n.ArchivedAt.IsZero():
		return "archived"
	case !n.SupersededBy.IsZero():
		return "superseded"
	case a.withheld(n):
		return "quarantine"
	case n.Project != "" && n.Project != a.q.Project && !(a.q.Mode == event.ModeQuery && a.q.Project == ""):
		return otherProject
	case a.ofElsewhere(n):
		return otherProject
	case n.Source.Session == a.q.Session && a.inSight(n),
		a.q.Within != "" && n.Source.Session == a.q.Within,
		a.q.Turn != "" && n.Source.Turn == a.q.Turn:
		return inContext
	case a.wasShown(n):
		return surfaced
	case n.Trust == memtide.TrustRecalled:
		return "recalled"
	case a.q.Later(n.CreatedAt):
		return "later"
	case n.Kind == memtide.Entity && n.Summary == "" && n.Content == n.CanonicalName && a.bare(n.ID):
		return saysNothing // a name alone
	case n.Kind == memtide.Episode && (a.tellsNothing(n.Content) || a.onlyAsks(n) || a.momentary(n)),
		answered(n) && a.q.Mode == event.ModePrompt && (!a.asks && language.Acknowledges(n.Content) || a.nods(n)):
		return saysNothing
	case a.echoes(n):
		return anEcho
	}
	return ""
}

const otherProject = "other-project"

// mostMentions is how many memories are looked at that mention somebody: whom so many mention
// elsewhere, and none of them here, is not told of.
const mostMentions = 256

// ofElsewhere reports whether somebody, or something, is only spoken of in other projects than that of
// the query: what they are to the user there is not told here.
func (a *assembly) ofElsewhere(n *memtide.Node) bool {
	if n.Kind != memtide.Entity || n.Subtype == memtide.Stated || a.q.Project == "" || n.Content == n.CanonicalName {
		return false // a name alone says nothing of a project
	}
	looked := 0
	for l := range a.tx.InLinks(n.ID, memtide.Mentions) {
		m, err := a.tx.Shared(l.Node)
		if err != nil || !m.Live() {
			continue
		}
		if m.Project == "" || m.Project == a.q.Project {
			return false
		}
		if looked++; looked == mostMentions {
			break
		}
	}
	return looked > 0
}

// withheld reports whether a half-turn is kept from who asks: something of it waits in
// quarantine, which no agent shall read in other lines either.
func (a *assembly) withheld(n *memtide.Node) bool { return !a.q.Withheld && tools.IsWithheld(n) }

// The agent has it before it: said in this session, or shown in it.
const (
	inContext = "in-context"
	surfaced  = "surfaced"
)

// inSight reports whether the agent still sees what was said in the session of the
// query: all of it until the client forgets, and then what was said since.
func (a *assembly) inSight(n *memtide.Node) bool {
	return a.inContext || !a.forgot.IsZero() && n.CreatedAt.After(a.forgot)
}

// saysNothing is a guess from the form of a text: who has looked it up, and will
// choose, knows better.
const saysNothing = "says nothing"

// tellsNothing reports whether a short text is mere thanks, found by what stood
// beside it, or, beside a prompt, a question that was asked before or an order for
// what lay before both then ("commit this and push").
func (a *assembly) tellsNothing(text string) bool {
	if len(text) >= shortEpisode {
		return false
	}
	act := language.ActOf(text)
	if a.q.Mode != event.ModePrompt || act.Tell || act.Thanks {
		return act.Thanks
	}
	return act.Ask && !act.Command || act.Command && !act.Ask && language.SelfContained(text)
}

// onlyAsks reports whether a short half-turn of the user is a question that was asked before, with
// what it was asked for beside it, of which no memory was made: "where is the key? I have to go".
func (a *assembly) onlyAsks(n *memtide.Node) bool {
	if a.q.Mode != event.ModePrompt || answered(n) || len(n.Content) >= shortEpisode || !strings.Contains(n.Content, "?") {
		return false
	}
	main := language.MainPart(n.Content)
	return main != "" && a.tellsNothing(main) && !a.remembered(n.ID)
}

// momentary reports whether a half-turn of the user was of its moment, as the gate of
// the remember flow has found: no memory was made of it ("you changed the wrong file").
// Who asks may mean just that, and so may who searches by hand, whatever form the words
// have; beside an order or a statement it only takes room. Of what is said in another
// language than English nothing is made at all.
func (a *assembly) momentary(n *memtide.Node) bool {
	return a.q.Mode != event.ModeQuery && (a.orders || a.tells) && !answered(n) && !a.remembered(n.ID) && language.English(headTail(n.Content, fewBytes), true)
}

// nods reports whether a reply has only a few words, none of which is asked for, to what asked nothing: in whatever
// language it is, it says that something was heard ("Notiert.", "Mache ich.").
func (a *assembly) nods(n *memtide.Node) bool {
	if len(n.Content) >= mostNod || len(language.Words(n.Content)) > nodWords || strings.ContainsFunc(n.Content, unicode.IsDigit) || a.answers(n) > 0 {
		return false
	}
	said := answeredBy(a.tx, n)
	return said != nil && !language.ActOf(tools.OwnWords(said)).Ask
}

// A reply that may be a nod has at most so many words, in fewer bytes.
const (
	nodWords = 2
	mostNod  = 32
)

// remembered reports whether a memory was made of a half-turn, summaries and names aside.
func (a *assembly) remembered(halfTurn memtide.ID) bool {
	made, known := a.made[halfTurn]
	if !known {
		if a.made == nil {
			a.made = map[memtide.ID]bool{}
		}
		made = tools.Remembered(a.tx, halfTurn)
		a.made[halfTurn] = made
	}
	return made
}

// pass notes what no memory was made of, a reply of the agent or a word of the moment,
// and what sums up. It may be what a prompt asks for, and then it stands among the best;
// further down it only takes room, unless the prompt asks for what was said at a time. Who
// searches by hand looks through everything.
func (a *assembly) pass(c event.Candidate, n *memtide.Node) {
	if a.q.Mode != event.ModePrompt || c.Traits&event.TraitThen != 0 {
		return
	}
	if n.Kind == memtide.Summary || n.Kind == memtide.Episode && (answered(n) || !a.remembered(n.ID)) {
		if a.passing == nil {
			a.passing = map[memtide.ID]bool{}
		}
		a.passing[n.ID] = true
	}
}

// fewBytes of a half-turn tell its language.
const fewBytes = 2000

func (a *assembly) wasShown(n *memtide.Node) bool {
	if len(a.shown) == 0 {
		return false
	}
	switch {
	case n.Kind == memtide.Episode && a.shown[event.EpisodeKey(n.Source.Turn)] && !a.restTells(n),
		n.Kind == memtide.Summary && a.mostlyShown(n.ID):
		return true
	}
	return slices.ContainsFunc(event.SurfacedKeys(n.ID, memtide.Episode, n.Content, ""), func(k string) bool { return a.shown[k] })
}

// restTells reports whether what a session was not shown of a half-turn says as much of what
// is asked as what it was shown, and something else of it: a memory of one of its sentences
// tells nothing of the others.
func (a *assembly) restTells(n *memtide.Node) bool {
	if a.q.Mode != event.ModePrompt {
		return false
	}
	rest, had, shown := n.Content, 0, ""
	for _, id := range a.tx.ByTurn(n.Source.Turn) {
		if !a.shown[id.String()] {
			continue
		}
		if part, err := a.node(id); err == nil && part.Content != "" && strings.Contains(rest, part.Content) {
			rest, had, shown = strings.Replace(rest, part.Content, "\n", 1), max(had, a.answers(part)), shown+part.Content+"\n"
		}
	}
	return shown != "" && a.asksFor(rest) >= max(had, 1) && a.asksFor(n.Content) > a.asksFor(shown)
}

// mostlyShown reports whether a session was shown half or more of the half-turns
// that a summary sums up.
func (a *assembly) mostlyShown(summary memtide.ID) bool {
	of, shown := 0, 0
	for e := range a.tx.OutLinks(summary, memtide.DerivedFrom) {
		n, err := a.node(e.Node)
		if err != nil || n.Kind != memtide.Episode {
			continue
		}
		of++
		if a.shown[event.EpisodeKey(n.Source.Turn)] || a.shown[n.ID.String()] {
			shown++
		}
	}
	return of > 0 && 2*shown >= of
}

// bare reports whether nothing is known of an entity, where the query asks, but its name.
func (a *assembly) bare(id memtide.ID) bool {
	looked := 0
	for l := range a.tx.OutLinks(id, memtide.Relation) {
		if e, err := a.tx.Edge(l.Edge); err == nil && tools.RelationIn(a.tx, e, a.q) {
			return false
		}
		if looked++; looked == mostLooked {
			break
		}
	}
	return true
}

// mostLooked is how many relations of a name are passed in search of one that may be told.
const mostLooked = 64

// shortEpisode is the length, in bytes, below which an episode may be a mere
// "got it".
const shortEpisode = 80

// anEcho is why what the prompt says itself is not shown with it.
const anEcho = "said by the prompt"

// echoes reports whether a half-turn of the user has no word that the prompt does
// not have, numbers of an order or a question aside: it is the same prompt of
// another night, or a part of it, and what came of it stands in the reply and in what
// was taken out of both.
func (a *assembly) echoes(n *memtide.Node) bool {
	if a.q.Mode != event.ModePrompt || n.Kind != memtide.Episode || answered(n) || len(n.Content) > 2*len(a.q.Text)+shortEpisode {
		return false // what is much longer says more
	}
	if a.prompt == nil {
		a.prompt = a.terms.set(bounded(a.q.Text))
	}
	text := bounded(n.Content)
	own := a.terms.set(text)
	fresh := len(own) - own.common(a.prompt, 0)
	if len(own) == 0 || 2*fresh > len(own) {
		return false
	}
	if fresh > 0 {
		if !wants(text) {
			return false // "this week: 41 sign-ups" is what is asked for
		}
		said := setOf(slices.DeleteFunc(language.Terms(text), isNumber))
		if said.common(a.prompt, 0) < len(said) {
			return false
		}
	}
	return language.CuesOf(text).Negation == language.CuesOf(bounded(a.q.Text)).Negation
}

// wants reports whether a half-turn asks or orders: then a number in it is that of a
// night or a run.
func wants(text string) bool {
	act := language.ActOf(text)
	return act.Ask || act.Command || language.CuesOf(text).Errand
}

// cameOfEcho reports whether a half-turn is the agent's reply to what the prompt
// says, too. Who asks again may want each answer.
func (a *assembly) cameOfEcho(n *memtide.Node) bool {
	if a.asks || a.q.Mode != event.ModePrompt || !answered(n) {
		return false
	}
	for l := range a.tx.OutLinks(n.ID, memtide.Temporal) {
		order, err := a.node(l.Node)
		return err == nil && a.echoes(order)
	}
	return false
}

// takenBack reports whether the user refused a reply of the agent as soon as it was
// given: what it says was done or is so ("Set it in the workflow") is not so.
func (a *assembly) takenBack(n *memtide.Node) bool {
	if a.q.Mode != event.ModePrompt || !answered(n) {
		return false
	}
	for l := range a.tx.InLinks(n.ID, memtide.Temporal) {
		if next, err := a.node(l.Node); err == nil && next.Source.Role == memtide.RoleUser && language.Refuses(next.Content) {
			return true
		}
	}
	return false
}

// notesOld reports whether a short reply only takes note of what the user said and what
// has been replaced since: "Got it: freeze on the 25th".
func (a *assembly) notesOld(n *memtide.Node) bool {
	if a.q.Mode != event.ModePrompt || !answered(n) || len(n.Content) >= shortEpisode || a.answers(n) == 0 {
		return false
	}
	for l := range a.tx.OutLinks(n.ID, memtide.Temporal) {
		said, err := a.node(l.Node)
		if err != nil || answered(said) {
			continue
		}
		for _, id := range a.tx.ByTurn(said.Source.Turn) {
			if by, err := a.tx.Successor(id); err != nil || by.IsZero() {
				continue
			}
			if old, err := a.node(id); err == nil && a.answers(old) > 0 {
				return true
			}
		}
	}
	return false
}

// isNumber reports whether a term is a number or a part of a date.
func isNumber(term string) bool {
	return strings.ContainsFunc(term, unicode.IsDigit) && !strings.ContainsFunc(term, unicode.IsLetter)
}
