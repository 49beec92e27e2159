package tools

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// Faded is the confidence below which a memory is archived (Y13).
const Faded = 0.05

// Weakness is a memory that is not sure, and why.
type Weakness struct {
	Node       *memtide.Node `json:"node"`
	Confidence float64       `json:"confidence"`     // 0–1, at the moment that was asked for
	AgeDays    int           `json:"age_days"`       // since it was made or confirmed
	Fades      time.Time     `json:"fades,omitzero"` // when it is archived unless it is used or confirmed, as [FadesAt] has it
	Why        []string      `json:"why"`            // in words
	Confirm    string        `json:"confirm"`        // the call that makes it sure
	Drop       string        `json:"drop"`           // the call that takes it out of retrieval
}

// Weakest says which memories [Weak] returns.
type Weakest struct {
	Limit   int     // at most so many; 0 is 20
	Below   float64 // confidence; 0 is 1: whatever is not wholly sure
	Project string  // besides what belongs to no project; "" is every project
}

// weakKinds are the kinds that somebody can be wrong about.
var weakKinds = []memtide.Kind{memtide.Fact, memtide.Event, memtide.Opinion, memtide.Plan, memtide.Instruction}

// Weak returns the live memories of which the store is least sure (Y24), the
// least sure first; of equal ones the oldest. It reads every memory of the space.
func Weak(v ledger.View, now time.Time, opts Weakest) ([]Weakness, error) {
	below := cmp.Or(opts.Below, 1)
	var all []Weakness
	for n, err := range liveOf(v, weakKinds) {
		if err != nil {
			return nil, err
		}
		if opts.Project != "" && n.Project != "" && n.Project != opts.Project {
			continue
		}
		if sure := Confidence(n, now); sure < below {
			all = append(all, Weakness{Node: n, Confidence: sure})
		}
	}
	slices.SortFunc(all, func(a, b Weakness) int {
		return cmp.Or(cmp.Compare(a.Confidence, b.Confidence), a.Node.ID.Compare(b.Node.ID))
	})
	all = all[:min(len(all), cmp.Or(opts.Limit, 20))]
	rivals := map[memtide.ID]memtide.ID{}
	asked, err := Conflicts(v)
	for _, c := range asked {
		rivals[c.A.ID], rivals[c.B.ID] = c.B.ID, c.A.ID
	}
	for i := range all {
		all[i].explain(now, rivals[all[i].Node.ID])
	}
	return all, err
}

// explain says why a memory is weak and what would change that.
func (w *Weakness) explain(now time.Time, rival memtide.ID) {
	n := w.Node
	w.AgeDays = int(max(now.Sub(Assured(n)), 0).Hours() / 24)
	w.Fades = FadesAt(n)
	w.Confirm, w.Drop = "memtide confirm "+n.ID.Short(), "memtide forget "+n.ID.Short()
	if n.BaseConfidence > 0 && n.BaseConfidence < 1 {
		w.Why = append(w.Why, fmt.Sprintf("it began at %.2f", n.BaseConfidence))
	}
	if n.DecayRate > 0 && w.AgeDays > 0 {
		w.Why = append(w.Why, fmt.Sprintf("not confirmed for %s", memtide.Count(w.AgeDays, "day")))
	}
	if n.AccessCount == 0 {
		w.Why = append(w.Why, "no answer has used it")
	}
	if n.Trust < memtide.TrustUser {
		w.Why = append(w.Why, "its source is "+n.Trust.String())
	}
	if !rival.IsZero() {
		w.Why = append(w.Why, rival.Short()+" contradicts it (memtide conflicts)")
	}
}

// MayFade reports whether a memory gets less sure by itself until it is archived.
// Half-turns, entities and summaries never do, nor what is pinned, confirmed, out
// of retrieval, or has no rate.
func MayFade(n *memtide.Node) bool {
	return slices.Contains(weakKinds, n.Kind) && n.Live() && !n.Pinned && n.ConfirmedAt.IsZero() && n.DecayRate > 0
}

// lifetime is how far ahead a day is worth naming.
const lifetime = 100 * 365

// FadesAt returns when a memory falls below [Faded] if nothing happens to it, the
// zero time for one that does not within a hundred years, or never [MayFade].
func FadesAt(n *memtide.Node) time.Time {
	if !MayFade(n) {
		return time.Time{}
	}
	left := Faded - used(n)
	if left <= 0 {
		return time.Time{} // its use alone holds it up
	}
	days := math.Pow(max(math.Log(base(n)/left), 0)/n.DecayRate, 1/fadingPower)
	if days > lifetime {
		return time.Time{}
	}
	return Assured(n).Add(time.Duration(days * 24 * float64(time.Hour)))
}

// liveOf yields the live memories of some kinds.
func liveOf(v ledger.View, kinds []memtide.Kind) iter.Seq2[*memtide.Node, error] {
	return func(yield func(*memtide.Node, error) bool) {
		for _, kind := range kinds {
			for id, state := range v.Graph.OfKind(kind) {
				if state != graphdb.Live {
					continue
				}
				if n, err := v.Graph.Node(id); !yield(n, err) {
					return
				}
			}
		}
	}
}
