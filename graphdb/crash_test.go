package graphdb

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/memtide/memtide"
)

// childEnv makes the test binary a writer that does not end by itself.
const childEnv = "MEMTIDE_GRAPHDB_TEST_CHILD"

// TestMain runs the writer in a child process.
func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		fmt.Fprintln(os.Stderr, writeForever(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// pair returns a change set of which a half is easily seen: two nodes and
// the edge between them, and the one before archived.
func pair(n int) memtide.ChangeSet {
	a, b := newNode(2*n, memtide.Fact, fmt.Sprint("a", n)), newNode(2*n+1, memtide.Entity, fmt.Sprint("b", n))
	c := set(n, memtide.AddNode(a), memtide.AddNode(b), memtide.AddEdge(newEdge(2*n, memtide.Mentions, a, b)))
	if n > 1 {
		c.Ops = append(c.Ops, memtide.SetNode(newNode(2*n-2, memtide.Fact, fmt.Sprint("a", n-1)), "archived_at", at(n)))
	}
	return c
}

// writeForever goes on where the store is and says each sequence that Apply
// has returned nil for.
func writeForever(path string) error {
	db, err := Open(path, Options{Space: testSpace})
	if err != nil {
		return err
	}
	for seq := db.AppliedSeq() + 1; ; seq++ {
		if err := db.Apply(seq, pair(int(seq))); err != nil {
			return err
		}
		fmt.Println(seq)
	}
}

// TestKill kills a writer in the middle of its work, several times over. No
// acknowledged set may be lost and none half there.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	for round := range 5 {
		acked := killAfter(t, path, 20+25*round)
		db := openAt(t, path, Options{})
		if !db.Unclean() {
			t.Error("a killed store is not unclean")
		}
		if got := db.AppliedSeq(); got < acked || got > acked+1000 {
			t.Fatalf("round %d: applied %d, acknowledged %d", round, got, acked)
		}
		if v := violations(t, db); v != nil {
			t.Fatalf("round %d: %q", round, v)
		}
		fresh := openTemp(t)
		var sets []Sequenced
		for seq := uint64(1); seq <= db.AppliedSeq(); seq++ {
			sets = append(sets, Sequenced{Seq: seq, Change: pair(int(seq))})
		}
		if err := fresh.ApplyBatch(sets); err != nil {
			t.Fatal(err)
		}
		if hashOf(t, fresh) != hashOf(t, db) {
			t.Fatalf("round %d: what is left is not what the change sets say", round)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter lets a child write until it has said n sequences, kills it, and
// returns the last one it said.
func killAfter(t *testing.T, path string, n int) uint64 {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childEnv+"="+path)
	var complaints strings.Builder
	child.Stderr = &complaints
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var last uint64
	lines := bufio.NewScanner(out)
	for i := 0; lines.Scan(); i++ {
		if last, err = strconv.ParseUint(lines.Text(), 10, 64); err != nil {
			t.Fatalf("child said %q: %s", lines.Text(), complaints.String())
		}
		if i == n {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	var exit *exec.ExitError
	if err := child.Wait(); !errors.As(err, &exit) || complaints.Len() > 0 {
		t.Fatalf("child ended with %v: %s", err, complaints.String())
	}
	return last
}

// TestReadersSeeWholeSets reads while one writes: a snapshot never has half a
// set. The file outgrows its first map on the way.
func TestReadersSeeWholeSets(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "graph.db"), Options{InitialMmapSize: 1 << 15})
	const sets = 150
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for last := 0; ; {
				err := db.View(func(tx *Tx) error {
					facts, entities := tx.Counts()[memtide.Fact], tx.Counts()[memtide.Entity]
					n := entities.Live
					if facts.Live+facts.Archived != n || n > 0 && facts.Live != 1 || n < last {
						return fmt.Errorf("%+v facts beside %d entities, %d before", facts, n, last)
					}
					last = n
					for _, id := range tx.ByKind(memtide.Fact, 3) {
						if out, err := tx.Out(id, memtide.Mentions); err != nil || len(out) != 1 || !tx.Has(out[0].To) {
							return fmt.Errorf("fact %s has edges %v: %v", id, out, err)
						}
					}
					return nil
				})
				if err != nil {
					t.Error(err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for n := 1; n <= sets; n++ {
		if err := db.Apply(uint64(n), pair(n)); err != nil {
			t.Error(err)
			break
		}
	}
	close(done)
	readers.Wait()
}
