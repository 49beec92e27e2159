package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// mostBody bounds what is read of a request or an answer.
const mostBody = 64 << 20

// server answers POST …/embeddings, as OpenAI's does.
type server struct {
	source source
	slow   time.Duration
}

type request struct {
	Model  string   `json:"model"`
	Input  []string `json:"input"`
	Format string   `json:"encoding_format,omitempty"`
}

type reply struct {
	Object string  `json:"object"`
	Model  string  `json:"model"`
	Data   []datum `json:"data"`
	Usage  usage   `json:"usage"`
}

type datum struct {
	Object    string    `json:"object"`
	Index     int       `json:"index"`
	Embedding []float32 `json:"embedding"`
}

type usage struct {
	Prompt int `json:"prompt_tokens"`
	Total  int `json:"total_tokens"`
}

// read takes a request apart. The input may be one text, too.
func read(raw []byte) (request, error) {
	var r struct {
		request
		Input json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return request{}, fmt.Errorf("decode the request: %w", err)
	}
	var one string
	if json.Unmarshal(r.Input, &one) == nil {
		r.request.Input = []string{one}
		return r.request, nil
	}
	if err := json.Unmarshal(r.Input, &r.request.Input); err != nil {
		return request{}, fmt.Errorf("decode the input, which is a text or a list of texts: %w", err)
	}
	if len(r.request.Input) == 0 {
		return request{}, errors.New("there is no input")
	}
	return r.request, nil
}

// of returns the n vectors of an answer in the order of the texts.
func (r reply) of(n, dims int) ([][]float32, error) {
	out := make([][]float32, n)
	for _, d := range r.Data {
		if d.Index < 0 || d.Index >= n || out[d.Index] != nil || len(d.Embedding) != dims {
			return nil, fmt.Errorf("vector %d of %d with %d elements, want each once with %d", d.Index, n, len(d.Embedding), dims)
		}
		out[d.Index] = d.Embedding
	}
	if len(r.Data) != n {
		return nil, fmt.Errorf("%d vectors of %d texts", len(r.Data), n)
	}
	return out, nil
}

// ServeHTTP implements [http.Handler].
func (s *server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodPost || req.URL.Path != "/v1/embeddings" {
		fail(w, http.StatusNotFound, errors.New("only POST /v1/embeddings is served"))
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, req.Body, mostBody))
	if err != nil {
		return // the client has left, or says too much
	}
	in, err := read(raw)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	if !wait(req.Context(), s.slow) {
		return
	}
	vs, err := s.source.vectors(req.Context(), in.Input)
	if err != nil {
		fail(w, http.StatusBadGateway, err)
		return
	}
	out := reply{Object: "list", Model: s.source.name()}
	for i, v := range vs {
		out.Data = append(out.Data, datum{"embedding", i, v})
		out.Usage.Prompt += len(in.Input[i])/4 + 1
	}
	out.Usage.Total = out.Usage.Prompt
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out) // a client that has left is no concern of ours
}

func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func fail(w http.ResponseWriter, status int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"message": err.Error(), "type": "invalid_request_error"}})
}
