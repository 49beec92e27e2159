package main

// What is answered to the layers that read what was said.

func toldLayers() map[string]layer {
	return map[string]layer{
		"gate":    {oracle: gateOracle, mute: keepNone, chance: gateChance, eager: gateEager},
		"extract": {oracle: extractOracle, mute: extractMute, chance: extractChance, eager: extractEager},
		"filter":  {oracle: filterOracle, mute: filterMute, chance: filterChance, eager: filterMute},
	}
}

// gateOracle keeps the sentences of a text that the labels want kept, or what an
// answer or a relation hangs on.
func gateOracle(q question) said {
	if q.facts != nil {
		return keep(q.facts.keep(q))
	}
	if r := q.cases.row(joined(q.Sentences)); r != nil && len(r.wanted()) > 0 {
		return gateEager(q)
	}
	return keep(numbers(q.Sentences, func(n numbered) bool { return q.cases.evident(n.Text) }))
}

func gateChance(q question) said { return keep(numbers(q.Sentences, q.some)) }
func gateEager(q question) said  { return keep(numbers(q.Sentences, every)) }

func joined(ns []numbered) string {
	all := ""
	for _, n := range ns {
		all += n.Text + "\n"
	}
	return all
}

func taken(items []any) said { return object(map[string]any{"items": items}) }

func extractMute(question) said { return taken([]any{}) }

const mostItems = 30 // in an answer of extract

func extractOracle(q question) said {
	if q.facts != nil {
		return taken(q.facts.items(q))
	}
	items := []any{}
	for _, n := range q.Sentences {
		if q.cases.evident(n.Text) && len(items) < mostItems {
			items = append(items, itemOf(n, item{kind: "fact"}, n.Text))
		}
	}
	r := q.cases.row(joined(q.Sentences))
	if r == nil {
		return taken(items)
	}
	for i, want := range r.wanted() {
		n := q.sentence(want.words, i)
		text := want.words
		if text == "" || want.kind == "instruction" || want.kind == "opinion" {
			text = n.Text // these are kept in the words in which they were said
		}
		out := itemOf(n, want, text)
		var names []any
		for _, e := range r.Entities {
			names = append(names, map[string]any{"name": e.Name, "type": e.Type})
		}
		if len(names) > 0 {
			out["entities"] = names
		}
		items = append(items, out)
	}
	return taken(items)
}

// sentence returns the one that has most of some words, or that at place i.
func (q question) sentence(words string, i int) numbered {
	best, most := q.Sentences[min(i, len(q.Sentences)-1)], 0.0
	for _, n := range q.Sentences {
		if share := shared(wordsOf(words), wordsOf(n.Text)); share > most {
			best, most = n, share
		}
	}
	return best
}

func itemOf(n numbered, k item, text string) map[string]any {
	out := map[string]any{"n": n.N, "kind": k.kind, "text": text, "standing": k.standing}
	if k.subtype != "" {
		out["subtype"] = k.subtype
	}
	if k.standing {
		out["scope"] = 1
	}
	return out
}

func extractChance(q question) said {
	items := []any{}
	for _, n := range q.Sentences {
		if q.coin() && len(items) < mostItems {
			k := item{kind: draw(q, "instruction", "fact", "event", "opinion", "plan"), standing: q.coin()}
			items = append(items, itemOf(n, k, n.Text))
		}
	}
	return taken(items)
}

// extractEager makes a rule for everything of each sentence.
func extractEager(q question) said {
	items := []any{}
	for _, n := range q.Sentences[:min(len(q.Sentences), mostItems)] {
		out := itemOf(n, item{kind: "instruction", subtype: "rule", standing: true}, n.Text)
		out["importance"], out["confidence"] = 5, 1
		items = append(items, out)
	}
	return taken(items)
}

func drop(numbers []int) said { return object(map[string]any{"drop": numbers}) }

func filterMute(question) said     { return drop([]int{}) }
func filterChance(q question) said { return drop(numbers(q.Items, q.some)) }

// filterOracle drops what the labels do not want kept. Of words that are in no
// labelled text it knows nothing.
func filterOracle(q question) said {
	return drop(numbers(q.Items, func(n numbered) bool {
		r := q.cases.row(n.Text)
		return r != nil && len(r.wanted()) == 0
	}))
}
