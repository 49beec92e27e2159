package eval

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What the documentation says of the set that comes with the program.
func TestOwnSilenceIsWhole(t *testing.T) {
	q, err := readQuiet(OwnSilence())
	if err != nil {
		t.Fatal(err)
	}
	needless, needing := 0, 0
	texts := map[string]bool{}
	for _, p := range q.prompts {
		if texts[p.Text] {
			t.Errorf("the prompt %q stands twice", p.Text)
		}
		texts[p.Text] = true
		if len(p.Evidence) > 0 {
			needing++
		} else {
			needless++
		}
	}
	if len(q.store.Corpus) < 60 || needless < 240 || needing < 60 {
		t.Errorf("%d memories, %d prompts that need none, %d that need one", len(q.store.Corpus), needless, needing)
	}
	// Silence must not be had by sharing no word with the store: of the prompts
	// that need nothing, many have to.
	words := map[string]bool{}
	for _, e := range q.store.Corpus {
		for _, w := range strings.Fields(strings.ToLower(e.Text)) {
			words[strings.Trim(w, ".,;:")] = true
		}
	}
	shared := 0
	for _, p := range q.prompts {
		if len(p.Evidence) == 0 && slices.ContainsFunc(strings.Fields(strings.ToLower(p.Text)), func(w string) bool { return len(w) > 4 && words[w] }) {
			shared++
		}
	}
	if shared < needless/5 {
		t.Errorf("only %d of %d needless prompts have a long word in common with the store", shared, needless)
	}
}

