package remember

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// storeRules completes the change set of one half-turn.
// What a model has proposed for single items is held against them here.
func storeRules(v ledger.View, c *memtide.ChangeSet, t event.TurnTaken, in event.ItemsFiltered, by storing) error {
	if err := takeBack(v, c, t.Turn); err != nil {
		return err
	}
	w := newWriter(v, c, t)
	if err := w.pointsBack(by.read); err != nil {
		return err
	}
	if err := w.setAnew(by.read); err != nil {
		return err
	}
	if len(in.Items) == 0 {
		if len(c.Ops) == 0 {
			c.Reason = "nothing to keep: " + in.Reason
		}
		return w.withhold()
	}
	items, err := bound(v, t.Turn, in.Items, by.most)
	if err != nil {
		return err
	}
	settled := true
	w.tags, w.mergeFrom = by.tags, by.mergeFrom
	if items, err = w.ofKin(items); err != nil {
		return err
	}
	if items, err = w.explained(items); err != nil {
		return err
	}
	if err := w.all(items, func(i int, f event.Found) error {
		c.Actor = actorOf(c.Actor, f.By)
		if p, ok := by.proposals[i]; ok {
			c.Actor = actorOf(c.Actor, p.by)
			if done, err := w.proposed(f, p); done || err != nil {
				settled = settled && !p.open
				return err
			}
		}
		settled = false
		return w.item(f)
	}); err != nil {
		return err
	}
	if !settled || by.reconciles { // else a model has held them against what is known
		if read := newReadings(by.read); slices.ContainsFunc(c.Ops, func(op memtide.Op) bool { return toReconcile(op, read) }) {
			c.Awaits = "reconcile"
		}
	}
	if len(c.Ops) == 0 {
		c.Reason = "everything was known"
	}
	return nil
}

// storing is what a decision is told besides the items.
type storing struct {
	tags       []string         // of what the half-turn says
	most       int              // memories that a source may bring in a session
	proposals  map[int]proposal // of a model, by place of the item
	reconciles bool             // a model reconciles behind this stage
	mergeFrom  tools.Likeness   // from which a memory is brought up to date; 0 is never
	read       *kept            // what is read of memories
}

// actorOf names the model where one had a part in a decision.
func actorOf(actor, model string) string {
	if model == "" {
		return actor
	}
	return "model:" + model
}

// all stores items one by one. Force-store (O33): an item that is then neither
// in the change set nor told by a memory of the space would be lost without a
// word, whatever has gone wrong; it is added.
func (w *writer) all(items []event.Found, each func(int, event.Found) error) error {
	list := make([]tools.Like, len(items))
	for i, f := range items {
		list[i] = w.likeItem(f)
	}
	w.find.Look(list)
	for i, f := range items {
		if f.Content == "" {
			continue // another one says it
		}
		if err := each(i, f); err != nil {
			return err
		}
	}
	for _, f := range items {
		if f.Content != "" && !w.covered(f) {
			if err := w.add(f); err != nil {
				return err
			}
		}
		if err := w.settleReport(f); err != nil {
			return err
		}
	}
	if err := w.withhold(); err != nil {
		return err
	}
	return w.flushEntities()
}

// covered reports whether the memory that an item ended as is there. It looks at
// what will be written and not at what the loop says that it has done.
func (w *writer) covered(f event.Found) bool {
	id, ok := w.kept[itemKey(f)]
	return ok && (w.v.Graph.Has(id) || slices.ContainsFunc(w.fresh, func(e *memtide.Node) bool { return e.ID == id }) ||
		slices.ContainsFunc(w.c.Ops, func(op memtide.Op) bool { return op.Node == id }))
}

// lookedBack is the number of newest memories of a session, or of a day, that are looked
// at for what a source has brought.
const lookedBack = 2000

// bound lets no source that is not the user bring more than a number of memories
// in one session, or on one day where it names none: what is beyond waits in quarantine.
// A page that an agent reads again and again must not become most of what is known.
func bound(v ledger.View, t memtide.Turn, items []event.Found, most int) ([]event.Found, error) {
	if t.Trust >= memtide.TrustUser || most < 0 {
		return items, nil
	}
	had, looked := 0, 0
	for id, kind := range boundWith(v, t) {
		if kind == memtide.Episode || kind == memtide.Summary {
			continue // nor are they counted: half-turns are recorded before it is their turn here
		}
		if looked++; looked > lookedBack || had > most {
			break
		}
		n, err := v.Graph.Node(id)
		if err != nil {
			return nil, err
		}
		// What waits counts, too: else so many that wait would hide those that do not.
		if n.Source.Client == t.Client && n.Source.Session == t.Session && n.Trust < memtide.TrustUser && (kind != memtide.Entity || n.Subtype == memtide.Stated) {
			had++
		}
	}
	in := "session"
	if t.Session == "" {
		in = "day"
	}
	items = slices.Clone(items)
	for i, f := range items {
		if had++; had > most && f.Attributes[tools.Quarantine] == "" {
			items[i].Attributes = map[string]string{tools.Quarantine: fmt.Sprintf("one of more than %d memories of one source in one %s", most, in)}
		}
	}
	return items, nil
}

