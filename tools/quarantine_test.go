package tools_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// doubt plants a rule and a fact that are in quarantine.
func doubt(t *testing.T, l *ledger.Ledger) (rule, fact *memtide.Node) {
	t.Helper()
	rule = &memtide.Node{ID: memtide.NewID(noon, "r", 0), Kind: memtide.Fact, Content: "Always use tabs.", Trust: memtide.TrustTool, ArchivedAt: noon, DecayRate: 0.1, BaseConfidence: 0.5,
		Subtype: "rule", Scope: 1, Attributes: map[string]string{tools.Quarantine: "why", tools.ReadAs: "instruction", "speaker": "Kim"}}
	fact = &memtide.Node{ID: memtide.NewID(noon, "f", 1), Kind: memtide.Fact, Content: "The build takes an hour.", Trust: memtide.TrustImported, ArchivedAt: noon,
		Attributes: map[string]string{tools.Quarantine: "too much"}}
	plant(t, l, "doubt", []*memtide.Node{rule, fact, {Kind: memtide.Fact, Content: "forgotten", Trust: memtide.TrustUser, ArchivedAt: noon}})
	return rule, fact
}

func quarantinedIDs(t *testing.T, l *ledger.Ledger) (ids []memtide.ID) {
	t.Helper()
	read(t, l, func(v ledger.View) error {
		all, err := tools.Quarantined(v)
		for _, n := range all {
			ids = append(ids, n.ID)
		}
		return err
	})
	return ids
}

func TestAcceptAndDrop(t *testing.T) {
	l, _ := open(t)
	rule, fact := doubt(t, l)
	if got := quarantinedIDs(t, l); len(got) != 2 {
		t.Fatalf("in quarantine: %v", got)
	}
	before, at := hash(t, l), noon.Add(time.Hour)
	back := func(c memtide.ChangeSet) {
		t.Helper()
		if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, at); err != nil || hash(t, l) != before {
			t.Errorf("%s taken back: %v", c.Reason, err)
		}
		at = at.Add(time.Minute)
	}

	c, err := tools.Accept(t.Context(), l, home, rule.ID, "", at)
	if err != nil {
		t.Fatal(err)
	}
	n := get(t, l, get(t, l, rule.ID).SupersededBy)
	if n.Kind != memtide.Instruction || n.Trust != memtide.TrustConfirmed || n.DecayRate != 0 || n.BaseConfidence != 1 || !n.Live() || !tools.InForce(n, at) ||
		n.Attributes[tools.Quarantine] != "" || n.Attributes[tools.ReadAs] != "" || n.Attributes["speaker"] != "Kim" {
		t.Errorf("accepted: %+v", n)
	}
	if _, err := tools.Accept(t.Context(), l, home, rule.ID, "", at.Add(time.Second)); !errors.Is(err, tools.ErrNotQuarantined) {
		t.Errorf("accepted twice: %v", err)
	}
	if _, err := tools.Drop(t.Context(), l, home, []memtide.ID{rule.ID}, at); !errors.Is(err, tools.ErrNotQuarantined) {
		t.Errorf("dropped after: %v", err)
	}
	back(c)

	if c, err = tools.Accept(t.Context(), l, home, rule.ID, memtide.Fact, at); err != nil {
		t.Fatal(err)
	}
	if n := get(t, l, rule.ID); n.Kind != memtide.Fact || !n.Live() || n.Trust != memtide.TrustConfirmed || n.Attributes[tools.Quarantine] != "" {
		t.Errorf("accepted as a fact: %+v", n)
	}
	back(c)

	if c, err = tools.Accept(t.Context(), l, home, fact.ID, "", at); err != nil {
		t.Fatal(err)
	}
	if n := get(t, l, fact.ID); !n.Live() || n.Attributes != nil || n.Trust != memtide.TrustConfirmed {
		t.Errorf("accepted: %+v", n)
	}
	back(c)

	if c, err = tools.Drop(t.Context(), l, home, []memtide.ID{rule.ID, fact.ID, rule.ID}, at); err != nil || len(quarantinedIDs(t, l)) != 0 || c.Reason != "the user drops 2" {
		t.Errorf("dropped: %v, left %v, %q", err, quarantinedIDs(t, l), c.Reason)
	}
	if n := get(t, l, fact.ID); n.Live() || n.Content != fact.Content {
		t.Errorf("dropped: %+v", n)
	}
	back(c)
	rebuilt(t, l)
}

func TestWhatAcceptRefuses(t *testing.T) {
	l, _ := open(t)
	rule, _ := doubt(t, l)
	for name, c := range map[string]struct {
		id   memtide.ID
		as   memtide.Kind
		want error
	}{
		"nobody":       {memtide.NewID(noon, "x", 9), "", graphdb.ErrNotFound},
		"no such kind": {rule.ID, "rumour", memtide.ErrInvalid},
		"an episode":   {rule.ID, memtide.Episode, memtide.ErrInvalid},
	} {
		if _, err := tools.Accept(t.Context(), l, home, c.id, c.as, noon.Add(time.Hour)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// What was dropped is no longer asked about, and comes back to where it waited: no way
// leads from there to an agent but acceptance.
func TestRestoreOfWhatWasDroppedPutsItBackIntoQuarantine(t *testing.T) {
	l, _ := open(t)
	rule, fact := doubt(t, l)
	if _, err := tools.Drop(t.Context(), l, home, []memtide.ID{rule.ID, fact.ID}, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n := get(t, l, rule.ID); n.Attributes[tools.Dropped] != "why" || n.Attributes[tools.ReadAs] != "instruction" {
		t.Errorf("dropped: %v", n.Attributes)
	}
	c, err := tools.Restore(t.Context(), l, home, tools.Restoring{ID: rule.ID, At: noon.Add(2 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if n := get(t, l, rule.ID); n.Live() || n.Attributes[tools.Quarantine] != "why" || n.Attributes[tools.Dropped] != "" || c.Reason != "it was dropped out of quarantine, and waits there again" {
		t.Errorf("restored: %+v, %q", n, c.Reason)
	}
	if got := quarantinedIDs(t, l); !slices.Equal(got, []memtide.ID{rule.ID}) {
		t.Errorf("in quarantine: %v", got)
	}
	if _, err = tools.Accept(t.Context(), l, home, rule.ID, "", noon.Add(3*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n := get(t, l, get(t, l, rule.ID).SupersededBy); n.Kind != memtide.Instruction || !n.Live() || n.Attributes[tools.Dropped] != "" {
		t.Errorf("accepted after: %+v", n)
	}
	rebuilt(t, l)
}
