package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/hookbridge/install"
)

// feed sends every half-turn through the daemon, as a client does.
func feed(ctx context.Context, cl *client.Client, t *smalltalk.Talk, out io.Writer, r *Report) error {
	bar := progress.Bar(out, int64(t.N), "filling")
	start := time.Now()
	m := newLoader(t, start)
	for m.nodes < t.N {
		for _, h := range m.Exchange(m.next, m.began.Add(time.Duration(m.next)*m.step)) {
			if err := pipeline(ctx, cl, requestOf(h)); err != nil {
				return err
			}
			m.seq++
			m.decide(h) // for the count alone
			m.sets = nil
		}
		m.next++
		bar.Set(min(m.nodes, t.N))
	}
	bar.Describe("deciding")
	err := cl.Settle(ctx, memtide.DefaultSpace, func(left int) { bar.Set(max(t.N-left, 0)) })
	bar.Finish()
	took := time.Since(start).Seconds()
	r.Feed = float64(m.seq) / took
	r.Store = storeReport{How: "half-turns through the daemon", HalfTurns: int(m.seq), Nodes: m.nodes, Took: took}
	return err
}

func requestOf(h smalltalk.Half) event.TurnRequest {
	return event.TurnRequest{Role: h.Role, Text: h.Text, Client: h.Client, Session: h.Session, Project: h.Project,
		PromptID: h.PromptID, Time: h.Time, Fact: h.Fact}
}

// settleStore fills the store where that is not done, and waits for its
// vectors.
func settleStore(ctx context.Context, cl *client.Client, t *smalltalk.Talk, fill string, out io.Writer, r *Report) error {
	if fill == FillPipeline {
		if err := feed(ctx, cl, t, out, r); err != nil {
			return err
		}
	}
	start, bar := time.Now(), progress.Bar(out, int64(t.N), "embedding")
	err := waitVectors(ctx, cl, func(n int) { bar.Set(min(n, t.N)) })
	bar.Finish()
	r.Vectors = time.Since(start).Seconds()
	return err
}

// waitVectors returns when the vectors of the space grow no more, and tells how
// many there are; tell may be nil.
func waitVectors(ctx context.Context, cl *client.Client, tell func(vectors int)) error {
	const still, tick = 6, 500 * time.Millisecond
	for last, same := -1, 0; same < still; {
		s, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
		if err != nil {
			return err
		}
		if s.Vectors == nil {
			return nil
		}
		if same++; s.Vectors.Vectors != last {
			last, same = s.Vectors.Vectors, 0
		}
		if tell != nil {
			tell(last)
		}
		if err := bus.Pause(ctx, tick); err != nil {
			return err
		}
	}
	return nil
}

// askOf is the i-th prompt of a client in the largest project.
func askOf(t *smalltalk.Talk, i int) event.AskRequest {
	return event.AskRequest{Mode: event.ModePrompt, Prompt: t.Query(i), Project: smalltalk.QueryProject(), DeadlineMS: 30000}
}

func pipeline(ctx context.Context, cl *client.Client, req event.TurnRequest) error {
	r, err := cl.Turn(ctx, req)
	if err == nil && r.Error != "" {
		err = errors.New(r.Error)
	}
	return err
}

func measureRetrieve(ctx context.Context, cl *client.Client, t *smalltalk.Talk, r *Report) error {
	var took []time.Duration
	silent := 0
	stages, waits := map[string][]time.Duration{}, map[string][]time.Duration{}
	for i := range 1100 {
		a, err := cl.Ask(ctx, askOf(t, i))
		if err != nil {
			return err
		}
		if a.Block == "" {
			silent++
		}
		if i >= 100 { // the first ones warm caches
			took = append(took, time.Duration(a.TookUS)*time.Microsecond)
			for _, s := range a.Stages {
				stages[s.Stage] = append(stages[s.Stage], time.Duration(s.TookUS)*time.Microsecond)
				waits[s.Stage] = append(waits[s.Stage], time.Duration(s.WaitUS)*time.Microsecond)
			}
		}
	}
	r.Retrieve = quantilesOf(took)
	for name, ds := range stages {
		r.Stages = append(r.Stages, stageReport{name, quantilesOf(ds), quantilesOf(waits[name])})
	}
	slices.SortFunc(r.Stages, func(a, b stageReport) int { return strings.Compare(a.Stage, b.Stage) })
	if silent > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of 1100 prompts were given nothing", silent))
	}
	return nil
}

// measureAccept measures how long a half-turn takes to become durable, beside a
// bare write and fsync on the same disk.
func measureAccept(ctx context.Context, cl *client.Client, t *smalltalk.Talk, dir string, r *Report) error {
	f, err := os.Create(filepath.Join(dir, "fsync"))
	if err != nil {
		return err
	}
	defer f.Close()
	block := make([]byte, 4096)
	var bare, full []time.Duration
	for i := range 300 {
		start := time.Now()
		if _, err := f.Write(block); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
		bare = append(bare, time.Since(start))
		start = time.Now()
		if err := pipeline(ctx, cl, event.TurnRequest{Role: memtide.RoleUser, Text: t.At(4, i).Statement().Text, Session: "accept", Client: "bench", Project: smalltalk.QueryProject()}); err != nil {
			return err
		}
		full = append(full, time.Since(start))
		time.Sleep(5 * time.Millisecond) // a person does not type while the last sentence is being decided
	}
	r.Fsync, r.Accepted = quantilesOf(bare), quantilesOf(full)
	return cl.Settle(ctx, memtide.DefaultSpace, nil)
}

