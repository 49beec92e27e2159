package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// A line of testdata/golden/conversation.jsonl: the begin of a session, or one
// exchange of it. A session with days is an old one: it comes in from the
// client's transcript and not by the hook.
type goldenLine struct {
	Session string `json:"session"`
	Project string `json:"project"`
	Days    int    `json:"days"`
	User    string `json:"user"`
	Agent   string `json:"agent"`
}

// golden plays a conversation of many sessions by the hook, as a client would.
type golden struct {
	*process
	root       string
	now        time.Time
	said, asks int
}

// TestGolden plays 118 half-turns of eight sessions through the hook and holds
// what is known afterwards against testdata/golden/known.jsonl. The transcript of
// the oldest session comes in before everything else, or after it.
func TestGolden(t *testing.T) {
	for _, late := range []bool{false, true} {
		t.Run(map[bool]string{false: "transcript first", true: "transcript last"}[late], func(t *testing.T) {
			root := t.TempDir()
			g := &golden{process: newProcess(t, filepath.Join(root, "home")), root: root, now: time.Now()}
			cl := g.start()
			defer cl.Close()
			var old, live [][]goldenLine
			for _, s := range g.sessions() {
				if s[0].Days > 0 {
					old = append(old, s)
				} else {
					live = append(live, s)
				}
			}
			if !late {
				g.importAll(cl, old)
			}
			for _, s := range live {
				g.play(s)
				g.quiet(daemontest.Within(t, time.Minute), cl)
			}
			if late {
				g.importAll(cl, old)
			}
			if g.said < 60 || len(old)+len(live) < 8 {
				t.Errorf("%d half-turns in %d sessions", g.said, len(old)+len(live))
			}
			e := expectation{golden: g, cl: cl}
			e.check(g.lines("known.jsonl"))
			g.readAgain()
		})
	}
}

// readAgain fails the test unless the half-turns lead to the same when they are
// read again.
func (g *golden) readAgain() {
	g.t.Helper()
	if out, code := g.memtide("", "replay", "--from", "turns", "--shadow", "-y"); code != 0 {
		g.t.Fatalf("replay ends with %d: %s", code, out)
	}
	out, code := g.memtide("", "replay", "diff", "--json")
	var d shadowDiff
	if err := json.Unmarshal([]byte(out), &d); err != nil || code != 0 {
		g.t.Fatalf("replay diff ends with %d: %v: %s", code, err, out)
	}
	if len(d.Added)+len(d.Lost)+len(d.Changed) != 0 || d.Same < 40 {
		g.t.Errorf("read again: %d added, %d lost, %d changed, %d the same: %s", len(d.Added), len(d.Lost), len(d.Changed), d.Same, out)
	}
}

// sessions returns the conversation, cut into its sessions.
func (g *golden) sessions() (all [][]goldenLine) {
	g.t.Helper()
	for _, raw := range g.lines("conversation.jsonl") {
		l := decodeLine[goldenLine](g.t, raw)
		if l.Session != "" {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], l)
	}
	return all
}

var goldenDate = regexp.MustCompile(`\{date([+-]\d+)\}`)

// lines returns the lines of a file of testdata/golden, with their dates, which
// count from today.
func (g *golden) lines(name string) (all []string) {
	g.t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "golden", name))
	if err != nil {
		g.t.Fatal(err)
	}
	in := bufio.NewScanner(bytes.NewReader(b))
	for in.Scan() {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		all = append(all, goldenDate.ReplaceAllStringFunc(in.Text(), func(s string) string {
			days, err := strconv.Atoi(goldenDate.FindStringSubmatch(s)[1])
			if err != nil {
				g.t.Fatal(err)
			}
			return g.now.AddDate(0, 0, days).Format("2 January 2006")
		}))
	}
	return all
}

func decodeLine[T any](t *testing.T, raw string) (l T) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(raw))
	d.DisallowUnknownFields()
	var noted struct {
		Note string `json:"note"`
	}
	_ = json.Unmarshal([]byte(raw), &noted) // for the reader of the file only
	var all map[string]any
	if err := json.Unmarshal([]byte(raw), &all); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	delete(all, "note")
	b, _ := json.Marshal(all) // it came out of JSON
	d = json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return l
}

