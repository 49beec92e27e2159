package install

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// call is one event of OpenClaw, as a test hands it to the plugin.
type call struct {
	On    string         `json:"on"`
	Event map[string]any `json:"event"`
	Ctx   map[string]any `json:"ctx"`
}

// driver stands for OpenClaw: it loads the plugin twice, as a gateway does, calls what has
// registered, the end of a session and what belongs to a compaction in the one and all else in
// the other, and writes down what came back.
const driver = `
import fs from "node:fs";
const [, , plugin, hook, calls] = process.argv;
const on = {};
for (const again of [false, true]) {
  const { default: entry } = await import(plugin + (again ? "?again" : ""));
  entry.register({ pluginConfig: hook ? { hook } : undefined, on: (name, handle) => {
    if (!again || /session|compaction/.test(name)) on[name] = handle;
  } });
}
const out = [];
for (const c of JSON.parse(fs.readFileSync(calls, "utf8"))) {
  out.push((await on[c.on]?.(c.event, c.ctx))?.prependContext ?? "");
}
fs.writeFileSync(calls + ".out", JSON.stringify({ told: out, on: Object.keys(on) }));
`

// pluginRun is what came of a run: what the model was told at each call, what the hook was
// given, and what was printed.
type pluginRun struct {
	told    []string
	on      []string
	given   []string // event, session, run, and what was said
	printed string
	took    time.Duration
}

// runPlugin runs the plugin in node. script is a shell script that stands for memtide-hook; it
// finds a payload in $in, and its number in $n.
func runPlugin(t *testing.T, script string, env []string, calls ...call) pluginRun {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("needs node and a POSIX shell")
	}
	dir := t.TempDir()
	log, hook, drive := filepath.Join(dir, "log"), filepath.Join(dir, "memtide-hook"), filepath.Join(dir, "drive.mjs")
	write(t, hook, "#!/bin/sh\nin=$(cat)\necho \"$* $in\" >> '"+log+"'\nn=$(wc -l < '"+log+"' | tr -d ' ')\n"+script, 0o755)
	write(t, drive, driver, 0o644)
	for _, name := range pluginFiles() {
		write(t, filepath.Join(dir, "plugin", name), string(pluginFile(name)), 0o644)
	}
	b, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "calls"), string(b), 0o644)
	cmd := exec.CommandContext(t.Context(), node, drive, filepath.Join(dir, "plugin", "index.mjs"), hook, filepath.Join(dir, "calls"))
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}, env...)
	began := time.Now()
	printed, err := cmd.CombinedOutput()
	r := pluginRun{printed: string(printed), took: time.Since(began)}
	if err != nil {
		t.Fatalf("node: %v\n%s", err, printed)
	}
	var out struct{ Told, On []string }
	if err := json.Unmarshal([]byte(slurp(t, filepath.Join(dir, "calls.out"))), &out); err != nil {
		t.Fatal(err)
	}
	r.told, r.on = out.Told, out.On
	given, _ := os.ReadFile(log) // there is none where the hook was never run
	for line := range strings.Lines(string(given)) {
		args, raw, _ := strings.Cut(strings.TrimSpace(line), " {")
		var p struct {
			Event   string `json:"hook_event_name"`
			Session string `json:"session_id"`
			Run     string `json:"prompt_id"`
			Cwd     string `json:"cwd"`
			Source  string `json:"source"`
			Prompt  string `json:"prompt"`
			Answer  string `json:"last_assistant_message"`
		}
		if err := json.Unmarshal([]byte("{"+raw), &p); err != nil || args != "--client openclaw" || p.Cwd != "/none" {
			t.Errorf("%s: %v", line, err)
		}
		r.given = append(r.given, strings.TrimRight(strings.Join([]string{p.Event, p.Session, p.Run, p.Source + p.Prompt + p.Answer}, " "), " "))
	}
	return r
}

// answers is a hook that knows something at each start and each prompt.
const answers = `case "$in" in
*'"SessionStart"'*|*'"UserPromptSubmit"'*) echo '{"hookSpecificOutput":{"hookEventName":"x","additionalContext":"told '$n'"}}' ;;
esac
`

type fields = map[string]any

func in(session, run string, more ...any) fields {
	ctx := fields{"sessionId": session, "sessionKey": "agent:main:main", "runId": run, "workspaceDir": "/none", "trigger": "user"}
	for i := 0; i+1 < len(more); i += 2 {
		ctx[more[i].(string)] = more[i+1]
	}
	return ctx
}

func asks(text string, ctx fields, messages ...any) call {
	return call{"before_prompt_build", fields{"prompt": text, "messages": messages}, ctx}
}

func says(role, text string) fields {
	return fields{"role": role, "content": []fields{{"type": "text", "text": text}}}
}

func ends(ctx fields, messages ...any) call {
	return call{"agent_end", fields{"success": true, "messages": messages}, ctx}
}

