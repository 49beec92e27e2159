package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/eval"
)

const ownCases = `{"id":"talk","corpus":[
{"id":"m1","session":"1","time":"2024-03-01","speaker":"user","text":"Our parrot Zazu learned to whistle the kettle song."},
{"id":"m2","session":"1","time":"2024-03-01","speaker":"assistant","text":"That sounds noisy at breakfast."},
{"id":"m3","session":"2","time":"2024-03-01","speaker":"Marta","text":"I have taken up fencing on Thursdays."}],
"queries":[
{"id":"q1","text":"What did the parrot learn to whistle?","evidence":["m1"]},
{"id":"q2","text":"Nothing answers this","evidence":[]},
{"id":"q3","text":"Who has taken up fencing?","evidence":["m3"]},
{"id":"q4","text":"Beyond the pool","evidence":["m3","gone"]}]}
{"id":"facts","corpus":[
{"id":"f1","session":"","time":"","speaker":"","text":"The staging server of the shop is called heron."},
{"id":"f2","session":"","time":"","speaker":"","text":"Invoices are sent on the first of the month."}],
"queries":[{"id":"q5","text":"What is the staging server called?","evidence":["f1"]},{"id":"q6","text":"When are invoices sent?","evidence":["f2"]}]}
`

func ownPool(t *testing.T, turns, questions int) *pool {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cases.jsonl")
	if err := os.WriteFile(path, []byte(ownCases), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := load(settings{cases: []string{path}, turns: turns, questions: questions})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ids(p *pool) (out []string) {
	for _, q := range p.questions {
		out = append(out, q.ID)
	}
	return out
}

func TestPool(t *testing.T) {
	p := ownPool(t, 100, 100)
	if len(p.turns) != 5 || p.sessions != 3 || len(p.at) != 5 {
		t.Errorf("%d half-turns, %d sessions, %d times", len(p.turns), p.sessions, len(p.at))
	}
	if got := ids(p); !slices.Equal(got, []string{"q1", "q3", "q5", "q6"}) {
		t.Errorf("questions %v", got)
	}
	if q := p.questions[1]; !slices.Equal(q.evidence, []int{2}) || q.rarest != "taken" {
		t.Errorf("%+v", q)
	}
	if got := ids(ownPool(t, 100, 3)); !slices.Equal(got, []string{"q1", "q3", "q5"}) {
		t.Errorf("three questions are %v", got)
	}
	if p := ownPool(t, 4, 100); len(p.turns) != 4 || !slices.Equal(ids(p), []string{"q1", "q3", "q5"}) {
		t.Errorf("cut at four: %d half-turns, questions %v", len(p.turns), ids(p))
	}
	if p.turns[0].session == p.turns[2].session || !p.turns[1].at.After(p.turns[0].at) {
		t.Errorf("%+v", p.turns)
	}
}

func TestTranscripts(t *testing.T) {
	p, dir := ownPool(t, 100, 100), t.TempDir()
	if err := p.transcripts(dir, "/work/a.b"); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "projects", "-work-a-b", p.turns[0].session+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines", len(lines))
	}
	var first, second struct {
		Type, UUID, ParentUUID, SessionID, Cwd string
		Timestamp                              time.Time
		Message                                struct{ Content any }
	}
	if json.Unmarshal([]byte(lines[0]), &first) != nil || json.Unmarshal([]byte(lines[1]), &second) != nil {
		t.Fatal(lines)
	}
	if first.Type != "user" || first.Message.Content != p.turns[0].Text || second.Type != "assistant" || second.ParentUUID != first.UUID || !second.Timestamp.Equal(p.turns[1].at) {
		t.Errorf("%+v\n%+v", first, second)
	}
	if raw, err := os.ReadFile(filepath.Join(dir, "projects", "-work-a-b", p.turns[2].session+".jsonl")); err != nil || !strings.Contains(string(raw), "Marta: I have") {
		t.Errorf("%v %s", err, raw)
	}
}

func TestPlacesAndQuotes(t *testing.T) {
	p := ownPool(t, 100, 100)
	got := p.places([]found{
		{place: 4},
		{place: -1, at: p.turns[1].at, text: "that sounds NOISY, at breakfast"},
		{place: -1, at: p.turns[1].at, text: "learned to whistle the kettle"}, // the words win over a time that does not fit
		{place: -1, at: p.turns[2].at, text: "Fencing"},
		{place: -1, text: "Fencing"}, // too short to tell without a time
		{place: -1, text: "a summary that nobody said"},
		{place: -1},
	})
	if !slices.Equal(got, []int{4, 1, 0, 2}) {
		t.Errorf("%v", got)
	}
	for block, want := range map[string]float64{
		"<memory>\n- (2024-03-01) [abcdefg] Our parrot Zazu learned to whistle the kettle song.\n</memory>": 1,
		"  - User: our parrot Zazu learned to…":                                                             1,
		"- **x** · 2024\nparrot": 0,
		"":                       0,
	} {
		if got := p.quoted(block, p.questions[0]); got != want {
			t.Errorf("%q quotes %v, want %v", block, got, want)
		}
	}
}

func TestRowCountsPlacesOnce(t *testing.T) {
	p := &pool{}
	for i := range 30 {
		p.turns = append(p.turns, turn{session: string(rune('a' + i/2))})
	}
	var r row
	// Eleven different half-turns: the eleventh has no place among ten, its
	// session has.
	r.add(p, question{evidence: []int{0, 20}}, []int{0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20})
	if r.turns10 != 0.5 || r.sess10 != 1 || r.anyTurn != 1 || r.anySess != 1 {
		t.Errorf("%+v", r)
	}
	r.add(p, question{evidence: []int{29}}, nil)
	if r.turns10 != 0.5 || r.anyTurn != 1 {
		t.Errorf("%+v", r)
	}
}

// scripted is a peer that finds the evidence of every second question, and
// says one thing at each prompt.
type scripted struct{ fed, asked, closed int }

func (s *scripted) feed(context.Context, *pool) error { s.fed++; return nil }
func (s *scripted) prompt(context.Context, question) (given, error) {
	return given{time.Millisecond, "- Invoices are sent on the first of the month."}, nil
}
func (s *scripted) search(_ context.Context, q question) ([]found, error) {
	if s.asked++; s.asked%2 == 0 {
		return nil, nil
	}
	return []found{{place: q.evidence[0]}}, nil
}
func (s *scripted) close() error { s.closed++; return nil }

func TestMeasureAndTable(t *testing.T) {
	p, s := ownPool(t, 100, 60), &scripted{}
	rows, err := measure(t.Context(), []entrant{{"scripted", true, func(context.Context, string) (peer, error) { return s, nil }}}, p)
	if err != nil || s.fed != 1 || s.asked != 4 || s.closed != 1 {
		t.Fatalf("%v %+v", err, s)
	}
	r := rows[0]
	if r.spoke != 4 || r.inBlock != 1 || r.turns10 != 2 || r.anySess != 2 || len(r.took) != 4 || r.needless != len(p.needless) || r.needless < 50 {
		t.Errorf("%+v", r)
	}
	var b strings.Builder
	if err := table(&b, p, rows); err != nil || !strings.Contains(b.String(), "scripted") || !strings.Contains(b.String(), "50.0") || !strings.Contains(b.String(), "25.0") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func TestLabels(t *testing.T) {
	for _, n := range []int{0, 7, 90, 12345} {
		if got, err := unlabel(label(n)); err != nil || got != n || strings.ContainsAny(label(n), "0123456789") {
			t.Errorf("%d: %q %d %v", n, label(n), got, err)
		}
	}
}

func TestParse(t *testing.T) {
	s, err := parse([]string{"--memtide", "m", "--cases", "a,b", "--turns", "7"})
	if err != nil || s.turns != 7 || s.questions != 50 || !slices.Equal(s.cases, []string{"a", "b"}) || len(s.entrants()) != 1 {
		t.Errorf("%+v %v", s, err)
	}
	for name, args := range map[string][]string{
		"no cases": {"--memtide", "m"}, "no program": {"--cases", "a"}, "no turns": {"--memtide", "m", "--cases", "a", "--turns", "0"},
	} {
		if _, err := parse(args); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzHookText(f *testing.F) {
	f.Add(`{"hookSpecificOutput":{"additionalContext":"x"}}`)
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		if text, err := hookText(s); err != nil && text != "" {
			t.Errorf("%q and %v", text, err)
		}
	})
}

func TestChooseIsFair(t *testing.T) {
	stores := [][]question{nil, make([]question, 1), make([]question, 10)}
	for i := range stores[2] {
		stores[2][i] = question{Query: eval.Query{ID: string(rune('a' + i))}}
	}
	var got []string
	for _, q := range choose(stores, 5) {
		got = append(got, q.ID)
	}
	if diff := cmp.Diff([]string{"", "a", "c", "f", "h"}, got); diff != "" {
		t.Error(diff)
	}
}
