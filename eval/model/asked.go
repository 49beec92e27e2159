package main

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/memtide/memtide/eval"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// What is answered to the layers of a prompt.

func askedLayers() map[string]layer {
	return map[string]layer{
		"classify": {oracle: classifyOracle, mute: classifyMute, chance: classifyChance, eager: classifyEager},
		"followup": {oracle: followupOracle, mute: followupMute, chance: followupChance, eager: followupEager},
		"plan":     {oracle: planOracle, mute: planMute, chance: planChance, eager: planEager},
		"toolloop": {oracle: loopOracle, mute: loopMute, chance: loopChance, eager: loopEager},
		"curate":   {oracle: curateOracle, mute: keepNone, chance: curateChance, eager: curateEager},
	}
}

func class(retrieve, asks, deep bool, intent string, entities []string) said {
	return object(map[string]any{"retrieve": retrieve, "entities": entities, "times": []any{}, "intent": intent,
		"asks": asks, "commands": false, "tells": false, "deep": deep})
}

func classifyMute(question) said { return class(false, false, false, "general", []string{}) }

// classifyOracle knows whether there is an answer, and which names of the message
// lead to it.
func classifyOracle(q question) said {
	ps := q.cases.of(q.Message)
	names := []string{}
	for _, name := range capitals(q.Message) {
		for _, p := range ps {
			if strings.Contains(p.Text, name) && len(names) < mostNames {
				names = append(names, name)
				break
			}
		}
	}
	return class(len(ps) > 0, true, len(ps) > manyPieces, "general", names)
}

const (
	mostNames  = 15 // in an answer of classify
	manyPieces = 5  // of evidence, from which on a question wants many memories
)

func classifyChance(q question) said {
	names := []string{}
	for _, name := range capitals(q.Message) {
		if q.coin() && len(names) < mostNames {
			names = append(names, name)
		}
	}
	return class(q.coin(), q.coin(), q.coin(), draw(q, "why", "when", "who", "what", "general"), names)
}

func classifyEager(q question) said {
	names := capitals(q.Message)
	return class(true, true, true, "general", names[:min(len(names), mostNames)])
}

// capitals returns the words of a text that begin with a capital letter.
func capitals(text string) []string {
	out := []string{}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if unicode.IsUpper([]rune(w)[0]) {
			out = append(out, w)
		}
	}
	return out
}

// searches look for the beginnings of texts.
func searches(texts []string) []any {
	const most = 6
	out := []any{}
	for _, t := range texts[:min(len(texts), most)] {
		out = append(out, map[string]any{"tool": "text", "text": beginning(t)})
	}
	return out
}

// beginning is enough of a text to find it by.
func beginning(text string) string {
	r := []rune(text)
	return string(r[:min(len(r), 200)])
}

func textsOf(ps []eval.Piece) (texts []string) {
	for _, p := range ps {
		texts = append(texts, p.Text)
	}
	return texts
}

func followup(retrieve bool, resolved string, search []any) said {
	return object(map[string]any{"retrieve": retrieve, "resolved": resolved, "entities": []string{}, "searches": search})
}

func followupMute(question) said { return followup(false, "", []any{}) }
func followupOracle(q question) said {
	ps := q.cases.of(q.Message)
	return followup(len(ps) > 0, q.Message, searches(textsOf(ps)))
}
func followupChance(q question) said { return followup(q.coin(), q.Message, searches(someWords(q))) }
func followupEager(q question) said  { return followup(true, q.Message, searches([]string{q.Message})) }

func plan(shape string, search []any) said {
	return object(map[string]any{"shape": shape, "strategy": "", "searches": search})
}

const simple = "simple-fact"

func planMute(question) said     { return plan(simple, []any{}) }
func planOracle(q question) said { return plan(simple, searches(textsOf(q.cases.of(q.Message)))) }
func planChance(q question) said {
	return plan(draw(q, simple, "entity-lookup", "rule-process", "multi-part"), searches(someWords(q)))
}
func planEager(q question) said { return plan("multi-part", searches([]string{q.Message})) }

// someWords draws words out of the message.
func someWords(q question) []string {
	words := strings.Fields(q.Message)
	var out []string
	for range q.rand.IntN(4) {
		if len(words) > 0 {
			out = append(out, draw(q, words...))
		}
	}
	return out
}

func done() []llm.Call { return []llm.Call{llmtest.Call("over", "done", map[string]string{})} }

// lookFor calls for texts, each with the tool of its kind.
func lookFor(ps []eval.Piece) said {
	var calls []llm.Call
	for i, p := range ps {
		calls = append(calls, llmtest.Call("c"+strconv.Itoa(i), cmp.Or(kindTools[p.Kind], "search_facts"), map[string]string{"text": beginning(p.Text)}))
	}
	if len(calls) == 0 {
		calls = done()
	}
	return said{calls: calls}
}

// kindTools look for memories of one kind.
var kindTools = map[string]string{"entity": "search_entity", "event": "search_events", "instruction": "get_instructions", "plan": "search_plans"}

func ofTexts(texts ...string) (ps []eval.Piece) {
	for _, t := range texts {
		ps = append(ps, eval.NewPiece("", t))
	}
	return ps
}

func loopMute(question) said { return said{calls: done()} }

// loopOracle looks for the evidence by its own words, some of it in each turn.
func loopOracle(q question) said {
	const aTurn = 8
	ps := q.cases.of(q.Message)
	from := min(q.turn*aTurn, len(ps))
	return lookFor(ps[from:min(from+aTurn, len(ps))])
}

func loopChance(q question) said {
	if q.turn > 0 && q.coin() {
		return said{calls: done()}
	}
	return lookFor(ofTexts(someWords(q)...))
}

func loopEager(q question) said {
	if q.turn > 0 {
		return said{calls: done()}
	}
	return lookFor(ofTexts(q.Message))
}

func keep(numbers []int) said { return object(map[string]any{"keep": numbers}) }

func keepNone(question) said { return keep([]int{}) }

func curateOracle(q question) said {
	ps := q.cases.of(q.Message)
	return keep(numbers(q.Records, func(n numbered) bool { return says(ps, n.Text) }))
}
func curateChance(q question) said { return keep(numbers(q.Records, q.some)) }
func curateEager(q question) said  { return keep(numbers(q.Records, every)) }
