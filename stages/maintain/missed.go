package maintain

import (
	"context"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

const (
	answerWords   = 8   // of an answer that says nothing by itself
	questionBytes = 200 // of a question that can be read at a glance
	missedSession = 20  // of one session, a run
	subtypeAnswer = "answer"
)

// missed returns a unit for each short answer of the user to a question of the
// agent: "Which port does staging use?" — "8443". Neither says it by itself, so
// nothing that reads turn by turn has kept it.
func (r *run) missed(ctx context.Context, session string) ([]unit, error) {
	var units []unit
	err := r.read(ctx, func(v ledger.View) error {
		for id, kind := range v.Graph.InSession(session) {
			if kind != memtide.Episode || len(units) == missedSession {
				continue
			}
			input := "missed/" + id.String()
			if q, _, err := exchange(v, id); err != nil || q == nil || r.decided(v, input) {
				if err != nil {
					return err
				}
				continue
			}
			units = append(units, unit{input: input, at: id.Time(), decide: func(v ledger.View, c *memtide.ChangeSet) error { return put(v, c, id) }})
		}
		return nil
	})
	return units, err
}

// exchange returns the agent's question and the user's answer to it, nil where
// a half-turn is none, or says something that was kept. What was asked in another
// project stays there: the memory is of the project of the answer.
func exchange(v ledger.View, id memtide.ID) (question, answer *memtide.Node, err error) {
	answer, err = v.Graph.Node(id)
	if err != nil || !answer.Live() || tools.IsWithheld(answer) || answer.Source.Role != memtide.RoleUser || answer.Attributes["speaker"] != "" || !answers(answer.Content) {
		return nil, nil, err
	}
	for l := range v.Graph.InLinks(id, memtide.DerivedFrom) {
		if n, err := v.Graph.Node(l.Node); err != nil || n.Kind != memtide.Summary && n.Kind != memtide.Entity {
			return nil, nil, err
		}
	}
	before, ok := said(v, id)
	if !ok {
		return nil, nil, nil
	}
	question, err = v.Graph.Node(before)
	if err != nil || !question.Live() || tools.IsWithheld(question) || question.Source.Role != memtide.RoleAgent || question.Project != answer.Project ||
		asked(question.Content) == "" {
		return nil, nil, err
	}
	return question, answer, nil
}

// answers reports whether a text is short and tells something: a value, a name,
// not yes or thanks.
func answers(text string) bool {
	words := language.Words(text)
	if len(words) == 0 || len(words) > answerWords || strings.Contains(text, "?") || strings.Contains(text, "\n") {
		return false
	}
	if act := language.ActOf(text); act.Thanks || act.Command || act.Slash || act.Machine {
		return false
	}
	return len(language.Mentions(text, nil)) > 0 || strings.ContainsAny(text, "0123456789")
}

// asked returns the question that a text ends with, if it asks for one thing and
// how things are, and not what to do next.
func asked(text string) string {
	spans := language.Sentences(text)
	if len(spans) == 0 {
		return ""
	}
	last := spans[len(spans)-1]
	q := text[last.Start:last.End]
	if !strings.HasSuffix(q, "?") || len(q) > questionBytes {
		return ""
	}
	first, _, _ := strings.Cut(strings.ToLower(q), " ")
	switch first {
	case "which", "what", "what's", "where", "who", "when", "whose":
	default:
		return ""
	}
	for _, w := range language.Words(q) {
		switch strings.ToLower(w.Text) {
		case "you", "next", "else", "i":
			return ""
		}
	}
	return q
}

// put completes the change set of one exchange. What the question supposes
// is the agent's word, so the memory is believed no more than that.
func put(v ledger.View, c *memtide.ChangeSet, id memtide.ID) error {
	question, answer, err := exchange(v, id)
	if err != nil || question == nil {
		if err == nil {
			err = errNothing
		}
		return err
	}
	w := tools.NewWriter(v, c)
	n := &memtide.Node{ID: w.ID(), Kind: memtide.Fact, Subtype: subtypeAnswer, Content: asked(question.Content) + " " + strings.TrimSpace(answer.Content),
		CreatedAt: c.At, BaseConfidence: 0.7, DecayRate: 0.01, Importance: 2, Salience: memtide.FullSalience,
		Trust: min(question.Trust, answer.Trust), Source: answer.Source, Project: answer.Project, Tags: slices.Clone(answer.Tags)}
	w.Add(n)
	w.Edge(memtide.DerivedFrom, n.ID, answer.ID)
	w.Edge(memtide.DerivedFrom, n.ID, question.ID)
	named := map[memtide.ID]bool{}
	for _, m := range language.Mentions(n.Content, nil) {
		for _, e := range v.Graph.ByName(language.Fold(m.Name)) {
			if !named[e] && isLive(v.Graph, e) {
				w.Edge(memtide.Mentions, n.ID, e)
			}
			named[e] = true
		}
	}
	c.Reason = "question and answer say it together"
	return nil
}
