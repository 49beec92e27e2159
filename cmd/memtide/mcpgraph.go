package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/redact"
)

// graphLine is one line of the file of the MCP server "memory": an entity with
// what is observed of it, or a relation between two.
type graphLine struct {
	Type         string   `json:"type"`
	Name         string   `json:"name"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`
	From         string   `json:"from"`
	To           string   `json:"to"`
	RelationType string   `json:"relationType"`
}

// wholeGraph is the same as the server's tool read_graph answers it.
type wholeGraph struct {
	Entities  []graphLine `json:"entities"`
	Relations []graphLine `json:"relations"`
}

// isGraph reports whether a text begins as such a file does.
func isGraph(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	var l graphLine
	if json.Unmarshal([]byte(first), &l) == nil && (l.Type == "entity" || l.Type == "relation") {
		return true
	}
	if begin := strings.ReplaceAll(first[:min(len(first), 40)], " ", ""); strings.HasPrefix(begin, `{"type":"entity"`) { // and longer than what was read
		return true
	}
	return strings.HasPrefix(text, "{") && strings.Contains(text, `"entities"`) && strings.Contains(text, `"observations"`)
}

// Bounds of a graph that is read.
const (
	observationMost = 64 << 10 // bytes
	graphNameMost   = 1000     // bytes of a name, and of the type of a relation
	badMost         = 20       // bad lines that are named
)

// readGraph reads a graph. The error names every line that cannot be used, and
// then there is no graph.
func readGraph(raw []byte) (lines []graphLine, err error) {
	raw = bytes.TrimPrefix(raw, byteOrderMark)
	var whole wholeGraph
	if json.Unmarshal(raw, &whole) == nil && len(whole.Entities)+len(whole.Relations) > 0 {
		return whole.lines()
	}
	var bad []error
	for n, raw := range bytes.Split(raw, []byte("\n")) {
		if raw = bytes.TrimSpace(raw); len(raw) == 0 {
			continue
		}
		var l graphLine
		why := ""
		if err := json.Unmarshal(raw, &l); err != nil {
			why = event.BadJSON[graphLine](raw, err).Error()
		} else {
			why = l.wrong()
		}
		if why != "" {
			bad = append(bad, fmt.Errorf("line %d: %s", n+1, why))
		}
		lines = append(lines, l)
	}
	return judged(lines, bad)
}

// lines returns a whole graph as its lines would stand in the file.
func (g wholeGraph) lines() ([]graphLine, error) {
	var lines []graphLine
	var bad []error
	for _, part := range []struct {
		kind string
		all  []graphLine
	}{{"entity", g.Entities}, {"relation", g.Relations}} {
		for i, l := range part.all {
			l.Type = part.kind
			if why := l.wrong(); why != "" {
				bad = append(bad, fmt.Errorf("%s %d: %s", part.kind, i+1, why))
			}
			lines = append(lines, l)
		}
	}
	return judged(lines, bad)
}

func judged(lines []graphLine, bad []error) ([]graphLine, error) {
	if len(bad) == 0 {
		return lines, nil
	}
	if more := len(bad) - badMost; more > 0 {
		bad = append(bad[:badMost], fmt.Errorf("and %d more", more))
	}
	return nil, errors.Join(bad...)
}

// wrong says what is wrong with a line, "" for nothing.
func (l *graphLine) wrong() string {
	switch {
	case l.Type == "entity" && graphName(l.Name) == "":
		return "an entity needs name"
	case l.Type == "relation" && (graphName(l.From) == "" || graphName(l.To) == "" || strings.TrimSpace(l.RelationType) == ""):
		return "a relation needs from, to and relationType"
	case l.Type != "entity" && l.Type != "relation":
		return fmt.Sprintf("type is %q, want entity or relation", l.Type)
	case max(len(l.Name), len(l.EntityType), len(l.From), len(l.To), len(l.RelationType)) > graphNameMost:
		return fmt.Sprintf("a name or type has more than %d bytes; shorten it", graphNameMost)
	}
	for i, o := range l.Observations {
		if len(o) > observationMost {
			return fmt.Sprintf("observations[%d] has %d bytes, at most %d are taken; shorten it", i, len(o), observationMost)
		}
	}
	return ""
}

func graphName(s string) string { return strings.Join(strings.Fields(norm.NFC.String(s)), " ") }

// graph makes memories of a graph. Their ids follow from what they say, so that a
// file that has grown brings only what is new.
type graph struct {
	at       time.Time
	project  string                   // of all but names
	entities map[string]*memtide.Node // by folded name
	nodes    []*memtide.Node
	edges    []memtide.Edge

	observations map[*memtide.Node]int // of each name
}

