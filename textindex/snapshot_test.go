package textindex

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func written(t testing.TB, x *Index, seq uint64) []byte {
	t.Helper()
	var buf bytes.Buffer
	n, err := x.WriteTo(&buf, seq)
	if err != nil || n != int64(buf.Len()) {
		t.Fatalf("write: %d of %d bytes, %v", n, buf.Len(), err)
	}
	return buf.Bytes()
}

func snapshotOf(x *Index, seq uint64) []byte {
	var buf bytes.Buffer
	_, _ = x.WriteTo(&buf, seq) // into memory
	return buf.Bytes()
}

// small returns an index with passages, context, a deletion and a replacement.
func small() *Index {
	x := New(plain())
	x.PutBatch([]Doc{
		{ID: num(1), Text: "the pump is red. " + string(bytes.Repeat([]byte("and so on "), 50)), Attr: 9},
		{ID: num(2), Text: "the valve", Before: []string{"the pump is red."}, After: []string{"quite so"}},
		{ID: num(3), Text: "gone soon"},
		{ID: num(4)},
		{ID: num(2), Text: "the valve is open", Before: []string{"the pump is red."}, After: []string{"quite so"}},
	})
	x.Delete(num(3))
	return x
}

func TestSnapshotRoundTrip(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	x := New(plain())
	texts := corpus(seed, 800, 900, 40)
	for i, s := range texts {
		d := Doc{ID: num(i), Text: s, Attr: uint64(i)}
		if i > 0 {
			d.Before = []string{texts[i-1]}
		}
		x.Put(d)
	}
	for i := 0; i < len(texts); i += 11 {
		x.Delete(num(i))
	}
	// What follows the snapshot must stay unread.
	r := io.MultiReader(bytes.NewReader(written(t, x, 1<<63+5)), bytes.NewReader([]byte("tail")))
	y, seq, err := Load(iotest.HalfReader(r), plain())
	if err != nil || seq != 1<<63+5 {
		t.Fatalf("load: seq %d, %v", seq, err)
	}
	if rest, _ := io.ReadAll(r); string(rest) != "tail" {
		t.Errorf("%q left unread", rest)
	}
	checked(t, y)
	same := func() {
		t.Helper()
		for _, s := range texts[:60] {
			q := Query{Terms: x.Parse(s), Limit: 25}
			if diff := cmp.Diff(x.Search(q), y.Search(q)); diff != "" {
				t.Fatalf("query %q:\n%s", s, diff)
			}
		}
	}
	same()
	if x.Len() != y.Len() || !cmp.Equal(x.Terms(), y.Terms()) {
		t.Error("other documents or terms")
	}
	// A loaded index goes on as the written one would have.
	for _, z := range []*Index{x, y} {
		for i := range 400 {
			z.Delete(num(i))
			z.Put(Doc{ID: num(i + 1000), Text: texts[i]})
		}
		checked(t, z)
	}
	same()
	if a, b := written(t, x, 7), written(t, y, 7); len(a) == 0 || len(b) == 0 {
		t.Error("nothing written the second time")
	}
}

// gate is a writer that waits at its first byte.
type gate struct {
	bytes.Buffer
	at, on chan struct{}
}

func (g *gate) Write(b []byte) (int, error) {
	if g.at != nil {
		close(g.at)
		<-g.on
		g.at = nil
	}
	return g.Buffer.Write(b)
}

