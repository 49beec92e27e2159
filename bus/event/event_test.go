package event_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var (
	at    = time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	id    = memtide.NewID(at, "c", 1)
	other = memtide.NewID(at, "c", 2)
	query = event.Query{ID: "a1", Space: "default", Mode: event.ModePrompt, Engine: "rules", Session: "s1", Within: "s0", Turn: "t1", Project: "p", Begins: true,
		Text: "where does Anna live?", Recent: []string{"before"}, GoesOn: true, Now: at, Then: true, Tokens: 500, Limit: 10, State: 4, Conflicts: []memtide.ID{id}, Withheld: true}
	class = event.Class{Entities: []event.Name{{Name: "Anna", ID: id, Meant: true}}, Times: []event.Range{{From: at, Until: at.Add(time.Hour)}},
		Intent: "who", Ask: true, Question: true, Tell: true, Deep: true, Again: true, Resumes: true, Topic: "the move", Overview: "user"}
	conflicts  = []event.Conflict{{Edge: id, First: id, Second: other, PromptID: "p1"}}
	past       = []event.Past{{Prompt: "before", At: at, Entities: []string{"Anna"}, Summary: "lives in Lisbon", Injected: 1}}
	search     = []event.Search{{Tool: event.SearchEntity, Text: "x", Names: class.Entities, Kinds: []memtide.Kind{memtide.Fact}, Ranges: class.Times, Limit: 5, Depth: 2, Wanted: true}}
	candidates = []event.Candidate{{ID: id, Kind: memtide.Fact, BM25: 1.5, Match: 0.7, Cosine: 0.5, Graph: 1, Relevance: 0.4, Rank: 0.5, Traits: event.TraitAsks | event.TraitNamed, By: "text", Pin: true, Wanted: true, Place: 1, For: &other}}
	drops      = []event.Drop{{Candidate: candidates[0], Why: "gate"}}
	item       = event.Item{ID: id, Kind: memtide.Fact, Subtype: "definitional", Text: "a < b & c", Turn: "t1", Time: at, Project: "p", Score: 0.4, Rank: 0.75, Tokens: 9, Trust: memtide.TrustUser, Pinned: true, Standing: true}
	told       = event.Told{ID: id, Kind: memtide.Fact, Text: "a < b & c", Turn: "t1", Tokens: 9, Pinned: true}
	stages     = []event.StageTime{{Stage: "retrieve.plan", WaitUS: 1, TookUS: 2}}
	half       = event.Half{Space: "default", Seq: 7, Turn: "t1", Dead: "why"}
	report     = event.Report{Turn: "t0", Spans: []event.Span{{Start: 2, End: 8}}}
	found      = []event.Found{{Span: event.Span{Start: 1, End: 9}, Kind: memtide.Instruction, Subtype: "rule", Content: "use pnpm", Scope: 0.5, Project: "p",
		EventTime: at, ValidFrom: at, ValidUntil: at, Importance: 4, Confidence: 0.9, Trust: memtide.TrustUser,
		Entities:  []event.Mention{{Name: "Anna", Type: "person", Role: "sister"}},
		Relations: []event.Link{{From: "Anna", Predicate: "lives_in", To: "Lisbon"}}, Replaces: "npm", Attributes: map[string]string{"k": "v"}, Tags: []string{"anna"}, By: "small", Reported: &report}}
	turn = memtide.Turn{ID: "t1", Space: "default", Role: memtide.RoleUser, Speaker: "Kim", Text: "my sister <Anna> & co", Quotes: []memtide.Quote{{Start: 3, End: 9, Kind: "paste"}},
		Session: "s1", Client: "claude-code", Project: "p", Cwd: "/w", PromptID: "p1", Time: at, Zone: 60, Trust: memtide.TrustUser, Heard: at,
		Tags: []string{"x"}, SessionTags: []string{"y"}, Narrative: "n", Task: "t"}
	node = &memtide.Node{ID: id, Kind: memtide.Fact, Content: "a < b & c", CreatedAt: at, Trust: memtide.TrustUser}
)

// every holds one message a kind with every field set.
var carried = []memtide.NoChange{{ID: "c0", Cause: memtide.Cause{Kind: "turn", ID: "t0", Seq: 6, Stage: "store"}, Actor: "rules", At: at, Reason: "nothing to keep"}}

