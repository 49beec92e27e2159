package eval

import (
	"strings"

	"github.com/memtide/memtide/bus/event"
)

// Placed is one query and what it brought, for those who want to see the misses
// behind a figure. Ids are those of the corpus.
type Placed struct {
	Store    string     `json:"store"`
	Query    string     `json:"query"`
	Category string     `json:"category"`
	Text     string     `json:"text"`
	Evidence []string   `json:"evidence"`
	Places   [][]string `json:"places"`           // in order of injection, without pins; what each counts as
	Pinned   []string   `json:"pinned,omitempty"` // brought by standing directives
	Missed   []string   `json:"missed,omitempty"` // evidence that stands in neither
}

func placedOf(store string, q Query, items []event.Item, k key) Placed {
	p := Placed{Store: store, Query: q.ID, Category: q.Category, Text: q.Text, Evidence: q.Evidence, Places: [][]string{}}
	found := evidence{}
	for _, u := range places(items, k, false) {
		p.Places = append(p.Places, u.counts)
		found.add(u)
	}
	for _, u := range pinned(items, k) {
		p.Pinned = append(p.Pinned, u.counts...)
		found.add(u)
	}
	for _, id := range q.Evidence {
		if !found[id] {
			p.Missed = append(p.Missed, id)
		}
	}
	return p
}

func (e evidence) add(u unit) {
	for _, id := range u.counts {
		e[id] = true
	}
}

// Marked is one row of labels and how it was read. A mark is its class, and behind
// a blank the name of an entity.
type Marked struct {
	Row  string   `json:"row"`
	Text string   `json:"text,omitempty"`
	Want []string `json:"want"`
	Got  []string `json:"got"`
}

func (o Options) marked(r Row, want, got []mark) error {
	if o.Marked == nil {
		return nil
	}
	return o.Marked(Marked{Row: r.ID, Text: r.Text, Want: written(want), Got: written(got)})
}

func written(marks []mark) []string {
	out := make([]string, len(marks))
	for i, m := range marks {
		out[i] = strings.TrimSpace(m.class + " " + m.name)
	}
	return out
}
