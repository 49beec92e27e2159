package remember

import (
	"cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// merge lets an item bring up to date a memory that says the same in fewer or in
// more words (N18); false where there is none. The fuller wording stays, and what
// is told again counts for more. Nothing is put together that nobody has said,
// and nothing is lost: two wordings that each say something of their own stand
// side by side, and the shorter one stays as the history of the fuller.
func (w *writer) merge(f event.Found, near []*memtide.Node) (bool, error) {
	if w.mergeFrom <= 0 || f.Kind == memtide.Entity || f.Attributes[tools.Quarantine] != "" {
		return false, nil
	}
	for _, n := range near {
		if !w.mayBe(n, f) || n.Attributes[ledger.Standing] != f.Attributes[ledger.Standing] ||
			w.find.Likeness(f.Content, n.Content) < w.mergeFrom || !sameNames(n.Content, f.Content) || !sameSide(n.Content, f.Content) {
			continue
		}
		old := *n
		switch fuller, shorter := language.Extends(f.Content, n.Content), language.Extends(n.Content, f.Content); {
		case shorter && (fuller || addsOnly(f.Kind)):
			w.touched[n.ID] = true
			return true, w.again(f, &old)
		case fuller && addsOnly(f.Kind) && w.mayReplace(f, n):
			return true, w.update(f, &old)
		}
	}
	return false, nil
}

// addsOnly reports whether more words of a kind say more of the same. More words
// of a rule or of an opinion narrow it: "use tabs" is not "use tabs for makefiles".
func addsOnly(k memtide.Kind) bool {
	return k == memtide.Fact || k == memtide.Event || k == memtide.Plan
}

// update lets the fuller wording take the place of the memory, with all that was
// known of it. The old one stays with its history, so the change can be undone.
func (w *writer) update(f event.Found, old *memtide.Node) error {
	f.Importance = moreImportant(old.Importance, f.Importance)
	f.Confidence = max(f.Confidence, old.BaseConfidence)
	f.Attributes = tools.WithAttribute(f.Attributes, tools.PreviousText, old.Content)
	if f.EventTime.IsZero() {
		f.EventTime, f.ValidFrom = old.EventTime, old.ValidFrom
	}
	n := w.node(f)
	n.Score, n.AccessCount, n.LastAccessed, n.Tags = old.Score, old.AccessCount+1, latest(old.LastAccessed, w.at), old.Tags
	if err := w.put(n, f); err != nil {
		return err
	}
	w.touched[old.ID] = true
	return w.ops.Supersede(&memtide.Node{ID: n.ID}, old)
}

// moreImportant returns the importance of what is told again.
func moreImportant(was, now int) int {
	return min(memtide.MostImportance, max(cmp.Or(was, memtide.PlainImportance), now)+1)
}