// folder returns the working folder of a project; "" lies in no repository.
func (g *golden) folder(project string) string {
	g.t.Helper()
	dir := filepath.Join(g.root, "work", project)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		g.t.Fatal(err)
	}
	if project != "" {
		if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o700); err != nil {
			g.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o600); err != nil {
			g.t.Fatal(err)
		}
	}
	return dir
}

// event runs the hook for one event of a session.
func (g *golden) event(session, project, name string, more map[string]string) string {
	p := map[string]string{"hook_event_name": name, "session_id": session, "cwd": g.folder(project)}
	for k, v := range more {
		p[k] = v
	}
	b, _ := json.Marshal(p) // a map of strings
	return g.hook(b)
}

// play has one session by the hook.
func (g *golden) play(s []goldenLine) {
	session, project := s[0].Session, s[0].Project
	g.event(session, project, "SessionStart", map[string]string{"source": "startup"})
	for i, l := range s[1:] {
		id := fmt.Sprintf("%s-%d", session, i)
		g.event(session, project, "UserPromptSubmit", map[string]string{"prompt_id": id, "prompt": l.User})
		g.event(session, project, "Stop", map[string]string{"prompt_id": id, "last_assistant_message": l.Agent})
		g.said += 2
	}
	g.event(session, project, "SessionEnd", map[string]string{"reason": "exit"})
}

// importAll writes sessions as the client's transcripts and imports them.
func (g *golden) importAll(cl *client.Client, sessions [][]goldenLine) {
	g.t.Helper()
	dir := filepath.Join(g.root, "transcripts")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		g.t.Fatal(err)
	}
	for _, s := range sessions {
		var b bytes.Buffer
		out := json.NewEncoder(&b)
		for i, l := range s[1:] {
			at := g.now.AddDate(0, 0, -s[0].Days).Add(time.Duration(i) * time.Minute)
			line := func(role, uuid, text string, more map[string]any) {
				m := map[string]any{"type": role, "uuid": uuid, "sessionId": s[0].Session, "cwd": g.folder(s[0].Project), "isSidechain": false,
					"timestamp": at.UTC().Format(time.RFC3339Nano)}
				for k, v := range more {
					m[k] = v
				}
				if err := out.Encode(m); err != nil {
					g.t.Fatal(err)
				}
			}
			line("user", fmt.Sprintf("u%d", i), l.User, map[string]any{"promptId": fmt.Sprintf("p%d", i), "message": map[string]any{"role": "user", "content": l.User}})
			line("assistant", fmt.Sprintf("a%d", i), l.Agent, map[string]any{"message": map[string]any{"id": fmt.Sprintf("m%d", i), "type": "message",
				"role": "assistant", "stop_reason": "end_turn", "content": []map[string]string{{"type": "text", "text": l.Agent}}}})
			g.said += 2
		}
		if err := os.WriteFile(filepath.Join(dir, s[0].Session+".jsonl"), b.Bytes(), 0o600); err != nil {
			g.t.Fatal(err)
		}
	}
	if out, code := g.memtide("", "import", "claude-code", dir); code != 0 {
		g.t.Fatalf("import: exit %d: %s", code, out)
	}
	g.quiet(daemontest.Within(g.t, time.Minute), cl)
}

// nodes returns everything that the default space holds.
func (g *golden) nodes(cl *client.Client) (all []*memtide.Node) {
	g.t.Helper()
	ctx := daemontest.Within(g.t, time.Minute)
	seen := map[memtide.ID]bool{}
	for _, c := range decisions(ctx, g.t, cl) {
		for _, op := range c.Ops {
			if op.Node.IsZero() || seen[op.Node] {
				continue
			}
			seen[op.Node] = true
			s, err := client.Control[control.Shown](ctx, cl, "show", control.ShowRequest{Space: memtide.DefaultSpace, What: op.Node.String(), History: false})
			if err != nil {
				g.t.Fatal(err)
			}
			all = append(all, s.Node)
		}
	}
	return all
}
