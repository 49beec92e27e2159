// Package remember turns what was said into memories. It is asynchronous:
// nothing here can delay a prompt.
//
//	intake ═▶ TURNS ─┬▶ record ──▶ reinforce, resolve ──────────▶ episode, feedback, what the user has decided
//	                 └▶ classify ─▶ extract ─▶ filter ─▶ store ─▶ reconcile
//	                                                       │          │
//	                                                       ▼          ▼
//	                                                   change set  change set
//
// Every half-turn passes every stage, so that order holds and each gets its
// decision, if only that nothing is worth keeping. Messages name a half-turn
// by its sequence in TURNS; a stage that needs the text reads it there. Before
// store no stage reads a memory; classify reads the user's half of an exchange
// beside the agent's, for what was wrong and what was changed stand in both.
// reinforce hears only of answers to prompts for which memories were shown,
// resolve only of what the user says next after a question which of two memories
// holds.
//
// # Files that are no stage
//
// Each has its word here; a test holds them.
//
//	remember        what the flow needs, its stages in their order
//	turn            a half-turn while its sentences are made into items
//	order           what comes behind what, where a clock was set back
//
// classify, besides its rules:
//
//	classify_worth  whether the form of a sentence says that it is worth knowing later
//	attack          what is written for the agent that reads it, in quotes
//	carried         what the agent says that it has done as the user wants it
//	mended          what was broken, why, and what was done about it, out of both halves
//	found           the cause of what was reported, as the user has found it
//	revised         a value that the next sentence gives anew, or takes back
//
// store, whose rules and model both write by:
//
//	writer          the operations of its change set
//	storemerge      an item that says what a memory says, in more words or fewer
//	storeoften      an order that was given in several sessions, and stands
//	setto           what was known and gets another value by an order
//	anew            what the exchange before told and gets another value, and an order that is taken back
//	storeloop       the loop in which a model stores items
//
// reconcile, which holds new memories against older ones:
//
//	meeting         a new memory and the older ones that are like it
//	readings        what was read of memories, once for a decision
//	scope           in which projects a memory is looked for and held to change another
//	back            a value that comes back without a word of the one that it ends
//	handover        a role that goes to somebody else
//	overrule        a standing rule, held against the rules about the same
package remember

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
)

// Deps is what the flow needs from outside.
type Deps struct {
	Bus    *bus.Bus
	Ledger *ledger.Ledger
	Now    func() time.Time // nil is time.Now
	Intake Intake
	Model  prompt.Model // answers for the engine model; nil is none

	// Lately holds the texts that the stages read; nil is one of their own. An
	// erasure has to drop what it takes.
	Lately *Lately

	models *prompt.Asker
}

// Intake says what may come in.
type Intake struct {
	Space   memtide.Space            // of a half-turn that names none; default memtide.DefaultSpace
	OptOut  []string                 // folders of which nothing is kept
	Tools   map[string]memtide.Trust // trust of tools that the user has raised
	Sources []memtide.Role           // whose words are mined; nil is both
	// Project names the project that a folder of this machine lies in, for a sender
	// that had no time to find out; nil knows none. Others wait meanwhile.
	Project func(ctx context.Context, dir string) (string, error)
	// Real returns the path of a folder of this machine without links; nil takes each
	// path as it is. It does not wait without end for a disk.
	Real func(ctx context.Context, dir string) (string, error)
	// Placed is told the project of each folder from which something is said, by who
	// has found it out; "" is none. nil is told nothing.
	Placed func(cwd, project string)
	// Erased reports whether a half-turn was erased, of which the ledger, that was put
	// back to an earlier day, may know nothing; nil is none.
	Erased func(turn string) bool
	// SourceCap is the number of memories that a source other than the user may
	// bring in one session, or on one day where it names none; what is beyond waits
	// in quarantine. Default 50, less than 0 is no bound.
	SourceCap int
	// MergeFrom is the likeness, 0 to 1, from which what is told again more fully
	// or more shortly brings the memory that is there up to date; 0 is never.
	MergeFrom float64
	// NoSummaries leaves sessions alone when they end, are compacted, or another
	// begins.
	NoSummaries bool
}

const defaultSourceCap = 50

const engineRules = "rules"

// engines are the ways in which one stage can think. rules is always there; the
// model is taken where the layer has one.
type engines[In, Out any] struct {
	rules, model func(ctx context.Context, in In, turn event.TurnTaken) (Out, error)
	layer        string
	ask          *prompt.Asker
}

// think runs the model where there is one, and falls back to the rules: the model
// has less time than the stage, so that they always can.
func (e engines[In, Out]) think(ctx context.Context, in In, turn event.TurnTaken) (Out, error) {
	if e.ask.Has(e.layer) {
		asking, stop := prompt.Within(ctx)
		defer stop()
		out, err := e.model(asking, in, turn)
		if err == nil || ctx.Err() != nil {
			return out, err
		}
		// llm has written down why.
	}
	return e.rules(ctx, in, turn)
}

// The layers of the flow: each has a prompt of this name and may have a model.
const (
	layerGate      = "gate"
	layerExtract   = "extract"
	layerFilter    = "filter"
	layerStore     = "store"     // all items in one call (F12)
	layerStoreLoop = "storeloop" // a loop with tools in its place (O32)
	layerNovelty   = "novelty"   // for small models: new or known, and nothing else (F17)
	layerReconcile = "reconcile"
)

