package tools

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
)

// exchange is a prompt and what the agent answered; either may be missing.
type exchange struct{ asked, answered memtide.ID }

// when returns the id of the later half: ids are in order of time.
func (x exchange) when() memtide.ID {
	if x.answered.IsZero() {
		return x.asked
	}
	return x.answered
}

// What tells that an exchange is worth being told of.
const (
	fewWords   = 3    // of an order that names nothing
	fewSteps   = 8    // of one for a small thing
	headBytes  = 700  // of a prompt, that say what it wants
	shownBytes = 2000 // at either end of a half-turn, in which all lies that is shown of it
)

// exchange returns the exchange that a node is of; one that is no half-turn stands
// alone.
func (s *Searcher) exchange(id memtide.ID) exchange {
	n, err := s.v.Graph.Shared(id)
	if err != nil {
		return exchange{asked: id}
	}
	if n.Kind != memtide.Episode {
		for l := range s.v.Graph.OutLinks(id, memtide.DerivedFrom) {
			if from, err := s.v.Graph.Shared(l.Node); err == nil && from.Kind == memtide.Episode {
				return s.exchange(l.Node)
			}
		}
		return exchange{asked: id}
	}
	if n.Source.Role == memtide.RoleAgent {
		x := exchange{answered: id}
		for l := range s.v.Graph.OutLinks(id, memtide.Temporal) {
			if before, err := s.v.Graph.Shared(l.Node); err == nil && before.Source.Role == memtide.RoleUser {
				x.asked = l.Node
			}
			break
		}
		return x
	}
	x := exchange{asked: id}
	for l := range s.v.Graph.InLinks(id, memtide.Temporal) {
		if behind, err := s.v.Graph.Shared(l.Node); err == nil && behind.Source.Role == memtide.RoleAgent {
			x.answered = l.Node
		}
	}
	return x
}

// next returns the exchange behind another in its session.
func (s *Searcher) next(x exchange) (exchange, bool) {
	for l := range s.v.Graph.InLinks(x.when(), memtide.Temporal) {
		next := s.exchange(l.Node)
		return next, next != x && !s.before(next)
	}
	return exchange{}, false
}

// before reports whether an exchange is of the session that asks.
func (s *Searcher) before(x exchange) bool {
	n, err := s.v.Graph.Shared(cmp.Or(x.asked, x.answered))
	return err == nil && n.Source.Session != "" && (n.Source.Session == s.q.Session || n.Source.Session == s.q.Within)
}

// idle reports whether an exchange tells nothing of the work: thanks, or an order that
// names nothing and that it was done ("commit and push", "Committed as 7be40d2").
func (s *Searcher) idle(x exchange) bool {
	asked := s.content(x.asked)
	head := asked[:cutAt(asked, headBytes)]
	return language.ActOf(head).Thanks || s.passing(x, head) ||
		s.nods(x.answered) && (language.SelfContained(head) || language.Routine(head) || len(language.Words(head)) <= fewWords)
}

// passing reports whether an exchange is not told of unasked at the start of a session: the user
// has only said that they have no time, or had a small thing done of which nothing was kept
// ("install httpx", "Added httpx with uv add."). Who asks where the work stands is told of it.
func (s *Searcher) passing(x exchange, head string) bool {
	if s.q.Mode != event.ModeSessionStart || x.answered.IsZero() || Remembered(s.v.Graph, x.asked) || Remembered(s.v.Graph, x.answered) {
		return false
	}
	act := language.ActOf(head)
	if language.Aside(head) {
		return true
	}
	return act.Command && !act.Ask && len(language.Words(head)) <= fewSteps && language.FaultOf(head) == language.NoFault && language.OnlyDone(s.content(x.answered))
}

// onlyAsks reports whether an exchange is a question of which no memory was made, neither of it
// nor of its answer: it says nothing of where the work stands. One that asks about what goes wrong does.
func (s *Searcher) onlyAsks(x exchange) bool {
	asked := s.content(x.asked)
	head := asked[:cutAt(asked, headBytes)]
	act := language.ActOf(head)
	if !act.Ask || act.Command || act.Tell && !language.SelfContained(head) || language.FaultOf(head) != language.NoFault {
		return false
	}
	return !Remembered(s.v.Graph, x.asked) && !Remembered(s.v.Graph, x.answered)
}

// Remembered reports whether a memory was made of a half-turn, summaries and names aside.
func Remembered(tx *graphdb.Tx, halfTurn memtide.ID) bool {
	for l := range tx.InLinks(halfTurn, memtide.DerivedFrom) {
		if m, err := tx.Shared(l.Node); err != nil || m.Kind != memtide.Summary && m.Kind != memtide.Entity {
			return true
		}
	}
	return false
}

// nods reports whether a reply says no more than that something was heard or done, or
// wishes well: "Will do.", "Pushed.", "Get well soon!"
func (s *Searcher) nods(reply memtide.ID) bool { return saysNoMore(s.content(reply)) }

// saysNoMore reports the same of a text.
func saysNoMore(text string) bool {
	return language.Acknowledges(text) || len(text) < headBytes && language.ActOf(text).Thanks
}

// untold reports whether an exchange is not told of unasked: what others say of
// somebody's private life, what has the form of an attack on the agent, or what is withheld.
func (s *Searcher) untold(x exchange) bool {
	for _, id := range []memtide.ID{x.asked, x.answered} {
		if n, err := s.v.Graph.Shared(id); err == nil && IsWithheld(n) {
			return true
		}
	}
	text := bothEnds(s.content(x.asked), shownBytes) + "\n" + bothEnds(s.content(x.answered), shownBytes)
	return slices.ContainsFunc(language.Sentences(text), func(sp language.Span) bool {
		one := text[sp.Start:sp.End]
		return language.Overrides(one) || language.Gossips(one)
	})
}

// content returns what was said in a half-turn, "" where there is none.
func (s *Searcher) content(id memtide.ID) string {
	if n, err := s.v.Graph.Shared(id); err == nil {
		return n.Content
	}
	return ""
}

// bothEnds returns the first and the last n bytes of a text, or somewhat less.
func bothEnds(s string, n int) string {
	from, until := cutAt(s, n), cutAt(s, len(s)-n)
	return s[:from] + "\n" + s[max(from, until):]
}

// cutAt returns the last place up to n at which a character of s begins.
func cutAt(s string, n int) int {
	n = max(0, min(n, len(s)))
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}
