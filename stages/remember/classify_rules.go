package remember

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// A half-turn is read to its end: it has at most [memtide.MaxTurn] bytes, and of
// what is longer the door keeps head and tail. What it may bring is bounded, in
// bytes of its sentences: what a person types by hand says less. What is beyond
// stays in its episode, and is found there.
const (
	mostKept  = 64 << 10
	mostRules = 16 << 10 // beyond that, for rules and for what is asked to be kept
)

// classifyRules reads by the rules. Between the pieces of a long half-turn it
// stands back for prompts, where quiet is set.
type classifyRules struct {
	quiet func(context.Context) error
	asked func() bool // whether somebody waits for an answer
}

// classify keeps the sentences that the speaker wrote and that say something
// lasting.
func (r classifyRules) classify(ctx context.Context, h event.Half, t event.TurnTaken) (event.TurnClassified, error) {
	out := event.TurnClassified{Half: h}
	size, english := 0, language.English(t.Text, true)
	works := sync.OnceValue(newHeard(t.Turn).works)
	tasks := tasksOf(t.Turn)
	for piece := range stretches(ownSentences(t.Turn)) {
		if r.quiet != nil && piece[0].Start > stretch {
			if err := r.quiet(ctx); err != nil {
				return out, err
			}
		}
		found := make([][]event.Span, len(piece))
		ledger.SideBySide(r.asked, len(piece), func(i int) {
			if !ofTask(t.Turn, tasks, piece[i]) {
				found[i] = lasting(t, piece[i], english, works)
			}
		})
		for i, s := range piece {
			for _, k := range found[i] {
				n := k.End - k.Start
				if size+n > mostKept && (size+n > mostKept+mostRules || !binds(t, s)) {
					continue
				}
				for len(out.Keep) > 0 && k.Start < s.Start && out.Keep[len(out.Keep)-1].Start >= k.Start {
					last := out.Keep[len(out.Keep)-1] // it is said again in what is joined to it
					out.Keep, size = out.Keep[:len(out.Keep)-1], size-(last.End-last.Start)
				}
				size += n
				out.Keep = append(out.Keep, k)
			}
		}
	}
	if len(out.Keep) == 0 {
		out.Reason = "no sentence says anything lasting"
	}
	return out, nil
}

// binds reports whether a sentence is a rule, or asks for something to be kept.
func binds(t event.TurnTaken, s event.Span) bool {
	return language.CuesOf(t.Text[s.Start:s.End]).Instruction >= instructionBar || asksToKeep(t, s)
}

// stands reports whether a sentence is a rule that says itself that it holds from
// now on, or is, or has in it, what the user asks to be kept.
func stands(t event.TurnTaken, s event.Span) bool {
	cues := language.CuesOf(t.Text[s.Start:s.End])
	return cues.Standing && cues.Instruction >= instructionBar ||
		slices.ContainsFunc(ownSentences(t.Turn), func(all event.Span) bool { return all.Start <= s.Start && s.End <= all.End && asksToKeep(t, all) })
}

// asksToKeep reports whether the user asks for something to be kept.
func asksToKeep(t event.TurnTaken, s event.Span) bool {
	if t.Role != memtide.RoleUser {
		return false
	}
	_, asked := language.Reminder(t.Text[s.Start:s.End])
	return asked
}

// lasting returns the parts of a sentence that say something lasting, without what
// only leads over to them.
func lasting(t event.TurnTaken, s event.Span, english bool, works func() bool) []event.Span {
	s.Start += language.Lead(t.Text[s.Start:s.End])
	keep := lastingParts(t, s, english, works)
	for i, k := range keep {
		keep[i].Start += language.Opener(t.Text[k.Start:k.End])
	}
	return keep
}

