package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
)

// What is read is what was there, whatever the sizes of the reads, and its error with it.
func TestInputIsReadWhole(t *testing.T) {
	in := strings.Repeat("a line\n", 30_000)
	broken := errors.New("broken")
	for _, of := range []io.Reader{strings.NewReader(in), iotest.HalfReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in)),
		io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken))} {
		got, err := io.ReadAll(iotest.OneByteReader(&interruptible{ctx: t.Context(), in: of}))
		if string(got) != in || err != nil && err != broken {
			t.Errorf("%d of %d bytes, %v", len(got), len(in), err)
		}
	}
}

// A "-" is standard input in the place of a text, and standard input or output in the
// place of a file.
func TestADashIsStandardInputAndOutput(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	t.Chdir(t.TempDir())
	call := func(code int, in string, args ...string) string {
		t.Helper()
		var out, said bytes.Buffer
		if got := run(t.Context(), args, stdio{strings.NewReader(in), &out, &said}); got != code {
			t.Errorf("%v ends with %d, want %d: %s%s", args, got, code, &out, &said)
		}
		return out.String()
	}
	const said = "The heron listens on \"8080\".\nIt's the old port."
	call(exitOK, said+"\n", "remember", "-")
	if out := call(exitOK, "", "search", "--kind", "fact", "--json"); !strings.Contains(out, `The heron listens on \"8080\".\nIt's the old port.`) {
		t.Errorf("remembered: %s", out)
	}
	_, items, _ := strings.Cut(call(exitOK, "", "search", "--kind", "fact", "--json"), `"items"`)
	id := regexp.MustCompile(`\w{26}`).FindString(items)
	call(exitOK, "The heron listens on 9090.", "correct", id, "-")
	if out := call(exitOK, "On which port does the heron listen?", "ask", "-"); !strings.Contains(out, "9090") {
		t.Errorf("asked: %s", out)
	}
	export := call(exitOK, "", "export", "-o", "-")
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 || !strings.Contains(export, `{"memtide_export"`) {
		t.Errorf("export: %v, %v, %.200s", left, err, export)
	}
	for _, args := range [][]string{{"import", "-"}, {"import", "memtide", "-"}} {
		if out := call(exitOK, export, append(args, "--space", "other")...); !strings.Contains(out, "2 new, 0 known") && !strings.Contains(out, "0 new, 2 known") {
			t.Errorf("%v: %s", args, out)
		}
	}
	call(exitUsage, " \n", "remember", "-")
	call(exitUsage, strings.Repeat("a", memtide.MaxTurn+1), "remember", "-")
	call(exitUsage, "no graph", "import", "-")
}

// Where standard input finds no place for its copy, the folder is named and what to do.
func TestAPlaceForStandardInputIsMissing(t *testing.T) {
	t.Setenv("MEMTIDE_NO_START", "1")
	gone := filepath.Join(t.TempDir(), "gone")
	t.Setenv(tempVariable, gone)
	var said bytes.Buffer
	code := run(t.Context(), []string{"import", "-", "--home", t.TempDir()}, stdio{strings.NewReader("{}"), io.Discard, &said})
	if want := "standard input cannot be copied into " + gone + ", the folder for temporary files: nothing can be written there; make room, name another folder with " + tempVariable; code != exitError || !strings.Contains(said.String(), want) {
		t.Errorf("ends with %d: %s", code, &said)
	}
}

// hears is a terminal: it interrupts when it is told a word, and nobody types anything.
type hears struct {
	bytes.Buffer
	word string
	stop context.CancelFunc
}

func (h *hears) Write(p []byte) (int, error) {
	n, err := h.Buffer.Write(p)
	if strings.Contains(h.String(), h.word) {
		h.stop()
	}
	return n, err
}

// Who is asked, or waited for, and interrupts, is heard at once.
func TestACommandThatWaitsForInputIsInterrupted(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	if code := run(t.Context(), []string{"remember", "The staging machine is called heron."}, stdio{strings.NewReader(""), io.Discard, io.Discard}); code != exitOK {
		t.Fatal(code)
	}
	for _, c := range []struct {
		args, word, said string
		code             int
	}{
		{"forget heron", "[y/N]", "interrupted\nmemtide: nothing is forgotten\n", exitNone},
		{"publish", "", "memtide: line 1: interrupted; before that 0 half-turns are in (0 new, 0 known); publish all of it again: a line with a prompt_id or a time is not taken twice\n", exitError},
	} {
		silent, typed := io.Pipe()
		ctx, stop := context.WithCancel(t.Context())
		err := &hears{word: c.word, stop: stop}
		if c.word == "" {
			time.AfterFunc(time.Second, stop)
		}
		code := make(chan int, 1)
		go func() { code <- run(ctx, strings.Fields(c.args), stdio{silent, io.Discard, err}) }()
		select {
		case got := <-code:
			if got != c.code || !strings.HasSuffix(err.String(), c.said) {
				t.Errorf("%s: exit %d: %s", c.args, got, err)
			}
		case <-time.After(30 * time.Second):
			t.Errorf("%s: it cannot be interrupted", c.args)
		}
		stop()
		typed.Close()
	}
}
