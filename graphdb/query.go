package graphdb

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
)

// Order says from which end a list in time begins.
type Order bool

// The two orders.
const (
	OldestFirst Order = false
	NewestFirst Order = true
)

// OfKind returns the nodes of a kind with their state, oldest first.
func (tx *Tx) OfKind(kind memtide.Kind) iter.Seq2[memtide.ID, State] {
	return func(yield func(memtide.ID, State) bool) {
		for k, v := range prefixed(tx.bucket(bKind), []byte{nodeKindCode(kind)}) {
			_, id, ok := parseIndex(bKind, k)
			if ok && len(v) == 1 && !yield(id, State(v[0])) {
				return
			}
		}
	}
}

// ByKind returns at most limit nodes of a kind, newest first; 0 is all.
func (tx *Tx) ByKind(kind memtide.Kind, limit int) []memtide.ID {
	var ids []memtide.ID
	for k := range prefixedBack(tx.bucket(bKind), []byte{nodeKindCode(kind)}) {
		if _, id, ok := parseIndex(bKind, k); ok {
			if ids = append(ids, id); len(ids) == limit {
				break
			}
		}
	}
	return ids
}

// Made returns the nodes of a kind whose ids are not before from and before until, to the
// millisecond, the newest first. It reads no node.
func (tx *Tx) Made(kind memtide.Kind, from, until time.Time) iter.Seq[memtide.ID] {
	return func(yield func(memtide.ID) bool) {
		code := []byte{nodeKindCode(kind)}
		low, high := append(code, firstID(from)...), append(code[:1:1], firstID(until)...)
		c := tx.bucket(bKind).Cursor()
		for k, _ := before(c, high); k != nil && bytes.Compare(k, low) >= 0; k, _ = c.Prev() {
			if _, id, ok := parseIndex(bKind, k); ok && !yield(id) {
				return
			}
		}
	}
}

// firstID returns the part of an id that its time makes.
func firstID(t time.Time) []byte {
	id := memtide.NewID(t, "", 0)
	return id[:6]
}

// Count is a number of nodes by state.
type Count struct {
	Live       int `json:"live"`
	Archived   int `json:"archived"`
	Superseded int `json:"superseded"`
}

// Counts returns how many nodes there are of each kind, without kinds that
// have none. It reads the index of kinds only.
func (tx *Tx) Counts() map[memtide.Kind]Count {
	var counts [len(nodeKinds)]Count
	for k, v := range prefixed(tx.bucket(bKind), nil) {
		if len(v) != 1 || int(k[0]) >= len(counts) {
			continue
		}
		c := &counts[k[0]]
		switch State(v[0]) {
		case Live:
			c.Live++
		case Archived:
			c.Archived++
		case Superseded:
			c.Superseded++
		}
	}
	out := map[memtide.Kind]Count{}
	for code, c := range counts {
		if code > 0 && c != (Count{}) {
			out[nodeKinds[code]] = c
		}
	}
	return out
}

// ByName returns the entities that have the name or alias, which the caller
// has folded by the function in Options, in the order of their ids.
func (tx *Tx) ByName(folded string) []memtide.ID {
	if folded == "" {
		return nil
	}
	return tx.byText(bName, folded)
}

// NameBegins reports whether the name or alias of an entity begins with a text,
// folded as for [Tx.ByName]. Who looks up all that could be a name in a sentence
// needs not ask for "the", "the nightly" and "the nightly build" one by one.
func (tx *Tx) NameBegins(folded string) bool {
	prefix := []byte(folded[:min(len(folded), cutText)])
	c := tx.cursor(bName)
	k, _ := c.Seek(prefix)
	tx.idle[bName] = c
	return k != nil && bytes.HasPrefix(k, prefix)
}

// ByTurn returns the nodes whose Source.Turn is the half-turn, in the order of
// their ids.
func (tx *Tx) ByTurn(turnID string) []memtide.ID {
	if turnID == "" {
		return nil
	}
	return tx.byText(bTurn, turnID)
}

