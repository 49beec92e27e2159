package graphdb

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

func FuzzNodeValue(f *testing.F) {
	full := newNode(1, memtide.Entity, "Ada <ada@example.org> & \u2028 \"quoted\"")
	full.Aliases, full.Attributes = []string{"A.", ""}, map[string]string{"b": "1", "a": "<"}
	full.EventTime, full.Score = epoch.AddDate(-900, 0, 0), -4.5
	for _, v := range [][]byte{
		nodeValue(full), nodeValue(newNode(2, memtide.Fact, "x")), {}, {valueVersion}, {0, '{', '}'}, {9},
		append([]byte{valueVersion}, `{"id":"","trust":"nobody"}`...),
		append([]byte{valueVersion}, `{"kind":"fact","kind":"plan","scope":-0,"tags":[],"unknown":1}`...),
		append([]byte{valueVersion}, `{"created_at":"2026-03-01T09:00:00.123456789+02:00"} x`...),
	} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v []byte) {
		n, err := decodeNode(v)
		if (n == nil) != (err != nil) {
			t.Fatalf("node %v, error %v", n, err)
		}
		if err != nil {
			return
		}
		// What was read is written in one form, and that form is read as the same.
		once := nodeValue(n)
		again, err := decodeNode(once)
		if err != nil {
			t.Fatalf("decode what was encoded: %v", err)
		}
		if twice := nodeValue(again); !bytes.Equal(once, twice) {
			t.Fatalf("encoded as %q, then as %q", once, twice)
		}
	})
}

func FuzzEdgeValue(f *testing.F) {
	a, b := newNode(1, memtide.Fact, "a"), newNode(2, memtide.Fact, "b")
	e := newEdge(3, memtide.Relation, a, b)
	e.Evidence, e.Weight = []string{"t1"}, 0.1+0.2
	for _, v := range [][]byte{edgeValue(e), {}, {valueVersion}, {2, '{', '}'}, append([]byte{valueVersion}, `{"from":"01"}`...)} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v []byte) {
		e, err := decodeEdge(v)
		if (e == nil) != (err != nil) {
			t.Fatalf("edge %v, error %v", e, err)
		}
		if err != nil {
			return
		}
		once := edgeValue(e)
		again, err := decodeEdge(once)
		if err != nil {
			t.Fatalf("decode what was encoded: %v", err)
		}
		if twice := edgeValue(again); !bytes.Equal(once, twice) {
			t.Fatalf("encoded as %q, then as %q", once, twice)
		}
	})
}

func FuzzDecision(f *testing.F) {
	for _, d := range []decision{{}, {1, 2, "store", "reconcile"}, {math.MaxUint64, 0, "", ""}} {
		f.Add(d.encode())
	}
	f.Add([]byte("short"))
	f.Add(bytes.Repeat([]byte{0}, 18))
	f.Fuzz(func(t *testing.T, v []byte) {
		d, ok := parseDecision(v)
		if !ok {
			if d != (decision{}) {
				t.Fatalf("refused, and yet %v", d)
			}
			return
		}
		if got := d.encode(); !bytes.Equal(got, v) {
			t.Fatalf("%x came back as %x", v, got)
		}
	})
}

func FuzzKeys(f *testing.F) {
	id := newNode(1, memtide.Fact, "a").ID
	f.Add(link{id, 3, id, id}.appendTo(nil))
	f.Add(openKey(7, "reconcile"))
	f.Add(append(appendText(nil, "a\x00b"), id[:]...))
	f.Add(append(appendUint(appendText(nil, strings.Repeat("x", 300)), 5), id[:]...))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, k []byte) {
		if l, ok := parseLink(k); ok && !bytes.Equal(l.appendTo(nil), k) {
			t.Errorf("link %x came back as %x", k, l.appendTo(nil))
		} else if !ok && l != (link{}) {
			t.Errorf("link refused, and yet %v", l)
		}
		if turn, stage, ok := parseOpen(k); ok && !bytes.Equal(openKey(turn, stage), k) && len(stage) <= maxText {
			t.Errorf("open %x came back as %x", k, openKey(turn, stage))
		}
		for b := range numBuckets {
			text, id, ok := parseIndex(b, k)
			if !ok {
				if text != nil || !id.IsZero() {
					t.Errorf("%s refused, and yet %q %s", b, text, id)
				}
				continue
			}
			if !bytes.HasPrefix(k, text) || !bytes.HasSuffix(k, id[:]) || len(k) < len(text)+idLen {
				t.Errorf("%s %x is %q of %s", b, k, text, id)
			}
		}
	})
}

