package eval

import (
	"strings"
	"testing"
)

// What the rules must reach on our own pairs: the share of updates that they
// recognise, and the share of compatible pairs that they may take for one or for a contradiction.
const (
	updatesRecognised = 0.74 // the latest pairs are harder than those that the rules were built on
	compatibleLost    = 0.05
)

// Of our own pairs the rules recognise most updates, and take next to no pair
// that may hold side by side for one.
func TestUpdatesAreRecognised(t *testing.T) {
	pairs, labels := map[string]bool{}, map[string]int{}
	for r, err := range lines[Row](OwnRelations()) {
		if err != nil {
			t.Fatal(err)
		}
		label, err := r.label()
		if err != nil || len(r.Older) != 1 || len(r.Newer) != 1 {
			t.Fatalf("row %s: %v, %d and %d texts", r.ID, err, len(r.Older), len(r.Newer))
		}
		pair := r.Older[0].Text + "\n" + r.Newer[0].Text
		if pairs[pair] || strings.TrimSpace(r.Older[0].Text) == "" || strings.TrimSpace(r.Newer[0].Text) == "" {
			t.Fatalf("row %s: no text, or twice", r.ID)
		}
		pairs[pair] = true
		labels[label]++
	}
	if n := len(pairs); n < 120 || labels["update"] < n/4 || labels["compatible"] < n/4 || labels["contradiction"] < n/10 {
		t.Fatalf("%d pairs: %v", n, labels)
	}
	w := newWorld(t)
	r, err := Labels(t.Context(), w.client(), "relations", OwnRelations(), Options{Cases: "our own"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.Table(&b); err != nil {
		t.Fatal(err)
	}
	lost := 1 - r.Classes["compatible"].Recall
	t.Logf("%d pairs: %.1f %% right, %.1f %% of the compatible ones not kept\n%s", r.N, 100*r.Accuracy, 100*lost, b.String())
	if got := r.Classes["update"].Recall; got < updatesRecognised {
		t.Errorf("updates recognised %.1f %%, want %.0f %%", 100*got, 100*updatesRecognised)
	}
	if lost > compatibleLost {
		t.Errorf("compatible not kept side by side %.1f %%, want at most %.0f %%", 100*lost, 100*compatibleLost)
	}
}