// InProject returns the nodes of a project, the newest first; "" are those that
// belong to the user everywhere.
func (tx *Tx) InProject(project string) iter.Seq[memtide.ID] {
	return func(yield func(memtide.ID) bool) {
		prefix := appendText(nil, project)
		for k := range prefixedBack(tx.bucket(bProject), prefix) {
			if have, id, ok := parseIndex(bProject, k); ok && len(have) == len(prefix)-1 && !yield(id) {
				return
			}
		}
	}
}

// BySession returns the nodes whose Source.Session is the session, by the time
// of their cause.
func (tx *Tx) BySession(session string) []memtide.ID {
	if session == "" {
		return nil
	}
	return tx.byText(bSession, session)
}

// Sessions calls yield with each session that a node comes from, in byte order, until
// it returns false. It reads no node, and one row of each session. A name of more than
// 256 bytes comes cut, with its hash; one with a zero byte may be left out.
func (tx *Tx) Sessions(yield func(session string) bool) { tx.texts(bSession, yield) }

// Projects calls yield with each project that a node belongs to, "" for the user
// everywhere, as [Tx.Sessions] does with sessions.
func (tx *Tx) Projects(yield func(project string) bool) { tx.texts(bProject, yield) }

func (tx *Tx) texts(index bucket, yield func(text string) bool) {
	c := tx.bucket(index).Cursor()
	for k, _ := c.First(); k != nil; {
		text, _, ok := parseIndex(index, k)
		if !ok {
			k, _ = c.Next()
			continue
		}
		next := after(append(bytes.Clone(text), 0))
		if !yield(string(text)) {
			return
		}
		k, _ = c.Seek(next)
	}
}

// InSession returns the nodes whose Source.Session is the session with their
// kind, the latest first by the time of their cause. It reads no node.
func (tx *Tx) InSession(session string) iter.Seq2[memtide.ID, memtide.Kind] {
	return func(yield func(memtide.ID, memtide.Kind) bool) {
		prefix := appendText(nil, session)
		for k, v := range prefixedBack(tx.bucket(bSession), prefix) {
			have, id, ok := parseIndex(bSession, k)
			if !ok || len(have) != len(prefix)-1 || len(v) != 2 || int(v[0]) >= len(nodeKinds) {
				continue
			}
			if !yield(id, nodeKinds[v[0]]) {
				return
			}
		}
	}
}

func (tx *Tx) byText(b bucket, text string) []memtide.ID {
	var ids []memtide.ID
	prefix := appendText(nil, text)
	c := tx.cursor(b)
	defer func() { tx.idle[b] = c }()
	for k, _ := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, _ = c.Next() {
		// A longer text that has a zero byte may begin with the prefix too.
		if have, id, ok := parseIndex(b, k); ok && len(have) == len(prefix)-1 {
			ids = append(ids, id)
		}
	}
	return ids
}

// LastBefore returns the latest episode of a session that was said before the
// given time; the zero time is no bound, and role "" is either. It looks at the
// nodes of the session from the end and reads none of them.
func (tx *Tx) LastBefore(session string, role memtide.Role, before time.Time) (memtide.ID, bool) {
	for id := range tx.Before(session, role, before) {
		return id, true
	}
	return memtide.ID{}, false
}

// Before returns all episodes of which [Tx.LastBefore] returns the first, the
// latest first.
func (tx *Tx) Before(session string, role memtide.Role, before time.Time) iter.Seq[memtide.ID] {
	episode, speaker := nodeKindCode(memtide.Episode), roleCode(role)
	return func(yield func(memtide.ID) bool) {
		prefix := appendText(nil, session)
		for k, v := range prefixedBack(tx.bucket(bSession), prefix) {
			have, id, ok := parseIndex(bSession, k)
			if !ok || len(have) != len(prefix)-1 || len(v) != 2 || v[0] != episode {
				continue
			}
			if role != "" && v[1] != speaker {
				continue
			}
			if (before.IsZero() || parseUint(k[len(prefix):]) < timeKey(before)) && !yield(id) {
				return
			}
		}
	}
}