// Stores of ordinary talk with a coding agent, with orders and remarks that follow
// it: in testdata, for the figures of docs/evaluation.md.
func TestStoresOfOrdinaryTalk(t *testing.T) {
	for name, want := range map[string][3]int{"shop": {60, 20, 24}, "tern": {60, 20, 22}, "harbor": {42, 8, 16},
		"webapp": {110, 10, 20}, "scoring": {112, 10, 20}, "payments": {114, 10, 20}, "insurer": {116, 10, 20}, "trips": {112, 10, 20},
		"boutique": {112, 10, 20}, "lab": {136, 60, 38}, "seaice": {124, 60, 37}, "payouts": {122, 60, 37}, "ferryman": {132, 60, 38},
		"kelvora": {50, 50, 20}, "mercalina": {50, 50, 20}, "mothlamp": {50, 50, 20}, "quayside": {50, 50, 20}, "rosterly": {50, 50, 20}, "waderlog": {50, 50, 20},
		"lanternfall": {70, 50, 25}, "paketfuchs": {70, 50, 25}, "pocketvet": {68, 50, 25}, "siltflow": {68, 50, 25}, "tidewater": {70, 50, 25}, "verbfield": {68, 50, 25}} {
		f, err := os.Open("testdata/" + name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		q, err := readQuiet(f)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		needing := 0
		for _, p := range q.prompts {
			needing += min(1, len(p.Evidence))
		}
		if got := [3]int{len(q.store.Corpus), len(q.prompts) - needing, needing}; got != want {
			t.Errorf("%s: %d half-turns, %d prompts of which %d need one", name, len(q.store.Corpus), len(q.prompts), needing)
		}
	}
}

const quietCases = `{"id":"m1","kind":"fact","text":"The staging server of the shop is called heron."}
{"id":"m2","session":"s","speaker":"user","time":"2026-02-01","text":"Our parrot Zazu learned to whistle the kettle song."}
{"id":"n1","class":"thanks","text":"thanks!"}
{"id":"n2","class":"trace","text":"panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:9 +0x1d\nexit status 2"}
{"id":"n3","class":"talk","text":"what is the staging server of the shop called?"}
{"id":"p1","class":"question","text":"what is the staging server of the shop called?","evidence":["m1"]}
{"id":"p2","class":"question","text":"what did the parrot learn to whistle?","evidence":["m2"]}
{"id":"p3","class":"question","text":"what did the parrot learn to whistle?","evidence":["m1","m2"]}
{"id":"p4","class":"late","text":"thanks!","evidence":["m1"]}
`

// n3 asks what p1 asks and its key says that nothing is needed: it must count
// as given something. p3 wants more than there is in its answer, and p4 is
// given nothing.
func TestSilence(t *testing.T) {
	w := newWorld(t)
	r, err := Silence(t.Context(), w.client(), strings.NewReader(quietCases), Options{Settled: w.settled, Cases: "quiet"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Memories != 2 || r.Engine != "rules" || r.Needless.N != 3 || r.Needing.N != 4 || r.LatencyMS.P99 <= 0 {
		t.Errorf("%+v", r)
	}
	if n := r.Needless; n.Injected != 1 || n.Rate != 0.33333 || n.Tokens <= 0 || n.Memories < 1 || !slices.Equal(n.Wrong, []string{"n3"}) {
		t.Errorf("needless %+v", n)
	}
	if n := r.Needing; n.Injected != 3 || n.Answered != 2 || n.Rate != 0.5 || !slices.Equal(n.Wrong, []string{"p3", "p4"}) {
		t.Errorf("needing %+v", n)
	}
	if g := r.Needing.Classes["question"]; g.N != 3 || g.Answered != 2 || g.Rate != 0.66667 {
		t.Errorf("class question: %+v", g)
	}
	if g := r.Needless.Classes["trace"]; g.N != 1 || g.Injected != 0 {
		t.Errorf("class trace: %+v", g)
	}
	var b strings.Builder
	if err := r.Table(&b); err != nil || !strings.Contains(b.String(), "33.3") || !strings.Contains(b.String(), "1 of those that need one were given nothing") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// A node that no memory of the cases made answers nothing.
func TestQuietCountKnowsWhatIsForeign(t *testing.T) {
	c := newQuietCount("x")
	own, foreign := memtide.ID{1}, memtide.ID{2}
	nodes := map[memtide.ID]string{own: "m1"}
	need := Line{Class: "question", Evidence: []string{"m1"}}
	c.add(need, event.AskReply{Block: "b", Tokens: 10, Receipt: &event.Receipt{Injected: []memtide.ID{foreign}}}, nodes, 1)
	c.add(need, event.AskReply{Block: "b", Tokens: 30, Receipt: &event.Receipt{Injected: []memtide.ID{foreign, own}}}, nodes, 1)
	if g := c.done().Needing; g.Injected != 2 || g.Answered != 1 || g.Memories != 1.5 || g.Tokens != 20 {
		t.Errorf("%+v", g)
	}
}

func TestSilenceRefuses(t *testing.T) {
	broken := errors.New("broken")
	settled := func(context.Context, memtide.Space) error { return nil }
	w := newWorld(t)
	for name, tt := range map[string]struct {
		cases string
		opts  Options
		want  error
		names string
	}{
		"no settled":       {quietCases, Options{}, nil, "Settled"},
		"no JSON":          {"{", Options{Settled: settled}, ErrCases, "line 1"},
		"nothing":          {"", Options{Settled: settled}, ErrCases, "0 memories"},
		"no prompts":       {`{"id":"a","text":"x"}`, Options{Settled: settled}, ErrCases, "0 prompts"},
		"no id":            {`{"text":"x"}`, Options{Settled: settled}, ErrCases, "no id"},
		"twice":            {`{"id":"a","text":"x"}{"id":"a","class":"y","text":"x"}`, Options{Settled: settled}, ErrCases, "twice"},
		"no text":          {`{"id":"a","class":"y","text":" "}`, Options{Settled: settled}, ErrCases, "no text"},
		"no class":         {`{"id":"a","text":"x","evidence":["b"]}`, Options{Settled: settled}, ErrCases, "needs a class"},
		"unknown evidence": {`{"id":"a","text":"x"}{"id":"p","class":"y","text":"x","evidence":["b"]}`, Options{Settled: settled}, ErrCases, `"b"`},
		"no time":          {`{"id":"a","text":"x","time":"soon"}{"id":"p","class":"y","text":"x"}`, Options{Settled: settled}, ErrCases, "soon"},
		"cannot settle":    {quietCases, Options{Settled: func(context.Context, memtide.Space) error { return broken }}, broken, ""},
	} {
		r, err := Silence(t.Context(), w.client(), strings.NewReader(tt.cases), tt.opts)
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.names) || r.Memories != 0 {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
}

func FuzzReadQuiet(f *testing.F) {
	f.Add(quietCases)
	f.Add(`{"id":"a","text":"x","class":1}`)
	f.Fuzz(func(t *testing.T, s string) {
		q, err := readQuiet(strings.NewReader(s))
		if err == nil && (len(q.store.Corpus) == 0 || len(q.prompts) == 0) {
			t.Errorf("%+v and no error", q)
		}
		if err != nil && !errors.Is(err, ErrCases) {
			t.Errorf("%v is not ErrCases", err)
		}
	})
}

// What a search for a memory leaves out, because something else says the same, is told
// by the words that were shown of it.
func TestTellsOf(t *testing.T) {
	id := memtide.ID{9}
	all := []said{{Entry: Entry{ID: "m1", Text: "Tea is at four in the lighthouse, as always."}}, {Entry: Entry{ID: "m2", Text: "The gull is called Otto."}}}
	for line, want := range map[string]string{
		"Tea is at four in the lighthouse":                        "m1",
		"The gull is called Otto. — since then: It is called Eva": "m2",
		"Tea is at five in the lighthouse":                        "",
		"Tea":                                                     "",
	} {
		block := "<memory>\n- (2026-01-01) [abcdefg] Nothing of it.\n- (2026-01-02) [" + id.Short() + "] " + line + "\n- [hijklmn] Tea is at four\n</memory>"
		if got := tellsOf(all, block, id); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := tellsOf(all, "", id); got != "" {
		t.Errorf("of no block %q", got)
	}
}
