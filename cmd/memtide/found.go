package main

import (
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// answered is the answer to a search as it is printed in JSON. What travels has other names:
// there a memory is told of as a half-turn is, in words that are shown to an agent.
type answered struct {
	event.AskReply
	Items []foundItem `json:"items"` // also where there is none
}

// foundItem is a memory that was found.
type foundItem struct {
	ID       memtide.ID   `json:"id"`
	Kind     memtide.Kind `json:"kind"`
	Subtype  string       `json:"subtype,omitempty"`
	Content  string       `json:"content"` // what of it fits the words; memtide show has all
	Turn     string       `json:"turn,omitempty"`
	At       time.Time    `json:"at,omitzero"` // of what it speaks of, a day in UTC; else when it was said
	Project  string       `json:"project,omitempty"`
	Score    float64      `json:"score"`          // relevance, 0–1
	Rank     float64      `json:"rank,omitempty"` // orders
	Tokens   int          `json:"tokens"`
	Pinned   bool         `json:"pinned,omitempty"`   // a standing directive that the words have not found
	Standing bool         `json:"standing,omitempty"` // one that they have found
}

func foundOf(r event.AskReply) answered {
	out := answered{AskReply: r, Items: []foundItem{}}
	for _, it := range r.Items {
		out.Items = append(out.Items, foundItem{ID: it.ID, Kind: it.Kind, Subtype: it.Subtype, Content: it.Text, Turn: it.Turn, At: it.Time, Project: it.Project,
			Score: it.Score, Rank: it.Rank, Tokens: it.Tokens, Pinned: it.Pinned, Standing: it.Standing})
	}
	return out
}
