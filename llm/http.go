package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/memtide/memtide/redact"
)

// maxBody bounds what is read of an answer: no honest one is longer.
const maxBody = 16 << 20

// fault is an answer of a server that is no reply. Its text names what went
// wrong and holds neither the key nor what was asked.
type fault struct {
	status int
	after  time.Duration // Retry-After; 0 is none
	what   string
	kind   error // one of the errors by name, or nil: it may pass
	final  bool  // another try makes no sense
}

func (f *fault) Error() string {
	switch {
	case f.kind == nil:
		return f.what
	case f.status == 404:
		return "the server does not have the model: " + f.what
	case f.status > 0 && f.kind == ErrBudget:
		return "the account has no money left: " + f.what
	}
	return fmt.Sprintf("%v: %s", f.kind, f.what)
}

func (f *fault) Unwrap() error { return f.kind }

// wire sends the requests of both libraries. It turns every answer that is not
// 200 into a fault, so that neither library's own message, which may repeat
// the request, goes further; it follows no redirection, which would carry the
// key elsewhere.
type wire struct {
	client *http.Client
	now    func() time.Time
}

func newWire(t http.RoundTripper, now func() time.Time) *wire {
	return &wire{now: now, client: &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}}
}

// Do implements what both libraries call a client.
func (w *wire) Do(req *http.Request) (*http.Response, error) {
	var sent []byte
	if req.Body != nil {
		raw, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, fmt.Errorf("read request: %w", err)
		}
		sent, req.Body = raw, io.NopCloser(bytes.NewReader(raw))
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusOK {
		resp.Body = &bounded{resp.Body, maxBody}
		return resp, nil
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if err != nil {
		raw = nil // the status alone says enough
	}
	return nil, w.fault(resp, raw, sent)
}

// bounded is a body that ends in an error when it is too long.
type bounded struct {
	io.ReadCloser
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errors.New("the answer is longer than 16 MiB")
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// refusal is the body of an error, as OpenAI, Anthropic, OpenRouter and Ollama
// write it.
type refusal struct {
	Error struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    any    `json:"code"`
	} `json:"error"`
}

func (w *wire) fault(resp *http.Response, body, sent []byte) *fault {
	var e refusal
	if json.Unmarshal(body, &e) != nil {
		e = refusal{}
		var flat struct {
			Error   string `json:"error"`
			Message string `json:"message"`
			Detail  any    `json:"detail"`
		}
		if json.Unmarshal(body, &flat) == nil {
			e.Error.Message = flat.Error + flat.Message
			if s, ok := flat.Detail.(string); ok {
				e.Error.Message += s // Voyage and others of FastAPI
			}
		}
	}
	code, _ := e.Error.Code.(string)
	all := strings.ToLower(e.Error.Message + " " + e.Error.Type + " " + code)
	f := &fault{status: resp.StatusCode, after: retryAfter(resp.Header, w.now())}
	f.judge(all)
	f.what = strings.Join(parts(fmt.Sprintf("%s answered %d", resp.Request.URL.Host, resp.StatusCode), e.Error.Type, code), " ")
	if msg := quiet(withoutKeys(e.Error.Message, resp.Request.Header), sent); msg != "" && f.kind != ErrKey {
		f.what += ": " + msg
	}
	return f
}

// withoutKeys takes the key that was sent out of what a server says.
func withoutKeys(msg string, sent http.Header) string {
	for _, name := range []string{"Authorization", "X-Api-Key", "Api-Key"} {
		if key := strings.TrimPrefix(sent.Get(name), "Bearer "); len(key) > 3 {
			msg = strings.ReplaceAll(msg, key, "⟦key⟧")
		}
	}
	return msg
}

func parts(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" && len(t) < 80 {
			out = append(out, t)
		}
	}
	return out
}

// judge says what an answer means. The words are those of the published error
// lists of the providers.
func (f *fault) judge(all string) {
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(all, w) {
				return true
			}
		}
		return false
	}
	switch {
	case f.status == 413, has("context_length", "context length", "prompt is too long", "maximum context", "too many tokens", "exceeds the available context", "string_above_max_length"):
		f.kind, f.final = ErrTooLong, true
	case has("content_filter", "content_policy", "moderation", "flagged", "responsibleai"):
		f.kind, f.final = ErrRefused, true
	case f.status == 401, f.status == 403:
		f.kind, f.final = ErrKey, true
	case f.status == 402, has("insufficient_quota", "billing", "credit balance"):
		f.kind, f.final = ErrBudget, true
	case f.status == 404:
		f.kind, f.final = ErrNoModel, true
	case f.status == 408, f.status == 409, f.status == 425, f.status == 429, f.status >= 500:
	default:
		f.final = true
	}
}

// quiet shortens a server's message, takes secrets out, and drops it when it
// repeats what was asked: errors are logged, requests are not.
func quiet(msg string, sent []byte) string {
	msg, _ = redact.Secrets(strings.Join(strings.Fields(strings.ToValidUTF8(msg, "�")), " "))
	if len(msg) > 160 {
		msg = strings.ToValidUTF8(msg[:160], "") + "…"
	}
	const window = 28
	for i := 0; i+window <= len(msg); i++ {
		if bytes.Contains(sent, []byte(msg[i:i+window])) {
			return ""
		}
	}
	return msg
}

// retryAfter reads Retry-After, in seconds or as a date, and the header in
// milliseconds that some send beside it.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
