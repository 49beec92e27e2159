package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// Octybot: a model at every step of reading and of storing, two hooks, the
// user's words alone, nothing fades.
func TestProfileOctybot(t *testing.T) {
	s := newSeed(t, "octybot", func(layer string, r llmtest.Request) llmtest.Reply {
		switch layer {
		case "classify":
			return answers(fields{"retrieve": true, "entities": []string{"Peter"}, "times": []fields{}, "intent": "who", "asks": true, "commands": false, "tells": false, "deep": false})
		case "plan":
			return answers(fields{"shape": "multi-part", "strategy": "Look who signs off, then for whom.", "searches": []fields{}})
		case "toolloop":
			if r.Messages[len(r.Messages)-1].Role == llm.RoleTool {
				return llmtest.Reply{Calls: []llm.Call{llmtest.Call("d", "done", fields{})}}
			}
			return llmtest.Reply{Calls: []llm.Call{llmtest.Call("c", "search_processes", fields{"text": "sign off before publication"})}}
		case "curate", "gate":
			return answers(fields{"keep": numbersIn(r)})
		case "extract":
			return answers(fields{"items": []fields{{"n": 1, "kind": "fact", "subtype": "definitional", "text": "Peter writes the articles for Anderson.",
				"entities":  []fields{{"name": "Peter", "type": "person"}, {"name": "Anderson", "type": "organization"}},
				"relations": []fields{{"from": "Peter", "to": "Anderson", "predicate": "works_for"}}}}})
		case "filter":
			return answers(fields{"drop": []int{}})
		case "storeloop":
			if r.Messages[len(r.Messages)-1].Role == llm.RoleTool {
				return llmtest.Reply{Calls: []llm.Call{llmtest.Call("d", "done", fields{})}}
			}
			return llmtest.Reply{Calls: []llm.Call{llmtest.Call("s", "store_memory", fields{"n": 1})}}
		}
		return llmtest.Reply{Status: 400}
	})
	if got := s.cfg.Models.WaitMS; got != 4000 {
		t.Errorf("a prompt may wait %d ms", got)
	}
	s.equal("jobs", s.jobs(), []string{"backup", "prune", "snapshot", "sweep", "turnover"})
	s.answers("relevance", 2000, 2000)
	s.keep(&memtide.Node{Kind: memtide.Instruction, Subtype: "process", Content: "Before publication Dana signs off every text.", Scope: 0.2},
		&memtide.Node{Kind: memtide.Instruction, Subtype: "rule", Content: "The cafeteria closes at three.", Scope: 0.2})
	s.say("one", memtide.RoleUser, "Peter writes the articles for Anderson.")
	s.say("one", memtide.RoleAgent, "We decided to use PostgreSQL because of its JSON support.")
	s.settled()
	s.equal("facts", s.live(memtide.Fact, memtide.Event), []string{"Peter writes the articles for Anderson."})
	s.equal("relations", s.relations(), []string{"Peter works_for Anderson"})
	r := s.ask(event.ModePrompt, "two", "Who checks what Peter writes?")
	if r.Engine != "model" || !strings.Contains(r.Block, "Dana signs off") {
		t.Errorf("engine %s: %q (%s)", r.Engine, r.Block, r.Reason)
	}
	if r := s.ask(event.ModeSessionStart, "three", ""); r.Block != "" || !strings.Contains(r.Reason, "retrieve.inject") {
		t.Errorf("at a session start: %q (%s)", r.Block, r.Reason)
	}
	s.equal("layers", s.asked(), []string{"classify", "curate", "extract", "filter", "gate", "plan", "storeloop", "toolloop"})
}

// Memory Agent: a gate and an extractor on what was said, no model on reading;
// similarity × importance/3 × recency above 0.45, at most 500 tokens, nothing
// twice in a session.
func TestProfileMemoryAgent(t *testing.T) {
	s := newSeed(t, "memory-agent", func(layer string, r llmtest.Request) llmtest.Reply {
		switch layer {
		case "gate":
			return answers(fields{"keep": numbersIn(r)})
		case "extract":
			return items(r, 5)
		}
		return llmtest.Reply{Status: 400}
	})
	s.equal("jobs", s.jobs(), []string{"backup", "link", "prune", "snapshot", "sweep", "turnover"})
	s.answers("product", 500, 500)
	s.say("one", memtide.RoleUser, "The network password of the harbour office is kept in the blue safe.")
	s.settled()
	old := s.clock.AddDate(-1, 0, 0)
	s.keep(&memtide.Node{Kind: memtide.Fact, Content: "The network of the harbour office has twelve cables.", CreatedAt: old, Importance: 1})
	r := s.ask(event.ModePrompt, "two", "Where is the network password of the harbour office?")
	if r.Engine != "rules" || !strings.Contains(r.Block, "blue safe") || strings.Contains(r.Block, "twelve cables") || r.Tokens > 500 {
		t.Errorf("engine %s, %d tokens: %q (%s)", r.Engine, r.Tokens, r.Block, r.Reason)
	}
	if r := s.ask(event.ModePrompt, "two", "Tell me again where the network password of the harbour office is."); strings.Contains(r.Block, "blue safe") {
		t.Errorf("twice in a session: %q", r.Block)
	}
	s.equal("layers", s.asked(), []string{"extract", "gate"})
	if r := s.ask(event.ModeSessionStart, "three", ""); r.Block != "" {
		t.Errorf("a dump at the start: %q", r.Block)
	}
}

