package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/llm"
	prompts "github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/stages/remember"
)

// replayEstimate is what a replay would take, before it is begun.
type replayEstimate struct {
	HalfTurns int             `json:"half_turns,omitempty"`
	Prompts   int             `json:"prompts,omitempty"`
	Bytes     int             `json:"bytes"`
	Layers    []layerEstimate `json:"layers,omitempty"` // none: the rules read
	Sum       layerEstimate   `json:"sum"`
	Takes     int64           `json:"takes_us"` // about, in millionths of a second
}

// layerEstimate is the share of one layer.
type layerEstimate struct {
	Layer      string `json:"layer,omitempty"`
	Model      string `json:"model,omitempty"`
	Requests   int    `json:"requests"`      // about
	Most       int    `json:"requests_most"` // answers that are paid for, repairs too
	Recorded   int    `json:"recorded"`      // replies that are there already, beside those
	In         int    `json:"in"`            // tokens, about
	OutMost    int    `json:"out_most"`      // tokens
	Micros     int64  `json:"micros"`        // about, in millionths of a dollar
	MostMicros int64  `json:"micros_most"`   // if every answer is as long as it may be
	Unpriced   int    `json:"unpriced"`      // of Most, those of which no price is known
}

// A rough rate of the rules, for the estimate: half-turns a second on two busy
// cores.
const rulesRate = 250

// secondsAnAnswer is what a model is reckoned to take, for the estimate.
const secondsAnAnswer = 2

// second is one in the unit of an estimate.
const second = int64(time.Second / time.Microsecond)

// toRead is a half-turn in an estimate.
type toRead struct {
	id    string
	bytes int
}

// estimate says what a reading would take. What is recorded already is found out
// by a reading that answers from the record alone.
func (g *again) estimate(ctx context.Context, a *app) (e replayEstimate, err error) {
	var turns []toRead
	err = eachTurn(ctx, g.cl, memtide.Space(g.cfg.Space), func(t event.TurnTaken) error {
		e.HalfTurns, e.Bytes = e.HalfTurns+1, e.Bytes+len(t.Text)
		if g.modelled {
			turns = append(turns, toRead{t.ID, len(t.Text)})
		}
		return nil
	})
	g.turns, e.Takes = e.HalfTurns, int64(e.HalfTurns/rulesRate+1)*second
	if err != nil || len(turns) == 0 {
		return e, err
	}
	m, err := llm.New(daemon.ModelsConfig(g.cfg), llm.Options{Owner: g.records})
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	known, err := g.recalled(ctx, a, m)
	if err != nil {
		return e, err
	}
	most, bytes := mostPaid(turns, known)
	e.add(m.Status(), remember.Prompts(), most, func(layer string) int { return bytes[layer] + besideTold()[layer].bytes*((most[layer]+1)/2) })
	for i := range e.Layers {
		for at, n := range known.asked {
			if at.layer == e.Layers[i].Layer {
				e.Layers[i].Recorded += n
			}
		}
		e.Sum.Recorded += e.Layers[i].Recorded
	}
	return e, nil
}

// recalled reads from the record alone, where there is anything that these models
// have said. What it has not found there is missed.
func (g *again) recalled(ctx context.Context, a *app, m *llm.Models) (*watched, error) {
	watch := newWatched(true)
	paid, err := client.Control[[]llm.Spent](ctx, g.cl, "costs", control.CostsRequest{})
	if err != nil {
		return nil, err
	}
	said := slices.ContainsFunc(m.Status(), func(l llm.LayerState) bool {
		return slices.ContainsFunc(paid, func(s llm.Spent) bool { return s.Model == l.Model && s.Calls > 0 })
	})
	if !said {
		watch.missed = nil
		return watch, nil
	}
	w, err := g.read(ctx, a, "looking what is recorded", watch)
	if err != nil {
		return nil, err
	}
	return watch, w.End()
}

// mostPaid says how many answers each layer is paid for at most, and about how
// many bytes of the half-turns it is shown. What a layer before store asks hangs
// on the half-turn alone; the others ask of a memory, which is another one from
// the first reply on that was missed.
func mostPaid(turns []toRead, known *watched) (most, bytes map[string]int) {
	most, bytes = map[string]int{}, map[string]int{}
	for _, layer := range readingLayers() {
		most[layer] = 0
	}
	same := known.missed != nil
	for _, t := range turns {
		open := known.missed == nil
		for _, layer := range []string{"gate", "extract", "filter"} {
			open = open || known.missed[reading{t.id, layer}]
			if open {
				most[layer] += remember.MostAsked(t.bytes)[layer]
				bytes[layer] += t.bytes
			}
		}
		for _, layer := range readingLayers() {
			same = same && !known.missed[reading{t.id, layer}]
		}
		if same {
			continue
		}
		for _, layer := range []string{"store", "storeloop", "novelty", "reconcile"} {
			most[layer] += remember.MostAsked(t.bytes)[layer]
			bytes[layer] += t.bytes
		}
	}
	return most, bytes
}