// prompter runs the hook for prompts, one after the other.
type prompter struct {
	p    *process
	hook string
	work string // the folder that it runs in
	env  []string
	told int // prompts so far

	starts []time.Time // of those that were measured
	none   int         // of which this many were given nothing
}

func newPrompter(p *process, dir string) (*prompter, error) {
	hook, err := install.HookBinary()
	if err != nil {
		return nil, err
	}
	work := filepath.Join(dir, smalltalk.QueryProject())
	if err := os.MkdirAll(filepath.Join(work, ".git"), 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(work, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o600); err != nil {
		return nil, err
	}
	env := []string{"MEMTIDE_HOME=" + p.home, "MEMTIDE_NO_START=1", "HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	return &prompter{p: p, hook: hook, work: work, env: env}, nil
}

// once runs the hook for the next prompt.
func (h *prompter) once(ctx context.Context) (time.Duration, error) {
	i := h.told
	h.told++
	payload := fmt.Sprintf(`{"session_id":"bench-%d-%d","cwd":%q,"hook_event_name":"UserPromptSubmit","prompt_id":"p%d","prompt":%q}`,
		os.Getpid(), time.Now().UnixNano(), h.work, i, h.p.talk.Query(i))
	took, out, err := timeRun(ctx, h.env, payload, h.hook, "--client", "claude-code")
	if err != nil {
		return took, fmt.Errorf("hook: %w", err)
	}
	if out == 0 {
		h.none++
	}
	return took, nil
}

// run measures up to n prompts, ten to warm up aside, until ended is closed.
func (h *prompter) run(ctx context.Context, n int, ended <-chan struct{}) (all []time.Duration, err error) {
	for i := range n + 10 {
		select {
		case <-ended:
			return all, nil
		case <-time.After(betweenPrompts):
		}
		start := time.Now()
		took, err := h.once(ctx)
		if err != nil {
			return nil, err
		}
		if i >= 10 {
			all, h.starts = append(all, took), append(h.starts, start)
		}
	}
	return all, nil
}

// measureHook runs the hook and a hello-world in turn.
func measureHook(ctx context.Context, p *process, dir string, runs int, r *Report) error {
	h, err := newPrompter(p, dir)
	if err != nil {
		return err
	}
	hello, err := buildHello(ctx, dir)
	if err != nil {
		r.Notes = append(r.Notes, "no hello-world: "+err.Error())
	}
	var hooks, hellos []time.Duration
	for i := range runs + 10 {
		time.Sleep(betweenPrompts)
		took, err := h.once(ctx)
		if err != nil {
			return err
		}
		if i >= 10 {
			hooks = append(hooks, took)
		}
		if hello != "" {
			took, _, err := timeRun(ctx, h.env, "", hello)
			if err != nil {
				return fmt.Errorf("hello: %w", err)
			}
			if i >= 10 {
				hellos = append(hellos, took)
			}
		}
	}
	r.Hook, r.Hello = quantilesOf(hooks), quantilesOf(hellos)
	if r.Hello.P50 > 0 {
		r.HookRatio = r.Hook.P50 / r.Hello.P50
	}
	if h.none > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d hooks printed nothing", h.none, runs+10))
	}
	return nil
}

// betweenPrompts lets the daemon decide on the last prompt before the next: in
// earnest there are seconds between them.
const betweenPrompts = 30 * time.Millisecond

// rest is longer than a daemon waits before it gives back the memory of what nobody has
// asked for in a while.
const rest = 5 * time.Second

// measureRested runs the hook as it comes in earnest: what a daemon keeps at hand from
// prompt to prompt is gone.
func measureRested(ctx context.Context, p *process, dir string, o Options, r *Report) error {
	if o.Rests == 0 {
		return nil
	}
	fmt.Fprintln(o.Out, "resting …")
	h, err := newPrompter(p, dir)
	if err != nil {
		return err
	}
	var all []time.Duration
	for range o.Rests {
		if err := bus.Pause(ctx, rest); err != nil {
			return err
		}
		took, err := h.once(ctx)
		if err != nil {
			return err
		}
		all = append(all, took)
	}
	r.Rested = quantilesOf(all)
	return nil
}

func timeRun(ctx context.Context, env []string, stdin, name string, args ...string) (time.Duration, int, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Stdin = env, strings.NewReader(stdin)
	var out bytes.Buffer
	cmd.Stdout = &out
	start := time.Now()
	err := cmd.Run()
	return time.Since(start), out.Len(), err
}

// buildHello builds the smallest Go program, to tell the cost of a process from
// ours.
func buildHello(ctx context.Context, dir string) (string, error) {
	src := filepath.Join(dir, "hello")
	if err := os.MkdirAll(src, 0o700); err != nil {
		return "", err
	}
	main := "package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"hello\\n\") }\n"
	err := errors.Join(os.WriteFile(filepath.Join(src, "main.go"), []byte(main), 0o600),
		os.WriteFile(filepath.Join(src, "go.mod"), []byte("module hello\n\ngo 1.26\n"), 0o600))
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", "hello", ".")
	cmd.Dir, cmd.Env = src, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w: %s", err, out)
	}
	return filepath.Join(src, "hello"), nil
}
