package remember

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/tools"
)

// extractModel has a model take out all that is worth keeping, of every kind,
// in one call for each stretch of the half-turn (F12, O29). What it words
// itself is a further key to what was said and never takes its place; who may
// be believed is decided as ever.
type extractModel struct {
	rules mineRules
	ask   *prompt.Asker
}

type extractIn struct {
	Role      memtide.Role `json:"role"`
	Speaker   string       `json:"speaker,omitempty"`
	Date      string       `json:"date"`
	Before    string       `json:"before,omitempty"`
	Sentences []numbered   `json:"sentences"`
}

type extractOut struct {
	Items []itemOut `json:"items" maxitems:"30"`
}

type itemOut struct {
	N          int          `json:"n"`
	Kind       string       `json:"kind" enum:"instruction|fact|event|opinion|plan"`
	Subtype    string       `json:"subtype,omitempty"`
	Text       string       `json:"text"`
	Scope      float64      `json:"scope,omitempty" min:"0" max:"1"`
	Standing   bool         `json:"standing,omitempty"`
	Personal   bool         `json:"personal,omitempty"`
	Time       string       `json:"time,omitempty" doc:"2006-01-02"`
	Importance int          `json:"importance,omitempty" min:"0" max:"5"`
	Confidence float64      `json:"confidence,omitempty" min:"0" max:"1"`
	Entities   []entityOut  `json:"entities,omitempty" maxitems:"15"`
	Relations  []event.Link `json:"relations,omitempty" maxitems:"10"`
	Replaces   string       `json:"replaces,omitempty"`
	Tags       []string     `json:"tags,omitempty" maxitems:"3"`
}

type entityOut struct {
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
	Role string `json:"role,omitempty"`
}

// A long half-turn is read in stretches of about 500 tokens, each with the last
// 100 or so of what stands before it (N17).
const (
	stretch = 2000 // bytes
	overlap = 400  // bytes
	longest = 500  // bytes of one item (F18)
)

func (m extractModel) extract(ctx context.Context, in event.TurnClassified, t event.TurnTaken) (event.ItemsExtracted, error) {
	out, h := event.ItemsExtracted{Half: in.Half}, newHeard(t.Turn)
	for spans := range stretches(in.Keep) {
		ask := extractIn{Role: t.Role, Speaker: t.Speaker, Date: t.Clock().Format("Monday 2006-01-02"), Before: before(t.Turn, spans[0].Start), Sentences: numberedOf(t.Text, spans)}
		found, r, err := prompt.Ask[extractOut](ctx, m.ask, layerExtract, ask)
		if err != nil {
			return out, err
		}
		for _, it := range found.Items {
			if it.N < 1 || it.N > len(spans) || strings.TrimSpace(it.Text) == "" || overlaps(t.Text, spans[it.N-1], it, ask.Before) {
				continue
			}
			f := foundOf(h, spans[it.N-1], it)
			f.By = r.Model
			if !slices.ContainsFunc(out.Items, func(have event.Found) bool { return have.Kind == f.Kind && have.Content == f.Content }) {
				out.Items = append(out.Items, f)
			}
		}
	}
	if err := m.overlooked(ctx, &out, in, t); err != nil {
		return out, err
	}
	if len(out.Items) == 0 {
		out.Reason = "the model sees nothing worth keeping"
	}
	return out, nil
}

// overlooked leaves to the rules what a model may not pass over: the sentences
// that say themselves that they hold from now on, and those that the user asks to
// be kept, of which it has said nothing.
func (m extractModel) overlooked(ctx context.Context, out *event.ItemsExtracted, in event.TurnClassified, t event.TurnTaken) error {
	for _, s := range in.Keep {
		taken := slices.ContainsFunc(out.Items, func(f event.Found) bool { return f.Span == s })
		if !taken && stands(t, s) {
			out.Keep = append(out.Keep, s)
		}
	}
	ruled, err := m.rules.extract(ctx, event.TurnClassified{Half: in.Half, Keep: out.Keep}, t)
	out.Items = append(out.Items, ruled.Items...)
	return err
}

// stretches cuts what is kept into parts of about the same length.
func stretches(keep []event.Span) func(func([]event.Span) bool) {
	return func(yield func([]event.Span) bool) {
		from, size := 0, 0
		for i, s := range keep {
			if size > 0 && size+s.End-s.Start > stretch {
				if !yield(keep[from:i]) {
					return
				}
				from, size = i, 0
			}
			size += s.End - s.Start
		}
		if from < len(keep) {
			yield(keep[from:])
		}
	}
}

// before returns the end of what stands before a place, in the speaker's own
// words: a quote is read by nobody, and so is what stands before it.
func before(t memtide.Turn, at int) string {
	from := max(at-overlap, t.OwnBefore(at))
	return strings.TrimSpace(strings.ToValidUTF8(t.Text[from:at], ""))
}

// overlaps reports whether an item says what stands in the overlap and not in
// its sentence: it was read with the stretch before.
func overlaps(text string, s event.Span, it itemOut, before string) bool {
	words := strings.TrimRight(strings.TrimSpace(it.Text), ".!")
	return strings.Contains(before, words) && !strings.Contains(text[s.Start:s.End], words)
}

var kindsOut = map[string]memtide.Kind{"instruction": memtide.Instruction, "fact": memtide.Fact, "event": memtide.Event,
	"opinion": memtide.Opinion, "plan": memtide.Plan}

