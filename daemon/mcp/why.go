package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	protocol "github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

type whyIn struct {
	Receipt string `json:"receipt,omitempty" jsonschema:"id of a receipt, or its beginning; left out, the newest of this project"`
}

// Why is the receipt of one retrieval: what was given, and what was left out.
type Why struct {
	Receipt string  `json:"receipt"`
	At      string  `json:"at"`
	Client  string  `json:"client"`
	Mode    string  `json:"mode"`
	Reason  string  `json:"reason,omitempty" jsonschema:"why nothing was given"`
	Given   []Given `json:"given"`
	LeftOut []Given `json:"left_out"`
	More    int     `json:"more,omitempty" jsonschema:"further ones that were left out"`
}

// Given is a memory that was looked at.
type Given struct {
	ID        string  `json:"id"`
	Kind      string  `json:"kind"`
	Relevance float64 `json:"relevance" jsonschema:"0 to 1"`
	Rank      float64 `json:"rank"`
	Why       string  `json:"why,omitempty" jsonschema:"why it was left out"`
}

const (
	lookedAt    = 50 // newest receipts
	mostLeftOut = 20

	writtenWithin = 500 * time.Millisecond // of its answer a receipt is there: it is written behind that
)

func (s *Server) addWhy() {
	add(s, "explain_recall", "Explain a recall", `Why a prompt or a search was given the memories that it got, and what was left out for which reason. get_memory says where one memory comes from.`,
		hints{reads: true}, call.why)
}

func (c call) why(ctx context.Context, in whyIn) (string, Why, error) {
	view, err := c.view("")
	if err != nil {
		return "", Why{}, err
	}
	all, i := []protocol.Told(nil), -1
	for end := time.Now().Add(writtenWithin); ; {
		all, err = control[[]protocol.Told](ctx, c, "receipts", func(space memtide.Space) any {
			return protocol.ReceiptsRequest{Space: space, ID: strings.TrimSpace(in.Receipt), Limit: lookedAt}
		})
		if err != nil {
			return "", Why{}, err
		}
		i = slices.IndexFunc(all, func(r protocol.Told) bool { return view == tools.AnyProject || r.Project == view })
		if i >= 0 || time.Now().After(end) || bus.Pause(ctx, writtenWithin/10) != nil {
			break
		}
	}
	if i < 0 {
		return "", Why{}, fmt.Errorf("there is no such receipt of this project among the newest %d", lookedAt)
	}
	out := explained(all[i])
	var b strings.Builder
	fmt.Fprintf(&b, "receipt %s, %s, %s, %s\n", protocol.Short(out.Receipt), out.At, out.Client, out.Mode)
	if out.Reason != "" {
		b.WriteString("nothing was given: " + out.Reason + "\n")
	}
	for _, g := range out.Given {
		fmt.Fprintf(&b, "given [%s] %s, relevance %.2f, rank %.3f\n", g.ID, g.Kind, g.Relevance, g.Rank)
	}
	for _, g := range out.LeftOut {
		fmt.Fprintf(&b, "left out [%s] %s, relevance %.2f: %s\n", g.ID, g.Kind, g.Relevance, g.Why)
	}
	if out.More > 0 {
		fmt.Fprintf(&b, "%d more were left out\n", out.More)
	}
	return b.String(), out, nil
}

// explained is a receipt without any text: ids alone, which get_memory takes.
func explained(r protocol.Told) Why {
	out := Why{Receipt: r.ID, At: r.At.Local().Format(time.DateTime), Client: plain(r.Client, mostName), Mode: r.Mode, Reason: plain(r.Reason, mostShown), Given: []Given{}, LeftOut: []Given{}}
	given := func(id memtide.ID) Given {
		g := Given{ID: id.Short()}
		for _, c := range r.Candidates {
			if c.ID == id {
				g.Kind, g.Relevance, g.Rank = string(c.Kind), c.Relevance, c.Rank
			}
		}
		return g
	}
	for _, id := range r.Injected {
		out.Given = append(out.Given, given(id))
	}
	for _, d := range r.Drops {
		if len(out.LeftOut) == mostLeftOut {
			out.More++
			continue
		}
		out.LeftOut = append(out.LeftOut, Given{ID: d.ID.Short(), Kind: string(d.Kind), Relevance: d.Relevance, Rank: d.Rank, Why: plain(d.Why, mostName)})
	}
	for size(out) > MaxBytes && len(out.LeftOut) > 0 {
		out.LeftOut = out.LeftOut[:len(out.LeftOut)-1]
		out.More++
	}
	for size(out) > MaxBytes { // of a session that was given very much
		out.Given = out.Given[:len(out.Given)-1]
	}
	return out
}
