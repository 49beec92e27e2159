package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// noise returns random bytes, the same each time.
func noise(n int) []byte {
	b := make([]byte, n)
	rnd := rand.NewChaCha8([32]byte{1})
	rnd.Read(b)
	return b
}

// Whatever a client writes to the hook: it ends with 0 and in silence, what
// was said is kept as valid text, and the next prompt is served as ever.
func TestBadInputByTheHook(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	cl := p.start()
	defer cl.Close()
	raw := func(id, prompt string) []byte {
		return []byte(`{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt_id":"` + id + `","prompt":"` + prompt + `"}`)
	}
	want := map[string]string{} // prompt id → what is kept; "" is anything
	for _, c := range []struct {
		name    string
		payload []byte
		id      string // "" where nothing was said
		keeps   string
	}{
		{"nothing", nil, "", ""},
		{"malformed JSON", []byte(`{"hook_event_name":"UserPromptSubmit","prompt":"x`), "", ""},
		{"a list", []byte(`[1]`), "", ""},
		{"binary noise", noise(1 << 20), "", ""},
		{"noise behind a brace", append([]byte("{"), noise(1<<16)...), "", ""},
		{"wrong types", []byte(`{"hook_event_name":"UserPromptSubmit","session_id":7,"prompt_id":[],"prompt":{"a":1}}`), "", ""},
		{"invalid UTF-8", raw("utf8", "The caf\xe9 on the quay opens at six.\xff\xfe"), "utf8", "The caf\uFFFD on the quay opens at six."},
		{"half a surrogate pair", raw("surrogate", `The lock \ud800 keeper is Ann.`), "surrogate", "keeper is Ann."},
		{"control characters", raw("control", `The gate \u0000\u001b[2J\u0007 code is on the slate.`), "control", "The gate  code is on the slate."},
		{"noise as a string", prompt("s", "noise", "The noise was "+string(noise(2000))), "noise", "The noise was "},
		{"an id of a megabyte", raw(strings.Repeat("9", 1<<20), "The pier has nine lamps."), "", ""},
	} {
		if out := p.hook(c.payload); out != "" {
			t.Errorf("%s: printed %q", c.name, out)
		}
		if c.id != "" {
			want[c.id] = c.keeps
		}
	}
	ctx := daemontest.Within(t, time.Minute)
	p.quiet(ctx, cl)
	for _, h := range p.turns(ctx, cl) {
		if !utf8.ValidString(h.Text) || strings.ContainsAny(h.Text, "\x00\x1b\x07") {
			t.Errorf("%s: kept %q", h.PromptID, h.Text)
		}
		if keeps, ok := want[h.PromptID]; h.PromptID != "" && (!ok || !strings.Contains(h.Text, keeps)) {
			t.Errorf("%s: kept %q, want %q", h.PromptID, h.Text, keeps)
		}
		delete(want, h.PromptID)
	}
	if len(want) > 0 {
		t.Errorf("not kept: %v", want)
	}
	if out := recalled(t, p, "When does the cafe on the quay open?"); !strings.Contains(out, "opens at six") {
		t.Errorf("recalled %q", out)
	}
	whole(ctx, t, cl)
}

// recalled asks by the hook, in a session of its own: what one has been given
// is not given again. A machine that runs tests may be too slow for a hook's
// deadline, so it asks more than once.
func recalled(t *testing.T, p *process, text string) (out string) {
	t.Helper()
	for n := 0; n < 20 && out == ""; n++ {
		os.Remove(filepath.Join(hookbridge.NewPaths(p.home).Run, "down-until")) // of a daemon that was too slow just now
		out = p.hook(prompt(fmt.Sprint(memtide.Hash(text), n), "", text))
	}
	return out
}

