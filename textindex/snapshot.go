package textindex

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"unsafe"

	"github.com/memtide/memtide"
)

// ErrSnapshot is in the chain of every error of [Load] about what was read: it
// is damaged, of another format or made under other options. The index is
// then filled again from the nodes.
var ErrSnapshot = errors.New("unusable snapshot")

// A snapshot is
//
//	"mtide.text" | format u16 | lengths of front, rows and postings, u64 each |
//	front | rows | postings | CRC-32C u32
//
// integers little endian, the checksum over all before it. Rows and postings are
// those of core, as they lie in memory, so that a start has nothing to do but to
// read them. The front is
//
//	seq, analyser, passage words, weight of the context (bits of a float64),
//	numbers of documents, passages and terms, sums of own terms and of those of
//	contexts |
//	documents | lengths of passages | terms | blocks
//
// with numbers as varints and strings behind their length. A document is its id,
// its attr (u64), what it says the same as (u32), what stands beside it (u64), the
// number of its passages and the length of its rows (u32 each); a passage is its two
// lengths (u16 each); a term is a string, its document frequency, and the length of its
// list in each of the families; a block is its last passage (u32) and its two bounds
// (float32 each). Blocks and postings stand in order of families, within one of terms.
const (
	snapshotMagic  = "mtide.text"
	snapshotFormat = 9
	headLen        = len(snapshotMagic) + 2 + 3*8
	docLen         = len(memtide.ID{}) + 8 + 4 + 8 + 4 + 4
	passageLen     = 2 + 2
	blockBytes     = 4 + 4 + 4
)

// families is how many lists a term can have: of all documents, of the few, and of
// what is said by those that are looked for by their own words.
const families = 3

// family is the lists of one kind by term, and the bounds of their full blocks.
type family struct {
	lists []list
	full  [][]block
}

// still is what a snapshot holds of a core. Writers only append to what it refers
// to, or make a core anew.
type still struct {
	core     core // its documents, passages, rows and names
	df       []int32
	families [families]family
}

// WriteTo writes a snapshot of the live documents that is complete up to seq,
// and returns the number of bytes written. Searches and writers go on. The caller
// sees to it that seq is true and that a half-written file is not kept.
func (x *Index) WriteTo(w io.Writer, seq uint64) (int64, error) {
	n, err := x.still().writeTo(w, x.opts, seq)
	if err != nil {
		return n, fmt.Errorf("write text index snapshot: %w", err)
	}
	return n, nil
}

func (x *Index) still() *still {
	x.write.Lock()
	defer x.write.Unlock()
	if x.core.ids.n != len(x.core.docs) || x.core.disordered(untidy) {
		x.compact()
	}
	c := x.core
	s := &still{core: *c, df: slices.Clone(c.df)} // which is counted in place
	for n, q := range [families]Query{{}, {Few: true}, {Own: true}} {
		f := &s.families[n]
		f.lists, f.full = make([]list, len(c.names)), make([][]block, len(c.names))
		for t := range c.names {
			l, b := c.postings(int32(t), &q)
			if f.lists[t] = l; b != nil {
				f.full[t] = b.full
			}
		}
	}
	return s
}

func (s *still) front(opts Options, seq uint64) []byte {
	c := &s.core
	b := make([]byte, 0, len(c.docs)*docLen+len(c.lengths)*passageLen+len(c.names)*16+128)
	b = binary.AppendUvarint(b, seq)
	b = appendString(b, opts.Analyser)
	b = binary.AppendUvarint(b, uint64(opts.PassageWords))
	b = binary.AppendUvarint(b, math.Float64bits(opts.ContextWeight))
	for _, n := range []int{len(c.docs), len(c.lengths), len(c.names), int(c.ownTerms), int(c.ctxTerms)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for i, d := range c.docs {
		from, to := c.passages(int32(i))
		end := len(c.rows)
		if i+1 < len(c.docs) {
			end = c.docs[i+1].row
		}
		b = append(b, d.id[:]...)
		b = binary.LittleEndian.AppendUint64(b, c.attrs[i])
		b = binary.LittleEndian.AppendUint32(b, d.same)
		b = binary.LittleEndian.AppendUint64(b, uint64(d.near))
		b = binary.LittleEndian.AppendUint32(b, uint32(to-from))
		b = binary.LittleEndian.AppendUint32(b, uint32(end-d.row))
	}
	for _, l := range c.lengths {
		b = binary.LittleEndian.AppendUint16(b, l.own)
		b = binary.LittleEndian.AppendUint16(b, l.ctx)
	}
	for t, name := range c.names {
		b = appendString(b, name)
		b = binary.AppendUvarint(b, uint64(s.df[t]))
		for _, f := range s.families {
			b = binary.AppendUvarint(b, uint64(len(f.lists[t])))
		}
	}
	for _, f := range s.families {
		for _, full := range f.full {
			for _, k := range full {
				b = binary.LittleEndian.AppendUint32(b, uint32(k.last))
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(k.most))
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(k.least))
			}
		}
	}
	return b
}

