package graphdb

import (
	"bytes"
	"encoding/binary"
	"math"
	"time"

	"github.com/memtide/memtide"
)

// bucket numbers the buckets of the file.
type bucket int

const (
	bNodes bucket = iota
	bEdges
	bOut
	bIn
	bKind
	bName
	bSession
	bTurn
	bProject
	bTime
	bScope
	bSuperseded
	bShort
	bQuarantine
	bContradicts
	bApplied
	bOpen
	bMeta
	numBuckets
)

var bucketNames = [numBuckets]string{
	"nodes", "edges", "out", "in", "ix_kind", "ix_name", "ix_session", "ix_turn",
	"ix_project", "ix_time", "ix_scope", "ix_superseded", "ix_short", "ix_quarantine", "ix_contradicts", "applied", "open", "meta",
}

func (b bucket) String() string { return bucketNames[b] }

// The codes of kinds and roles stand in files: they never change, and a new
// one gets a new number.
var (
	nodeKinds = [...]memtide.Kind{1: memtide.Entity, 2: memtide.Fact, 3: memtide.Event, 4: memtide.Instruction,
		5: memtide.Opinion, 6: memtide.Plan, 7: memtide.Episode, 8: memtide.Summary}
	edgeKinds = [...]memtide.EdgeKind{1: memtide.Temporal, 2: memtide.Causal, 3: memtide.Mentions, 4: memtide.DerivedFrom,
		5: memtide.Supersedes, 6: memtide.Contradicts, 7: memtide.Related, 8: memtide.Relation, 9: memtide.Elaborates, 10: memtide.Amends}
	roles = [...]memtide.Role{1: memtide.RoleUser, 2: memtide.RoleAgent}
)

// code returns the place of v in table, 0 when it is not there or empty.
func code[T ~string](table []T, v T) byte {
	for i := 1; i < len(table); i++ {
		if table[i] == v {
			return byte(i)
		}
	}
	return 0
}

func nodeKindCode(k memtide.Kind) byte     { return code(nodeKinds[:], k) }
func edgeKindCode(k memtide.EdgeKind) byte { return code(edgeKinds[:], k) }
func roleCode(r memtide.Role) byte         { return code(roles[:], r) }

const (
	idLen      = 16
	linkLen    = 3*idLen + 1
	maxText    = 256 // longer texts are cut in keys
	cutText    = 224
	textKeyMax = maxText + 1
)

// textKey returns the form of s in keys. Different texts have different forms:
// one of at most 256 bytes stands for itself, a longer one has exactly 257.
func textKey(s string) string {
	if len(s) <= maxText {
		return s
	}
	return s[:cutText] + ":" + memtide.Hash(s)
}

// timeKey orders times, also those before 1970, to the millisecond.
func timeKey(t time.Time) uint64 { return uint64(t.UnixMilli()) ^ 1<<63 }

// scopeKey puts the highest scope first. Scopes are 0 to 1; adding 0 turns −0 into 0.
func scopeKey(scope float64) uint64 { return ^math.Float64bits(scope + 0) }

func keyScope(k uint64) float64 { return math.Float64frombits(^k) }

// link is a row of out or in, seen from the node near.
type link struct {
	near memtide.ID
	kind byte
	far  memtide.ID
	edge memtide.ID
}

func (l link) appendTo(b []byte) []byte {
	b = append(b, l.near[:]...)
	b = append(b, l.kind)
	b = append(b, l.far[:]...)
	return append(b, l.edge[:]...)
}

func parseLink(k []byte) (l link, ok bool) {
	if len(k) != linkLen || k[idLen] == 0 || int(k[idLen]) >= len(edgeKinds) {
		return link{}, false
	}
	copy(l.near[:], k)
	l.kind = k[idLen]
	copy(l.far[:], k[idLen+1:])
	copy(l.edge[:], k[2*idLen+1:])
	return l, true
}

// appendText writes text 0x00; a tail of fixed width follows.
func appendText(b []byte, s string) []byte { return append(append(b, textKey(s)...), 0) }

// parseText splits a key into its text and the tail of the given width. The
// width makes it exact even for a text that has a 0x00 in it.
func parseText(k []byte, tail int) (text, rest []byte, ok bool) {
	at := len(k) - tail - 1
	if at < 0 || at > textKeyMax || k[at] != 0 {
		return nil, nil, false
	}
	return k[:at], k[at+1:], true
}

func appendUint(b []byte, v uint64) []byte { return binary.BigEndian.AppendUint64(b, v) }

func parseUint(b []byte) uint64 { return binary.BigEndian.Uint64(b) }

// openKey names a decision that is awaited.
func openKey(turn uint64, stage string) []byte {
	return append(appendUint(make([]byte, 0, 8+len(stage)), turn), textKey(stage)...)
}

func parseOpen(k []byte) (turn uint64, stage string, ok bool) {
	if len(k) < 9 || len(k) > 8+textKeyMax {
		return 0, "", false
	}
	return parseUint(k), string(k[8:]), true
}

// tails has the width of what follows the last text or number of an index key
// and ends in the id of the node it belongs to.
var tails = [numBuckets]struct {
	text bool // a text and 0x00 stand first
	tail int
}{
	bKind: {false, 1 + idLen}, bName: {true, idLen}, bSession: {true, 8 + idLen}, bTurn: {true, idLen},
	bProject: {true, idLen}, bTime: {false, 8 + idLen}, bScope: {false, 8 + idLen},
	bSuperseded: {false, 2 * idLen}, bShort: {false, memtide.ShortLen + idLen},
	bQuarantine: {false, idLen},
}

// parseIndex returns the node that an index row belongs to, and the row's text.
func parseIndex(b bucket, k []byte) (text []byte, id memtide.ID, ok bool) {
	form := tails[b]
	rest := k
	if form.text {
		if text, rest, ok = parseText(k, form.tail); !ok {
			return nil, memtide.ID{}, false
		}
	}
	if form.tail == 0 || len(rest) != form.tail {
		return nil, memtide.ID{}, false
	}
	if b == bKind && (rest[0] == 0 || int(rest[0]) >= len(nodeKinds)) {
		return nil, memtide.ID{}, false
	}
	copy(id[:], rest[form.tail-idLen:])
	return text, id, true
}

// after returns the first key behind all keys with the prefix, nil when there is none.
func after(prefix []byte) []byte {
	end := bytes.Clone(prefix)
	for i := len(end) - 1; i >= 0; i-- {
		if end[i] != 0xff {
			end[i]++
			return end[:i+1]
		}
	}
	return nil
}
