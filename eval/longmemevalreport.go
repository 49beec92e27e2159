package eval

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// LongMemEvalReport is the outcome of [LongMemEval]. The unit is the session.
type LongMemEvalReport struct {
	Data          string               `json:"data"`
	Engine        string               `json:"engine"` // that answered
	Instances     int                  `json:"instances"`
	Abstention    int                  `json:"abstention"`     // of them, without an answer in the history
	AssistantOnly int                  `json:"assistant_only"` // of them, with evidence in the assistant's turns only
	Unlabelled    int                  `json:"unlabelled"`     // of them, without has_answer on any turn: not in strict
	Feeds         map[Feed]FeedFigures `json:"feeds"`
}

// FeedFigures are the figures with one choice of turns.
type FeedFigures struct {
	HalfTurns  int                       `json:"half_turns"` // fed
	Strict     SessionFigures            `json:"strict"`
	Full       SessionFigures            `json:"full"`
	Types      map[string]SessionFigures `json:"types"` // of full, by question_type
	Abstention *NoEvidence               `json:"abstention,omitempty"`
	LatencyMS  Latency                   `json:"latency_ms"`
}

// SessionFigures are means over questions, by k. Sessions that the history has
// and the answer does not name take places too.
type SessionFigures struct {
	N        int                `json:"n"`
	All      map[string]float64 `json:"recall_all"` // 1 where each wanted session is among the first k
	Any      map[string]float64 `json:"recall_any"` // 1 where one is
	Fraction map[string]float64 `json:"recall"`     // the share that is
	MRR      float64            `json:"mrr"`
}

// sessionKs are the places that sessions are counted at.
func sessionKs() []int { return []int{5, 10} }

// sessionTally sums the figures of some questions.
type sessionTally struct {
	n               int
	all, any, share map[int]float64
	mrr             float64
}

func newSessionTally() *sessionTally {
	return &sessionTally{all: map[int]float64{}, any: map[int]float64{}, share: map[int]float64{}}
}

func (t *sessionTally) add(want evidence, found []string) {
	t.n++
	for _, k := range sessionKs() {
		hits := 0
		for _, id := range found[:min(k, len(found))] {
			if want[id] {
				hits++
			}
		}
		t.share[k] += float64(hits) / float64(len(want))
		if hits > 0 {
			t.any[k]++
		}
		if hits == len(want) {
			t.all[k]++
		}
	}
	if i := slices.IndexFunc(found, func(id string) bool { return want[id] }); i >= 0 {
		t.mrr += 1 / float64(i+1)
	}
}

func (t *sessionTally) figures() SessionFigures {
	f := SessionFigures{N: t.n, All: map[string]float64{}, Any: map[string]float64{}, Fraction: map[string]float64{}}
	if t.n == 0 {
		return f
	}
	n := float64(t.n)
	for _, k := range sessionKs() {
		at := strconv.Itoa(k)
		f.All[at], f.Any[at], f.Fraction[at] = round(t.all[k]/n), round(t.any[k]/n), round(t.share[k]/n)
	}
	f.MRR = round(t.mrr / n)
	return f
}

// Table prints the report for a person.
func (r LongMemEvalReport) Table(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d instances, unit session, engine %s\n", r.Data, r.Instances, r.Engine)
	fmt.Fprintf(&b, "%d of abstention are in neither set; %d with evidence of the assistant only are not in strict\n", r.Abstention, r.AssistantOnly)
	if r.Unlabelled > 0 {
		fmt.Fprintf(&b, "%d have no has_answer on any turn, so that strict cannot be told: they are not in it\n", r.Unlabelled)
	}
	fmt.Fprintln(&b)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "turns fed\tquestions\tn\tall@5\tall@10\tany@5\tany@10\tR@5\tR@10\tMRR\t")
	row := func(feed Feed, name string, f SessionFigures) {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%.3f\t\n", feed, name, f.N, percent(f.All, "5"), percent(f.All, "10"),
			percent(f.Any, "5"), percent(f.Any, "10"), percent(f.Fraction, "5"), percent(f.Fraction, "10"), f.MRR)
	}
	for _, feed := range slices.Sorted(maps.Keys(r.Feeds)) {
		f := r.Feeds[feed]
		for _, name := range slices.Sorted(maps.Keys(f.Types)) {
			row(feed, name, f.Types[name])
		}
		row(feed, "full", f.Full)
		row(feed, "strict", f.Strict)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, feed := range slices.Sorted(maps.Keys(r.Feeds)) {
		f := r.Feeds[feed]
		fmt.Fprintf(&b, "\n%s: %d half-turns, latency %.1f ms p50, %.1f ms p99", feed, f.HalfTurns, f.LatencyMS.P50, f.LatencyMS.P99)
		if f.Abstention != nil {
			fmt.Fprintf(&b, "; %d of %d questions of abstention got an answer", f.Abstention.Injected, f.Abstention.N)
		}
	}
	fmt.Fprintln(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
