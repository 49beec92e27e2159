package eval

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Two stores of our own. The second question of the first store is asked at
// the very time of the session that answers it; the third is answered by a
// summary; of the fourth the key names an id that nothing in the store has.
const ownCases = `{"id":"talk","corpus":[
{"id":"m1","session":"1","time":"2024-03-01","speaker":"user","text":"Our parrot Zazu learned to whistle the kettle song."},
{"id":"m2","session":"1","time":"2024-03-01","speaker":"assistant","text":"That sounds noisy at breakfast."},
{"id":"m3","session":"2","time":"2024-03-09T18:00:00","speaker":"Marta","text":"I have taken up fencing on Thursdays."},
{"id":"m4","session":"2","time":"2024-03-09T18:00:00","speaker":"Jon","text":"The marathon in Valencia is what I train for."},
{"id":"s1","session":"3","time":"2024-03-02","speaker":"","text":"They compared glazes for the pottery kiln.","refs":["x1","x2"]}],
"queries":[
{"id":"q1","category":"who","text":"What did the parrot learn to whistle?","time":"2024-03-09T18:00:00","evidence":["m1"],"expect":["KETTLE"]},
{"id":"q2","category":"what","text":"Which marathon does Jon train for?","time":"2024-03-09T18:00:00","evidence":["m4"],"expect":["Valencia","no such words"]},
{"id":"q3","category":"what","text":"Which glazes for the kiln were compared?","evidence":["x1","x2"]},
{"id":"q4","category":"what","text":"Who has taken up fencing?","evidence":["gone"]},
{"id":"q5","category":"never","text":"Xylophone quartz?","evidence":[]}]}
{"id":"facts","corpus":[
{"id":"f1","session":"","time":null,"speaker":"user","text":"The staging server of the shop is called heron.","kind":"fact"},
{"id":"f2","session":"","time":null,"speaker":"user","text":"Invoices are sent on the first of the month.","kind":"process"}],
"queries":[{"id":"q6","category":"who","text":"What is the staging server called?","evidence":["f1"],"latest":["f1"]}]}
`

