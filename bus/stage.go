package bus

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// Func is the work of a stage: it hears one message and says at most one. A
// nil payload means that there is nothing to say. What it hears is its own; what
// it has said it must not change any more.
type Func[In event.Payload] func(ctx context.Context, in In) (event.Payload, error)

// StageOptions tune a stage. The zero value is ready for use, for a stage that
// says nothing.
type StageOptions[In event.Payload] struct {
	Timeout  time.Duration   // of one attempt; default 30 s
	Attempts int             // before a message is given up; default 5. In TURNS and REMEMBER what is [Spared] counts as none
	Backoff  []time.Duration // wait after the first, second, … failure; the last one repeats; default 1 s, 5 s, 30 s
	Workers  int             // deliveries at a time; default 1. TURNS and REMEMBER always take one a lane
	Says     []event.Payload // the kinds that the stage may say
	// GivenUp is called after a message went to the dead letters. What it
	// returns is said in place of the answer that the stage never gave, so
	// that whoever waits for one gets on. An error that does not pass leaves, in
	// TURNS and REMEMBER, all of the space undecided until TURNS is begun anew: the others
	// of its lane go on.
	GivenUp func(ctx context.Context, in In, why string) (event.Payload, error)
}

// Stage is a [Func] with its types erased, or a [Door]: one box of the
// pipeline.
type Stage struct {
	Name  string
	Doc   string     // one line, for docs/pipeline.md
	Hears string     // kind, or the subject of a door
	Flow  event.Flow // of what it hears
	Says  []string   // kinds

	timeout  time.Duration
	attempts int
	backoff  []time.Duration
	workers  int
	run      func(ctx context.Context, body []byte, madeOf event.Payload) (event.Payload, error)
	givenUp  func(ctx context.Context, body []byte, why string) (event.Payload, error)
	door     *door
}

var defaultBackoff = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second}

// NewStage binds fn to the kind that it hears. doc is one line that says what
// the stage does.
func NewStage[In event.Payload](name, doc string, fn Func[In], opts StageOptions[In]) Stage {
	var in In
	s := Stage{
		Name: name, Doc: doc, Hears: in.Kind(), Flow: in.Flow(),
		timeout: opts.Timeout, attempts: opts.Attempts, backoff: opts.Backoff, workers: opts.Workers,
	}
	for _, p := range opts.Says {
		s.Says = append(s.Says, p.Kind())
	}
	if s.timeout == 0 {
		s.timeout = 30 * time.Second
	}
	if s.attempts == 0 {
		s.attempts = 5
	}
	if len(s.backoff) == 0 {
		s.backoff = defaultBackoff
	}
	if s.workers == 0 {
		s.workers = 1
	}
	s.run = func(ctx context.Context, body []byte, madeOf event.Payload) (event.Payload, error) {
		if in, ok := madeOf.(In); ok {
			return fn(ctx, in)
		}
		in, err := event.Decode[In](body)
		if err != nil {
			return nil, Permanent(err)
		}
		return fn(ctx, in)
	}
	if opts.GivenUp != nil {
		s.givenUp = func(ctx context.Context, body []byte, why string) (event.Payload, error) {
			var in In
			// What cannot be decoded is given up with the zero message; its headers still say which it was.
			_ = json.Unmarshal(body, &in)
			return opts.GivenUp(ctx, in, why)
		}
	}
	return s
}

// checkSaid guards the drawing of the pipeline: a stage says only what it
// declares.
func (s *Stage) checkSaid(p event.Payload) error {
	if p == nil || slices.Contains(s.Says, p.Kind()) {
		return nil
	}
	return Permanent(fmt.Errorf("stage %s says %s, which it does not declare", s.Name, p.Kind()))
}

// laned reports whether order counts in the stage's stream.
func (s *Stage) laned() bool { return s.Flow == event.Turns || s.Flow == event.Remember }
