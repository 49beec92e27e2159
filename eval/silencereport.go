package eval

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// SilenceReport is the outcome of [Silence] and of [Followup]. Rates are fractions, 0 to 1.
type SilenceReport struct {
	Cases     string  `json:"cases"`
	Engine    string  `json:"engine"` // that answered
	Memories  int     `json:"memories"`
	Talks     int     `json:"talks,omitempty"`    // of [Followup]
	Openings  *Given  `json:"openings,omitempty"` // first prompts of talks that need a memory; they stand in neither of the others
	Needless  Needs   `json:"needless"`           // prompts that need no memory
	Needing   Needs   `json:"needing"`            // prompts that need one
	LatencyMS Latency `json:"latency_ms"`
}

// Needs counts prompts of one sort, in all and by class.
type Needs struct {
	Given
	Classes map[string]Given `json:"classes"`
	// Wrong are the ids of the prompts that went wrong: those that were given
	// something needlessly, or not given what they need.
	Wrong []string `json:"wrong,omitempty"`
}

// Given counts what some prompts were given.
type Given struct {
	N        int     `json:"n"`
	Injected int     `json:"injected"`           // that were given anything at all
	Answered int     `json:"answered,omitempty"` // that were given all they need
	Rate     float64 `json:"rate"`               // needless: injected / n, needing: answered / n
	Memories float64 `json:"memories"`           // in a block, on average
	Tokens   float64 `json:"tokens"`             // of a block, on average
}

// quietCount sums one run of [Silence].
type quietCount struct {
	report SilenceReport
	took   []time.Duration
	talks  map[string]map[string]bool // by talk: the memories that it has been shown
}

func newQuietCount(cases string) *quietCount {
	return &quietCount{talks: map[string]map[string]bool{}, report: SilenceReport{Cases: cases,
		Needless: Needs{Classes: map[string]Given{}}, Needing: Needs{Classes: map[string]Given{}}}}
}

// add counts one prompt. What counts as given is the block, and within a talk the
// blocks before it: that is what an agent reads.
func (c *quietCount) add(p Line, reply event.AskReply, nodes map[memtide.ID]string, took time.Duration) {
	c.report.Engine = reply.Engine
	c.took = append(c.took, took)
	one := Given{N: 1}
	shown := map[string]bool{}
	opens := false
	if p.Talk != "" {
		if opens = c.talks[p.Talk] == nil; opens {
			c.talks[p.Talk] = shown
		}
		shown = c.talks[p.Talk]
	}
	if reply.Block != "" {
		one.Injected, one.Tokens = 1, float64(reply.Tokens)
		for _, id := range reply.Receipt.Injected {
			shown[nodes[id]] = true
			one.Memories++
		}
	}
	to, wrong := &c.report.Needless, one.Injected == 1
	if len(p.Evidence) > 0 {
		to, wrong = &c.report.Needing, slices.ContainsFunc(p.Evidence, func(id string) bool { return !shown[id] })
		if !wrong {
			one.Answered = 1
		}
	}
	if opens {
		c.open(p, one)
		return
	}
	if wrong {
		to.Wrong = append(to.Wrong, p.ID)
	}
	to.Given = to.plus(one)
	to.Classes[p.Class] = to.Classes[p.Class].plus(one)
}

// open counts the first prompt of a talk: what follows up has no say in it.
func (c *quietCount) open(p Line, one Given) {
	c.report.Talks++
	if c.report.Openings == nil {
		c.report.Openings = &Given{}
	}
	if len(p.Evidence) > 0 {
		*c.report.Openings = c.report.Openings.plus(one)
	}
}

// plus adds the sums; done turns them into means.
func (g Given) plus(o Given) Given {
	return Given{N: g.N + o.N, Injected: g.Injected + o.Injected, Answered: g.Answered + o.Answered,
		Memories: g.Memories + o.Memories, Tokens: g.Tokens + o.Tokens}
}

func (g Given) mean(needing bool) Given {
	good := g.Injected
	if needing {
		good = g.Answered
	}
	if g.N > 0 {
		g.Rate = round(float64(good) / float64(g.N))
	}
	if g.Injected > 0 {
		g.Memories, g.Tokens = round(g.Memories/float64(g.Injected)), round(g.Tokens/float64(g.Injected))
	}
	return g
}

// done returns the report.
func (c *quietCount) done() SilenceReport {
	r := c.report
	for _, n := range []*Needs{&r.Needless, &r.Needing} {
		needing := n == &r.Needing
		n.Given = n.mean(needing)
		for class, g := range n.Classes {
			n.Classes[class] = g.mean(needing)
		}
	}
	if r.Openings != nil {
		*r.Openings = r.Openings.mean(true)
	}
	slices.Sort(c.took)
	r.LatencyMS = Latency{P50: percentile(c.took, 0.50), P99: percentile(c.took, 0.99)}
	return r
}

// Table prints the report for a person.
func (r SilenceReport) Table(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d memories, %d prompts that need none, %d that need one, engine %s\n\n",
		r.Cases, r.Memories, r.Needless.N, r.Needing.N, r.Engine)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	rows := func(title string, n Needs, count func(Given) int) {
		row := func(name string, g Given) {
			fmt.Fprintf(t, "%s\t%d\t%d\t%.1f\t%.1f\t%.0f\t\n", name, g.N, count(g), 100*g.Rate, g.Memories, g.Tokens)
		}
		fmt.Fprintln(t, title+"\t%\tmemories\ttokens\t")
		for _, class := range slices.Sorted(maps.Keys(n.Classes)) {
			row(class, n.Classes[class])
		}
		row("overall", n.Given)
	}
	rows("needs none\tn\tinjected", r.Needless, func(g Given) int { return g.Injected })
	fmt.Fprintln(t, strings.Repeat("\t", 6))
	rows("needs one\tn\tanswered", r.Needing, func(g Given) int { return g.Answered })
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s of those that need one were given nothing at all; memories and tokens are those of a block\n",
		strconv.Itoa(r.Needing.N-r.Needing.Injected))
	if r.Talks > 0 {
		fmt.Fprintf(&b, "%d talks, whose first prompts are not in the table; %d of %d of them that need a memory were answered\n", r.Talks, r.Openings.Answered, r.Openings.N)
	}
	fmt.Fprintf(&b, "latency %.1f ms p50, %.1f ms p99\n", r.LatencyMS.P50, r.LatencyMS.P99)
	_, err := io.WriteString(w, b.String())
	return err
}
