package config

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Models says which model each layer asks, and what it may cost.
type Models struct {
	Default     string                   // provider/model of the layers after the turn; "" is none
	Prompt      string                   // provider/model of the layers that a prompt waits for; "" is none
	Embedder    string                   // provider/model that makes vectors; "" is none
	Ask         []string                 // layers that ask Default or Prompt
	Dims        int                      // elements of its vectors; 0 is what is known of the model
	DailyTokens int                      // of a layer, a UTC day; 0 is no bound
	DailyUSD    float64                  // of a layer, a UTC day; 0 is no bound
	MaxInput    int                      // bytes of a request; 0 is what fits the provider
	Slots       int                      // requests on their way to one server
	WaitMS      int                      // milliseconds that a prompt waits for its layers beyond the usual
	LateS       int                      // seconds that a request may take; a layer after the turn waits for half of them
	RecordBytes int64                    // of replies.db
	Layers      map[string]ModelLayer    // by name, see LayerNames
	Providers   map[string]ModelProvider // by the name before the slash
	Prices      map[string]ModelPrice    // by provider/model
}

// ModelLayer is what one layer has of its own. What is zero is as for all.
type ModelLayer struct {
	Model       string  `json:"model,omitempty"` // or off
	DailyTokens int     `json:"daily_tokens,omitempty"`
	DailyUSD    float64 `json:"daily_usd,omitempty"`
	MaxTokens   int     `json:"max_tokens,omitempty"` // of an answer
	MaxInput    int     `json:"max_input,omitempty"`  // bytes of a request
}

// ModelProvider is a server of models.
type ModelProvider struct {
	Preset     string `json:"preset,omitempty"`
	URL        string `json:"url,omitempty"`
	KeyEnv     string `json:"key_env,omitempty"`
	KeyFile    string `json:"key_file,omitempty"`
	APIVersion string `json:"api_version,omitempty"`
}

// ModelPrice is in US dollars for a million tokens.
type ModelPrice struct {
	In     float64 `json:"in"`
	Cached float64 `json:"cached,omitempty"`
	Out    float64 `json:"out"`
}

// PromptLayers are the layers that a prompt waits for.
func PromptLayers() []string { return []string{"classify", "followup", "plan", "toolloop", "curate"} }

// AfterLayers are the layers that work after the turn.
func AfterLayers() []string {
	return []string{"gate", "extract", "filter", "store", "reconcile", "consolidate", "enrich", "infer"}
}

// OwnLayers are the layers that have a model only when they are named, in
// models.ask or models.layers: they take the place of store.
func OwnLayers() []string { return []string{"storeloop", "novelty"} }

// LayerNames are all of them.
func LayerNames() []string { return slices.Concat(PromptLayers(), AfterLayers(), OwnLayers()) }

// ModelPresets are the providers that are known by name.
func ModelPresets() []string {
	return []string{"openai", "anthropic", "openrouter", "azure", "voyage", "ollama", "lmstudio", "vllm", "llamacpp"}
}

// embedLayer is the account of the embedder.
const embedLayer = "embed"

// ModelOf returns the model of a layer, or "".
func (m Models) ModelOf(layer string) string {
	switch own := m.Layers[layer].Model; {
	case own == off:
		return ""
	case own != "":
		return own
	case !slices.Contains(m.Ask, layer):
		return ""
	case slices.Contains(PromptLayers(), layer):
		return m.Prompt
	}
	return m.Default
}

// column is one field of a row with a name.
type column struct {
	name  string
	field any
}

func layerColumns(l *ModelLayer) []column {
	return []column{{"model", &l.Model}, {"daily_tokens", &l.DailyTokens}, {"daily_usd", &l.DailyUSD}, {"max_tokens", &l.MaxTokens}, {"max_input", &l.MaxInput}}
}

func providerColumns(p *ModelProvider) []column {
	return []column{{"preset", &p.Preset}, {"url", &p.URL}, {"key_env", &p.KeyEnv}, {"key_file", &p.KeyFile}, {"api_version", &p.APIVersion}}
}

func priceColumns(p *ModelPrice) []column {
	return []column{{"in", &p.In}, {"cached", &p.Cached}, {"out", &p.Out}}
}

