package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// given is what one prompt brings.
type given struct {
	took time.Duration
	text string // that the agent reads; "" is silence
}

// found is one thing that a search brings: its place in the pool where the
// peer names it, else what tells it.
type found struct {
	place int // -1 where only text and time tell
	at    time.Time
	text  string
}

// row is one row of the table.
type row struct {
	entrant
	peer             peer
	feed             time.Duration
	took             []time.Duration
	spoke            int
	bytes            int
	needless         int     // needless prompts that were given something
	inBlock          float64 // sums over the questions from here on
	turns10, sess10  float64
	anyTurn, anySess int
}

// measure feeds every peer, and then asks them the same question in turn, so
// that a machine that is busy for a while is so for all of them.
func measure(ctx context.Context, es []entrant, p *pool) (rows []*row, err error) {
	for _, e := range es {
		fmt.Fprintln(os.Stderr, "feeding", e.name, "…")
		dir, err2 := os.MkdirTemp("", "peers-*")
		if err2 != nil {
			return nil, err2
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		r := &row{entrant: e}
		if r.peer, err = e.open(ctx, dir); err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
		}
		defer func() { err = errors.Join(err, r.peer.close()) }()
		start := time.Now()
		if err := r.peer.feed(ctx, p); err != nil {
			return nil, fmt.Errorf("%s: feed: %w", e.name, err)
		}
		r.feed = time.Since(start)
		rows = append(rows, r)
	}
	fmt.Fprintln(os.Stderr, "asking …")
	// Searches come first: a peer may remember what it is prompted.
	for _, ask := range []func(context.Context, []*row) error{p.searches, p.prompts, p.chatter} {
		if err := ask(ctx, rows); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func (p *pool) searches(ctx context.Context, rows []*row) error {
	for _, q := range p.questions {
		for _, r := range rows {
			fs, err := r.peer.search(ctx, q)
			if err != nil {
				return fmt.Errorf("%s: search %s: %w", r.name, q.ID, err)
			}
			r.add(p, q, p.places(fs))
		}
	}
	return nil
}

func (p *pool) prompts(ctx context.Context, rows []*row) error {
	for _, q := range p.questions {
		for _, r := range rows {
			time.Sleep(between)
			g, err := r.peer.prompt(ctx, q)
			if err != nil {
				return fmt.Errorf("%s: prompt %s: %w", r.name, q.ID, err)
			}
			r.took = append(r.took, g.took)
			if g.text != "" {
				r.spoke++
				r.bytes += len(g.text)
				r.inBlock += p.quoted(g.text, q)
			}
		}
	}
	return nil
}

// chatter sends the prompts that need no memory to the peers that see every
// prompt.
func (p *pool) chatter(ctx context.Context, rows []*row) error {
	for _, q := range p.needless {
		for _, r := range rows {
			if !r.hooked {
				continue
			}
			time.Sleep(between)
			g, err := r.peer.prompt(ctx, q)
			if err != nil {
				return fmt.Errorf("%s: prompt %s: %w", r.name, q.ID, err)
			}
			if g.text != "" {
				r.needless++
			}
		}
	}
	return nil
}

// between is the pause before a prompt: in earnest there are seconds, in which
// a peer may finish what the last one left it to do.
const between = 50 * time.Millisecond

// first is how many half-turns, and sessions, of a search count.
const first = 10

// add counts one search.
func (r *row) add(p *pool, q question, places []int) {
	var turns []int
	var sessions, wanted []string
	for _, at := range places {
		if len(turns) < first && !slices.Contains(turns, at) {
			turns = append(turns, at)
		}
		if s := p.turns[at].session; len(sessions) < first && !slices.Contains(sessions, s) {
			sessions = append(sessions, s)
		}
	}
	hits := 0
	for _, at := range q.evidence {
		if slices.Contains(turns, at) {
			hits++
		}
		if s := p.turns[at].session; !slices.Contains(wanted, s) {
			wanted = append(wanted, s)
		}
	}
	r.turns10 += float64(hits) / float64(len(q.evidence))
	if hits > 0 {
		r.anyTurn++
	}
	hits = 0
	for _, s := range wanted {
		if slices.Contains(sessions, s) {
			hits++
		}
	}
	r.sess10 += float64(hits) / float64(len(wanted))
	if hits > 0 {
		r.anySess++
	}
}

// places maps what was found to the pool. A time is the way back where the text
// agrees; else the first half-turn that holds the text is. What comes from no
// half-turn (an entity, a summary) has no place.
func (p *pool) places(fs []found) []int {
	var out []int
	for _, f := range fs {
		if f.place >= 0 {
			out = append(out, f.place)
			continue
		}
		text := fold(f.text)
		holds := func(t turn) bool {
			return text != "" && (strings.Contains(t.folded, text) || strings.Contains(text, t.folded) && t.folded != "")
		}
		if at, ok := p.at[f.at.UTC().Truncate(time.Second)]; ok && holds(p.turns[at]) {
			out = append(out, at)
			continue
		}
		if len(text) < shortest {
			continue
		}
		if i := slices.IndexFunc(p.turns, func(t turn) bool { return strings.Contains(t.folded, text) }); i >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// shortest is the length, in bytes, of a text that is looked for in others.
const shortest = 16

// quoted returns the share of the evidence that a block quotes: a line of it
// that is not shorter than shortest, without what stands around it, is a part
// of the half-turn.
func (p *pool) quoted(block string, q question) float64 {
	lines := strings.FieldsFunc(block, func(r rune) bool { return r == '\n' || r == '…' || r == '⏎' })
	hits := 0
	for _, at := range q.evidence {
		t := p.turns[at].folded
		if slices.ContainsFunc(lines, func(l string) bool {
			for _, head := range heads(l) {
				if f := fold(head); len(f) >= shortest && strings.Contains(t, f) || f != "" && f == t {
					return true
				}
			}
			return false
		}) {
			hits++
		}
	}
	return float64(hits) / float64(len(q.evidence))
}

// heads returns a line without what a peer sets before the quoted words: a
// list mark, a date and an id in brackets, a speaker.
func heads(line string) []string {
	line = strings.TrimLeft(line, " -*•>")
	out := []string{line}
	if _, rest, ok := strings.Cut(line, "] "); ok {
		out = append(out, rest)
		line = rest
	}
	if _, rest, ok := strings.Cut(line, ": "); ok {
		out = append(out, rest)
	}
	return out
}

// fold makes texts comparable: small letters, and of all else but letters and
// digits single blanks.
func fold(s string) string {
	var b strings.Builder
	blank := false
	for _, r := range strings.ToLower(s) {
		if r < 0x80 && !('a' <= r && r <= 'z' || '0' <= r && r <= '9') {
			blank = b.Len() > 0
			continue
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// quantile returns the p-th part of durations by nearest rank.
func quantile(ds []time.Duration, p float64) time.Duration {
	if len(ds) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(ds))
	return s[max(int(math.Ceil(p*float64(len(s))))-1, 0)]
}

// table prints the rows.
func table(out io.Writer, p *pool, rows []*row) error {
	n := float64(len(p.questions))
	fmt.Fprintf(out, "%d half-turns in %d sessions, %d questions, %d needless prompts\n\n", len(p.turns), p.sessions, len(p.questions), len(p.needless))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tfeed s\tprompt p50 ms\tp99 ms\tspoke\tbytes\tin block %\tR@10 turns %\tany\tR@10 sessions %\tany\tneedless\t")
	for _, r := range rows {
		ms := func(p float64) float64 { return float64(quantile(r.took, p).Microseconds()) / 1000 }
		needless := "-"
		if r.hooked {
			needless = strconv.Itoa(r.needless)
		}
		fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.1f\t%d\t%d\t%.1f\t%.1f\t%d\t%.1f\t%d\t%s\t\n", r.name, r.feed.Seconds(), ms(.5), ms(.99), r.spoke,
			r.bytes/max(r.spoke, 1), 100*r.inBlock/n, 100*r.turns10/n, r.anyTurn, 100*r.sess10/n, r.anySess, needless)
	}
	return w.Flush()
}
