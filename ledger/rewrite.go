package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// erasedText stands where an erased text stood within another one.
const erasedText = "⟦erased⟧"

// rewriter takes what is to be erased out of change sets, so that what is left
// fits onto what was left of those before.
type rewriter struct {
	nodes  map[memtide.ID]bool
	turns  map[string]bool // ids of the half-turns that go
	texts  []string
	raw    *Matcher // of the texts as they stand in JSON
	plain  *Matcher // of the texts
	edges  map[memtide.ID]bool
	before map[memtide.ID]memtide.ID // of an erased half-turn: the one before it
	chain  successors
	heirs  map[memtide.ID]heir
	naming map[memtide.ID]*naming // of entities that stay
	// saidToo reports whether something that stays calls an entity by an alias.
	saidToo func(id memtide.ID, alias string) (bool, error)
	relink  bool
	hashes  map[string]bool // of what the erased nodes have ever said
	reason  func(string) string
}

func newRewriter(in *Erasing, relink bool) *rewriter {
	r := &rewriter{nodes: map[memtide.ID]bool{}, turns: map[string]bool{}, heirs: map[memtide.ID]heir{}, naming: map[memtide.ID]*naming{}, edges: map[memtide.ID]bool{}, before: map[memtide.ID]memtide.ID{}, chain: newSuccessors(), relink: relink, reason: in.Reason, hashes: map[string]bool{}}
	for _, id := range in.Nodes {
		r.nodes[id] = true
	}
	for _, id := range in.Turns {
		r.turns[id] = true
	}
	// The longest first: one may be a part of another.
	r.texts = slices.SortedFunc(slices.Values(in.Texts), func(a, b string) int { return len(b) - len(a) })
	r.texts = slices.Compact(slices.DeleteFunc(r.texts, func(s string) bool { return strings.TrimSpace(s) == "" }))
	var raw, plain [][]byte
	for _, t := range r.texts {
		raw, plain = append(raw, jsonForms(t)...), append(plain, []byte(t))
	}
	r.raw, r.plain = NewMatcher(raw), NewMatcher(plain)
	return r
}

// says reports whether an erased text stands in a JSON value.
func (r *rewriter) says(body []byte) bool {
	return r.raw.Any(body)
}

// touches reports whether a change set speaks of what is erased. It must see
// all change sets in order: it notes the edges that go.
func (r *rewriter) touches(c *memtide.ChangeSet, body []byte) bool {
	hit := r.says(body)
	for _, op := range c.Ops {
		r.orphan(op)
		hit = hit || r.nodes[op.Node] || r.edges[op.Edge] || r.mayInherit(*c, op) || r.names(c, op)
		if e := op.WholeEdge(); e != nil && (r.nodes[e.From] || r.nodes[e.To] || r.shown(e)) {
			hit = true
		}
		var to memtide.ID
		if op.Field == "superseded_by" {
			for _, raw := range []json.RawMessage{op.From, op.To} {
				hit = hit || len(raw) > 0 && json.Unmarshal(raw, &to) == nil && r.nodes[to]
			}
		}
	}
	return hit
}

// rewrite returns what survives of a change set on a graph that holds what
// survived of those before.
func (r *rewriter) rewrite(tx *graphdb.Tx, c memtide.ChangeSet) (memtide.ChangeSet, error) {
	w := rewriting{rewriter: r, tx: tx, c: &c, nodes: map[memtide.ID]*memtide.Node{}, edges: map[memtide.ID]*memtide.Edge{}}
	for _, op := range c.Ops {
		var err error
		if op.Node.IsZero() {
			err = w.edge(op)
		} else {
			err = w.node(op)
		}
		if err != nil {
			return c, err
		}
	}
	if err := w.inherit(c); err != nil {
		return c, err
	}
	if err := w.dangling(); err != nil {
		return c, err
	}
	c.Ops = w.ops
	if c.Reason = r.reasonLeft(c.Reason); len(c.Ops) == 0 && c.Reason == "" {
		c.Reason = "erased"
	}
	return c, nil
}

