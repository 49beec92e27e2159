package daemon

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/hookbridge/install"
)

// talked is a daemon whose client has transcripts: line makes one of a user's words,
// and transcript writes one that has lain still since.
func talked(t *testing.T, installed time.Time) (w *Throwaway, line func(session, prompt, text string, at time.Time) string,
	transcript func(session, text string, since time.Time)) {
	t.Helper()
	w = backedUp(t, 0)
	client := filepath.Join(t.TempDir(), "claude")
	state := fmt.Sprintf(`{"version":1,"files":{%q:{"sha256_after":"x"}}}`, filepath.Join(client, "settings.json"))
	path := filepath.Join(w.Dir, "state", "install.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(state), 0o600), os.Chtimes(path, installed, installed)); err != nil {
		t.Fatal(err)
	}
	line = func(session, prompt, text string, at time.Time) string {
		return fmt.Sprintf(`{"isSidechain":false,"promptId":%q,"type":"user","message":{"role":"user","content":%q},"uuid":"u-%s","timestamp":%q,"cwd":"/none","sessionId":%q}`+"\n",
			prompt, text, prompt, at.Format(time.RFC3339), session)
	}
	transcript = func(session, text string, since time.Time) {
		t.Helper()
		file := filepath.Join(client, "projects", "p", session+".jsonl")
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600), os.Chtimes(file, since, since)); err != nil {
			t.Fatal(err)
		}
	}
	return w, line, transcript
}

func TestASweepFillsGaps(t *testing.T) {
	installed, old := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC), time.Now().Add(-time.Hour)
	w, line, transcript := talked(t, installed)
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	// In another space than the default: there the session lives.
	r, err := w.Client.Turn(t.Context(), event.TurnRequest{Space: "work", Role: memtide.RoleUser, Client: "claude-code", Session: "one", PromptID: "p1", Text: "The heron is grey.", Time: at})
	if err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), "work"); err != nil {
		t.Fatal(err)
	}
	transcript("one", line("one", "p0", "Said before memtide was installed.", installed.Add(-time.Hour))+line("one", "p1", "The heron is grey.", at)+
		line("one", "p2", "The egret is white.", at.Add(time.Minute)), old)
	transcript("two", line("two", "p3", "Nobody reported this session.", at), old)
	before, err := w.bus.State(t.Context(), bus.StreamTurns)
	if err != nil {
		t.Fatal(err)
	}
	note, err := w.sweep(t.Context())
	if err != nil || !strings.Contains(note, "1 half-turn missing until now") || !strings.Contains(note, "1 session never reported") {
		t.Errorf("%q %v", note, err)
	}
	after, err := w.bus.State(t.Context(), bus.StreamTurns)
	if err != nil || after.Messages != before.Messages+1 {
		t.Errorf("%d half-turns, were %d (%v)", after.Messages, before.Messages, err)
	}
	if last, err := w.bus.Last(t.Context(), event.TurnTaken{}, "work"); err != nil || !strings.Contains(string(last.Body), "egret") {
		t.Errorf("the half-turn went elsewhere: %s %v", last.Body, err)
	}
	if note, err := w.sweep(t.Context()); err != nil || note != "" {
		t.Errorf("nothing has changed: %q %v", note, err)
	}
	if err := os.Remove(filepath.Join(w.Dir, "state", "sweep.json")); err != nil {
		t.Fatal(err)
	}
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), "work"); err != nil {
		t.Fatal(err)
	}
	if note, err := w.sweep(t.Context()); err != nil || strings.Contains(note, "missing") {
		t.Errorf("looked at everything again: %q %v", note, err)
	}
	// What is erased is known by its decision, though nobody has its words any more.
	ask := control.EraseRequest{Space: "work", What: "turn:" + memtide.TurnID(memtide.Turn{Space: "work", Session: "one", PromptID: "p2", Role: memtide.RoleUser}), DryRun: true}
	look, err := w.eraseNow(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	ask.DryRun, ask.Seen = false, look.Plan.Print()
	if _, err := w.eraseNow(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(w.Dir, "state", "sweep.json")); err != nil {
		t.Fatal(err)
	}
	if note, err := w.sweep(t.Context()); err != nil || strings.Contains(note, "missing") {
		t.Errorf("brought an erased half-turn back: %q %v", note, err)
	}
	if files := daemontest.FilesWith(t, w.Dir, "egret is white"); len(files) > 0 {
		t.Errorf("the erased words stand in %q", files)
	}
}

