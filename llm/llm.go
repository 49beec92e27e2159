package llm

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// Completer answers a request with a text or with calls of tools. The error is
// one of those below, or wraps one of them; anything else is a fault of the
// network or of the server that may pass.
type Completer interface {
	Complete(ctx context.Context, r Request) (Reply, error)
}

// Embedder turns texts into vectors.
type Embedder interface {
	// ID names the model, its sides and the number of dimensions: vectors of
	// one ID may be compared, those of two may not.
	ID() string
	// Dims is the length of each vector.
	Dims() int
	// Embed returns one vector a text, in the order of the texts, each of
	// Dims() elements and unit length; a text without words gets the zero
	// vector.
	Embed(ctx context.Context, side Side, texts []string) ([][]float32, error)
}

// Request is one question to a model. Two requests that are alike in all but
// Layer are the same question, and the second is answered from the record.
type Request struct {
	Layer       string    // "classify", "toolloop", "extract" …: which model, which caps, which account
	Prompt      string    // name and version of the prompt, "extract@2": part of the record's key
	System      string    // what the model is told before the first message
	Messages    []Message // at least one; the last is of the user or of a tool
	Schema      *Schema   // the shape of the answer; nil is free text
	Tools       []Tool    // what the model may call
	Temperature float64   // 0 to 2
	MaxTokens   int       // of the answer; 0 is what the layer has
	Seed        int       // for servers that take one; 0 is none
}

// Message is one turn of the talk with a model.
type Message struct {
	Role   Role
	Text   string
	Calls  []Call // of the assistant: what it called
	CallID string // of a tool: the call that Text is the result of
}

// Role is who speaks.
type Role string

const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool"
)

// Tool is a function that a model may call.
type Tool struct {
	Name        string // letters, digits, _ and -, at most 64
	Description string
	Schema      *Schema // of the arguments, an object; nil is none
}

// Call is a model's wish to call a tool. The name may be of no tool that was
// offered, and the arguments, though always JSON, may not fit its schema.
type Call struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Reply is what a model said.
type Reply struct {
	Text     string
	Calls    []Call
	Usage    Usage
	Model    string        // provider/model that answered
	Recorded bool          // taken from the record: nothing was paid
	Cut      bool          // the text ends where MaxTokens were used up
	Took     time.Duration // from the request to the reply; of the first time if Recorded
}

// Usage is what a request took: tokens, and money in millionths of a dollar,
// which is 0 for a model without a price.
type Usage struct {
	In     int   `json:"in"`
	Cached int   `json:"cached,omitempty"` // of In, what the provider had cached
	Out    int   `json:"out"`
	Micros int64 `json:"micros,omitempty"`
}

// Plus returns the sum of both.
func (u Usage) Plus(v Usage) Usage {
	return Usage{In: u.In + v.In, Cached: u.Cached + v.Cached, Out: u.Out + v.Out, Micros: u.Micros + v.Micros}
}

// Side is what a text is to the search: models that know both sides find more.
type Side int

const (
	Document Side = iota // what is found
	Query                // what is looked for
)

// What a request may come to. Each means that the rules have to answer; none
// is worth another try by the caller. A text says more with every one of them.
var (
	ErrNoModel  = errors.New("the layer has no model")
	ErrBudget   = errors.New("today's budget of the layer is used up")
	ErrOpen     = errors.New("the model is paused after errors")
	ErrDeadline = errors.New("the model did not answer in time")
	ErrKey      = errors.New("the key of the model is missing or wrong")
	ErrReply    = errors.New("the model's answer does not fit")
	ErrTooLong  = errors.New("the request is too long for the model")
	ErrRefused  = errors.New("the model refused to answer")
)
