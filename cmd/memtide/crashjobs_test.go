package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm/llmtest"
)

// nightTurn is one of a year of talk that leaves something to every job: names
// that come again, causes, plans whose day is over, and much that is alike.
func nightTurn(n int) event.TurnRequest {
	who := []string{"Marta", "Quentin", "Ilse"}[n%3]
	text := []string{
		fmt.Sprintf("%s maintains the parser of module %d at Fernhill Labs.", who, n),
		fmt.Sprintf("The build of module %d failed because %s removed the cache.", n-1, who),
		fmt.Sprintf("I will meet %s on %s to review module %d.", who, time.Date(2025, 2, 1+n%20, 0, 0, 0, 0, time.UTC).Format("January 2"), n),
		fmt.Sprintf("We decided that module %d uses SQLite for its store.", n),
	}[n%4]
	return event.TurnRequest{Role: memtide.RoleUser, Session: fmt.Sprintf("s%d", n/20), PromptID: fmt.Sprint(n), Client: "crash",
		Time: time.Date(2025, 1, 1, n, 0, 0, 0, time.UTC), Text: text}
}

// TestCrashInTheNight kills the daemon with -9 in the middle of each job of the
// night, one after the other on one store. The graph is whole after every kill, a
// job that is run again ends, one more run finds nothing to do, and a rebuild comes
// to the same state.
func TestCrashInTheNight(t *testing.T) {
	jobs := []string{"consolidate", "turnover", "enrich", "infer", "link", "drain", "decay", "prune", "snapshot", "sweep"}
	turns := 400
	if testing.Short() {
		turns = 60
	}
	p := newProcess(t, filepath.Join(t.TempDir(), "home"), "MEMTIDE_JOBS_MAX_SIZE=1") // prune has something to do
	cl := fedDaemon(t, p, turns, nightTurn)
	changed, hit := 0, 0
	for _, job := range jobs {
		in := jobRequest{memtide.DefaultSpace, job, false}
		var amidst int
		cl, amidst = killedIn(t, p, cl, job, 6*time.Millisecond)
		hit += min(amidst, 1)
		ctx := within(t, 3*time.Minute)
		if _, err := runJob(ctx, cl, in, os.Stderr); err != nil {
			t.Fatalf("%s: %v", job, err)
		}
		again, err := runJob(ctx, cl, in, os.Stderr)
		if err != nil || again.Ended.Changes != 0 {
			t.Errorf("%s: a further run: %+v %v", job, again.Ended, err)
		}
		sets, err := control[[]struct{ Stage string }](ctx, cl, "log", logRequest{Space: memtide.DefaultSpace, Limit: 1_000_000, Stage: job})
		if err != nil {
			t.Fatal(err)
		}
		changed += min(len(sets), 1)
	}
	if changed < 4 || hit < 4 && !testing.Short() {
		t.Errorf("of %d jobs only %d had anything to do, and %d were killed in the middle", len(jobs), changed, hit)
	}
	rebuilt(within(t, 3*time.Minute), t, cl)
	cl.close()
	p.stop()
}

// TestCrashInAChangeOfTheEmbedder kills the daemon with -9 in the middle of changes
// from one embedder to the next. Searches find what is there after every kill, and
// the last change ends by itself with a vector of every memory.
func TestCrashInAChangeOfTheEmbedder(t *testing.T) {
	kills, rnd := killings(t)
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Delay: 300 * time.Millisecond} })
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home, "NEAR_KEY=near-secret-0123", "MEMTIDE_NO_START=1")
	cl := p.start()
	const facts = 120
	for i := range facts {
		note := rememberRequest{Space: memtide.DefaultSpace, Text: fmt.Sprintf("The heron number %d stands at the northern pond.", i)}
		if _, err := control[memtide.ChangeSet](within(t, time.Minute), cl, "remember", note); err != nil {
			t.Fatal(err)
		}
	}
	cl.close()
	p.stop()
	building := 0
	for k := range kills {
		model := fmt.Sprintf("near/test-embed-%d", k/3) // some changes are killed more than once
		text := strings.NewReplacer("URL", s.URL, "near/test-embed", model).Replace(vectorsToml)
		if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cl = p.start()
		time.Sleep(time.Duration(rnd.IntN(200)) * time.Millisecond)
		if r, err := control[vectorsReport](within(t, time.Minute), cl, "vectors", struct{ Estimate bool }{}); err != nil {
			t.Fatal(err)
		} else if r.Building {
			building++
		}
		cl.close()
		p.kill()
	}
	t.Logf("%d of %d kills fell into a change", building, kills)
	if kills >= 20 && building == 0 {
		t.Error("no kill fell into a change: nothing was tested")
	}
	cl = p.start()
	ctx := within(t, 2*time.Minute)
	for {
		r, err := control[vectorsReport](ctx, cl, "vectors", struct{ Estimate bool }{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Trouble != "" {
			t.Fatal(r.Trouble)
		}
		if !r.Building && r.ID == r.Wanted && r.Recorded[r.Wanted] >= facts {
			break
		}
		if err := pauseFor(ctx, 20*time.Millisecond); err != nil {
			t.Fatal(errors.Join(err, fmt.Errorf("%+v", r)))
		}
	}
	whole(ctx, t, cl)
	reply, err := cl.ask(ctx, event.AskRequest{Space: memtide.DefaultSpace, Mode: event.ModeQuery, Prompt: "Where does heron number 77 stand?", DeadlineMS: 20_000, Limit: 5})
	if err != nil || len(reply.Items) == 0 || !strings.Contains(reply.Items[0].Text, "77") {
		t.Errorf("%+v, %v: %s", reply.Items, err, reply.Reason)
	}
	cl.close()
	p.stop()
}
