package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/scheduler"
)

// nightAt is when the jobs are due, whatever the clock on the wall says.
var nightAt = time.Date(2025, 2, 1, 3, 0, 0, 0, time.UTC)

// nightTurn is one of so many half-turns that leave something to every job. The
// first half is of years ago and has faded. The second half is of the last days:
// names that come again, causes, rules that contradict each other, plans whose
// day is over, and much that is alike.
func nightTurn(n, of int) event.TurnRequest {
	r := event.TurnRequest{Role: memtide.RoleUser, Session: fmt.Sprintf("s%d", n/18), PromptID: fmt.Sprint(n), Client: "crash"}
	if n < of/2 {
		r.Time = time.Date(2020, 1, 1, 0, n, 0, 0, time.UTC)
		r.Text = fmt.Sprintf("I prefer tea number %d over coffee number %d.", n, n+7)
		return r
	}
	k := n - of/2
	who := []string{"Marta", "Quentin", "Ilse", "Rosalind", "Bertrand", "Odile", "Yannick", "Perpetua", "Leopold", "Gudrun"}[k/6%10]
	tree := []string{"alder", "birch", "cedar", "hazel", "juniper", "larch", "maple", "rowan", "spruce", "willow"}[k/6%10]
	r.Time = nightAt.Add(-95*time.Hour + time.Duration(k)*30*time.Hour/time.Duration(of))
	r.Text = []string{
		fmt.Sprintf("%s maintains the parser of module %d at Fernhill Labs.", who, k),
		fmt.Sprintf("The build of module %d failed in the afternoon.", k),
		fmt.Sprintf("That was because %s removed the cache of module %d.", who, k),
		fmt.Sprintf("I will meet %s on January 30 to review module %d.", who, k),
		fmt.Sprintf("Always squash the %s commits of part %d before merging them.", tree, k/6),
		fmt.Sprintf("Never squash the %s commits of part %d before merging them.", tree, k/6),
	}[k%6]
	return r
}

// nightHome is a data folder in which every job finds something to do, and a
// client whose transcripts say more than its hooks have reported.
func nightHome(t *testing.T) string {
	t.Helper()
	turns := 360
	if testing.Short() {
		turns = 120
	}
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home, "MEMTIDE_JOBS_CONSOLIDATE=off", "MEMTIDE_JOBS_IDLE_MINUTES=0")
	cl := fedDaemon(t, p, turns, func(n int) event.TurnRequest { return nightTurn(n, turns) })
	said := event.TurnRequest{Role: memtide.RoleUser, Session: "swept", PromptID: "p0", Client: "claude-code", Time: nightAt.Add(-time.Hour), Text: "The heron is grey."}
	if r, err := cl.Turn(daemontest.Within(t, time.Minute), said); err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
	if err := cl.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	cl.Close()
	p.stop()
	unreported(t, home, turns/4)
	return home
}

// unreported writes the transcript of session swept, with half-turns that no hook
// has reported.
func unreported(t *testing.T, home string, turns int) {
	t.Helper()
	client := filepath.Join(t.TempDir(), "claude")
	var text strings.Builder
	for n := range turns {
		said := fmt.Sprintf("Station %d of the northern line keeps its bicycles in shed %d.", n, n*3)
		if n == 0 {
			said = "The heron is grey."
		}
		fmt.Fprintf(&text, `{"isSidechain":false,"promptId":"p%d","type":"user","message":{"role":"user","content":%q},"uuid":"u-%d","timestamp":%q,"cwd":"/none","sessionId":"swept"}`+"\n",
			n, said, n, nightAt.Add(-time.Hour+time.Duration(n)*time.Second).Format(time.RFC3339))
	}
	state := fmt.Sprintf(`{"version":1,"files":{%q:{"sha256_after":"x"}}}`, filepath.Join(client, "settings.json"))
	for path, content := range map[string]string{filepath.Join(home, "state", "install.json"): state, filepath.Join(client, "projects", "p", "swept.jsonl"): text.String()} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600), os.Chtimes(path, nightAt, nightAt.AddDate(0, -1, 0))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(client, "projects", "p", "swept.jsonl"), nightAt, nightAt); err != nil {
		t.Fatal(err)
	}
}