// lastingParts leaves out a sentence that is longer than all that a half-turn may
// bring: it is data.
func lastingParts(t event.TurnTaken, s event.Span, english bool, works func() bool) (keep []event.Span) {
	text := t.Text[s.Start:s.End]
	if len(text) > mostKept || !language.English(text, english) && !certain(text) {
		return nil
	}
	if clause, asked := language.Reminder(text); asked && t.Role == memtide.RoleUser {
		return []event.Span{{Start: s.Start + clause.Start, End: s.Start + clause.End}} // what the user asks to be kept is kept
	}
	if t.Role == memtide.RoleUser && language.RemindsToAct(text) {
		return []event.Span{s}
	}
	if t.Role == memtide.RoleUser && ordersOnce(text) && works() {
		return nil
	}
	if language.OpensPointing(text) && (t.Role == memtide.RoleAgent || !firm(text) && pointsAway(t.Turn, s, works)) && alone(t.Turn, s) == "" {
		return nil
	}
	if language.Names(text) && !language.Says(text) && strings.TrimSpace(t.Text[:s.Start]) != "" && !(inLine(t.Text[:s.Start]) && len(language.Releases(text)) > 0 && goesOn(t.Turn, s)) {
		return nil // a heading among what it heads; one at the beginning is the title of all
	}
	if t.Role == memtide.RoleUser {
		if takenBack(t.Turn, s) || language.DeniesOnly(text) {
			return nil
		}
		if whole, ok := revised(t.Turn, s); ok {
			return []event.Span{whole}
		}
	}
	part, ok := worthPart(text, t.Role)
	if ok && t.Role == memtide.RoleUser && (language.Subjectless(text) || language.OrdersPointed(text) || onlyPoints(text)) {
		return withSubject(t.Turn, s)
	}
	if ok && (aside(t.Turn, text[part.Start:part.End], works) || t.Role == memtide.RoleUser && wantsOnce(t.Turn, text, text[part.Start:part.End])) {
		return nil
	}
	if !ok && t.Role == memtide.RoleUser && worth(alone(t.Turn, s), t.Role) {
		return []event.Span{s}
	}
	if t.Role == memtide.RoleUser && language.Schedules(text, t.Clock()) && goesOn(t.Turn, s) {
		for _, both := range leadingTo(t.Turn, s) {
			return []event.Span{both}
		}
	}
	if parts := language.Releases(text); !ok && len(parts) > 0 && t.Role == memtide.RoleUser && goesOn(t.Turn, s) {
		for _, p := range parts {
			keep = append(keep, event.Span{Start: s.Start + p.Start, End: s.Start + p.End})
		}
		return keep
	}
	if ok {
		keep = nowAndPlanned(t, event.Span{Start: s.Start + part.Start, End: s.Start + part.End})
	}
	if p := language.Preferred(text); p.End > p.Start && t.Role == memtide.RoleUser && (!ok || p.Start >= part.End || tells(part) && !tells(p)) {
		keep = append(keep, event.Span{Start: s.Start + p.Start, End: s.Start + p.End})
	}
	return keep
}

// nowAndPlanned returns what is so now and what is planned beside it apart, where each says
// enough: the one holds when the day of the other is over.
func nowAndPlanned(t event.TurnTaken, s event.Span) []event.Span {
	text := t.Text[s.Start:s.End]
	now, planned, ok := language.NowAndPlanned(text)
	if !ok || t.Role != memtide.RoleUser || !worth(text[now.Start:now.End], t.Role) || !worth(text[planned.Start:planned.End], t.Role) {
		return []event.Span{s}
	}
	return []event.Span{{Start: s.Start + now.Start, End: s.Start + now.End}, {Start: s.Start + planned.Start, End: s.Start + planned.End}}
}

// ordersOnce reports whether a sentence is an order that does not say that it holds from
// now on. Where something is to be done now, it is of that: without touching the tests.
func ordersOnce(s string) bool {
	c, act := language.CuesOf(s), language.ActOf(s)
	return c.Instruction >= instructionBar && !c.Directs && !c.Standing && !c.Decision && !c.Preference && (act.Command || act.Ask || language.Orders(s))
}

