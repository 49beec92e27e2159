package llm

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Preset is a provider that is known by name: how it speaks, where it is, and
// where its key is looked for.
type Preset struct {
	Name  string
	Wire  Wire
	URL   string // up to and with the version: https://api.openai.com/v1
	Key   string // variable of the environment; "" needs none
	Model string // when the settings name the provider alone; "" must be named
	Local bool   // for one's own machines: no key, no price

	limitName string          // how the wire calls MaxTokens
	sides     map[Side]string // what an embedding request says of its side
	window    int             // bytes that it takes by default; 0 is many
	dims      string          // how it names the number of dimensions
}

// Wire is a language that providers speak.
type Wire string

const (
	OpenAI    Wire = "openai"
	Azure     Wire = "azure"
	Anthropic Wire = "anthropic"
)

// Presets returns the providers that are known by name.
func Presets() []Preset {
	local := func(name, url, model string) Preset {
		return Preset{Name: name, Wire: OpenAI, URL: url, Model: model, Local: true, limitName: "max_tokens", dims: "dimensions"}
	}
	ollama := local("ollama", "http://127.0.0.1:11434/v1", "gemma3:4b")
	ollama.window = 12_000 // its window is 4,096 tokens unless told otherwise, and it drops the rest without a word
	voyageSides := map[Side]string{Document: "document", Query: "query"}
	return []Preset{
		{Name: "openai", Wire: OpenAI, URL: "https://api.openai.com/v1", Key: "OPENAI_API_KEY", Model: "gpt-4.1-nano", limitName: "max_completion_tokens", dims: "dimensions"},
		{Name: "anthropic", Wire: Anthropic, URL: "https://api.anthropic.com", Key: "ANTHROPIC_API_KEY", Model: "claude-haiku-4-5"},
		{Name: "openrouter", Wire: OpenAI, URL: "https://openrouter.ai/api/v1", Key: "OPENROUTER_API_KEY", Model: "openai/gpt-oss-120b:nitro", limitName: "max_tokens", dims: "dimensions"},
		{Name: "azure", Wire: Azure, Key: "AZURE_OPENAI_API_KEY", limitName: "max_completion_tokens", dims: "dimensions"},
		{Name: "voyage", Wire: OpenAI, URL: "https://api.voyageai.com/v1", Key: "VOYAGE_API_KEY", Model: "voyage-4", limitName: "max_tokens", dims: "output_dimension", sides: voyageSides},
		ollama,
		local("lmstudio", "http://127.0.0.1:1234/v1", ""),
		local("vllm", "http://127.0.0.1:8000/v1", ""),
		local("llamacpp", "http://127.0.0.1:8080/v1", ""),
	}
}

// prefix is what a text gets before it is embedded, for models that tell the
// two sides apart by their first words.
func prefix(model string, side Side) string {
	base, _, _ := strings.Cut(model[strings.LastIndexByte(model, '/')+1:], ":")
	switch {
	case strings.HasPrefix(base, "nomic-embed-text"):
		return [...]string{Document: "search_document: ", Query: "search_query: "}[side]
	case strings.Contains(base, "e5-") && !strings.Contains(base, "instruct"):
		return [...]string{Document: "passage: ", Query: "query: "}[side]
	case strings.HasPrefix(base, "mxbai-embed"):
		return [...]string{Document: "", Query: "Represent this sentence for searching relevant passages: "}[side]
	}
	return ""
}

// clients are programs that are agents themselves: one that is started from
// here would run its hooks, and these would ask us again.
func clients() []string {
	return []string{"claude-code", "claude-cli", "claude", "codex", "codex-cli", "gemini-cli", "cursor", "cursor-agent", "aider", "opencode", "copilot-cli", "amp", "goose", "openclaw", "exec", "command", "shell", "cli"}
}

// Provider is one that the settings name: a preset with another address or
// key, or one more server that speaks a known wire.
type Provider struct {
	Preset     string // whose wire and habits it has; "" is that of its own name
	URL        string // "" is the preset's
	KeyEnv     string // variable that holds the key; "" is the preset's
	KeyFile    string // file of mode 0600 that holds the key; wins over KeyEnv
	APIVersion string // of Azure: 2024-10-21
}

