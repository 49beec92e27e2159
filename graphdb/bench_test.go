package graphdb

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// typical returns the n-th change set of a working life: a node of some 400
// bytes with its source, and an edge to the one before.
func typical(n int, prev *memtide.Node) (memtide.ChangeSet, *memtide.Node) {
	kinds := []memtide.Kind{memtide.Episode, memtide.Episode, memtide.Fact, memtide.Entity, memtide.Instruction}
	node := newNode(n, kinds[n%len(kinds)], fmt.Sprintf("The service %d is deployed from the branch release and its owner is team %d", n, n%97))
	node.Source = memtide.Source{Client: "claude-code", Session: fmt.Sprint("session-", n/40), Turn: memtide.Hash("turn", fmt.Sprint(n/2)), Role: memtide.RoleUser}
	node.Project, node.BaseConfidence, node.Importance, node.Scope = "harbour", 0.8, 3, float64(n%11)/10
	if prev == nil {
		return set(n, memtide.AddNode(node)), node
	}
	return set(n, memtide.AddNode(node), memtide.AddEdge(newEdge(n, memtide.Temporal, node, prev))), node
}

func typicalSets(n int) []Sequenced {
	sets := make([]Sequenced, n)
	var prev *memtide.Node
	for i := range sets {
		sets[i].Seq = uint64(i + 1)
		sets[i].Change, prev = typical(i, prev)
	}
	return sets
}

func benchOpen(b *testing.B, name string) *DB {
	b.Helper()
	db, err := Open(filepath.Join(b.TempDir(), name), Options{Space: testSpace})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// filled returns a store with n nodes and their ids.
func filled(b *testing.B, n int) (*DB, []memtide.ID) {
	b.Helper()
	db := benchOpen(b, "filled.db")
	sets := typicalSets(n)
	for at := 0; at < n; at += 5000 {
		if err := db.ApplyBatch(sets[at:min(at+5000, n)]); err != nil {
			b.Fatal(err)
		}
	}
	ids := make([]memtide.ID, n)
	for i := range sets {
		ids[i] = sets[i].Change.Ops[0].Node
	}
	return db, ids
}

func BenchmarkApplyBatch(b *testing.B) {
	const total = 100_000
	sets := typicalSets(total)
	for _, size := range []int{1000, 5000, 20000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				db := benchOpen(b, fmt.Sprintf("%d.db", i))
				for at := 0; at < total; at += size {
					if err := db.ApplyBatch(sets[at:min(at+size, total)]); err != nil {
						b.Fatal(err)
					}
				}
				if i == 0 {
					info, err := os.Stat(db.Path())
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(info.Size())/total, "B/set")
				}
			}
			b.ReportMetric(float64(total)*float64(b.N)/b.Elapsed().Seconds(), "sets/s")
		})
	}
}

func BenchmarkApply(b *testing.B) {
	for _, n := range []int{20_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			db, _ := filled(b, n)
			var prev *memtide.Node
			for i := n; b.Loop(); i++ {
				var c memtide.ChangeSet
				if c, prev = typical(i, prev); true {
					if err := db.Apply(uint64(i+1), c); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, n := range []int{20_000, 100_000} {
		db, ids := filled(b, n)
		rng := rand.New(rand.NewPCG(1, 2))
		bench := func(name string, fn func(tx *Tx) error) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if err := db.View(fn); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		bench("Node", func(tx *Tx) error { _, err := tx.Node(ids[rng.IntN(n)]); return err })
		bench("Nodes100", func(tx *Tx) error {
			some := make([]memtide.ID, 100)
			for i := range some {
				some[i] = ids[rng.IntN(n)]
			}
			_, err := tx.Nodes(some)
			return err
		})
		bench("Out", func(tx *Tx) error { _, err := tx.Out(ids[rng.IntN(n)]); return err })
		bench("OutLinks", func(tx *Tx) error {
			for range tx.OutLinks(ids[rng.IntN(n)]) {
			}
			return nil
		})
		bench("LastBefore", func(tx *Tx) error {
			tx.LastBefore(fmt.Sprint("session-", rng.IntN(n/40)), memtide.RoleUser, time.Time{})
			return nil
		})
		bench("Counts", func(tx *Tx) error { tx.Counts(); return nil })
	}
}

func BenchmarkWhole(b *testing.B) {
	db, _ := filled(b, 100_000)
	b.Run("Hash", func(b *testing.B) {
		for b.Loop() {
			if _, err := db.Hash(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Check", func(b *testing.B) {
		for b.Loop() {
			if err := db.Check(func(v Violation) bool { b.Error(v); return true }); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkListed is what waits for a person in a store of 100,000 memories, of
// which a tenth is archived: by the indexes, by a walk over all edges and all
// that is archived, and what it costs to make the indexes of an older file.
func BenchmarkListed(b *testing.B) {
	db, ids := filled(b, 100_000)
	fillListed(b, db, ids)
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			if err := db.View(func(tx *Tx) error {
				for range tx.Quarantined() {
				}
				for c := range tx.Contradictions() {
					if c.Ended {
						break
					}
				}
				return nil
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("walk", func(b *testing.B) {
		for b.Loop() {
			var rows [numBuckets][]row
			if err := db.View(func(tx *Tx) error { return tx.listed(&rows) }); err != nil {
				b.Fatal(err)
			}
			if len(rows[bQuarantine]) != 100 || len(rows[bContradicts]) != 100 {
				b.Fatal(len(rows[bQuarantine]), len(rows[bContradicts]))
			}
		}
	})
	b.Run("relist", func(b *testing.B) {
		for b.Loop() {
			if err := db.write(func(tx *bolt.Tx) error {
				return tx.Bucket([]byte(bMeta.String())).Delete([]byte(metaListed))
			}); err != nil {
				b.Fatal(err)
			}
			if err := db.relist(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// fillListed archives every tenth memory that is no half-turn, puts a hundred of
// them in quarantine, and lets a hundred others contradict each other.
func fillListed(b *testing.B, db *DB, ids []memtide.ID) {
	b.Helper()
	var ops []memtide.Op
	if err := db.View(func(tx *Tx) error {
		quarantined, facts := 0, []*memtide.Node(nil)
		for i, id := range ids {
			n, err := tx.Node(id)
			if err != nil {
				return err
			}
			switch {
			case n.Kind == memtide.Episode:
			case i/5%10 == 0:
				ops = append(ops, memtide.SetNode(n, "archived_at", at(i)))
				if quarantined < 100 {
					ops = append(ops, memtide.SetNode(n, "attributes", map[string]string{Quarantine: "why"}))
					quarantined++
				}
			case n.Kind == memtide.Fact && len(facts) < 200:
				facts = append(facts, n)
			}
		}
		for i := 0; i < len(facts); i += 2 {
			ops = append(ops, memtide.AddEdge(newEdge(1_000_000+i, memtide.Contradicts, facts[i], facts[i+1])))
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	if err := db.Apply(db.AppliedSeq()+1, set(1_000_000, ops...)); err != nil {
		b.Fatal(err)
	}
}
