package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// writeReport is how fast what is said becomes memory.
type writeReport struct {
	Words    int       `json:"long_half_turn_words"`
	Applied  quantiles `json:"long_half_turn_applied_ms"` // from its publishing to its last decision in effect
	Import   Imported  `json:"import"`
	HookIdle quantiles `json:"hook_idle_ms"`          // the hook just before the import
	HookBusy quantiles `json:"hook_during_import_ms"` // and while it runs
	Ratio    float64   `json:"hook_during_over_idle_p95"`
}

// Imported is what an import of transcripts took.
type Imported struct {
	HalfTurns int     `json:"half_turns"`
	TookUS    int64   `json:"took_us"` // until everything is decided
	PerSecond float64 `json:"half_turns_per_second"`
	Syncs     float64 `json:"fsyncs_per_half_turn"`
}

// Stored counts the messages of the logs. Each of them is synced before it is
// acknowledged, and nothing else of a half-turn is: the projections can be made
// again (docs/decisions/0004).
func Stored(ctx context.Context, cl *client.Client) (uint64, error) {
	s, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
	return s.Turns.Last + s.Ledger.Last, err
}

// Timed returns what so many half-turns have cost since a start, when the logs
// held before messages.
func Timed(ctx context.Context, cl *client.Client, n int, before uint64, start time.Time) (Imported, error) {
	took := time.Since(start)
	after, err := Stored(ctx, cl)
	if err != nil || n == 0 {
		return Imported{}, err
	}
	return Imported{HalfTurns: n, TookUS: took.Microseconds(), PerSecond: float64(n) / took.Seconds(), Syncs: float64(after-before) / float64(n)}, nil
}

// Print writes the figures on a line; nothing where nothing was imported.
func (r Imported) Print(w io.Writer) {
	if r.HalfTurns > 0 {
		fmt.Fprintf(w, "%d half-turns in %.1f s: %.0f a second, %.1f fsyncs each\n", r.HalfTurns, float64(r.TookUS)/1e6, r.PerSecond, r.Syncs)
	}
}

// longWords is the length of the half-turn whose way is measured.
const longWords = 2000

// measureLong measures half-turns of longWords words, each behind a short one in a
// session of its own, from their publishing until they are decided.
func measureLong(ctx context.Context, p *process, t *smalltalk.Talk, r *Report) error {
	cl, err := p.client()
	if err != nil {
		return err
	}
	defer cl.Close()
	const runs = 40
	var took []time.Duration
	for i := range runs {
		one, err := longTurn(ctx, cl, t, i)
		if err != nil {
			return err
		}
		took = append(took, one)
	}
	r.Write.Words, r.Write.Applied = longWords, quantilesOf(took)
	return nil
}

// longTurn hands over the i-th long half-turn, behind a short one, and returns
// how long it takes until it is decided.
func longTurn(ctx context.Context, cl *client.Client, t *smalltalk.Talk, i int) (time.Duration, error) {
	turn := event.TurnRequest{Role: memtide.RoleUser, Text: t.At(6, -i).Statement().Text, Session: fmt.Sprintf("long-%d", i), Client: "bench", PromptID: "short",
		Project: smalltalk.QueryProject()}
	long := longText(t, i)
	if err := pipeline(ctx, cl, turn); err != nil {
		return 0, err
	}
	// Nobody tells a lot in the moment in which the session before is summarised.
	if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
		return 0, err
	}
	start := time.Now()
	turn.Text, turn.PromptID = long, "long"
	if err := pipeline(ctx, cl, turn); err != nil {
		return 0, err
	}
	// One question: each takes what is measured from its work.
	_, err := client.Control[bool](ctx, cl, "decided", control.SpaceRequest{Space: memtide.DefaultSpace})
	return time.Since(start), err
}

// longText is what somebody says who tells a lot: a statement among what nobody
// keeps, as in the talk of a session.
func longText(t *smalltalk.Talk, i int) string {
	var b strings.Builder
	for words, k := 0, 0; words < longWords; k++ {
		s := t.At(6, i*1000+k).Answer()
		if k%5 == 0 {
			s = t.At(6, i*1000+k).Sentence().Text
		}
		words += len(strings.Fields(s))
		b.WriteString(s + " ")
	}
	return b.String()
}

