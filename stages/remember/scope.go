package remember

import (
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
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
	return in != "" && in == r.saidIn(old) || r.read.private(n, old)
}

// private reports whether what was said in a project may be of the user's life though it does not
// say so, since an older memory that belongs to no project is: "dentist moved to the 10th"
// behind "my dentist appointment is on the 3rd". The new memory is asked first: it is the same in
// each pair, and seldom tells of life.
func (s *shelf) private(n, old *memtide.Node) bool {
	return n.Project != "" && old.Project == "" && n.Kind != memtide.Instruction && n.Kind != memtide.Opinion && old.Kind != memtide.Instruction && old.Kind != memtide.Opinion &&
		s.ofLife(n) && s.personal(old)
}

// leave takes out of its project what tells that something of the user's life has changed.
func (r *reconciler) leave(n, old *memtide.Node) error {
	if !r.read.private(n, old) {
		return nil
	}
	return r.w.Set(n, "project", "")
}

// amend notes that of two memories that which was said later tells that a part of the other
// has changed.
func (r *reconciler) amend(n, old *memtide.Node, late bool) error {
	if late {
		n, old = old, n
	}
	r.w.Edge(memtide.Amends, n.ID, old.ID)
	return r.handOver(n, old)
}

// ofKin returns items of which those that tell of somebody of the user's family belong to
// the user everywhere: "griet is 41" was said in one project, and she is the user's sister in
// all. Who is of the family was said before, or is in the same half-turn.
func (w *writer) ofKin(items []event.Found) ([]event.Found, error) {
	var failed error
	known := map[string]bool{}
	for _, f := range items {
		for _, m := range f.Entities {
			if m.Role != "" && language.Kin(m.Role) {
				known[language.Fold(m.Name)] = true
			}
		}
	}
	kin := func(name string) bool {
		key := language.Fold(name)
		if is, looked := known[key]; looked {
			return is
		}
		e, err := tools.EntityOf(w.v.Graph, key)
		if err != nil {
			failed = err
			return false
		}
		known[key] = e != nil && e.Live() && slices.ContainsFunc(e.Aliases, func(alias string) bool {
			role, is := strings.CutPrefix(alias, aliasOf(""))
			return is && language.Kin(role)
		})
		return known[key]
	}
	items = slices.Clone(items)
	for i, f := range items {
		if f.Project != "" && f.Kind != memtide.Instruction && w.t.Role == memtide.RoleUser && f.Subtype != memtide.Stated &&
			language.OpensWithOne(f.Content, kin) && !language.CuesOf(f.Content).ProjectBound {
			items[i].Project = ""
		}
	}
	return items, failed
}
