package ledger

import (
	"encoding/json"

	"github.com/memtide/memtide"
)

// Vectors are recorded by the hashes of their texts, so those have to be known under which
// vectors of what goes may be recorded.

// hear notes what an erased node has said, or one that stays and quotes what is erased.
func (r *rewriter) hear(op memtide.Op) {
	for _, raw := range []json.RawMessage{op.From, op.To} {
		var n memtide.Node
		var text string
		if op.Whole() && len(raw) > 0 && json.Unmarshal(raw, &n) == nil {
			r.vectorsOf(n.Content, searchText(&n), spoken(&n))
		}
		if op.Field == "content" && json.Unmarshal(raw, &text) == nil {
			r.vectorsOf(text)
		}
	}
}

// vectorsOf notes the hashes under which vectors of texts may be recorded: of the whole,
// and of what neighbours have of it.
func (r *rewriter) vectorsOf(texts ...string) {
	for _, t := range texts {
		for _, part := range []string{t, end(t), beginning(t)} {
			r.hashes[memtide.Hash(part)] = true
		}
	}
}

// hearNames notes under which texts an entity had vectors that is called less now.
func (r *rewriter) hearNames(n *memtide.Node) {
	if m := r.naming[n.ID]; m != nil {
		was := *n
		was.Aliases = m.all
		r.hashes[memtide.Hash(searchText(&was))] = true
	}
}
