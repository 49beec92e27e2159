package eval

import (
	"errors"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

const talks = `{"id":"m1","kind":"fact","text":"The staging server of the shop is called heron."}
{"id":"m2","kind":"fact","text":"Our parrot Zazu learned to whistle the kettle song."}
{"id":"a","talk":"1","class":"open","text":"what is the staging server of the shop called?","evidence":["m1"]}
{"id":"b","talk":"1","class":"new","text":"what did the parrot Zazu learn to whistle?","evidence":["m2"]}
{"id":"c","talk":"1","class":"go on","text":"thanks"}
{"id":"d","talk":"1","class":"again","text":"and the name of that staging server once more?","evidence":["m1"]}
{"id":"e","talk":"2","class":"open","text":"thanks!"}
{"id":"f","talk":"2","class":"new","text":"thank you","evidence":["m1"]}
{"id":"g","talk":"2","class":"wrong","text":"what is the staging server of the shop called?"}
`

// What was shown before in a talk is not shown again and counts as given (d); in
// another talk it does not (f), which gets an answer to something that its key calls
// needless (g).
func TestFollowup(t *testing.T) {
	w := newWorld(t)
	r, err := Followup(t.Context(), w.client(), strings.NewReader(talks), Options{Settled: w.settled, Cases: "talks"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Memories != 2 || r.Talks != 2 || r.Openings.N != 1 || r.Openings.Answered != 1 || r.Engine != "rules" {
		t.Errorf("%+v, openings %+v", r, r.Openings)
	}
	if n := r.Needing; n.N != 3 || n.Answered != 2 || strings.Join(n.Wrong, " ") != "f" || n.Classes["again"].Answered != 1 {
		t.Errorf("needing %+v", n)
	}
	if n := r.Needless; n.N != 2 || n.Injected != 1 || strings.Join(n.Wrong, " ") != "g" {
		t.Errorf("needless %+v", n)
	}
	var b strings.Builder
	if err := r.Table(&b); err != nil || !strings.Contains(b.String(), "2 talks") || !strings.Contains(b.String(), "1 of 1 of them") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// A store is asked in talks of five questions; one without evidence is left out.
func TestTalksOfAStore(t *testing.T) {
	s := Store{ID: "s", Corpus: []Entry{{ID: "m", Text: "x"}}, Queries: []Query{{ID: "none", Text: "y"}}}
	for range 6 {
		s.Queries = append(s.Queries, Query{ID: "q", Category: "c", Text: "z", Evidence: []string{"m"}})
	}
	q, err := talksOf(s)
	if err != nil || len(q.prompts) != 6 || q.prompts[4].Talk != "s-0" || q.prompts[5].Talk != "s-1" || q.prompts[0].ID != "s/q" || q.prompts[0].Class != "c" {
		t.Errorf("%+v, %v", q.prompts, err)
	}
	w := newWorld(t)
	const store = `{"id":"s","corpus":[{"id":"m1","kind":"fact","text":"The staging server of the shop is called heron."},{"id":"m2","kind":"entity","text":"Otto: the skipper of the ferry, who keeps its key."}],
 "queries":[{"id":"1","text":"what is the staging server of the shop called?","evidence":["m1"]},{"id":"2","text":"who is Otto, the skipper of the ferry?","evidence":["m2"]}]}`
	r, err := Followup(t.Context(), w.client(), strings.NewReader(store), Options{Settled: w.settled, Cases: "store"})
	if err != nil || r.Talks != 1 || r.Openings.Answered != 1 || r.Needing.N != 1 || r.Needing.Answered != 1 || r.Memories != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	v, err := VolumeOf("followup", strings.NewReader(store+talks))
	if err != nil || len(v.Again) != 1+5 || len(v.Told) != 4 {
		t.Errorf("%+v, %v", v, err)
	}
}

// What the rules must reach on our own talks.
const (
	followedUp   = 0.90
	neededNoMore = 0.10
)

// Within a talk the rules bring what is needed, and nothing where nothing is.
func TestFollowupOfOurOwn(t *testing.T) {
	texts, talks, need, less := map[string]bool{}, map[string]bool{}, 0, 0
	q, err := readQuiet(OwnFollowup())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range q.prompts {
		if texts[p.Text] || p.Talk == "" {
			t.Errorf("prompt %s: no talk, or its words stand twice: who knows the answers tells prompts by their words", p.ID)
		}
		if talks[p.Talk] && len(p.Evidence) > 0 {
			need++
		} else if talks[p.Talk] {
			less++
		}
		texts[p.Text], talks[p.Talk] = true, true
	}
	if len(talks) < 25 || need < 50 || less < 30 {
		t.Errorf("%d talks; of what follows %d need a memory and %d none", len(talks), need, less)
	}
	w := newWorld(t)
	r, err := Followup(t.Context(), w.client(), OwnFollowup(), Options{Settled: w.settled, Cases: "our own"})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("needing %+v, needless %+v", r.Needing.Given, r.Needless.Given)
	if r.Needing.Rate < followedUp || r.Needless.Rate > neededNoMore {
		t.Errorf("answered %.1f %%, given needlessly %.1f %%: %v, %v", 100*r.Needing.Rate, 100*r.Needless.Rate, r.Needing.Wrong, r.Needless.Wrong)
	}
}

// What a prompt brings counts for its talk only.
func TestTalksAreApart(t *testing.T) {
	c := newQuietCount("x")
	nodes := map[memtide.ID]string{{1}: "m1"}
	brings := event.AskReply{Block: "b", Tokens: 10, Receipt: &event.Receipt{Injected: []memtide.ID{{1}}}}
	need := func(talk string) Line { return Line{Class: "q", Evidence: []string{"m1"}, Talk: talk} }
	c.add(need("a"), brings, nodes, 1)
	c.add(need("a"), event.AskReply{}, nodes, 1)
	c.add(need("b"), event.AskReply{}, nodes, 1)
	c.add(need("b"), event.AskReply{}, nodes, 1)
	if r := c.done(); r.Openings.N != 2 || r.Openings.Answered != 1 || r.Needing.N != 2 || r.Needing.Answered != 1 {
		t.Errorf("%+v, openings %+v", r, r.Openings)
	}
}

func TestFollowupRefuses(t *testing.T) {
	w := newWorld(t)
	if _, err := Followup(t.Context(), w.client(), strings.NewReader(talks), Options{}); err == nil || !strings.Contains(err.Error(), "Settled") {
		t.Errorf("no settled: %v", err)
	}
	for name, tt := range map[string]struct{ cases, names string }{
		"nothing": {"", "0 memories"},
		"no JSON": {"{", "line 1"},
		"no talk": {`{"id":"a","text":"x"}{"id":"p","class":"y","text":"x"}`, "no talk"},
		"store":   {`{"id":"s","corpus":[{"id":"","text":"x"}]}`, "no id"},
	} {
		_, err := Followup(t.Context(), w.client(), strings.NewReader(tt.cases), Options{Settled: w.settled})
		if !errors.Is(err, ErrCases) || !strings.Contains(err.Error(), tt.names) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
