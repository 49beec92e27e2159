package main

import (
	"regexp"
	"strconv"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// What is answered to the layers that hold what is new against what is known.

func storedLayers() map[string]layer {
	return map[string]layer{
		"store":     {oracle: storeOracle, mute: verdictsNone, chance: storeChance, eager: storeEager},
		"novelty":   {oracle: noveltyOracle, mute: verdictsNone, chance: noveltyChance, eager: noveltyEager},
		"reconcile": {oracle: reconcileOracle, mute: verdictsNone, chance: reconcileChance, eager: reconcileEager},
		"storeloop": {oracle: storeLoopOracle, mute: loopMute, chance: storeLoopChance, eager: storeLoopEager},
	}
}

func verdicts(vs []any) said { return object(map[string]any{"verdicts": vs}) }

func verdictsNone(question) said { return verdicts([]any{}) }

func doing(n int, do, target string) map[string]any {
	out := map[string]any{"n": n, "do": do}
	if target != "" {
		out["target"] = target
	}
	return out
}

// relationVerbs say in the words of store what the labels say of two texts.
var relationVerbs = map[string]string{"update": "update", "contradiction": "conflict", "compatible": "add"}

func storeOracle(q question) said {
	vs := []any{}
	for _, it := range q.Items {
		v := doing(it.N, "add", "")
		for _, s := range q.Similar {
			if do := relationVerbs[q.cases.relation(it.Text, s.Text)]; do != "" && do != "add" {
				v = doing(it.N, do, s.ID)
			}
		}
		vs = append(vs, v)
	}
	return verdicts(vs)
}

func storeChance(q question) said {
	vs := []any{}
	for _, it := range q.Items {
		vs = append(vs, doing(it.N, draw(q, "add", "noop", "update", "delete", "conflict"), draw(q, q.Similar...).ID))
	}
	return verdicts(vs)
}

// storeEager lets each item take the place of one that is like it.
func storeEager(q question) said {
	vs := []any{}
	for i, it := range q.Items {
		vs = append(vs, doing(it.N, "update", q.Similar[min(i, len(q.Similar)-1)].ID))
	}
	return verdicts(vs)
}

// noveltyOracle knows that nothing in a file of cases is told twice.
func noveltyOracle(q question) said {
	vs := []any{}
	for _, it := range q.Items {
		vs = append(vs, doing(it.N, "add", ""))
	}
	return verdicts(vs)
}

func noveltyChance(q question) said {
	vs := []any{}
	for _, it := range q.Items {
		vs = append(vs, doing(it.N, draw(q, "add", "noop"), draw(q, q.Similar...).ID))
	}
	return verdicts(vs)
}

// noveltyEager takes everything for known.
func noveltyEager(q question) said {
	vs := []any{}
	for i, it := range q.Items {
		vs = append(vs, doing(it.N, "noop", q.Similar[min(i, len(q.Similar)-1)].ID))
	}
	return verdicts(vs)
}

func ofPairs(q question, verdict func(p pair) string) said {
	vs := []any{}
	for _, p := range q.Pairs {
		vs = append(vs, map[string]any{"n": p.N, "verdict": verdict(p)})
	}
	return verdicts(vs)
}

func reconcileOracle(q question) said {
	return ofPairs(q, func(p pair) string {
		switch q.cases.relation(p.New.Text, p.Old.Text) {
		case "update":
			return "supersedes"
		case "contradiction":
			return "contradiction"
		}
		return "keep"
	})
}

func reconcileChance(q question) said {
	return ofPairs(q, func(pair) string { return draw(q, "keep", "supersedes", "contradiction") })
}

func reconcileEager(q question) said {
	return ofPairs(q, func(pair) string { return "supersedes" })
}

var shownLine = regexp.MustCompile(`(?m)^\[(\S+)\] \([^)]*\) [^:]*: (.*)$`)

// memories returns what the tools of a talk have shown.
func (q question) memories() (all []similar) {
	for _, text := range q.shown {
		for _, m := range shownLine.FindAllStringSubmatch(text, -1) {
			all = append(all, similar{m[1], m[2]})
		}
	}
	return all
}

// storeTalk looks for every item first, then says what is to be done with each,
// and is done.
func storeTalk(q question, settle func(it numbered, known []similar) (tool, id string)) said {
	var calls []llm.Call
	switch q.turn {
	case 0:
		for _, it := range q.Items {
			calls = append(calls, llmtest.Call("look"+strconv.Itoa(it.N), "search_facts", map[string]string{"text": it.Text}))
		}
	case 1:
		for _, it := range q.Items {
			tool, id := settle(it, q.memories())
			calls = append(calls, llmtest.Call("item"+strconv.Itoa(it.N), tool, map[string]any{"n": it.N, "id": id}))
		}
	default:
		calls = done()
	}
	return said{calls: calls}
}

const (
	storeIt     = "store_memory"
	supersedeIt = "supersede_memory"
	skipIt      = "skip_memory"
)

func storeLoopOracle(q question) said {
	return storeTalk(q, func(it numbered, known []similar) (string, string) {
		for _, s := range known {
			if q.cases.relation(it.Text, s.Text) == "update" {
				return supersedeIt, s.ID
			}
		}
		return storeIt, ""
	})
}

func storeLoopChance(q question) said {
	return storeTalk(q, func(_ numbered, known []similar) (string, string) {
		if len(known) == 0 {
			return storeIt, ""
		}
		return draw(q, storeIt, supersedeIt, skipIt), draw(q, known...).ID
	})
}

func storeLoopEager(q question) said {
	return storeTalk(q, func(_ numbered, known []similar) (string, string) {
		if len(known) == 0 {
			return storeIt, ""
		}
		return supersedeIt, known[0].ID
	})
}
