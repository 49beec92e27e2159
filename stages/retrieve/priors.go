package retrieve

import (
	"math"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

// prior is the product of what is known of a node besides its words, as a
// factor from 0.5 to 2. It moves a memory among its equals and never past one
// that fits the prompt much better.
func prior(n *memtide.Node, q event.Query) float64 {
	p := 1.0
	if n.Importance > 0 {
		p *= (0.80 + 0.08*float64(n.Importance)) / (0.80 + 0.08*3) // N21 as its source has it; 3 is neutral
	}
	p *= 1 + recency(n, q.Now)
	p *= math.Exp(0.2 * max(-5, min(5, n.Score)) / 5) // K7, clamped: ten votes must not pin a memory for ever
	p *= 0.5 + 0.5*tools.Confidence(n, q.Now)
	if n.Project != "" && n.Project == q.Project {
		p *= 1.15
	}
	return max(0.5, min(2, p))
}

// recency is a boost for what is fresh and never a penalty for what is not:
// "Peter is a writer", said once, must not rot.
func recency(n *memtide.Node, now time.Time) float64 {
	if n.Kind == memtide.Episode || n.CreatedAt.IsZero() {
		return 0
	}
	switch days := now.Sub(n.CreatedAt).Hours() / 24; {
	case days < 7:
		return 0.06
	case days < 30:
		return 0.03
	}
	return 0
}

// merit is what the searches say of a candidate: how well its words fit, or,
// where only a link has led to it, what the link is worth. What the prompt
// calls by its name is worth that link at least: its name stands in many texts
// that have as many words of the prompt.
func merit(c event.Candidate) float64 {
	worth := own(c)
	if c.Wanted {
		// Before all that only words have found; of many searches the first of
		// each before the tenth of another.
		worth += 1 + 1/float64(max(c.Place, 1))
	}
	return worth
}

func own(c event.Candidate) float64 {
	switch {
	case c.Graph >= 1 && c.Kind == memtide.Entity:
		return max(c.Match, c.Relevance)
	case c.Match > 0:
		return c.Match
	}
	return c.Relevance
}
