package memtide

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	fast "github.com/segmentio/encoding/json"
)

// ChangeID names a decision: [Hash] of the deciding stage and of its input.
type ChangeID string

// NewChangeID returns the id of what stage decides on input.
func NewChangeID(stage, input string) ChangeID { return ChangeID(Hash("change", stage, input)) }

// Cause says what a decision was made on.
type Cause struct {
	Kind  string `json:"kind"`          // turn, request, job, change
	ID    string `json:"id"`            // of the half-turn, the request, the job, or the change that is taken back
	Seq   uint64 `json:"seq,omitempty"` // of the half-turn in TURNS
	Stage string `json:"stage"`         // who decided: record, store, reconcile, a job, a verb
	Via   string `json:"via,omitempty"` // the door that a request came through, as dashboard; "" is the command line
}

// ChangeSet is one decision: operations that apply all or nothing, and why.
// A decision to change nothing is a change set without operations and with a
// reason.
type ChangeSet struct {
	ID     ChangeID  `json:"id"`
	Space  Space     `json:"space"`
	Cause  Cause     `json:"cause"`
	Actor  string    `json:"actor"` // user, rules, model:NAME, job:NAME, mcp:CLIENT
	At     time.Time `json:"at"`    // the time of the cause
	Reason string    `json:"reason,omitempty"`
	Awaits string    `json:"awaits,omitempty"` // the stage that has yet to decide on the same half-turn
	Ops    []Op      `json:"ops,omitempty"`
}

// ByMCP begins the actor of what an agent has asked for by an MCP tool; the name of its client
// follows.
const ByMCP = "mcp:"

// NoChange is a decision on a half-turn to change nothing, which no other stage waits
// for. It has no message of its own in LEDGER: the next change set of its space carries
// it (docs/decisions/0039).
type NoChange struct {
	ID     ChangeID  `json:"id"`
	Cause  Cause     `json:"cause"`
	Actor  string    `json:"actor"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason"`
}

// NoChange returns c as a decision that another change set can carry; false when it
// changes something, something waits for it, or it was not made on a half-turn.
func (c *ChangeSet) NoChange() (n NoChange, ok bool) {
	if len(c.Ops) > 0 || c.Awaits != "" || c.Cause.Kind != causeTurn || c.Cause.Seq == 0 {
		return n, false
	}
	return NoChange{c.ID, c.Cause, c.Actor, c.At, c.Reason}, true
}

// In returns the decision as a change set of a space.
func (n NoChange) In(space Space) ChangeSet {
	return ChangeSet{ID: n.ID, Space: space, Cause: n.Cause, Actor: n.Actor, At: n.At, Reason: n.Reason}
}

// Validate reports what is wrong with the decision as one of a space.
func (n NoChange) Validate(space Space) error {
	c := n.In(space)
	if _, ok := c.NoChange(); !ok {
		return fmt.Errorf("%w change set %s: is carried, and was not made on a half-turn", ErrInvalid, n.ID)
	}
	return c.Validate()
}

// causeTurn is the kind of a cause that is a half-turn.
const causeTurn = "turn"

// Op changes one field of one node or edge, or, with an empty field, makes
// (From null) or takes away (To null) a whole one. From and To are JSON; null
// means "not set".
type Op struct {
	Node  ID              `json:"node,omitzero"`
	Edge  ID              `json:"edge,omitzero"`
	Field string          `json:"field,omitempty"`
	From  json.RawMessage `json:"from,omitempty"`
	To    json.RawMessage `json:"to,omitempty"`
}

// Errors of applying an operation.
var (
	ErrConflict = errors.New("field is not what the change expects") // From differs from what is there
	ErrField    = errors.New("no such field")

	errUnread = errors.New("its value cannot be read") // what a decoder says quotes the value
)

// AddNode returns the operation that makes n.
func AddNode(n *Node) Op { return Op{Node: n.ID, To: encode(n)} }

