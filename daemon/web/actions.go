package web

import (
	"encoding/json"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// Action is what was decided about one fact.
type Action struct {
	Action     string     `json:"action"` // add, update, delete, noop or conflict
	Text       string     `json:"text,omitempty"`
	ID         memtide.ID `json:"id,omitzero"`          // add, conflict: the new memory
	OldID      memtide.ID `json:"old_id,omitzero"`      // update, delete: what holds no more
	NewID      memtide.ID `json:"new_id,omitzero"`      // update: what takes its place
	ExistingID memtide.ID `json:"existing_id,omitzero"` // noop, conflict: what was there
	Previous   string     `json:"previous_text,omitempty"`
	Quarantine string     `json:"quarantine,omitempty"` // why the memory waits until the user has looked at it
}

// The actions.
const (
	actionAdd      = "add"
	actionUpdate   = "update"
	actionDelete   = "delete"
	actionNoop     = "noop"
	actionConflict = "conflict"
)

// actionsOf reads decisions as what became of each fact. Of what was only said (episodes) and
// of whom it speaks (entities) there is none.
func actionsOf(d control.Decisions) []Action {
	r := reader{nodes: d.Nodes, made: map[memtide.ID]bool{}, met: map[memtide.ID]bool{}}
	for _, c := range d.Changes {
		for _, op := range c.Ops {
			if n, err := op.ApplyNode(nil); op.Whole() && !op.Node.IsZero() && err == nil && n != nil && fact(n) {
				r.made[n.ID] = true
				if r.nodes[n.ID.String()] == nil {
					r.nodes[n.ID.String()] = n // erased since
				}
			}
		}
	}
	for _, c := range d.Changes {
		for _, op := range c.Ops {
			r.replaced(op)
		}
	}
	for _, c := range d.Changes {
		for _, op := range c.Ops {
			r.rest(op)
		}
	}
	return r.all
}

// fact reports whether a memory is what an extraction brings.
func fact(n *memtide.Node) bool {
	return n.Kind != memtide.Episode && n.Kind != memtide.Entity && n.Kind != memtide.Summary
}

// reader collects actions.
type reader struct {
	nodes map[string]*memtide.Node
	made  map[memtide.ID]bool // by these decisions
	met   map[memtide.ID]bool // has an action
	all   []Action
}

// text is the content of a memory without secrets; of one that waits in quarantine there is none.
func (r *reader) text(id memtide.ID) string {
	if n := r.nodes[id.String()]; n != nil && n.Attributes[tools.Quarantine] == "" {
		return redact.Name(n.Content)
	}
	return ""
}

func (r *reader) add(a Action, ids ...memtide.ID) {
	for _, id := range ids {
		r.met[id] = true
	}
	r.all = append(r.all, a)
}

// replaced notes what an operation takes the place of, or ends.
func (r *reader) replaced(op memtide.Op) {
	old := r.nodes[op.Node.String()]
	if op.Node.IsZero() || op.Whole() || old == nil || !fact(old) {
		return
	}
	switch op.Field {
	case "superseded_by":
		var by memtide.ID
		if json.Unmarshal(op.To, &by) == nil && !by.IsZero() {
			r.add(Action{Action: actionUpdate, Text: r.text(by), OldID: op.Node, NewID: by, Previous: r.text(op.Node)}, op.Node, by)
		}
	case "archived_at":
		if !r.made[op.Node] && set(op.To) {
			r.add(Action{Action: actionDelete, Text: r.text(op.Node), OldID: op.Node}, op.Node)
		}
	case "content":
		var before string
		if !r.made[op.Node] && json.Unmarshal(op.From, &before) == nil {
			r.add(Action{Action: actionUpdate, Text: r.text(op.Node), OldID: op.Node, NewID: op.Node, Previous: redact.Name(before)}, op.Node)
		}
	}
}

// rest notes what is new, what stands against it, and what was known.
func (r *reader) rest(op memtide.Op) {
	if e := op.WholeEdge(); e != nil {
		ends := []memtide.ID{e.From, e.To}
		if i := slices.IndexFunc(ends, func(id memtide.ID) bool { return r.made[id] }); e.Kind == memtide.Contradicts && i >= 0 && set(op.To) {
			r.add(Action{Action: actionConflict, Text: r.text(ends[i]), ID: ends[i], ExistingID: ends[1-i], Previous: r.text(ends[1-i])})
		}
		return
	}
	n := r.nodes[op.Node.String()]
	if op.Node.IsZero() || n == nil || !fact(n) || r.met[op.Node] {
		return
	}
	switch {
	case r.made[op.Node]:
		r.add(Action{Action: actionAdd, Text: r.text(op.Node), ID: op.Node, Quarantine: n.Attributes[tools.Quarantine]}, op.Node)
	default:
		r.add(Action{Action: actionNoop, Text: r.text(op.Node), ExistingID: op.Node}, op.Node)
	}
}

// set reports whether an operation leaves a value.
func set(raw json.RawMessage) bool {
	s := string(raw)
	return s != "" && s != "null" && s != `""` && s != `"0001-01-01T00:00:00Z"`
}
