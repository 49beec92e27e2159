package install

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	codexWithin = 15 * time.Second // for all that Codex is asked at once; it answers within 0.2 s
	codexAnswer = 16 << 20         // bytes of one line of it
	codexSaid   = 2 << 10          // bytes that are kept of what it complains of
	codexEnds   = 2 * time.Second  // to go when nobody asks any more
)

// ErrCodex says that Codex itself could not be asked, or has refused.
var ErrCodex = errors.New("codex app-server")

// codexServer is a Codex that answers one line of JSON with another (JSON-RPC without the
// version). It begins no conversation and asks no model.
type codexServer struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs *tail
	sent int
}

// tail keeps the end of what is written to it.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	t.b = t.b[max(0, len(t.b)-codexSaid):]
	return len(p), nil
}

// askCodex starts the program in the user's own environment, has do ask it, and ends it.
func askCodex(ctx context.Context, o Options, program string, do func(*codexServer) error) error {
	ctx, cancel := context.WithTimeout(ctx, codexWithin)
	defer cancel()
	s := &codexServer{cmd: exec.CommandContext(ctx, program, "app-server"), errs: &tail{}}
	s.cmd.Dir, s.cmd.Stderr, s.cmd.WaitDelay = o.ConfigDir, s.errs, codexEnds
	in, err := s.cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCodex, err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCodex, err)
	}
	s.in, s.out = in, bufio.NewReader(out)
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("%w: start %s: %w", ErrCodex, program, err)
	}
	// A launcher may be between us and the program, which is then not ended with it: nothing is
	// read any more from what it leaves behind, and that reads an end.
	stop := context.AfterFunc(ctx, func() { _, _ = in.Close(), out.Close() })
	defer stop()
	err = s.greet(o)
	if err == nil {
		err = do(s)
	}
	_ = in.Close() // that is how it is told to end
	end := time.AfterFunc(codexEnds, cancel)
	defer end.Stop()
	late := ctx.Err() // before it is ended by us
	_ = s.cmd.Wait()  // what it has answered counts
	switch {
	case err == nil:
		return nil
	case errors.Is(late, context.DeadlineExceeded):
		return fmt.Errorf("%w: %s has not answered within %v", ErrCodex, program, codexWithin)
	case len(bytes.TrimSpace(s.errs.b)) > 0 && errors.Is(err, io.EOF):
		return fmt.Errorf("%w: %s has ended; it said: %s", ErrCodex, program, lastLine(s.errs.b))
	}
	return fmt.Errorf("%w: %w", ErrCodex, err)
}

func lastLine(b []byte) string {
	b = bytes.TrimSpace(b)
	return strings.ToValidUTF8(string(b[bytes.LastIndexByte(b, '\n')+1:]), "?")
}

// greet begins the conversation, and looks whether both mean the same folder.
func (s *codexServer) greet(o Options) error {
	var hello struct {
		Home string `json:"codexHome"`
	}
	me := map[string]any{"name": "memtide", "title": "memtide", "version": "1"}
	if err := s.call("initialize", map[string]any{"clientInfo": me}, &hello); err != nil {
		return err
	}
	if hello.Home != "" && !sameFolder(hello.Home, o.ConfigDir) {
		return fmt.Errorf("it keeps its settings in %s, and hooks were put into %s: set CODEX_HOME to the one that is meant", hello.Home, o.ConfigDir)
	}
	return s.write(map[string]any{"method": "initialized"})
}

func (s *codexServer) write(m map[string]any) error {
	b, err := json.Marshal(m)
	if err == nil {
		_, err = s.in.Write(append(b, '\n'))
	}
	return err
}

// call asks one thing and decodes the answer. What is told beside is read over.
func (s *codexServer) call(method string, params any, out any) error {
	s.sent++
	if err := s.write(map[string]any{"id": s.sent, "method": method, "params": params}); err != nil {
		return fmt.Errorf("%s: %w", method, cmp.Or(s.ended(), err))
	}
	for {
		raw, err := s.line()
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var a struct {
			ID     *int            `json:"id"`
			Method string          `json:"method"`
			Result json.RawMessage `json:"result"`
			Error  *struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		if json.Unmarshal(raw, &a) != nil || a.ID == nil || *a.ID != s.sent || a.Method != "" {
			continue
		}
		if a.Error != nil {
			return fmt.Errorf("%s: %s", method, a.Error.Message)
		}
		if err := json.Unmarshal(a.Result, out); err != nil {
			return fmt.Errorf("%s: decode the answer: %w", method, err)
		}
		return nil
	}
}

// ended is io.EOF where the program has gone: that is why nothing can be written to it.
func (s *codexServer) ended() error {
	for {
		if _, err := s.line(); err != nil {
			return err
		}
	}
}

func (s *codexServer) line() (line []byte, err error) {
	for {
		part, err := s.out.ReadSlice('\n')
		if line = append(line, part...); len(line) > codexAnswer {
			return nil, fmt.Errorf("a line of more than %d bytes", codexAnswer)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y) || filepath.Clean(a) == filepath.Clean(b)
}
