package llm

import (
	"fmt"
	"strings"
)

// Price is what a model takes, in US dollars for a million tokens, which is
// the same as millionths of a dollar for one.
type Price struct {
	In     float64 `json:"in"`
	Cached float64 `json:"cached,omitempty"` // of tokens that the provider had cached; 0 is as In
	Out    float64 `json:"out"`
}

// Cost returns what tokens take, in millionths of a dollar, rounded up: many
// small requests are not free.
func (p Price) Cost(u Usage) int64 {
	cached := p.Cached
	if cached == 0 {
		cached = p.In
	}
	m := float64(u.In-u.Cached)*p.In + float64(u.Cached)*cached + float64(u.Out)*p.Out
	n := int64(m)
	if float64(n) < m {
		n++
	}
	return n
}

// Dollars writes millionths of a dollar for people, "$0.0004".
func Dollars(micros int64) string { return fmt.Sprintf("$%.4f", float64(micros)/1e6) }

// prices is the list of public prices that were read in spring 2026; the
// settings win over it. A name stands for its dated versions too.
func prices() map[string]Price {
	return map[string]Price{
		"openai/gpt-4.1-nano":           {In: 0.10, Cached: 0.025, Out: 0.40},
		"openai/gpt-4.1-mini":           {In: 0.40, Cached: 0.10, Out: 1.60},
		"openai/gpt-4.1":                {In: 2.00, Cached: 0.50, Out: 8.00},
		"openai/gpt-4o-mini":            {In: 0.15, Cached: 0.075, Out: 0.60},
		"openai/gpt-5-nano":             {In: 0.05, Cached: 0.005, Out: 0.40},
		"openai/gpt-5-mini":             {In: 0.25, Cached: 0.025, Out: 2.00},
		"openai/gpt-5.4-nano":           {In: 0.20, Cached: 0.02, Out: 1.25},
		"openai/text-embedding-3-small": {In: 0.02},
		"openai/text-embedding-3-large": {In: 0.13},
		"anthropic/claude-haiku-4-5":    {In: 1.00, Cached: 0.10, Out: 5.00},
		"anthropic/claude-3-5-haiku":    {In: 0.80, Cached: 0.08, Out: 4.00},
		"anthropic/claude-sonnet-4-5":   {In: 3.00, Cached: 0.30, Out: 15.00},
		"openrouter/openai/gpt-oss-120b": {
			In: 0.15, Out: 0.60, // of the dearer hosts: the router chooses
		},
		"openrouter/openai/gpt-4.1-nano": {In: 0.10, Cached: 0.025, Out: 0.40},
		"voyage/voyage-4":                {In: 0.06},
		"voyage/voyage-4-lite":           {In: 0.02},
		"voyage/voyage-4-large":          {In: 0.12},
		"voyage/voyage-3.5":              {In: 0.06},
		"voyage/voyage-3.5-lite":         {In: 0.02},
	}
}

// priceOf looks a model up: what the settings say, then the list under the
// provider's own name, then under its preset's. A local server costs nothing.
func priceOf(own map[string]Price, provider string, pre Preset, model string) (Price, bool) {
	if p, ok := own[provider+"/"+model]; ok {
		return p, true
	}
	if pre.Local {
		return Price{}, true
	}
	best, at := Price{}, ""
	for name, p := range prices() {
		if len(name) > len(at) && sameModel(pre.Name+"/"+model, name) {
			best, at = p, name
		}
	}
	return best, at != ""
}

// sameModel reports whether a model is the listed one or a dated or routed
// version of it: gpt-4.1-nano-2025-04-14, gpt-oss-120b:nitro.
func sameModel(model, listed string) bool {
	rest, ok := strings.CutPrefix(model, listed)
	if !ok || rest == "" {
		return ok
	}
	if rest[0] == ':' {
		return true
	}
	return len(rest) > 4 && (rest[0] == '-' || rest[0] == '@') && rest[1] == '2' && rest[2] == '0' && !strings.ContainsAny(rest[1:], "abcdefghijklmnopqrstuvwxyz")
}
