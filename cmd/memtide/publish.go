package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/hookbridge"
)

// tally counts what became of half-turns.
type tally struct {
	New     int `json:"new"`
	Known   int `json:"known"`
	Skipped int `json:"skipped"`
	Noted   int `json:"noted,omitempty"`
	Refused int `json:"refused"`
	Files   int `json:"files,omitempty"`
	Unread  int `json:"unread_lines,omitempty"` // of transcripts, too long or damaged

	Import *bench.Imported `json:"import,omitempty"` // what an import took
}

func (t *tally) add(r event.TurnReply) error {
	switch {
	case r.Error != "" && r.Retry:
		return errors.New(r.Error)
	case r.Error != "":
		t.Refused++
	case r.Outcome == event.TurnNew:
		t.New++
	case r.Outcome == event.TurnKnown:
		t.Known++
	case r.Outcome == event.TurnNoted:
		t.Noted++
	default:
		t.Skipped++
	}
	return nil
}

// cutShort says what is in where handing over ended with an error, and how to go on.
func (t tally) cutShort(err error, again string) error {
	n := t.New + t.Known
	return fmt.Errorf("%w; before that %s %s in (%d new, %d known); %s", err, memtide.Count(n, "half-turn"), memtide.Agree(n, "is", "are"), t.New, t.Known, again)
}

// heard is how many half-turns there were.
func (t tally) heard() int { return t.New + t.Known + t.Skipped + t.Noted + t.Refused }

func (t tally) write(w io.Writer) {
	fmt.Fprintf(w, "%d new, %d known, %d skipped, %d refused", t.New, t.Known, t.Skipped, t.Refused)
	if t.Unread > 0 {
		fmt.Fprintf(w, ", %s could not be read", memtide.Count(t.Unread, "line"))
	}
	fmt.Fprintln(w)
	if t.Import != nil {
		t.Import.Print(w)
	}
}

func publishCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "publish", Short: "hand over half-turns as JSON lines on standard input", Args: cobra.NoArgs,
		Long: `Reads one JSON object a line and hands each to the daemon. Fields: role (user or
agent) and text are needed; session, client, project, cwd, prompt_id, time (RFC
3339), speaker, space, trust, fact are optional. A line with a cwd and without a
project is of the project of that folder. See docs/publishing.md.
A line that cannot be used, or has more than 8 MiB, is named and the rest goes
on; the exit code is 1. A field of another name is named, once, and left out.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			t, err := a.publish(ctx, cl, string(cl.Space()))
			if err != nil {
				return t.cutShort(err, "publish all of it again: a line with a prompt_id or a time is not taken twice")
			}
			if err := a.print(t, t.write); err != nil {
				return err
			}
			if t.Refused > 0 {
				return exitCode{exitError, fmt.Sprintf("%s %s refused", memtide.Count(t.Refused, "line"), memtide.Agree(t.Refused, "was", "were"))}
			}
			return nil
		}),
	}
}

// publish hands over the lines of standard input. A line that cannot be used
// is named and counted.
func (a *app) publish(ctx context.Context, cl *client.Client, space string) (tally, error) {
	var t tally
	h := handover{cl: cl, space: memtide.Space(space), projects: map[string]string{}, strange: map[string]bool{}}
	in := bufio.NewReaderSize(a.io.in, 1<<16)
	for n := 1; ; n++ {
		line, long, err := readLine(in, cl.MaxPayload())
		if errors.Is(err, context.Canceled) {
			return t, fmt.Errorf("line %d: %w", n, err)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return t, fmt.Errorf("read standard input: %w", err)
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		why := ""
		switch {
		case long:
			t.Refused++
			why = cl.TooLarge()
		case len(line) > 0:
			var perr error
			if why, perr = h.line(ctx, line, &t); perr != nil {
				return t, fmt.Errorf("line %d: %w", n, perr)
			}
		}
		if why != "" {
			fmt.Fprintf(a.io.err, "memtide: line %d: %s\n", n, why)
		}
		for _, name := range h.news {
			fmt.Fprintf(a.io.err, "memtide: line %d: no field is named %.60q; it is left out, here and on later lines\n", n, name)
		}
		h.news = nil
		if err != nil {
			return t, nil
		}
	}
}

// handover hands over lines of other tools.
type handover struct {
	cl       *client.Client
	space    memtide.Space     // of a line that names none
	projects map[string]string // of the folders that lines came from
	strange  map[string]bool   // fields that no half-turn has, as far as they were met
	news     []string          // those of the last line
}

// line hands one line over; why says what is wrong with it.
func (h *handover) line(ctx context.Context, line []byte, t *tally) (why string, err error) {
	var req event.TurnRequest
	if err := json.Unmarshal(line, &req); err != nil {
		t.Refused++
		why := event.BadJSON[event.TurnRequest](line, err).Error()
		if begun(line) {
			why += "; an object stands on one line, as jq -c writes it"
		}
		return why, nil
	}
	if _, err := req.Time.MarshalText(); err != nil { // it can be read, with a zone that cannot be written
		t.Refused++
		return fmt.Sprintf("time: %v; want RFC 3339, such as 2026-05-01T10:00:00Z", err), nil
	}
	if req.Space == "" {
		req.Space = h.space
	}
	var placed bool
	if h.news, placed = h.fields(line); !placed && filepath.IsAbs(req.Cwd) {
		req.Project = h.project(req.Cwd)
	}
	r, err := h.cl.Turn(ctx, req)
	if err != nil {
		return "", err
	}
	return r.Error, t.add(r)
}

// begun reports whether a line begins an object, or a list of them, that ends on a later one.
func begun(line []byte) bool {
	d := json.NewDecoder(bytes.NewReader(line))
	for {
		if _, err := d.Token(); err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

// fields returns the fields of a line that no half-turn has and no line before it had,
// and whether it says a project: "" is one, that of the user.
func (h *handover) fields(line []byte) (strange []string, placed bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(line, &fields) != nil {
		return nil, false
	}
	for name, value := range fields {
		placed = placed || strings.EqualFold(name, "project") && string(value) != "null"
		if !event.HasField[event.TurnRequest](name) && !h.strange[name] {
			h.strange[name] = true
			strange = append(strange, name)
		}
	}
	slices.Sort(strange)
	return strange, placed
}

// project is that of a folder, as a hook would find it there.
func (h *handover) project(cwd string) string {
	name, known := h.projects[cwd]
	if !known {
		name = hookbridge.Project(cwd)
		h.projects[cwd] = name
	}
	return name
}

// readLine returns the next line without blanks at its ends. Of a line above
// most bytes it keeps nothing and says that it was long. At the end it returns
// io.EOF with the last line.
func readLine(in *bufio.Reader, most int64) (line []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		long = long || int64(len(line)+len(bytes.TrimRight(part, "\r\n"))) > most
		if long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), long, err
		}
	}
}