// A session is handed over as any client's. What the model was told goes along with each
// later prompt, since OpenClaw does not keep it, and begins anew when that is needed.
func TestPluginHandsOverASession(t *testing.T) {
	before := says("user", "hello")
	steps := []struct {
		call
		told  string
		given []string
	}{
		{asks("hello", in("s", "r1")), "told 1\n\ntold 2", []string{"SessionStart s r1 startup", "UserPromptSubmit s r1 hello"}},
		{asks("hello", in("s", "r1")), "told 1\n\ntold 2", nil}, // tried again
		{ends(in("s", "r1"), before, says("assistant", "let me look"), says("toolResult", "x"), says("assistant", "Hello.")), "", []string{"Stop s r1 Hello."}},
		{asks("with an envelope", in("s", "r2"), before), "told 1\n\ntold 2\n\ntold 4", []string{"UserPromptSubmit s r2 with an envelope"}},
		{call{"agent_end", fields{"success": false, "messages": []any{says("assistant", "half")}}, in("s", "r2")}, "", nil},
		{ends(in("s", "r2"), says("assistant", "old"), says("user", "again")), "", nil},    // nothing was answered
		{ends(in("s", "r2"), fields{"role": "assistant", "content": "NO_REPLY"}), "", nil}, // shown to nobody
		{ends(in("s", "r2"), fields{"role": "assistant", "content": "plain"}), "", []string{"Stop s r2 plain"}},
		{call{"before_compaction", fields{}, in("s", "r2")}, "", []string{"PreCompact s r2"}},
		{call{"after_compaction", fields{}, in("s", "r2")}, "", []string{"PostCompact s r2"}},
		{asks("go on", in("s", "r3"), before), "told 8\n\ntold 9", []string{"SessionStart s r3 compact", "UserPromptSubmit s r3 go on"}},
		{call{"after_compaction", fields{"previousSessionId": "s"}, in("s2", "r3")}, "", []string{"PostCompact s r3"}},
		{ends(in("s2", "r3"), before, says("assistant", "Went on.")), "", []string{"Stop s r3 Went on."}}, // where its prompt is
		{asks("and on", in("s2", "r4"), before), "told 12\n\ntold 13", []string{"SessionStart s2 r4 reload", "UserPromptSubmit s2 r4 and on"}},
		{call{"session_end", fields{"sessionId": "s2", "nextSessionId": "s2", "reason": "new"}, in("s2", "")}, "", []string{"SessionEnd s2", "PostCompact s2"}},
		{asks("anew", in("s2", "r5")), "told 16\n\ntold 17", []string{"SessionStart s2 r5 startup", "UserPromptSubmit s2 r5 anew"}},
		{call{"session_end", fields{"sessionId": "s2", "reason": "shutdown"}, in("s2", "")}, "", []string{"SessionEnd s2"}},
	}
	steps[3].Event["currentUserMessage"] = "with an envelope"
	steps[3].Event["prompt"] = "History: …\nwith an envelope"
	var calls []call
	var told, given []string
	for _, s := range steps {
		calls, told, given = append(calls, s.call), append(told, s.told), append(given, s.given...)
	}
	r := runPlugin(t, answers, nil, calls...)
	if d := cmp.Diff(told, r.told); d != "" {
		t.Error("told:", d)
	}
	if d := cmp.Diff(given, r.given); d != "" {
		t.Error("given:", d)
	}
	if r.printed != "" {
		t.Errorf("it prints %q", r.printed)
	}
}

// What a machine has said, what is said within sub-agents, and rooms of several people are
// neither asked about nor handed over.
func TestPluginLeavesOut(t *testing.T) {
	var calls []call
	left := []fields{
		in("s", "r", "trigger", "heartbeat"), in("s", "r", "trigger", "cron"), in("s", "r", "trigger", "memory"),
		in("s", "r", "inputProvenance", fields{"kind": "inter_session"}), in("s", "r", "inputProvenance", fields{"kind": "internal_system"}),
		in("s", "r", "sessionKey", "agent:main:subagent:1"), in("s", "r", "sessionKey", "agent:main:cron:1"), in("s", "r", "sessionKey", "agent:main:acp:1"),
		in("s", "r", "sessionKey", "hook:1"), in("s", "r", "sessionKey", "agent:main:discord:channel:1"),
		in("s", "r", "sessionKey", "agent:main:Telegram:Group:-1:topic:2"), {"runId": "r", "workspaceDir": "/none"},
	}
	for _, ctx := range left {
		calls = append(calls, asks("do it", ctx), ends(ctx, says("user", "do it"), says("assistant", "Done.")))
		if ctx["trigger"] != "user" || ctx["inputProvenance"] != nil {
			continue // of the session itself nothing is known by these
		}
		calls = append(calls, call{"before_compaction", fields{}, ctx}, call{"after_compaction", fields{}, ctx}, call{"session_end", fields{}, ctx})
	}
	calls = append(calls, asks("  ", in("s", "r")), call{"before_prompt_build", fields{}, in("s", "r")}, call{"before_prompt_build", nil, nil},
		call{"agent_end", nil, nil}, call{"after_compaction", nil, nil}, call{"session_end", nil, nil}, call{"before_compaction", nil, nil})
	if r := runPlugin(t, answers, nil, calls...); len(r.given) > 0 || strings.Join(r.told, "") != "" || r.printed != "" {
		t.Errorf("%+v", r)
	}
	heard := []fields{
		in("s", "r1", "trigger", nil), in("s", "r2", "inputProvenance", fields{"kind": "external_user"}), in("s", "r3", "sessionKey", "agent:main:explicit:my:group:x"),
		in("s", "r4", "sessionKey", "agent:main:telegram:direct:7"), in("s", "r5", "sessionKey", nil),
	}
	calls = nil
	for _, ctx := range heard {
		calls = append(calls, asks("do it", ctx))
	}
	if r := runPlugin(t, answers, nil, calls...); len(r.given) != 1+len(heard) || slices.Contains(r.told, "") {
		t.Errorf("%+v", r)
	}
}