// AddEdge returns the operation that makes e.
func AddEdge(e *Edge) Op { return Op{Edge: e.ID, To: encode(e)} }

// SetNode returns the operation that sets the field with the given JSON name
// of n to value. It panics on a field that a Node does not have: that is a
// mistake in the program, not in the data.
func SetNode(n *Node, field string, value any) Op {
	from, err := getField(n, field)
	if err != nil {
		panic(err)
	}
	return Op{Node: n.ID, Field: field, From: from, To: encodeField(reflect.ValueOf(value))}
}

// SetEdge is [SetNode] for an edge.
func SetEdge(e *Edge, field string, value any) Op {
	from, err := getField(e, field)
	if err != nil {
		panic(err)
	}
	return Op{Edge: e.ID, Field: field, From: from, To: encodeField(reflect.ValueOf(value))}
}

// Inverse returns the operation that takes op back.
func (op Op) Inverse() Op {
	op.From, op.To = op.To, op.From
	return op
}

// Whole reports whether op makes or takes away a whole node or edge.
func (op Op) Whole() bool { return op.Field == "" }

// WholeEdge returns the edge that op makes or takes away, nil for any other operation
// and for an edge that cannot be read.
func (op Op) WholeEdge() *Edge {
	if op.Edge.IsZero() || !op.Whole() {
		return nil
	}
	raw := op.To
	if null(raw) {
		raw = op.From
	}
	e := new(Edge)
	if fast.Unmarshal(raw, e) != nil {
		return nil
	}
	return e
}

// Counts reports whether op is on a counter of a node: what it added still holds when
// another value stands there.
func (op Op) Counts() bool { return op.Field == "access_count" || op.Field == "mention_count" }

// Recount returns the operation that adds to the counter of n what op, which [Op.Counts],
// added to another value. A counter does not go below 0.
func (op Op) Recount(n *Node) Op {
	number := func(raw json.RawMessage) (x int) {
		if fast.Unmarshal(raw, &x) != nil {
			return 0 // not set
		}
		return x
	}
	have := n.AccessCount
	if op.Field == "mention_count" {
		have = n.MentionCount
	}
	return SetNode(n, op.Field, max(have+number(op.To)-number(op.From), 0))
}

// ApplyNode carries op out on n, nil where there is none, and returns what
// stands afterwards, nil where nothing does. n is not changed. The error is
// [ErrConflict] when n is not what op expects. No error holds a value: it may end in a
// log and in a dead letter.
func (op Op) ApplyNode(n *Node) (*Node, error) { return apply(op, n) }

// ApplyEdge is [Op.ApplyNode] for an edge.
func (op Op) ApplyEdge(e *Edge) (*Edge, error) { return apply(op, e) }

func apply[T Node | Edge](op Op, have *T) (*T, error) {
	if op.Whole() {
		if null(op.From) != (have == nil) || have != nil && !same(encode(have), op.From) {
			return nil, fmt.Errorf("%w: %s", ErrConflict, op)
		}
		if null(op.To) {
			return nil, nil
		}
		out := new(T)
		n, isNode := any(out).(*Node)
		if isNode { // the library makes a map of 64 places where it finds none
			n.Attributes = map[string]string{}
		}
		if fast.Unmarshal(op.To, out) != nil {
			return nil, fmt.Errorf("%s: %w", op, errUnread)
		}
		if isNode && len(n.Attributes) == 0 {
			n.Attributes = nil
		}
		return out, nil
	}
	if have == nil {
		return nil, fmt.Errorf("%w: %s: there is no such node or edge", ErrConflict, op)
	}
	got, err := getField(have, op.Field)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", op, err, ErrNewer)
	}
	if !(null(got) && null(op.From)) && !same(got, op.From) {
		return nil, fmt.Errorf("%w: %s", ErrConflict, op)
	}
	out := *have
	f := reflect.ValueOf(&out).Elem().Field(fieldIndex()[reflect.TypeFor[T]()][op.Field])
	f.SetZero()
	if !null(op.To) {
		if fast.Unmarshal(op.To, f.Addr().Interface()) != nil {
			return nil, fmt.Errorf("%s: %w", op, errUnread)
		}
	}
	return &out, nil
}

