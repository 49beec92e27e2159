package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

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