// A prompt of 10 MB is cut to its ends: what is kept has its head and its tail
// and says what is missing. No secret stays at a cut.
func TestHugePromptIsKeptCut(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	cl := p.start()
	defer cl.Close()
	text := "The crane log follows. " + planted + "\n" + strings.Repeat("a line of a log that somebody has pasted "+planted+"\n", 130_000) + "\nWhy does the crane stop?"
	if len(text) < 10_000_000 {
		t.Fatalf("only %d bytes", len(text))
	}
	ctx := daemontest.Within(t, time.Minute)
	// Scrubbing takes most of a hook's time. On a machine that is too busy the
	// watchdog ends it, and the transcript is what is left.
	for n := range 10 {
		p.hook(prompt("s", fmt.Sprint(n), text))
		p.quiet(ctx, cl)
		if len(p.turns(ctx, cl)) > 0 {
			break
		}
	}
	turns := p.turns(ctx, cl)
	if len(turns) == 0 {
		t.Skip("this machine is too slow to scrub 10 MB in time")
	}
	for _, h := range turns {
		if len(h.Text) > memtide.MaxTurn || !strings.HasPrefix(h.Text, "The crane log follows.") ||
			!strings.HasSuffix(h.Text, "Why does the crane stop?") || !strings.Contains(h.Text, "⟦cut ") || !strings.Contains(h.Text, "bytes, sha256 ") {
			t.Errorf("kept %d bytes: %.80q … %q", len(h.Text), h.Text, h.Text[max(len(h.Text)-80, 0):])
		}
	}
	whole(ctx, t, cl)
	p.stop()
	searchFiles(t, p.home, planted)
}

// Bad bytes by the command line: a line that cannot be read is named, what can
// be kept is kept as valid text, and no control character reaches a terminal.
func TestBadInputByTheCommandLine(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	cl := p.start()
	defer cl.Close()
	binary := bytes.ReplaceAll(noise(4096), []byte("\n"), []byte("."))
	lines := "\x7fELF" + string(binary) + "\n" +
		`{"role":"user","session":"s","prompt_id":"1","text":"The caf` + "\xe9" + ` on the quay opens at six."}` + "\n" +
		`{"role":"user","session":"s","prompt_id":"2","text":"The gate \u001b]0;x\u0007 code is on the slate."}` + "\n" +
		`{"role":"user","session":"s","prompt_id":"3","text":"` + "\x00" + `"}` + "\n" +
		`{"role":"user","session":"s","prompt_id":"4","time":"yesterday","text":"The pier has nine lamps."}` + "\n" +
		`{"role":"user","session":"s","prompt_id":"5","time":"2026-11-01T10:00:00+24:00","text":"The pier has ten lamps."}` + "\n" +
		`{"role":"user","session":"s","prompt_id":"6","text":"The mole has two lamps."}` + "\n"
	out, code := p.memtide(lines, "publish")
	if code != exitError || !strings.Contains(out, "3 new, 0 known, 0 skipped, 4 refused") {
		t.Errorf("exit %d: %q", code, out)
	}
	for _, n := range []int{1, 4, 5, 6} {
		if !strings.Contains(out, fmt.Sprintf("memtide: line %d: ", n)) {
			t.Errorf("line %d is not named: %q", n, out)
		}
	}
	for _, arg := range []string{"The spare key \xff\xfe hangs behind the mill \x1b[31mdoor.", "noise " + strings.ReplaceAll(string(binary[:512]), "\x00", "")} {
		o, code := p.memtide("", "remember", arg)
		if out += o; code != 0 {
			t.Errorf("remember: exit %d: %q", code, o)
		}
	}
	for _, nothing := range []string{"", " \n", "\x01\x02"} {
		if o, code := p.memtide("", "remember", nothing); code == 0 || len(o) < len("memtide: ") {
			t.Errorf("remember %q: exit %d: %q", nothing, code, o)
		}
	}
	p.quiet(daemontest.Within(t, time.Minute), cl)
	for _, args := range [][]string{{"search", "spare key mill"}, {"search", "café quay"}, {"turns"}, {"log"}, {"search", "noise"}, {"ask", "where is the spare key \xff?"}} {
		o, code := p.memtide("", args...)
		if out += o; code != 0 && args[1] != "noise" {
			t.Errorf("%v: exit %d: %q", args, code, o)
		}
	}
	if !utf8.ValidString(out) || strings.ContainsAny(out, "\x00\x1b\x07\x7f") {
		t.Errorf("bytes that no terminal should see: %q", out)
	}
	whole(daemontest.Within(t, time.Minute), t, cl)
}