var every = []event.Payload{
	event.TurnTaken{Turn: turn, Fact: memtide.Fact, Shown: []memtide.ID{id}, Conflicts: conflicts},
	event.ChangeDecided{ChangeSet: memtide.ChangeSet{ID: "c1", Space: "default", Cause: memtide.Cause{Kind: "turn", ID: "t1", Seq: 7, Stage: "store"},
		Actor: "rules", At: at, Reason: "why", Awaits: "reconcile", Ops: []memtide.Op{memtide.AddNode(node), memtide.SetNode(node, "score", 1.0)}}, Carries: carried},
	event.PromptAsked{Query: query, Turns: past},
	event.PromptClassified{Query: query, Class: class},
	event.PromptContinued{Query: query, Class: class, Turns: past},
	event.SearchPlanned{Query: query, Class: class, Shape: "simple-fact", Strategy: "who, then where", Searches: search},
	event.CandidatesFound{Query: query, Class: class, Shape: "simple-fact", Searches: search, Candidates: candidates, Pins: candidates},
	event.CandidatesSecured{Query: query, Class: class, Shape: "simple-fact", Candidates: candidates, Pins: candidates, Drops: drops},
	event.MemoryAssembled{Query: query, Class: class, Candidates: candidates, Pins: candidates, Budget: 500, Found: 3, Gate: "open", Drops: drops},
	event.MemoryCurated{Query: query, Class: class, Block: "<memory>", Told: []event.Told{told}, Items: []event.Item{item}, Tokens: 9, Candidates: candidates, Drops: drops, Found: 3, Gate: "open", Reason: "why", Conflicts: conflicts},
	event.TurnClassified{Half: half, Keep: []event.Span{{Start: 1, End: 9}}, Mended: &event.Mended{Span: event.Span{Start: 3, End: 9}, Reported: report}, Reason: "why"},
	event.ItemsExtracted{Half: half, Keep: []event.Span{{Start: 1, End: 9}}, Items: found, Reason: "why"},
	event.ItemsFiltered{Half: half, Items: found, Reason: "why"},
	event.AnswerRecorded{Half: half},
	event.ReplyRecorded{Half: half},
	event.ItemsStored{Half: half, Nodes: []memtide.ID{id}},
	event.MemoriesErased{ID: "e1", Marker: "c2", Space: "default", At: at, Target: "node " + id.String(), Part: 1, Parts: 1, KeepBackups: true, Nodes: []memtide.ID{id},
		HalfTurns: []string{"t1"}, Turns: []uint64{7}, Dead: []uint64{1}, Trace: []uint64{2}, Replaced: []uint64{3}, Vectors: []string{"h1"}, Spool: []string{"1-2-3.json"},
		Survives: []event.Surviving{{Seq: 9, Stored: at, Carries: carried, Change: memtide.ChangeSet{ID: "c1", Space: "default", Actor: "rules", At: at, Reason: "erased",
			Cause: memtide.Cause{Kind: "turn", ID: "t1", Seq: 7, Stage: "store"}}}}},
	event.JobDue{Job: "consolidate", Space: "default", ScheduledAt: at, Session: "s1", Cause: "cron"},
	event.JobEnded{Due: event.JobDue{Job: "decay", Space: "default", ScheduledAt: at, Session: "s1", Cause: "cron"}, Outcome: event.JobRefused, Changes: 2, Made: 1, Linked: 3,
		Archived: 1, Superseded: 1, Refused: []string{"memory abc would vanish"}, Note: "n", Error: "e"},
	event.ModelAsked{Layer: "plan", Prompt: "plan@1", Model: "local/small", At: at, TookUS: 3, In: 5, Out: 6, Micros: 7,
		Recorded: true, Calls: []string{"done"}, Error: "why", Input: "a <b>", Output: "c"},
	event.Receipt{ID: "a1", Costs: []int{9}, Gate: "open", Space: "default", Session: "s1", PromptID: "p1", Client: "claude-code", Project: "p", Mode: "prompt", Engine: "rules", Intent: "who",
		At: at, Injected: []memtide.ID{id}, Candidates: candidates, Drops: drops, Found: 3, Tokens: 9, Conflicts: conflicts, Reason: "why", TookUS: 3, Stages: stages},
}