// add reckons what the layers would take that have a model. shown says about how
// many bytes a layer is shown in all, beside what it is told.
func (e *replayEstimate) add(layers []llm.LayerState, files []prompts.File, most map[string]int, shown func(layer string) int) {
	for _, f := range files {
		l, ok := stateOf(layers, f.Name)
		if _, reads := most[f.Name]; !ok || !reads || instead(layers, f.Name) {
			continue
		}
		n := most[f.Name]
		row := layerEstimate{Layer: f.Name, Model: l.Model, Most: n, OutMost: n * max(f.MaxTokens, leastAnswer)}
		row.Requests = (n + 1) / 2 // hardly any answer has to be repaired, and a talk ends sooner
		row.In = (row.Requests*len(f.Text) + shown(f.Name)) / 4
		if l.Price == nil {
			row.Unpriced = n
		} else {
			row.Micros = l.Price.Cost(llm.Usage{In: row.In, Out: row.OutMost / 8})
			row.MostMicros = l.Price.Cost(llm.Usage{In: 2*row.In + n*len(f.Text)/4, Out: row.OutMost})
		}
		e.Layers = append(e.Layers, row)
		s := &e.Sum
		s.Requests, s.Most, s.In, s.OutMost = s.Requests+row.Requests, s.Most+n, s.In+row.In, s.OutMost+row.OutMost
		s.Micros, s.MostMicros, s.Unpriced = s.Micros+row.Micros, s.MostMicros+row.MostMicros, s.Unpriced+row.Unpriced
	}
	e.Takes += int64(e.Sum.Requests*secondsAnAnswer) * second
}

// leastAnswer is what an answer may have, in tokens, where a prompt says nothing.
const leastAnswer = 2048

func stateOf(all []llm.LayerState, layer string) (llm.LayerState, bool) {
	i := slices.IndexFunc(all, func(l llm.LayerState) bool { return l.Layer == layer })
	if i < 0 {
		return llm.LayerState{}, false
	}
	return all[i], true
}

// instead reports whether another layer is asked in the place of this one.
func instead(all []llm.LayerState, layer string) bool {
	others := map[string][]string{"novelty": {"store", "storeloop"}, "store": {"storeloop"}}[layer]
	return slices.ContainsFunc(others, func(o string) bool { _, has := stateOf(all, o); return has })
}

func (e replayEstimate) write(out io.Writer) {
	took := (time.Duration(e.Takes) * time.Microsecond).Round(time.Second)
	what := memtide.Count(e.HalfTurns, "half-turn")
	if e.Prompts > 0 {
		what = memtide.Count(e.Prompts, "prompt")
	}
	if len(e.Layers) == 0 {
		fmt.Fprintf(out, "%s, %s of text, by the rules: about %s, no model calls, no cost\n", what, memtide.Size(uint64(e.Bytes)), took)
		return
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "LAYER\tMODEL\tRECORDED\tTO PAY\tAT MOST\tIN\tOUT AT MOST\tCOST\tAT MOST\t")
	for _, l := range e.Layers {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t\n", l.Layer, l.Model, l.Recorded, l.Requests, l.Most, l.In, l.OutMost, l.money(l.Micros), l.money(l.MostMicros))
	}
	w.Flush()
	fmt.Fprintf(out, "%s, %s of text: ", what, memtide.Size(uint64(e.Bytes)))
	if e.Sum.Most == 0 {
		fmt.Fprintf(out, "%s recorded, which is all: nothing is paid; about %s\n", memtide.Count(e.Sum.Recorded, "reply"), took)
		return
	}
	fmt.Fprintf(out, "%s recorded; about %d to be paid, %d at most: about %s, at most %s%s; about %s\n", memtide.Count(e.Sum.Recorded, "reply"),
		e.Sum.Requests, e.Sum.Most, llm.Dollars(e.Sum.Micros), llm.Dollars(e.Sum.MostMicros), unpricedText(e.Sum.Unpriced), took)
	if e.Prompts > 0 {
		fmt.Fprintln(out, "What a layer may take on a day bounds it: then the rules answer.")
		return
	}
	fmt.Fprintln(out, "What a layer may take on a day bounds it: then the reading ends, and the next one goes on where it was.")
}

func (l layerEstimate) money(micros int64) string {
	if l.Unpriced > 0 {
		return "?"
	}
	return llm.Dollars(micros)
}