func TestRetrieval(t *testing.T) {
	w := newWorld(t)
	var fed, asked int
	placed := map[string]Placed{}
	r, err := Retrieval(t.Context(), w.client(), strings.NewReader(ownCases), Options{
		K: []int{1, 3}, Settled: w.settled, Cases: "own.jsonl",
		Progress: func(_, _ int, what string) {
			switch strings.Fields(what)[0] {
			case "fed":
				fed++
			case "asked":
				asked++
			}
		},
		Placed: func(p Placed) error { placed[p.Query] = p; return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Cases != "own.jsonl" || r.N != 6 || r.Unit != unitMixed || r.Engine != "rules" || fed != 7 || asked != 6 {
		t.Errorf("%+v, fed %d, asked %d", r, fed, asked)
	}
	if p := placed["q3"]; len(placed) != 6 || p.Store != "talk" || len(p.Places) == 0 || !slices.Equal(p.Places[0], []string{"x1", "x2"}) || len(p.Missed) != 0 {
		t.Errorf("%d queries placed, q3 at %+v", len(placed), p)
	}
	if p := placed["q4"]; !slices.Equal(p.Missed, []string{"gone"}) {
		t.Errorf("q4 at %+v", p)
	}
	// Of the five queries with evidence all but q4 are answered first. nDCG of
	// q3, where one entry brings both ids, is 1/(1+1/log₂3) = 0.61315.
	if f := r.Overall; f.N != 5 || f.Recall["1"] != 0.8 || f.All["3"] != 0.8 || *f.MRR != 0.8 || f.NDCG["10"] != 0.72263 || f.BudgetRecall["500"] != 0.8 {
		t.Errorf("overall %+v, MRR %v", f, *f.MRR)
	}
	if f := r.Categories["what"]; f.N != 3 || f.Recall["1"] != 0.66667 || f.Expect["10"] != 0 {
		t.Errorf("category what: %+v", f)
	}
	if f := r.Categories["who"]; f.N != 2 || f.Expect["10"] != 1 || f.WithPins.Recall["10"] != 1 {
		t.Errorf("category who: %+v", f)
	}
	if r.NoEvidence == nil || *r.NoEvidence != (NoEvidence{N: 1}) || r.LatestFirst == nil || *r.LatestFirst != (LatestFirst{N: 1, First: 1, Within5: 1}) {
		t.Errorf("without evidence %+v, changed values %+v", r.NoEvidence, r.LatestFirst)
	}
	if _, ok := r.Categories["never"]; ok || r.LatencyMS.P50 <= 0 || r.LatencyMS.P99 < r.LatencyMS.P50 {
		t.Errorf("categories %v, latency %+v", r.Categories, r.LatencyMS)
	}
	var b strings.Builder
	if err := r.Table(&b); err != nil || !strings.Contains(b.String(), "overall") || !strings.Contains(b.String(), "80.0") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

func TestRetrievalTwiceSaysTheSame(t *testing.T) {
	w := newWorld(t)
	run := func() Figures {
		r, err := Retrieval(t.Context(), w.client(), strings.NewReader(ownCases), Options{Settled: w.settled, Cases: "own"})
		if err != nil {
			t.Fatal(err)
		}
		return r.Overall
	}
	if a, b := run(), run(); *a.MRR != *b.MRR || a.Recall["5"] != b.Recall["5"] {
		t.Errorf("%+v, then %+v", a, b)
	}
}

func TestRetrievalRefuses(t *testing.T) {
	settled := func(context.Context, memtide.Space) error { return nil }
	broken := errors.New("broken")
	w := newWorld(t)
	for name, tt := range map[string]struct {
		cases string
		opts  Options
		want  error
	}{
		"no settled":     {ownCases, Options{}, nil},
		"k too large":    {ownCases, Options{Settled: settled, K: []int{5, 101}}, nil},
		"k too small":    {ownCases, Options{Settled: settled, K: []int{0, 5}}, nil},
		"no JSON":        {"{", Options{Settled: settled}, ErrCases},
		"no id":          {`{"corpus":[{"text":"x"}]}`, Options{Settled: settled}, ErrCases},
		"cannot settle":  {ownCases, Options{Settled: func(context.Context, memtide.Space) error { return broken }}, broken},
		"second is none": {`{"id":"a"}` + "\nx", Options{Settled: settled}, ErrCases},
	} {
		r, err := Retrieval(t.Context(), w.client(), strings.NewReader(tt.cases), tt.opts)
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) || r.N != 0 {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
}

func TestTurnsKeepOrderAndComeAgain(t *testing.T) {
	w := newWorld(t)
	c := w.client()
	refused := map[string]int{}
	var got []string
	sub, err := c.NC.Subscribe("own.turn", func(m *nats.Msg) {
		var in event.TurnRequest
		text := decoded(t, m.Data, &in).Text
		var out event.TurnReply
		switch {
		case text == "never", text == "":
			out.Error = "text is not welcome"
		case text == "busy" && refused[text] < 2:
			refused[text]++
			out.Error, out.Retry = "later", true
		default:
			got = append(got, text)
			out.ID = "id of " + text
		}
		body, err := event.Encode(out)
		if err == nil {
			err = m.Respond(body)
		}
		if err != nil && !errors.Is(err, nats.ErrConnectionClosed) { // who was refused does not wait for what follows
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe()
	ask := func(texts ...string) ([]event.TurnReply, error) {
		in := make([]event.TurnRequest, len(texts))
		for i, x := range texts {
			in[i].Text = x
		}
		return c.turnsAt(t.Context(), "own.turn", in, nil)
	}
	replies, err := ask("a", "busy", "c")
	if err != nil || replies[0].ID != "id of a" || replies[1].ID != "id of busy" || replies[2].ID != "id of c" {
		t.Errorf("%+v, %v", replies, err)
	}
	if s := strings.Join(got, " "); s != "a c busy" || refused["busy"] != 2 {
		t.Errorf("taken in the order %q, refused %v", s, refused)
	}
	if _, err := ask("a", "", "c"); err != nil {
		t.Errorf("an entry without words ends it: %v", err)
	}
	if _, err := ask("a", "never", "c"); !errors.Is(err, ErrRefused) {
		t.Errorf("a refusal is %v, want ErrRefused", err)
	}
	if _, err := c.turnsAt(t.Context(), "nobody.there", make([]event.TurnRequest, 1), nil); !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("nobody there: %v", err)
	}
}

func TestDoors(t *testing.T) {
	w := newWorld(t)
	c := w.client()
	at := time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)
	turn, err := c.Turn(t.Context(), event.TurnRequest{Role: memtide.RoleUser, Text: "The harbour crane is painted orange.", Session: "1", Time: at})
	if err != nil || turn.Outcome != event.TurnNew {
		t.Fatalf("%+v, %v", turn, err)
	}
	if err := w.settled(t.Context(), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	a, err := c.Ask(t.Context(), event.AskRequest{Mode: event.ModeQuery, Prompt: "What colour is the harbour crane?", Limit: 5})
	if err != nil || len(a.Items) == 0 || a.Items[0].Turn != turn.ID {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := c.Ask(t.Context(), event.AskRequest{Mode: "guess"}); !errors.Is(err, ErrRefused) {
		t.Errorf("an unknown mode is %v, want ErrRefused", err)
	}
	if _, err := c.Turn(t.Context(), event.TurnRequest{Text: "x y z", Role: "nobody"}); !errors.Is(err, ErrRefused) {
		t.Errorf("an unknown role is %v, want ErrRefused", err)
	}
}