// What is told again more fully takes the place of the memory that is there, as one
// change that is undone by its id; by default both stand.
func TestMemoryAgentUpdatesInsteadOfAdding(t *testing.T) {
	const short, full = "Nora Dahl keeps the spare keys of the harbour office in the blue safe.", "Nora Dahl keeps the spare keys of the harbour office in the blue safe behind the desk."
	for profile, want := range map[string][]string{"memory-agent": {full}, "instant": {full, short}} {
		s := newSeed(t, profile, noModel)
		for _, text := range []string{short, full} {
			s.say(text, memtide.RoleUser, text)
			s.settled()
		}
		s.equal(profile, s.live(memtide.Fact), want)
		if profile != "memory-agent" {
			continue
		}
		all, err := s.Ledger().Log(t.Context(), memtide.DefaultSpace, 100, nil)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(all, func(c memtide.ChangeSet) bool { return c.Cause.Stage == "store" && len(c.Ops) > 0 })
		memtideOn(t, s.Dir, exitOK, "undo", "--yes", string(all[i].ID))
		s.equal("undone", s.live(memtide.Fact), []string{short})
	}
}

// Koshi: text search by hand and nothing handed over unasked, votes in the rank,
// archive by size alone, no vectors.
func TestProfileKoshi(t *testing.T) {
	s := newSeed(t, "koshi", noModel)
	s.equal("jobs", s.jobs(), []string{"backup", "consolidate", "prune", "snapshot", "sweep", "turnover"})
	s.answers("votes", 500, 1500)
	if s.cfg.Jobs.MaxSize != 100<<20 || s.cfg.Jobs.Cron["prune"] != "0 4 * * *" {
		t.Errorf("prunes above %d at %q", s.cfg.Jobs.MaxSize, s.cfg.Jobs.Cron["prune"])
	}
	s.keep(&memtide.Node{Kind: memtide.Fact, Content: "The deploy script lives in tools."}, &memtide.Node{Kind: memtide.Fact, Content: "Whoever runs the deploy script on a Friday asks Mara."})
	for _, mode := range []string{event.ModePrompt, event.ModeSessionStart, event.ModeSubagent} {
		if r := s.ask(mode, "one", "Where does the deploy script live?"); r.Block != "" || !strings.Contains(r.Reason, "retrieve.inject") {
			t.Errorf("%s: %q (%s)", mode, r.Block, r.Reason)
		}
	}
	found := func() []event.Item {
		r := s.ask(event.ModeQuery, "", "deploy-script, (where?) https://example.com/x")
		if len(r.Items) != 2 {
			t.Fatalf("found %+v (%s)", r.Items, r.Reason)
		}
		return r.Items
	}
	last := found()[1]
	memtideOn(t, s.Dir, exitOK, "reinforce", last.ID.Short())
	if got := found(); got[0].ID != last.ID {
		t.Errorf("a vote of 3 does not lift: %+v", got)
	}
	for range 4 {
		memtideOn(t, s.Dir, exitOK, "demote", last.ID.Short())
	}
	if got := found(); got[1].ID != last.ID {
		t.Errorf("four votes against do not lower: %+v", got)
	}
	// The agent asks by itself, as its author meant it, and votes.
	agent := toolsOn(t, s.Dir)
	if told := toolSays(t, agent, "search_memory", map[string]any{"query": "deploy script"}); !strings.Contains(told, "["+last.ID.Short()+"]") {
		t.Errorf("a tool finds %s", told)
	}
	toolSays(t, agent, "reinforce_memory", map[string]any{"id": last.ID.Short()})
	if got := found(); got[0].ID != last.ID {
		t.Errorf("a vote of the agent does not lift: %+v", got)
	}
	if err := s.Ledger().Read(t.Context(), memtide.DefaultSpace, func(v ledger.View) error {
		if v.Vectors != nil || v.Embed.Embed != nil {
			t.Error("there are vectors")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if s.model.Count() != 0 {
		t.Errorf("%d questions to a model", s.model.Count())
	}
}

// Yodoca: episodes without a model, fused ranks on reading, and models at night
// alone, after which what has faded goes.
func TestProfileYodoca(t *testing.T) {
	s := newSeed(t, "yodoca", noModel)
	s.equal("jobs", s.jobs(), []string{"backup", "consolidate", "decay", "enrich", "infer", "prune", "snapshot", "sweep", "turnover"})
	s.answers("fusion", 1000, 3000)
	s.say("one", memtide.RoleUser, "The migration ran twice on the staging server.")
	s.say("one", memtide.RoleUser, "Because of that the deploy broke last night.")
	s.settled()
	s.equal("layers by day", s.asked(), nil)
	if got := s.live(memtide.Episode); len(got) != 2 {
		t.Errorf("episodes %q", got)
	}
	if r := s.ask(event.ModePrompt, "two", "Why did the deploy break?"); r.Engine != "rules" || !strings.Contains(r.Block, "deploy broke") {
		t.Errorf("engine %s: %q (%s)", r.Engine, r.Block, r.Reason)
	}
	s.keep(&memtide.Node{Kind: memtide.Fact, Content: "The fence is blue.", CreatedAt: s.clock.AddDate(0, 0, -72), DecayRate: 0.1, BaseConfidence: 1},
		&memtide.Node{Kind: memtide.Fact, Content: "The gate is red.", CreatedAt: s.clock.AddDate(0, 0, -70), DecayRate: 0.1, BaseConfidence: 1})
	for _, job := range []string{"consolidate", "decay", "infer"} {
		if out := memtideOn(t, s.Dir, exitOK, "jobs", "run", job); strings.Contains(out, "failed") {
			t.Error(out)
		}
	}
	if got := s.live(memtide.Summary); len(got) == 0 {
		t.Error("no session has a summary")
	}
	if got := strings.Join(s.live(memtide.Fact), " "); strings.Contains(got, "fence") || !strings.Contains(got, "gate is red") {
		t.Errorf("after day 71: %q", got)
	}
	s.equal("layers at night", s.asked(), []string{"consolidate", "infer"})
}

// The automatic layer: extract, then add, update, delete or nothing for all facts
// at once: two calls a turn; flat memories at session start and for prompts of 20
// characters and more; nothing fades.
func TestProfileAutomaticLayer(t *testing.T) {
	s := newSeed(t, "automatic-layer", func(layer string, r llmtest.Request) llmtest.Reply {
		switch layer {
		case "extract":
			return items(r, 3)
		case "store":
			var in struct{ Similar []struct{ ID, Text string } }
			if err := json.Unmarshal([]byte(r.Last()), &in); err != nil || len(in.Similar) == 0 {
				return llmtest.Reply{Status: 500}
			}
			return answers(fields{"verdicts": []fields{{"n": 1, "do": "update", "target": in.Similar[0].ID}}})
		}
		return llmtest.Reply{Status: 400}
	})
	s.equal("jobs", s.jobs(), []string{"backup", "prune", "snapshot", "sweep", "turnover"})
	s.answers("fusion", 800, 800)
	s.keep(&memtide.Node{Kind: memtide.Fact, Content: "Mila drives a blue truck."})
	s.say("one", memtide.RoleUser, "Mila drives a red truck.")
	s.settled()
	s.equal("facts", s.live(memtide.Fact), []string{"Mila drives a red truck."})
	if n := s.model.Count(); n != 2 {
		t.Errorf("%d calls for a turn", n)
	}
	s.equal("layers", s.asked(), []string{"extract", "store"})
	if r := s.ask(event.ModePrompt, "two", "Mila's truck?"); r.Block != "" || !strings.Contains(r.Reason, "least_chars") {
		t.Errorf("a short prompt: %q (%s)", r.Block, r.Reason)
	}
	r := s.ask(event.ModePrompt, "two", "Which truck does Mila drive now?")
	if !strings.Contains(r.Block, "red truck") || strings.Contains(r.Block, "- Mila drives a blue") || r.Tokens > 800 {
		t.Errorf("%d tokens: %q (%s)", r.Tokens, r.Block, r.Reason)
	}
	for _, mode := range []string{event.ModeSessionStart, event.ModeSubagent} {
		if r := s.ask(mode, "three", "What does Mila drive these days?"); strings.Contains(r.Reason, "retrieve.inject") != (mode == event.ModeSubagent) {
			t.Errorf("%s: %q (%s)", mode, r.Block, r.Reason)
		}
	}
}
