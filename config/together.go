package config

import (
	"fmt"
	"slices"
)

// clash is a key whose value cannot stand beside that of another one, or would have no
// effect beside it.
type clash struct {
	key, with string
	is        bool
	value     any
	fix       string
}

// clashes is the table of what two keys must be together. It goes by values alone, so
// that it does not matter who has set them.
func (c Config) clashes() []clash {
	return []clash{
		{"retrieve.tokens_complex", "retrieve.tokens_simple", c.Retrieve.TokensComplex < c.Retrieve.TokensSimple, c.Retrieve.TokensComplex,
			fmt.Sprintf("use %d or more: not less than retrieve.tokens_simple", c.Retrieve.TokensSimple)},
		{"bus.credentials", "bus.url", c.Bus.Credentials != "" && c.Bus.Embedded(), c.Bus.Credentials,
			"set bus.url, too, or leave it out: the server inside the daemon needs no credentials"},
		{"http.listen", "bus.listen", c.HTTP.Listen != "" && c.HTTP.Listen == c.Bus.Listen, c.HTTP.Listen,
			"use another port: this one is that of bus.listen"},
		{"models.dims", "models.embedder", c.Models.Dims != 0 && c.Models.Embedder == "", c.Models.Dims,
			"set models.embedder, too, or leave it out: it says how long the vectors of that model are"},
		{"vectors.engine", "vectors.embedder", c.Vectors.Engine == "hnsw" && c.Vectors.Embedder == "none" && c.Models.Embedder == "", c.Vectors.Engine,
			"leave it out, or set vectors.embedder or models.embedder: there are no vectors"},
		{"remember.newest_wins_days", "jobs.drain", c.Remember.NewestWins > 0 && c.Jobs.never("drain"), c.Remember.NewestWins,
			"give jobs.drain a time, or leave it out: that job is what settles contradictions"},
	}
}

// never reports whether a job is off in every space.
func (j Jobs) never(name string) bool {
	return j.Off(name) && !slices.ContainsFunc(j.Spaces, func(line string) bool {
		job, _, cron, ok := override(line)
		return ok && job == name && cron != off
	})
}

// together checks what two keys must be together.
func (c Config) together(from map[string]string, skip map[string]bool) (out []*Problem) {
	for _, x := range c.clashes() {
		if x.is && !skip[x.key] && !skip[x.with] {
			out = append(out, &Problem{Key: x.key, Value: show(x.value), From: from[x.key], Fix: x.fix})
		}
	}
	return out
}
