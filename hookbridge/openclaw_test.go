package hookbridge

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What memtide's plugin hands over is served; it says who it is, also where it runs within
// another client.
func TestEventsOfOpenClaw(t *testing.T) {
	repo := filepath.Join(t.TempDir(), "claws")
	makeRepo(t, repo)
	p := newPaths(t)
	d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }})
	turn := event.TurnRequest{Session: "o-1", Client: "openclaw", PromptID: "run-1", Project: "claws", Cwd: repo, Time: testTime}
	user, agent, mark := turn, turn, turn
	user.Role, user.Trust, user.Text = memtide.RoleUser, memtide.TrustUser, "I like teal"
	agent.Role, agent.Trust, agent.Text = memtide.RoleAgent, memtide.TrustAgent, "Noted."
	mark.PromptID, mark.Mark = "", event.MarkEnded
	asked := event.AskRequest{Session: "o-1", Client: "openclaw", Project: "claws", Cwd: repo, Zone: new(int)}
	start, prompt := asked, asked
	start.Mode, start.Source = event.ModeSessionStart, "reload"
	prompt.Mode, prompt.Prompt, prompt.PromptID = event.ModePrompt, "I like teal", "run-1"
	for _, c := range []struct {
		name  string
		given map[string]string
		print bool
		asks  []event.AskRequest
		turns []event.TurnRequest
	}{
		{"start", map[string]string{"hook_event_name": "SessionStart", "source": "reload", "prompt_id": "run-1"}, true, []event.AskRequest{start}, nil},
		{"prompt", map[string]string{"hook_event_name": "UserPromptSubmit", "prompt": "I like teal", "prompt_id": "run-1"}, true, []event.AskRequest{prompt}, []event.TurnRequest{user}},
		{"answer", map[string]string{"hook_event_name": "Stop", "last_assistant_message": "Noted.", "prompt_id": "run-1"}, false, nil, []event.TurnRequest{agent}},
		{"end", map[string]string{"hook_event_name": "SessionEnd"}, false, nil, []event.TurnRequest{mark}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d.asks, d.turns = nil, nil
			c.given["session_id"], c.given["cwd"] = "o-1", repo
			b, _ := json.Marshal(c.given) // a map of strings
			var out bytes.Buffer
			Main(t.Context(), Options{Client: "openclaw", Stdin: bytes.NewReader(b), Stdout: &out, Now: func() time.Time { return testTime },
				Env:  []string{"MEMTIDE_HOME=" + p.Home, "MEMTIDE_NO_START=1", "CLAUDECODE=1"},
				Exit: func(int) { t.Error("the watchdog had to end it") }})
			if c.print != strings.Contains(out.String(), `"additionalContext":"<memory>`) || !c.print && out.Len() > 0 {
				t.Errorf("printed %q", out.String())
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			if diff := cmp.Diff(c.asks, d.asks, cmpopts.IgnoreFields(event.AskRequest{}, "DeadlineMS")); diff != "" {
				t.Error("asks", diff)
			}
			if diff := cmp.Diff(c.turns, d.turns); diff != "" {
				t.Error("turns", diff)
			}
		})
	}
}

func TestFoldersOfOpenClaw(t *testing.T) {
	root := t.TempDir()
	abs := func(parts ...string) string { return filepath.Join(append([]string{root}, parts...)...) }
	home := map[string]string{"HOME": root, "USERPROFILE": root}
	for _, c := range []struct {
		env         map[string]string
		dir, config string
	}{
		{nil, abs(".openclaw"), abs(".openclaw", "openclaw.json")},
		{map[string]string{"OPENCLAW_STATE_DIR": abs("state")}, abs("state"), abs("state", "openclaw.json")},
		{map[string]string{"OPENCLAW_STATE_DIR": " ~/state "}, abs("state"), abs("state", "openclaw.json")},
		{map[string]string{"OPENCLAW_CONFIG_PATH": abs("etc", "claw.json5")}, abs("etc"), abs("etc", "claw.json5")},
		{map[string]string{"OPENCLAW_CONFIG_PATH": abs("etc", "c.json"), "OPENCLAW_STATE_DIR": abs("state")}, abs("state"), abs("etc", "c.json")},
		{map[string]string{"OPENCLAW_HOME": "~/svc"}, abs("svc", ".openclaw"), abs("svc", ".openclaw", "openclaw.json")},
		{map[string]string{"OPENCLAW_HOME": "undefined"}, abs(".openclaw"), abs(".openclaw", "openclaw.json")},
	} {
		getenv := func(key string) string {
			if v, ok := c.env[key]; ok {
				return v
			}
			return home[key]
		}
		if dir, err := OpenClawDir(getenv); dir != c.dir || err != nil {
			t.Errorf("%v: folder %s, %v; want %s", c.env, dir, err, c.dir)
		}
		if path, err := OpenClawConfig(getenv); path != c.config || err != nil {
			t.Errorf("%v: settings %s, %v; want %s", c.env, path, err, c.config)
		}
	}
	none := func(string) string { return "" }
	if _, err := OpenClawDir(none); err == nil {
		t.Error("no home, and no error")
	}
	if _, err := OpenClawConfig(none); err == nil {
		t.Error("no home, and no error")
	}
}
