package tools

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// origin is where memories come from: a node, a half-turn, a session or a source
// (a client, or a tool).
type origin struct {
	kind, id string
	nodes    []*memtide.Node // that come from there; of a node that node
	turns    map[string]bool // ids of half-turns
}

// turnShort is the fewest characters that stand for a half-turn.
const turnShort = 8

// findOrigin finds what is named, if need be with its kind before it:
// "session:s1". The error is graphdb.ErrNotFound or [ErrAmbiguous].
func findOrigin(v ledger.View, what string) (origin, error) {
	kind, id, ok := strings.Cut(what, ":")
	if !ok || !slices.Contains([]string{"node", "turn", "session", "source"}, kind) {
		kind, id = "", what
	}
	if id == "" {
		return origin{}, fmt.Errorf("%w source: nothing is named", memtide.ErrInvalid)
	}
	if kind == "" || kind == "node" {
		o, err := originNode(v, id)
		if err == nil || kind == "node" || !errors.Is(err, graphdb.ErrNotFound) {
			return o, err
		}
	}
	return originOf(v, kind, id)
}

func originNode(v ledger.View, id string) (origin, error) {
	found, err := Resolve(v, id)
	if err != nil {
		return origin{}, err
	}
	n, err := v.Graph.Node(found)
	return origin{"node", found.String(), []*memtide.Node{n}, map[string]bool{}}, err
}

// originOf finds what comes from a half-turn, a session or a source.
func originOf(v ledger.View, kind, id string) (origin, error) {
	all := map[string]*origin{}
	names := map[string]bool{} // of half-turns
	for n, err := range v.Graph.AllNodes() {
		if err != nil {
			return origin{}, err
		}
		s := n.Source
		for k, fits := range map[string]bool{"turn": len(id) >= turnShort && strings.HasPrefix(s.Turn, id), "session": s.Session == id, "source": s.Client == id} {
			if !fits || kind != "" && kind != k {
				continue
			}
			if all[k] == nil {
				all[k] = &origin{kind: k, id: id, turns: map[string]bool{}}
			}
			all[k].nodes = append(all[k].nodes, n)
			if s.Turn != "" {
				all[k].turns[s.Turn] = true
			}
			if k == "turn" {
				names[s.Turn] = true
			}
		}
	}
	if len(names) > 1 {
		return origin{}, fmt.Errorf("half-turn %q: %w", id, ErrAmbiguous)
	}
	for _, k := range []string{"turn", "session", "source"} {
		if o := all[k]; o != nil {
			if k == "turn" {
				o.id = slices.Collect(maps.Keys(names))[0]
			}
			return *o, nil
		}
	}
	return origin{}, fmt.Errorf("memory, half-turn, session or source %q: %w", id, graphdb.ErrNotFound)
}
