package textindex

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// ErrSnapshot is in the chain of every error of [Load] about what was read: it
// is damaged, of another format or made under other options. The index is
// then filled again from the nodes.
var ErrSnapshot = errors.New("unusable snapshot")

// A snapshot is
//
//	"mtide.text" | format u16 | length of payload u64 | payload | CRC-32C u32
//
// integers little endian, the checksum over all before it. The payload is
//
//	seq, analyser, passage words, documents, length of rows, rows,
//	number of terms, number of postings, terms
//
// with numbers as varints, strings behind their length, documents behind their
// number. A document is its id, its attr (u64), what it says the same as (u32), what stands beside it (u64) and the number of its passages;
// the rows are those of core; a term is a string, the number of its postings, and
// for each how many passages it is further on, and its code. What a passage says
// itself is in there twice, by passage and by term, because sorting a million
// takes longer than reading them.
const (
	snapshotMagic  = "mtide.text"
	snapshotFormat = 7
	headLen        = len(snapshotMagic) + 2 + 8
)

func checksum(b []byte) uint32 {
	return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
}

// WriteTo writes a snapshot of the live documents that is complete up to seq,
// and returns the number of bytes written. Searches go on; writers wait while
// the bytes are put together, not while w takes them. The caller sees to it
// that seq is true and that a half-written file is not kept.
func (x *Index) WriteTo(w io.Writer, seq uint64) (int64, error) {
	n, err := w.Write(x.snapshot(seq))
	if err != nil {
		return int64(n), fmt.Errorf("write text index snapshot: %w", err)
	}
	return int64(n), nil
}

func (x *Index) snapshot(seq uint64) []byte {
	x.write.Lock()
	defer x.write.Unlock()
	if x.core.ids.n != len(x.core.docs) || x.core.disordered(untidy) {
		x.compact()
	}
	c := x.core
	postings := 0
	for _, l := range c.lists {
		postings += len(l)
	}
	b := make([]byte, headLen, headLen+len(c.rows)+postings*9/4+len(c.docs)*38+len(c.names)*12+64)
	copy(b, snapshotMagic)
	binary.LittleEndian.PutUint16(b[len(snapshotMagic):], snapshotFormat)
	b = binary.AppendUvarint(b, seq)
	b = appendString(b, x.opts.Analyser)
	b = binary.AppendUvarint(b, uint64(x.opts.PassageWords))
	b = binary.AppendUvarint(b, uint64(len(c.docs)))
	for i, d := range c.docs {
		from, to := c.passages(int32(i))
		b = append(b, d.id[:]...)
		b = binary.LittleEndian.AppendUint64(b, c.attrs[i])
		b = binary.LittleEndian.AppendUint32(b, d.same)
		b = binary.LittleEndian.AppendUint64(b, uint64(d.near))
		b = binary.AppendUvarint(b, uint64(to-from))
	}
	b = binary.AppendUvarint(b, uint64(len(c.rows)))
	b = append(b, c.rows...)
	b = binary.AppendUvarint(b, uint64(len(c.names)))
	b = binary.AppendUvarint(b, uint64(postings))
	for t, s := range c.names {
		b = appendString(b, s)
		b = appendList(b, c.lists[t])
	}
	binary.LittleEndian.PutUint64(b[headLen-8:], uint64(len(b)-headLen))
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

func appendList(b []byte, l list) []byte {
	b = binary.AppendUvarint(b, uint64(len(l)))
	last := int32(-1)
	for i := range l {
		b = binary.AppendUvarint(b, uint64(l[i].ord()-last))
		b = append(b, l[i].code())
		last = l[i].ord()
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Load reads a snapshot into a new index and returns the sequence up to which
// it is complete. It reads r to the end of the snapshot and no further; an r that
// has a method Len, as that of [bytes.Reader], saves memory. On an error, which has [ErrSnapshot] in its chain unless r itself failed, it
// returns nothing else.
func Load(r io.Reader, opts Options) (*Index, uint64, error) {
	payload, err := readPayload(r)
	if err != nil {
		return nil, 0, fmt.Errorf("load text index: %w", err)
	}
	x := New(opts)
	seq, err := x.restore(payload)
	if err != nil {
		return nil, 0, fmt.Errorf("load text index: %w: %w", ErrSnapshot, err)
	}
	return x, seq, nil
}

func readPayload(r io.Reader) ([]byte, error) {
	var head [headLen]byte
	there := 0
	if known, ok := r.(interface{ Len() int }); ok {
		there = known.Len()
	}
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, cutShort(err)
	}
	if string(head[:len(snapshotMagic)]) != snapshotMagic {
		return nil, fmt.Errorf("%w: not a text index", ErrSnapshot)
	}
	if f := binary.LittleEndian.Uint16(head[len(snapshotMagic):]); f != snapshotFormat {
		return nil, fmt.Errorf("%w: format %d, this version reads %d", ErrSnapshot, f, snapshotFormat)
	}
	n := binary.LittleEndian.Uint64(head[headLen-8:])
	if n > math.MaxInt32*16 {
		return nil, fmt.Errorf("%w: length %d", ErrSnapshot, n)
	}
	// The buffer grows with what is really there, not with what is claimed.
	var buf bytes.Buffer
	if n < 16<<20 || n <= uint64(there) {
		buf.Grow(headLen + int(n) + 4 + bytes.MinRead)
	}
	buf.Write(head[:])
	if _, err := io.CopyN(&buf, r, int64(n)+4); err != nil {
		return nil, cutShort(err)
	}
	b := buf.Bytes()
	end := len(b) - 4
	if checksum(b[:end]) != binary.LittleEndian.Uint32(b[end:]) {
		return nil, fmt.Errorf("%w: checksum does not match", ErrSnapshot)
	}
	return b[headLen:end], nil
}

// cutShort says of an early end that the snapshot is cut short, and leaves other
// errors of a reader as they are.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: cut short", ErrSnapshot)
	}
	return err
}
