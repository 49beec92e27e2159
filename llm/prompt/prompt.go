// Package prompt holds what models are told: prompts as files with versions.
//
// A file is NAME.md: a head of "key: value" lines (version, temperature,
// max_tokens), a line "---", and what the model is told. It holds no gaps to be
// filled. What the model is to read goes with it as one JSON value, so that
// nothing in a user's text can pose as a part of what the model is told.
package prompt

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/memtide/memtide/llm"
)

// Model answers requests for layers. A layer that it does not have is left to
// the rules.
type Model interface {
	llm.Completer
	Has(layer string) bool
	// State is how the model of a layer is: ready, due to be tried again, paused
	// after errors, without a key, its budget used up.
	State(layer string) llm.State
}

// File is one prompt.
type File struct {
	Name        string
	Version     int
	Temperature float64
	MaxTokens   int
	Text        string
}

// Parse reads the text of a prompt file.
func Parse(name, text string) (File, error) {
	f := File{Name: name}
	head, body, ok := strings.Cut(text, "\n---\n")
	if !ok {
		return f, fmt.Errorf("parse prompt %s: no line --- after its head", name)
	}
	for _, line := range strings.Split(head, "\n") {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		var err error
		switch key {
		case "version":
			f.Version, err = strconv.Atoi(value)
		case "max_tokens":
			f.MaxTokens, err = strconv.Atoi(value)
		case "temperature":
			f.Temperature, err = strconv.ParseFloat(value, 64)
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return f, fmt.Errorf("parse prompt %s: %w", name, err)
		}
	}
	if f.Text = strings.TrimSpace(body); f.Version < 1 || f.Text == "" {
		return f, fmt.Errorf("parse prompt %s: want a version from 1 and a text", name)
	}
	return f, nil
}

// Request returns the request that hands in to the model behind the prompt.
// The name of the prompt is the layer.
func (f File) Request(in any) (llm.Request, error) {
	raw, err := json.MarshalIndent(in, "", " ")
	if err != nil {
		return llm.Request{}, fmt.Errorf("write input of prompt %s: %w", f.Name, err)
	}
	return llm.Request{
		Layer: f.Name, Prompt: f.Name + "@" + strconv.Itoa(f.Version), System: f.Text,
		Messages:    []llm.Message{{Role: llm.RoleUser, Text: string(raw)}},
		Temperature: f.Temperature, MaxTokens: f.MaxTokens,
	}, nil
}

// Asker asks a model the prompts of one folder. It is safe for many goroutines;
// nil has no layer.
type Asker struct {
	model   Model
	files   map[string]File
	schemas sync.Map // of the answers, by prompt
}

// New makes an asker of prompts. A nil model is none.
func New(model Model, files []File) *Asker {
	a := &Asker{model: model, files: map[string]File{}}
	for _, f := range files {
		a.files[f.Name] = f
	}
	return a
}

// Files reads the prompt files prompts/*.md that are built into a program, in
// order of name. A file that cannot be read is a mistake in the program: Files
// panics.
func Files(dir fs.FS) []File {
	names, err := fs.Glob(dir, "prompts/*.md")
	if err != nil || len(names) == 0 {
		panic(fmt.Sprintf("look for prompts: %d found: %v", len(names), err))
	}
	var files []File
	for _, name := range names {
		raw, err := fs.ReadFile(dir, name)
		if err == nil {
			var f File
			f, err = Parse(strings.TrimSuffix(path.Base(name), ".md"), string(raw))
			files = append(files, f)
		}
		if err != nil {
			panic(err.Error())
		}
	}
	return files
}

// Has reports whether a layer has a prompt and a model.
func (a *Asker) Has(layer string) bool {
	if a == nil || a.model == nil {
		return false
	}
	_, ok := a.files[layer]
	return ok && a.model.Has(layer)
}

// Any reports whether the model of any of some layers is in a state.
func (a *Asker) Any(state llm.State, layers ...string) bool {
	return slices.ContainsFunc(layers, func(l string) bool { return a.Has(l) && a.model.State(l) == state })
}

// Request is [File.Request] of a prompt by name.
func (a *Asker) Request(name string, in any) (llm.Request, error) {
	f, ok := a.files[name]
	if !ok {
		return llm.Request{}, fmt.Errorf("no prompt is named %s", name)
	}
	return f.Request(in)
}

// forRules is the most that is kept of a caller's time for the rules to answer in.
const forRules = 30 * time.Second

// Within returns a copy of ctx for who asks a model: it ends a third of the time
// that is left, or 30 s, before ctx does. Whatever the model does, the rules can
// still answer then.
func Within(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end.Add(-min(time.Until(end)/3, forRules)))
}

// Complete hands a request on to the model.
func (a *Asker) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	return a.model.Complete(ctx, r)
}

// Ask hands in to the model behind a prompt and reads its answer, whose shape
// is that of T. Errors are those of [llm.Decode].
func Ask[T any](ctx context.Context, a *Asker, name string, in any) (T, llm.Reply, error) {
	var none T
	r, err := a.Request(name, in)
	if err != nil {
		return none, llm.Reply{}, err
	}
	schema, ok := a.schemas.Load(name)
	if !ok {
		schema, _ = a.schemas.LoadOrStore(name, llm.SchemaFor[T](name))
	}
	r.Schema = schema.(*llm.Schema)
	return llm.Decode[T](ctx, a.model, r)
}
