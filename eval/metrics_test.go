package eval

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/memtide/memtide/bus/event"
)

// small is a corpus of four entries, one of them made of three turns.
func small() key {
	return key{
		"ta": {id: "a", counts: []string{"a"}}, "tb": {id: "b", counts: []string{"b"}},
		"tc": {id: "c", counts: []string{"c"}}, "ts": {id: "s", counts: []string{"x", "y", "z"}},
	}
}

// item makes an item of 100 tokens.
func item(turn, text string) event.Item { return event.Item{Turn: turn, Text: text, Tokens: 100} }

func pin(it event.Item) event.Item {
	it.Pinned = true
	return it
}

func ids(us []unit) []string {
	var out []string
	for _, u := range us {
		out = append(out, u.id)
	}
	return out
}

func TestPlaces(t *testing.T) {
	items := []event.Item{item("ta", ""), item("unknown", ""), item("", ""), pin(item("tb", "")), item("ta", ""), item("tc", ""), item("tb", "")}
	if d := cmp.Diff([]string{"a", "c", "b"}, ids(places(items, small(), false))); d != "" {
		t.Errorf("without pins (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"a", "b", "c"}, ids(places(items, small(), true))); d != "" {
		t.Errorf("with pins (-want +got):\n%s", d)
	}
}

func TestRankMetrics(t *testing.T) {
	k := small()
	us := func(turns ...string) (out []unit) {
		for _, x := range turns {
			out = append(out, k[x])
		}
		return out
	}
	log3 := math.Log2(3)
	tests := []struct {
		name                string
		evidence            []string
		found               []unit
		at1, at2, mrr, ndcg float64
	}{
		{"first", []string{"a"}, us("ta", "tb"), 1, 1, 1, 1},
		{"second", []string{"a"}, us("tb", "ta"), 0, 1, 0.5, 1 / log3},
		{"third", []string{"a"}, us("tb", "tc", "ta"), 0, 0, 1.0 / 3, 0.5},
		{"never", []string{"a"}, us("tb", "tc"), 0, 0, 0, 0},
		{"nothing came", []string{"a"}, nil, 0, 0, 0, 0},
		{"one of two", []string{"a", "gone"}, us("ta"), 0.5, 0.5, 1, 1 / (1 + 1/log3)},
		{"two of three, places two and three", []string{"a", "b", "gone"}, us("tc", "ta", "tb"), 0, 1.0 / 3, 0.5,
			(1/log3 + 0.5) / (1 + 1/log3 + 0.5)},
		{"named twice in the key", []string{"a", "a"}, us("ta"), 1, 1, 1, 1},
		{"two of the three that a summary was made of", []string{"x", "z"}, us("tb", "ts"), 0, 1, 0.5, (1 / log3) / (1 + 1/log3)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := setOf(tt.evidence)
			got := []float64{e.share(first(tt.found, 1)), e.share(first(tt.found, 2)), e.reciprocal(tt.found), e.ndcg(tt.found, 10)}
			if d := cmp.Diff([]float64{tt.at1, tt.at2, tt.mrr, tt.ndcg}, got, cmpopts.EquateApprox(0, 1e-12)); d != "" {
				t.Errorf("recall@1, recall@2, MRR, nDCG@10 (-want +got):\n%s", d)
			}
		})
	}
}

func TestNDCGStopsAtK(t *testing.T) {
	k := small()
	found := []unit{k["tb"], k["tc"], k["ta"]}
	if got := setOf([]string{"a"}).ndcg(found, 2); got != 0 {
		t.Errorf("a hit on place three counts %v in nDCG@2", got)
	}
	e := setOf([]string{"a", "b", "c"})
	if got := e.ndcg(found, 2); got != 1 {
		t.Errorf("two hits on two places are %v of the best nDCG@2, want 1", got)
	}
}

func TestRepeatedSummaryGainsOnce(t *testing.T) {
	one := unit{id: "s1", counts: []string{"x"}}
	two := unit{id: "s2", counts: []string{"x"}}
	if got := setOf([]string{"x"}).ndcg([]unit{one, two}, 10); got != 1 {
		t.Errorf("nDCG is %v, want 1", got)
	}
}

func TestWithinTokens(t *testing.T) {
	items := []event.Item{item("ta", ""), pin(item("tb", "")), item("unknown", ""), item("tc", "")}
	for _, tt := range []struct {
		budget int
		want   []string
	}{{99, nil}, {100, []string{"a"}}, {200, []string{"a", "b"}}, {399, []string{"a", "b"}}, {400, []string{"a", "b", "c"}}, {1000, []string{"a", "b", "c"}}} {
		if d := cmp.Diff(tt.want, ids(within(items, small(), tt.budget))); d != "" {
			t.Errorf("within %d tokens (-want +got):\n%s", tt.budget, d)
		}
	}
}

func TestExpected(t *testing.T) {
	items := []event.Item{item("ta", "Anna lives in LISBON"), pin(item("tb", "Porto")), item("", "since May")}
	for _, tt := range []struct {
		want []string
		k    int
		ok   bool
	}{
		{[]string{"lisbon"}, 10, true}, {[]string{"Lisbon", "may"}, 10, true}, {[]string{"Lisbon", "May"}, 1, false},
		{[]string{"Lisbon", "June"}, 10, false}, {[]string{"Porto"}, 10, false}, {[]string{"lisbonsince"}, 10, false},
	} {
		if got := expected(items, tt.want, tt.k); got != tt.ok {
			t.Errorf("%q in the first %d: %v, want %v", tt.want, tt.k, got, tt.ok)
		}
	}
}