// onlyPoints reports whether a sentence is no rule and no wish, sets nothing right, and tells
// something of what it only points at.
func onlyPoints(s string) bool {
	c := language.CuesOf(s)
	return !c.Directs && !c.Standing && !c.Preference && !c.Opinion && !c.Correction && language.TellsPointed(s)
}

// withSubject returns a sentence that leaves out what it is about, or only points at it,
// together with the one before it, which names that, and nothing where none does.
func withSubject(t memtide.Turn, s event.Span) []event.Span {
	points, tells := language.OrdersPointed(t.Text[s.Start:s.End]), onlyPoints(t.Text[s.Start:s.End])
	for said, both := range leadingTo(t, s) {
		if act := language.ActOf(said); language.DeniesOnly(said) || (act.Command || act.Ask) && (points && !language.CuesOf(said).Directs || tells) {
			return nil // fix the gate, never do that again: of what is done now
		}
		if len(language.Nouns(said))+len(language.Mentions(said, nil)) > 0 && !language.Subjectless(said) && !language.OrdersPointed(said) {
			return []event.Span{both}
		}
	}
	return nil
}

// leadingTo yields the few sentences of the speaker's own that stand right before one in its
// paragraph, the nearest first, each with the span from where it begins to the end of that one.
func leadingTo(t memtide.Turn, s event.Span) iter.Seq2[string, event.Span] {
	return func(yield func(string, event.Span) bool) {
		own, at := ownUntil(t, s)
		if cut := at - 4*longestWish; cut > 0 {
			own, at = own[cut:], at-cut
		}
		before := language.Sentences(own[:at])
		for _, b := range slices.Backward(before[max(0, len(before)-mostLeftOut):]) {
			said := own[b.Start:b.End]
			if strings.Contains(own[b.End:at], "\n\n") || len(own)-b.Start > 2*longestWish || language.ActOf(said).Machine {
				return
			}
			if !yield(said, event.Span{Start: s.Start - at + b.Start, End: s.End}) {
				return
			}
		}
	}
}

// goesOn reports whether a sentence stands behind one that tells something to keep, and so
// tells more of it: "this app sends the bills. Go 1.26, run with systemd".
func goesOn(t memtide.Turn, s event.Span) bool {
	own, at := ownUntil(t, s)
	before := language.Sentences(own[max(0, at-4*longestWish):at])
	if len(before) == 0 {
		return false
	}
	b := before[len(before)-1]
	said := own[max(0, at-4*longestWish):][b.Start:b.End]
	return language.Says(said) && worth(said, t.Role)
}

// inLine reports whether what stands behind a text stands in a line with its end.
func inLine(text string) bool {
	return strings.LastIndexByte(text, '\n') < len(strings.TrimSpace(text))
}

// mostLeftOut is the number of sentences in a row that may leave out the same.
const mostLeftOut = 3

// pointsAway reports whether what a sentence points at lies before both who say and hear
// it, and not in the same half-turn: nothing stands before it there, or it stands
// beside what is to be done.
func pointsAway(t memtide.Turn, s event.Span, works func() bool) bool {
	return strings.TrimSpace(t.Text[:s.Start]) == "" || works()
}

// firm reports whether a sentence says how things are to be, or what is so of the
// speaker, or what has changed, or in which release something is used, whatever it
// points at: "it runs on kelp 3.11" names what it is about.
func firm(s string) bool {
	c := language.CuesOf(s)
	return setsDown(s, c) || c.Standing || c.Personal || language.TellsApart(s)
}

// setsDown reports whether a sentence says how things are to be, or what has changed, or in
// which release something is used.
func setsDown(s string, c language.Cues) bool {
	return c.Directs || c.Preference || c.Decision || !c.Trouble && language.NamesVersion(s) || len(language.Changes(s)) > 0 || language.MayReverse(s)
}

// alone returns a sentence with the thing in the place of the pronoun that it
// begins with: so it says as much as if that stood in it. It is "" where what is
// meant is not certain.
func alone(t memtide.Turn, s event.Span) string {
	own, at := ownUntil(t, s)
	_, words, _ := language.Referent(own, at, len(own))
	return words
}

