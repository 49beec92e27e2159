package hookbridge

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
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
		number, tail, cut := strings.Cut(rest, unreadEnd)
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