func (s *still) writeTo(w io.Writer, opts Options, seq uint64) (int64, error) {
	front, postings := s.front(opts, seq), 0
	for _, f := range s.families {
		for _, l := range f.lists {
			postings += len(l.bytes())
		}
	}
	head := append(make([]byte, 0, headLen), snapshotMagic...)
	head = binary.LittleEndian.AppendUint16(head, snapshotFormat)
	for _, n := range []int{len(front), len(s.core.rows), postings} {
		head = binary.LittleEndian.AppendUint64(head, uint64(n))
	}
	sum := newChecksum()
	out := &counted{w: w}
	buf := bufio.NewWriterSize(io.MultiWriter(out, sum), 1<<16)
	for _, b := range [][]byte{head, front, s.core.rows} {
		_, _ = buf.Write(b) // the error is that of Flush
	}
	for _, f := range s.families {
		for _, l := range f.lists {
			_, _ = buf.Write(l.bytes())
		}
	}
	if err := buf.Flush(); err != nil {
		return out.n, err
	}
	_, err := out.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return out.n, err
}

// counted counts what it passes on.
type counted struct {
	w io.Writer
	n int64
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

func newChecksum() hash.Hash32 { return crc32.New(crc32.MakeTable(crc32.Castagnoli)) }

// bytes are the postings as they lie in memory and in snapshots. A posting is an
// array of bytes, which neither order of bytes nor padding can change.
func (l list) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(l))), len(l)*len(posting{}))
}

// listOf is the postings that b holds, without copying them.
func listOf(b []byte) list {
	return unsafe.Slice((*posting)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/len(posting{}))
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Load reads a snapshot into a new index and returns the sequence up to which
// it is complete. It reads r to the end of the snapshot and no further; an r that
// has a method Len, as that of [bytes.Reader], saves memory. On an error, which has
// [ErrSnapshot] in its chain unless r itself failed, it returns nothing else.
//
// What a right checksum vouches for is what [Index.WriteTo] wrote: that the parts
// fit is looked at, and of the postings the last of each block; [Index.Check]
// reads the rest.
func Load(r io.Reader, opts Options) (*Index, uint64, error) {
	parts, err := readParts(r)
	if err != nil {
		return nil, 0, fmt.Errorf("load text index: %w", err)
	}
	x := New(opts)
	seq, err := x.restore(parts[0], parts[1], listOf(parts[2]))
	if err != nil {
		return nil, 0, fmt.Errorf("load text index: %w: %w", ErrSnapshot, err)
	}
	return x, seq, nil
}

// readParts reads front, rows and postings.
func readParts(r io.Reader) (parts [3][]byte, err error) {
	there := 0
	if known, ok := r.(interface{ Len() int }); ok {
		there = known.Len()
	}
	var head [headLen]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return parts, cutShort(err)
	}
	if string(head[:len(snapshotMagic)]) != snapshotMagic {
		return parts, fmt.Errorf("%w: not a text index", ErrSnapshot)
	}
	if f := binary.LittleEndian.Uint16(head[len(snapshotMagic):]); f != snapshotFormat {
		return parts, fmt.Errorf("%w: format %d, this version reads %d", ErrSnapshot, f, snapshotFormat)
	}
	sum := newChecksum()
	_, _ = sum.Write(head[:]) // never fails
	for i := range parts {
		n := binary.LittleEndian.Uint64(head[headLen-8*(len(parts)-i):])
		if n > math.MaxInt32*16 {
			return parts, fmt.Errorf("%w: length %d", ErrSnapshot, n)
		}
		if parts[i], err = readPart(r, int(n), there); err != nil {
			return parts, err
		}
		_, _ = sum.Write(parts[i])
	}
	var want [4]byte
	if _, err := io.ReadFull(r, want[:]); err != nil {
		return parts, cutShort(err)
	}
	if sum.Sum32() != binary.LittleEndian.Uint32(want[:]) {
		return parts, fmt.Errorf("%w: checksum does not match", ErrSnapshot)
	}
	return parts, nil
}

// readPart reads n bytes. Where r is not known to have as many, what it is read
// into grows with what is really there, not with what is claimed.
func readPart(r io.Reader, n, there int) ([]byte, error) {
	const step = 1 << 20
	size := n
	if n > there {
		size = min(n, step)
	}
	b := make([]byte, size)
	for at := 0; ; size = min(n-at, at) {
		if at > 0 {
			b = append(b, make([]byte, size)...)
		}
		if _, err := io.ReadFull(r, b[at:]); err != nil {
			return nil, cutShort(err)
		}
		if at = len(b); at == n {
			return b, nil
		}
	}
}

// cutShort says of an early end that the snapshot is cut short, and leaves other
// errors of a reader as they are.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: cut short", ErrSnapshot)
	}
	return err
}
