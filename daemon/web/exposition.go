package web

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// exposition writes metrics in the text format of Prometheus, version 0.0.4. What a metric
// has in several series is written behind one another, as the format wants it.
type exposition struct {
	bytes.Buffer
	last string // metric that was written last
}

// contentType is that of the format.
const contentType = "text/plain; version=0.0.4; charset=utf-8"

// begin writes the head of a metric, once.
func (e *exposition) begin(name, kind, help string) {
	if e.last != name {
		fmt.Fprintf(e, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
		e.last = name
	}
}

// labels are pairs of a name and a value.
type labels []string

func (l labels) String() string {
	if len(l) == 0 {
		return ""
	}
	var parts []string
	for i := 0; i+1 < len(l); i += 2 {
		parts = append(parts, l[i]+`="`+escaped.Replace(l[i+1])+`"`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// escaped writes the value of a label.
var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func (e *exposition) sample(name string, l labels, v float64) {
	fmt.Fprintf(e, "%s%s %s\n", name, l, number(v))
}

func number(v float64) string {
	if math.IsInf(v, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// gauge writes what goes up and down.
func (e *exposition) gauge(name, help string, v float64, l ...string) {
	e.begin(name, "gauge", help)
	e.sample(name, l, v)
}

// counter writes what only goes up, until its process begins anew.
func (e *exposition) counter(name, help string, v float64, l ...string) {
	e.begin(name, "counter", help)
	e.sample(name, l, v)
}

// bounds are the upper ends of the buckets of a [histogram], in seconds: an answer of the
// rules takes a few thousandths of a second, one of a model a second or two.
var bounds = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// histogram counts durations.
type histogram struct {
	buckets [15]uint64 // one more than bounds
	sum     float64    // seconds
}

func (h *histogram) observe(seconds float64) {
	i, _ := slices.BinarySearch(bounds, seconds)
	h.buckets[i]++
	h.sum += seconds
}

func (e *exposition) histogram(name, help string, h *histogram, l ...string) {
	e.begin(name, "histogram", help)
	n := uint64(0)
	for i, in := range h.buckets {
		le := math.Inf(1)
		if i < len(bounds) {
			le = bounds[i]
		}
		n += in
		e.sample(name+"_bucket", append(slices.Clone(l), "le", number(le)), float64(n))
	}
	e.sample(name+"_sum", l, h.sum)
	e.sample(name+"_count", l, float64(n))
}
