package config

import (
	"maps"
	"slices"
	"strings"
)

// A profile is a named set of values. They stand above what is built in and
// below whatever the user sets, so a profile is a place to begin and never a
// cage. Each but the first has one of the five systems that docs/requirements.md
// speaks of as its authors meant it.
type profile struct {
	name   string
	values map[string]string // by key, as it would stand in the environment
	// promptToo: the layers that a prompt waits for ask models.default where
	// models.prompt names nothing.
	promptToo bool
}

// Instant is the profile of whoever names none: what is built in.
const Instant = "instant"

func profiles() []profile {
	none := map[string]string{"jobs.consolidate": off, "jobs.idle_minutes": "0", "jobs.decay": off, "jobs.enrich": off, "jobs.infer": off, "jobs.link": off}
	with := func(more map[string]string) map[string]string {
		out := maps.Clone(none)
		maps.Copy(out, more)
		return out
	}
	return []profile{
		{name: Instant},
		{name: "octybot", promptToo: true, values: with(map[string]string{
			"retrieve.inject": "prompt", "retrieve.tokens_simple": "2000", "retrieve.tokens_complex": "2000",
			"remember.sources": "user", "models.wait_ms": "4000", "jobs.max_size": "0",
			"models.ask": strings.Join(append(PromptLayers(), "gate", "extract", "filter", "storeloop", "reconcile"), ","),
		})},
		{name: "memory-agent", values: with(map[string]string{
			"retrieve.inject": "prompt", "retrieve.ranking": "product", "retrieve.gate": "0.45", "retrieve.graph": "false",
			"retrieve.tokens_simple": "500", "retrieve.tokens_complex": "500", "retrieve.tokens_pins": "50",
			"models.ask": "gate,extract", "remember.merge_from": "0.85", "jobs.link": "40 3 * * *", "jobs.max_size": "0",
		})},
		{name: "koshi", values: with(map[string]string{
			"retrieve.inject": "", "retrieve.ranking": "votes", "retrieve.graph": "false", "vectors.embedder": "none",
			"remember.reinforce_weight": "3", "remember.demote_weight": "1", "models.ask": "consolidate",
			"jobs.consolidate": "0 3 * * *", "jobs.idle_minutes": "30", "jobs.prune": "0 4 * * *", "jobs.max_size": "100MiB",
		})},
		{name: "yodoca", values: map[string]string{
			"retrieve.inject": "prompt", "retrieve.ranking": "fusion", "retrieve.tokens_simple": "1000", "retrieve.tokens_complex": "3000",
			"models.ask": "consolidate,enrich,infer", "jobs.consolidate": "0 3 * * *", "jobs.idle_minutes": "30",
			"jobs.link": off, "jobs.max_size": "0",
		}},
		{name: "automatic-layer", values: with(map[string]string{
			"retrieve.inject": "session-start,prompt", "retrieve.least_chars": "20", "retrieve.ranking": "fusion", "retrieve.gate": "0.4", "retrieve.graph": "false",
			"retrieve.tokens_simple": "800", "retrieve.tokens_complex": "800", "retrieve.session_start_tokens": "1500",
			"models.ask": "extract,store", "jobs.max_size": "0",
		})},
	}
}

// Profiles returns the names of the profiles, that of the default first.
func Profiles() []string {
	var names []string
	for _, p := range profiles() {
		names = append(names, p.name)
	}
	return names
}

// profile fills in what the profile says and nobody has set.
func (l *loader) profile() {
	i := slices.IndexFunc(profiles(), func(p profile) bool { return p.name == l.c.Profile })
	if i < 0 {
		return // the check of the key says so
	}
	p, from := profiles()[i], "profile "+l.c.Profile
	rows := byKey()
	for _, key := range slices.Sorted(maps.Keys(p.values)) {
		if l.from[key] == "" {
			l.put(rows[key], p.values[key], from, func(field any) string { return fromText(field, p.values[key]) })
		}
	}
	if p.promptToo && l.from["models.prompt"] == "" && l.c.Models.Default != "" {
		l.c.Models.Prompt, l.from["models.prompt"] = l.c.Models.Default, from
	}
}
