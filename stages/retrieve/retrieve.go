// Package retrieve turns a prompt into the memories that the agent is shown.
// It is synchronous: the user waits for it.
//
//	front ═▶ classify ─▶ plan ─▶ toolloop ─▶ safetynets ─▶ assemble ─▶ curate ═▶ <memory>
//	             └─▶ followup ─┴─────▲   (a later prompt of a session; may say "nothing new")
//
// Messages carry ids and scores; a stage reads texts from the store when it
// needs them. A stage with two engines is a row of [Stages]: its rules are in
// NAME_rules.go; what asks a model is in NAME_model.go, with the prompt in
// prompts/NAME.md, and is taken when the query says so. Where the model does not
// answer, the rules do.
//
// # Files that are no stage
//
// Each has its word here; a test holds them.
//
//	retrieve    what the flow needs, its settings, its stages in their order
//	looptools   toolloop: the searches that a model may call
//
// assemble asks of each candidate, in this order, and the gate of all of them:
//
//	successor   what has taken its place since
//	met         what answered the same question, or mended the same trouble, before
//	unfit       whether it may be shown at all: archived, of another project, seen already
//	mainpart    what it says of the sentences that ask, where others only say what for
//	priors      factors of its rank: importance, age, use, how sure it is
//	ranking     the rankings of other systems, which the settings may name instead
//	gate        whether anything is worth showing, and then which of it
//
// curate makes the block of what is left:
//
//	pins        the standing directives, which go through the flow beside the candidates
//	pattern     one of several notes that are made alike
//	repeats     one of several lines that say the same
//	retold      no summary of what stands in the block itself
//	related     behind a line: what somebody or something is to others
//	since       behind a line: what of it has changed since
//	setother    for that: what a later half-turn has set to something else
//	clock       before a line: the time of day, where another of that day may be the later one
//	conflicts   below the block: of which two memories the user is asked
//	render      the text of the block
package retrieve

import (
	"cmp"
	"context"
	"embed"
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
	Memory reader
	Now    func() time.Time // nil is time.Now
	Tuning Tuning
	Model  prompt.Model // answers for the engine model; nil is none
	// Notice is what is wrong with the memory itself, "" where nothing is. It is
	// said in one line when a session begins, and at no prompt. nil is never.
	Notice func() string
	// ProjectOf returns the project of a folder from which something was said before,
	// without a look at the folder: a prompt waits. nil knows none.
	ProjectOf func(cwd string) string

	models *prompt.Asker
	terms  *memo // of texts: several stages compare them
}

// reader is the part of the ledger that retrieval may use.
type reader interface {
	Has(ctx context.Context, space memtide.Space) (bool, error)
	Read(ctx context.Context, space memtide.Space, fn func(ledger.View) error) error
	ReadFor(ctx context.Context, space memtide.Space, text string, within time.Duration, fn func(ledger.View) error) error
}

// Tuning holds the bounds of an answer. A zero field takes its default.
type Tuning struct {
	Space         memtide.Space // of an ask that names none; default memtide.DefaultSpace
	Deadline      time.Duration // of an ask that names none; default 300 ms
	TokensSimple  int           // default 500
	TokensComplex int           // default 1,500
	TokensSession int           // of a session start; default 1,000
	TokensPins    int           // of standing directives, beside the others; default 600
	MaxBytes      int           // of the finished block; default 8,000
	Gate          float64       // relevance from which a prompt is answered, 0–1; default that of the ranking
	Ranking       Ranking       // default RankRelevance
	// Inject are the modes in which memory is handed over unasked; nil is all of
	// them. A query by hand is always answered.
	Inject     []string
	LeastChars int  // of a prompt that is given memory
	NoGraph    bool // searches follow no names and no links
	// Patience is how long one stage that asks a model may take, and a third of
	// what the door may take, however late the deadline of an ask; default 10 s.
	Patience time.Duration
	// Likening is how long an ask waits for the vector of its words: at most this,
	// and at most half of the time that is left; default 150 ms.
	Likening time.Duration
}

// DefaultGate is the share of a prompt, by information, that one memory must
// cover for anything to be shown.
const DefaultGate = 0.12

