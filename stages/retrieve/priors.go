package retrieve

import (
	"math"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

// What is known of a memory besides its words, as factors. All are bounded: they
// move a memory among its equals.
const (
	importanceBase = 0.80 // factor of no importance (N21 as its source has it)
	importanceStep = 0.08 // more for each point of importance (N21)
	scoreExponent  = 0.2  // of e, for the highest score (K7, clamped)
	unsure         = 0.5  // factor of a confidence of 0
	sure           = 0.5  // more at a confidence of 1
	sameProject    = 1.15 // factor of what belongs to the project that is asked in
	leastPrior     = 0.5  // of the product of all
	mostPrior      = 2    // of the product of all

	freshDays   = 7    // days
	freshBoost  = 0.06 // share added within them
	recentDays  = 30   // days
	recentBoost = 0.03 // share added within them
)

// prior is the product of what is known of a node besides its words, as a
// factor from 0.5 to 2. It moves a memory among its equals and never past one
// that fits the prompt much better.
func prior(n *memtide.Node, q event.Query) float64 {
	p := 1.0
	if n.Importance > 0 {
		p *= (importanceBase + importanceStep*float64(n.Importance)) / (importanceBase + importanceStep*memtide.PlainImportance)
	}
	p *= 1 + recency(n, q.Now)
	p *= math.Exp(scoreExponent * max(-memtide.MostScore, min(memtide.MostScore, n.Score)) / memtide.MostScore)
	p *= unsure + sure*tools.Confidence(n, q.Now)
	if n.Project != "" && n.Project == q.Project {
		p *= sameProject
	}
	return max(leastPrior, min(mostPrior, p))
}

// recency is a boost for what is fresh and never a penalty for what is not:
// "Peter is a writer", said once, must not rot.
func recency(n *memtide.Node, now time.Time) float64 {
	if n.Kind == memtide.Episode || n.CreatedAt.IsZero() {
		return 0
	}
	switch days := now.Sub(n.CreatedAt).Hours() / 24; {
	case days < freshDays:
		return freshBoost
	case days < recentDays:
		return recentBoost
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