func TestNewest(t *testing.T) {
	k := small()
	q := Query{Evidence: []string{"a", "b"}, Latest: []string{"b"}}
	filler := []unit{{id: "1"}, {id: "2"}, {id: "3"}, {id: "4"}, {id: "5"}}
	for _, tt := range []struct {
		name        string
		found       []unit
		leads, near bool
	}{
		{"newer first", []unit{k["tc"], k["tb"], k["ta"]}, true, true},
		{"older first", []unit{k["ta"], k["tb"]}, false, true},
		{"newer alone, late", append(filler[:5:5], k["tb"]), true, false},
		{"older alone", []unit{k["ta"]}, false, false},
		{"none", nil, false, false},
	} {
		if leads, near := newest(tt.found, q); leads != tt.leads || near != tt.near {
			t.Errorf("%s: first %v, within five %v; want %v, %v", tt.name, leads, near, tt.leads, tt.near)
		}
	}
}

func TestPercentile(t *testing.T) {
	var ds []time.Duration
	for i := range 100 {
		ds = append(ds, time.Duration(i+1)*time.Millisecond)
	}
	for p, want := range map[float64]float64{0.5: 50, 0.99: 99, 1: 100, 0: 1} {
		if got := percentile(ds, p); got != want {
			t.Errorf("p%v is %v ms, want %v", 100*p, got, want)
		}
	}
	if got := percentile(ds[:1], 0.99); got != 1 {
		t.Errorf("p99 of one is %v, want 1", got)
	}
}

// TestReport holds a whole report of four queries against figures by hand, and
// with it the names of all its fields.
func TestReport(t *testing.T) {
	ks, limit := cleanK([]int{2, 1})
	if limit != 10 {
		t.Errorf("limit %d: the figures at 10 need ten items", limit)
	}
	c := newCount(ks)
	c.report.Cases, c.report.Unit, c.report.Engine = "own.jsonl", "turn", "rules"
	k := small()
	c.add(answer{Query: Query{Category: "who", Evidence: []string{"a"}, Expect: []string{"anna"}}, took: 2 * time.Millisecond,
		items: []event.Item{item("ta", "Anna"), item("tb", "")}}, k)
	c.add(answer{Query: Query{Category: "now", Evidence: []string{"a", "b"}, Latest: []string{"b"}, Expect: []string{"bob"}}, took: 4 * time.Millisecond,
		items: []event.Item{pin(item("tb", "Bob")), item("tc", ""), item("ta", "")}}, k)
	c.add(answer{Query: Query{Category: "never"}, took: time.Millisecond, items: []event.Item{item("tc", "")}}, k)
	c.add(answer{Query: Query{Category: "never"}, took: time.Millisecond}, k)
	raw, err := json.Marshal(c.done())
	if err != nil {
		t.Fatal(err)
	}
	// now: without the pin c, a stand: recall 0, ½; MRR ½; nDCG (1/log₂3)/(1+1/log₂3) = 0.38685.
	want := `{"cases":"own.jsonl","n":4,"unit":"turn","engine":"rules",
	"overall":{"n":2,"recall":{"1":0.5,"2":0.75},"any":{"1":0.5,"2":1},"all":{"1":0.5,"2":0.5},"mrr":0.75,"ndcg":{"10":0.69343},
		"budget_recall":{"500":1,"1000":1},"expect":{"10":0.5},"with_pins":{"recall":{"10":1},"any":{"10":1}}},
	"categories":{
		"who":{"n":1,"recall":{"1":1,"2":1},"any":{"1":1,"2":1},"all":{"1":1,"2":1},"mrr":1,"ndcg":{"10":1},
			"budget_recall":{"500":1,"1000":1},"expect":{"10":1},"with_pins":{"recall":{"10":1},"any":{"10":1}}},
		"now":{"n":1,"recall":{"1":0,"2":0.5},"any":{"1":0,"2":1},"all":{"1":0,"2":0},"mrr":0.5,"ndcg":{"10":0.38685},
			"budget_recall":{"500":1,"1000":1},"expect":{"10":0},"with_pins":{"recall":{"10":1},"any":{"10":1}}}},
	"no_evidence":{"n":2,"injected":1},"pins":{"n":1,"tokens":25},
	"latest_first":{"n":1,"first":0,"within_5":0},"latency_ms":{"p50":1,"p99":4}}`
	if d := cmp.Diff(generic(t, []byte(want)), generic(t, raw)); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
}

func TestReportLeavesOutWhatDoesNotApply(t *testing.T) {
	c := newCount([]int{5})
	c.add(answer{Query: Query{Category: "who", Evidence: []string{"a"}}}, small())
	raw, err := json.Marshal(c.done())
	if err != nil {
		t.Fatal(err)
	}
	got := generic(t, raw).(map[string]any)
	overall := got["overall"].(map[string]any)
	for _, name := range []string{"no_evidence", "latest_first"} {
		if _, ok := got[name]; ok {
			t.Errorf("%s is there: %s", name, raw)
		}
	}
	if _, ok := overall["expect"]; ok {
		t.Errorf("expect is there: %s", raw)
	}
	if overall["mrr"] != 0.0 {
		t.Errorf("an MRR of 0 is left out: %s", raw)
	}
}

func generic(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
