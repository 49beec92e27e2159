package remember

import (
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// The form of a sentence that is no rule says, in log odds ([language.Worth]), whether it
// is worth knowing later. Of 648 that the rules alone had kept of real prompts, read one by one, 58 %
// were of the moment: what is below leastWorth is half of these, and one in twelve of what is good.
const (
	leastWorth   = -0.5 // below which it is not kept, whatever it says
	mostAgainst  = -1.0 // where no more than this tells against it, it is kept all the same: its words are known for nothing
	mostSettled  = -1.6 // … where more than this does, though it tells what holds from now on, or holds no more, and is no rule that says so: nearly all such sentences of five writers were of the moment
	opinionWorth = -1.5 // the same for an opinion, which the writers of what was learnt from had few of
	agentWorth   = 2.0  // from which it is, though it is an agent's and neither a decision nor a cause
	passingWorth = 0.5  // below which what only happened, or is planned for no certain time, is of the moment, if it names nobody and settles nothing
	plainWorth   = 0.7  // from which what none of the rules sees is worth it all the same, if it orders nothing: from 0.5 on 36 of 45 such sentences of five writers were, and short remarks of ours were not
	saidWorth    = -0.3 // … below which what only says something is of the moment, where more than mostSaid tells against it
	mostSaid     = -0.8
	thingWorth   = 0.5 // from which that of either is, if it says only how a thing is that it names
)

// Of what is said aside and below the bar nearly all is of the moment: it is a third of the junk
// that users of ten projects had typed and that was kept, and 2 % of what was worth it.
const (
	asideWords    = 10    // of the half-turn, beside the sentence
	asideWorth    = -1.05 // log odds
	asidePointing = 10    // words of one that points at something; of 42 such ones 31 were junk and one worth it
)

// aside reports whether a sentence is a short one that the user says beside an order or a
// question, and beside much else, in a project: it mostly is of that task ("use all states",
// "I stopped you"), the more so if it points at something ("I want to use that model"). What a
// person is and rules that stand are kept all the same.
func aside(t memtide.Turn, s string, works func() bool) bool {
	if t.Role != memtide.RoleUser || t.Project == "" {
		return false
	}
	n := len(strings.Fields(s))
	if !longer(t.Text, n+asideWords) || !works() {
		return false
	}
	c := language.CuesOf(s)
	if c.Personal && !c.ProjectBound || c.Standing || c.Binds {
		return false
	}
	return n <= asidePointing && language.Points(s) || language.ShortWorth(s) < asideWorth
}

// wantsOnce reports whether a part of a sentence says only what the user wants or has to do once,
// with nothing that dates it, and more so beside a question or an order.
func wantsOnce(t memtide.Turn, sentence, part string) bool {
	if !language.WantsOnce(part, true) {
		return false // of most the rest of the half-turn need not be read
	}
	return language.WantsOnce(part, false) || newHeard(t).worksBeside(sentence)
}

// longer reports whether a text has at least n words, and reads no further.
func longer(text string, n int) bool {
	for range strings.FieldsSeq(text) {
		if n--; n <= 0 {
			return true
		}
	}
	return false
}

// settles reports whether a sentence tells what holds from now on, or holds no more, of
// whatever form it is: of real prompts such ones are seldom of the moment.
func settles(s string, c language.Cues, role memtide.Role) bool {
	return setsDown(s, c) || explains(c, role) || language.SaysTool(s) || language.SaysNewValue(s) || language.Permits(s) || language.Retracts(s) || language.Lists(s) || language.Equates(s) || language.SaysWhere(s) || role == memtide.RoleUser && language.SaysWho(s)
}

// explains reports whether a sentence says why something happened. Of the
// agent's words what goes wrong and why counts too: a bug with its cause.
func explains(c language.Cues, role memtide.Role) bool {
	return c.Cause && (c.Event || role == memtide.RoleAgent && c.Trouble)
}

// ofMoment reports whether a sentence tells only what happened, or what is planned for no certain time.
func ofMoment(s string, c language.Cues) bool {
	return (c.Event || c.Plan && len(language.Times(s, someDay)) == 0) && !c.Personal && c.Instruction < instructionBar && !c.Opinion && !c.Preference && !c.Wanted && !c.Decision && !c.Correction && !c.Cause && !c.Definition && !c.Habit
}

// comparable reports whether a sentence holds anything that can be held against what others say.
func comparable(s string) bool { return language.NewStatement(s, time.Time{}).Comparable() }

// someDay is as good as any other where it is asked only whether a time is named.
var someDay = time.Date(2000, 1, 3, 12, 0, 0, 0, time.UTC)

// withheld reports whether all that a sentence tells is a value that was taken
// out of it: "the password is ⟦redacted:password⟧ for now".
func withheld(s string) bool {
	before, rest, found := strings.Cut(s, "⟦redacted:")
	_, after, whole := strings.Cut(rest, "⟧")
	if !found || !whole {
		return false
	}
	words := strings.Fields(strings.Trim(before, " \t\"'`"))
	if len(words) == 0 || len(strings.Fields(after)) > 4 {
		return false
	}
	switch last := strings.ToLower(words[len(words)-1]); last {
	case "is", "are", "was", "=", ":", "equals":
		return true
	default:
		return strings.HasSuffix(last, ":") || strings.HasSuffix(last, "=")
	}
}

// announces reports whether a sentence only leads to what follows it, and says
// nothing without that: "the steps are:".
func announces(s string) bool {
	return strings.HasSuffix(strings.TrimRight(s, " \t\"'`*_"), ":")
}

// worth reports whether a sentence may hold something to keep. Of the agent's words
// decisions and causes are mined, and what by its form is surely worth it (O27 against F18).
func worth(s string, role memtide.Role) bool {
	act := language.ActOf(s)
	if act.Thanks || act.Machine || language.OnScreen(s) || act.Slash || !longer(s, 2) {
		return false
	}
	if !substantial(s) || withheld(s) || announces(s) || role == memtide.RoleUser && language.PassesOnQuestion(s) {
		return false
	}
	if role == memtide.RoleUser && (language.BackToTool(s) || language.TellsDuty(s)) {
		return true
	}
	c := language.CuesOf(s)
	if c.Truism || c.Status || c.Hypothetical || c.Gossip || c.Errand && !(c.Correction && len(language.Changes(s)) > 0) {
		return false
	}
	if act.Ask && (role == memtide.RoleAgent || c.Instruction < instructionBar) {
		return false
	}
	by, against := language.Worth(s, role == memtide.RoleAgent)
	least := leastWorth
	if c.Opinion {
		least = opinionWorth
	}
	if by < least && against < mostAgainst && (against < mostSettled && role == memtide.RoleUser && !c.Standing && !c.Directs && !language.Permits(s) && !comparable(s) || !settles(s, c, role)) {
		return false
	}
	if role == memtide.RoleUser && by < passingWorth && ofMoment(s, c) && !language.SpeaksOfNamed(s) && !settles(s, c, role) && !comparable(s) {
		return false
	}
	if by >= thingWorth && !act.Command && language.TellsOfThings(s) {
		return true
	}
	if role == memtide.RoleAgent {
		return c.Decision && !language.Elects(s) && !language.Undertakes(s) || explains(c, role) || by >= agentWorth && !c.Personal
	}
	return by >= plainWorth && !act.Command || c.Instruction >= instructionBar || c.Opinion || c.Preference || c.Plan || c.Wanted || c.Event || c.Decision ||
		c.Correction && (!act.Command || len(language.Changes(s)) > 0) || language.MayReverse(s) || language.SaysNewValue(s) || c.Cause || c.Definition || c.Personal || c.Habit && act.Tell ||
		(by >= saidWorth || against > mostSaid || settles(s, c, role)) && act.Tell && !act.Command && (language.Says(s) || language.Names(s)) && (language.SpeaksOfNamed(s) || language.NamesVersion(s) || comparable(s)) ||
		!act.Command && !act.Ask && (language.SaysWhere(s) || language.SaysTool(s) || language.SaysName(s) || language.Lists(s)) ||
		role == memtide.RoleUser && !act.Command && !act.Ask && (language.TellsPractice(s) || language.TellsLack(s) || language.NewStatement(s, time.Time{}).TellsEnd())
}