// nightEnv lets no job run by itself and each find something to do.
func nightEnv() []string {
	env := []string{"MEMTIDE_JOBS_MAX_SIZE=1", "MEMTIDE_JOBS_IDLE_MINUTES=0", "MEMTIDE_REMEMBER_NEWEST_WINS_DAYS=1"}
	for _, job := range config.JobNames() {
		env = append(env, "MEMTIDE_JOBS_"+strings.ToUpper(job)+"=0 0 29 2 *")
	}
	return env
}

// TestCrashInAJob kills the daemon with -9 inside each job. The next start says
// that it was cut off and how far it was; each of its change sets is whole or not
// there, and the job that is run again comes to the state of one that nobody
// disturbed.
func TestCrashInAJob(t *testing.T) {
	home := nightHome(t)
	for _, job := range config.JobNames() {
		t.Run(job, func(t *testing.T) {
			t.Parallel()
			in := control.JobRequest{Space: memtide.DefaultSpace, Job: job, At: nightAt}
			seed := home
			if job == "snapshot" { // it writes nothing where nothing is new
				seed = withoutTextIndex(t, home)
			}
			c := newCutting(t, seed, func(ctx context.Context, cl *client.Client) (control.Operation, error) {
				return client.Control[control.Operation](ctx, cl, "job", in)
			}, nightEnv()...)
			p, cl := c.daemon()
			ctx := daemontest.Within(t, 3*time.Minute)
			before := state(ctx, t, cl)
			cl.Close()
			p.kill()
			p, cl = c.undisturbed()
			after := state(ctx, t, cl)
			rebuilt(ctx, t, cl)
			cl.Close()
			p.kill()
			if job == "sweep" { // what the stages make of half-turns goes on behind it
				c.taken = c.taken[:len(c.taken)/2]
			}
			hosted := slices.Contains([]string{"snapshot", "backup"}, job)
			if (after == before) != hosted {
				t.Fatalf("%s: does it change the memory? before %s, after %s", job, before, after)
			}
			c.each(func(ctx context.Context, p *process, cl *client.Client) bool {
				whole(ctx, t, cl)
				last := outcome(ctx, t, cl, job)
				switch h := state(ctx, t, cl); {
				case last.Outcome != event.JobCutOff:
					if last.Outcome == event.JobDone && h != after {
						t.Errorf("it is done, and the state is %s, want %s", h, after)
					}
				case last.Changes == 0 && job != "sweep" && h != before:
					t.Errorf("it says %q, and the state is %s, was %s", last.Note, h, before)
				case last.Changes > 0 && h == before:
					t.Errorf("it says %q, and the state is the one before", last.Note)
				case !strings.Contains(cutOffs(ctx, t, p, cl), "job "+job):
					t.Errorf("status says %q", cutOffs(ctx, t, p, cl))
				}
				if _, err := progress.Job(ctx, cl, in, os.Stderr); err != nil {
					t.Errorf("run again: %v", err)
				}
				if h := state(ctx, t, cl); h != after {
					t.Errorf("run again it comes to %s, want %s", h, after)
				}
				if job == "backup" {
					backupsAreWhole(t, p.home)
				}
				return last.Outcome == event.JobCutOff
			})
		})
	}
}

// withoutTextIndex returns a copy of a data folder without the file of its text index, which the
// next start makes anew.
func withoutTextIndex(t *testing.T, home string) string {
	t.Helper()
	bare := filepath.Join(t.TempDir(), "home")
	copyHome(t, home, bare)
	files, err := filepath.Glob(filepath.Join(bare, "*", "*", "text.snap"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.Remove(files[0]); err != nil {
		t.Fatal(err)
	}
	return bare
}

// outcome returns what came of the last run of a job.
func outcome(ctx context.Context, t *testing.T, cl *client.Client, job string) scheduler.Outcome {
	t.Helper()
	lines, err := client.Control[[]scheduler.Line](ctx, cl, "jobs", struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if l.Job == job && len(l.Ended) > 0 {
			return l.Ended[0]
		}
	}
	return scheduler.Outcome{}
}