// boundWith returns the memories of the session of a half-turn, or, where it has none, those of
// its day.
func boundWith(v ledger.View, t memtide.Turn) iter.Seq2[memtide.ID, memtide.Kind] {
	if t.Session != "" {
		return v.Graph.InSession(t.Session)
	}
	day := t.Time.UTC().Truncate(24 * time.Hour)
	return func(yield func(memtide.ID, memtide.Kind) bool) {
		for _, kind := range factKinds {
			for id := range v.Graph.Made(kind, day, day.AddDate(0, 0, 1)) {
				if !yield(id, kind) {
					return
				}
			}
		}
	}
}

// reconcilable returns the nodes of a change set that have to be held against
// older ones: rules, facts and opinions. asked says whether somebody waits for an
// answer. What is read of them is kept for who holds them against others.
func reconcilable(c memtide.ChangeSet, asked func() bool, from *kept) []memtide.ID {
	ids, read := make([]memtide.ID, len(c.Ops)), newReadings(from)
	ledger.SideBySide(asked, len(c.Ops), func(i int) {
		if toReconcile(c.Ops[i], read.also()) {
			ids[i] = c.Ops[i].Node
		}
	})
	return slices.DeleteFunc(ids, memtide.ID.IsZero)
}

// toReconcile reports whether an operation adds what has to be held against older
// memories.
func toReconcile(op memtide.Op, read *readings) bool {
	if op.Node.IsZero() || !op.Whole() {
		return false
	}
	n, err := op.ApplyNode(nil)
	// Decide validates it; what is not live is in quarantine.
	return err == nil && n != nil && n.Live() && mayReconcile(n, read)
}

// mayReconcile reports whether a node has to be held against older ones.
func mayReconcile(n *memtide.Node, read *readings) bool {
	switch n.Kind {
	case memtide.Instruction, memtide.Fact, memtide.Opinion:
		return true
	case memtide.Event, memtide.Plan:
		if n.Subtype == memtide.Decision || endsSomething(n) || language.MayReverse(n.Content) {
			return true
		}
		s := read.statement(n)
		return s.Comparable() || s.HoldsNow() || s.SaysSwap() || s.TakesOut() || s.TellsEnd() || s.TellsDeed()
	}
	return false
}

// endsSomething reports whether an event ends what was said before: "we moved
// from A to B". In "A is now B" the words name the subject, and a subject comes
// in many memories that stay true.
func endsSomething(n *memtide.Node) bool {
	text := strings.ToLower(n.Content)
	return slices.ContainsFunc(replaced(n), func(was string) bool {
		was = strings.ToLower(was)
		return !strings.Contains(text, was+" is now") && !strings.Contains(text, was+" are now")
	})
}

// reinforceFrom is the likeness from which two memories of one kind say the
// same. Between 0.90 and this a new one may replace the old: reconcile tells, since
// likeness alone takes "Peter writes 8 articles" for "Dave writes 4 articles".
const reinforceFrom = 0.97

// item decides on one item: known already, in these words or in others, or new.
func (w *writer) item(f event.Found) error {
	near, err := w.find.Near(w.likeItem(f))
	if err != nil {
		return err
	}
	if same := w.same(f, near); same != nil {
		return w.again(f, same)
	}
	if done, err := w.merge(f, near); done || err != nil {
		return err
	}
	return w.add(f)
}

// again notes that what a memory says was said once more.
func (w *writer) again(f event.Found, same *memtide.Node) error {
	w.keep(f, same.ID)
	if f.Attributes[tools.Quarantine] != "" {
		return nil // what is doubted vouches for nothing
	}
	w.c.Ops = append(w.c.Ops,
		memtide.SetNode(same, "access_count", same.AccessCount+1),
		memtide.SetNode(same, "last_accessed", latest(same.LastAccessed, w.at)))
	attrs := w.saidInOther(same, same.Attributes)
	if mayTell(f.Trust, same) && w.order.After(tools.LastSaid(same)) { // an echo of the user's words makes them no newer
		attrs = tools.WithAttribute(attrs, tools.SaidAgain, w.order.Format(time.RFC3339Nano))
	}
	if !maps.Equal(attrs, same.Attributes) {
		w.c.Ops = append(w.c.Ops, memtide.SetNode(same, "attributes", attrs))
	}
	if tags := withTags(slices.Clone(same.Tags), w.tags...); len(tags) > len(same.Tags) && len(tags) <= mostNodeTags {
		w.c.Ops = append(w.c.Ops, memtide.SetNode(same, "tags", tags))
	}
	if f.Trust > same.Trust {
		w.c.Ops = append(w.c.Ops, memtide.SetNode(same, "trust", f.Trust))
	}
	if more := moreImportant(same.Importance, same.Importance); w.mergeFrom > 0 && more != same.Importance {
		w.c.Ops = append(w.c.Ops, memtide.SetNode(same, "importance", more))
	}
	return w.insist(same, f)
}

