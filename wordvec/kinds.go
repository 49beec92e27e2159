package wordvec

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

//go:embed kinds.bin
var shippedKinds string

// The list of kinds, all numbers little-endian:
//
//	magic "MTKD" · version u16 · 0 u16 · sum of the table [8]byte · sum [8]byte
//	of each kind: its row, the number of its things, their rows; all as uvarint
//
// Rows are those of the table with the sum that is named. They ascend, and all
// but the first of a list are given by how far they are from the one before.
// sum is the head of the SHA-256 of what follows the header.
const kindsMagic = "MTKD"

// kindsVersion is that of the list of kinds; a program reads its own only.
const kindsVersion = 1

// ErrKinds is returned by Table.OpenKinds for bytes that are no list of kinds
// for that table.
var ErrKinds = errors.New("not a list of kinds for this table")

// kinds tells what is a kind of what, in rows of a table.
type kinds struct {
	rows   []uint32 // of those that have things, ascending
	at     []uint32 // the things of rows[i] are things[at[i]:at[i+1]]
	things []uint32
}

// EncodeKinds returns the file of a list of kinds: the stems of the things that
// each stem is a kind for. All stems must be in the table. The same lists give
// the same bytes.
func EncodeKinds(t *Table, things map[string][]string) ([]byte, error) {
	row := func(stem string) (uint64, error) {
		i, ok := t.search(stem)
		if !ok {
			return 0, fmt.Errorf("encode kinds: stem %q is not in the table", stem)
		}
		return uint64(i), nil
	}
	var body []byte
	last := uint64(0)
	for _, kind := range slices.Sorted(maps.Keys(things)) { // stems and rows ascend alike
		k, err := row(kind)
		if err != nil {
			return nil, err
		}
		stems := slices.Compact(slices.Sorted(slices.Values(things[kind])))
		body = binary.AppendUvarint(binary.AppendUvarint(body, k-last), uint64(len(stems)))
		last = k
		before := uint64(0)
		for _, stem := range stems {
			i, err := row(stem)
			if err != nil {
				return nil, err
			}
			body, before = binary.AppendUvarint(body, i-before), i
		}
	}
	sum := sha256.Sum256(body)
	out := binary.LittleEndian.AppendUint16([]byte(kindsMagic), kindsVersion)
	out = append(append(append(out, 0, 0), t.sum...), sum[:8]...)
	return append(out, body...), nil
}

// OpenKinds gives the table the list of kinds that a file holds. Call it before
// others use the table. The error is [ErrKinds], with the reason.
func (t *Table) OpenKinds(data string) error {
	bad := func(why string) error {
		return fmt.Errorf("open %d bytes: %w: %s", len(data), ErrKinds, why)
	}
	if len(data) < headerSize || data[:4] != kindsMagic || u16(data[4:]) != kindsVersion {
		return bad("no header of this version")
	}
	if data[8:16] != t.sum {
		return bad("it was made for another table: run go run ./wordvec/kinds")
	}
	body := []byte(data[headerSize:])
	if sum := sha256.Sum256(body); string(sum[:8]) != data[16:headerSize] {
		return bad("damaged")
	}
	k := kinds{at: []uint32{0}}
	kind := uint64(0)
	for len(body) > 0 {
		kind += uvarint(&body)
		n, thing := uvarint(&body), uint64(0)
		if n > uint64(len(body)) {
			return bad("a list is longer than the file")
		}
		for range n {
			if thing += uvarint(&body); thing >= uint64(t.Len()) {
				return bad("a row is not in the table")
			}
			k.things = append(k.things, uint32(thing))
		}
		if kind >= uint64(t.Len()) || len(k.rows) > 0 && uint32(kind) <= k.rows[len(k.rows)-1] {
			return bad("kinds out of order")
		}
		k.rows, k.at = append(k.rows, uint32(kind)), append(k.at, uint32(len(k.things)))
	}
	t.kinds = k
	return nil
}

// uvarint takes a number off the front, more than any row where there is none.
func uvarint(body *[]byte) uint64 {
	x, n := binary.Uvarint(*body)
	if n <= 0 || x > math.MaxUint32 {
		*body = nil
		return math.MaxUint32
	}
	*body = (*body)[n:]
	return x
}

// Things returns the stems of what is a kind of what a stem names, in order:
// of "fruit" the apple and the pear. It is nil for what has no kinds, and for
// what has so many that none says anything.
func (t *Table) Things(stem string) []string {
	row, ok := t.find(stem)
	if !ok {
		return nil
	}
	i, ok := slices.BinarySearchFunc(t.kinds.rows, row, func(r uint32, row int) int { return cmp.Compare(int(r), row) })
	if !ok {
		return nil
	}
	rows := t.kinds.things[t.kinds.at[i]:t.kinds.at[i+1]]
	out := make([]string, len(rows))
	for j, r := range rows {
		out[j] = t.stem(int(r))
	}
	return out
}
