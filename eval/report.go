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

// RetrievalReport is the outcome of [Retrieval]. Every map is keyed by k, or
// by tokens. Counts are named as such; all else are fractions, 0 to 1. What
// does not apply to the cases is absent.
type RetrievalReport struct {
	Cases       string             `json:"cases"`
	N           int                `json:"n"`      // queries
	Unit        string             `json:"unit"`   // turn, fact, passage or mixed: what is counted
	Engine      string             `json:"engine"` // that answered
	Overall     Figures            `json:"overall"`
	Categories  map[string]Figures `json:"categories"`
	NoEvidence  *NoEvidence        `json:"no_evidence,omitempty"`
	Pins        Pins               `json:"pins"`
	LatestFirst *LatestFirst       `json:"latest_first,omitempty"`
	LatencyMS   Latency            `json:"latency_ms"`
}

// Figures are the means over the queries that have evidence.
type Figures struct {
	N            int                `json:"n"`
	Recall       map[string]float64 `json:"recall,omitempty"`
	Any          map[string]float64 `json:"any,omitempty"`
	All          map[string]float64 `json:"all,omitempty"`
	MRR          *float64           `json:"mrr,omitempty"`
	NDCG         map[string]float64 `json:"ndcg,omitempty"`
	BudgetRecall map[string]float64 `json:"budget_recall,omitempty"`
	Expect       map[string]float64 `json:"expect,omitempty"` // over the queries that expect something
	WithPins     *WithPins          `json:"with_pins,omitempty"`
}

// WithPins are the figures of the first items and all pinned ones together.
// Evidence for a directive is the half-turn that states it and often those that
// say thanks for it; any says how often the directive was reached.
type WithPins struct {
	Recall map[string]float64 `json:"recall"`
	Any    map[string]float64 `json:"any"`
}

// NoEvidence counts the queries that nothing in the store answers.
type NoEvidence struct {
	N        int `json:"n"`
	Injected int `json:"injected"` // that got an answer nevertheless
}

// Pins says what the channel of standing instructions costs.
type Pins struct {
	N      int     `json:"n"`      // standing directives, over all queries
	Tokens float64 `json:"tokens"` // a query, on average
}

// LatestFirst counts the queries about a value that has changed.
type LatestFirst struct {
	N       int `json:"n"`
	First   int `json:"first"`    // the newer value was the first hit
	Within5 int `json:"within_5"` // it stood among the first five
}

// Latency is the time of an ask as the client sees it, in milliseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
}

// LabelReport is the outcome of [Labels].
type LabelReport struct {
	Cases    string           `json:"cases"`
	N        int              `json:"n"` // rows
	Accuracy float64          `json:"accuracy"`
	MacroF1  float64          `json:"macro_f1"` // unweighted mean over the classes
	Classes  map[string]Class `json:"classes"`
	// Names is how well names are found whatever their type; task entities only.
	Names *Class `json:"names,omitempty"`
}

// Class is how well one class is told from the others.
type Class struct {
	N         int     `json:"n"` // in the data
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// Table prints the report for a person.
func (r RetrievalReport) Table(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d queries, unit %s, engine %s\n\n", r.Cases, r.N, r.Unit, r.Engine)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	ks := numbers(r.Overall.Recall)
	head := []string{"category", "n"}
	for _, k := range ks {
		head = append(head, "R@"+k)
	}
	head = append(head, "any@10", "all@10", "MRR", "nDCG@10", "500 tok", "1000 tok", "expect", "R@10 pins")
	fmt.Fprintln(t, strings.Join(head, "\t")+"\t")
	row := func(name string, f Figures) {
		cells := []string{name, strconv.Itoa(f.N)}
		for _, k := range ks {
			cells = append(cells, percent(f.Recall, k))
		}
		mrr := "-"
		if f.MRR != nil {
			mrr = strconv.FormatFloat(*f.MRR, 'f', 3, 64)
		}
		pins := "-"
		if f.WithPins != nil {
			pins = percent(f.WithPins.Recall, "10")
		}
		cells = append(cells, percent(f.Any, "10"), percent(f.All, "10"), mrr, percent(f.NDCG, "10"),
			percent(f.BudgetRecall, "500"), percent(f.BudgetRecall, "1000"), percent(f.Expect, "10"), pins)
		fmt.Fprintln(t, strings.Join(cells, "\t")+"\t")
	}
	for _, name := range slices.Sorted(maps.Keys(r.Categories)) {
		row(name, r.Categories[name])
	}
	row("overall", r.Overall)
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\nlatency %.1f ms p50, %.1f ms p99; %d pins, %.1f tokens a query\n", r.LatencyMS.P50, r.LatencyMS.P99, r.Pins.N, r.Pins.Tokens)
	if l := r.LatestFirst; l != nil {
		fmt.Fprintf(&b, "changed values: %d of %d with the newer one first, %d within five\n", l.First, l.N, l.Within5)
	}
	if e := r.NoEvidence; e != nil {
		fmt.Fprintf(&b, "without evidence: %d of %d got an answer\n", e.Injected, e.N)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Table prints the report for a person.
func (r LabelReport) Table(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d rows, accuracy %.1f, macro F1 %.1f\n\n", r.Cases, r.N, 100*r.Accuracy, 100*r.MacroF1)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "class\tn\tprecision\trecall\tF1\t")
	row := func(name string, c Class) {
		fmt.Fprintf(t, "%s\t%d\t%.1f\t%.1f\t%.1f\t\n", name, c.N, 100*c.Precision, 100*c.Recall, 100*c.F1)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Classes)) {
		row(name, r.Classes[name])
	}
	if r.Names != nil {
		row("(any type)", *r.Names)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// numbers returns the keys of a map in the order of their values.
func numbers(m map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		x, _ := strconv.Atoi(a) // keys are made of numbers
		y, _ := strconv.Atoi(b)
		return x - y
	})
}

func percent(m map[string]float64, k string) string {
	v, ok := m[k]
	if !ok {
		return "-"
	}
	return strconv.FormatFloat(100*v, 'f', 1, 64)
}
