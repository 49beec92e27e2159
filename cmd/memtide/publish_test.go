package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// publishLines hands lines over as a tool does, and returns what is said of them.
func publishLines(t *testing.T, code int, lines ...map[string]any) (out, said string) {
	t.Helper()
	var in, stdout, stderr bytes.Buffer
	for _, l := range lines {
		raw, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(raw, '\n'))
	}
	if got := run(t.Context(), []string{"publish"}, stdio{&in, &stdout, &stderr}); got != code {
		t.Errorf("publish ends with %d, want %d: %s%s", got, code, &stdout, &stderr)
	}
	return stdout.String(), stderr.String()
}

// A line that names its folder and no project is of the project of that folder, as
// what a hook says there: it is told in no other project, and which of the two tells
// of a turn first makes no difference.
func TestPublishedFromAFolderIsOfItsProject(t *testing.T) {
	ctx := daemontest.Within(t, time.Minute)
	d := testDaemon(ctx, t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	top := t.TempDir()
	shop := filepath.Join(top, "shop")
	repository(t, shop, "")
	repository(t, filepath.Join(top, "named"), "[memtide]\n\tproject = harbour\n")
	for i, c := range []struct {
		project any
		cwd     string
		want    string
	}{
		{nil, filepath.Join(shop, "lib"), "shop"},
		{nil, filepath.Join(top, "named"), "harbour"},
		{nil, top, ""},
		{nil, "", ""},
		{"pier", shop, "pier"},
		{"", shop, ""},
	} {
		line := map[string]any{"role": "user", "session": "s", "prompt_id": string(rune('a' + i)), "text": "The lamp is lit.", "cwd": c.cwd}
		if c.project != nil {
			line["project"] = c.project
		}
		if c.cwd == "" {
			delete(line, "cwd")
		}
		publishLines(t, exitOK, line)
		turns, err := client.Control[[]control.StoredTurn](ctx, d.Client, "turns", control.TurnsRequest{Space: "default", Limit: 1})
		if err != nil || len(turns) != 1 || turns[0].PromptID != line["prompt_id"] || turns[0].Project != c.want {
			t.Errorf("%v in %q: %+v, %v; want project %q", c.project, c.cwd, turns, err, c.want)
		}
	}
	if _, said := publishLines(t, exitError, map[string]any{"role": "user", "text": "The lamp is out.", "cwd": "shop"}); !strings.Contains(said, "want an absolute folder") {
		t.Errorf("a folder that is not absolute: %q", said)
	}
}

// A field that no half-turn has is mistyped, or of another tool: it is named once, and
// the line is taken without it.
func TestPublishNamesFieldsThatItLeavesOut(t *testing.T) {
	d := testDaemon(daemontest.Within(t, time.Minute), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	line := func(id string) map[string]any {
		return map[string]any{"Role": "user", "text": "Lamp " + id + " is lit.", "session": "s", "promptid": id, "at": "noon", "session_tags": []string{"harbour"}}
	}
	out, said := publishLines(t, exitOK, line("1"), line("2"))
	const want = "memtide: line 1: no field is named \"at\"; it is left out, here and on later lines\n" +
		"memtide: line 1: no field is named \"promptid\"; it is left out, here and on later lines\n"
	if !strings.HasPrefix(out, "2 new, 0 known") || said != want {
		t.Errorf("%q, %q; want 2 new and %q", out, said, want)
	}
}

// Who hands over an object of several lines, as jq prints it, is told at the first of them.
func TestPublishSaysThatAnObjectStandsOnOneLine(t *testing.T) {
	d := testDaemon(daemontest.Within(t, time.Minute), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	const hint = "an object stands on one line, as jq -c writes it"
	for in, want := range map[string]bool{"{\n  \"role\": \"user\",\n  \"text\": \"The lamp is lit.\"\n}\n": true, "[\n{}]\n": true, "{\"role\": \n": true, "nonsense\n": false, "{\"role\": nonsense}\n": false} {
		var out, said bytes.Buffer
		if code := run(t.Context(), []string{"publish"}, stdio{strings.NewReader(in), &out, &said}); code != exitError {
			t.Errorf("%q ends with %d", in, code)
		}
		if first, _, _ := strings.Cut(said.String(), "\n"); strings.Contains(first, hint) != want || !strings.HasPrefix(first, "memtide: line 1: ") {
			t.Errorf("%q: %s", in, &said)
		}
	}
}
