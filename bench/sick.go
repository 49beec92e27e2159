package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// sickness is what is wrong with a server of models.
type sickness string

const (
	healthy sickness = "well"
	hung    sickness = "hung"
	slow    sickness = "slow by 10 s"
	failing sickness = "50 % errors"
	garbage sickness = "garbage"
)

// sickServer speaks the wire of OpenAI on the loopback address, as well as it is.
type sickServer struct {
	url   string
	state atomic.Value // sickness
	asked atomic.Int64
	http  *http.Server
	done  chan error
}

func startSick() (*sickServer, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for models: %w", err)
	}
	s := &sickServer{url: "http://" + l.Addr().String(), done: make(chan error, 1)}
	s.state.Store(healthy)
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() { s.done <- s.http.Serve(l) }()
	return s, nil
}

func (s *sickServer) close() error {
	err := s.http.Close()
	if served := <-s.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// ServeHTTP implements [http.Handler].
func (s *sickServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.asked.Add(1)
	raw, err := io.ReadAll(io.LimitReader(r.Body, 8<<20))
	if err != nil {
		return // the client has left
	}
	wait := time.Duration(0)
	switch s.state.Load() {
	case hung:
		wait = time.Hour
	case slow:
		wait = 10 * time.Second
	case failing:
		if n%2 == 0 {
			http.Error(w, `{"error":{"message":"out of order","type":"server_error"}}`, http.StatusInternalServerError)
			return
		}
	case garbage:
		fmt.Fprint(w, "<html>{\"choices\":[{\"message\":")
		return
	}
	if wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case <-t.C:
		case <-r.Context().Done():
			return
		}
	}
	answer, err := obey(raw)
	if err != nil {
		http.Error(w, `{"error":{"message":"the request is not read","type":"invalid_request_error"}}`, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(answer) // a client that has left is no concern of ours
}

// obey answers a request with the least that fits it: a call of the tool done,
// or a value of the schema that is asked for.
func obey(raw []byte) ([]byte, error) {
	var in struct {
		Model  string `json:"model"`
		Tools  []any  `json:"tools"`
		Format struct {
			Schema struct {
				Schema map[string]any `json:"schema"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	msg, finish := map[string]any{"role": "assistant"}, "stop"
	if len(in.Tools) > 0 {
		msg["content"], finish = "", "tool_calls"
		msg["tool_calls"] = []any{map[string]any{"id": "call", "type": "function", "function": map[string]any{"name": "done", "arguments": "{}"}}}
	} else {
		text, err := json.Marshal(least(in.Format.Schema.Schema))
		if err != nil {
			return nil, err
		}
		msg["content"] = string(text)
	}
	return json.Marshal(map[string]any{"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": in.Model,
		"choices": []any{map[string]any{"index": 0, "message": msg, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": len(raw) / 4, "completion_tokens": 10, "total_tokens": len(raw)/4 + 10}})
}

// least is the smallest value that a schema allows.
func least(schema map[string]any) any {
	if enum, ok := schema["enum"].([]any); ok && len(enum) > 0 {
		return enum[0]
	}
	switch schema["type"] {
	case "object":
		out := map[string]any{}
		fields, _ := schema["properties"].(map[string]any)
		for name, f := range fields {
			if field, ok := f.(map[string]any); ok {
				out[name] = least(field)
			}
		}
		return out
	case "array":
		return []any{}
	case "boolean":
		return true
	case "number", "integer":
		return 0
	}
	return ""
}
