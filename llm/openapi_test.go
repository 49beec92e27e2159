package llm_test

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What goes over the wire fits the files that the providers publish, where
// these are at hand; they are not ours to ship.
//
//	MEMTIDE_OPENAPI_OPENAI     openapi.json of github.com/openai/openai-openapi
//	MEMTIDE_OPENAPI_ANTHROPIC  the file at openapi_spec_url in .stats.yml of github.com/anthropics/anthropic-sdk-go
//	MEMTIDE_OPENAPI_OLLAMA     docs/openapi.yaml of github.com/ollama/ollama
//
// Each is the path of a JSON file; npx js-yaml FILE makes one of a YAML file.
// Ollama's file has its own API and nothing of its /v1, over which it is asked:
// only its form of an error is taken from there.
func TestWhatGoesOverTheWireFitsThePublishedFiles(t *testing.T) {
	const made = "the path, as JSON (npx js-yaml FILE turns YAML into it), of "
	t.Run("openai", func(t *testing.T) {
		api := readOpenAPI(t, "MEMTIDE_OPENAPI_OPENAI", made+"openapi.json of github.com/openai/openai-openapi")
		for _, x := range exchanges(t) {
			switch x.wire {
			case "openai":
				api.holds(t, x, "CreateChatCompletionRequest", "CreateChatCompletionResponse")
			case "openai-embeddings":
				api.holds(t, x, "CreateEmbeddingRequest", "CreateEmbeddingResponse")
			}
		}
	})
	t.Run("anthropic", func(t *testing.T) {
		api := readOpenAPI(t, "MEMTIDE_OPENAPI_ANTHROPIC", made+"what openapi_spec_url in .stats.yml of github.com/anthropics/anthropic-sdk-go names")
		for _, x := range exchanges(t) {
			if x.wire == "anthropic" {
				api.holds(t, x, "CreateMessageParams", "Message")
			}
		}
	})
	t.Run("ollama", func(t *testing.T) {
		api := readOpenAPI(t, "MEMTIDE_OPENAPI_OLLAMA", made+"docs/openapi.yaml of github.com/ollama/ollama")
		for _, own := range ollamasOwnErrors() {
			api.check(t, "its own error", "ErrorResponse", []byte(own.body))
		}
	})
}

// openAPI is a published description of an API.
type openAPI struct {
	schemas  map[string]any
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

const openAPIAddress = "memtide:openapi"

func readOpenAPI(t *testing.T, variable, what string) *openAPI {
	t.Helper()
	path := os.Getenv(variable)
	if path == "" {
		t.Skipf("set %s to %s", variable, what)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%s is no JSON; npx js-yaml makes it of YAML: %v", path, err)
	}
	a := &openAPI{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	a.compiler.UseLoader(jsonschema.SchemeURLLoader{})
	top, _ := doc.(map[string]any)
	components, _ := top["components"].(map[string]any)
	if a.schemas, _ = components["schemas"].(map[string]any); len(a.schemas) == 0 {
		t.Fatalf("%s describes no schemas", path)
	}
	if err := a.compiler.AddResource(openAPIAddress, doc); err != nil {
		t.Fatal(err)
	}
	info, _ := top["info"].(map[string]any)
	t.Logf("%v %v, %d schemas", info["title"], info["version"], len(a.schemas))
	return a
}

// holds checks both sides of an exchange. A published request may be open for
// fields that it does not list; ours has none of these.
func (a *openAPI) holds(t *testing.T, x exchange, request, reply string) {
	t.Helper()
	if x.status != 200 {
		reply = "ErrorResponse"
	}
	a.check(t, x.name+" request", request, x.request)
	a.check(t, x.name+" answer", reply, x.reply)
	sent, err := jsonschema.UnmarshalJSON(bytes.NewReader(x.request))
	if err != nil {
		t.Fatal(err)
	}
	fields, known := sent.(map[string]any), a.fields(map[string]any{"$ref": "#/components/schemas/" + request})
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !known[name] {
			t.Errorf("%s: %s lists no field %s", x.name, request, name)
		}
	}
}

func (a *openAPI) check(t *testing.T, what, name string, body []byte) {
	t.Helper()
	s := a.compiled[name]
	if s == nil {
		var err error
		if s, err = a.compiler.Compile(openAPIAddress + "#/components/schemas/" + name); err != nil {
			t.Fatalf("compile %s: %v", name, err)
		}
		a.compiled[name] = s
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%s: %v\n%s", what, err, body)
	}
}

// fields returns the names of the properties of a schema and of those that it
// is put together from.
func (a *openAPI) fields(schema any) map[string]bool {
	out := map[string]bool{}
	s, _ := schema.(map[string]any)
	if ref, _ := s["$ref"].(string); ref != "" {
		maps.Copy(out, a.fields(a.schemas[strings.TrimPrefix(ref, "#/components/schemas/")]))
	}
	all, _ := s["allOf"].([]any)
	for _, part := range all {
		maps.Copy(out, a.fields(part))
	}
	properties, _ := s["properties"].(map[string]any)
	for name := range properties {
		out[name] = true
	}
	return out
}