// TestSnapshotHoldsNobodyUp: who writes while a snapshot is written does not wait,
// and changes nothing of what is in it.
func TestSnapshotHoldsNobodyUp(t *testing.T) {
	x := New(pruned())
	texts := corpus(3, 2000, 200, 12)
	put := func(from, to int) {
		for i := from; i < to; i++ {
			x.Put(Doc{ID: num(i), Text: texts[i], Before: texts[max(i-1, 0):i], Same: uint32(i % 700), Attr: uint64(i) * 31})
		}
	}
	put(0, 1500)
	want := snapshotOf(x, 9)
	g := &gate{at: make(chan struct{}), on: make(chan struct{})}
	at, done := g.at, make(chan error)
	go func() { _, err := x.WriteTo(g, 9); done <- err }()
	<-at
	put(1000, 2000) // which changes, adds and compacts
	for i := range 900 {
		x.Delete(num(i))
	}
	close(g.on)
	if err := <-done; err != nil || !bytes.Equal(g.Bytes(), want) {
		t.Fatalf("%v; %d bytes, want the %d of before", err, g.Len(), len(want))
	}
	y, _, err := Load(&g.Buffer, pruned())
	if err != nil || y.Len() != 1500 {
		t.Fatal(err)
	}
	checked(t, x)
	checked(t, y)
	if again := snapshotOf(y, 9); !bytes.Equal(again, want) {
		t.Error("what was loaded is written in other bytes")
	}
}

