package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide/llm"
)

// Key is the key that [Server.Config] sends.
const Key = "llmtest-key-0123456789"

// Request is what a model was asked.
type Request struct {
	N           int    // 1 is the first
	Wire        string // "openai", "anthropic" or "embeddings"
	Path        string // with the query
	Header      http.Header
	Body        json.RawMessage
	Model       string
	System      string
	Messages    []llm.Message
	Tools       []string // names of those that are offered
	Schema      string   // name of the schema of the answer, "answer" on Anthropic's wire; "" is none
	Temperature float64
	MaxTokens   int
	Texts       []string // of an embedding
	Dims        int      // that an embedding asks for; 0 is none
}

// Last returns the text of the last message.
func (r Request) Last() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Text
}

// Reply is what the script lets the model do. The zero value is an empty text.
type Reply struct {
	Text    string
	Calls   []llm.Call  // of tools, also of some that nobody offered
	Vectors [][]float32 // nil: made from the texts
	Refuse  bool        // the model will not answer
	Cut     bool        // the answer stops at the limit of tokens
	In, Out int         // tokens; 0 is a fourth of the bytes

	Status     int           // other than 200: an error
	Code       string        // of the error
	Message    string        // of the error
	RetryAfter time.Duration // header of the error

	Delay time.Duration // before the answer
	Raw   string        // the body as it is
	Half  bool          // half of the body, then the connection ends
	Hang  bool          // half of the body, then nothing more
	Mute  bool          // nothing at all, as long as the client waits
}

// Server answers by a script, and keeps what it was asked.
type Server struct {
	URL string // without a path

	script  func(Request) Reply
	stop    chan struct{}
	forgets bool

	mu   sync.Mutex
	n    int
	seen []Request
}

// New makes a server that a program serves itself, as an [http.Handler], for as
// long as it likes: it keeps nothing of what it is asked.
func New(script func(Request) Reply) *Server {
	return &Server{script: script, stop: make(chan struct{}), forgets: true}
}

// Start runs a server until the test ends. The script is called for each
// request, from several goroutines at once.
func Start(t testing.TB, script func(Request) Reply) *Server {
	t.Helper()
	s := &Server{script: script, stop: make(chan struct{})}
	h := httptest.NewServer(s)
	s.URL = h.URL
	t.Cleanup(func() {
		close(s.stop)
		h.CloseClientConnections()
		h.Close()
	})
	return s
}

// Say answers every request with a text.
func Say(text string) func(Request) Reply {
	return func(Request) Reply { return Reply{Text: text} }
}

// Requests returns what was asked so far, in order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.seen...)
}

// Count returns how many requests arrived.
func (s *Server) Count() int { return len(s.Requests()) }

// Config returns settings by which each of the layers asks this server over
// OpenAI's wire; the model is "test/model". Replies are kept in a folder of
// the test.
func (s *Server) Config(t testing.TB, layers ...string) llm.Config {
	c := llm.Config{Replies: filepath.Join(t.TempDir(), "replies.db"), Layers: map[string]llm.Layer{},
		Providers: map[string]llm.Provider{
			"test":      {Preset: "openai", URL: s.URL + "/v1", KeyEnv: "LLMTEST_KEY"},
			"anthropic": {URL: s.URL, KeyEnv: "LLMTEST_KEY"},
			"azure":     {URL: s.URL, KeyEnv: "LLMTEST_KEY"},
			"voyage":    {URL: s.URL + "/v1", KeyEnv: "LLMTEST_KEY"},
			"ollama":    {URL: s.URL + "/v1"},
		}}
	for _, l := range layers {
		c.Layers[l] = llm.Layer{Model: "test/model"}
	}
	return c
}

// Options are those that a test wants: the key of [Server.Config], short waits
// between attempts, and no hour-long memory of what the test does on purpose.
func Options() llm.Options {
	return llm.Options{Backoff: time.Millisecond, Env: func(name string) (string, bool) {
		if name == "LLMTEST_KEY" {
			return Key, true
		}
		return "", false
	}}
}

// Models runs a server and opens the models of layers that ask it, until the
// test ends.
func Models(t testing.TB, script func(Request) Reply, layers ...string) (*llm.Models, *Server) {
	t.Helper()
	s := Start(t, script)
	m, err := llm.New(s.Config(t, layers...), Options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m, s
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		return // the client has left
	}
	r, err := read(req, raw)
	if err != nil {
		http.Error(w, fmt.Sprintf(`{"error":{"message":%q,"type":"invalid_request_error"}}`, err), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	s.n++
	if r.N = s.n; !s.forgets {
		s.seen = append(s.seen, r)
	}
	s.mu.Unlock()
	reply := s.script(r)
	if !s.wait(req, reply.Delay) || reply.Mute && !s.wait(req, -1) {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	body := reply.Raw
	if reply.Status > 0 && reply.Status != http.StatusOK {
		if reply.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.FormatFloat(reply.RetryAfter.Seconds(), 'f', -1, 64))
		}
		w.WriteHeader(reply.Status)
		if body == "" {
			body = failure(r, reply)
		}
	} else if body == "" {
		body = answer(r, reply)
	}
	s.send(w, req, body, reply)
}

// send writes a body as far as the script lets it.
func (s *Server) send(w http.ResponseWriter, req *http.Request, body string, reply Reply) {
	if !reply.Half && !reply.Hang {
		_, _ = io.WriteString(w, body) // a client that has left is no concern of ours
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = io.WriteString(w, body[:len(body)/2])
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
	if reply.Hang {
		s.wait(req, -1)
	}
	panic(http.ErrAbortHandler)
}

// wait waits for d, or for ever if d is negative, and reports whether the
// client is still there.
func (s *Server) wait(req *http.Request, d time.Duration) bool {
	if d == 0 {
		return true
	}
	var after <-chan time.Time
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		after = t.C
	}
	select {
	case <-after:
		return true
	case <-req.Context().Done():
	case <-s.stop:
	}
	return false
}

// Call makes a call of a tool with arguments that have a JSON form.
func Call(id, name string, args any) llm.Call {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return llm.Call{ID: id, Name: name, Arguments: raw}
}

// JSON is the text of a value.
func JSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(raw))
}