// measureImport reads transcripts while prompts go on.
func measureImport(ctx context.Context, p *process, dir string, o Options, r *Report) error {
	n := o.Imported
	if n == 0 {
		return nil
	}
	cl, err := p.client()
	if err != nil {
		return err
	}
	defer cl.Close()
	folder := filepath.Join(dir, "transcripts")
	if err := writeTranscripts(folder, p.talk, n); err != nil {
		return err
	}
	h, err := newPrompter(p, dir)
	if err != nil {
		return err
	}
	idle, err := h.run(ctx, 100, nil)
	if err != nil {
		return err
	}
	if err := cl.Settle(ctx, memtide.DefaultSpace, nil); err != nil {
		return err
	}
	before, err := Stored(ctx, cl)
	if err != nil {
		return err
	}
	start, ended, busy := time.Now(), make(chan struct{}), make(chan error, 1)
	go func() {
		during, err := h.run(ctx, 1<<20, ended)
		r.Write.HookIdle, r.Write.HookBusy = quantilesOf(idle), quantilesOf(during)
		busy <- err
	}()
	err = o.Import(ctx, cl, folder)
	if err == nil {
		err = cl.Settle(ctx, memtide.DefaultSpace, nil)
	}
	if err == nil {
		r.Write.Import, err = Timed(ctx, cl, n+h.told, before, start)
	}
	close(ended)
	if err = errors.Join(err, <-busy); r.Write.HookIdle.P95 > 0 {
		r.Write.Ratio = r.Write.HookBusy.P95 / r.Write.HookIdle.P95
	}
	return err
}

// writeTranscripts writes n half-turns as the transcripts of a client, a
// session a file.
func writeTranscripts(dir string, t *smalltalk.Talk, n int) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	at := time.Now().AddDate(0, 0, -30)
	for i := 0; n > 0; i++ {
		session := fmt.Sprintf("%08x-0000-4000-8000-%012x", i, i)
		var b bytes.Buffer
		for k := 0; k < 2*smalltalk.TurnsPerSession && n > 0; k, n = k+1, n-1 {
			at = at.Add(time.Second)
			if err := transcriptLine(&b, session, k, at, t.At(7, i*1000+k)); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, session+".jsonl"), b.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// transcriptLine writes half-turn k of a session: the user's and the agent's in
// turn.
func transcriptLine(w io.Writer, session string, k int, at time.Time, d smalltalk.Drawn) error {
	line := map[string]any{"sessionId": session, "uuid": fmt.Sprintf("%s-%d", session, k), "timestamp": at.UTC().Format(time.RFC3339Nano), "isSidechain": false}
	if k%2 == 0 {
		line["type"], line["promptId"] = "user", fmt.Sprintf("p%d", k)
		line["message"] = map[string]any{"role": "user", "content": d.Sentence().Text}
	} else {
		line["type"] = "assistant"
		line["message"] = map[string]any{"id": fmt.Sprintf("m%d", k), "type": "message", "role": "assistant", "stop_reason": "end_turn",
			"content": []map[string]string{{"type": "text", "text": d.Answer()}}}
	}
	return json.NewEncoder(w).Encode(line)
}

// writeTo adds the lines of the table.
func (r writeReport) writeTo(w *tabwriter.Writer) {
	if r.Applied.N > 0 {
		fmt.Fprintf(w, "half-turn of %d words, publish to applied\t%.2f ms\t%.2f ms\t%.2f ms\t%d\tp50 ≤ 20 ms\n", r.Words, r.Applied.P50, r.Applied.P99, r.Applied.Max, r.Applied.N)
	}
	if r.Import.HalfTurns == 0 {
		return
	}
	fmt.Fprintf(w, "import of %d half-turns\t%.0f a second\t%.1f fsyncs each\t\t\t≥ 300 a second, ≤ 5 fsyncs\n", r.Import.HalfTurns, r.Import.PerSecond, r.Import.Syncs)
	for _, h := range []struct {
		name   string
		q      quantiles
		budget string
	}{{"  hook before it", r.HookIdle, ""}, {"  hook during it", r.HookBusy, "p95 ≤ 2 × before, p99 ≤ 25 ms"}} {
		fmt.Fprintf(w, "%s\t%.2f ms\t%.2f ms\t%.2f ms\t%d\tp95 %.2f ms; %s\n", h.name, h.q.P50, h.q.P99, h.q.Max, h.q.N, h.q.P95, h.budget)
	}
	fmt.Fprintf(w, "  during / before, p95\t%.1f ×\t\t\t\t\n", r.Ratio)
}
