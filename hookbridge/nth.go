package hookbridge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// What the user says to Codex while it is at work is a prompt of the turn that goes on, with
// the id of that turn. Which of its prompts one is stands nowhere in a payload, so the hooks
// note what they have seen: a file a turn in run/turns, with a line for each of its prompts,
// until the turn ends.
//
// The prompts of Gemini CLI are counted in another way ([geminiState]), for they are counted
// as something else: there the same words are another prompt each time, one hook runs at a
// time, and a session may begin with all that its transcript has. Here they are the same
// prompt, which hooks may report twice, and at once: each must come to the same number.

const (
	noteFor   = 20 * time.Millisecond // the prompt waits for it
	maxNoted  = 1000                  // prompts of one turn that are told apart
	notedLine = 17                    // bytes of a line: 16 of a hash and the end
	oldTurn   = 7 * time.Hour         // then a turn is over that has not said so: it was interrupted, or its client ended
)

// nth returns the id of a prompt: that of its turn, for the second text #2 behind it and so
// on, as the reader of rollouts counts. The same text is the same prompt: it may be reported
// twice. Where nothing can be noted it is taken for the first one.
func (h *hook) nth(turn, text string) string {
	n, err := 0, errors.New("the disk takes too long")
	var noted int
	var wrong error
	if h.aside(noteFor, func() { noted, wrong = h.noteText(turn, text) }) {
		n, err = noted, wrong
	}
	if err != nil {
		h.debug.note("turn", "error", err.Error())
	}
	if n < 2 {
		return turn
	}
	return fmt.Sprintf("%s#%d", turn, n)
}

func (h *hook) turnFile(turn string) string {
	name := sha256.Sum256([]byte(turn))
	return filepath.Join(h.paths.Run, "turns", hex.EncodeToString(name[:16]))
}

// noteText writes down that a turn has a text, and returns the how manieth it is, from 1. It
// appends and then reads, so that two hooks of one prompt come to the same.
func (h *hook) noteText(turn, text string) (int, error) {
	path := h.turnFile(turn)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if os.IsNotExist(err) {
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
		}
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	sum := sha256.Sum256([]byte(turn + "\x00" + text))
	line := hex.AppendEncode(nil, sum[:8])
	if _, err := f.Write(append(line, '\n')); err != nil {
		return 0, err
	}
	all, err := io.ReadAll(io.NewSectionReader(f, 0, maxNoted*notedLine))
	if err != nil {
		return 0, err
	}
	var seen [][]byte
	for ; len(all) >= notedLine; all = all[notedLine:] {
		one := all[:notedLine-1]
		if bytes.Equal(one, line) {
			return len(seen) + 1, nil
		}
		if !slices.ContainsFunc(seen, func(b []byte) bool { return bytes.Equal(b, one) }) {
			seen = append(seen, one)
		}
	}
	return 0, fmt.Errorf("%d prompts of one turn are too many", maxNoted)
}

// turnOver forgets the prompts of a turn.
func (h *hook) turnOver(turn string) { _ = os.Remove(h.turnFile(turn)) } // there is none where its prompt was not heard