// graphOf returns the memories of a graph that was written at a moment: a name an
// entity; of the observations of a name one half-turn that says them all, which
// is not shown, and a fact each that is derived from it.
func graphOf(lines []graphLine, at time.Time, project string) *graph {
	g := &graph{project: project, at: at.UTC().Truncate(time.Millisecond), entities: map[string]*memtide.Node{}, observations: map[*memtide.Node]int{}}
	for _, l := range lines {
		if l.Type == "entity" {
			g.entity(l.Name, l.EntityType)
		}
	}
	for _, l := range lines {
		switch l.Type {
		case "entity":
			g.observed(l)
		case "relation":
			from, to := g.entity(l.From, ""), g.entity(l.To, "")
			if from.ID != to.ID {
				g.edges = append(g.edges, memtide.Edge{Kind: memtide.Relation, Predicate: predicateOf(l.RelationType), From: from.ID, To: to.ID, Weight: 1, Confidence: 0.8})
			}
		}
	}
	return g
}

// predicateOf writes the type of a relation as ours are, without secrets.
func predicateOf(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(redact.Name(s)), "_"))
}

func (g *graph) node(kind memtide.Kind, content string) *memtide.Node {
	n := &memtide.Node{Kind: kind, Content: content, CreatedAt: g.at, BaseConfidence: 1, Importance: 3, Source: memtide.Source{Client: "mcp-memory"}}
	// The time is no part of the id: the server writes its file anew with every change.
	what := []string{string(kind), content}
	if g.project != "" && kind != memtide.Entity { // the graphs of two projects may say the same
		n.Project, what = g.project, append(what, g.project)
	}
	n.ID = memtide.NewID(time.UnixMilli(1), memtide.NewChangeID("mcp-memory", memtide.Hash(what...)), 0)
	g.nodes = append(g.nodes, n)
	return n
}

// entity returns the entity with a name; one that only a relation names is one,
// too.
func (g *graph) entity(name, kind string) *memtide.Node {
	name = graphName(name)
	key := language.Fold(name)
	e := g.entities[key]
	if e == nil {
		e = g.node(memtide.Entity, name)
		e.CanonicalName, e.FirstSeen, e.MentionCount, e.BaseConfidence, e.Importance = name, g.at, 1, 0, 0
		g.entities[key] = e
	}
	if e.EntityType == "" {
		e.EntityType = strings.ToLower(redact.Name(graphName(kind))) // small letters would hide a secret
	}
	return e
}

// observed keeps what is observed of a name.
func (g *graph) observed(l graphLine) {
	e := g.entity(l.Name, "")
	var facts []*memtide.Node
	var said []string
	size := 0
	flush := func() {
		if len(facts) == 0 {
			return
		}
		episode := g.node(memtide.Episode, strings.Join(said, "\n"))
		episode.Subtype, episode.ArchivedAt = "import", g.at // the facts are found, and it is where they come from
		for _, f := range facts {
			g.edges = append(g.edges, memtide.Edge{Kind: memtide.DerivedFrom, From: f.ID, To: episode.ID, Weight: 1},
				memtide.Edge{Kind: memtide.Mentions, From: f.ID, To: e.ID, Weight: 1})
		}
		facts, said, size = nil, nil, 0
	}
	for _, o := range l.Observations {
		if o = graphName(o); o == "" {
			continue
		}
		if !strings.Contains(language.Fold(o), language.Fold(e.CanonicalName)) {
			o = e.CanonicalName + ": " + o // it stands alone from now on
		}
		f := g.node(memtide.Fact, o)
		f.Subtype = memtide.Stated
		g.observations[e]++
		e.MentionCount = g.observations[e]
		facts, said = append(facts, f), append(said, o)
		if size += len(o); size > observationMost {
			flush()
		}
	}
	flush()
}

// importGraph reads the graph of the MCP server "memory", all of it or nothing.
func importGraph(ctx context.Context, cl *client.Client, space memtide.Space, path string, as bringing) (brought, error) {
	raw, err := readWhole(path)
	if err != nil {
		return brought{}, unread(path, err)
	}
	st, err := os.Stat(path)
	if err != nil {
		return brought{}, unread(path, err)
	}
	lines, err := readGraph(raw)
	if err != nil {
		return brought{}, fmt.Errorf("import %s: nothing is taken: %w", path, err)
	}
	g := graphOf(lines, st.ModTime(), as.project)
	b := newBringer(cl, space, "MCP memory "+filepath.Base(path), as.own)
	for _, n := range g.nodes {
		if err := b.node(ctx, n); err != nil {
			return b.sum, err
		}
	}
	if err := b.flush(ctx); err != nil {
		return b.sum, err
	}
	for _, e := range g.edges {
		// What was known by itself does not come from here.
		if e.Kind != memtide.DerivedFrom || b.ids[e.From] == e.From {
			b.edges = append(b.edges, e)
		}
	}
	err = b.links(ctx)
	return b.sum, err
}
