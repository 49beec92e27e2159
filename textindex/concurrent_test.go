package textindex

import (
	"bytes"
	"sync"
	"testing"
)

// TestConcurrentUse searches and writes snapshots while documents come, change
// and go, with compactions in between. Each document says its own number, and
// a marker that all have: a search must never see a document without it.
func TestConcurrentUse(t *testing.T) {
	const docs = 600
	texts := corpus(1, docs, 300, 12)
	x := New(plain())
	for i, s := range texts {
		x.Put(Doc{ID: num(i), Text: s + " marker", Attr: uint64(i)})
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for g := range 2 {
		readers.Go(func() {
			for i := g; ; i++ {
				select {
				case <-done:
					return
				default:
				}
				q := append(x.Parse(texts[i%docs]), Weighted{"marker", 1})
				for _, h := range x.Search(Query{Terms: q, Limit: 30}) {
					if num(int(h.Attr)) != h.ID || h.Terms == 0 {
						t.Errorf("hit %+v", h)
						return
					}
				}
				x.DF("marker")
				x.Best(q)
			}
		})
	}
	readers.Go(func() {
		for range 20 {
			if _, _, err := Load(bytes.NewReader(written(t, x, 1)), plain()); err != nil {
				t.Errorf("load: %v", err)
				return
			}
		}
	})
	var writers sync.WaitGroup
	for g := range 2 {
		writers.Go(func() {
			for i := range 300 {
				k := (i*7 + g*300) % docs
				if i%3 == 0 {
					x.Delete(num(k))
				} else {
					x.Put(Doc{ID: num(k), Text: texts[(k+i)%docs] + " marker", Attr: uint64(k)})
				}
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
	checked(t, x)
}

// TestWeighThatPanics: the caller's panic leaves the index usable.
func TestWeighThatPanics(t *testing.T) {
	x := small()
	q := Query{Terms: x.Parse("the pump valve")}
	want := x.Search(q)
	func() {
		defer func() { _ = recover() }()
		bad := q
		bad.Weigh = panicking
		x.Search(bad)
	}()
	x.Put(Doc{ID: num(99), Text: "another"})
	x.Delete(num(99))
	if got := x.Search(q); len(got) != len(want) || got[0] != want[0] {
		t.Errorf("afterwards %v, before %v", got, want)
	}
}

func panicking(uint64) float32 { panic("weigh") }
