package remember

import (
	"context"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// mineRules reads what a half-turn brings by the rules. What two stages read of a
// sentence they read once, where lately is set.
type mineRules struct {
	lately *Lately
	asked  func() bool // whether somebody waits for an answer
}

// each returns what take makes of some spans, in their order; nil is nothing. The
// sentences of a long half-turn are read side by side.
func (r mineRules) each(spans []event.Span, take func(event.Span) *event.Found) (out []event.Found) {
	found := make([]*event.Found, len(spans))
	ledger.SideBySide(r.asked, len(spans), func(i int) { found[i] = take(spans[i]) })
	for _, f := range found {
		if f != nil {
			out = append(out, *f)
		}
	}
	return out
}

// extract takes the sentences that rule, decide or explain. A sentence is
// one item: the strongest reading wins, and filter takes what is left over.
func (r mineRules) extract(_ context.Context, in event.TurnClassified, t event.TurnTaken) (event.ItemsExtracted, error) {
	out := event.ItemsExtracted{Half: in.Half, Keep: in.Keep}
	of := r.lately.heard(t.Turn)
	out.Items = r.each(in.Keep, func(s event.Span) *event.Found {
		text := t.Text[s.Start:s.End]
		cues := of.cuesOf(text)
		switch {
		case cues.Instruction >= instructionBar && (t.Trust >= memtide.TrustUser || t.Role == memtide.RoleUser):
			f := of.found(s, memtide.Instruction, cues)
			f.Subtype, f.Scope, f.Importance = instructionType(text), scopeOf(text, cues), 4
			f = doubted(f, t.Turn)
			return &f
		case cues.Decision:
			f := of.found(s, memtide.Event, cues)
			f.Subtype, f.Importance = memtide.Decision, 4
			return &f
		case explains(cues, t.Role) && !cues.Preference:
			f := of.found(s, memtide.Event, cues)
			f.Subtype, f.Importance = memtide.Incident, 4
			return &f
		}
		return nil
	})
	return out, nil
}

// instructionType names the kind of a rule (O29).
func instructionType(text string) string {
	kind := "rule"
	for w := range strings.FieldsSeq(strings.ToLower(text)) {
		switch strings.Trim(w, ".,;:") {
		case "first", "then", "after", "before", "afterwards", "finally", "step", "steps", "process", "workflow":
			return "process"
		case "use", "using", "uses", "run", "runs", "tool", "command", "cli":
			kind = "tool_usage"
		}
	}
	return kind
}

// scopeOf says how widely a rule holds: 0.2 for one entity, 0.5 for a team or
// tool, 1 for everything (O7).
func scopeOf(text string, cues language.Cues) float64 {
	names := 0
	for _, m := range language.Mentions(text, nil) {
		if m.Kind == language.MentionName && !language.RulesAbroad(text) || m.Kind == language.MentionPath {
			names++
		}
	}
	switch {
	case names > 0:
		return 0.2
	case cues.ProjectBound, language.NamesPart(text):
		return 0.5
	case cues.Standing || cues.Preference || cues.Directs && language.OfReplies(text):
		return 1
	}
	return 0.5
}

// found makes an item of one sentence, in the speaker's words. What is planned to be so with
// no end is a fact.
func (h *heard) found(s event.Span, kind memtide.Kind, cues language.Cues) event.Found {
	t := h.Turn
	text := t.Text[s.Start:s.End]
	kind, dates := tools.Dated(kind, text, t.Clock())
	f := event.Found{
		Span: s, Kind: kind, Content: text, Trust: t.Trust, Importance: 3, Confidence: 0.9,
		Project: h.projectOf(kind, text, cues), Entities: fullNames(mentionsOf(text), h.names),
	}
	if cues.Hedged {
		f.Confidence = 0.6
	}
	h.stand(&f, text, cues)
	h.meant(&f)
	f.Tags = topicsOf(text, f.Entities)
	f.Replaces = replacedIn(text)
	f.EventTime, f.ValidFrom, f.ValidUntil = dates.Happens, dates.Holds, dates.Ends
	return doubted(f, t)
}

// replacedIn returns what a text says to be no more, one a line: it may name several, from
// npm to pnpm and from jest to vitest.
func replacedIn(text string) string {
	var was []string
	for _, c := range language.Changes(text) {
		if c.Old != "" && !slices.Contains(was, c.Old) {
			was = append(was, c.Old)
		}
	}
	return strings.Join(was, "\n")
}

// replaced returns what a memory says to be no more.
func replaced(n *memtide.Node) []string {
	return slices.DeleteFunc(strings.Split(n.Attributes["replaces"], "\n"), func(s string) bool { return s == "" })
}

// mostTopics is the number of tags that a memory gets from its own words.
const mostTopics = 3

// topicsOf returns what a sentence is about, in tags: whom and what it names, and
// then its nouns (N16).
func topicsOf(text string, named []event.Mention) []string {
	var tags []string
	for _, m := range named {
		tags = withTopic(tags, m.Name)
	}
	for _, noun := range language.Nouns(text) {
		if !slices.ContainsFunc(tags, func(tag string) bool { return slices.Contains(strings.Fields(tag), noun) }) {
			tags = withTopic(tags, noun)
		}
	}
	return tags
}

// withTopic adds a tag in lower case, unless there are enough or it is none.
func withTopic(tags []string, topic string) []string {
	if topic = language.Fold(cleanLabel(topic)); len(tags) == mostTopics || len(topic) > memtide.MaxTag {
		return tags
	}
	return withTags(tags, topic)
}

// meant keeps with an item whom or what the pronoun means that it begins with, so
// that it can be understood alone (F18). It is read in the speaker's own words,
// as far back as the last quote.
func (h *heard) meant(f *event.Found) {
	own, at := ownUntil(h.Turn, f.Span)
	if who, ok := language.Antecedent(own, at, len(own)); ok {
		f.Attributes = tools.WithAttribute(f.Attributes, tools.About, who)
		if !strings.HasPrefix(who, "the user's ") {
			f.Entities = withMention(f.Entities, event.Mention{Name: who, Type: language.TypePerson})
		}
		return
	}
	what, _, ok := language.Referent(own, at, len(own))
	if !ok {
		return
	}
	f.Attributes = tools.WithAttribute(f.Attributes, ledger.Means, what)
	for _, m := range h.names() {
		if strings.Contains(what, m.Name) {
			f.Entities = withMention(f.Entities, m)
		}
	}
}

// ownUntil returns the speaker's own words from the last quote before a sentence to
// its end, and where it begins in them.
func ownUntil(t memtide.Turn, s event.Span) (own string, at int) {
	from := t.OwnBefore(s.Start)
	return t.Text[from:s.End], s.Start - from
}

// withMention returns the mentions with one more, each name once.
func withMention(ms []event.Mention, m event.Mention) []event.Mention {
	if slices.ContainsFunc(ms, func(have event.Mention) bool { return have.Name == m.Name }) {
		return ms
	}
	return append(ms, m)
}

// doubted keeps what must not be believed for the user to look at: what tells
// the agent what to do and is not the user's word, whatever kind it is called, and
// what has the form of an attack, whoever seems to say it. It is no instruction, and
// is quoted as a fact. An agent that talks tells the user what to do, and not itself.
func doubted(f event.Found, t memtide.Turn) event.Found {
	why := ""
	switch {
	case language.Overrides(f.Content):
		why = "has the form of an attack on the agent"
	case t.Trust < memtide.TrustUser && (f.Kind == memtide.Instruction || mayOrder(f, t) && language.Instructs(f.Content)):
		why = "tells the agent what to do, and is not your word (trust " + t.Trust.String() + ")"
	}
	if why == "" || f.Attributes[tools.Quarantine] != "" {
		return f
	}
	attrs := map[string]string{tools.Quarantine: why}
	if f.Kind == memtide.Instruction {
		f.Kind, attrs[tools.ReadAs] = memtide.Fact, string(memtide.Instruction)
	}
	f.Attributes = attrs
	return f
}

// mayOrder reports whether what tells somebody what to do may be meant for the agent: it is
// put as if the user said it, is handed over as a memory, or comes from less than an agent.
func mayOrder(f event.Found, t memtide.Turn) bool {
	return t.Role == memtide.RoleUser || f.Subtype == memtide.Stated || t.Trust < memtide.TrustAgent
}

// stand marks a directive: an instruction or a preference that says how the
// user wants things from now on, and not how they are done here. It is decided
// once, when it is written: retrieve pins what has the mark.
func (h *heard) stand(f *event.Found, text string, cues language.Cues) {
	if !cues.Directs || f.Trust < memtide.TrustUser || f.Attributes[tools.Quarantine] != "" || f.Kind != memtide.Instruction && f.Kind != memtide.Opinion {
		return
	}
	how := ledger.StandsWish
	switch {
	case cues.Standing:
		how = ledger.StandsAlways
	case f.Subtype == memtide.Stated, language.Everywhere(text): // who says where it holds says that it does
	case len(text) > longestWish:
		return // the clause that says so stands alone
	case !cues.Preference && !cues.Binds && h.atWork():
		return
	}
	f.Attributes = map[string]string{ledger.Standing: how}
	f.Scope = scopeOf(text, cues)
}

// projectOf says whom a memory belongs to. What speaks of the user's person is the user's
// everywhere, and so is how they like things that are not named, how they are to be spoken
// to, and a rule whose form says that it is theirs; what a workmate does is of the work.
// The rest belongs to the project in which it was said: of real rules four in five are of it,
// and one that holds elsewhere, too, does less harm when it is missing there than a rule of
// another project does.
func (h *heard) projectOf(kind memtide.Kind, text string, cues language.Cues) string {
	switch {
	case cues.Directs && language.Everywhere(text):
		return ""
	case language.OnlyHere(text):
		return h.Project
	case h.ofUser(text, cues):
		return ""
	case cues.ProjectBound, kind == memtide.Opinion && !cues.Directs && language.LikesCertain(text):
		return h.Project
	case cues.Personal && !language.OfWorkmate(text) && !h.ofMaking(kind, text), cues.Directs && language.OfReplies(text):
		return ""
	case kind == memtide.Opinion && !cues.Directs && cues.Preference && !h.namesThings() && !language.NamesPart(text):
		return ""
	}
	return h.Project
}

// ofUser reports whether a rule is the user's by its form. It is of the work after all where it
// is asked of somebody, points at something there, or is one of the answers to what the
// agent has asked about it ("1. yes 2. always show the tide").
func (h *heard) ofUser(text string, cues language.Cues) bool {
	return cues.OfUser && !cues.ProjectBound && !language.AsksSomebody(text) && !language.PointsOut(text) && !h.answersPoints()
}

// answersPoints reports whether the half-turn goes through several numbered points.
func (h *heard) answersPoints() bool {
	text := strings.TrimSpace(h.Text)
	return len(text) > 2 && text[0] == '1' && (text[1] == '.' || text[1] == ')') && (strings.Contains(text, "2. ") || strings.Contains(text, "2) "))
}

// ofMaking reports whether what somebody tells of their own person is of what they make: my
// goal with this branch, and what I did and want to do, beside an order. Where family is told
// of in one sentence with that, they are not to be missed elsewhere.
func (h *heard) ofMaking(kind memtide.Kind, text string) bool {
	if language.OfLife(text) || slices.ContainsFunc(mentionsOf(text), func(m event.Mention) bool { return m.Role != "" && language.Kin(m.Role) }) {
		return false
	}
	return language.NamesWork(text) || (kind == memtide.Event || kind == memtide.Plan) && h.worksBeside(text)
}

// namedThings returns the code, files and packages that a text names. What
// stands between backticks is code.
func namedThings(text string) []language.Mention {
	var out []language.Mention
	for _, m := range language.Mentions(text, nil) {
		switch m.Kind {
		case language.MentionIdentifier, language.MentionPath, language.MentionPackage:
			out = append(out, m)
		}
	}
	if _, rest, open := strings.Cut(text, "`"); open {
		if code, _, closed := strings.Cut(rest, "`"); closed && strings.TrimSpace(code) != "" {
			out = append(out, language.Mention{Text: code, Kind: language.MentionIdentifier, Name: code})
		}
	}
	return out
}

// fullNames puts the full name of the half-turn in the place of a part of it:
// Anna, where Anna Berg is spoken of.
func fullNames(ms []event.Mention, names func() []event.Mention) []event.Mention {
	if !slices.ContainsFunc(ms, func(m event.Mention) bool { return !strings.Contains(m.Name, " ") }) {
		return ms
	}
	for _, full := range names() {
		parts := strings.Fields(full.Name)
		if len(parts) < 2 {
			continue
		}
		for i, m := range ms {
			if m.Role == "" && (m.Name == parts[0] && full.Type == language.TypePerson || m.Name == parts[len(parts)-1]) {
				ms[i].Name, ms[i].Type = full.Name, full.Type
			}
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(ms, func(m event.Mention) bool {
		twice := seen[m.Name]
		seen[m.Name] = true
		return twice
	})
}

// mentionsOf returns the people and things that a sentence names, with what
// they are to the user where it says so.
func mentionsOf(text string) []event.Mention {
	var out []event.Mention
	index := map[string]int{}
	add := func(m event.Mention) {
		key := language.Fold(m.Name)
		if i, ok := index[key]; ok {
			switch {
			case m.Role != "" && out[i].Role == "":
				out[i].Role, out[i].Type = m.Role, m.Type
			case out[i].Type == "":
				out[i].Type = m.Type
			}
			return
		}
		index[key] = len(out)
		out = append(out, m)
	}
	abroad := language.RulesAbroad(text) // where other words than names begin with a capital, too
	for _, m := range language.Mentions(text, nil) {
		switch m.Kind {
		case language.MentionName, language.MentionRegistry:
			if abroad && !language.IsTool(m.Name) {
				continue
			}
			add(event.Mention{Name: m.Name, Type: language.NameType(text, m)})
		case language.MentionPackage:
			add(event.Mention{Name: m.Name, Type: language.TypeTool})
		case language.MentionHandle:
			add(event.Mention{Name: m.Name, Type: "account"})
		}
	}
	for _, r := range language.Roles(text) {
		m := event.Mention{Name: r.Name, Type: language.RoleType(r.Role)}
		if r.Own {
			m.Role = r.Role
		}
		add(m)
	}
	return out
}