// What was stored once must decode for ever: a golden file is only ever added.
func TestGolden(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range every {
		t.Run(p.Kind(), func(t *testing.T) {
			seen[p.Kind()+".json"] = true
			path := filepath.Join("testdata", "golden", p.Kind()+".json")
			got, err := event.Encode(p)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(append(got, '\n'), want) {
				t.Errorf("encodes as\n%s\nwant\n%s", got, want)
			}
			back := reflect.New(reflect.TypeOf(p))
			if err := json.Unmarshal(want, back.Interface()); err != nil || !reflect.DeepEqual(back.Elem().Interface(), p) {
				t.Errorf("decodes as %+v, %v", back.Elem().Interface(), err)
			}
			if !fullySet(reflect.ValueOf(p)) {
				t.Error("the message has a field that is not set: the golden file would not notice its loss")
			}
		})
	}
	files, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(files) != len(every) {
		t.Errorf("%d golden files for %d kinds (%v)", len(files), len(every), err)
	}
	for _, f := range files {
		if !seen[filepath.Base(f)] {
			t.Errorf("%s belongs to no kind", f)
		}
	}
}

// fullySet reports whether no field of the message's own types is zero. The
// vocabulary's types have tests of their own.
func fullySet(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type().PkgPath() != "github.com/memtide/memtide/bus/event" {
			return true
		}
		for i := range v.NumField() {
			if v.Field(i).IsZero() || !fullySet(v.Field(i)) {
				return false
			}
		}
	case reflect.Slice:
		return v.Len() > 0 && fullySet(v.Index(0))
	}
	return true
}

func TestKindsAreOfOneForm(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range every {
		k := p.Kind()
		if parts := strings.Split(k, "."); len(parts) != 3 || !strings.HasPrefix(parts[2], "v") || seen[k] || strings.Contains(event.Token(k), ".") {
			t.Errorf("kind %q is not noun.verbed.vN, or comes twice", k)
		}
		seen[k] = true
	}
}

func FuzzDecodeTurn(f *testing.F) {
	b, err := event.Encode(every[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`{"time":"x"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := event.Decode[event.TurnTaken](b)
		if err != nil && !reflect.DeepEqual(p, event.TurnTaken{}) {
			t.Errorf("an error and %+v", p)
		}
	})
}

// What a log holds is kept by whoever reads it, one text out of a large message
// for years; what a prompt sends is gone with it.
func TestWhoseTextsLieInTheMessage(t *testing.T) {
	overwritten := func(b []byte) []byte { return bytes.Map(func(rune) rune { return 'x' }, b) }
	raw, err := event.Encode(event.TurnTaken{Turn: turn})
	if err != nil {
		t.Fatal(err)
	}
	taken, err := event.Decode[event.TurnTaken](raw)
	if copy(raw, overwritten(raw)); err != nil || taken.Turn.Text != turn.Text {
		t.Errorf("a half-turn has changed with the bytes that it was read from: %q, %v", taken.Turn.Text, err)
	}
	raw, err = event.Encode(event.PromptAsked{Query: query})
	if err != nil {
		t.Fatal(err)
	}
	asked, err := event.Decode[event.PromptAsked](raw)
	if err != nil || asked.Query.Text != query.Text {
		t.Fatal(asked, err)
	}
	if copy(raw, overwritten(raw)); asked.Query.Text == query.Text {
		t.Error("the texts of a prompt are copied")
	}
}

func TestSessionStateIsReadAsItWasWritten(t *testing.T) {
	want := event.SessionState{Turns: past, Surfaced: []string{"a", "w\"1\""}, Compacted: true, Forgot: at,
		Shown:     []event.Shown{{PromptID: "p1", IDs: []memtide.ID{id, other}}},
		Conflicts: []event.AskedConflict{{Conflict: conflicts[0], At: at, Reply: "t2"}}}
	raw, err := event.Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := event.DecodeSession(raw)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if _, err := event.DecodeSession(append(raw, "{}"...)); err == nil {
		t.Error("what stands behind it is taken for a part of it")
	}
}
