package llm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// embedBatch is how many texts go into one request.
const embedBatch = 128

// EmbedLayer is the layer on whose account embedding is.
const EmbedLayer = "embed"

// embedder is a model that makes vectors, within the bounds of its layer.
type embedder struct {
	m    *Models
	l    *layer
	dims int
	ask  bool // the server is told the number of dimensions

	mu    sync.Mutex
	other error     // its model makes vectors of another number of elements
	until time.Time // when it is asked again all the same
}

// misfit returns why the model is not asked: each of its vectors is paid for, and
// none can be used.
func (e *embedder) misfit() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.m.opts.Now().Before(e.until) {
		return e.other
	}
	return nil
}

func (e *embedder) learn(err error) {
	if !errors.Is(err, errDims) {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.other, e.until = err, e.m.opts.Now().Add(e.m.opts.RetryKey)
}

func (e *embedder) status() LayerState {
	s := e.l.status()
	if other := e.misfit(); other != nil && (s.State == Ready || s.State == Due) {
		s.State, s.Why = Misfit, other.Error()
	}
	return s
}

func (e *embedder) ID() string {
	id := fmt.Sprintf("%s:%d", e.l.ref(), e.dims)
	if prefix(e.l.at.model, Document) != prefix(e.l.at.model, Query) {
		id += ":prefixed"
	}
	return id
}

func (e *embedder) Dims() int { return e.dims }

// Embed sends the texts that have words, 128 at a time.
func (e *embedder) Embed(ctx context.Context, side Side, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var batch []string
	var at []int
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		vectors, err := e.m.embed(ctx, e, side, batch)
		if err != nil {
			return err
		}
		for i, v := range vectors {
			out[at[i]] = v
		}
		batch, at = nil, nil
		return nil
	}
	for i, t := range texts {
		if strings.TrimSpace(t) == "" {
			out[i] = make([]float32, e.dims)
			continue
		}
		batch, at = append(batch, cutInput(prefix(e.l.at.model, side)+t, e.l.MaxInput)), append(at, i)
		if len(batch) == embedBatch {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return out, nil
}

// cutInput keeps the head of a text that is too long to be embedded: a vector
// of most of it is better than none.
func cutInput(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}

// embed sends one batch through the bounds.
func (m *Models) embed(ctx context.Context, e *embedder, side Side, texts []string) ([][]float32, error) {
	if err := e.misfit(); err != nil {
		return nil, fmt.Errorf("ask %s for %s: %w", e.l.ref(), e.l.name, err)
	}
	n := 0
	for _, t := range texts {
		n += len(t)
	}
	var vectors [][]float32
	c := &call{layer: e.l, bytes: n, send: func(run context.Context, key string) (Reply, error) {
		v, used, err := e.l.end.embed(run, key, embedding{e.l.at.model, side, e.dims, e.ask}, texts)
		vectors = v
		return Reply{Usage: used}, err
	}}
	run, stop := context.WithTimeout(ctx, m.opts.Late)
	defer stop()
	defer context.AfterFunc(m.base, stop)()
	reply, err := m.chain(ctx, run, c)
	m.log(c, reply, err)
	m.book(c, reply, err)
	e.learn(err)
	if err != nil {
		return nil, m.explain(ctx, c, err)
	}
	return vectors, nil
}

// EmbedEstimate says what vectors of so many texts, with so many bytes in all,
// would take, and asks nothing. Without an embedder they take nothing.
func (m *Models) EmbedEstimate(texts, bytes int) Estimate {
	if m.embeds == nil || texts == 0 {
		return Estimate{}
	}
	l := m.embeds.l
	e := Estimate{Requests: (texts + embedBatch - 1) / embedBatch, In: bytes/4 + texts}
	e.Micros = l.price.Cost(Usage{In: e.In})
	e.Most = l.price.Cost(Usage{In: tokensOf(bytes) + texts})
	if !l.priced {
		e.Unpriced = e.Requests
	}
	return e
}

// embedding says what kind of vectors are wanted.
type embedding struct {
	model string
	side  Side
	dims  int
	ask   bool
}

func (o *openaiWire) embed(ctx context.Context, key string, e embedding, texts []string) ([][]float32, Usage, error) {
	req := openai.EmbeddingRequestStrings{Input: texts, Model: openai.EmbeddingModel(e.model), EncodingFormat: openai.EmbeddingEncodingFormatFloat}
	extra := map[string]any{}
	if s := o.at.preset.sides[e.side]; s != "" {
		extra["input_type"] = s
	}
	if o.at.preset.Name == "voyage" {
		req.EncodingFormat = "" // numbers are what it sends when nothing is said
	}
	switch {
	case !e.ask:
	case o.at.preset.dims == "dimensions":
		req.Dimensions = e.dims
	default:
		extra[o.at.preset.dims] = e.dims
	}
	req.ExtraBody = extra
	resp, err := o.client(key).CreateEmbeddings(ctx, req)
	if err != nil {
		return nil, Usage{}, clean(err)
	}
	used := Usage{In: max(resp.Usage.PromptTokens, resp.Usage.TotalTokens)}
	out := make([][]float32, len(texts))
	for _, d := range resp.Data {
		if d.Index < 0 || d.Index >= len(texts) || out[d.Index] != nil {
			return nil, used, &fault{what: "the server answered with vectors of other texts", kind: ErrReply, final: true}
		}
		if len(d.Embedding) != e.dims {
			return nil, used, &fault{kind: errDims, final: true, what: fmt.Sprintf("the model makes vectors of %d elements, and %d are expected; say so in models.dims and start the daemon anew, or take the model back that made %d", len(d.Embedding), e.dims, e.dims)}
		}
		if !unit(d.Embedding) {
			return nil, used, &fault{what: "the server answered with a vector that is no direction", kind: ErrReply, final: true}
		}
		out[d.Index] = d.Embedding
	}
	for _, v := range out {
		if v == nil {
			return nil, used, &fault{what: "the server answered with too few vectors", kind: ErrReply, final: true}
		}
	}
	return out, used, nil
}

// errDims is an [ErrReply] that will come again.
var errDims = fmt.Errorf("%w", ErrReply)

// unit makes a vector one of unit length, in place.
func unit(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return false
	}
	by := 1 / math.Sqrt(sum)
	for i := range v {
		v[i] = float32(float64(v[i]) * by)
	}
	return true
}

func (a *anthropicWire) embed(context.Context, string, embedding, []string) ([][]float32, Usage, error) {
	return nil, Usage{}, &fault{what: "Anthropic has no embeddings", kind: ErrNoModel, final: true}
}
