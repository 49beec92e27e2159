package remember

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/vectorindex"
)

// TestForceStore lets the loop that stores items go wrong in every way that it
// can without an error, a thousand times: it leaves items out, says that it has
// stored what it has not, stores another in its place, and loses what it wrote.
// No item is missing afterwards.
func TestForceStore(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	l := knownMemory(t)
	sabotaged := 0
	for run := range 1000 {
		items := someItems(rnd)
		err := l.Read(t.Context(), "test", func(v ledger.View) error {
			turn := said(memtide.RoleUser, fmt.Sprintf("half-turn %d", run))
			c := draft("store", event.Half{Space: "test", Turn: turn.ID}, turn.Time)
			w := newWriter(v, &c, turn)
			err := w.all(items, func(_ int, f event.Found) error {
				sabotaged++
				switch rnd.IntN(6) {
				case 0:
					return nil
				case 1:
					w.keep(f, memtide.NewID(noon, "nothing", run))
					return nil
				case 2:
					return w.item(items[rnd.IntN(len(items))])
				case 3:
					err := w.item(f)
					c.Ops = c.Ops[:rnd.IntN(len(c.Ops)+1)]
					return err
				case 4:
					clear(w.kept)
				}
				return w.item(f)
			})
			if err != nil {
				return err
			}
			for _, f := range items {
				if !toldBy(v, c, f) {
					t.Errorf("run %d: %q is missing among %d operations", run, f.Content, len(c.Ops))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d items went through the sabotaged loop", sabotaged)
}

// knownMemory is a space that holds some of the items already.
func knownMemory(t *testing.T) *ledger.Ledger {
	t.Helper()
	emb := vectorindex.NewHashed(language.Terms, vectorindex.HashedOptions{})
	l, err := ledger.Open(bustest.Start(t).Bus, filepath.Join(t.TempDir(), "spaces"), ledger.Options{
		Fold: language.Fold, Embedder: ledger.Embedder{ID: emb.ID(), Dims: emb.Dims(), Embed: emb.Embed},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	turn := said(memtide.RoleUser, "what is known")
	_, err = l.Decide(t.Context(), draft("store", event.Half{Space: "test", Turn: turn.ID}, turn.Time), func(v ledger.View, c *memtide.ChangeSet) error {
		var items []event.Found
		for n := range 10 {
			items = append(items, itemOf(n, n))
		}
		return storeRules(v, c, turn, event.ItemsFiltered{Items: items}, storing{most: -1})
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// itemOf is item n of a small world, at its place in a half-turn.
func itemOf(n, place int) event.Found {
	birds := []string{"heron", "plover", "dunlin", "curlew", "avocet"}
	f := event.Found{Span: event.Span{Start: place * 100, End: place*100 + 90}, Kind: memtide.Fact, Subtype: "definitional", Trust: memtide.TrustUser,
		Content: fmt.Sprintf("Pump %d of the garden is watched by the %s.", n, birds[n%len(birds)]), Confidence: 0.9, Importance: 3}
	switch n % 4 {
	case 1:
		f.Entities = []event.Mention{{Name: "Nora Dahl", Type: "person"}, {Name: fmt.Sprintf("Pump %d", n)}}
	case 2:
		f.Kind = memtide.Instruction
		f.Content = fmt.Sprintf("Always look at pump %d before the %s does.", n, birds[n%len(birds)])
	case 3:
		f.Kind, f.Content = memtide.Entity, fmt.Sprintf("Station%d is the place where the %s sleeps.", n, birds[n%len(birds)])
	}
	return f
}

func someItems(rnd *rand.Rand) []event.Found {
	var items []event.Found
	for place, n := range rnd.Perm(30)[:1+rnd.IntN(8)] {
		items = append(items, itemOf(n, place))
	}
	return items
}

// toldBy reports whether an item is added by a change set, or stands in the
// space in the same words.
func toldBy(v ledger.View, c memtide.ChangeSet, f event.Found) bool {
	added := slices.ContainsFunc(c.Ops, func(op memtide.Op) bool {
		var n memtide.Node
		if op.Whole() && !op.Node.IsZero() && json.Unmarshal(op.To, &n) == nil && n.Content == f.Content {
			return true
		}
		var content string
		return op.Field == "content" && json.Unmarshal(op.To, &content) == nil && content == f.Content
	})
	if added {
		return true
	}
	for n, err := range v.Graph.AllNodes() {
		if err == nil && n.Live() && n.Content == f.Content {
			return true
		}
	}
	return false
}