func modelSettings() []setting {
	return []setting{
		{key: "models.default", quiet: true, field: func(c *Config) any { return &c.Models.Default }, check: optional(modelName),
			doc: "Model of the layers that work after the turn, as provider/model: openai/gpt-4.1-nano, anthropic/claude-haiku-4-5, ollama/gemma3:4b. Empty: rules, no model. What is said then goes to that provider."},
		{key: "models.prompt", quiet: true, field: func(c *Config) any { return &c.Models.Prompt }, check: optional(modelName),
			doc: "Model of the layers that a prompt waits for, models.wait_ms longer than retrieve.deadline_ms at most. Empty: rules."},
		{key: "models.ask", field: func(c *Config) any { return &c.Models.Ask }, check: setOf(LayerNames()...),
			doc: "Layers that ask models.prompt or models.default; rules answer for the others. One that has a model of its own in models.layers asks it in any case."},
		{key: "models.embedder", quiet: true, field: func(c *Config) any { return &c.Models.Embedder }, check: optional(modelName),
			doc: "Model that makes vectors, as provider/model: voyage/voyage-4, openai/text-embedding-3-small, ollama/nomic-embed-text. Empty: none."},
		{key: "models.dims", field: func(c *Config) any { return &c.Models.Dims }, check: between(0, 8192),
			doc: "Elements of its vectors; 0 is what is known of the model."},
		{key: "models.daily_tokens", field: func(c *Config) any { return &c.Models.DailyTokens }, check: between(0, 2_000_000_000),
			doc: "Tokens, in and out, that a layer may take on a UTC day; 0 is no bound. Then the rules answer."},
		{key: "models.daily_usd", field: func(c *Config) any { return &c.Models.DailyUSD }, check: dollars,
			doc: "US dollars that a layer may take on a UTC day; 0.0 is no bound. It holds for models whose price is known."},
		{key: "models.max_input", field: func(c *Config) any { return &c.Models.MaxInput }, check: between(0, 10_000_000),
			doc: "Bytes of a request, four to a token; what is longer is not sent, and the rules answer. 0: 200000, and 12000 for ollama, which drops silently what its own window does not hold."},
		{key: "models.slots", field: func(c *Config) any { return &c.Models.Slots }, check: between(1, 64),
			doc: "Requests that are on their way to one server at the same time."},
		{key: "models.wait_ms", field: func(c *Config) any { return &c.Models.WaitMS }, check: between(0, 4000),
			doc: "Milliseconds that a prompt may wait beyond retrieve.deadline_ms while a model is on its path. What comes later is recorded and serves the next who asks the same; the answer of the rules is there in any case."},
		{key: "models.late_s", field: func(c *Config) any { return &c.Models.LateS }, check: between(1, 600),
			doc: "Seconds that a request to a model may take. A layer after the turn waits for an answer for half of them, then its rules answer; what comes later is recorded and used the next time."},
		{key: "models.record_bytes", field: func(c *Config) any { return &c.Models.RecordBytes }, check: bytesFrom(1<<20, 1<<40),
			doc: "Most that is kept of what models said, in bytes or as \"256MiB\"; the oldest goes first."},
		{key: "models.layers", quiet: true, field: func(c *Config) any { return &rows[ModelLayer]{&c.Models.Layers, layerColumns} }, check: layerRows,
			doc: "What one layer has of its own: [models.layers.extract] with model (or \"off\"), daily_tokens, daily_usd, max_tokens of an answer, max_input in bytes. Layers: " +
				strings.Join(PromptLayers(), ", ") + " for prompts; " + strings.Join(AfterLayers(), ", ") + " after the turn; in the place of store, when named, storeloop (tools) or novelty (small models: new or known); embed. In the environment: \"extract model=openai/gpt-4.1-mini daily_usd=0.5, plan model=off\"."},
		{key: "models.providers", quiet: true, field: func(c *Config) any { return &rows[ModelProvider]{&c.Models.Providers, providerColumns} }, check: providerRows,
			doc: "Servers that are not where their preset says: [models.providers.NAME] with preset (" + strings.Join(ModelPresets(), ", ") + "), url, key_env (the name of a variable, never a key), key_file (of mode 0600), api_version."},
		{key: "models.prices", quiet: true, field: func(c *Config) any { return &rows[ModelPrice]{&c.Models.Prices, priceColumns} }, check: priceRows,
			doc: "Prices, by provider/model, where none is known or one has changed: US dollars for a million tokens, with in, cached and out."},
	}
}

