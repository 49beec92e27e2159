package textindex

import (
	"encoding/binary"
	"math"

	"github.com/memtide/memtide"
)

// rowReader reads rows, and the varints of snapshots. What does not decode sets
// bad and reads as zero from there on.
type rowReader struct {
	rows []byte
	bad  bool
}

// passageHead is what stands before the postings of a passage.
type passageHead struct {
	length   length
	postings int
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
	// Two bytes a posting at least: a count beyond that is damage, and must
	// not become a loop.
	n := r.uvarint(uint64(len(r.rows) / 2))
	return passageHead{length{uint16(own), uint16(ctx)}, int(n)}
}

func appendHead(rows []byte, h passageHead) []byte {
	rows = binary.AppendUvarint(rows, uint64(h.length.own))
	rows = binary.AppendUvarint(rows, uint64(h.length.ctx))
	return binary.AppendUvarint(rows, uint64(h.postings))
}

// posting returns code 0, which no posting has, when it does not decode.
func (r *rowReader) posting() (term int32, code uint8) {
	t := r.uvarint(math.MaxInt32)
	return int32(t), r.code()
}

func appendPosting(rows []byte, term int32, code uint8) []byte {
	return append(binary.AppendUvarint(rows, uint64(term)), code)
}

// compacted returns a core of the live documents and the terms in use. Those of
// one place stand together, in the order they had. Its lists lie side by side and
// are as long as they must be.
func (x *Index) compacted(c *core) *core {
	fresh := x.newCore(c.ids.n)
	fresh.rows = make([]byte, 0, len(c.rows))
	renumbered := make([]int32, len(c.names)) // new number + 1
	var sizes []int32                         // by new number
	for _, i := range c.inOrder() {
		fresh.beginDoc(c.docs[i].id, c.attrs[i], len(fresh.rows))
		r := rowReader{rows: c.rows[c.docs[i].row:]}
		from, to := c.passages(i)
		for range to - from {
			head := r.passage()
			fresh.beginPassage(head.length)
			fresh.rows = appendHead(fresh.rows, head)
			for range head.postings {
				t, code := r.posting()
				if renumbered[t] == 0 {
					fresh.intern(c.names[t])
					sizes = append(sizes, 0)
					renumbered[t] = int32(len(sizes))
				}
				t = renumbered[t] - 1
				sizes[t]++
				fresh.rows = appendPosting(fresh.rows, t, code)
			}
		}
	}
	fresh.allot(sizes)
	fresh.fill()
	for i := range fresh.docs {
		fresh.enterFew(int32(i))
		fresh.enterRun(int32(i))
	}
	return fresh
}

// allot makes empty lists of the given capacities in one piece of memory.
func (c *core) allot(sizes []int32) {
	total := 0
	for _, n := range sizes {
		total += int(n)
	}
	all := make(list, total)
	for t, n := range sizes {
		c.lists[t], all = all[:0:n], all[n:]
	}
}

// fill enters the postings of all rows into the lists.
func (c *core) fill() {
	r := rowReader{rows: c.rows}
	for ord := range c.lengths {
		for range r.passage().postings {
			t, code := r.posting()
			c.enter(t, int32(ord), code)
		}
	}
}

// code reads the last byte of a posting, 0 when it does not decode.
func (r *rowReader) code() uint8 {
	if len(r.rows) == 0 {
		r.bad = true
		return 0
	}
	code := r.rows[0]
	r.rows = r.rows[1:]
	return code
}

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

// doc reads the id, attr and number of passages of a document.
func (r *rowReader) doc() (id memtide.ID, attr uint64, passages int) {
	if len(r.rows) < len(id)+8 {
		r.bad, r.rows = true, nil
		return id, 0, 0
	}
	n := copy(id[:], r.rows)
	attr = binary.LittleEndian.Uint64(r.rows[n:])
	r.rows = r.rows[n+8:]
	return id, attr, int(r.uvarint(math.MaxInt32))
}
