package tools

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// Which share of what a text says, by how rare its terms are, a sentence has to say for it
// to be shown as something like it, and how many of its terms: one word is said anywhere.
const (
	likeShare = 0.75
	likeTerms = 2
)

// alike finds what says in one sentence, in other words, what the memory that goes says: as
// an agent does that was told it. Names are no text of that sort.
func (e *eraser) alike(text string) error {
	worth, all := map[string]float64{}, 0.0
	for _, t := range language.Terms(text) {
		if _, met := worth[t]; !met && !language.Frames(t) {
			worth[t] = Information(e.v, t)
			all += worth[t]
		}
	}
	if len(worth) < likeTerms {
		return nil
	}
	share := func(s string) (got float64, terms int) {
		met := map[string]bool{}
		for _, t := range language.Terms(s) {
			if !met[t] && worth[t] > 0 {
				got += worth[t]
				met[t] = true
			}
		}
		return got / all, len(met)
	}
	for n, err := range e.v.Graph.AllNodes() {
		if err != nil {
			return err
		}
		if _, gone := e.goes[n.ID]; gone || n.Kind == memtide.Entity {
			continue
		}
		if got, _ := share(n.Content); got < likeShare { // most are, and need no sentences
			continue
		}
		for _, s := range language.Sentences(n.Content) {
			if got, terms := share(n.Content[s.Start:s.End]); got >= likeShare && terms >= likeTerms {
				e.like = append(e.like, n)
				break
			}
		}
	}
	return nil
}

// takeLike takes, with what says something like it, the half-turn.
func (e *eraser) takeLike() {
	for _, n := range e.like {
		if e.goes[n.ID] == ErasedLike && n.Kind == memtide.Episode && n.Source.Turn != "" {
			e.turns[n.Source.Turn] = true
		}
	}
}

// Like returns those of what stays that say something like what goes.
func (p *ErasePlan) Like() (all []memtide.ID) {
	for _, d := range p.Stays {
		if d.Why == ErasedLike {
			all = append(all, d.Node.ID)
		}
	}
	return all
}