// strip takes the erased texts out of another one.
func (r *rewriter) strip(s string) string {
	var found []int
	r.plain.Each([]byte(s), func(i int) bool { found = append(found, i); return true })
	slices.Sort(found) // the longest first
	for _, i := range slices.Compact(found) {
		s = strings.ReplaceAll(s, r.texts[i], erasedText)
	}
	return s
}

// value is strip for a JSON value. One that says nothing of it keeps its bytes.
func (r *rewriter) value(raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) == 0 || !r.says(raw) {
		return raw, nil
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return event.Encode(r.inside(v))
}

func (r *rewriter) inside(v any) any {
	switch v := v.(type) {
	case string:
		return r.strip(v)
	case []any:
		v = slices.DeleteFunc(v, func(e any) bool { s, ok := e.(string); return ok && r.strip(s) != s })
		for i := range v {
			v[i] = r.inside(v[i])
		}
		return v
	case map[string]any:
		for k := range v {
			v[k] = r.inside(v[k])
		}
	}
	return v
}

// clean takes the erased texts out of a node. Of names and tags those go that say one.
func (r *rewriter) clean(n *memtide.Node) {
	n.CanonicalName = r.strip(n.CanonicalName)
	n.Content, n.Summary = r.content(n, n.Content), r.strip(n.Summary)
	each := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return r.strip(s) != s })
	}
	n.Aliases, n.Tags = each(n.Aliases), each(n.Tags)
	n.Attributes = maps.Clone(n.Attributes)
	for k, v := range n.Attributes {
		n.Attributes[k] = r.strip(v)
	}
	n.SupersededBy = r.staying(n.SupersededBy)
}

// rewriting is the work on one change set.
type rewriting struct {
	*rewriter
	tx    *graphdb.Tx
	c     *memtide.ChangeSet           // as it was decided
	nodes map[memtide.ID]*memtide.Node // as the set leaves them; nil is gone
	edges map[memtide.ID]*memtide.Edge
	ops   []memtide.Op
}

func (w *rewriting) loadNode(id memtide.ID) (*memtide.Node, error) {
	if n, ok := w.nodes[id]; ok {
		return n, nil
	}
	n, err := w.tx.Node(id)
	if errors.Is(err, graphdb.ErrNotFound) {
		n, err = nil, nil
	}
	w.nodes[id] = n
	return n, err
}

func (w *rewriting) loadEdge(id memtide.ID) (*memtide.Edge, error) {
	if e, ok := w.edges[id]; ok {
		return e, nil
	}
	e, err := w.tx.Edge(id)
	if errors.Is(err, graphdb.ErrNotFound) {
		e, err = nil, nil
	}
	w.edges[id] = e
	return e, err
}

// node keeps what is left of an operation on a node.
func (w *rewriting) node(op memtide.Op) error {
	if w.rewriter.nodes[op.Node] {
		w.hear(op)
		return w.passOn(op)
	}
	have, err := w.loadNode(op.Node)
	if err != nil {
		return err
	}
	if op.Whole() {
		op, err = w.wholeNode(op, have)
	} else if have == nil {
		return nil
	} else {
		op, err = w.fieldOf(op, have)
	}
	if err != nil || len(op.From) == 0 && len(op.To) == 0 || !op.Whole() && bytes.Equal(op.From, op.To) {
		return err
	}
	now, err := op.ApplyNode(have)
	if err != nil {
		return err
	}
	if now != nil {
		w.hearNames(now)
	}
	w.nodes[op.Node] = now
	w.ops = append(w.ops, op)
	return nil
}

func (w *rewriting) wholeNode(op memtide.Op, have *memtide.Node) (memtide.Op, error) {
	made := len(op.To) > 0
	op.From = nil
	switch {
	case made && have != nil: // what took it away has been erased
		op.To = nil
		return op, nil
	case !made && have != nil:
		op.From = memtide.EncodeNode(have)
		return op, nil
	case !made:
		return op, nil
	}
	var n memtide.Node
	if err := json.Unmarshal(op.To, &n); err != nil {
		return op, err
	}
	w.succeeds(n.ID, n.SupersededBy)
	if !n.SupersededBy.IsZero() && w.rewriter.nodes[n.SupersededBy] || w.says(op.To) {
		said := n.Content
		if w.clean(&n); n.Content != said {
			w.hear(op)
		}
		op.To = memtide.EncodeNode(&n)
	}
	if len(n.Aliases) == 0 {
		return op, nil
	}
	called, err := w.called(n.ID, nil, nil, n.Aliases)
	if err == nil && len(called) < len(n.Aliases) {
		n.Aliases = called
		op.To = memtide.EncodeNode(&n)
	}
	return op, err
}

