package remember

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// heard is a half-turn of which sentences are made into items. What an item
// takes from the whole of it is read once, and not for each sentence.
type heard struct {
	memtide.Turn
	names       func() []event.Mention // people and things that its beginning names
	namesThings func() bool            // whether it names code, files or packages
	atWork      func() bool            // whether it orders or asks something beside its rules
	working     func() []string        // the sentences by which it does

	mu   sync.Mutex
	cues map[string]language.Cues // of the sentences read so far
}

// mostNamed bounds the text, in bytes, in which a full name is looked for.
const mostNamed = 4096

func newHeard(t memtide.Turn) *heard {
	h := &heard{Turn: t,
		names:       sync.OnceValue(func() []event.Mention { own := ownText(t); return mentionsOf(own[:min(len(own), mostNamed)]) }),
		namesThings: sync.OnceValue(func() bool { return len(namedThings(t.Text)) > 0 }),
	}
	h.atWork = sync.OnceValue(h.works)
	h.working = sync.OnceValue(func() []string { return slices.Collect(h.worked()) })
	return h
}

// works reports whether a sentence of the half-turn orders something that is to be
// done now, asks for something, or tells what somebody wants to have. What is to be
// observed beside that is of this one task, unless it says itself that it stands.
func (h *heard) works() bool {
	for range h.worked() {
		return true
	}
	return false
}

// worksBeside is works of all sentences but one.
func (h *heard) worksBeside(text string) bool {
	return slices.ContainsFunc(h.working(), func(s string) bool { return !strings.Contains(text, s) && !strings.Contains(s, text) })
}

// worked yields the sentences by which the half-turn works.
func (h *heard) worked() iter.Seq[string] {
	return func(yield func(string) bool) {
		ruled := false // whether the sentence before is a rule
		for _, s := range ownSentences(h.Turn) {
			text := h.Text[s.Start:s.End]
			cues := h.cuesOf(text)
			more := ruled && language.OfThem(text) // close them politely: of what the rule names
			if ruled = cues.Standing || cues.Directs || more; ruled || language.Retracts(text) {
				continue
			}
			act := language.ActOf(text)
			if act.Command || act.Ask && !language.BreaksOff(text) || cues.Errand || (cues.Plan || cues.Wanted) && !language.BreaksOff(text) {
				if !yield(text) {
					return
				}
			}
		}
	}
}

// tasksOf returns the lists in which the user says how something is to be done now.
func tasksOf(t memtide.Turn) []language.Span {
	if t.Role != memtide.RoleUser {
		return nil
	}
	return language.TaskLists(t.Text)
}

// ofTask reports whether a sentence is an item of such a list, and no rule that says
// itself that it stands.
func ofTask(t memtide.Turn, tasks []language.Span, s event.Span) bool {
	i := sort.Search(len(tasks), func(i int) bool { return tasks[i].End > s.Start })
	return i < len(tasks) && tasks[i].Start <= s.Start && !language.OpensStanding(t.Text[s.Start:s.End])
}

