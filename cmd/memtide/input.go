package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/folder"
)

// standard is what stands for standard input in the place of a text or of a file that
// is read, and for standard output in the place of a file that is written.
const standard = "-"

// words is the text that the arguments of a command are, or standard input where that
// is all they say: what stands there is in no list of processes and in no history of a
// shell, and may have quotes and lines of its own.
func (a *app) words(args []string) (string, error) {
	if len(args) != 1 || args[0] != standard {
		return strings.Join(args, " "), nil
	}
	b, err := io.ReadAll(io.LimitReader(a.io.in, memtide.MaxTurn+1))
	if err != nil {
		return "", fmt.Errorf("read standard input: %w", err)
	}
	text := strings.TrimSpace(string(b))
	switch {
	case len(b) > memtide.MaxTurn:
		return "", usage("standard input has more than %s; that is no text for one memory", memtide.Size(memtide.MaxTurn))
	case text == "":
		return "", usage("standard input is empty; %q reads the text from there", standard)
	}
	return text, nil
}

// tempVariable names the folder for temporary files.
var tempVariable = map[bool]string{true: "TMP", false: "TMPDIR"}[runtime.GOOS == "windows"]

// copied is the name of a copy of standard input.
const copied = "standard-input"

// source returns the file that a path means, and how to have done with it. Standard input
// is copied to one of its own: who imports reads it more than once.
func (a *app) source(path string) (name string, done func(), err error) {
	if path != standard {
		return path, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "memtide-import-")
	if err != nil {
		return "", nil, notCopied(err)
	}
	done = func() { _ = os.RemoveAll(dir) } // what is left is of this machine, and readable by the user alone
	name = filepath.Join(dir, copied)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = io.Copy(f, a.io.in)
		err = cmp.Or(err, f.Close())
		_ = f.Close()
	}
	if of := (*fs.PathError)(nil); errors.As(err, &of) && of.Path == name {
		err = notCopied(err)
	} else if err != nil {
		err = fmt.Errorf("read standard input: %w", err)
	}
	if err != nil {
		done()
		return "", nil, err
	}
	return name, done, nil
}

// notCopied says what to do where there is no place for a copy of standard input.
func notCopied(err error) error {
	dir, why := os.TempDir(), "nothing can be written there"
	if folder.IsFull(err) {
		why = "its disk is full"
	}
	return fmt.Errorf("standard input cannot be copied into %s, the folder for temporary files: %s; make room, name another folder with %s, or import a file (%w)",
		dir, why, tempVariable, err)
}

// fromStandard puts "standard input" in the place of the file that [app.source] has copied
// it to, in what is said of it.
func fromStandard(err error, name string) error {
	if err == nil || filepath.Base(name) != copied || !strings.Contains(err.Error(), name) {
		return err
	}
	said := strings.ReplaceAll(err.Error(), name, "standard input")
	if code := (exitCode{}); errors.As(err, &code) {
		return exitCode{code.code, said}
	}
	return errors.New(said)
}

// interruptible reads until ctx ends. A read of a terminal cannot be given up, only left:
// what it brings then is nobody's.
type interruptible struct {
	ctx  context.Context
	in   io.Reader
	rest []byte
	err  error      // behind rest
	got  chan chunk // of the read that is under way
}

type chunk struct {
	b   []byte
	err error
}

// Read implements io.Reader. After ctx has ended its error is that of ctx.
func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if err := cmp.Or(r.ctx.Err(), r.err); err != nil {
			return 0, err
		}
		if r.got == nil {
			got := make(chan chunk, 1)
			r.got = got
			go func() {
				b := make([]byte, 1<<16)
				n, err := r.in.Read(b)
				got <- chunk{b[:n], err}
			}()
		}
		select {
		case <-r.ctx.Done():
			return 0, r.ctx.Err()
		case c := <-r.got:
			r.got, r.rest, r.err = nil, c.b, c.err
			if len(c.b) == 0 {
				return 0, c.err
			}
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