// ByTime returns at most limit nodes (0 is all) whose event time, or else time
// of the cause, is not before from and before until, to the millisecond. A
// zero time is no bound.
func (tx *Tx) ByTime(from, until time.Time, limit int, order Order) []memtide.ID {
	var low, high []byte
	if !from.IsZero() {
		low = appendUint(nil, timeKey(from))
	}
	if !until.IsZero() {
		high = appendUint(nil, timeKey(until))
	}
	c := tx.bucket(bTime).Cursor()
	move, k := c.Next, []byte(nil)
	if order == NewestFirst {
		move = c.Prev
		k, _ = before(c, high)
	} else {
		k, _ = c.Seek(low)
	}
	var ids []memtide.ID
	for ; k != nil; k, _ = move() {
		if bytes.Compare(k, low) < 0 || high != nil && bytes.Compare(k, high) >= 0 {
			break
		}
		if _, id, ok := parseIndex(bTime, k); ok {
			if ids = append(ids, id); len(ids) == limit {
				break
			}
		}
	}
	return ids
}

// Scoped returns the instructions, and what else has a scope (a standing
// preference), step by step: the widest scope first and of one scope the newest,
// by id. What is pinned has a scope of 1 here.
func (tx *Tx) Scoped() iter.Seq2[memtide.ID, float64] {
	return func(yield func(id memtide.ID, scope float64) bool) {
		b := tx.bucket(bScope)
		c := b.Cursor()
		for k, _ := c.First(); len(k) >= scopeLen; {
			prefix := slices.Clone(k[:scopeLen])
			scope := keyScope(parseUint(prefix))
			for k := range prefixedBack(b, prefix) {
				if _, id, ok := parseIndex(bScope, k); ok && !yield(id, scope) {
					return
				}
			}
			next := after(prefix)
			if next == nil {
				return
			}
			k, _ = c.Seek(next)
		}
	}
}

// scopeLen is the length of a scope in the keys of its index.
const scopeLen = 8

// OfEdgeKind returns the edges of a kind, in the order of the ids of the nodes
// that they go from. It reads the index of all edges, and no edge.
func (tx *Tx) OfEdgeKind(kind memtide.EdgeKind) iter.Seq[memtide.ID] {
	want := edgeKindCode(kind)
	return func(yield func(memtide.ID) bool) {
		for k := range prefixed(tx.bucket(bOut), nil) {
			if l, ok := parseLink(k); ok && l.kind == want && !yield(l.edge) {
				return
			}
		}
	}
}

// Decisions returns the change sets that have been applied and whose id begins
// with the prefix, in the order of their ids, each with its LEDGER sequence.
func (tx *Tx) Decisions(prefix string) iter.Seq2[memtide.ChangeID, uint64] {
	return func(yield func(memtide.ChangeID, uint64) bool) {
		for k, v := range prefixed(tx.bucket(bApplied), []byte(prefix)) {
			if d, ok := parseDecision(v); ok && !yield(memtide.ChangeID(k), d.seq) {
				return
			}
		}
	}
}

// Predecessors returns the nodes whose superseded_by is the node, in the order
// of their ids.
func (tx *Tx) Predecessors(by memtide.ID) []memtide.ID {
	var ids []memtide.ID
	for k := range prefixed(tx.bucket(bSuperseded), by[:]) {
		if _, id, ok := parseIndex(bSuperseded, k); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// likeDigits reads letters that people type for digits as Crockford's base 32 does.
var likeDigits = strings.NewReplacer("o", "0", "i", "1", "l", "1")

// ByShort returns the nodes whose [memtide.ID.Short] begins with the prefix, in
// the order of their ids; of "" and of more than seven characters none.
func (tx *Tx) ByShort(prefix string) []memtide.ID {
	if prefix == "" || len(prefix) > memtide.ShortLen {
		return nil
	}
	var ids []memtide.ID
	for k := range prefixed(tx.bucket(bShort), []byte(likeDigits.Replace(strings.ToLower(prefix)))) {
		if _, id, ok := parseIndex(bShort, k); ok {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, memtide.ID.Compare)
	return ids
}