// keyBegins is how the keys of most providers begin; keyRun is a stretch of letters and
// digits as long as no name of a model has one.
var (
	keyBegins = regexp.MustCompile(`(?:^|/)(?:sk|gsk|xai|hf|pplx)[-_][A-Za-z0-9_-]{12,}`)
	keyRun    = regexp.MustCompile(`[A-Za-z0-9]{24,}`)
)

// isKey reports whether a text has the form of a key.
func isKey(s string) bool {
	return keyBegins.MatchString(s) || slices.ContainsFunc(keyRun.FindAllString(s, -1), func(run string) bool {
		return strings.ContainsAny(run, "0123456789") && strings.ContainsFunc(run, unicode.IsLetter)
	})
}

func modelName(v any) string {
	s := v.(string)
	if isKey(s) {
		return "this has the form of a key, which stands in a variable of the environment or in a key_file; name the model, as openai/gpt-4.1-nano"
	}
	provider, model, ok := strings.Cut(s, "/")
	if provider == "" || ok && model == "" || strings.ContainsAny(s, " ,=") || strings.ContainsFunc(s, unicode.IsControl) || len(s) > 200 {
		return "use provider/model, as openai/gpt-4.1-nano or ollama/gemma3:4b"
	}
	return ""
}

func dollars(v any) string {
	if f := v.(float64); !(f >= 0 && f <= 1e6) {
		return "use dollars, as 0.50"
	}
	return ""
}

func layerRows(v any) string {
	layers := v.(map[string]ModelLayer)
	known := append(LayerNames(), embedLayer)
	for _, name := range slices.Sorted(maps.Keys(layers)) {
		l := layers[name]
		switch {
		case !slices.Contains(known, name):
			return fmt.Sprintf("%s is no layer%s; there are %s", show(name), suggest(name, known), strings.Join(known, ", "))
		case l.Model != "" && l.Model != off && modelName(l.Model) != "":
			return name + ": " + modelName(l.Model) + ", or off"
		case l.DailyTokens < 0 || l.DailyUSD < 0 || l.MaxTokens < 0 || l.MaxInput < 0:
			return name + ": numbers are not negative"
		}
	}
	return ""
}

func providerRows(v any) string {
	providers := v.(map[string]ModelProvider)
	for _, name := range slices.Sorted(maps.Keys(providers)) {
		p := providers[name]
		switch {
		case strings.ContainsAny(name, "/ ,=") || name == "":
			return show(name) + " is no name of a provider: letters, digits, . _ and -"
		case p.Preset != "" && !slices.Contains(ModelPresets(), p.Preset):
			return fmt.Sprintf("%s: preset = %s is none that is known: use %s%s", name, show(p.Preset), strings.Join(ModelPresets(), ", "), suggest(p.Preset, ModelPresets()))
		case p.KeyEnv != "" && !variable.MatchString(p.KeyEnv):
			return name + ": key_env is the name of a variable, as MY_KEY, and never the key"
		case p.URL != "" && !strings.HasPrefix(p.URL, "https://") && !strings.HasPrefix(p.URL, "http://"):
			return name + ": url starts with https:// or http://"
		case p.URL != "" && !plainURL(p.URL):
			return name + ": url holds no user, password or query; name the variable with the key in key_env"
		case p.KeyFile != "" && folder(p.KeyFile) != "":
			return name + ": key_file is an absolute path, or one that starts with ~/"
		case p.Preset == "" && p.URL == "" && !slices.Contains(ModelPresets(), name):
			return name + ": give it an url, or a preset: " + strings.Join(ModelPresets(), ", ") + suggest(name, ModelPresets())
		}
	}
	return ""
}

// plainURL reports whether an address holds nothing that may be a credential: memtide
// config prints it.
func plainURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

func priceRows(v any) string {
	prices := v.(map[string]ModelPrice)
	for _, name := range slices.Sorted(maps.Keys(prices)) {
		p := prices[name]
		if modelName(name) != "" || !strings.Contains(name, "/") {
			return show(name) + " is no provider/model"
		}
		if !(p.In >= 0 && p.Cached >= 0 && p.Out >= 0 && max(p.In, p.Cached, p.Out) <= 1e6) {
			return name + ": use dollars for a million tokens"
		}
	}
	return ""
}