// longestWish is the length in bytes from which a sentence that does not say
// "always" itself tells a story around what is wished for.
const longestWish = 240

func tells(part language.Span) bool { return part.End-part.Start > longestWish }

// ownSentences returns the sentences outside quotes.
func ownSentences(t memtide.Turn) []event.Span {
	var all []event.Span
	for start, end := range t.Own() {
		for _, s := range language.Sentences(t.Text[start:end]) {
			all = append(all, event.Span{Start: start + s.Start, End: start + s.End})
		}
	}
	return all
}

// instructionBar is the strength from which a sentence counts as a rule.
const instructionBar = 0.5

// speaksOfSpeech are the terms of sentences about the talk itself: "please keep
// that in mind" says nothing that could be kept in mind.
var speaksOfSpeech = language.Terms("keep mind remember note forget know please sure thing word say said tell told mean meant understand okay")

// substantial reports whether a sentence has a content word that speaks of
// something.
func substantial(s string) bool {
	return slices.ContainsFunc(language.Terms(s), func(t string) bool { return !slices.Contains(speaksOfSpeech, t) })
}

// certain reports whether a sentence in another language than English has a
// phrase that the rules know: a rule, a wish, a decision. Anything else stays
// in its episode, for the rules would guess.
func certain(s string) bool {
	c := language.CuesOf(s)
	return c.Standing && c.Instruction >= instructionBar || c.Preference || c.Decision || c.Opinion
}

// worthPart returns what may be kept of a sentence: a rule as it stands, of
// anything else the part that states something and asks nothing. A question
// that takes for granted what has a new value is kept whole.
func worthPart(s string, role memtide.Role) (language.Span, bool) {
	all := language.Span{Start: 0, End: len(s)}
	part := language.Told(s)
	if part == all || bindsWith(s, part) {
		return all, worth(s, role)
	}
	if part.Start < part.End && language.AsksBehind(s) && !givesGround(s, part) && onlyLeads(s[part.Start:part.End]) {
		return all, false
	}
	presumes := role == memtide.RoleUser && language.Presumes(s, part)
	if part.Start < part.End && worth(s[part.Start:part.End], role) {
		if presumes || part.Start > 0 && pointsBack(s[part.Start:part.End]) {
			return all, true
		}
		return part, true
	}
	return all, presumes
}

// bindsWith reports whether a sentence is a rule. One that asks about what it states is none but
// by what it states: a new colleague needs a key, how do they get in.
func bindsWith(s string, part language.Span) bool {
	c := language.CuesOf(s)
	return c.Instruction >= instructionBar && (c.Standing || !language.AsksBehind(s) || part.Start < part.End && language.CuesOf(s[part.Start:part.End]).Standing)
}

// givesGround reports whether what stands before a question is why it is asked: since my contract ends in
// June, when do I give notice? What goes wrong is no such thing.
func givesGround(s string, part language.Span) bool {
	return language.OpensWithGround(s) && language.FaultOf(s[part.Start:part.End]) < language.SureFault
}

// onlyLeads reports whether what stands before a question only says what is asked about: who is to
// be let in, what goes wrong.
func onlyLeads(part string) bool {
	c := language.CuesOf(part)
	if c.Instruction >= instructionBar && !c.Directs && (c.Correction || language.TellsPractice(part)) {
		return false // we send it on Thursdays now, which hour is best
	}
	leads := (c.Directs || c.Instruction >= instructionBar) && !c.Standing || language.FaultOf(part) != language.NoFault
	return leads && !language.NewStatement(part, time.Time{}).Comparable() && !language.MayDeny(part) && !language.SpeaksOfNamed(part)
}

// pointsBack reports whether a part says "it" for what stands in the rest.
func pointsBack(part string) bool {
	return slices.ContainsFunc(language.Words(part), func(w language.Word) bool {
		return slices.Contains([]string{"it", "it's", "they", "them", "this"}, strings.ToLower(w.Text))
	})
}
