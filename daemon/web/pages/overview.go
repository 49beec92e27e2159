package pages

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// chart is a row of columns for the templates, in the units of its picture.
type chart struct {
	Columns []column
	Most    int
	Total   int
}

type column struct {
	X, Y, H float64
	N       int
	Day     string
}

// The picture of a chart, in its own units.
const (
	chartHigh = 60.0
	chartStep = 10.0
)

// chartOf draws what was learnt by day.
func chartOf(days []tools.DayCount) chart {
	c := chart{Most: 1}
	for _, d := range days {
		c.Most, c.Total = max(c.Most, d.Made), c.Total+d.Made
	}
	for i, d := range days {
		h := chartHigh * float64(d.Made) / float64(c.Most)
		if d.Made > 0 {
			h = max(h, 2)
		}
		c.Columns = append(c.Columns, column{X: float64(i) * chartStep, Y: chartHigh - h, H: h, N: d.Made, Day: d.Day})
	}
	return c
}

// kindCount is how much there is of a kind.
type kindCount struct {
	Kind memtide.Kind
	Live int
	Gone int
}

func kindsOf(s tools.Stats) (all []kindCount, live int) {
	for _, k := range memtide.Kinds {
		n := s.Kinds[k]
		if n.Live+n.Archived+n.Superseded > 0 {
			all = append(all, kindCount{k, n.Live, n.Archived + n.Superseded})
		}
		if k != memtide.Episode && k != memtide.Entity {
			live += n.Live
		}
	}
	return all, live
}

// given is a receipt and the first words of what was injected.
type givenTo struct {
	control.Told
	Shown []effect
}

// withWords adds to receipts what they speak of.
func (c *call) withWords(all []control.Told) ([]givenTo, error) {
	var ids []memtide.ID
	for _, r := range all {
		for _, id := range r.Injected {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	words, err := c.wordsOf(ids)
	out := make([]givenTo, len(all))
	for i, r := range all {
		out[i].Told = r
		for _, id := range r.Injected {
			out[i].Shown = append(out[i].Shown, effect{ID: id, Words: words[id.String()]})
		}
	}
	return out, err
}

func (s *Site) overview(c *call) (page, error) {
	s.status.forget() // here it is not a line but the subject
	stats, err := ask[tools.Stats](c, "stats", control.SpaceRequest{Space: c.space})
	if err != nil {
		return page{}, err
	}
	told, err := ask[[]control.Told](c, "receipts", control.ReceiptsRequest{Space: c.space, Limit: 6, Prompts: true, ReceiptFilter: control.ReceiptFilter{Mode: event.ModePrompt}})
	if err != nil {
		return page{}, err
	}
	given, err := c.withWords(told)
	if err != nil {
		return page{}, err
	}
	all, err := ask[[]ledger.Logged](c, "log", control.LogRequest{Space: c.space, Limit: 40})
	if err != nil {
		return page{}, err
	}
	lines, err := linesOf(c, all)
	if err != nil {
		return page{}, err
	}
	lines = slices.DeleteFunc(lines, func(l line) bool { return len(l.Effects) == 0 || onlyHeard(l) })
	kinds, live := kindsOf(stats)
	return page{name: "overview", title: "Overview", here: "overview", live: true, data: map[string]any{
		"Stats": stats, "Kinds": kinds, "Live": live, "Chart": chartOf(stats.Days), "Given": given, "Lines": lines[:min(len(lines), 8)],
	}}, nil
}

// onlyHeard reports whether a change keeps what was said and nothing else.
func onlyHeard(l line) bool {
	return !slices.ContainsFunc(l.Effects, func(e effect) bool { return e.Kind != memtide.Episode })
}

func projects(c *call) (page, error) {
	stats, err := ask[tools.Stats](c, "stats", control.SpaceRequest{Space: c.space})
	shown, pager := paged(c, stats.Projects)
	return page{name: "projects", title: "Projects", here: "projects", data: map[string]any{"Projects": shown, "Pager": pager}}, err
}
