package textindex

import (
	"encoding/binary"
	"math"
)

// rowReader reads rows, and the varints of snapshots. What does not decode sets
// bad and reads as zero from there on.
type rowReader struct {
	rows []byte
	bad  bool
}

// passageHead is what stands before the terms of a passage.
type passageHead struct {
	length length
	terms  int
}

func (r *rowReader) uvarint(limit uint64) uint64 {
	// Two bytes hold nearly all there is.
	if b := r.rows; len(b) > 1 {
		if v := uint64(b[0]); v < 0x80 && v <= limit {
			r.rows = b[1:]
			return v
		}
		if v := uint64(b[0]&0x7f) | uint64(b[1])<<7; b[1] < 0x80 && b[0] >= 0x80 && v <= limit {
			r.rows = b[2:]
			return v
		}
	}
	v, n := binary.Uvarint(r.rows)
	if n <= 0 || v > limit {
		r.bad, r.rows = true, nil
		return 0
	}
	r.rows = r.rows[n:]
	return v
}

func (r *rowReader) passage() passageHead {
	own := r.uvarint(math.MaxUint16)
	ctx := r.uvarint(math.MaxUint16)
	// A byte a term at least: a count beyond that is damage, and must not become
	// a loop.
	n := r.uvarint(uint64(len(r.rows)))
	return passageHead{length{uint16(own), uint16(ctx)}, int(n)}
}

func appendHead(rows []byte, h passageHead) []byte {
	rows = binary.AppendUvarint(rows, uint64(h.length.own))
	rows = binary.AppendUvarint(rows, uint64(h.length.ctx))
	return binary.AppendUvarint(rows, uint64(h.terms))
}

func (r *rowReader) term() int32 { return int32(r.uvarint(math.MaxInt32)) }

// bytes reads a length and as many bytes, which stay those of the reader.
func (r *rowReader) bytes() []byte {
	n := r.uvarint(uint64(len(r.rows)))
	if n > uint64(len(r.rows)) {
		r.bad, r.rows = true, nil
		return nil
	}
	b := r.rows[:n]
	r.rows = r.rows[n:]
	return b
}

// fixed reads n bytes, which stay those of the reader, nil where there are less or
// none.
func (r *rowReader) fixed(n int) []byte {
	if n > len(r.rows) {
		r.bad, r.rows = true, nil
		return nil
	}
	if n == 0 {
		return nil
	}
	b := r.rows[:n]
	r.rows = r.rows[n:]
	return b
}
