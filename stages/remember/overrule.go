package remember

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// standing reports whether a memory is a rule of the user that stands.
func standing(n *memtide.Node) bool {
	return (n.Kind == memtide.Instruction || n.Kind == memtide.Opinion) && n.Attributes[ledger.Standing] != "" && n.Trust >= memtide.TrustUser
}

// overrules says what a standing rule does to an earlier order about the same: the language of
// answers, the spelling of docs. How far something may go holds until it is told to work beyond that.
func (c *circle) overrules(n, old *memtide.Node) verdict {
	if old.Kind == memtide.Instruction && !outranked(n, old) && c.read.statement(n).PassesLimit(c.read.statement(old)) {
		return supersedes
	}
	if !standing(n) || !standing(old) && old.Kind != memtide.Instruction {
		return keepBoth
	}
	newer, older := c.read.statement(n), c.read.statement(old)
	if newer.Repeats(older) && !old.Pinned && old.ConfirmedAt.IsZero() && (n.Project == old.Project || n.Project == "") {
		return supersedes // once in the list of rules is enough
	}
	does, part := newer.Overrules(older)
	switch {
	case does == language.Updates && n.Project == "" && old.Project != "":
		return contradicts // an exception of one project: nobody has said whether it stays
	case does == language.Updates && (part || n.Project != old.Project): // elsewhere the rule holds
		return amends
	case does == language.Updates:
		return supersedes
	case does == language.Denies:
		return contradicts
	}
	return keepBoth
}

// rulesLike adds to what is like a memory the standing rules about the same: what "English only,
// please" is about, "always answer in German" has in other words.
func (r *reconciler) rulesLike(n *memtide.Node, near []*memtide.Node) ([]*memtide.Node, error) {
	if !standing(n) {
		return near, nil
	}
	ways := language.Aspects(n.Content)
	if len(ways) == 0 {
		return near, nil
	}
	like := tools.Like{Text: n.Content, Kinds: []memtide.Kind{memtide.Instruction, memtide.Opinion}, Project: r.saidIn(n), Limit: reconcileTop}
	for _, w := range ways {
		like.Also = append(like.Also, language.Terms(w)...)
	}
	rules, err := r.find.Near(like)
	if err != nil {
		return nil, err
	}
	for _, rule := range rules {
		if standing(rule) && !slices.ContainsFunc(near, func(o *memtide.Node) bool { return o.ID == rule.ID }) {
			near = append(near, rule)
		}
	}
	return near, nil
}

// clash says what n does to old where one of the two says plainly the opposite of the other. What happened has
// happened; but who tells of a thing that there is none of has it all the same.
func clash(n, old *memtide.Node, newer, older language.Statement) verdict {
	does := language.Lacking(newer, older)
	if does == language.Unrelated {
		does = language.Undone(newer, older)
	}
	if does == language.Unrelated && replaceable(n.Kind) && replaceable(old.Kind) {
		does = language.Clash(newer, older)
	}
	switch {
	case does == language.Updates && !outranked(n, old):
		return supersedes
	case does != language.Unrelated:
		return contradicts
	}
	return keepBoth
}
