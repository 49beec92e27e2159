package eval

import (
	"strings"
	"testing"
)

// gateAccuracy is the share of texts that the gate of the rules must be right
// about (N24).
const gateAccuracy = 0.8

// Of our own set the gate of the rules is right in more than four texts of five,
// on both sides: keeping all or nothing would be right in half.
func TestTheGateIsRight(t *testing.T) {
	texts, keep := map[string]bool{}, 0
	for r, err := range lines[Row](OwnGate()) {
		switch {
		case err != nil:
			t.Fatal(err)
		case r.ShouldStore == nil || strings.TrimSpace(r.Text) == "" || texts[r.Text]:
			t.Fatalf("row %s: no label, no text, or twice", r.ID)
		case *r.ShouldStore:
			keep++
		}
		texts[r.Text] = true
	}
	if n := len(texts); n < 150 || keep < 2*n/5 || keep > 3*n/5 {
		t.Fatalf("%d texts, %d worth keeping", n, keep)
	}
	w := newWorld(t)
	r, err := Labels(t.Context(), w.client(), "gate", OwnGate(), Options{Cases: "our own"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.Table(&b); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d texts: %.1f %% right\n%s", r.N, 100*r.Accuracy, b.String())
	if r.Accuracy <= gateAccuracy {
		t.Errorf("right in %.1f %%, want more than %.0f %%", 100*r.Accuracy, 100*gateAccuracy)
	}
	for class, c := range r.Classes {
		if c.Recall < 0.7 {
			t.Errorf("of those labelled %s it is right in %.1f %%", class, 100*c.Recall)
		}
	}
}
