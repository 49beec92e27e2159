package stages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// amending returns what tells that a part of a memory has changed.
func (w *world) amending(content string) (by []string) {
	w.t.Helper()
	err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) error {
		for e, err := range v.Graph.AllEdges() {
			if err != nil {
				return err
			}
			if e.Kind != memtide.Amends {
				continue
			}
			from, err := v.Graph.Node(e.From)
			if err != nil {
				return err
			}
			if to, err := v.Graph.Node(e.To); err == nil && to.Content == content {
				by = append(by, from.Content)
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return by
}

// A reply that says that it was not done as the user wants it, or of what else it is so, changes nothing.
func TestAReplyThatDeniesChangesNothing(t *testing.T) {
	w := newWorld(t)
	for n, c := range []struct{ prompt, reply, holds, wish, then string }{
		// denied, or failed
		{"A berth takes 20 minutes.", "Noted.", "A berth takes 20 minutes.", "set the berth to 35 minutes please", "A berth does not take 35 minutes now, since the schema caps it."},
		{"set the berths to 20 minutes", "A berth takes 20 minutes now.", "A berth takes 20 minutes now.", "set the berth to 35 minutes please", "A berth does not take 35 minutes now, since the schema caps it."},
		{"`BERTH_MINUTES` is 20 for all ferries.", "Noted.", "`BERTH_MINUTES` is 20 for all ferries.", "set BERTH_MINUTES to 35 please", "Setting `BERTH_MINUTES` to 35 fails because the schema caps it at 30."},
		{"The cache TTL is 300 seconds.", "Noted.", "The cache TTL is 300 seconds.", "log when a request takes more than 500", "The cache TTL stays at 300 seconds and requests above 500 ms are logged now."},
		// of something else
		{"set RETRY_LIMIT of payments to 5", "`RETRY_LIMIT` of payments is 5 now.", "`RETRY_LIMIT` of payments is 5 now.", "set RETRY_LIMIT of search to 9", "`RETRY_LIMIT` of search is 9 now."},
		{"`RETRY_LIMIT` is 5 in the payments service.", "Noted.", "`RETRY_LIMIT` is 5 in the payments service.", "set the limit of the search service to 9", "`RETRY_LIMIT` is 9 in the search service now."},
		{"The winch cable holds 900 kg.", "Noted.", "The winch cable holds 900 kg.", "add a test with 700 kg", "In the test the winch cable holds 700 kg now."},
		// the user only asks
		{"The winch cable holds 900 kg.", "Noted.", "The winch cable holds 900 kg.", "Is it true that it holds 700 kg? Look into the winch cable.", "The winch cable holds 700 kg now, since a strand broke."},
		{"Deploys run from main.", "Noted.", "Deploys run from main.", "Which branch do deploys run from? Look it up, I thought Release.", "Deploys run from Release now."},
	} {
		w.space = memtide.Space(fmt.Sprintf("carried%d", n))
		w.dayOf("s1", c.prompt, c.reply)
		w.dayOf("s2", c.wish, c.then)
		for _, m := range w.nodes(memories...) {
			if m.Content == c.holds && !m.Live() {
				t.Errorf("%q: %q holds no longer", c.then, c.holds)
			}
		}
		if by := w.amending(c.holds); len(by) > 0 {
			t.Errorf("%q is told as changed since by %q", c.holds, by)
		}
	}
}

// What a reply makes of a wish says nothing against what the user has said again since: what comes late has
// changed nothing that was said after it.
func TestALateReplyChangesNothingSaidSince(t *testing.T) {
	w := newWorld(t)
	const rule = "We keep harbour films for 90 days."
	day := w.clock
	w.clock = day.Add(30 * 24 * time.Hour)
	say := func(after int, session, prompt, reply string) {
		at := day.Add(time.Duration(after) * 24 * time.Hour)
		w.take(event.TurnRequest{Session: session, PromptID: "1", Project: "shop", Text: prompt, Time: at})
		w.take(event.TurnRequest{Session: session, PromptID: "1", Project: "shop", Role: memtide.RoleAgent, Text: reply, Time: at.Add(time.Minute)})
		w.settle()
	}
	say(0, "s1", rule, "The pruning job drops films older than 90 days now.")
	say(10, "s3", rule, "Noted.")
	say(5, "s2", "too dear, settle on 40 please", "The pruning job drops films older than 40 days now.")
	if by := w.amending(rule); len(by) > 0 {
		t.Errorf("what was said again five days later is amended by %q", by)
	}
}

// One memory amends another one once, whatever leads to it.
func TestAmendedOnce(t *testing.T) {
	w := newWorld(t)
	w.dayOf("s1", "We keep harbour films for 90 days.", "The pruning job drops harbour films after 90 days now.")
	w.dayOf("s2", "too dear, settle on 40 please", "The pruning job drops harbour films after 40 days now, so we keep harbour films for 40 days.")
	if by := w.amending("We keep harbour films for 90 days."); len(by) > 1 {
		t.Errorf("amended %d times: %q", len(by), by)
	}
}

// What is condemned of one thing says nothing of another that happens to be on the same day.
func TestADayThatIsNoGoodForSomethingElse(t *testing.T) {
	w := newWorld(t)
	for n, c := range []struct{ holds, later string }{
		{"The code freeze begins on 14 December.", "My mother's birthday on 14 december was a disaster."},
		{"The regatta is on 14 December.", "14 december doesn't work for the dentist."},
		{"The regatta is on 14 December.", "14 december is too late for the tax return."},
		{"We deliver to Rotterdam, Harlingen and Vlieland.", "Harlingen dropped out of the chess league."},
	} {
		w.space = memtide.Space(fmt.Sprintf("day%d", n))
		w.dayOf("s1", c.holds, "Noted.")
		w.dayOf("s2", c.later, "Noted.")
		got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "When does the code freeze begin, when is the regatta, where do we deliver to?"}).Block
		for line := range strings.SplitSeq(got, "\n") {
			if strings.Contains(line, c.holds) && strings.Contains(line, "since then") {
				t.Errorf("%s", line)
			}
		}
		if by := w.amending(c.holds); len(by) > 0 {
			t.Errorf("%q is amended by %q", c.holds, by)
		}
	}
}
