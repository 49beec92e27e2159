package remember

import (
	"context"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// What changes is often said in words that name neither the thing nor what it was: "30 for all",
// "let's keep 5", "so the 18th". The agent's reply names it: "`SLOT_MINUTES` is 30 now". The
// value is the user's, and so is the word that it holds; the reply says of what.

const (
	mostCarried    = 2   // sentences of a reply that say what was done as the user wants it
	longestCarried = 200 // bytes of one
	longestWanted  = 400 // bytes of what the user wrote: who writes more names what it is about
	inReply        = 12  // sentences of a reply that are looked at
)

// wish is what the user wrote in the prompt that a reply answers, where a reply may be held to it: what
// was pasted is nobody's wish, and who only asks wants nothing changed.
type wish struct{ text, turn string }

// wishOf returns what the prompt of an agent's half-turn wants, nothing where there is no such wish.
func (d Deps) wishOf(ctx context.Context, h event.Half, t event.TurnTaken) (wish, error) {
	if t.Role != memtide.RoleAgent || t.Trust < memtide.TrustAgent || t.Session == "" || t.PromptID == "" {
		return wish{}, nil
	}
	prompt, err := d.promptOf(ctx, h, t)
	if err != nil || prompt == nil {
		return wish{}, err
	}
	text := wanted(prompt.Turn)
	if act := language.ActOf(text); len(text) > longestWanted || !act.Command && !act.Tell {
		return wish{}, nil
	}
	return wish{text, prompt.ID}, nil
}

// wanted returns what the user wrote in a prompt without what is asked or to be found out there.
func wanted(t memtide.Turn) string {
	text := ""
	for _, s := range ownSentences(t) {
		said := t.Text[s.Start:s.End]
		if act := language.ActOf(said); act.Ask && !act.Command || language.FindsOut(said) {
			continue
		}
		text += said + "\n"
	}
	return text
}

// carriedOut returns the sentences of a reply that say what is so now as the user wants it.
func carriedOut(t memtide.Turn, of wish) (out []event.Span) {
	if of.text == "" || !language.English(t.Text, true) {
		return nil
	}
	own := ownSentences(t)
	for _, s := range own[:min(len(own), inReply)] {
		if said := t.Text[s.Start:s.End]; len(out) < mostCarried && len(said) <= longestCarried && carriesOut(said, of.text) {
			out = append(out, s)
		}
	}
	return out
}

// withCarried adds sentences to what is kept, unless they are kept already, in their order.
func withCarried(out event.TurnClassified, carried []event.Span) event.TurnClassified {
	over := func(a, b event.Span) bool { return a.Start < b.End && b.Start < a.End }
	for _, s := range carried {
		if out.Mended != nil && over(out.Mended.Span, s) || slices.ContainsFunc(out.Keep, func(k event.Span) bool { return over(k, s) }) {
			continue
		}
		out.Keep, out.Reason = append(out.Keep, s), ""
	}
	slices.SortFunc(out.Keep, func(a, b event.Span) int { return a.Start - b.Start })
	return out
}

// carriesOut is [language.CarriesOut] of a sentence that may be kept at all.
func carriesOut(said, wanted string) bool {
	if !language.CarriesOut(said, wanted) || language.OnScreen(said) || !substantial(said) || withheld(said) || announces(said) {
		return false
	}
	if len(language.Nouns(said)) == 0 || language.TellsPointed(said) || onlyNotes(said, wanted) {
		return false // "I changed it to /v2" does not say what, and "got it: regatta on May 25" no more than the user
	}
	c := language.CuesOf(said)
	return !c.Hypothetical && !c.Gossip && !c.Truism
}

// onlyNotes reports whether a reply says, behind a word or two of assent at most, no more than the user did.
func onlyNotes(said, wanted string) bool {
	have := language.Terms(wanted)
	head, rest, _ := strings.Cut(said, ":")
	if len(strings.Fields(head)) > mostAssent {
		rest = ""
	}
	return holds(have, language.Terms(said)) || rest != "" && holds(have, language.Terms(rest))
}

// mostAssent is the number of words with which a reply says that it has understood: got it.
const mostAssent = 2

// ownText returns what the user wrote in a half-turn, without what was pasted.
func ownText(t memtide.Turn) string {
	if len(t.Quotes) == 0 {
		return t.Text
	}
	text := ""
	for _, s := range ownSentences(t) {
		text += t.Text[s.Start:s.End] + "\n"
	}
	return text
}

// carries reports whether a memory gives in place of an older one a value that the user has named: then
// it has the user's word, whoever says it. What the prompt itself told is not older.
func (c *circle) carries(n, old *memtide.Node) bool {
	if c.wish.text == "" || n.ID != c.carrier || old.Kind == memtide.Entity || old.Source.Turn == c.wish.turn {
		return false
	}
	was := language.GivenBy(old.Content, n.Content)
	return slices.ContainsFunc(language.Carried(n.Content, c.wish.text), func(v string) bool { return !slices.Contains(was, v) })
}

// restate notes that a newer memory amends what the user said in the exchange in which the agent gave an
// older value: "the hypertable keeps 90 days", where the reply was that chunks older than 90 days are
// dropped, and now it is 120. That both give the value says that both tell of the same.
func (r *reconciler) restate(m *meeting, old *memtide.Node) error {
	n := m.n
	values := language.GivenInstead(old.Content, n.Content)
	if len(values) == 0 || old.Source.Role != memtide.RoleAgent {
		return nil
	}
	for reply := range r.v.Graph.OutLinks(old.ID, memtide.DerivedFrom) {
		for before := range r.v.Graph.OutLinks(reply.Node, memtide.Temporal) {
			for told := range r.v.Graph.InLinks(before.Node, memtide.DerivedFrom) {
				said, err := r.v.Graph.Shared(told.Node)
				if err != nil {
					return err
				}
				if tools.LastSaid(said).After(tools.LastSaid(n)) || !said.Live() || said.Source.Role != memtide.RoleUser || said.Project != n.Project && said.Project != "" ||
					!slices.Contains(reconciled, said.Kind) || said.Kind == memtide.Event && said.Subtype != memtide.Decision || r.gone[said.ID] || m.changes(said.ID) {
					continue
				}
				if slices.ContainsFunc(language.GivenBy(said.Content, old.Content), func(v string) bool { return slices.Contains(values, v) }) {
					m.restated = append(m.restated, said.ID)
					r.w.Edge(memtide.Amends, n.ID, said.ID)
				}
			}
		}
	}
	return nil
}

// changes reports whether a memory is changed by the new one already.
func (m *meeting) changes(id memtide.ID) bool {
	return slices.Contains(m.restated, id) || slices.ContainsFunc(m.held, func(h held) bool { return h.ID == id && (h.does == supersedes || h.does == amends) })
}
