package hookbridge

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

// repeated is a payload with a long text, which is written as it is read.
func repeated(before, head, word string, n int, tail string) io.Reader {
	parts := []io.Reader{strings.NewReader(before + head)}
	if n > 0 {
		block := strings.Repeat(word, 1000)
		for range n / 1000 {
			parts = append(parts, strings.NewReader(block))
		}
	}
	return io.MultiReader(append(parts, strings.NewReader(tail))...)
}

const before = `{"hook_event_name":"UserPromptSubmit","session_id":"s","more":{"a":[{"prompt":"no"}]},"prompt":"`

// A payload above the bound is kept with the ends of its text, whatever a cut falls on, and
// with all its other fields; the text says how much is gone.
func TestALargePayloadKeepsTheEndsOfItsText(t *testing.T) {
	for _, c := range []struct{ word, means string }{
		{"a line of a log ", ""}, {"x", ""}, {`\n`, "\n"}, {`\\`, `\`}, {`\"`, `"`}, {`\\\"`, `\"`}, {`\u00e9`, "é"}, {`\ud83d\ude00`, "😀"}, {`x\ud83d\ude00`, "x😀"}, {"é", ""}, {`\u003c`, "<"}, {"} { ", ""},
	} {
		if c.means == "" {
			c.means = c.word
		}
		n := 18 << 20 / len(c.word) / 1000 * 1000
		b, err := readPayload(repeated(before, "The crane log follows. ", c.word, n, ` Why does it stop?","prompt_id":"p","tools":[{"x":"`+strings.Repeat("y", 1<<20)+`"}]} and more`))
		if err != nil {
			t.Errorf("%s: %v", c.word, err)
			continue
		}
		p, err := DecodePayload(b)
		if err != nil || p.Event != "UserPromptSubmit" || p.Session != "s" || p.PromptID != "p" {
			t.Errorf("%s: %+v, %v", c.word, p, err)
			continue
		}
		head, rest, _ := strings.Cut(p.Prompt, "\n⟦cut ")
		number, rest, cut := strings.Cut(rest, " bytes")
		_, tail, _ := strings.Cut(rest, "⟧\n")
		said := len("The crane log follows. ") + n*len(c.means) + len(" Why does it stop?")
		if want := fmt.Sprint(said - len(head) - len(tail)); !cut || number != want {
			t.Errorf("%s: says that %q bytes are gone, want %s", c.word, number, want)
		}
		middle, ok := strings.CutPrefix(head, "The crane log follows. ")
		end, ok2 := strings.CutSuffix(tail, " Why does it stop?")
		if !ok || !ok2 || len(p.Prompt) > keptText || len(head) < keptText/2 || len(tail) < keptText/8 || !utf8.ValidString(p.Prompt) {
			t.Errorf("%s: kept %d and %d bytes: %.40q … %q", c.word, len(head), len(tail), head, tail[max(len(tail)-40, 0):])
		}
		if left := strings.ReplaceAll(middle+end, c.means, ""); strings.Trim(left, c.means) != "" {
			t.Errorf("%s: a cut has left %.40q", c.word, left)
		}
	}
}

// What is private, or was injected, and begins or ends in what was never held as a whole is not
// kept, and what stands around it is.
func TestALargePayloadKeepsNothingPrivate(t *testing.T) {
	filler := strings.Repeat("a line of a log ", 5<<17) // 10 MiB
	for _, c := range []struct {
		name, text string
		keeps      []string
	}{
		{"ends in the tail", "HEAD " + filler + "<private>" + filler + " hushed</private> TAIL", []string{"HEAD", "TAIL"}},
		{"begins in the head", "HEAD <private>hushed " + filler + "</private> " + filler + " TAIL", []string{"HEAD", "TAIL"}},
		{"stands in the middle", "HEAD " + filler + "<private>hushed</private> " + filler + " TAIL", []string{"HEAD", "TAIL"}},
		{"all but the ends", "HEAD <private>hushed " + filler + filler + " hushed</private> TAIL", []string{"HEAD", "TAIL"}},
		{"never ends", "HEAD " + filler + "<private>" + filler + " hushed", []string{"HEAD"}},
		{"ends and begins", "HEAD " + filler + "<private>" + filler + "</private><private>hushed " + filler + " hushed</private> TAIL", []string{"HEAD", "TAIL"}},
		{"injected", "HEAD " + filler + "\n<system-reminder>" + filler + " hushed</system-reminder> TAIL", []string{"HEAD", "TAIL"}},
	} {
		for _, escape := range []bool{true, false} {
			var doc strings.Builder
			e := json.NewEncoder(&doc)
			e.SetEscapeHTML(escape)
			if err := e.Encode(map[string]string{"hook_event_name": "Stop", "last_assistant_message": c.text}); err != nil {
				t.Fatal(err)
			}
			b, err := readPayload(strings.NewReader(doc.String()))
			if err != nil {
				t.Fatal(err)
			}
			p, err := DecodePayload(b)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := Scrub(p.Answer)
			if strings.Contains(got.Text, "hushed") {
				t.Errorf("%s: kept %d bytes with what is private", c.name, len(got.Text))
			}
			for _, k := range c.keeps {
				if !strings.Contains(got.Text, k) {
					t.Errorf("%s: %s is not kept: %.60q … %q", c.name, k, got.Text, got.Text[max(len(got.Text)-60, 0):])
				}
			}
		}
	}
}

// Not more than a bound of it is in memory at once, however large it is.
func TestALargePayloadIsNotHeld(t *testing.T) {
	var most uint64
	watched := &watchedReader{r: repeated(before, "", "a line of a log ", 6<<20, `"}`), look: func() {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
	}}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if _, err := readPayload(watched); err != nil {
		t.Fatal(err)
	}
	if held := int(most - m.HeapAlloc); held > 64<<20 {
		t.Errorf("%d MiB are held of 96 MiB", held>>20)
	}
}

// watchedReader looks now and then while it is read.
type watchedReader struct {
	r    io.Reader
	n    int
	look func()
}

func (w *watchedReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if w.n += n; w.n > 8<<20 {
		w.n = 0
		w.look()
	}
	return n, err
}

// Of a payload that its client does not write to its end in time the beginning is kept, says so,
// and is what was said; without what says which event it is of, the log has it that it is lost.
func TestAPayloadThatIsNotThereInTime(t *testing.T) {
	long := strings.Repeat("a line of a log ", 2<<20) // 32 MiB
	for _, c := range []struct{ name, written, kept string }{
		{"a short text", `{"hook_event_name":"Stop","session_id":"s-1","last_assistant_message":"HEAD said`, "HEAD said" + unwritten},
		{"in an escape", `{"hook_event_name":"Stop","session_id":"s-1","last_assistant_message":"HEAD said\ud83d\ude`, "HEAD said" + unwritten},
		{"a long text", `{"hook_event_name":"Stop","session_id":"s-1","last_assistant_message":"HEAD ` + long, "a line of a log " + unwritten},
		{"behind the text", `{"hook_event_name":"Stop","last_assistant_message":"HEAD said","session_id":"s-1","more":"` + long, "HEAD said"},
		{"in the name of a field", `{"hook_event_name":"Stop","last_assistant_message":"HEAD said","session_id":"s-1","cw`, "HEAD said"},
		{"in a number", `{"hook_event_name":"Stop","last_assistant_message":"HEAD said","session_id":"s-1","stop_hook_active":tr`, "HEAD said"},
		{"in a private part", `{"hook_event_name":"Stop","session_id":"s-1","last_assistant_message":"HEAD said <private>hushed`, "HEAD said"},
		{"before the event", `{"session_id":"s-1","last_assistant_message":"HEAD said`, ""},
		{"nothing", "", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			p, debug := newPaths(t), filepath.Join(t.TempDir(), "debug")
			r, w := io.Pipe()
			go io.WriteString(w, c.written)
			began := time.Now()
			Main(t.Context(), Options{Client: ClientClaude, Stdin: r, Stdout: io.Discard, Exit: func(int) { t.Error("the watchdog had to end it") },
				Env: []string{"MEMTIDE_NO_START=1", "MEMTIDE_HOME=" + p.Home, "MEMTIDE_HOOK_DEBUG=" + debug}})
			if took := time.Since(began); took > inputWait+dogLooks {
				t.Errorf("%s: waits %s for it", c.name, took)
			}
			r.Close()
			log, _ := os.ReadFile(debug)
			got := spooled(t, p)
			if c.kept == "" && len(got) > 0 || c.kept != "" && (len(got) != 1 || got[0].Session != "s-1" || !strings.HasPrefix(got[0].Text, "HEAD ") || !strings.HasSuffix(got[0].Text, c.kept) || strings.Contains(got[0].Text, "hushed")) {
				t.Errorf("%s: kept %.300v", c.name, got)
			}
			if !strings.Contains(string(log), "payload is cut off") {
				t.Errorf("%s: the log has %s", c.name, log)
			}
			if c.name == "a long text" && !strings.Contains(got[0].Text, unreadEnd) {
				t.Errorf("%s: says nothing of what is gone from its middle", c.name)
			}
		})
	}
}