var subtypes = map[memtide.Kind][]string{ // the first is what an unknown one becomes
	memtide.Instruction: {"rule", "process", "tool_usage"}, memtide.Fact: {"definitional", "causal", "conditional", "comparative", "negation"},
	memtide.Event: {"action", memtide.Decision, memtide.Incident, "outcome"}, memtide.Opinion: {"user_opinion", "preference"}, memtide.Plan: {"intended", "scheduled"},
}

// foundOf makes an item of what a model has found in a sentence.
func foundOf(h *heard, s event.Span, it itemOut) event.Found {
	t := h.Turn
	said := t.Text[s.Start:s.End]
	cues := language.CuesOf(said)
	kind := kindsOut[it.Kind]
	f := h.found(s, kind, cues)
	if f.Kind != kind {
		kind = f.Kind // doubted: it is quoted as a fact; or it has no end
	}
	f.Subtype = subtypes[kind][0]
	if slices.Contains(subtypes[kind], it.Subtype) {
		f.Subtype = it.Subtype
	}
	if text := strings.TrimSpace(it.Text); worded(kind, text, said, strings.TrimSpace(t.Speaker+"\n"+t.Text)) {
		f.Content = text
		resolved(&f, said)
	}
	if it.Importance > 0 {
		f.Importance = it.Importance
	}
	if it.Confidence > 0 {
		f.Confidence = min(it.Confidence, 0.9)
	}
	if kind == memtide.Instruction {
		f.Scope = cmp.Or(it.Scope, f.Scope, scopeOf(said, cues))
	}
	if it.Standing && f.Trust >= memtide.TrustUser && f.Attributes[ledger.Standing] == "" && (kind == memtide.Instruction || kind == memtide.Opinion) {
		f.Attributes = tools.WithAttribute(f.Attributes, ledger.Standing, ledger.StandsWish)
	}
	if it.Personal {
		f.Project = ""
	}
	if at, err := time.Parse(time.DateOnly, it.Time); err == nil {
		f.EventTime = at
	}
	if kind == memtide.Plan {
		f.ValidFrom = f.EventTime
	}
	if it.Replaces != "" && says(said, it.Replaces) {
		f.Replaces = it.Replaces
	}
	if tags := topicsOut(it.Tags); len(tags) > 0 {
		f.Tags = tags
	}
	f.Entities = entitiesOut(f.Entities, it.Entities, t.Text)
	f.Relations = relationsOut(it.Relations, t.Text)
	return doubted(f, t)
}

// topicsOut returns the tags that a model gives, at most as many as the rules do.
func topicsOut(given []string) (tags []string) {
	for _, s := range given {
		tags = withTopic(tags, s)
	}
	return tags
}

// resolved leaves out what a pronoun means where the words of the model say it.
func resolved(f *event.Found, said string) {
	for _, key := range []string{ledger.Means, tools.About} {
		if what := f.Attributes[key]; what != "" && f.Content != said && strings.Contains(language.Fold(f.Content), language.Fold(strings.TrimPrefix(what, "the "))) {
			f.Attributes = maps.Clone(f.Attributes)
			delete(f.Attributes, key)
		}
	}
}

// worded reports whether the words of a model may stand for what was said: of a
// rule or an opinion only a part of it as it stands; of anything else a
// statement that brings no name and no number of its own.
func worded(kind memtide.Kind, text, said, all string) bool {
	if len(text) > longest {
		return false
	}
	if kind == memtide.Instruction || kind == memtide.Opinion {
		return strings.Contains(said, text)
	}
	return language.Faithful(text, all)
}

// entitiesOut joins the names that a model gives, and the text has, with those
// that the rules read. Where both have a name the model says what it is. What the
// rules took for a name and is a piece of one, or has one in it, is none; and in
// another language than English they only guess.
func entitiesOut(ruled []event.Mention, given []entityOut, text string) (out []event.Mention) {
	folded := language.Fold(text)
	for _, e := range given {
		m := event.Mention{Name: strings.TrimSpace(e.Name), Type: typeOut(e.Type), Role: e.Role}
		key := language.Fold(m.Name)
		if key == "" || !strings.Contains(folded, key) || slices.ContainsFunc(out, func(o event.Mention) bool { return language.Fold(o.Name) == key }) {
			continue
		}
		for _, r := range ruled {
			if language.Fold(r.Name) == key {
				m = event.Mention{Name: r.Name, Type: cmp.Or(m.Type, r.Type), Role: cmp.Or(m.Role, r.Role)}
			}
		}
		out = append(out, m)
	}
	if len(out) > 0 && !language.English(text, true) {
		return out
	}
	for _, r := range ruled {
		if !slices.ContainsFunc(out, func(o event.Mention) bool { return isPart(r.Name, o.Name) || isPart(o.Name, r.Name) }) {
			out = append(out, r)
		}
	}
	return out
}

// isPart reports whether a name is another one or some of its words.
func isPart(name, of string) bool {
	return strings.Contains(" "+language.Fold(of)+" ", " "+language.Fold(name)+" ")
}

// typeOut is the type of an entity in our own word for it.
func typeOut(given string) string {
	if given == "organization" {
		return language.TypeOrg
	}
	return given
}

// relationsOut keeps the relations whose two ends the text names.
func relationsOut(links []event.Link, text string) []event.Link {
	folded := language.Fold(text)
	return slices.DeleteFunc(slices.Clone(links), func(l event.Link) bool {
		from, to := language.Fold(l.From), language.Fold(l.To)
		return from == "" || to == "" || l.Predicate == "" || from == to || !strings.Contains(folded, from) || !strings.Contains(folded, to)
	})
}