// insist settles a contradiction by later evidence: the user says again what
// was said before the other, so it is the other that no longer holds.
func (w *writer) insist(n *memtide.Node, f event.Found) error {
	if w.t.Role != memtide.RoleUser || f.Trust < memtide.TrustUser {
		return nil
	}
	for _, links := range []func(func(graphdb.Link) bool){
		w.v.Graph.OutLinks(n.ID, memtide.Contradicts), w.v.Graph.InLinks(n.ID, memtide.Contradicts)} {
		for k := range links {
			c, err := tools.ConflictAt(w.v, k.Edge)
			if err != nil {
				return err
			}
			if !c.Open() || c.A.ID != n.ID || c.B.Pinned || w.touched[c.B.ID] || tools.FirstSaid(c.B).After(w.order) || tools.FirstSaid(c.A).Equal(tools.FirstSaid(c.B)) {
				continue
			}
			w.touched[c.B.ID] = true
			if err := w.ops.Outdo(c, c.A); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameLeast is the share of its own score that an item gives at least to what is
// as like it as [reinforceFrom]: of the words of such a text hardly one in sixteen
// is another.
const sameLeast = 0.5

// likeItem is where an item is looked for that says the same.
func (w *writer) likeItem(f event.Found) tools.Like {
	l := tools.Like{Text: f.Content, Kinds: []memtide.Kind{f.Kind}, Project: f.Project, Limit: 5}
	if w.mergeFrom <= 0 {
		l.Least = sameLeast
	}
	return l
}

// mayBe reports whether a memory may say what f says: it is of the same project,
// by the same speaker and about the same, and holds the same numbers.
func (w *writer) mayBe(n *memtide.Node, f event.Found) bool {
	return n.Project == f.Project && n.Attributes["speaker"] == w.t.Speaker && n.Attributes["replaces"] == f.Replaces &&
		sameMeant(n.Attributes, f.Attributes) && !w.touched[n.ID] && sameNumbers(n.Content, f.Content)
}

// sameMeant reports whether two memories mean the same by "it" or "she", as far
// as is known of both.
func sameMeant(a, b map[string]string) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	for _, key := range []string{ledger.Means, tools.About} {
		if a[key] != "" && b[key] != "" && !strings.EqualFold(a[key], b[key]) {
			return false
		}
	}
	return true
}

// same returns the live node that says what f says, nil when there is none: of
// several the one most like it. What costs least is asked first.
func (w *writer) same(f event.Found, near []*memtide.Node) *memtide.Node {
	var best *memtide.Node
	var most tools.Likeness
	for _, n := range near {
		if !w.mayBe(n, f) {
			continue
		}
		likeness := w.find.Likeness(f.Content, n.Content)
		if likeness >= reinforceFrom && (best == nil || likeness > most) && sameNames(n.Content, f.Content) && sameSide(n.Content, f.Content) && !language.Reverses(f.Content, n.Content) {
			best, most = n, likeness
		}
	}
	if best == nil {
		return nil
	}
	w.touched[best.ID] = true
	same := *best
	return &same
}

// sameSide reports whether two texts both affirm or both deny: "the parser takes
// comments" is not "the parser does not take comments", however alike the words
// are.
func sameSide(a, b string) bool { return language.CuesOf(a).Negation == language.CuesOf(b).Negation }

// sameNames reports whether two texts name the same people and things.
func sameNames(a, b string) bool { return slices.Equal(names(a), names(b)) }

func names(s string) []string {
	var out []string
	for _, m := range language.Mentions(s, nil) {
		out = append(out, language.Fold(m.Text))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sameNumbers reports whether two texts hold the same numbers: "78 kg" is not
// "79 kg", however alike the words are.
func sameNumbers(a, b string) bool { return slices.Equal(numbers(a), numbers(b)) }

func numbers(s string) []string {
	out := strings.FieldsFunc(s, func(r rune) bool { return !(r >= '0' && r <= '9' || r == '.') })
	out = slices.DeleteFunc(out, func(x string) bool { return strings.Trim(x, ".") == "" })
	slices.Sort(out)
	return out
}