// Whatever becomes of the hook, the agent goes on, and nobody is told.
func TestPluginNeverStopsAnAgent(t *testing.T) {
	calls := []call{asks("hello", in("s", "r")), ends(in("s", "r"), says("user", "hello"), says("assistant", "Hello."))}
	for name, script := range map[string]string{
		"fails":              "echo oops >&2; exit 3\n",
		"says nothing":       "",
		"says no JSON":       "echo '<memory>'\n",
		"another shape":      `echo '{"hookSpecificOutput":{"additionalContext":7}}'` + "\n",
		"says too much":      "yes | head -c 1000000\n",
		"leaves a pipe open": "sleep 60 & echo x\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r := runPlugin(t, script, nil, calls...); strings.Join(r.told, "") != "" || r.printed != "" || r.took > 15*time.Second {
				t.Errorf("%+v", r)
			}
		})
	}
	t.Run("hangs", func(t *testing.T) {
		if testing.Short() {
			t.Skip("waits for the five seconds that a run may take")
		}
		t.Parallel()
		if r := runPlugin(t, "exec sleep 60\n", nil, call{"session_end", fields{}, in("s", "r")}); len(r.given) != 1 || r.took > 30*time.Second {
			t.Errorf("%+v", r)
		}
	})
	t.Run("is not there", func(t *testing.T) {
		if r := runPlugin(t, `rm "$0"`+"\n", nil, calls...); r.printed != "" || len(r.given) != 1 {
			t.Errorf("%+v", r)
		}
	})
	t.Run("is switched off", func(t *testing.T) {
		if r := runPlugin(t, answers, []string{"MEMTIDE_HOOK_DISABLE=1"}, calls...); len(r.on) > 0 || len(r.given) > 0 {
			t.Errorf("%+v", r)
		}
	})
}

// What goes along with each prompt is bounded: behind that it begins anew.
func TestPluginKeepsLittle(t *testing.T) {
	long := strings.Repeat("m", 7000)
	r := runPlugin(t, strings.Replace(answers, "told '$n'", long+" '$n'", 1), nil,
		asks("a", in("s", "1")), asks("b", in("s", "2"), 1), asks("b", in("s", "2"), 1), asks("c", in("s", "3"), 1))
	if len(r.told[1]) < 3*len(long) || r.told[1] != r.told[2] || len(r.told[3]) > 2*len(long)+100 || !slices.Contains(r.given, "SessionStart s 3 reload") {
		t.Errorf("%d, %d, %d, %d characters: %v", len(r.told[0]), len(r.told[1]), len(r.told[2]), len(r.told[3]), r.given)
	}
}

// The plugin's files are those that OpenClaw reads, and agree with one another.
func TestFilesOfThePlugin(t *testing.T) {
	var pack struct {
		Name, Version, Type string
		OpenClaw            struct{ Extensions []string }
	}
	var manifest struct {
		ID, Version  string
		ConfigSchema struct {
			Type                 string
			AdditionalProperties *bool
			Properties           map[string]struct{ Type string }
		}
	}
	if err := json.Unmarshal(pluginFile("package.json"), &pack); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(pluginFile("openclaw.plugin.json"), &manifest); err != nil {
		t.Fatal(err)
	}
	if pack.Name != pluginName || pack.Type != "module" || !slices.Equal(pack.OpenClaw.Extensions, []string{"./index.mjs"}) || pack.Version != manifest.Version {
		t.Errorf("%+v", pack)
	}
	if c := manifest.ConfigSchema; manifest.ID != pluginID || c.Type != "object" || c.AdditionalProperties == nil || *c.AdditionalProperties || c.Properties["hook"].Type != "string" {
		t.Errorf("%+v", manifest)
	}
}