func (t Tuning) withDefaults() Tuning {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&t.TokensSimple, 500)
	def(&t.TokensComplex, 1500)
	def(&t.TokensSession, 1000)
	def(&t.TokensPins, 600)
	def(&t.MaxBytes, 8000)
	t.Space = cmp.Or(t.Space, memtide.DefaultSpace)
	if t.Deadline == 0 {
		t.Deadline = 300 * time.Millisecond
	}
	t.Ranking = cmp.Or(t.Ranking, RankRelevance)
	if t.Gate == 0 {
		t.Gate = DefaultGate
		if t.Ranking == RankProduct {
			t.Gate = ProductGate
		}
	}
	if t.Patience == 0 {
		t.Patience = 10 * time.Second
	}
	if t.Likening == 0 {
		t.Likening = embedAtMost
	}
	return t
}

const (
	engineRules = "rules"
	engineModel = "model"
)

// engines are the ways in which one stage can think. rules is always there; the
// model is taken for a query that wants it, where the layer has one.
type engines[In asking] struct {
	rules, model func(ctx context.Context, in In) (event.Payload, error)
}

// asking is a message that carries the query on.
type asking interface {
	event.Payload
	Asked() event.Query
}

// thinking is the stage of a layer: it runs the engine that a query asks for.
func thinking[In asking](d Deps, layer, doc string, e engines[In], says ...event.Payload) bus.Stage {
	run := func(ctx context.Context, in In) (event.Payload, error) {
		if in.Asked().Engine == engineModel && d.models.Has(layer) {
			out, err := e.model(ctx, in)
			if err == nil || ctx.Err() != nil {
				return out, err
			}
			// llm has written down why; the rules are always there.
		}
		return e.rules(ctx, in)
	}
	opts := options[In](says...)
	if d.models.Has(layer) {
		opts.Timeout = d.Tuning.Patience
		opts.Workers = 64 // those that wait for a model stand in nobody's way
	}
	return bus.NewStage("retrieve."+layer, doc, run, opts)
}

// Stages returns the stages in the order in which a prompt meets them.
func Stages(d Deps) []bus.Stage {
	if d.Now == nil {
		d.Now = time.Now
	}
	d.Tuning = d.Tuning.withDefaults()
	d.models, d.terms = prompt.New(d.Model, Prompts()), newMemo(termSet)
	classify, followup := classifyRules{d.Memory}, followupRules{d.Memory}
	toolloop, curate := toolloopRules{d.Memory, d.Tuning}, newCurate(d)
	return []bus.Stage{
		front(d),
		thinking(d, layerClassify, "entities, times, intent, ask or tell; abstains for what needs no memory",
			engines[event.PromptAsked]{classify.classify, classifyModel{classify, d.models}.classify},
			event.PromptClassified{}, event.PromptContinued{}, event.MemoryCurated{}),
		thinking(d, layerFollowup, "is memory needed again? pronouns from the last turns; in doubt the full path",
			engines[event.PromptContinued]{followup.followup, followupModel{followup, d.models}.followup},
			event.PromptClassified{}, event.SearchPlanned{}, event.MemoryCurated{}),
		thinking(d, layerPlan, "shape of the question and the searches for it: why, when, who and what take their own ways",
			engines[event.PromptClassified]{planRules, planModel{d.models}.plan},
			event.SearchPlanned{}),
		thinking(d, layerToolloop, "runs the planned searches, then up to two rounds of graph expansion",
			engines[event.SearchPlanned]{toolloop.search, toolloopModel{toolloop, d.models}.search},
			event.CandidatesFound{}),
		safetynets(d),
		assemble(d),
		thinking(d, layerCurate, "collapses near-duplicates, fits the budget, renders the <memory> block verbatim",
			engines[event.MemoryAssembled]{curate.curate, curateModel{curate, d.models}.curate},
			event.MemoryCurated{}),
	}
}

// The layers of the flow: each is a stage, has a prompt of this name and may have
// a model.
const (
	layerClassify = "classify"
	layerFollowup = "followup"
	layerPlan     = "plan"
	layerToolloop = "toolloop"
	layerCurate   = "curate"
)

//go:embed prompts
var promptFiles embed.FS

// Prompts returns what the models of the flow are told.
func Prompts() []prompt.File { return prompt.Files(promptFiles) }

// options are those of every stage of the flow: nobody waits for a second
// attempt that comes late.
func options[In event.Payload](says ...event.Payload) bus.StageOptions[In] {
	return bus.StageOptions[In]{
		Timeout: 10 * time.Second, Attempts: 2, Backoff: []time.Duration{5 * time.Millisecond},
		Workers: 4, Says: says,
	}
}

// silence is the answer of a stage that finds nothing to say.
func silence(q event.Query, class event.Class, reason string) event.MemoryCurated {
	return event.MemoryCurated{Query: q, Class: class, Reason: reason}
}