// resolved is a provider with everything filled in.
type resolved struct {
	name    string
	preset  Preset
	url     string
	keyEnv  string
	keyFile string
	version string
	model   string
	near    bool // on this machine: nothing leaves it
}

// resolve reads "provider/model", or "provider" for the preset's model.
func resolve(ref string, own map[string]Provider) (resolved, error) {
	name, model, _ := strings.Cut(ref, "/")
	p, mine := own[name]
	as := name
	if p.Preset != "" {
		as = p.Preset
	}
	for _, n := range []string{name, as} {
		if slices.Contains(clients(), n) {
			return resolved{}, fmt.Errorf("model %s: %s is a coding client, and clients are not started: its hooks would ask memtide again; name a provider of models, as %s", ref, n, presetNames())
		}
	}
	known := Presets()
	i := slices.IndexFunc(known, func(k Preset) bool { return k.Name == as })
	if i < 0 && mine && p.Preset == "" && p.URL != "" {
		i = slices.IndexFunc(known, func(k Preset) bool { return k.Name == "vllm" }) // the plainest wire
		known[i].Name, known[i].Local = name, false
	}
	if i < 0 {
		return resolved{}, fmt.Errorf("model %s: no provider is called %s; use %s, or give [models.providers.%s] an url", ref, as, presetNames(), name)
	}
	r := resolved{name: name, preset: known[i], url: known[i].URL, keyEnv: known[i].Key, keyFile: p.KeyFile, version: p.APIVersion, model: model}
	if p.URL != "" {
		r.url = p.URL
	}
	if p.KeyEnv != "" {
		r.keyEnv = p.KeyEnv
	}
	if r.model == "" {
		r.model = r.preset.Model
	}
	return r, r.check(ref)
}

func (r *resolved) check(ref string) error {
	if r.model == "" {
		return fmt.Errorf("model %s: name a model after the provider, as %s/NAME", ref, r.name)
	}
	if r.url == "" {
		return fmt.Errorf("model %s: give [models.providers.%s] an url", ref, r.name)
	}
	u, err := url.Parse(r.url)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return fmt.Errorf("model %s: the address of %s must start with http:// or https://", ref, r.name)
	}
	if u.User != nil || u.RawQuery != "" {
		return fmt.Errorf("model %s: the address of %s may hold no user, password or query; name a variable in key_env", ref, r.name)
	}
	if r.preset.Wire == Azure && r.version == "" {
		r.version = "2024-10-21"
	}
	host := u.Hostname()
	r.near = host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.")
	if u.Scheme == "http" && !r.near && r.needsKey() {
		return fmt.Errorf("model %s: the key of %s would travel unencrypted; use https://", ref, r.name)
	}
	return nil
}

// needsKey reports whether requests carry a key.
func (r *resolved) needsKey() bool { return r.keyEnv != "" || r.keyFile != "" }

// ref is the full name of the model.
func (r *resolved) ref() string { return r.name + "/" + r.model }

// Variables returns the names of the variables of the environment that hold the
// keys of the models that are configured: what a process that is started for
// them must be given.
func Variables(cfg Config) []string {
	var out []string
	refs := []string{cfg.Embedder, cfg.Former}
	for _, l := range cfg.Layers {
		refs = append(refs, l.Model)
	}
	for _, ref := range refs {
		if r, err := resolve(ref, cfg.Providers); err == nil && r.keyEnv != "" && r.keyFile == "" && !slices.Contains(out, r.keyEnv) {
			out = append(out, r.keyEnv)
		}
	}
	slices.Sort(out)
	return out
}

func presetNames() string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// dimsOf is the length of the vectors of models that are known, or 0.
func dimsOf(model string) int {
	base, _, _ := strings.Cut(model[strings.LastIndexByte(model, '/')+1:], ":")
	for _, k := range []struct {
		prefix string
		dims   int
	}{
		{"text-embedding-3-large", 3072}, {"text-embedding-3-small", 1536}, {"text-embedding-ada-002", 1536},
		{"voyage-3-lite", 512}, {"voyage-", 1024}, {"nomic-embed-text", 768}, {"mxbai-embed-large", 1024},
		{"all-minilm", 384}, {"bge-m3", 1024}, {"embeddinggemma", 768}, {"snowflake-arctic-embed2", 1024},
	} {
		if strings.HasPrefix(base, k.prefix) {
			return k.dims
		}
	}
	return 0
}
