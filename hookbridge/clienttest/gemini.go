package clienttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// GeminiVariable is the environment variable that names Gemini CLI: its gemini.js, or the
// folder that was given to npm install --prefix.
const GeminiVariable = "MEMTIDE_GEMINI_BIN"

// Gemini is an installed Gemini CLI with a home of its own, run by the Node.js that is in
// the PATH of the test. All fields but Env are needed.
type Gemini struct {
	Script string   // path of gemini.js
	Home   string   // stands for the user's home; exists
	API    string   // base of the Gemini API, see Stub.URL
	Env    []string // KEY=value, beside what Run allows; wins over it
}

// GeminiScript returns the client that [GeminiVariable] names. It skips the test when none is
// named, and fails it when there is none where it should be, or no Node.js.
func GeminiScript(t testing.TB) string {
	t.Helper()
	named := os.Getenv(GeminiVariable)
	if named == "" {
		t.Skip(GeminiVariable + " does not name the gemini.js of Gemini CLI or a folder that npm has installed it into")
	}
	path, err := geminiScript(named)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Fatalf("find Node.js, which runs Gemini CLI: %v", err)
	}
	return path
}

func geminiScript(named string) (string, error) {
	st, err := os.Stat(named)
	if err != nil {
		return "", fmt.Errorf("find Gemini CLI: %w", err)
	}
	if !st.IsDir() {
		return filepath.Abs(named)
	}
	path := filepath.Join(named, "node_modules", "@google", "gemini-cli", "bundle", "gemini.js")
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("find Gemini CLI: %s holds none; npm install --prefix it @google/gemini-cli there: %w", named, err)
	}
	return filepath.Abs(path)
}

// Run is [Claude.Run] for Gemini CLI, in a folder that it takes for a trusted one.
func (g Gemini) Run(t testing.TB, p Prompt) Result {
	t.Helper()
	r := g.Try(t, p)
	if r.Code != 0 || r.TimedOut {
		t.Errorf("gemini -p %q in %s: code %d after %v, timed out %v\nstdout: %s\nstderr: %s",
			p.Text, p.Dir, r.Code, r.Took, r.TimedOut, r.Stdout, r.Stderr)
	}
	return r
}

// Try is [Gemini.Run] for a run that may end badly.
func (g Gemini) Try(t testing.TB, p Prompt) Result {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	// Its environment is that of Claude Code with other names for the same: none of that
	// client's own variables means anything to it.
	env := once(append(append(Claude{Home: g.Home}.environ(nil), "GOOGLE_GEMINI_BASE_URL="+g.API, "GEMINI_API_KEY="+Key,
		"GEMINI_CLI_TRUST_WORKSPACE=true", "GEMINI_TELEMETRY_ENABLED=false"), append(g.Env, p.Env...)...))
	p.Args = append([]string{"--model", "gemini-2.5-flash"}, p.Args...)
	return p.try(t, env, node, g.Script)
}

// generate is the call of the API that asks the model.
const generate = "generate"

// geminiCall says what a path of the Gemini API asks for: generate, countTokens, or "" for
// no path of it.
func geminiCall(path string) string {
	rest, ok := strings.CutPrefix(path, "/v1beta/models/")
	_, call, named := strings.Cut(rest, ":")
	switch {
	case !ok || !named:
		return ""
	case call == "generateContent" || call == "streamGenerateContent":
		return generate
	}
	return call
}

// geminiWire is the part of a request's body that a stub reads.
type geminiWire struct {
	Contents []geminiContent `json:"contents"`
	System   geminiContent   `json:"systemInstruction"`
	Tools    []struct {
		Functions []struct {
			Name string `json:"name"`
		} `json:"functionDeclarations"`
	} `json:"tools"`
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text string `json:"text,omitempty"`
	Call *struct {
		Name string `json:"name"`
		Args any    `json:"args"`
	} `json:"functionCall,omitempty"`
	Response json.RawMessage `json:"functionResponse,omitempty"`
}

// decodeGemini fills in what the body of a request to a model says. What a tool has returned
// counts as a text.
func (r *Request) decodeGemini() error {
	var w geminiWire
	if err := json.Unmarshal(r.Body, &w); err != nil {
		return fmt.Errorf("decode request: %w", err)
	}
	model, _, _ := strings.Cut(strings.TrimPrefix(r.Path, "/v1beta/models/"), ":")
	r.Model, r.Stream = model, strings.HasSuffix(r.Path, ":streamGenerateContent")
	for _, tools := range w.Tools {
		for _, f := range tools.Functions {
			r.Tools = append(r.Tools, f.Name)
		}
	}
	var lines []string
	for _, p := range w.System.Parts {
		lines = append(lines, p.Text)
	}
	r.System = strings.Join(lines, "\n")
	for i, c := range w.Contents {
		for j, p := range c.Parts {
			if text := p.Text + string(p.Response); text != "" {
				r.Texts = append(r.Texts, Text{Message: i, Block: j, Role: c.Role, Text: text})
			}
		}
	}
	return nil
}

// gemini answers a request of the Gemini API.
func (s *Stub) gemini(w http.ResponseWriter, r Request) {
	if geminiCall(r.Path) == "countTokens" {
		s.write(w, http.StatusOK, fields{"totalTokens": 1 + len(r.Body)/4})
		return
	}
	if geminiCall(r.Path) != generate {
		geminiFail(w, http.StatusNotFound, "NOT_FOUND")
		return
	}
	reply, _ := s.next(r)
	if reply.Before != nil {
		reply.Before(r)
	}
	if reply.Status > 0 {
		geminiFail(w, reply.Status, reply.Error)
		return
	}
	if !r.Stream {
		s.write(w, http.StatusOK, reply.chunk(reply.parts(), r.Model, true))
		return
	}
	header(w, "text/event-stream")
	parts := reply.parts()
	for i := range parts {
		b, err := json.Marshal(reply.chunk(parts[i:i+1], r.Model, i == len(parts)-1))
		if err != nil {
			s.problem("encode answer: %v", err)
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\r\n\r\n", b); err != nil {
			return // a client that is ended in the middle of an answer hangs up
		}
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

// parts returns a reply in the form of the Gemini API, its text in small pieces.
func (r Reply) parts() (out []geminiPart) {
	for _, piece := range split(r.Text) {
		out = append(out, geminiPart{Text: piece})
	}
	for _, tool := range r.Tools {
		p := geminiPart{}
		p.Call = &struct {
			Name string `json:"name"`
			Args any    `json:"args"`
		}{tool.Name, tool.Input}
		out = append(out, p)
	}
	if len(out) == 0 {
		out = []geminiPart{{}}
	}
	return out
}

// chunk returns one piece of a streamed answer, or the whole of one that is not.
func (r Reply) chunk(parts []geminiPart, model string, last bool) fields {
	candidate := fields{"content": geminiContent{"model", parts}, "index": 0}
	out := fields{"candidates": []fields{candidate}, "modelVersion": model}
	if last {
		candidate["finishReason"] = "STOP"
		in, said := max(r.Usage.Input, 20), max(r.Usage.Output, 10)
		out["usageMetadata"] = fields{"promptTokenCount": in, "candidatesTokenCount": said, "totalTokenCount": in + said}
	}
	return out
}

// geminiFail answers in the form that the Gemini API gives its errors.
func geminiFail(w http.ResponseWriter, status int, kind string) {
	if kind == "" {
		kind = "INTERNAL"
	}
	b, _ := json.Marshal(fields{"error": fields{"code": status, "message": "scripted error", "status": kind}})
	header(w, "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b)
}