// TestSnapshotOfOtherBounds: a snapshot whose blocks end elsewhere than its lists is
// refused.
func TestSnapshotOfOtherBounds(t *testing.T) {
	x := New(plain())
	for i, s := range corpus(4, 400, 5, 6) {
		x.Put(Doc{ID: num(i), Text: s})
	}
	p := partsOf(t, written(t, x, 1))
	blocks := 0
	for _, b := range x.core.bounds {
		blocks += len(b.full)
	}
	if _, _, err := Load(bytes.NewReader(sealed(p[0], p[1], p[2])), plain()); err != nil || blocks < 3 {
		t.Fatalf("%d blocks, %v", blocks, err)
	}
	refused := func(what string, front, postings []byte) {
		t.Helper()
		if _, _, err := Load(bytes.NewReader(sealed(front, p[1], postings)), plain()); !errors.Is(err, ErrSnapshot) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for n := range blocks {
		front := bytes.Clone(p[0])
		front[len(front)-(blocks-n)*blockBytes]++
		refused(fmt.Sprintf("block %d of %d ends elsewhere", n, blocks), front, p[2])
	}
	// The lists and blocks stand one behind the other.
	block, posting := 0, 0
	for _, l := range x.core.lists {
		if len(l) >= 2*blockLen && len(l)%blockLen > 0 {
			front, lists := bytes.Clone(p[0]), bytes.Clone(p[2])
			first := front[len(front)-(blocks-block)*blockBytes:]
			copy(first[blockBytes:], first[:4]) // the second block ends where the first one does
			copy(lists[(posting+2*blockLen-1)*5:], first[:4])
			refused("two blocks with one end", front, lists)
			lists = bytes.Clone(p[2])
			copy(lists[(posting+len(l)-1)*5:], first[:4])
			refused("an end before the blocks", p[0], lists)
			return
		}
		block, posting = block+len(l)/blockLen, posting+len(l)
	}
	t.Error("no list has two blocks and a rest")
}

// TestSnapshotThatClaimsMuch: what is only claimed becomes no memory.
func TestSnapshotThatClaimsMuch(t *testing.T) {
	meta := binary.AppendUvarint(append(appendString([]byte{42}, "words"), 50), math.Float64bits(0.4))
	claims := binary.AppendUvarint(meta, 1<<28) // documents
	long := append([]byte(snapshotMagic), snapshotFormat, 0)
	for range 3 {
		long = binary.LittleEndian.AppendUint64(long, 1<<28)
	}
	for name, r := range map[string]io.Reader{
		"documents":       bytes.NewReader(sealed(claims, nil, nil)),
		"length of parts": iotest.HalfReader(bytes.NewReader(long)),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, _, err := Load(r, plain()); !errors.Is(err, ErrSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 16<<20 {
			t.Errorf("%s: %d bytes were taken", name, after.TotalAlloc-before.TotalAlloc)
		}
	}
}

func TestSnapshotOfNothing(t *testing.T) {
	y, seq, err := Load(bytes.NewReader(written(t, New(plain()), 0)), plain())
	if err != nil || seq != 0 || y.Len() != 0 {
		t.Fatalf("%d documents, seq %d, %v", y.Len(), seq, err)
	}
	y.Put(Doc{ID: num(1), Text: "works"})
	if len(y.Search(Query{Terms: y.Parse("works")})) != 1 {
		t.Error("a loaded empty index finds nothing")
	}
}

// TestSnapshotDamage flips each bit and cuts at each length.
func TestSnapshotDamage(t *testing.T) {
	good := written(t, small(), 42)
	refused := func(what string, at int, b []byte) {
		t.Helper()
		x, seq, err := Load(bytes.NewReader(b), plain())
		if !errors.Is(err, ErrSnapshot) || x != nil || seq != 0 {
			t.Fatalf("%s %d: index %v, seq %d, error %v", what, at, x != nil, seq, err)
		}
	}
	for i := range good {
		refused("cut at", i, good[:i])
		for bit := range 8 {
			b := bytes.Clone(good)
			b[i] ^= 1 << bit
			refused("flipped byte", i, b)
		}
	}
	for name, opts := range map[string]Options{
		"other analyser": {Analyse: words, Analyser: "other"},
		"other passages": {Analyse: words, Analyser: "words", PassageWords: 61},
		"other context":  {Analyse: words, Analyser: "words", ContextWeight: 0.5},
	} {
		if _, _, err := Load(bytes.NewReader(good), opts); !errors.Is(err, ErrSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := errors.New("disk on fire")
	r := io.MultiReader(bytes.NewReader(good[:30]), iotest.ErrReader(broken))
	if _, _, err := Load(r, plain()); !errors.Is(err, broken) || errors.Is(err, ErrSnapshot) {
		t.Errorf("a failing reader: %v", err)
	}
	if _, err := small().WriteTo(brokenWriter{broken}, 1); !errors.Is(err, broken) {
		t.Errorf("a failing writer: %v", err)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// sealed puts a head and a checksum around the parts of a snapshot, so that the
// decoder behind them is reached.
func sealed(front, rows, postings []byte) []byte {
	b := append([]byte(snapshotMagic), snapshotFormat, 0)
	for _, part := range [][]byte{front, rows, postings} {
		b = binary.LittleEndian.AppendUint64(b, uint64(len(part)))
	}
	b = slices.Concat(b, front, rows, postings)
	sum := newChecksum()
	sum.Write(b)
	return binary.LittleEndian.AppendUint32(b, sum.Sum32())
}

// partsOf returns the parts of a snapshot that is whole.
func partsOf(t testing.TB, b []byte) [3][]byte {
	t.Helper()
	parts, err := readParts(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// FuzzLoad gives the decoder parts whose checksum is right. There is an index or an
// error, and of what is no snapshot an error.
func FuzzLoad(f *testing.F) {
	for _, x := range []*Index{small(), New(plain())} {
		b := written(f, x, 42)
		p := partsOf(f, b)
		f.Add(p[0], p[1], p[2], true)
		f.Add(b, []byte{}, []byte{}, false)
	}
	f.Add([]byte{}, []byte{}, []byte{}, true)
	f.Add([]byte("\x01\x05words\x32\xff\xff\xff\xff\x0f"), []byte{}, []byte{}, true)
	f.Fuzz(func(t *testing.T, front, rows, postings []byte, seal bool) {
		b := slices.Concat(front, rows, postings)
		if seal {
			b = sealed(front, rows, postings)
		}
		x, seq, err := Load(bytes.NewReader(b), plain())
		switch {
		case err != nil && (x != nil || seq != 0 || !errors.Is(err, ErrSnapshot)):
			t.Fatalf("index %v, seq %d beside %v", x != nil, seq, err)
		case err == nil && x.Len() != len(x.core.docs):
			t.Fatalf("%d documents, %d by id", len(x.core.docs), x.Len())
		}
	})
}

// wrong is a snapshot of two documents of one passage each, "a b" and "b", in the
// parts that it has.
type wrong struct {
	meta             []byte // what stands before the documents
	lengths          []byte
	terms            []byte
	blocks           []byte
	rows             []byte
	lists            []byte
	first, second    byte // ids
	passages, rowLen byte // of the second
}

func soundParts() wrong {
	return wrong{
		meta:    append(binary.AppendUvarint(append(appendString([]byte{42}, "words"), 50), math.Float64bits(0.4)), 2, 2, 2, 3, 0), // seq, analyser, words, context; documents, passages, terms, sums
		lengths: []byte{2, 0, 0, 0 /**/, 1, 0, 0, 0},
		terms:   []byte("\x01a\x01\x01\x00\x00" + "\x01b\x02\x02\x00\x00"),
		rows:    []byte{2, 0, 2, 0, 1 /**/, 1, 0, 1, 1},
		lists:   []byte{0, 0, 0, 0, 16 /**/, 0, 0, 0, 0, 16, 1, 0, 0, 0, 16},
		first:   1, second: 2, passages: 1, rowLen: 4,
	}
}

func (w wrong) sealed() []byte {
	front := slices.Clone(w.meta)
	for _, d := range [][3]byte{{w.first, 1, 5}, {w.second, w.passages, w.rowLen}} {
		front = append(front, make([]byte, 15)...)
		front = append(front, d[0])
		front = append(front, make([]byte, 8+4+8)...) // attr, same, near
		front = append(front, d[1], 0, 0, 0, d[2], 0, 0, 0)
	}
	front = slices.Concat(front, w.lengths, w.terms, w.blocks)
	return sealed(front, w.rows, w.lists)
}

// TestSnapshotWrongInside has snapshots with a right checksum whose parts do not
// fit each other.
func TestSnapshotWrongInside(t *testing.T) {
	for name, change := range map[string]func(w *wrong){
		"":                        func(*wrong) {},
		"two documents of one id": func(w *wrong) { w.second = 1 },
		"something left over":     func(w *wrong) { w.blocks = []byte{0} },
		"a posting left over":     func(w *wrong) { w.lists = append(w.lists, 2, 0, 0, 0, 16) },
		"rows left over":          func(w *wrong) { w.rows = append(w.rows, 0) },
		"rows beyond the end":     func(w *wrong) { w.rowLen = 5 },
		"a passage of nobody": func(w *wrong) {
			w.meta[len(w.meta)-4]++
			w.lengths = append(w.lengths, 1, 0, 0, 0)
		},
		"a passage less":             func(w *wrong) { w.passages = 0 },
		"a passage more":             func(w *wrong) { w.passages = 2 },
		"a posting less":             func(w *wrong) { w.lists = w.lists[:10] },
		"a longer list than all":     func(w *wrong) { w.terms[4+6-1] = 0x7f },
		"one term twice":             func(w *wrong) { w.terms[7] = 'a' },
		"a term without letters":     func(w *wrong) { w.terms = append([]byte{0}, w.terms[2:]...) },
		"more terms than there are":  func(w *wrong) { w.meta[len(w.meta)-3] = 3 },
		"far more documents":         func(w *wrong) { w.meta[len(w.meta)-5] = 0x7f },
		"a passage beyond the end":   func(w *wrong) { w.lists[10] = 2 },
		"a passage below the first":  func(w *wrong) { copy(w.lists[10:], "\xff\xff\xff\xff") },
		"a frequency beyond the end": func(w *wrong) { w.terms[2] = 3 },
		"a block that is not there":  func(w *wrong) { w.blocks = make([]byte, blockBytes) },
		"own words of more than all": func(w *wrong) { w.terms[5] = 1 },
	} {
		w := soundParts()
		change(&w)
		x, _, err := Load(bytes.NewReader(w.sealed()), plain())
		if ok := name == ""; (err == nil) != ok || (x != nil) != ok || err != nil && !errors.Is(err, ErrSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
		if x != nil {
			checked(t, x)
			if hits := x.Search(Query{Terms: x.Parse("a b")}); len(hits) != 2 || hits[0].ID != num(1) {
				t.Errorf("%s: %v", name, hits)
			}
		}
	}
}
