package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wordvec"
)

// source makes vectors of texts.
type source interface {
	name() string
	dims() int
	vectors(ctx context.Context, texts []string) ([][]float32, error)
}

// chance draws a direction from each text: the same text has the same one, and
// two texts have nothing in common.
type chance int

func (c chance) name() string { return "chance" }
func (c chance) dims() int    { return int(c) }

func (c chance) vectors(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		h := fnv.New64a()
		_, _ = h.Write([]byte(t)) // never fails
		r := rand.New(rand.NewPCG(h.Sum64(), 1))
		v := make([]float32, c)
		for j := range v {
			v[j] = float32(r.NormFloat64())
		}
		out[i] = v
	}
	return out, nil
}

// words are the means of the built-in table of words.
type words struct{ table *wordvec.Table }

func (w words) name() string { return "words" }
func (w words) dims() int    { return w.table.Dims() }

// vectors gives a text without any known word the direction of chance: a server
// answers every text with a direction.
func (w words) vectors(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, w.dims())
		if w.table.Mean(language.Terms(t), out[i]) {
			continue
		}
		vs, err := chance(w.dims()).vectors(ctx, []string{t})
		if err != nil {
			return nil, err
		}
		out[i] = vs[0]
	}
	return out, nil
}

// upstream is another server, which is asked for each text once.
type upstream struct {
	url, model string
	size       int
	client     *http.Client
	kept       *vectorindex.Records // nil: nothing is kept
}

func (u *upstream) name() string { return u.model }
func (u *upstream) dims() int    { return u.size }

func (u *upstream) vectors(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var ask []string
	var at []int
	for i, t := range texts {
		if u.kept != nil {
			v, _, err := u.kept.Get(u.model, memtide.Hash(t))
			if err != nil {
				return nil, fmt.Errorf("read what is kept: %w", err)
			}
			out[i] = v
		}
		if out[i] == nil {
			ask, at = append(ask, t), append(at, i)
		}
	}
	if len(ask) == 0 {
		return out, nil
	}
	made, err := u.ask(ctx, ask)
	if err != nil {
		return nil, err
	}
	news := make([]vectorindex.Record, len(made))
	for i, v := range made {
		out[at[i]], news[i] = v, vectorindex.Record{Hash: memtide.Hash(ask[i]), Vector: v}
	}
	if u.kept != nil {
		err = u.kept.PutBatch(u.model, news)
	}
	return out, err
}

func (u *upstream) ask(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(request{Model: u.model, Input: texts, Format: "float"})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.url+"/embeddings", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := u.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", u.url, err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, mostBody))
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", u.url, err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("ask %s: it answers %s", u.url, resp.Status)
	}
	var in reply
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, fmt.Errorf("ask %s: decode its answer: %w", u.url, err)
	}
	return in.of(len(texts), u.size)
}
