package remember

import (
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// likeNode is where a new memory is looked for that is about the same.
func (r *reconciler) likeNode(n *memtide.Node) tools.Like {
	return tools.Like{Text: strings.TrimSpace(n.Content + " " + language.Counterparts(n.Content)), Kinds: reconciled, Project: r.saidIn(n), Limit: reconcileTop,
		Also: r.read.statement(n).OtherTools()}
}

// saidIn returns the project that a memory belongs to, and of one that belongs to none
// that in which it was said.
func (r *reconciler) saidIn(n *memtide.Node) string {
	if n.Project != "" {
		return n.Project
	}
	r.mu.Lock() // many are compared side by side, and a snapshot is read by one at a time
	defer r.mu.Unlock()
	in, known := r.said[n.ID]
	if !known {
		in = r.lookUpSaid(n)
		r.said[n.ID] = in
	}
	return in
}

func (r *reconciler) lookUpSaid(n *memtide.Node) string {
	for l := range r.v.Graph.OutLinks(n.ID, memtide.DerivedFrom) {
		if half, err := r.v.Graph.Shared(l.Node); err == nil {
			return half.Project
		}
	}
	return ""
}

// sameProject reports whether two memories belong to one project, or the one to none
// and both were said in one: how widely a rule holds is not always said with it.
func (r *reconciler) sameProject(n, old *memtide.Node) bool {
	if n.Project == old.Project || n.Project != "" && old.Project != "" {
		return n.Project == old.Project
	}
	in := r.saidIn(n)
	return in != "" && in == r.saidIn(old)
}