// What hooks of Codex have lost is found in its rollouts, where it was installed into.
func TestASweepFillsGapsOfCodex(t *testing.T) {
	w := backedUp(t, 0)
	codex, hook := filepath.Join(t.TempDir(), "codex"), filepath.Join(t.TempDir(), "memtide-hook")
	if _, err := install.Install(install.Options{Client: install.Codex, Home: w.cfg.Home, ConfigDir: codex, Hook: hook}); err != nil {
		t.Fatal(err)
	}
	installed, old := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC), time.Now().Add(-time.Hour)
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	const session = "019f0000-0000-7000-8000-000000000001"
	turn := func(n int) string { return fmt.Sprintf("019f0000-0000-7000-8000-0000000000f%d", n) }
	r, err := w.Client.Turn(t.Context(), event.TurnRequest{Space: "work", Role: memtide.RoleUser, Client: "codex", Session: session, PromptID: turn(1), Text: "The heron is grey.", Time: at})
	if err == nil {
		err = w.Client.Rest(daemontest.Within(t, time.Minute), "work")
	}
	if err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
	text := fmt.Sprintf(`{"timestamp":"2026-05-01T10:00:00Z","type":"session_meta","payload":{"session_id":%q,"cwd":"/none","source":"cli","thread_source":"user"}}`+"\n", session)
	for n, words := range []string{"The heron is grey.", "The egret is white."} {
		text += fmt.Sprintf(`{"timestamp":"2026-05-01T10:0%d:00Z","type":"response_item","payload":{"type":"message","id":"m%d","role":"user","content":[{"type":"input_text","text":%q}],"internal_chat_message_metadata_passthrough":{"turn_id":%q,"content_item_kinds":["user.text"]}}}`+"\n",
			n, n, words, turn(n+1))
	}
	file := filepath.Join(codex, "sessions", "2026", "05", "01", "rollout-2026-05-01T10-00-00-"+session+".jsonl")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600), os.Chtimes(file, old, old),
		os.Chtimes(filepath.Join(w.cfg.Home, "state", "install.json"), installed, installed)); err != nil {
		t.Fatal(err)
	}
	if note, err := w.sweep(t.Context()); err != nil || note != "1 half-turn missing until now, and taken in" {
		t.Errorf("%q %v", note, err)
	}
	last, err := w.bus.Last(t.Context(), event.TurnTaken{}, "work")
	if err != nil || !strings.Contains(string(last.Body), "egret") || !strings.Contains(string(last.Body), `"codex"`) {
		t.Errorf("%s %v", last.Body, err)
	}
}

