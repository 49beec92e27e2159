package main

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
	"github.com/memtide/memtide/bus/event"
)

// The texts of the benchmark are made of these; every number gives another.
var (
	benchWho   = []string{"Anna", "Boris", "Chandra", "Dmitri", "Elif", "Farid", "Greta", "Hiro", "Ines", "Jonas", "Kemal", "Lucia"}
	benchWhat  = []string{"deploy", "migration", "build", "parser", "scheduler", "cache", "login page", "invoice export", "search index", "backup", "rate limiter", "webhook", "staging cluster", "feature flag", "test suite"}
	benchVerb  = []string{"broke", "fixed", "moved", "rewrote", "measured", "reviewed", "documented", "removed", "restored", "renamed"}
	benchWhere = []string{"Lisbon", "Oslo", "the payments team", "the harbour project", "production", "the nightly run", "the garden service", "release 4", "the data centre", "PostgreSQL"}
)

// benchText returns the n-th text: words that repeat as they do in talk, and a
// few that do not.
func benchText(n int) string {
	pick := func(from []string, by int) string { return from[(n/by)%len(from)] }
	return fmt.Sprintf("%s %s the %s in %s because ticket %d of week %d asked for it, and the value is now %d percent.",
		pick(benchWho, 1), pick(benchVerb, 7), pick(benchWhat, 3), pick(benchWhere, 11), 1000+n, n%52, (n*37)%101)
}

func benchQuery(n int) string {
	pick := func(from []string, by int) string { return from[(n/by)%len(from)] }
	switch n % 4 {
	case 0:
		return fmt.Sprintf("why did %s break the %s?", pick(benchWho, 4), pick(benchWhat, 5))
	case 1:
		return fmt.Sprintf("what happened with the %s in %s", pick(benchWhat, 4), pick(benchWhere, 3))
	case 2:
		return fmt.Sprintf("please change the %s so that ticket %d is done", pick(benchWhat, 2), 1000+n*13)
	}
	return fmt.Sprintf("who %s the %s and when?", pick(benchVerb, 4), pick(benchWhat, 3))
}

// benchFeed fills the store: half of the memories are half-turns of sessions,
// with what is extracted from them, half are stand-alone facts.
func benchFeed(ctx context.Context, cl *client, n int, out io.Writer, r *benchReport) error {
	bar := progress(out, int64(n), "filling")
	start := time.Now()
	at := time.Now().AddDate(0, -6, 0)
	fed := 0
	for made := 0; made < n; fed++ {
		req := event.TurnRequest{Role: memtide.RoleUser, Text: benchText(fed), Client: "bench", Time: at.Add(time.Duration(fed) * time.Second)}
		if fed%3 == 0 {
			req.Session = fmt.Sprintf("s%d", fed/60)
			made += 2 // the episode and what it says
		} else {
			req.Fact = memtide.Fact
			made++
		}
		if err := pipeline(ctx, cl, req); err != nil {
			return err
		}
		bar.Set(min(made, n))
	}
	bar.Describe("deciding")
	err := cl.settle(ctx, memtide.DefaultSpace, func(left int) { bar.Set(max(n-left, 0)) })
	bar.Finish()
	r.Feed = float64(fed) / time.Since(start).Seconds()
	return err
}

func pipeline(ctx context.Context, cl *client, req event.TurnRequest) error {
	r, err := cl.turn(ctx, req)
	if err == nil && r.Error != "" {
		err = errors.New(r.Error)
	}
	return err
}

func benchRetrieve(ctx context.Context, cl *client, r *benchReport) error {
	var took []time.Duration
	silent := 0
	stages, waits := map[string][]time.Duration{}, map[string][]time.Duration{}
	for i := range 1100 {
		a, err := cl.ask(ctx, event.AskRequest{Mode: event.ModePrompt, Prompt: benchQuery(i), DeadlineMS: 5000})
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
		r.Stages = append(r.Stages, stageBench{name, quantilesOf(ds), quantilesOf(waits[name])})
	}
	slices.SortFunc(r.Stages, func(a, b stageBench) int { return strings.Compare(a.Stage, b.Stage) })
	if silent > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of 1100 prompts were given nothing", silent))
	}
	return nil
}

// benchAccept measures how long a half-turn takes to become durable, beside a
// bare write and fsync on the same disk.
func benchAccept(ctx context.Context, cl *client, dir string, r *benchReport) error {
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
		if err := pipeline(ctx, cl, event.TurnRequest{Role: memtide.RoleUser, Text: benchText(1e6 + i), Session: "accept", Client: "bench"}); err != nil {
			return err
		}
		full = append(full, time.Since(start))
		time.Sleep(5 * time.Millisecond) // a person does not type while the last sentence is being decided
	}
	r.Fsync, r.Accepted = quantilesOf(bare), quantilesOf(full)
	return cl.settle(ctx, memtide.DefaultSpace, nil)
}

// benchHook runs the hook and a hello-world in turn.
func benchHook(ctx context.Context, p *benchDaemon, dir string, runs int, r *benchReport) error {
	hook, err := hookBinary()
	if err != nil {
		return err
	}
	hello, err := buildHello(ctx, dir)
	if err != nil {
		r.Notes = append(r.Notes, "no hello-world: "+err.Error())
	}
	env := []string{"MEMTIDE_HOME=" + p.home, "MEMTIDE_NO_START=1", "HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	var hooks, hellos []time.Duration
	empty := 0
	for i := range runs + 10 {
		time.Sleep(betweenPrompts)
		payload := fmt.Sprintf(`{"session_id":"bench-%d","cwd":%q,"hook_event_name":"UserPromptSubmit","prompt_id":"p%d","prompt":%q}`, i, dir, i, benchQuery(i))
		took, out, err := timeRun(ctx, env, payload, hook, "--client", "claude-code")
		if err != nil {
			return fmt.Errorf("hook: %w", err)
		}
		if out == 0 {
			empty++
		}
		if i >= 10 {
			hooks = append(hooks, took)
		}
		if hello != "" {
			took, _, err := timeRun(ctx, env, "", hello)
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
	if empty > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d hooks printed nothing", empty, runs+10))
	}
	return nil
}

// betweenPrompts lets the daemon decide on the last prompt before the next: in
// earnest there are seconds between them.
const betweenPrompts = 30 * time.Millisecond

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