// thinking is the time of a stage while any layer of the flow has a model: it may
// ask more than once, for the stretches of a long half-turn, or wait for a stage
// that does. How long it waits for one answer is the models' own bound.
const thinking = 5 * time.Minute

// patience is the time of a stage that thinks, or waits for one that does; 0 is
// that of any stage.
func (d Deps) patience() time.Duration {
	if slices.ContainsFunc(Prompts(), func(f prompt.File) bool { return d.models.Has(f.Name) }) {
		return thinking
	}
	return 0
}

// MostAsked returns how many answers each layer takes at most for a half-turn of
// so many bytes: a question for each stretch, and one more where a model has to
// repair its answer. Where a layer has no model it takes none.
func MostAsked(bytes int) map[string]int {
	stretches := 2*((max(bytes, 1)+stretch-1)/stretch) - 1 // any two neighbours are longer than one
	const repaired = 2
	return map[string]int{layerGate: repaired * stretches, layerExtract: repaired * stretches, layerFilter: repaired, layerStore: repaired,
		layerStoreLoop: maxStoreTurns, layerNovelty: repaired, layerReconcile: repaired}
}

//go:embed prompts
var promptFiles embed.FS

// Prompts returns what the models of the flow are told.
func Prompts() []prompt.File { return prompt.Files(promptFiles) }

// Stages returns the stages in the order in which a half-turn meets them.
func Stages(d Deps) []bus.Stage {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Intake.SourceCap == 0 {
		d.Intake.SourceCap = defaultSourceCap
	}
	d.models = prompt.New(d.Model, Prompts())
	if d.Lately == nil {
		d.Lately = NewLately()
	}
	return append(intake(d),
		record(d),
		classify(d),
		extract(d),
		filter(d),
		store(d),
		reconcile(d),
		reinforce(d),
		resolve(d),
	)
}

// decided waits until a stage has made its decision on a half-turn. It is for
// stages that run beside each other and not one behind the other.
func (d Deps) decided(ctx context.Context, stage string, h event.Half) error {
	if err := d.Ledger.Await(ctx, h.Space, memtide.NewChangeID(stage, h.Turn)); err != nil {
		return fmt.Errorf("wait for %s of half-turn %s: %w", stage, h.Turn, err)
	}
	return nil
}

// draft begins the change set that stage decides on a half-turn.
func draft(stage string, h event.Half, at time.Time) memtide.ChangeSet {
	return memtide.ChangeSet{
		ID: memtide.NewChangeID(stage, h.Turn), Space: h.Space,
		Cause: memtide.Cause{Kind: "turn", ID: h.Turn, Seq: h.Seq, Stage: stage},
		Actor: engineRules, At: at,
	}
}

// twice decides on a half-turn on which c was decided when it stood in TURNS before, as one
// that was handed over once more while the flow was far behind: the place where it stands
// now counts as decided, too, and nobody waits for it.
func (d Deps) twice(ctx context.Context, stage string, h event.Half, c memtide.ChangeSet) error {
	if h.Seq <= c.Cause.Seq {
		return nil
	}
	again := draft(stage, h, c.At)
	again.ID = memtide.NewChangeID(stage, fmt.Sprint(h.Turn, " at ", h.Seq))
	_, err := d.Ledger.Decide(ctx, again, func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Reason = "it stands in the log before"
		return nil
	})
	return err
}

// decideDead writes down that a half-turn was given up, and so for the stage that a
// decision made before awaits: what that one was to be told of could not be said, and
// the half-turns behind wait for it. Of a message whose body cannot be read h is zero:
// then its trace names the half-turn, and without the sequence the next start finds
// the half-turn decided by its id.
func (d Deps) decideDead(ctx context.Context, stage string, h event.Half, why string) error {
	if m := bus.MetaOf(ctx); h.Turn == "" {
		h.Space, h.Turn = m.Space, m.Trace
	}
	at, err := d.saidAt(ctx, h)
	if err != nil {
		return err
	}
	for stage != "" {
		c, err := d.Ledger.Decide(ctx, draft(stage, h, at), func(_ ledger.View, c *memtide.ChangeSet) error {
			c.Reason = "dead: " + why
			return nil
		})
		if err != nil {
			return err
		}
		stage = c.Awaits
	}
	return nil
}

// saidAt returns when a half-turn was said; of one that cannot be read when it was
// stored, and of one that is no longer there, or whose sequence is not known, when
// the message about it was sent. All of them are written down: a change set holds
// nothing of the clock on the wall.
func (d Deps) saidAt(ctx context.Context, h event.Half) (time.Time, error) {
	sent := bus.MetaOf(ctx).Sent.UTC()
	if h.Seq == 0 {
		return sent, nil
	}
	if t, err := d.turn(ctx, h); err == nil && !t.Time.IsZero() {
		return t.Time, nil
	}
	m, err := d.Bus.Get(ctx, event.Turns, h.Seq)
	switch {
	case errors.Is(err, bus.ErrGone):
		return sent, nil
	case err != nil:
		return time.Time{}, err
	}
	return m.Time.UTC(), nil
}

// half names the half-turn that a stage of TURNS has heard.
func half(ctx context.Context, t event.TurnTaken) event.Half {
	m := bus.MetaOf(ctx)
	h := event.Half{Space: t.Space, Seq: m.Seq, Turn: t.ID}
	if h.Space == "" { // a message that could not be read still says in its headers which it was
		h.Space, h.Turn = m.Space, m.ID
	}
	return h
}
