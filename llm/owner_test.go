package llm_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// borrows opens models whose record another one has.
func borrows(t *testing.T, cfg llm.Config, owner llm.Owner) *llm.Models {
	t.Helper()
	cfg.Replies = "" // whoever opened it would fail
	opts := llmtest.Options()
	opts.Owner = owner
	return open(t, cfg, opts)
}

func TestARecordIsPaidForOnce(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("yes"))
	cfg := s.Config(t, "extract")
	live := open(t, cfg, llmtest.Options())
	shadow := borrows(t, cfg, live)
	for _, step := range []struct {
		who      *llm.Models
		text     string
		recorded bool
	}{{live, "a", false}, {shadow, "a", true}, {shadow, "b", false}, {live, "b", true}, {shadow, "b", true}} {
		r, err := step.who.Complete(t.Context(), ask(step.text))
		if err != nil || r.Text != "yes" || r.Recorded != step.recorded {
			t.Errorf("%+v: %+v, %v", step, r, err)
		}
	}
	if r, known, err := shadow.Recall(t.Context(), ask("b")); err != nil || !known || r.Text != "yes" {
		t.Errorf("%+v, %v, %v", r, known, err)
	}
	if _, known, err := shadow.Recall(t.Context(), ask("c")); err != nil || known {
		t.Errorf("what nobody has asked is known: %v", err)
	}
	if s.Count() != 2 {
		t.Errorf("%d requests went out, want one for each question", s.Count())
	}
	rows, err := live.Costs("")
	if err != nil || len(rows) != 1 || rows[0].Calls != 2 {
		t.Errorf("the account of all: %+v, %v", rows, err)
	}
	rows, err = shadow.Costs("")
	if err != nil || len(rows) != 1 || rows[0].Calls != 1 || rows[0].Recorded != 2 || rows[0].In == 0 {
		t.Errorf("what the borrower took: %+v, %v", rows, err)
	}
}

// Both are on one account, in both directions.
func TestABorrowerHasNoCapOfItsOwn(t *testing.T) {
	for name, order := range map[string][2]int{"the owner has spent": {0, 1}, "the borrower has spent": {1, 0}} {
		s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Text: "x", In: 3000, Out: 1000} })
		cfg := s.Config(t, "extract")
		cfg.Layers["extract"] = llm.Layer{Model: "test/model", DailyTokens: 4500, MaxTokens: 500}
		live := open(t, cfg, llmtest.Options())
		both := []*llm.Models{live, borrows(t, cfg, live)}
		if _, err := both[order[0]].Complete(t.Context(), ask("a")); err != nil {
			t.Fatal(err)
		}
		if _, err := both[order[1]].Complete(t.Context(), ask("b")); !errors.Is(err, llm.ErrBudget) || s.Count() != 1 {
			t.Errorf("%s: %v after %d requests", name, err, s.Count())
		}
	}
}

// An owner without any model keeps the record of others, and what they took.
func TestAnOwnerWithoutModels(t *testing.T) {
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Text: "x", In: 3000, Out: 1000} })
	cfg := s.Config(t, "extract")
	cfg.Layers["extract"] = llm.Layer{Model: "test/model", DailyTokens: 4500, MaxTokens: 500}
	live := open(t, llm.Config{Replies: cfg.Replies}, llmtest.Options())
	if _, err := borrows(t, cfg, live).Complete(t.Context(), ask("a")); err != nil {
		t.Fatal(err)
	}
	second := borrows(t, cfg, live)
	if r, err := second.Complete(t.Context(), ask("a")); err != nil || !r.Recorded {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := second.Complete(t.Context(), ask("b")); !errors.Is(err, llm.ErrBudget) || s.Count() != 1 {
		t.Errorf("a second one has an account of its own: %v after %d requests", err, s.Count())
	}
	if rows, err := live.Costs(""); err != nil || len(rows) != 1 || rows[0].Calls != 1 {
		t.Errorf("%+v, %v", rows, err)
	}
}

// What is erased ends the session: a question in it may quote that.
func TestAnErasureEndsASession(t *testing.T) {
	var live *llm.Models
	var erase sync.Once
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		if strings.Contains(r.Last(), "walrus") {
			erase.Do(func() {
				if _, err := live.Forget(context.Background(), []string{"the walrus build runs at night"}, time.Time{}); err != nil {
					t.Error(err)
				}
			})
		}
		return llmtest.Reply{Text: "the walrus build runs at night"}
	})
	cfg := s.Config(t, "extract")
	live = open(t, cfg, llmtest.Options())
	shadow := borrows(t, cfg, live)
	if _, err := shadow.Complete(t.Context(), ask("a")); err != nil {
		t.Fatal(err)
	}
	if _, err := shadow.Complete(t.Context(), ask("what does the walrus do")); err != nil {
		t.Fatal(err)
	}
	if _, err := shadow.Complete(t.Context(), ask("a")); !errors.Is(err, llm.ErrErased) || !errors.Is(err, llm.ErrNoOwner) {
		t.Errorf("the session goes on: %v", err)
	}
	if raw, err := os.ReadFile(cfg.Replies); err != nil || strings.Contains(string(raw), "walrus build runs") {
		t.Errorf("the record still has it: %v", err)
	}
	if rows, err := live.Costs(""); err != nil || len(rows) != 1 || rows[0].In == 0 {
		t.Errorf("what was not recorded was paid all the same: %+v, %v", rows, err)
	}
	if r, err := borrows(t, cfg, live).Complete(t.Context(), ask("a")); err != nil || r.Recorded {
		t.Errorf("a session after it: %+v, %v", r, err)
	}
}

type noOwner struct{}

func (noOwner) Look(context.Context, llm.Look) (llm.Looked, error) {
	return llm.Looked{}, errors.New("gone")
}
func (noOwner) Keep(context.Context, llm.Keep) error { return errors.New("gone") }

func TestWithoutTheRecordNothingIsPaid(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("x"))
	if _, err := borrows(t, s.Config(t, "extract"), noOwner{}).Complete(t.Context(), ask("a")); !errors.Is(err, llm.ErrNoOwner) || s.Count() != 0 {
		t.Errorf("%v after %d requests", err, s.Count())
	}
}

func TestAnOwnerRefusesWhatIsNoReply(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("x"))
	live := open(t, s.Config(t, "extract"), llmtest.Options())
	got, err := live.Look(t.Context(), llm.Look{})
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []llm.Keep{
		{Session: got.Session, Key: make([]byte, 32), Reply: []byte(`{"text":`)},
		{Session: got.Session, Spent: []llm.Spent{{Day: "today", Layer: "extract", Model: "m"}}},
		{Session: got.Session, Spent: []llm.Spent{{Day: "2026-11-21", Layer: "a\x00b", Model: "m"}}},
	} {
		if err := live.Keep(t.Context(), in); !errors.Is(err, llm.ErrReply) {
			t.Errorf("%+v: %v", in, err)
		}
	}
	if rows, err := live.Costs(""); err != nil || len(rows) != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
}
