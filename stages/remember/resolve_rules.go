package remember

import (
	"errors"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// resolveRules completes the change set of a half-turn that may answer. answers are
// as [Deps.answers] returns them.
func resolveRules(v ledger.View, c *memtide.ChangeSet, t event.TurnTaken, answers map[string]string) error {
	r, ok := readReply(t.Turn)
	if !ok || t.Role != memtide.RoleUser || t.Trust < memtide.TrustUser {
		c.Reason = "no answer to which of two memories holds"
		return nil
	}
	for _, asked := range t.Conflicts {
		k, was, err := asking(v, asked, answers)
		switch {
		case errors.Is(err, graphdb.ErrNotFound):
			continue
		case err != nil:
			return err
		case !k.Open():
			c.Reason = "settled already"
			continue
		case !was:
			c.Reason = "the agent has not asked"
			continue
		}
		w := tools.NewWriter(v, c)
		if r.Choice == language.ChoiceBoth {
			return w.KeepBoth(k)
		}
		if holds := chosen(r, k, asked); holds != nil {
			return w.Keep(k, holds)
		}
	}
	if c.Reason == "" {
		c.Reason = "names neither of the two memories"
	}
	return nil
}

// asking returns the contradiction that a session was asked about, and whether the agent has put
// it to the user. The error is [graphdb.ErrNotFound] where there is none any more.
func asking(v ledger.View, asked event.Conflict, answers map[string]string) (k tools.Conflict, was bool, err error) {
	if k, err = tools.ConflictAt(v, asked.Edge); err == nil {
		was, err = hasAsked(v, answers[asked.PromptID])
	}
	return k, was, err
}

// readReply reads the sentence of a half-turn that has the form of an answer.
// What the user has pasted answers nothing, and neither does what stands behind it.
func readReply(t memtide.Turn) (language.Reply, bool) {
	return language.ReadReply(t.Text[:t.OwnBehind(0)])
}

// hasAsked reports whether the agent has put the question to the user in a half-turn of
// its own; "" is none that is known.
func hasAsked(v ledger.View, answer string) (bool, error) {
	for _, id := range v.Graph.ByTurn(answer) {
		n, err := v.Graph.Node(id)
		if err != nil {
			return false, err
		}
		if n.Kind == memtide.Episode {
			return strings.Contains(n.Content, "?"), nil
		}
	}
	return true, nil
}

// chosen returns the memory that holds by the user's answer, nil where the
// answer does not tell them apart.
func chosen(r language.Reply, k tools.Conflict, asked event.Conflict) *memtide.Node {
	first, second := k.A, k.B
	if asked.First == k.B.ID {
		first, second = k.B, k.A
	}
	var holds *memtide.Node
	switch r.Choice {
	case language.ChoiceFirst:
		holds = first
	case language.ChoiceSecond:
		holds = second
	case language.ChoiceOlder:
		holds = k.A
	case language.ChoiceNewer:
		holds = k.B
	case language.ChoiceNamed:
		holds = called(r.Phrase, k)
	}
	switch {
	case holds == nil || !r.Wrong:
		return holds
	case holds == k.A:
		return k.B
	}
	return k.A
}

// called returns the one of two memories that has words of a phrase, or the id,
// which the other has not.
func called(phrase string, k tools.Conflict) *memtide.Node {
	a, b := language.Terms(k.A.Content), language.Terms(k.B.Content)
	onlyA, onlyB := 0, 0
	for _, t := range language.Terms(phrase) {
		switch inA, inB := slices.Contains(a, t), slices.Contains(b, t); {
		case inA && !inB:
			onlyA++
		case inB && !inA:
			onlyB++
		}
	}
	switch {
	case phrase == k.A.ID.Short(), onlyA > 0 && onlyB == 0:
		return k.A
	case phrase == k.B.ID.Short(), onlyB > 0 && onlyA == 0:
		return k.B
	}
	return nil
}
