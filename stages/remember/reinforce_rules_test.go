package remember

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/wordvec"
)

// usageOf is the rule with the table of words of the product and a store that
// knows nothing.
func usageOf(t *testing.T, prompt, answer string) usage {
	t.Helper()
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	u := usage{said: read(answer), asked: map[string]bool{}}
	u.worth = func(term string) float64 { // as tools.Information in an empty store
		df := 1000 * (1 - math.Pow(1-words.Probability(term), 25))
		return math.Log1p((1000 - df + 0.5) / (df + 0.5))
	}
	u.strange = func(term string) bool { return words.Probability(term) < rareWord }
	for _, term := range language.Terms(prompt) {
		u.asked[term] = true
	}
	return u
}

func TestWhetherAnAnswerUsedAMemory(t *testing.T) {
	const where, deploy = "Where does Anna live now?", "Why did the deploy break?"
	const cause = "The deploy broke because the migration ran twice."
	far := strings.Repeat("The harvest was good that year. ", 10)
	for _, c := range []struct {
		name, prompt, memory, answer string
		want                         bool
	}{
		{"its name", where, "My sister Anna moved to Lisbon.", "She lives in Lisbon.", true},
		{"its number", "Which port does staging use?", "The staging server listens on port 8443.", "It is 8443.", true},
		{"number and unit", "How much does Peter weigh?", "Peter weighs 78 kg.", "About 78 kg, at the last count.", true},
		{"one small number", "How much does Peter weigh?", "Peter has weighed 78 kg since the marathon in spring.", "Chapter 78 explains it.", false},
		{"its identifier", "How do we read the settings?", "Settings are read by loadConfig in main.", "I call `loadConfig` there.", true},
		{"its jargon", "Add the package lodash.", "In this repository we use pnpm.", "I ran pnpm add lodash.", true},
		{"several of its words", deploy, cause, "Because the migration ran twice.", true},
		{"a rule that was kept", "Commit this.", "Always run the linter before you commit.", "I ran the linter, it is clean, and the work is committed.", true},
		{"only words of the prompt", where, "My sister Anna lives in Lisbon.", "I do not know where Anna lives now.", false},
		{"only words of the prompt, again", "Are there tabs or spaces in the Makefile?", "We want tabs, no spaces, in the Makefile.", "Tabs in the Makefile, no spaces.", false},
		{"something else", deploy, cause, "The disk of the worker was full.", false},
		{"common words", "What about the garden?", "I like it a lot.", "I would like to know a lot more about it.", false},
		{"its words far apart", deploy, "The migration ran twice.", "A migration is planned. " + far + "He ran home. " + far + "It rang twice.", false},
		{"a small part of it", "Tell me about the trip.", "On the trip we met a carpenter, two drummers, a retired judge from Oslo and his parrot.", "The fjord ends at Oslo.", false},
		{"one sentence of several", "Who looks after the boats?", "The harbour has two docks. Maria repairs the boats with tar. The gate closes at nine.", "Maria repairs them with tar.", true},
		{"a name in a long text", "Who looks after the boats?", strings.Repeat("Maria sang. ", 8), "Ask Maria.", false},
		{"German", "Welche Datenbank nehmen wir?", "Wir nehmen als Datenbank PostgreSQL im Hafenamt.", "PostgreSQL, wie im Hafenamt.", true},
		{"Japanese", "港の名前は？", "港の名前は青い灯台です。", "青い灯台です。", true},
		{"nothing beyond the prompt", "Anna lives in Lisbon", "Anna lives in Lisbon.", "Anna lives in Lisbon.", false},
		{"no words", where, "…", "…", false},
		{"no answer", where, "My sister Anna moved to Lisbon.", "", false},
	} {
		if got := usageOf(t, c.prompt, c.answer).of(c.memory); (got > 0) != c.want {
			t.Errorf("%s: %.1f, want used %v", c.name, got, c.want)
		}
	}
}

// A thousand uses are not much more than twenty: nothing pins itself for ever.
func TestUseNeverRunsAway(t *testing.T) {
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	use := func(score float64, times int) *memtide.Node {
		n := &memtide.Node{ID: memtide.NewID(at, "c", 1), Kind: memtide.Fact, Content: "x", CreatedAt: at, Trust: memtide.TrustUser, Score: score}
		last := firstGain + 0.001
		for i := range times {
			before := n.Score
			for _, op := range gain(n, at.Add(time.Duration(i)*time.Minute)) {
				if string(op.From) == string(op.To) {
					continue // Decide leaves it out
				}
				var err error
				if n, err = op.ApplyNode(n); err != nil {
					t.Fatal(err)
				}
			}
			if err := n.Validate(); err != nil {
				t.Fatal(err)
			}
			if step := n.Score - before; step < 0 || step > last {
				t.Fatalf("use %d: from %v to %v", i+1, before, n.Score)
			} else if last = step + 0.001; n.Score > max(highestGain, score) {
				t.Fatalf("use %d: %v", i+1, n.Score)
			}
		}
		return n
	}
	if n := use(0, 1); n.Score != firstGain || n.AccessCount != 1 || !n.LastAccessed.Equal(at) {
		t.Errorf("first use: %+v", n)
	}
	if n := use(0, 1000); n.Score < 2.9 || n.AccessCount != 1000 {
		t.Errorf("a thousand: %+v", n)
	}
	for _, verdict := range []float64{-5, -0.5, highestGain, 5} {
		if n := use(verdict, 3); n.Score != verdict || n.AccessCount != 3 {
			t.Errorf("use changes the verdict %v to %v", verdict, n.Score)
		}
	}
	n := use(0, 2)
	n.LastAccessed = at.AddDate(1, 0, 0)
	for _, op := range gain(n, at) {
		if op.Field == "last_accessed" && string(op.From) != string(op.To) {
			t.Errorf("an answer that arrives late sets the clock back: %s to %s", op.From, op.To)
		}
	}
}