// String names the target of op, without values: it may stand in a log.
func (op Op) String() string {
	what, id := "node", op.Node
	if id.IsZero() {
		what, id = "edge", op.Edge
	}
	if op.Whole() {
		return fmt.Sprintf("%s %s", what, id)
	}
	return fmt.Sprintf("%s %s field %s", what, id, op.Field)
}

// Validate reports the first thing that is wrong with the change set by itself.
func (c *ChangeSet) Validate() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w change set %s: %s", ErrInvalid, c.ID, fmt.Sprintf(format, args...))
	}
	if err := c.Space.Validate(); err != nil {
		return bad("space: %v", err)
	}
	switch {
	case c.ID == "":
		return bad("id is not set")
	case c.Cause.Kind == "" || c.Cause.ID == "" || c.Cause.Stage == "":
		return bad("cause needs kind, id and stage")
	case c.Actor == "":
		return bad("actor is not set")
	case c.At.IsZero():
		return bad("at is not set")
	case len(c.Ops) == 0 && c.Reason == "":
		return bad("changes nothing and gives no reason")
	}
	for i, op := range c.Ops {
		switch {
		case op.Node.IsZero() == op.Edge.IsZero():
			return bad("ops[%d] must name either a node or an edge", i)
		case op.Whole() && null(op.From) == null(op.To):
			return bad("ops[%d] must either make or take away", i)
		case !op.Whole() && bytes.Equal(op.From, op.To):
			return bad("ops[%d] changes nothing in field %s", i, op.Field)
		case (op.Field == "id" || op.Field == "kind"):
			return bad("ops[%d]: %s never changes", i, op.Field)
		}
	}
	return nil
}

// fieldIndex maps the JSON name of each field to its place. It is made when it is
// first asked for: the hook starts for every prompt, and changes nothing.
var fieldIndex = sync.OnceValue(func() map[reflect.Type]map[string]int {
	return map[reflect.Type]map[string]int{
		reflect.TypeFor[Node](): fieldsOf(reflect.TypeFor[Node]()),
		reflect.TypeFor[Edge](): fieldsOf(reflect.TypeFor[Edge]()),
	}
})

func fieldsOf(t reflect.Type) map[string]int {
	m := map[string]int{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		m[name] = i
	}
	return m
}

func getField[T Node | Edge](v *T, field string) (json.RawMessage, error) {
	i, ok := fieldIndex()[reflect.TypeFor[T]()][field]
	if !ok {
		return nil, fmt.Errorf("%w: %s", ErrField, field)
	}
	return encodeField(reflect.ValueOf(v).Elem().Field(i)), nil
}

func encodeField(v reflect.Value) json.RawMessage {
	if !v.IsValid() || v.IsZero() || (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0 {
		return nil
	}
	return encode(v.Interface())
}

// encode returns canonical JSON: fields in the order of the type, keys of maps
// sorted, no HTML escapes, no white space.
func encode(v any) json.RawMessage {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("encode %T: %v", v, err)) // only unsupported types fail, and there are none
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

// EncodeNode returns the canonical encoding of n, in which it is stored and hashed.
func EncodeNode(n *Node) []byte { return encode(n) }

// EncodeEdge returns the canonical encoding of e, in which it is stored and hashed.
func EncodeEdge(e *Edge) []byte { return encode(e) }

// same reports whether two JSON values are equal, whoever wrote them: an
// encoder may have escaped "<" on the way.
func same(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	if decode(a, &x) != nil || decode(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}

// decode keeps numbers as they are written.
func decode(raw json.RawMessage, v *any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(v)
}

func null(m json.RawMessage) bool { return len(m) == 0 || string(m) == "null" }
