package maintain

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

const (
	inferPairs      = 50 // a run (Y23)
	inferBack       = 30 * 24 * time.Hour
	inferConfidence = 0.7
)

// infer links what was said with its cause, where the words of the next
// half-turn say so: "because", "that's why", "as a result". Each pair of
// half-turns is decided once.
func infer(ctx context.Context, r *run) ([]unit, error) {
	var ids []memtide.ID
	err := r.read(ctx, func(v ledger.View) error {
		ids = v.Graph.ByTime(r.at.Add(-inferBack), r.at, 0, graphdb.OldestFirst)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !r.dry && r.models.Has(layerInfer) {
		if units, err := r.inferModel(ctx, ids); err == nil {
			return units, nil
		}
	}
	var units []unit
	err = r.each(ctx, ids, func(v ledger.View, later *memtide.Node) error {
		if len(units) == inferPairs || later.Kind != memtide.Episode || !later.Live() || causes(later.Content) == unsaid {
			return nil
		}
		earlier, ok := said(v, later.ID)
		if !ok || r.decided(v, later.ID.String()) {
			return nil
		}
		units = append(units, unit{input: later.ID.String(), decide: func(v ledger.View, c *memtide.ChangeSet) error {
			return byWords(v, c, [2]memtide.ID{earlier, later.ID})
		}})
		return nil
	})
	return units, err
}

// said returns the half-turn before one in its session.
func said(v ledger.View, id memtide.ID) (before memtide.ID, ok bool) {
	for l := range v.Graph.OutLinks(id, memtide.Temporal) {
		return l.Node, true
	}
	return before, false
}

// direction says what a half-turn is to the one before it.
type direction int

const (
	unsaid direction = iota
	isCause
	isEffect
)

// The words stand at the beginning, where what they point at can only be what
// was said before. "Because of that" is an effect, "because" alone a cause.
var (
	opening   = regexp.MustCompile(`^(?:(?:yes|yeah|no|ok|okay|well|right|ah|oh|and|so|hm+|exactly|it looks like|i think|i guess|probably|it seems)[ ,.:;–—-]+)*`)
	effectful = regexp.MustCompile(`^(?:(?:that|this|which) (?:is|was)|(?:that|this)['’]s) why\b|^(?:therefore|consequently|hence|thus)\b|^as a (?:result|consequence)\b|^(?:because|on account) of (?:that|this|it)\b|^for (?:that|this) reason\b|^due to (?:that|this)\b`)
	causal    = regexp.MustCompile(`^(?:(?:that|this|it|which) (?:is|was|broke|failed|happened|happens)|(?:that|this|it)['’]s)? ?(?:because|caused by|due to)\b|^the (?:root )?(?:cause|reason)(?: for (?:that|this|it))? (?:is|was)\b|^(?:(?:it|that|this) )?turned out (?:that|to be)\b`)
	asksWhy   = regexp.MustCompile(`(?i)\b(?:why|how come|what (?:caused|is the reason|was the reason))\b`)
)

// causes reads what the first sentence of a text says of what was said before it.
func causes(text string) direction {
	spans := language.Sentences(text[:min(len(text), 2000)])
	if len(spans) == 0 {
		return unsaid
	}
	s := strings.ToLower(text[spans[0].Start:spans[0].End])
	if strings.HasSuffix(s, "?") {
		return unsaid
	}
	s = s[len(opening.FindString(s)):]
	switch {
	case effectful.MatchString(s):
		return isEffect
	case causal.MatchString(s):
		return isCause
	}
	return unsaid
}

// because completes the change set of one pair. Where each half-turn has brought
// just one memory, those are linked, too: retrieval walks from memory to memory.
func because(v ledger.View, c *memtide.ChangeSet, pair [2]memtide.ID, way direction) error {
	earlier, later := pair[0], pair[1]
	before, err := live(v, earlier)
	if err != nil {
		return err
	}
	after, err := live(v, later)
	if err != nil {
		return err
	}
	if language.Inquires(before.Content) && !asksWhy.MatchString(before.Content) {
		c.Reason = "what was said before asks for no cause"
		return nil
	}
	if way == unsaid {
		c.Reason = "no words make one the cause of the other"
		return nil
	}
	w := tools.NewWriter(v, c)
	link := func(earlier, later memtide.ID) {
		effect, cause := earlier, later
		if way == isEffect {
			effect, cause = later, earlier
		}
		c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: w.ID(), Kind: memtide.Causal, From: effect, To: cause, Weight: 1,
			Confidence: inferConfidence, CreatedAt: c.At, Evidence: []string{after.Source.Turn}}))
	}
	link(earlier, later)
	a, aok := only(v, earlier)
	b, bok := only(v, later)
	if aok && bok && a != b {
		link(a, b)
	}
	c.Reason = "the words say so"
	return nil
}

// only returns the memory that a half-turn has brought, if it is just one.
func only(v ledger.View, episode memtide.ID) (id memtide.ID, ok bool) {
	n := 0
	for l := range v.Graph.InLinks(episode, memtide.DerivedFrom) {
		m, err := v.Graph.Node(l.Node)
		if err == nil && m.Live() && m.Kind != memtide.Entity && m.Kind != memtide.Summary {
			id = m.ID
			n++
		}
	}
	return id, n == 1
}
