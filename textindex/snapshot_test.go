package textindex

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
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

// sealed puts a head and a checksum around a payload, so that the decoder
// behind them is reached.
func sealed(payload []byte) []byte {
	b := append([]byte(snapshotMagic), snapshotFormat, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(payload)))
	b = append(b, payload...)
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

// FuzzLoad gives the decoder payloads whose checksum is right. Either the index
// is sound and writes the same documents again, or there is none.
func FuzzLoad(f *testing.F) {
	for _, x := range []*Index{small(), New(plain())} {
		b := written(f, x, 42)
		f.Add(b[headLen:len(b)-4], true)
		f.Add(b, false)
	}
	f.Add([]byte{}, true)
	f.Add([]byte("\x01\x05words\x3c\xff\xff\xff\xff\x0f"), true)
	f.Fuzz(func(t *testing.T, b []byte, seal bool) {
		if seal {
			b = sealed(b)
		}
		x, seq, err := Load(bytes.NewReader(b), plain())
		if err != nil {
			if x != nil || seq != 0 || !errors.Is(err, ErrSnapshot) {
				t.Fatalf("index %v, seq %d beside %v", x != nil, seq, err)
			}
			return
		}
		checked(t, x)
		x.Search(Query{Terms: x.Parse("the pump is red.")})
		again, seq2, err := Load(bytes.NewReader(written(t, x, seq)), plain())
		if err != nil || seq2 != seq || again.Len() != x.Len() || !cmp.Equal(again.Terms(), x.Terms()) {
			t.Fatalf("written again: seq %d, %v", seq2, err)
		}
		for _, d := range slices.Clone(x.core.docs) {
			x.Delete(d.id)
		}
		checked(t, x)
	})
}

// payloadOf puts a payload together: two documents of one passage each, whose
// rows and terms are given.
func payloadOf(second byte, rows, terms []byte) []byte {
	b := appendString([]byte{42}, "words") // seq, analyser
	b = append(b, 50, 2)                   // words, documents
	for _, id := range []byte{1, second} {
		b = append(b, make([]byte, 15)...)
		b = append(b, id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1) // end of id, attr, same, near, passages
	}
	b = append(binary.AppendUvarint(b, uint64(len(rows))), rows...)
	return append(b, terms...)
}

// TestSnapshotWrongInside has payloads that decode, with a right checksum, and
// contradict themselves.
func TestSnapshotWrongInside(t *testing.T) {
	rows := []byte{2, 0, 2, 0, 1 /**/, 1, 0, 1, 1}
	terms := []byte("\x02\x03" + "\x01a\x01\x01\x10" + "\x01b\x02\x01\x10\x01\x10")
	far := binary.AppendUvarint([]byte("\x02\x03\x01a\x01\x01\x10\x01b\x02\x02\x10"), 1<<31-1)
	changed := func(b []byte, from, to string) []byte {
		if !bytes.Contains(b, []byte(from)) {
			t.Fatalf("%q is not in %q", from, b)
		}
		return bytes.Replace(b, []byte(from), []byte(to), 1)
	}
	for name, c := range map[string]struct {
		payload []byte
		ok      bool
	}{
		"sound":                       {payloadOf(2, rows, terms), true},
		"two documents of one id":     {payloadOf(1, rows, terms), false},
		"something left over":         {payloadOf(2, rows, append(slices.Clone(terms), 0)), false},
		"rows left over":              {payloadOf(2, append(slices.Clone(rows), 0), terms), false},
		"not own in the list":         {payloadOf(2, rows, changed(terms, "b\x02\x01\x10", "b\x02\x01\x01")), false},
		"code 0":                      {payloadOf(2, rows, changed(terms, "b\x02\x01\x10", "b\x02\x01\x00")), false},
		"a posting less":              {payloadOf(2, rows, []byte("\x02\x02\x01a\x01\x01\x10\x01b\x01\x01\x10")), false},
		"fewer postings than said":    {payloadOf(2, rows, changed(terms, "\x02\x03", "\x02\x04")), false},
		"more postings than said":     {payloadOf(2, rows, changed(terms, "\x02\x03", "\x02\x02")), false},
		"far more postings said":      {payloadOf(2, rows, changed(terms, "\x02\x03", "\x02\xff\xff\xff\xff\x0f")), false},
		"one term twice":              {payloadOf(2, rows, changed(terms, "\x01b", "\x01a")), false},
		"a term without letters":      {payloadOf(2, rows, changed(terms, "\x01a", "\x00")), false},
		"a passage twice":             {payloadOf(2, rows, changed(terms, "\x10\x01\x10", "\x10\x00\x10")), false},
		"a passage beyond the end":    {payloadOf(2, rows, append(far, 0x10)), false},
		"a term in a row twice":       {payloadOf(2, changed(rows, "\x02\x00\x02\x00\x01", "\x02\x00\x02\x01\x01"), terms), false},
		"a term that is not there":    {payloadOf(2, changed(rows, "\x01\x00\x01\x01", "\x01\x00\x01\x07"), terms), false},
		"a row of more than is there": {payloadOf(2, changed(rows, "\x01\x00\x01\x01", "\x01\x00\x7f\x01"), terms), false},
	} {
		x, _, err := Load(bytes.NewReader(sealed(c.payload)), plain())
		if (err == nil) != c.ok || (x != nil) != c.ok || err != nil && !errors.Is(err, ErrSnapshot) {
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
