package eval

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

//go:embed silence.jsonl
var ownSilence string

// OwnSilence returns the cases of [Silence] that come with the program: a
// store of memories, prompts that need none of them, and prompts that need one.
func OwnSilence() io.Reader { return strings.NewReader(ownSilence) }

// Line is one line of the cases of [Silence] and [Followup]. A line without a
// class is a memory, told as an entry of a corpus is; one with a class is a prompt,
// which needs the memories that its evidence names, or none. Prompts with the same
// talk are asked in one session.
type Line struct {
	Entry
	Class    string   `json:"class"`
	Evidence []string `json:"evidence"`
	Talk     string   `json:"talk"`
}

// quiet are the cases of [Silence], read.
type quiet struct {
	store   Store
	prompts []Line
}

// readQuiet reads the cases and reports the first thing that is wrong.
func readQuiet(cases io.Reader) (quiet, error) {
	var all []Line
	for l, err := range lines[Line](cases) {
		if err != nil {
			return quiet{}, err
		}
		all = append(all, l)
	}
	return quietOf(all)
}

// quietOf tells memories from prompts, and checks both.
func quietOf(all []Line) (quiet, error) {
	q := quiet{store: Store{ID: "silence"}}
	seen := map[string]bool{}
	for _, l := range all {
		switch {
		case l.ID == "":
			return q, fmt.Errorf("%w: line %d has no id", ErrCases, len(seen)+1)
		case seen[l.ID]:
			return q, fmt.Errorf("%w: the id %q stands twice", ErrCases, l.ID)
		case strings.TrimSpace(l.Text) == "":
			return q, fmt.Errorf("%w: line %q has no text", ErrCases, l.ID)
		case l.Class == "" && len(l.Evidence) > 0:
			return q, fmt.Errorf("%w: line %q has evidence and no class: a prompt needs a class, a memory no evidence", ErrCases, l.ID)
		}
		seen[l.ID] = true
		if l.Class == "" {
			q.store.Corpus = append(q.store.Corpus, l.Entry)
		} else {
			q.prompts = append(q.prompts, l)
		}
	}
	if len(q.store.Corpus) == 0 || len(q.prompts) == 0 {
		return q, fmt.Errorf("%w: %d memories and %d prompts, want some of both", ErrCases, len(q.store.Corpus), len(q.prompts))
	}
	known := func(id string) bool {
		return slices.ContainsFunc(q.store.Corpus, func(e Entry) bool { return e.ID == id })
	}
	for _, p := range q.prompts {
		if i := slices.IndexFunc(p.Evidence, func(id string) bool { return !known(id) }); i >= 0 {
			return q, fmt.Errorf("%w: prompt %q: no memory has the id %q", ErrCases, p.ID, p.Evidence[i])
		}
	}
	return q, q.store.check()
}

// Silence feeds the memories of cases into one space and sends each prompt as
// a hook would, in a session of its own, so that nothing has been shown there.
// It counts the prompts that need nothing and were given something, and those
// that need a memory and were given it. The error is [ErrCases] when the file
// is at fault, [ErrRefused] when a door would not have a request.
func Silence(ctx context.Context, c Client, cases io.Reader, opts Options) (SilenceReport, error) {
	if opts.Settled == nil {
		return SilenceReport{}, errors.New("silence: options.Settled is not set")
	}
	r, err := silence(ctx, c, cases, opts)
	if err != nil {
		return SilenceReport{}, fmt.Errorf("silence: %w", err)
	}
	return r, nil
}

func silence(ctx context.Context, c Client, cases io.Reader, opts Options) (SilenceReport, error) {
	q, err := readQuiet(cases)
	if err != nil {
		return SilenceReport{}, err
	}
	count := newQuietCount(opts.Cases)
	if err := c.quiet(ctx, q, opts, count); err != nil {
		return SilenceReport{}, err
	}
	return count.done(), nil
}

// quiet feeds memories into one space, and sends the prompts.
func (c Client) quiet(ctx context.Context, q quiet, opts Options, count *quietCount) error {
	space := spaceOf(opts.Cases, q.store.ID)
	all, k, err := c.feed(ctx, space, q.store, opts)
	if err != nil {
		return err
	}
	now := clock(all, moment{})
	nodes, err := c.nodes(ctx, space, all, k, now)
	if err != nil {
		return err
	}
	count.report.Memories += len(all)
	for i, p := range q.prompts {
		session := "silence-" + strconv.Itoa(i)
		if p.Talk != "" {
			session = "talk-" + p.Talk
		}
		reply, took, err := c.patiently(ctx, event.AskRequest{Space: space, Mode: event.ModePrompt, Prompt: p.Text,
			Session: session, Client: clientName, Now: now, Explain: true})
		if err != nil {
			return fmt.Errorf("prompt %s: %w", p.ID, err)
		}
		for _, id := range reply.Receipt.Injected {
			if nodes[id] == "" {
				nodes[id] = tellsOf(all, reply.Block, id)
			}
		}
		count.add(p, reply, nodes, took)
		opts.progress(i+1, len(q.prompts), "prompts")
	}
	return nil
}

// nodes says from which memory each node comes. A receipt names nodes only, so
// each memory is looked up by its own words first, which shows nothing to any
// session; what such a search leaves out, because something else says the same, is
// told by its words ([tellsOf]). A node that merely names something or sums something up is no memory of
// the cases; an entity is one where it was handed over as such, with what is said of it.
func (c Client) nodes(ctx context.Context, space memtide.Space, all []said, k key, now time.Time) (map[memtide.ID]string, error) {
	out := map[memtide.ID]string{}
	things := map[string]string{} // texts of entities that were handed over
	for _, s := range all {
		if memtide.Kind(s.Kind) == memtide.Entity {
			things[s.ID] = s.Text
		}
	}
	for _, s := range all {
		reply, _, err := c.patiently(ctx, event.AskRequest{Space: space, Mode: event.ModeQuery, Prompt: s.Text, Client: clientName, Limit: event.MaxCandidates, Now: now})
		if err != nil {
			return nil, fmt.Errorf("look memory %s up: %w", s.ID, err)
		}
		for _, it := range reply.Items {
			u, ok := k[it.Turn]
			names := it.Kind == memtide.Entity && (things[u.id] == "" || !strings.Contains(it.Text, things[u.id]))
			if ok && !names && it.Kind != memtide.Summary {
				out[it.ID] = u.id
			}
		}
	}
	return out, nil
}

// tellsOf returns the memory that a node of a block tells of by its words, "" for none:
// the one that says them, or a part of which they are.
func tellsOf(all []said, block string, id memtide.ID) string {
	const least = 15 // bytes, from which words tell one memory from another
	_, line, _ := strings.Cut(block, "["+id.Short()+"] ")
	line, _, _ = strings.Cut(line, "\n")
	line, _, _ = strings.Cut(line, " — since then: ")
	line = strings.TrimRight(line, ". ")
	if len(line) < least {
		return ""
	}
	for _, s := range all {
		if strings.Contains(s.Text, line) {
			return s.ID
		}
	}
	return ""
}