// fieldOf lets an operation on a field begin with what is there.
func (w *rewriting) fieldOf(op memtide.Op, have *memtide.Node) (memtide.Op, error) {
	to, err := w.value(op.To)
	if err != nil {
		return op, err
	}
	if op.Field == "content" && !bytes.Equal(to, op.To) {
		w.hear(op)
		return w.describe(op, have)
	}
	if op.Field == "superseded_by" {
		next, err := successorIn(op)
		w.succeeds(have.ID, next)
		return memtide.SetNode(have, op.Field, w.staying(next)), err
	}
	if op.Field == "aliases" {
		return w.aliases(op, have)
	}
	if op.Counts() {
		return op.Recount(have), nil
	}
	return memtide.SetNode(have, op.Field, to), nil
}

// edge keeps what is left of an operation on an edge.
func (w *rewriting) edge(op memtide.Op) error {
	have, err := w.loadEdge(op.Edge)
	if err != nil {
		return err
	}
	if !op.Whole() {
		if have == nil {
			return nil
		}
		to, err := w.value(op.To)
		if err != nil {
			return err
		}
		return w.keepEdge(memtide.SetEdge(have, op.Field, to), have)
	}
	made := len(op.To) > 0
	switch {
	case made && have != nil, !made && have == nil:
		return nil
	case !made:
		op.From = memtide.EncodeEdge(have)
		return w.keepEdge(op, have)
	}
	e := op.WholeEdge()
	if e == nil {
		return errors.New("an edge that cannot be read")
	}
	op.From = nil
	if w.shown(e) && !w.toldBeside(e) {
		w.rewriter.edges[e.ID] = true
		return nil
	}
	if to := w.around(e); to.IsZero() {
		return nil
	} else if to != e.To {
		e.To = to
		op.To = memtide.EncodeEdge(e)
	}
	return w.keepEdge(op, nil)
}

// around returns where an edge leads once what is erased is gone, the zero id
// where the edge goes, too. What was said after an erased half-turn is linked
// with what was said before it.
func (w *rewriting) around(e *memtide.Edge) memtide.ID {
	to := e.To
	for w.rewriter.nodes[to] && w.relink && e.Kind == memtide.Temporal && !w.before[to].IsZero() {
		to = w.before[to]
	}
	if w.rewriter.nodes[e.From] || w.rewriter.nodes[to] || to == e.From {
		if w.rewriter.nodes[e.From] && e.Kind == memtide.Temporal {
			w.before[e.From] = to
		}
		w.rewriter.edges[e.ID] = true
		return memtide.ID{}
	}
	return to
}

func (w *rewriting) keepEdge(op memtide.Op, have *memtide.Edge) error {
	if bytes.Equal(op.From, op.To) {
		return nil
	}
	now, err := op.ApplyEdge(have)
	if err != nil {
		return err
	}
	w.edges[op.Edge] = now
	w.ops = append(w.ops, op)
	return nil
}

// dangling takes out what would lead to nothing. The ends of an edge may be made
// after it in the same set, so this can only be seen at its end.
func (w *rewriting) dangling() error {
	var bad error
	there := func(id memtide.ID) bool {
		n, err := w.loadNode(id)
		bad = errors.Join(bad, err)
		return n != nil
	}
	w.ops = slices.DeleteFunc(w.ops, func(op memtide.Op) bool {
		if e := w.edges[op.Edge]; op.Node.IsZero() && e != nil && op.Whole() {
			return !there(e.From) || !there(e.To)
		}
		if op.Field != "superseded_by" || len(op.To) == 0 {
			return false
		}
		var to memtide.ID
		return json.Unmarshal(op.To, &to) == nil && !there(to)
	})
	return bad
}