// So it is with Gemini CLI, whose transcripts name neither a turn nor a folder: of what the
// hook has told nothing is taken in again, also where it was said twice.
func TestASweepFillsGapsOfGemini(t *testing.T) {
	w := backedUp(t, 0)
	gemini, hook, project := filepath.Join(t.TempDir(), ".gemini"), filepath.Join(t.TempDir(), "memtide-hook"), filepath.Join(t.TempDir(), "boat")
	if _, err := install.Install(install.Options{Client: install.Gemini, Home: w.cfg.Home, ConfigDir: gemini, Hook: hook}); err != nil {
		t.Fatal(err)
	}
	installed, old := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC), time.Now().Add(-time.Hour)
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	const session = "019f0000-0000-7000-8000-000000000001"
	prompts := hookbridge.NewGeminiPrompts(session)
	text := fmt.Sprintf(`{"sessionId":%q,"projectHash":"0a","kind":"main"}`+"\n", session)
	for n, words := range []string{"The heron is grey.", "Go on, please.", "Go on, please.", "The egret is white."} {
		said, _ := hookbridge.Scrub(words)
		id := prompts.Next(said)
		text += fmt.Sprintf(`{"id":"m%d","timestamp":"2026-05-01T10:0%d:00Z","type":"user","content":[{"text":%q}]}`+"\n", n, n, words)
		if n == 3 {
			break // this one the hook has lost
		}
		r, err := w.Client.Turn(t.Context(), event.TurnRequest{Space: "work", Role: memtide.RoleUser, Client: "gemini", Session: session, PromptID: id, Text: words, Time: at})
		if err == nil {
			err = w.Client.Rest(daemontest.Within(t, time.Minute), "work")
		}
		if err != nil || r.Error != "" || r.Outcome != event.TurnNew {
			t.Fatal(err, r)
		}
	}
	file := filepath.Join(gemini, "tmp", "boat", "chats", "session-2026-05-01T10-00-019f0000.jsonl")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.MkdirAll(filepath.Join(project, ".git"), 0o700), os.WriteFile(filepath.Join(filepath.Dir(file), "..", ".project_root"), []byte(project), 0o600),
		os.WriteFile(file, []byte(text), 0o600), os.Chtimes(file, old, old), os.Chtimes(filepath.Join(w.cfg.Home, "state", "install.json"), installed, installed)); err != nil {
		t.Fatal(err)
	}
	if note, err := w.sweep(t.Context()); err != nil || note != "1 half-turn missing until now, and taken in" {
		t.Errorf("%q %v", note, err)
	}
	last, err := w.bus.Last(t.Context(), event.TurnTaken{}, "work")
	if err != nil || !strings.Contains(string(last.Body), "egret") || !strings.Contains(string(last.Body), `"gemini"`) || !strings.Contains(string(last.Body), "boat") {
		t.Errorf("%s %v", last.Body, err)
	}
}

// A clock that was ahead when the client was installed, or a transcript was written,
// keeps nothing out.
func TestASweepOfAnotherYear(t *testing.T) {
	ahead := time.Now().Add(4 * 365 * 24 * time.Hour)
	w, line, transcript := talked(t, ahead)
	say := func(prompt, text string, at time.Time) {
		t.Helper()
		r, err := w.Client.Turn(t.Context(), event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "one", PromptID: prompt, Text: text, Time: at})
		if err == nil {
			err = w.Client.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace)
		}
		if err != nil || r.Error != "" {
			t.Fatal(err, r.Error)
		}
	}
	if note, err := w.sweep(t.Context()); err != nil || note != "" {
		t.Fatal(note, err)
	}
	at := time.Now().Add(time.Minute)
	say("p1", "The heron is grey.", at)
	transcript("one", line("one", "p1", "The heron is grey.", at)+line("one", "p2", "The egret is white.", at), ahead)
	if note, err := w.sweep(t.Context()); err != nil || !strings.Contains(note, "1 half-turn missing until now") {
		t.Errorf("%q %v", note, err)
	}
}

// unopened makes a space of which the logs speak and whose graph does not open, as one that
// a newer memtide has written: any fault of the file will do, here it is a folder.
func unopened(t *testing.T, w *Throwaway, name memtide.Space) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(w.cfg.Home, "spaces", name.Token(), "graph.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	turn := event.TurnTaken{Turn: memtide.Turn{ID: "x", Space: name, Role: memtide.RoleUser, Text: "The marten is mine.", Time: time.Now()}}
	if _, err := w.bus.Publish(t.Context(), turn, bus.Meta{ID: "x", Space: name}); err != nil {
		t.Fatal(err)
	}
}

// Gaps are filled in the spaces that are well. What may belong to a space that does not
// open is looked at again when it does.
func TestASweepLeavesOutASpaceThatDoesNotOpen(t *testing.T) {
	installed, old := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC), time.Now().Add(-time.Hour)
	w, line, transcript := talked(t, installed)
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	own := memtide.Space(w.cfg.Space)
	r, err := w.Client.Turn(t.Context(), event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "one", PromptID: "p1", Text: "The heron is grey.", Time: at})
	if err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), own); err != nil {
		t.Fatal(err)
	}
	unopened(t, w, "work")
	transcript("one", line("one", "p1", "The heron is grey.", at)+line("one", "p2", "The egret is white.", at.Add(time.Minute)), old)
	transcript("two", line("two", "p3", "The osprey is brown.", at), old)
	if note, err := w.sweep(t.Context()); err != nil || note != "1 half-turn missing until now, and taken in, left out what does not open: space work" {
		t.Errorf("%q %v", note, err)
	}
	if err := os.Remove(filepath.Join(w.cfg.Home, "spaces", memtide.Space("work").Token(), "graph.db")); err != nil {
		t.Fatal(err)
	}
	if note, err := w.sweep(t.Context()); err != nil || !strings.HasPrefix(note, "1 session never reported") {
		t.Errorf("when it opens again: %q %v", note, err)
	}
}