// cuesOf is [language.CuesOf] of a sentence of the half-turn, read once. What is
// said together with what it is about is said of that one thing, and stands for no
// other.
func (h *heard) cuesOf(text string) language.Cues {
	h.mu.Lock()
	cues, known := h.cues[text]
	h.mu.Unlock()
	if known {
		return cues
	}
	cues = language.CuesOf(text)
	if all := language.Sentences(text); len(all) > 1 {
		switch last := text[all[len(all)-1].Start:]; {
		case language.Subjectless(last):
			cues.Standing, cues.Directs, cues.Binds = false, false, false
		case language.OrdersPointed(last): // a rule, with what it is of
			personal := cues.Personal
			cues = language.CuesOf(last)
			cues.ProjectBound = !personal
		}
	}
	if cues.Beside && !h.brief() {
		cues.Directs, cues.Binds = false, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cues == nil {
		h.cues = map[string]language.Cues{}
	}
	h.cues[text] = cues
	return cues
}

// brief reports whether the half-turn has but a few sentences: where many describe what is to be
// built, what sounds like a rule is of that.
func (h *heard) brief() bool {
	n := 0
	for start, end := range h.Own() {
		n += len(language.Sentences(h.Text[start:end]))
	}
	return n <= mostBrief
}

// mostBrief is the number of sentences of a half-turn up to which two in three of those that have the
// form of a rule, less plainly, are rules; of those of longer ones one in three is.
const mostBrief = 4

// Lately holds the half-turns that were read last: five stages need the text
// of each, one close behind the other. It holds what was read of the memories that
// these were compared with, too. It is safe for concurrent use.
type Lately struct {
	mu    sync.Mutex
	of    map[uint64]event.TurnTaken // by sequence
	order []uint64                   // the oldest first
	bytes int

	last *heard // what was read of the half-turn at hand: one stage follows the other
	read kept
}

// What is held at most.
const (
	latelyTurns = 256
	latelyBytes = 4 << 20
)

// NewLately returns one that holds nothing.
func NewLately() *Lately { return &Lately{of: map[uint64]event.TurnTaken{}} }

func (l *Lately) get(seq uint64) (event.TurnTaken, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.of[seq]
	return t, ok
}

// heard returns what is read of a half-turn.
func (l *Lately) heard(t memtide.Turn) *heard {
	if l == nil {
		return newHeard(t)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil || l.last.ID != t.ID || l.last.Text != t.Text {
		l.last = newHeard(t)
	}
	return l.last
}

func (l *Lately) put(seq uint64, t event.TurnTaken) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.of[seq]; known || len(t.Text) > latelyBytes/4 {
		return
	}
	l.of[seq] = t
	l.order = append(l.order, seq)
	l.bytes += len(t.Text)
	for len(l.order) > latelyTurns || l.bytes > latelyBytes {
		oldest := l.order[0]
		l.order = l.order[1:]
		l.bytes -= len(l.of[oldest].Text)
		delete(l.of, oldest)
	}
}

// Drop lets go of half-turns, by their sequences of TURNS, and returns how many of
// them it held: what is erased is not to stay in memory. It lets go of all memories:
// which of them tell what was said in these half-turns is not known here.
func (l *Lately) Drop(seqs ...uint64) (n int) {
	l.read.drop()
	language.Forget()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, seq := range seqs {
		if t, ok := l.of[seq]; ok {
			n++
			l.bytes -= len(t.Text)
			delete(l.of, seq)
			if l.last != nil && l.last.ID == t.ID {
				l.last = nil
			}
		}
	}
	l.order = slices.DeleteFunc(l.order, func(seq uint64) bool { _, ok := l.of[seq]; return !ok })
	return n
}

// Rest lets go of what was read of memories when none has been compared for a
// while, and reports whether it held any. It is called now and then.
func (l *Lately) Rest(now time.Time) bool { return l.read.rest(now) }

// cleanLabel returns a tag as it may be kept: on one line, without secrets.
func cleanLabel(s string) string {
	return redact.Name(strings.Join(strings.Fields(norm.NFC.String(s)), " "))
}

// cleanTags returns the tags that are left, each once.
func cleanTags(tags []string) []string {
	var out []string
	for _, s := range tags {
		out = withTags(out, cleanLabel(s))
	}
	return out
}

// mostNodeTags bounds the tags of a memory that is said again and again.
const mostNodeTags = 2*memtide.MaxTags + mostTopics

// withTags adds tags to others, each once whatever its case.
func withTags(tags []string, more ...string) []string {
	for _, s := range more {
		key := language.Fold(s)
		if key != "" && !slices.ContainsFunc(tags, func(have string) bool { return language.Fold(have) == key }) {
			tags = append(tags, s)
		}
	}
	return tags
}

// sessionTags returns the tags of the session of a half-turn that is being recorded: they
// are given by it or by a half-turn before it.
func sessionTags(v ledger.View, t memtide.Turn) ([]string, error) {
	if len(t.SessionTags) > 0 || t.Session == "" {
		return t.SessionTags, nil
	}
	id, ok := v.Graph.LastBefore(t.Session, "", t.Time)
	if !ok {
		return nil, nil
	}
	before, err := v.Graph.Node(id)
	if err != nil {
		return nil, err
	}
	return memtide.SessionTagsOf(before), nil
}

// tagsOf returns the tags of what is said in a half-turn that record has seen: its own,
// and those of its session, which its episode hands on. Where record has kept none, the
// last half-turn before it hands them on that stands before it in TURNS, too: what comes
// behind it may be recorded by now, or not.
func (d Deps) tagsOf(ctx context.Context, h event.Half, t memtide.Turn) ([]string, error) {
	tags := slices.Clone(t.Tags)
	if len(t.SessionTags) > 0 || t.Session == "" {
		return withTags(tags, t.SessionTags...), nil
	}
	for ahead := map[memtide.ID]bool{}; ; {
		by, err := d.handsOn(ctx, t, ahead)
		if err != nil || by == nil {
			return tags, err
		}
		before := by.Source.Turn == t.ID
		if !before {
			if before, err = d.saidBefore(ctx, by.Source.Turn, h); err != nil {
				return nil, err
			}
		}
		if before {
			return withTags(tags, memtide.SessionTagsOf(by)...), nil
		}
		ahead[by.ID] = true
	}
}

// handsOn returns the episode of a half-turn, or else the last before it in its session
// that is not recorded ahead; nil for none.
func (d Deps) handsOn(ctx context.Context, t memtide.Turn, ahead map[memtide.ID]bool) (n *memtide.Node, err error) {
	err = d.Ledger.Read(ctx, t.Space, func(v ledger.View) error {
		if own := memtide.NewID(t.Time, memtide.NewChangeID("record", t.ID), 0); v.Graph.Has(own) {
			n, err = v.Graph.Node(own)
			return err
		}
		for id := range v.Graph.Before(t.Session, "", t.Time) {
			if !ahead[id] {
				n, err = v.Graph.Node(id)
				return err
			}
		}
		return nil
	})
	return n, err
}

// turn reads a half-turn from TURNS.
func (d Deps) turn(ctx context.Context, h event.Half) (event.TurnTaken, error) {
	if t, ok := d.Lately.get(h.Seq); ok && t.ID == h.Turn {
		return t, nil
	}
	m, err := d.Bus.Get(ctx, event.Turns, h.Seq)
	if err != nil {
		return event.TurnTaken{}, fmt.Errorf("read half-turn %s: %w", h.Turn, err)
	}
	t, err := event.Decode[event.TurnTaken](m.Body)
	if err != nil {
		return t, bus.Permanent(err)
	}
	d.Lately.put(h.Seq, t)
	return t, nil
}

// saidBefore reports whether one half-turn stands before another in TURNS, which is
// decided on now. record runs ahead: of what comes behind, chance alone would say
// whether it is known by now.
func (d Deps) saidBefore(ctx context.Context, turn string, h event.Half) (bool, error) {
	c, known, err := d.Ledger.Recorded(ctx, h.Space, memtide.NewChangeID("record", turn))
	if errors.Is(err, bus.ErrGone) {
		return true, nil // from the log, and nothing new is taken from that
	}
	if err != nil {
		return false, fmt.Errorf("look when half-turn %s was said: %w", turn, err)
	}
	return known && c.Cause.Seq < h.Seq, nil
}
