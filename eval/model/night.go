package main

// What is answered to the layers that work when nobody waits.

func nightLayers() map[string]layer {
	return map[string]layer{
		"consolidate": {oracle: consolidateOracle, mute: summaryNone, chance: consolidateChance, eager: consolidateEager},
		"enrich":      {oracle: enrichOracle, mute: enrichMute, chance: enrichChance, eager: enrichEager},
		"infer":       {oracle: inferOracle, mute: verdictsNone, chance: inferChance, eager: inferEager},
	}
}

func summary(text string, missed []any) said {
	return object(map[string]any{"summary": text, "missed": missed})
}

func summaryNone(question) said { return summary("", []any{}) }

const (
	mostMissed   = 10
	longestMiss  = 300  // bytes that are taken of one
	longestWords = 1200 // of a summary
)

// consolidateOf takes some turns for what was missed, and their beginnings for
// the summary.
func consolidateOf(q question, kind func() string, want func(numbered) bool) said {
	missed, text := []any{}, ""
	for _, n := range q.Turns {
		if n.Text == "" || len(missed) == mostMissed || !want(n) {
			continue
		}
		words := cut(n.Text, longestMiss)
		missed = append(missed, map[string]any{"n": n.N, "kind": kind(), "text": words})
		if len(text)+len(words) < longestWords {
			text += words + " "
		}
	}
	return summary(text, missed)
}

func aFact() string { return "fact" }

func consolidateOracle(q question) said {
	return consolidateOf(q, aFact, func(n numbered) bool { return q.cases.evident(n.Text) })
}

func consolidateChance(q question) said {
	return consolidateOf(q, func() string { return draw(q, "fact", "event", "opinion", "plan") }, q.some)
}

func consolidateEager(q question) said { return consolidateOf(q, aFact, every) }

// cut ends a text before a bound of bytes, between two letters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xc0 == 0x80 {
		most--
	}
	return s[:most]
}

func profile(text string) said { return object(map[string]any{"summary": text}) }

const longestProfile = 600 // bytes

// enrichOracle repeats the statements that the labels want of an entity. Where
// there are none for it, it says what an eager one does.
func enrichOracle(q question) said {
	wanted, text := q.cases.profileOf(q.Name, q.Stated), ""
	if wanted == nil {
		return enrichEager(q)
	}
	for _, s := range q.Stated {
		if wanted(s.Text) && len(text)+len(s.Text) < longestProfile {
			text += s.Text + " "
		}
	}
	return profile(text)
}

func enrichMute(question) said { return profile("") }

func enrichChance(q question) said { return profile(draw(q, q.Stated...).Text) }

// enrichEager says what was said last.
func enrichEager(q question) said {
	if len(q.Stated) == 0 {
		return profile("")
	}
	return profile(q.Stated[0].Text)
}

func linked(q question, link func(p pair) string) said {
	vs := []any{}
	for _, p := range q.Pairs {
		vs = append(vs, map[string]any{"n": p.N, "link": link(p)})
	}
	return verdicts(vs)
}

// The words of infer for what the later of two half-turns is to the earlier one.
const (
	notLinked = "none"
	itsCause  = "later_is_cause"
	itsEffect = "later_is_effect"
)

func inferOracle(q question) said {
	return linked(q, func(p pair) string {
		switch q.cases.relation(p.Later, p.Earlier) {
		case "cause":
			return itsCause
		case "effect":
			return itsEffect
		}
		return notLinked
	})
}

func inferChance(q question) said {
	return linked(q, func(pair) string { return draw(q, notLinked, itsCause, itsEffect) })
}

func inferEager(q question) said { return linked(q, func(pair) string { return itsCause }) }