// The transcripts of a client lie beside its settings as the client names them, also where
// the settings are a link into a repository of dot files.
func TestASweepFindsAClientWhoseSettingsAreALink(t *testing.T) {
	home, claude, dots := t.TempDir(), t.TempDir(), t.TempDir()
	claude, err := filepath.EvalSymlinks(claude)
	if err != nil {
		t.Fatal(err)
	}
	real := filepath.Join(dots, "claude-settings.json")
	if err := os.WriteFile(real, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, filepath.Join(claude, "settings.json")); err != nil {
		t.Skip(err)
	}
	hook := filepath.Join(t.TempDir(), "memtide-hook")
	if _, err := install.Install(install.Options{Client: install.Claude, Home: home, ConfigDir: claude, Hook: hook}); err != nil {
		t.Fatal(err)
	}
	if dirs, _, err := clientFolders(home); err != nil || !slices.Contains(dirs, claude) {
		t.Errorf("the sweep looks into %q, the client keeps its transcripts below %s (%v)", dirs, claude, err)
	}
}

// A transcript that cannot be read keeps no other from being looked at, and is told of.
func TestASweepLeavesOutATranscriptThatCannotBeRead(t *testing.T) {
	installed, old := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC), time.Now().Add(-time.Hour)
	w, line, transcript := talked(t, installed)
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	own := memtide.Space(w.cfg.Space)
	r, err := w.Client.Turn(t.Context(), event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "two", PromptID: "p1", Text: "The heron is grey.", Time: at})
	if err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), own); err != nil {
		t.Fatal(err)
	}
	transcript("one", line("one", "p0", "The osprey is brown.", at), old.Add(-time.Minute)) // it comes first
	transcript("two", line("two", "p1", "The heron is grey.", at)+line("two", "p2", "The egret is white.", at.Add(time.Minute)), old)
	dirs, since, err := clientFolders(w.cfg.Home)
	if err != nil {
		t.Fatal(err)
	}
	s := newSweeper(w.Daemon, w.Client, since, []memtide.Space{own})
	s.open = func(path string) (io.ReadCloser, error) {
		if filepath.Base(path) == "one.jsonl" {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission}
		}
		return os.Open(path)
	}
	there := map[string]sweptFile{}
	if err := s.folder(t.Context(), dirs[0], nil, there); err != nil || len(there) != 1 || s.tally.filled != 1 {
		t.Errorf("%v; looked at %v, %d filled", err, there, s.tally.filled)
	}
	if err := s.tally.unreadable(); err == nil || !strings.Contains(err.Error(), "one.jsonl: permission denied") {
		t.Errorf("it is told as %v", err)
	}
}

// A line of which nothing can be taken is told of, and what stands behind it is taken.
func TestASweepTellsOfADamagedLine(t *testing.T) {
	w, line, transcript := talked(t, time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC))
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	r, err := w.Client.Turn(t.Context(), event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "one", PromptID: "p1", Text: "The heron is grey.", Time: at})
	if err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
	if err := w.Client.Rest(daemontest.Within(t, time.Minute), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	transcript("one", line("one", "p1", "The heron is grey.", at)+"\x00\x00\n"+line("one", "p2", "The egret is white.", at.Add(time.Minute)), time.Now().Add(-time.Hour))
	const want = "1 half-turn missing until now, and taken in, 1 transcript with lines that cannot be read: one.jsonl: left out 1 line that is damaged; see line 2"
	if note, err := w.sweep(t.Context()); err != nil || note != want {
		t.Errorf("%q %v", note, err)
	}
}