// FuzzTextKey looks for two texts with one key, and for a key that belongs to
// another text's list.
func FuzzTextKey(f *testing.F) {
	f.Add("a", "a\x00b")
	f.Add("", "\x00")
	f.Add(strings.Repeat("x", 256), strings.Repeat("x", 257))
	f.Fuzz(func(t *testing.T, a, b string) {
		id := make([]byte, idLen)
		key, prefix := append(appendText(nil, a), id...), appendText(nil, b)
		text, _, ok := parseIndex(bTurn, key)
		if !ok || string(text) != textKey(a) {
			t.Fatalf("key of %q is read as %q, %v", a, text, ok)
		}
		if bytes.HasPrefix(key, prefix) && len(text) == len(prefix)-1 && a != b {
			t.Fatalf("the key of %q is in the list of %q", a, b)
		}
	})
}

// TestKeysKeepOrder requires that keys sort as what they stand for.
func TestKeysKeepOrder(t *testing.T) {
	times := []time.Time{
		time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(1969, 12, 31, 23, 59, 59, 999e6, time.UTC),
		time.Unix(0, 0), epoch, epoch.Add(time.Millisecond), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC),
	}
	for i, a := range times {
		for j, b := range times {
			if got, want := bytes.Compare(appendUint(nil, timeKey(a)), appendUint(nil, timeKey(b))), a.Compare(b); got != want {
				t.Errorf("times %d and %d: keys compare %d, want %d", i, j, got, want)
			}
		}
	}
	scopes := []float64{1, 0.8, 0.5, 1e-300, math.Copysign(0, -1)}
	keys := make([][]byte, len(scopes))
	for i, s := range scopes {
		keys[i] = appendUint(nil, scopeKey(s))
		if got := keyScope(scopeKey(s)); got != s {
			t.Errorf("scope %v came back as %v", s, got)
		}
	}
	if !slices.IsSortedFunc(keys, bytes.Compare) {
		t.Errorf("scopes %v have keys %x", scopes, keys)
	}
	for _, c := range []struct{ prefix, want []byte }{
		{[]byte("ab"), []byte("ac")}, {[]byte{1, 0xff}, []byte{2}}, {[]byte{0xff, 0xff}, nil}, {nil, nil},
	} {
		if got := after(c.prefix); !bytes.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("after(%x) = %x, want %x", c.prefix, got, c.want)
		}
	}
}

// TestCodesCoverTheVocabulary fails when a kind or role is new to the tables.
func TestCodesCoverTheVocabulary(t *testing.T) {
	seen := map[byte]memtide.Kind{}
	for _, k := range memtide.Kinds {
		c := nodeKindCode(k)
		if c == 0 || seen[c] != "" || nodeKinds[c] != k {
			t.Errorf("kind %q has code %d", k, c)
		}
		seen[c] = k
	}
	for i, k := range memtide.EdgeKinds {
		if c := edgeKindCode(k); int(c) != i+1 || edgeKinds[c] != k {
			t.Errorf("edge kind %q has code %d", k, c)
		}
	}
	if roleCode(memtide.RoleUser) != 1 || roleCode(memtide.RoleAgent) != 2 || roleCode("") != 0 {
		t.Error("codes of roles have changed")
	}
}
