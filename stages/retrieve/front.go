package retrieve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// front is the door memtide.ask: it checks and bounds what is asked, sends it
// through the flow, and answers by the deadline.
func front(d Deps) bus.Stage {
	f := doorman{d}
	return bus.NewDoor("retrieve.front", "answers memtide.ask: checks, bounds, sends the prompt through the flow, answers by the deadline",
		event.SubjectAsk, []event.Payload{event.PromptAsked{}, event.Receipt{}}, f.ask,
		bus.DoorOptions[event.AskRequest, asked]{
			Timeout: 3 * d.Tuning.Patience, Workers: 64, Flows: true, After: f.after,
			Refuse: func(err error) asked {
				return asked{AskReply: event.AskReply{Error: err.Error(), Missing: errors.Is(err, tools.ErrNoSpace)}}
			},
		})
}

type doorman struct{ Deps }

// asked is a reply with what is written down after it has gone out.
type asked struct {
	event.AskReply
	receipt event.Receipt
	query   event.Query
	answer  event.MemoryCurated
	trial   *trial
}

var errAsk = errors.New("ask refused")

// ask answers one request. Whatever goes wrong behind the door, the client
// gets an empty answer with a reason, in time.
func (f doorman) ask(ctx context.Context, in event.AskRequest) (asked, error) {
	defer f.Bus.Enter()()
	start := time.Now()
	if in.Unplaced && f.ProjectOf != nil {
		in.Project = f.ProjectOf(in.Cwd)
	}
	q, err := f.query(&in)
	if err != nil {
		return asked{}, err
	}
	deadline := f.Tuning.Deadline
	if in.DeadlineMS > 0 {
		deadline = time.Duration(in.DeadlineMS) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(ctx, deadline-min(deadline/toAnswer, mostToAnswer))
	defer cancel()
	none, err := f.noSpace(ctx, in)
	if err != nil {
		return asked{}, err
	}
	turns, err := f.conversation(ctx, in, &q)
	if err != nil {
		return asked{}, fmt.Errorf("read session: %w", err)
	}
	var answer event.MemoryCurated
	var trail []event.StageTime
	var later *trial
	if why := cmp.Or(none, f.unasked(q)); why != "" {
		answer = silence(q, event.Class{}, why)
	} else {
		p := event.PromptAsked{Query: q, Turns: turns}
		engines, due := f.engines(p, deadline)
		if answer, trail, err = f.run(ctx, p, engines...); err != nil {
			answer = silence(q, event.Class{}, err.Error())
		}
		if due {
			later = &trial{p, deadline}
		}
	}
	out := asked{query: q, answer: answer, trial: later}
	out.receipt = receipt(in, answer, trail, start)
	out.AskReply = event.AskReply{
		ID: q.ID, Block: answer.Block, Tokens: answer.Tokens, Reason: answer.Reason,
		Failed: err != nil, Engine: answer.Query.Engine, TookUS: time.Since(start).Microseconds(), Stages: trail,
	}
	if begins(in) && f.Notice != nil {
		out.Block = noticed(out.Block, f.Notice(), f.Tuning.MaxBytes)
	}
	if in.Mode == event.ModeQuery {
		out.Items = answer.Items
	}
	if in.Explain {
		out.Receipt = &out.receipt
	}
	f.keep(ctx, in, out)
	return out, nil
}

// The time of a deadline that is left for sending the answer: one part in toAnswer,
// and at most mostToAnswer, which is enough where many wait at once.
const (
	toAnswer     = 20
	mostToAnswer = 20 * time.Millisecond
)

// unasked says why the settings leave a query without memory, "" where they do
// not.
func (f doorman) unasked(q event.Query) string {
	switch {
	case q.Mode == event.ModeQuery:
		return ""
	case f.Tuning.Inject != nil && !slices.Contains(f.Tuning.Inject, q.Mode):
		return "retrieve.inject leaves out " + q.Mode
	case q.Mode == event.ModePrompt && utf8.RuneCountInString(strings.TrimSpace(q.Text)) < f.Tuning.LeastChars:
		return fmt.Sprintf("a prompt of less than %d characters (retrieve.least_chars)", f.Tuning.LeastChars)
	}
	return ""
}

// noSpace says that there is no space with the name of the one that is asked, ""
// where there is: to read from it would make it. A client asks before it tells the
// first half-turn, and gets nothing; whoever asks by hand has mistyped the name.
// The space of the settings is always there.
func (f doorman) noSpace(ctx context.Context, in event.AskRequest) (string, error) {
	if in.Space == f.Tuning.Space {
		return "", nil
	}
	has, err := f.Memory.Has(ctx, in.Space)
	switch {
	case has || err != nil:
		return "", err
	case in.Mode == event.ModeQuery || in.Explain:
		return "", fmt.Errorf("%w %q", tools.ErrNoSpace, in.Space) // which there are is the owner's to know
	}
	return fmt.Sprintf("nothing was said in space %q yet", in.Space), nil
}

// begins reports whether a conversation begins, and not only goes on.
func begins(in event.AskRequest) bool {
	return in.Mode == event.ModeSessionStart && !slices.Contains([]string{"resume", "fork", "compact", "reload"}, in.Source)
}

// keep begins to write the state of the session before the answer goes out. The next
// prompt waits for that write when it reads the state, and is not shown the same
// again.
func (f doorman) keep(ctx context.Context, in event.AskRequest, out asked) {
	if in.Session == "" || in.Mode == event.ModeQuery || in.Mode == event.ModeSubagent {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepWithin)
	defer cancel()
	_ = f.Bus.ChangeSession(ctx, in.Space, in.Session, func(s *event.SessionState) { remember(s, in.Mode, out) })
}

const keepWithin = 20 * time.Millisecond

// query checks a request and makes the query that travels.
func (f doorman) query(in *event.AskRequest) (event.Query, error) {
	if in.Space == "" {
		in.Space = f.Tuning.Space
	}
	if err := in.Space.Validate(); err != nil {
		return event.Query{}, fmt.Errorf("%w: space: %w", errAsk, err)
	}
	if redact.ID(string(in.Space)) != string(in.Space) {
		return event.Query{}, fmt.Errorf("%w: the name of the space holds a secret; choose another", errAsk)
	}
	// As intake does it, so that both name the same.
	in.Project, in.Cwd, in.Client = redact.Name(in.Project), redact.Name(in.Cwd), redact.Name(in.Client)
	in.Session, in.PromptID, in.Source = redact.ID(in.Session), redact.ID(in.PromptID), redact.ID(in.Source)
	in.Within = redact.ID(in.Within)
	switch in.Mode {
	case event.ModePrompt, event.ModeSubagent, event.ModeQuery:
		if strings.TrimSpace(in.Prompt) == "" {
			return event.Query{}, fmt.Errorf("%w: prompt is empty; mode %s needs one", errAsk, in.Mode)
		}
	case event.ModeSessionStart:
	default:
		return event.Query{}, fmt.Errorf("%w: mode is %q, want %s, %s, %s or %s", errAsk, in.Mode,
			event.ModePrompt, event.ModeSessionStart, event.ModeSubagent, event.ModeQuery)
	}
	if in.Engine != "" && in.Engine != engineRules {
		return event.Query{}, fmt.Errorf("%w: engine is %q, want %s or nothing", errAsk, in.Engine, engineRules)
	}
	if in.Limit < 0 || in.Limit > event.MaxCandidates {
		return event.Query{}, fmt.Errorf("%w: limit is %d, want 0 to %d", errAsk, in.Limit, event.MaxCandidates)
	}
	if in.Tokens < 0 || in.Tokens > mostTokens {
		return event.Query{}, fmt.Errorf("%w: tokens is %d, want 0 to %d", errAsk, in.Tokens, mostTokens)
	}
	if in.DeadlineMS < 0 || in.DeadlineMS > mostDeadline {
		return event.Query{}, fmt.Errorf("%w: deadline_ms is %d, want 0 to %d", errAsk, in.DeadlineMS, mostDeadline)
	}
	now := in.Now
	if now.IsZero() {
		if now = f.Now(); in.Zone != nil {
			now = memtide.InZone(now, *in.Zone) // who has travelled since the daemon began has taken the clock along
		}
	}
	id := memtide.Hash("ask", string(in.Space), in.Session, in.PromptID, in.Mode, in.Source)
	if in.PromptID == "" {
		id = memtide.Hash("ask", string(in.Space), in.Session, in.Prompt, in.Mode, in.Source, f.Now().String())
	}
	return event.Query{
		ID: id, Space: in.Space, Mode: in.Mode, Session: in.Session, Within: in.Within, Turn: ownTurn(in), Project: in.Project, Begins: begins(*in),
		Text: searched(in.Prompt), Now: now, Then: !in.Now.IsZero(), Tokens: in.Tokens, Limit: in.Limit, Engine: in.Engine, Withheld: in.Withheld && in.Mode == event.ModeQuery,
	}, nil
}

// Of what a client may ask for: more than any has.
const (
	mostTokens   = 1 << 20
	mostDeadline = 600_000 // ms
)

// ownTurn returns the id that the half-turn of a prompt has or will have, ""
// where it cannot be known: a hook hands it over together with the question.
func ownTurn(in *event.AskRequest) string {
	if in.PromptID == "" {
		return ""
	}
	return memtide.TurnID(memtide.Turn{Space: in.Space, Session: in.Session, PromptID: in.PromptID, Role: memtide.RoleUser})
}

// searched returns what of a prompt travels: no secret, nothing private, and of a long
// one both ends. Hooks hand over no more than is cleaned as a whole.
func searched(prompt string) string {
	if n := 4 * event.MaxQuery; len(prompt) > 2*n {
		from, to := redact.Gap(prompt, n*3/4, len(prompt)-n/4)
		prompt = prompt[:from] + "\n" + prompt[to:]
	}
	return headTail(redact.Clean(prompt).Text, event.MaxQuery)
}

// headTail keeps the beginning and the end of a long text: what a prompt is
// about stands at either.
func headTail(s string, n int) string {
	if len(s) <= n {
		return s
	}
	head, tail := s[:n*3/4], s[len(s)-n/4+1:]
	for len(head) > 0 && !utf8.ValidString(head[max(0, len(head)-utf8.UTFMax):]) && !utf8.RuneStart(s[len(head)]) {
		head = head[:len(head)-1]
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return head + "\n" + tail
}

// conversation returns what was asked before in the session, and lets the
// query know of it. A session start after the client has forgotten makes a
// clean sheet; one of a client that has only lost what it was shown ("reload") leaves
// what was said.
func (f doorman) conversation(ctx context.Context, in event.AskRequest, q *event.Query) ([]event.Past, error) {
	if in.Session == "" {
		return nil, nil
	}
	if in.Mode == event.ModeSessionStart {
		if in.Source == "resume" || in.Source == "fork" {
			return nil, nil // the client still sees what it was shown
		}
		return nil, f.Bus.UpdateSession(ctx, in.Space, in.Session, func(s *event.SessionState) {
			s.Surfaced = nil
			switch {
			case begins(in):
				s.Turns = nil
			case in.Source == "compact":
				s.Compacted, s.Forgot = true, q.Now
			}
		})
	}
	if in.Mode != event.ModePrompt {
		return nil, nil
	}
	s, mark, err := f.Bus.Session(ctx, in.Space, in.Session)
	q.State = mark
	for _, t := range s.Turns[:min(len(s.Turns), 3)] {
		q.Recent = append(q.Recent, t.Prompt)
	}
	q.GoesOn = goesOn(s)
	for _, c := range s.Conflicts {
		q.Conflicts = append(q.Conflicts, c.Edge)
	}
	return s.Turns, err
}

// goesOn reports whether a session has had a prompt that asked for something, and that its
// client has not forgotten since.
func goesOn(s event.SessionState) bool {
	return slices.ContainsFunc(s.Turns, func(t event.Past) bool {
		return (!s.Compacted || t.At.After(s.Forgot)) && len(language.Terms(t.Prompt)) > 1 && !language.ActOf(t.Prompt).Thanks
	})
}

func receipt(in event.AskRequest, a event.MemoryCurated, trail []event.StageTime, start time.Time) event.Receipt {
	r := event.Receipt{
		ID: a.Query.ID, Space: a.Query.Space, Session: in.Session, PromptID: in.PromptID, Client: in.Client,
		Project: in.Project, Mode: in.Mode, Engine: a.Query.Engine, Intent: a.Class.Intent, At: a.Query.Now.UTC(),
		Candidates: a.Candidates, Drops: a.Drops, Found: a.Found, Gate: a.Gate, Tokens: a.Tokens, Reason: a.Reason,
		TookUS: time.Since(start).Microseconds(), Stages: trail, Conflicts: a.Conflicts,
	}
	for i := range r.Conflicts {
		r.Conflicts[i].PromptID = memtide.Exchange(in.PromptID)
	}
	for _, it := range a.Told {
		r.Injected = append(r.Injected, it.ID)
		r.Costs = append(r.Costs, it.Tokens)
	}
	return r
}

// after writes the receipt, when the client has its answer, and then asks what is
// due to be tried.
func (f doorman) after(ctx context.Context, _ event.AskRequest, out asked) {
	if out.Error != "" {
		return
	}
	// A receipt that cannot be stored is lost; the answer it speaks of is out.
	_, _ = f.Bus.Publish(ctx, out.receipt, bus.Meta{ID: memtide.Hash("receipt", out.ID, out.receipt.At.String()), Space: out.receipt.Space, Trace: out.ID})
	if out.trial != nil {
		f.try(ctx, *out.trial)
	}
}

const (
	maxPasts   = 5   // O12
	maxSummary = 400 // characters
)

func remember(s *event.SessionState, mode string, out asked) {
	var names []string
	for _, n := range out.answer.Class.Entities {
		names = append(names, n.Name)
	}
	var found []string
	for _, it := range out.answer.Told {
		turn := it.Turn
		if it.Pinned && mode != event.ModeSessionStart {
			turn = "" // of what else was said there nothing was shown
		}
		s.Surfaced = append(s.Surfaced, event.SurfacedKeys(it.ID, it.Kind, it.Text, turn)...)
		if it.Kind == memtide.Episode {
			// What was taken out of the half-turn says nothing new behind it.
			for _, sp := range language.Sentences(it.Text) {
				s.Surfaced = append(s.Surfaced, event.WordsKey(it.Text[sp.Start:sp.End]))
			}
		}
		if len(found) < 3 && !it.Pinned {
			found = append(found, it.Text)
		}
	}
	if extra := len(s.Surfaced) - event.MaxSurfaced; extra > 0 {
		s.Surfaced = s.Surfaced[extra:]
	}
	if mode != event.ModePrompt {
		return
	}
	past := event.Past{Prompt: clip(out.query.Text, maxSummary), At: out.query.Now.UTC(), Entities: names,
		Summary: clip(strings.Join(found, "; "), maxSummary), Injected: len(out.answer.Told)}
	s.Turns = append([]event.Past{past}, s.Turns...)
	s.Turns = s.Turns[:min(len(s.Turns), maxPasts)]
	noteShown(s, out.receipt)
	for _, c := range out.receipt.Conflicts {
		s.Conflicts = append([]event.AskedConflict{{Conflict: c, At: out.receipt.At}}, s.Conflicts...)
		s.Conflicts = s.Conflicts[:min(len(s.Conflicts), event.MaxShown)]
	}
}

// noteShown keeps what a prompt was given until its answer is there. A prompt
// without an id cannot be told from others by its answer.
func noteShown(s *event.SessionState, r event.Receipt) {
	if r.PromptID == "" || len(r.Injected) == 0 {
		return
	}
	s.Shown = append([]event.Shown{{PromptID: memtide.Exchange(r.PromptID), IDs: r.Injected}}, s.Shown...)
	s.Shown = s.Shown[:min(len(s.Shown), event.MaxShown)]
}

// clip cuts a text to n characters.
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n])
}
